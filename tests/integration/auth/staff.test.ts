import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountChange, AuthBackend, AuthUser } from '../../../server/backend/auth/auth-backend.ts';
import { TooManyPasswordsError } from '../../../server/backend/auth/password-turns.ts';
import { openEmbeddedAuth } from '../../../server/backend/embedded/auth/embedded-auth.ts';
import type { PasswordHasher } from '../../../server/backend/embedded/auth/passwords.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { createGraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { createHostedAccounts } from '../../../server/backend/nhost/auth/hosted-accounts.ts';
import type { Logger } from '../../../server/observability/log.ts';
import { projectMetadata } from '../../support/project-metadata.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { CountingHasher } from './counting-hasher.ts';
import { ADMINISTRATOR, Replicas, signedIn, valueOf, WAY } from './replica.ts';

const refused = (fault: string) => ({ kind: 'refused', fault });
const BIA = { email: 'bia@instituto.example', displayName: 'Bia', role: 'editor' } as const;

/** A caller that has the admin secret. */
const BY = { userId: null, role: 'admin' };

describe.each(['pglite', 'postgres'] as const)('the staff on %s', (kind) => {
  let replicas: Replicas;
  let database: Database;
  beforeAll(async () => {
    replicas = await Replicas.on(kind);
    database = await replicas.database();
  }, 120_000);
  beforeEach(() => database.script('truncate embutido.renovacao, embutido.codigo_usado, embutido.tentativa; delete from auth.users'));
  afterAll(() => replicas.close());

  const engineOfAccounts = async () => {
    const metadata = await projectMetadata();
    const tables = metadata.tables.filter(({ table }) => table.schema === 'auth');
    return createGraphqlEngine({ database, metadata: { ...metadata, tables, functions: [] } });
  };

  const emails = async (): Promise<unknown[]> =>
    (await database.query('select email::text as email from auth.users order by email')).rows.map((row) => row['email']);

  describe('the first administrator', () => {
    const logged: [level: string, fields: object, message: string][] = [];
    const log: Logger = {
      ...SILENT_LOG,
      info: (fields, message) => void logged.push(['info', fields, message]),
      warn: (fields, message) => void logged.push(['warn', fields, message]),
    };
    const start = async (own: Database, told: unknown[], password: string | null = null): Promise<void> => {
      const firstAdministrator = { email: ADMINISTRATOR.email, password, tell: (account: unknown) => void told.push(account) };
      const opened = await openEmbeddedAuth({ database: own, hasher: new CountingHasher(), log, firstAdministrator });
      await opened.close();
    };

    test('is made once by replicas that start together, and its password is told once', async () => {
      const told: { email: string; password: string }[] = [];
      await Promise.all([start(database, told), start(await replicas.database(), told), start(database, told)]);
      await start(database, told);
      expect([await emails(), told.length]).toEqual([[ADMINISTRATOR.email], 1]);
      expect(told[0]?.password).toMatch(/^(?:[a-z2-9]{4}-){5}[a-z2-9]{4}$/);
      const auth = await replicas.open();
      expect((await signedIn(auth, told[0])).user.defaultRole).toBe('administrador');
    });

    test('a password that the operator has set is not told', async () => {
      const told: unknown[] = [];
      await start(database, told, 'senha da operadora');
      expect([await emails(), told]).toEqual([[ADMINISTRATOR.email], []]);
    });

    test('is made again where no administrator can sign in, with the account of that address', async () => {
      await start(database, [], 'primeira senha');
      await database.script("update auth.users set disabled = true, active_mfa_type = 'totp', totp_secret = 'JBSWY3DPEHPK3PXP'");
      logged.length = 0;
      await start(database, [], 'segunda senha');
      await start(database, [], 'terceira senha');
      const { rows } = await database.query('select id::text as "userId" from auth.users');
      const message = 'an account that was there was made administrator at this start: it has a new password and no second factor';
      expect(logged).toEqual([['warn', rows[0], message]]);
      const auth = await replicas.open();
      expect((await signedIn(auth, { email: ADMINISTRATOR.email, password: 'segunda senha' })).user.email).toBe(ADMINISTRATOR.email);
      expect(await emails()).toHaveLength(1);
    });

    test('a session that was open before the account was made again is not continued', async () => {
      await start(database, [], 'primeira senha');
      const auth = await replicas.open();
      const { refreshToken } = await signedIn(auth, { email: ADMINISTRATOR.email, password: 'primeira senha' });
      await database.script('update auth.users set disabled = true');
      await start(database, [], 'segunda senha');
      expect(await auth.refresh(refreshToken, { graceMs: 0 })).toEqual(refused('invalid-refresh-token'));
    });
  });

  describe('accounts', () => {
    let auth: AuthBackend;
    let ana: AuthUser;
    beforeEach(async () => {
      auth = await replicas.open();
      ana = (await signedIn(auth)).user;
    });

    test('are made with a role of the staff and a password that is told once', async () => {
      const { user, password } = valueOf(await auth.accounts.create(BIA, BY));
      expect(user).toMatchObject({ defaultRole: 'editor', displayName: 'Bia', emailVerified: true });
      expect(user.roles.toSorted()).toEqual(['editor', 'me', 'user']);
      expect((await signedIn(auth, { email: BIA.email, password })).user.id).toBe(user.id);
      expect(await auth.accounts.create({ ...BIA, email: BIA.email.toUpperCase() }, BY)).toEqual(refused('email-already-in-use'));
      expect(await auth.accounts.create({ ...BIA, email: 'c@d.example', password: 'curta' }, BY)).toEqual(refused('password-too-short'));
    });

    test('an editor’s account may answer citizens too, which stays with another role and ends its sessions', async () => {
      const { user, password } = valueOf(await auth.accounts.create(BIA, BY));
      const rolesAfter = async (change: AccountChange): Promise<readonly string[]> =>
        valueOf(await auth.accounts.change(user.id, change, BY)).roles.toSorted();
      const before = await signedIn(auth, { email: BIA.email, password });
      expect(await rolesAfter({ answersCases: true })).toEqual(['editor', 'me', 'ouvidor', 'user']);
      expect((await auth.refresh(before.refreshToken, { graceMs: 0 })).kind).toBe('refused');
      expect((await signedIn(auth, { email: BIA.email, password })).user.defaultRole).toBe('editor');
      expect(await rolesAfter({ role: 'administrador' })).toEqual(['administrador', 'editor', 'me', 'ouvidor', 'user']);
      expect(await rolesAfter({ answersCases: false })).toEqual(['administrador', 'editor', 'me', 'user']);
      expect(await rolesAfter({ role: 'ouvidor' })).toEqual(['me', 'ouvidor', 'user']);
      expect(await rolesAfter({ role: 'editor' })).toEqual(['editor', 'me', 'user']);
    });

    test('lose their sessions with their role or their right to sign in', async () => {
      const { user, password } = valueOf(await auth.accounts.create(BIA, BY));
      const credentials = { email: BIA.email, password };
      const first = await signedIn(auth, credentials);
      expect(valueOf(await auth.accounts.change(user.id, { role: 'administrador', displayName: 'Beatriz' }, BY))).toMatchObject({
        defaultRole: 'administrador',
        displayName: 'Beatriz',
      });
      expect((await auth.refresh(first.refreshToken, { graceMs: 0 })).kind).toBe('refused');
      const second = await signedIn(auth, credentials);
      expect(valueOf(await auth.accounts.change(user.id, { role: 'editor' }, BY)).roles).not.toContain('administrador');
      await auth.accounts.change(user.id, { disabled: true }, BY);
      expect((await auth.refresh(second.refreshToken, { graceMs: 0 })).kind).toBe('refused');
      expect(await auth.signIn(credentials, WAY)).toEqual(refused('disabled-user'));
      expect(valueOf(await auth.accounts.change(user.id, { disabled: false }, BY)).id).toBe(user.id);
      expect((await signedIn(auth, credentials)).user.id).toBe(user.id);
    });

    test('get a new password, which ends their sessions', async () => {
      const { user, password } = valueOf(await auth.accounts.create(BIA, BY));
      const session = await signedIn(auth, { email: BIA.email, password });
      const reset = valueOf(await auth.accounts.resetPassword(user.id, undefined, BY));
      expect(reset.password).not.toBe(password);
      expect((await auth.refresh(session.refreshToken, { graceMs: 0 })).kind).toBe('refused');
      expect((await signedIn(auth, { email: BIA.email, password: reset.password })).user.id).toBe(user.id);
    });

    test('lose a second factor that its owner has lost', async () => {
      const { user, password } = valueOf(await auth.accounts.create(BIA, BY));
      await database.query("update auth.users set active_mfa_type = 'totp', totp_secret = 'JBSWY3DPEHPK3PXP' where id = $1::uuid", [
        user.id,
      ]);
      await auth.accounts.change(user.id, { resetTotp: true }, BY);
      expect((await signedIn(auth, { email: BIA.email, password })).user.activeMfaType).toBeNull();
    });

    test('always have an administrator among them', async () => {
      expect(await auth.accounts.change(ana.id, { disabled: true }, BY)).toEqual(refused('last-administrator'));
      expect(await auth.accounts.change(ana.id, { role: 'editor' }, BY)).toEqual(refused('last-administrator'));
      expect((await auth.user(ana.id))?.defaultRole).toBe('administrador');
      const { user } = valueOf(await auth.accounts.create({ ...BIA, role: 'administrador' }, BY));
      const both = await Promise.all([
        auth.accounts.change(ana.id, { disabled: true }, BY),
        auth.accounts.change(user.id, { disabled: true }, BY),
      ]);
      expect(both.map((result) => (result.kind === 'refused' ? result.fault : result.kind)).toSorted()).toEqual([
        'last-administrator',
        'ok',
      ]);
    });

    test('always have an administrator among them, also where a hosted backend keeps them', async () => {
      const engine = await engineOfAccounts();
      const bothAsk = Promise.withResolvers<void>();
      let mutations = 0;
      const accounts = createHostedAccounts({
        async execute(request, options) {
          if (request.query.startsWith('mutation')) {
            mutations += 1;
            if (mutations === 2) bothAsk.resolve();
            await bothAsk.promise;
          }
          return engine.execute(request, options);
        },
      });
      const bia = valueOf(await auth.accounts.create({ ...BIA, role: 'administrador' }, BY)).user;
      const both = await Promise.all([accounts.change(ana.id, { disabled: true }, BY), accounts.change(bia.id, { role: 'editor' }, BY)]);
      const [before] = both.flatMap((result) => (result.kind === 'ok' ? [] : [result]));
      expect([both.filter(({ kind }) => kind === 'ok').length, before]).toEqual([1, refused('last-administrator')]);
      const last = both[0]?.kind === 'ok' ? bia : ana;
      expect(await accounts.change(last.id, { disabled: true, role: 'editor' }, BY)).toEqual(refused('last-administrator'));
      expect((await accounts.user(last.id))?.roles).toContain('administrador');
    });

    test('whose password a link may set is found by e-mail and by id, embedded and hosted alike, and is marked anew by each password', async () => {
      const hosted = createHostedAccounts(await engineOfAccounts());
      const { user } = valueOf(await auth.accounts.create(BIA, BY));
      const marks: unknown[] = [];
      for (const accounts of [auth.accounts, hosted]) {
        for (const of of [{ email: BIA.email.toUpperCase() }, { userId: user.id }]) {
          const owner = await accounts.passwordOwner(of);
          expect(owner).toEqual({ id: user.id, email: BIA.email, role: 'editor', passwordMark: expect.any(String) });
          marks.push(owner?.passwordMark);
        }
        expect(await accounts.passwordOwner({ email: 'ninguem@instituto.example' })).toBeNull();
      }
      expect(new Set(marks).size).toBe(1);
      for (const accounts of [auth.accounts, hosted]) {
        await accounts.resetPassword(user.id, undefined, BY);
        marks.push((await accounts.passwordOwner({ userId: user.id }))?.passwordMark);
      }
      expect(new Set(marks).size).toBe(3);
      for (const accounts of [auth.accounts, hosted]) {
        const { password } = valueOf(await auth.accounts.resetPassword(user.id, undefined, BY));
        const before = await signedIn(auth, { email: BIA.email, password });
        const owner = await accounts.passwordOwner({ userId: user.id });
        if (owner === null) throw new Error('there is no account');
        expect(await accounts.setPasswordOf(owner, 'curta')).toEqual(refused('password-too-short'));
        expect((await auth.refresh(before.refreshToken, { graceMs: 60_000 })).kind).toBe('ok');
        expect(await accounts.setPasswordOf(owner, 'a senha da Bia')).toEqual({ kind: 'ok', value: null });
        expect((await auth.refresh(before.refreshToken, { graceMs: 60_000 })).kind).toBe('refused');
        const after = (await accounts.passwordOwner({ userId: user.id }))?.passwordMark;
        expect(await accounts.setPasswordOf(owner, 'a senha de Eva')).toEqual(refused('invalid-ticket'));
        expect((await accounts.passwordOwner({ userId: user.id }))?.passwordMark).toBe(after);
      }
      const owner = await auth.accounts.passwordOwner({ userId: user.id });
      await auth.accounts.change(user.id, { disabled: true }, BY);
      for (const accounts of [auth.accounts, hosted]) {
        expect(await accounts.passwordOwner({ userId: user.id })).toBeNull();
        expect(owner === null ? null : await accounts.setPasswordOf(owner, 'a senha de Eva')).toEqual(refused('invalid-ticket'));
      }
    });

    test('get another address, by which they sign in, unless another account has it, embedded and hosted alike', async () => {
      const hosted = createHostedAccounts(await engineOfAccounts());
      const { user, password } = valueOf(await auth.accounts.create(BIA, BY));
      const session = await signedIn(auth, { email: BIA.email, password });
      for (const accounts of [auth.accounts, hosted]) {
        const before = await accounts.passwordOwner({ userId: user.id });
        const email = accounts === hosted ? 'beatriz@instituto.example' : 'bia.sa@instituto.example';
        expect(await accounts.change(user.id, { email: ana.email?.toUpperCase() }, BY)).toEqual(refused('email-already-in-use'));
        expect(valueOf(await accounts.change(user.id, { email, displayName: 'Bia Sá' }, BY))).toMatchObject({
          email,
          displayName: 'Bia Sá',
        });
        expect((await accounts.passwordOwner({ userId: user.id }))?.passwordMark).not.toBe(before?.passwordMark);
        expect((await signedIn(auth, { email, password })).user.id).toBe(user.id);
      }
      expect((await auth.signIn({ email: BIA.email, password }, WAY)).kind).toBe('refused');
      expect((await auth.refresh(session.refreshToken, { graceMs: 0 })).kind).toBe('ok');
    });

    test('stay administrators where their new address is refused, embedded and hosted alike', async () => {
      const hosted = createHostedAccounts(await engineOfAccounts());
      const { user } = valueOf(await auth.accounts.create({ ...BIA, role: 'administrador' }, BY));
      const change: AccountChange = { email: ana.email ?? '', role: 'editor', disabled: true };
      for (const accounts of [auth.accounts, hosted]) {
        expect(await accounts.change(user.id, change, BY)).toEqual(refused('email-already-in-use'));
        expect(await hosted.user(user.id)).toMatchObject({
          defaultRole: 'administrador',
          roles: expect.arrayContaining(['administrador']),
        });
      }
    });

    test('get no new password while too many are hashed, and are told to come back', async () => {
      const busy: PasswordHasher = {
        isOutdated: () => false,
        verify: (hashed, password) => replicas.hasher.verify(hashed, password),
        hash: () => Promise.reject(new TooManyPasswordsError('full')),
      };
      const crowded = await replicas.open({ hasher: busy });
      const { user, password } = valueOf(await auth.accounts.create(BIA, BY));
      const owner = await auth.accounts.passwordOwner({ userId: user.id });
      const limited = { kind: 'limited', retryAfterSeconds: 5 };
      const token = { userId: user.id, sessionId: null, text: '' };
      expect(await crowded.changePassword(token, 'a senha de Eva')).toEqual(limited);
      expect(await crowded.accounts.resetPassword(user.id, 'a senha de Eva', BY)).toEqual(limited);
      expect(await crowded.accounts.create({ ...BIA, email: 'caio@instituto.example' }, BY)).toEqual(limited);
      expect(owner === null ? null : await crowded.accounts.setPasswordOf(owner, 'a senha de Eva')).toEqual(limited);
      expect((await signedIn(auth, { email: BIA.email, password })).user.id).toBe(user.id);
    });

    test('of a hosted service are hashed for a bounded number of callers at once', async () => {
      const execute = (): Promise<never> => Promise.reject(new Error('the service is away'));
      const accounts = createHostedAccounts({ execute });
      const crowd = await Promise.allSettled(Array.from({ length: 40 }, () => accounts.resetPassword('x', 'a senha de Eva', BY)));
      const refusals = crowd.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value.kind);
      expect(refusals).toEqual(Array<string>(6).fill('limited'));
    });

    test('unknown accounts are not changed', async () => {
      const nobody = '33333333-0000-4000-8000-000000000001';
      expect(await auth.accounts.change(nobody, { disabled: true }, BY)).toEqual(refused('user-not-found'));
      expect(await auth.accounts.resetPassword(nobody, undefined, BY)).toEqual(refused('user-not-found'));
    });
  });
});
