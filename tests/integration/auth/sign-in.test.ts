import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuthBackend } from '../../../server/backend/auth/auth-backend.ts';
import { DUMMY_HASH } from '../../../server/backend/embedded/auth/passwords.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { startForgetting } from '../../../server/backend/embedded/rate-limiters.ts';
import { createIdentify } from '../../../server/graphql/caller.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { Messages, SITE, subscriptionSite } from '../graphql-gateway/subscription-site.ts';
import { ADMINISTRATOR, Replicas, signedIn, valueOf, WAY } from './replica.ts';

const CLEAN = 'truncate embutido.renovacao, embutido.codigo_usado, embutido.tentativa; delete from auth.users';
const refused = (fault: string) => ({ kind: 'refused', fault });

describe.each(['pglite', 'postgres'] as const)('sign-in on %s', (kind) => {
  let replicas: Replicas;
  let database: Database;
  let auth: AuthBackend;

  beforeAll(async () => {
    replicas = await Replicas.on(kind);
    database = await replicas.database();
  }, 120_000);
  beforeEach(async () => {
    await database.script(CLEAN);
    auth = await replicas.open();
    replicas.hasher.verified.length = 0;
  });
  afterEach(() => replicas.end());
  afterAll(() => replicas.close());

  /** Exchanged tokens were exchanged a minute ago. */
  const aMinuteLater = () => database.script("update embutido.renovacao set renovada_em = renovada_em - interval '1 minute'");

  test('gives a session whose token verifies, with the roles of the account', async () => {
    const session = await signedIn(auth);
    expect(session).toMatchObject({ accessTokenExpiresIn: 900, user: { email: 'ana@instituto.example', defaultRole: 'administrador' } });
    expect(session.user.roles.toSorted()).toEqual(['administrador', 'editor', 'me', 'user']);
    const reading = await auth.verifier.verify(session.accessToken);
    expect(reading).toMatchObject({
      kind: 'verified',
      token: { userId: session.user.id, defaultRole: 'administrador', sessionId: session.refreshTokenId },
    });
    expect(await auth.user(session.user.id)).toEqual(session.user);
  });

  test('does not distinguish letter case of the address', async () => {
    const email = ADMINISTRATOR.email.toUpperCase();
    expect((await signedIn(auth, { ...ADMINISTRATOR, email })).user.email).toBe(ADMINISTRATOR.email);
  });

  test('answers an unknown account as a wrong password, after the same work', async () => {
    await database.script("insert into auth.users (email, locale, email_verified) values ('sem.senha@instituto.example', 'pt', true)");
    const wrong = await auth.signIn({ ...ADMINISTRATOR, password: 'outra senha' }, WAY);
    const unknown = await auth.signIn({ email: 'ninguem@instituto.example', password: 'outra senha' }, WAY);
    const without = await auth.signIn({ email: 'sem.senha@instituto.example', password: 'outra senha' }, WAY);
    expect([wrong, unknown, without]).toEqual([1, 2, 3].map(() => refused('invalid-email-password')));
    expect(replicas.hasher.verified).toEqual([`resumo de ${ADMINISTRATOR.password}`, DUMMY_HASH, DUMMY_HASH]);
  });

  test.each([
    ['disabled = true', 'disabled-user'],
    ['email_verified = false', 'unverified-user'],
  ])('tells that %s only to a caller that knows the password', async (state, fault) => {
    await database.script(`update auth.users set ${state}`);
    expect(await auth.signIn({ ...ADMINISTRATOR, password: 'outra senha' }, WAY)).toEqual(refused('invalid-email-password'));
    expect(await auth.signIn(ADMINISTRATOR, WAY)).toEqual(refused(fault));
    expect(replicas.hasher.verified).toHaveLength(2);
  });

  test('replaces the hash of another service when the password was right, once', async () => {
    const hashOf = async (): Promise<unknown> => (await database.query('select password_hash from auth.users')).rows[0]?.['password_hash'];
    await database.script(`update auth.users set password_hash = 'antigo de ${ADMINISTRATOR.password}'`);
    expect(await auth.signIn({ ...ADMINISTRATOR, password: 'outra senha' }, WAY)).toEqual(refused('invalid-email-password'));
    expect(await hashOf()).toBe(`antigo de ${ADMINISTRATOR.password}`);
    await signedIn(auth);
    const { hashed } = replicas.hasher;
    await signedIn(auth);
    expect([await hashOf(), replicas.hasher.hashed]).toEqual([`resumo de ${ADMINISTRATOR.password}`, hashed]);
  });

  test('verifies no token of a disabled account, on any replica, until it is let in again', async () => {
    const other = await replicas.open();
    const { accessToken } = await signedIn(auth);
    const readings = async (): Promise<readonly string[]> =>
      Promise.all([auth, other].map(async ({ verifier }) => (await verifier.verify(accessToken)).kind));
    expect(await readings()).toEqual(['verified', 'verified']);
    await database.script('update auth.users set disabled = true');
    await expect.poll(readings).toEqual(['refused', 'refused']);
    await database.script('update auth.users set disabled = false');
    await expect.poll(readings).toEqual(['verified', 'verified']);
  });

  test('closes the subscriptions of a disabled account within seconds, on another replica than the one that disabled it', async () => {
    const { verifier } = await replicas.open();
    const { accessToken } = await signedIn(auth);
    await using site = await subscriptionSite({
      identify: createIdentify({ adminSecrets: [], verifier, siteOrigin: SITE }),
      now: Date.now,
    });
    const socket = site.socket({ authorization: `Bearer ${accessToken}` });
    const messages = new Messages(socket);
    await once(socket, 'open');
    socket.send('{"type":"connection_init"}');
    expect(await messages.next()).toEqual({ type: 'connection_ack' });
    const closed = once(socket, 'close');
    await database.script('update auth.users set disabled = true');
    await expect.poll(async () => (await verifier.verify(accessToken)).kind).toBe('refused');
    site.clock.advance(5);
    expect((await closed).map(String)).toEqual(['4403', 'Forbidden: Could not verify JWT: the account is disabled']);
  });

  test('keeps no password and no token', async () => {
    const { refreshToken } = await signedIn(auth);
    const next = valueOf(await auth.refresh(refreshToken, { graceMs: 0 }));
    const { rows } = await database.query(
      "select (select string_agg(t::text, ' ') from auth.refresh_tokens t) || (select string_agg(r::text, ' ') from embutido.renovacao r) as kept",
    );
    const kept = String(rows[0]?.['kept']);
    for (const secret of [refreshToken, next.refreshToken]) expect(kept).not.toContain(secret);
  });

  describe('a refresh token', () => {
    test('gives a new session of the same sign-in, and the old one nothing any more', async () => {
      const first = await signedIn(auth);
      const second = valueOf(await auth.refresh(first.refreshToken, { graceMs: 0 }));
      expect(second.refreshTokenId).toBe(first.refreshTokenId);
      expect(second.refreshToken).not.toBe(first.refreshToken);
      expect((await auth.verifier.verify(second.accessToken)).kind).toBe('verified');
    });

    test('a refresh token that is used again ends its session', async () => {
      const first = await signedIn(auth);
      const other = await signedIn(auth);
      const second = valueOf(await auth.refresh(first.refreshToken, { graceMs: 0 }));
      await aMinuteLater();
      expect(await auth.refresh(first.refreshToken, { graceMs: 0 })).toEqual(refused('invalid-refresh-token'));
      expect(await auth.refresh(second.refreshToken, { graceMs: 0 })).toEqual(refused('invalid-refresh-token'));
      expect((await auth.refresh(other.refreshToken, { graceMs: 0 })).kind).toBe('ok');
    });

    test('a refresh token that is used again after two exchanges ends its session too', async () => {
      const first = await signedIn(auth);
      const second = valueOf(await auth.refresh(first.refreshToken, { graceMs: 0 }));
      const third = valueOf(await auth.refresh(second.refreshToken, { graceMs: 0 }));
      expect(await auth.refresh(first.refreshToken, { graceMs: 60_000 })).toEqual(refused('invalid-refresh-token'));
      expect((await auth.refresh(third.refreshToken, { graceMs: 0 })).kind).toBe('ok');
      await aMinuteLater();
      expect(await auth.refresh(first.refreshToken, { graceMs: 0 })).toEqual(refused('invalid-refresh-token'));
      expect((await auth.refresh(third.refreshToken, { graceMs: 0 })).kind).toBe('refused');
    });

    test('gives the same new one to calls within the grace of a browser', async () => {
      const first = await signedIn(auth);
      const second = valueOf(await auth.refresh(first.refreshToken, { graceMs: 10_000 }));
      const again = valueOf(await auth.refresh(first.refreshToken, { graceMs: 10_000 }));
      expect(again.refreshToken).toBe(second.refreshToken);
    });

    test('gives one new token to concurrent calls of two replicas', async () => {
      const other = await replicas.open();
      const { refreshToken, refreshTokenId } = await signedIn(auth);
      const calls = kind === 'postgres' ? [auth, other, auth, other] : [auth, auth, auth];
      const sessions = await Promise.all(calls.map((replica) => replica.refresh(refreshToken, { graceMs: 0 })));
      expect(new Set(sessions.map((session) => valueOf(session).refreshToken)).size).toBe(1);
      expect((await database.query('select 1 from embutido.renovacao where sessao = $1::uuid', [refreshTokenId])).rowCount).toBe(1);
    });

    test.each(kind === 'postgres' ? ['another replica'] : [])(
      'a refresh token that %s exchanges meanwhile gives its new one, however slow the statements are',
      async () => {
        const { refreshToken } = await signedIn(auth);
        let exchanged: Awaited<ReturnType<AuthBackend['refresh']>> | undefined;
        const slow: Database = {
          kind,
          query: (...statement) => database.query(...statement),
          script: (...script) => database.script(...script),
          listen: (...channel) => database.listen(...channel),
          probe: (timeoutMs) => database.probe(timeoutMs),
          close: () => Promise.resolve(),
          transaction: (work, options) =>
            database.transaction(async (tx) => {
              exchanged = await auth.refresh(refreshToken, { graceMs: 0 });
              const query: typeof tx.query = async (...statement) => {
                await tx.query('select pg_sleep(0.1)');
                return tx.query(...statement);
              };
              return work({ query, script: (...script) => tx.script(...script) });
            }, options),
        };
        const late = await replicas.open({ database: slow });
        const session = valueOf(await late.refresh(refreshToken, { graceMs: 0 }));
        expect(session.refreshToken).toBe(exchanged && valueOf(exchanged).refreshToken);
      },
    );

    test('ends with its time, its account, and its sign-out', async () => {
      const [one, two, three] = [await signedIn(auth), await signedIn(auth), await signedIn(auth)];
      await auth.signOut(one.refreshToken);
      expect(await auth.refresh(one.refreshToken, { graceMs: 0 })).toEqual(refused('invalid-refresh-token'));
      await database.query('update auth.refresh_tokens set expires_at = now() where id = $1::uuid', [two.refreshTokenId]);
      expect(await auth.refresh(two.refreshToken, { graceMs: 0 })).toEqual(refused('invalid-refresh-token'));
      await database.script('update auth.users set disabled = true');
      expect(await auth.refresh(three.refreshToken, { graceMs: 0 })).toEqual(refused('disabled-user'));
      expect(await auth.user(three.user.id)).toBeNull();
    });

    test('brings the roles that the account has now', async () => {
      const session = await signedIn(auth);
      await database.script("update auth.users set default_role = 'editor'; delete from auth.user_roles where role = 'administrador'");
      expect(valueOf(await auth.refresh(session.refreshToken, { graceMs: 0 })).user).toMatchObject({ defaultRole: 'editor' });
    });

    test('an unknown refresh token is refused', async () => {
      expect(await auth.refresh('a7b1a0c6-9f5b-4d4c-8f0c-1f7f4a2f9c11', { graceMs: 0 })).toEqual(refused('invalid-refresh-token'));
    });
  });

  test('sign-out of all sessions ends each of them', async () => {
    const sessions = [await signedIn(auth), await signedIn(auth)];
    await auth.signOut(sessions[0]?.refreshToken ?? '', { all: true });
    for (const { refreshToken } of sessions) expect((await auth.refresh(refreshToken, { graceMs: 0 })).kind).toBe('refused');
  });

  test('a new password ends the other sessions and the old password', async () => {
    const [mine, other] = [await signedIn(auth), await signedIn(auth)];
    const token = { userId: mine.user.id, sessionId: mine.refreshTokenId, text: mine.accessToken };
    expect(await auth.changePassword(token, 'curta')).toEqual(refused('password-too-short'));
    expect(await auth.changePassword(token, 'uma senha nova')).toEqual({ kind: 'ok', value: null });
    expect((await auth.refresh(other.refreshToken, { graceMs: 0 })).kind).toBe('refused');
    expect((await auth.refresh(mine.refreshToken, { graceMs: 0 })).kind).toBe('ok');
    expect(await auth.signIn(ADMINISTRATOR, WAY)).toEqual(refused('invalid-email-password'));
    expect((await signedIn(auth, { ...ADMINISTRATOR, password: 'uma senha nova' })).user.id).toBe(mine.user.id);
  });

  test('a sign-in whose password is changed while it is verified begins no session', async () => {
    const mine = await signedIn(auth);
    const token = { userId: mine.user.id, sessionId: mine.refreshTokenId, text: mine.accessToken };
    const verify = replicas.hasher.verify.bind(replicas.hasher);
    replicas.hasher.verify = async (...given) => {
      const isRight = await verify(...given);
      await auth.changePassword(token, 'uma senha nova');
      return isRight;
    };
    const late = await auth.signIn(ADMINISTRATOR, WAY).finally(() => {
      replicas.hasher.verify = verify;
    });
    expect(late).toEqual(refused('invalid-email-password'));
    const { rows } = await database.query('select id::text as id from auth.refresh_tokens where user_id = $1::uuid', [mine.user.id]);
    expect(rows).toEqual([{ id: mine.refreshTokenId }]);
  });

  test('counts of attempts are removed when their time is over', async () => {
    const inAnHour = Date.now() + 3_600_000;
    await database.query(`insert into embutido.tentativa values ('velha', 3, 1), ('nova', 3, ${inAnHour})`);
    const due: (() => void)[] = [];
    const after = (_ms: number, act: () => void) => {
      due.push(act);
      return () => undefined;
    };
    const forgetting = startForgetting(database, { log: SILENT_LOG, timers: { after } });
    expect(due).toHaveLength(1);
    for (const act of due.splice(0)) act();
    const keys = async (): Promise<unknown[]> =>
      (await database.query('select key from embutido.tentativa order by key')).rows.map(({ key }) => key);
    await expect.poll(keys).toEqual(['nova']);
    forgetting.close();
  });

  describe('the limits', () => {
    const fail = (email: string, from: string | null = WAY) => auth.signIn({ email, password: 'errada' }, from);

    test('the limit of an account and an address together stops the eleventh attempt, before the password is verified', async () => {
      for (let count = 0; count < 10; count += 1) expect(await fail(ADMINISTRATOR.email)).toEqual(refused('invalid-email-password'));
      replicas.hasher.verified.length = 0;
      const stopped = await auth.signIn(ADMINISTRATOR, WAY);
      expect(stopped).toMatchObject({ kind: 'limited' });
      expect(stopped.kind === 'limited' && stopped.retryAfterSeconds).toBeGreaterThan(200);
      expect(replicas.hasher.verified).toEqual([]);
      // The owner, elsewhere, is not locked out by a stranger.
      expect((await auth.signIn(ADMINISTRATOR, '198.51.100.9')).kind).toBe('ok');
    });

    test('one address alone does not use up the limit of an account, even where it goes on when it is refused', async () => {
      for (let count = 0; count < 101; count += 1) await fail(ADMINISTRATOR.email);
      expect((await auth.signIn(ADMINISTRATOR, '198.51.100.9')).kind).toBe('ok');
    });

    test('the limit of an account stops attempts from many addresses', async () => {
      for (let count = 0; count < 100; count += 1) await fail(ADMINISTRATOR.email, `198.51.${Math.floor(count / 9)}.1`);
      expect((await auth.signIn(ADMINISTRATOR, '192.0.2.1')).kind).toBe('limited');
    });

    test('strangers at many addresses do not lock an owner out who has signed in from there before', async () => {
      await signedIn(auth);
      for (let count = 0; count < 101; count += 1) await fail(ADMINISTRATOR.email, `198.51.${Math.floor(count / 9)}.1`);
      expect((await auth.signIn(ADMINISTRATOR, '192.0.2.1')).kind).toBe('limited');
      for (let count = 0; count < 9; count += 1) expect(await fail(ADMINISTRATOR.email)).toEqual(refused('invalid-email-password'));
      expect((await auth.signIn({ ...ADMINISTRATOR, email: 'ANA@instituto.example' }, WAY)).kind).toBe('ok');
      for (let count = 0; count < 10; count += 1) await fail(ADMINISTRATOR.email);
      expect((await auth.signIn(ADMINISTRATOR, WAY)).kind).toBe('limited');
    });

    test('strangers do not lock an owner out of a browser in which the password was right before, wherever it is now', async () => {
      const [device, another] = ['0b54a2f0-1f2e-4c3d-9a8b-123456789012', '1b54a2f0-1f2e-4c3d-9a8b-123456789012'];
      const signIn = (from: string, options?: { readonly device: string }, password = ADMINISTRATOR.password) =>
        auth.signIn({ ...ADMINISTRATOR, password }, from, options);
      expect((await signIn(WAY, { device })).kind).toBe('ok');
      for (let count = 0; count < 101; count += 1) await fail(ADMINISTRATOR.email, `198.51.${Math.floor(count / 9)}.1`);
      expect((await signIn('192.0.2.1')).kind).toBe('limited');
      expect((await signIn('192.0.2.1', { device: another })).kind).toBe('limited');
      // Who has the cookie has ten attempts, from whatever addresses.
      for (let count = 0; count < 9; count += 1) expect((await signIn(`192.0.2.${count}`, { device }, 'errada')).kind).toBe('refused');
      expect((await signIn('192.0.2.1', { device })).kind).toBe('ok');
      for (let count = 0; count < 10; count += 1) await signIn(`203.0.113.${count}`, { device }, 'errada');
      expect((await signIn('192.0.2.2', { device })).kind).toBe('limited');
    });

    test('an address is forgotten half a year after the last sign-in from it', async () => {
      await signedIn(auth);
      await database.query(`update embutido.tentativa set expire = expire - ${180 * 86_400_000} where key like 'conhecido:%'`);
      for (let count = 0; count < 100; count += 1) await fail(ADMINISTRATOR.email, `198.51.${Math.floor(count / 9)}.1`);
      expect((await auth.signIn(ADMINISTRATOR, WAY)).kind).toBe('limited');
    });

    test('the limit of an address stops attempts at many accounts', async () => {
      for (let count = 0; count < 50; count += 1) await fail(`pessoa${count}@instituto.example`);
      expect((await auth.signIn(ADMINISTRATOR, WAY)).kind).toBe('limited');
      expect((await auth.signIn(ADMINISTRATOR, null)).kind).toBe('ok');
    });

    test('are those of all replicas together, where there are several', async () => {
      const other = kind === 'postgres' ? await replicas.open() : auth;
      for (let count = 0; count < 10; count += 1) await fail(ADMINISTRATOR.email);
      expect((await other.signIn(ADMINISTRATOR, WAY)).kind).toBe('limited');
    });

    test('count failures only', async () => {
      for (let count = 0; count < 12; count += 1) await signedIn(auth);
      for (let count = 0; count < 9; count += 1) await fail(ADMINISTRATOR.email);
      await signedIn(auth);
      expect(await fail(ADMINISTRATOR.email)).toEqual(refused('invalid-email-password'));
    });
  });
});
