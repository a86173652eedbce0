/** `/_session/password-link`: a person whose password is lost sets another one by a link in an e-mail, and nobody else does. */
import { randomBytes } from 'node:crypto';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuthBackend } from '../../../server/backend/auth/auth-backend.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { memoryRateLimiter } from '../../../server/backend/rate-limiter.ts';
import { createCaseKeys } from '../../../server/cases/case-keys.ts';
import { createSubmissionLimits } from '../../../server/cases/submission-limits.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { createPasswordLinks, type PasswordLinks } from '../../../server/password-links/password-links.ts';
import { createPasswordLinksRouter, type PasswordLinksRouterOptions } from '../../../server/password-links/router.ts';
import { UNLIMITED } from '../../../shared/cache/admission.ts';
import { NEW_PASSWORD_ADDRESS, PASSWORD_LINK_PATH, PASSWORD_LINK_SENT_PATH } from '../../../shared/session/session-address.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { JSON_TYPE, OWN_PAGE, SITE, submit } from './auth-site.ts';
import { mailFromMemory } from './memory-account-queue.ts';
import { ADMINISTRATOR, Replicas, signedIn, valueOf } from './replica.ts';

const HOUR_MS = 3_600_000;
const ADMIN = { userId: null, role: 'admin' };
const NEW = 'outra senha da Ana';

describe.each(['pglite', 'postgres'] as const)('on %s', (kind) => {
  let replicas: Replicas;
  let database: Database;
  let auth: AuthBackend;
  beforeAll(async () => {
    replicas = await Replicas.on(kind);
    database = await replicas.database();
  }, 120_000);
  beforeEach(async () => {
    await replicas.end();
    await database.script('truncate embutido.renovacao, embutido.tentativa; delete from auth.users');
    auth = await replicas.open();
  });
  afterAll(() => replicas.close());

  const opened = async (accounts = auth.accounts) => {
    const sent: { readonly to: string; readonly text: string }[] = [];
    const keys = createCaseKeys([randomBytes(32)]);
    const now = (): number => replicas.now;
    const mail = mailFromMemory(
      {
        transport: () => ({
          send: async (to, { text }) => void sent.push({ to, text }),
          check: () => Promise.resolve(),
          close: () => undefined,
        }),
        accounts: auth.accounts,
        keys: () => Promise.resolve(keys),
        site: () => ({ name: 'Instituto', timeZone: 'America/Sao_Paulo' }),
        siteOrigin: SITE,
        log: SILENT_LOG,
      },
      now,
    );
    const asked: Promise<void>[] = [];
    const made = createPasswordLinks({
      accounts,
      keys: () => Promise.resolve(keys),
      rateLimiter: memoryRateLimiter,
      mail,
      log: SILENT_LOG,
      now,
    });
    const links: PasswordLinks = {
      ...made,
      ask: (email) => {
        const asking = made.ask(email);
        asked.push(asking);
        return asking;
      },
    };
    const site = await siteOf({
      links,
      limits: createSubmissionLimits(memoryRateLimiter, () => Promise.resolve(keys), [
        { name: 'navegador', points: 10, seconds: 3_600 },
        { name: 'endereco', points: 60, seconds: 3_600 },
      ]),
    });
    const pathOf = (text = ''): string => new RegExp(`${SITE}(\\S+)`).exec(text)?.[1] ?? '';
    return {
      site,
      links,
      sent,
      /** Asks as a person does, and returns the path of the link that came. */
      async linkFor(email: string): Promise<string> {
        await submit(site, PASSWORD_LINK_PATH, { email });
        await Promise.all(asked);
        return pathOf(sent.at(-1)?.text);
      },
      pathOf,
      [Symbol.asyncDispose]: () => site.close(),
    };
  };
  type Opened = Awaited<ReturnType<typeof opened>>;
  const page = async (site: Listening, path: string): Promise<readonly [number, unknown]> => {
    const answer = await fetch(`${site.origin}${path}`);
    return [answer.status, await answer.json()];
  };
  const set = ({ site }: Opened, path: string, password: string, headers = {}) =>
    submit(site, path, { password, again: password }, headers);

  test('the link sets a password once, ends all sessions and leaves the second factor', async () => {
    await using door = await opened();
    const before = await signedIn(auth);
    const path = await door.linkFor(ADMINISTRATOR.email.toUpperCase());
    expect(door.sent.map(({ to }) => to)).toEqual([ADMINISTRATOR.email]);
    expect(await page(door.site, path)).toEqual([
      200,
      { kind: 'set', action: path, email: ADMINISTRATOR.email, problem: null, faulty: 'password' },
    ]);

    const answer = await set(door, path, NEW);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, NEW_PASSWORD_ADDRESS]);
    expect((await auth.signIn(ADMINISTRATOR, null)).kind).toBe('refused');
    expect(await auth.refresh(before.refreshToken, { graceMs: 0 })).toEqual({ kind: 'refused', fault: 'invalid-refresh-token' });
    valueOf(await auth.signIn({ ...ADMINISTRATOR, password: NEW }, null));

    expect(await page(door.site, path)).toEqual([410, { kind: 'expired' }]);
    expect((await set(door, path, 'uma terceira senha')).status).toBe(410);
    valueOf(await auth.signIn({ ...ADMINISTRATOR, password: NEW }, null));
  });

  test('a link for whose password there is no turn goes on, and says when to try again', async () => {
    const setPasswordOf: AuthBackend['accounts']['setPasswordOf'] = () => Promise.resolve({ kind: 'limited', retryAfterSeconds: 5 });
    await using door = await opened({ ...auth.accounts, setPasswordOf });
    const path = await door.linkFor(ADMINISTRATOR.email);
    const answer = await set(door, path, NEW);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await page(door.site, path))[0]).toBe(200);
  });

  test('of two who use a link at the same moment one sets the password, and neither does after another change', async () => {
    let found = 0;
    let change: () => Promise<unknown> = () => Promise.resolve();
    const both = Promise.withResolvers<void>();
    const passwordOwner: AuthBackend['accounts']['passwordOwner'] = async (of) => {
      const owner = await auth.accounts.passwordOwner(of);
      if ('userId' in of) {
        found += 1;
        if (found === 2) both.resolve();
        await both.promise;
        await change();
      }
      return owner;
    };
    await using door = await opened({ ...auth.accounts, passwordOwner });
    const keyOf = (path: string): string => path.slice(PASSWORD_LINK_PATH.length + 1);
    const key = keyOf(await door.linkFor(ADMINISTRATOR.email));
    const outcomes = await Promise.all([NEW, 'a senha de Eva'].map((password) => door.links.set(key, password)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['ok', 'refused']);
    const set = [NEW, 'a senha de Eva'][outcomes.findIndex(({ kind }) => kind === 'ok')] ?? '';
    const { user } = await signedIn(auth, { ...ADMINISTRATOR, password: set });

    const second = keyOf(await door.linkFor(ADMINISTRATOR.email));
    change = () => auth.accounts.resetPassword(user.id, 'a senha que o administrador deu', ADMIN);
    expect(await door.links.set(second, 'a senha de Eva')).toEqual({ kind: 'refused', fault: 'invalid-ticket' });
    await signedIn(auth, { ...ADMINISTRATOR, password: 'a senha que o administrador deu' });
  });

  test('an address without an account, and one that may not sign in, have the answer of every other and no message', async () => {
    await using door = await opened();
    const { user } = valueOf(await auth.accounts.create({ email: 'bia@instituto.example', displayName: 'Bia', role: 'editor' }, ADMIN));
    valueOf(await auth.accounts.change(user.id, { disabled: true }, ADMIN));
    for (const email of [ADMINISTRATOR.email, 'ninguem@instituto.example', 'bia@instituto.example']) {
      const answer = await submit(door.site, PASSWORD_LINK_PATH, { email });
      expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([
        303,
        PASSWORD_LINK_SENT_PATH,
        'See Other. Redirecting to /_session/password-link/sent',
      ]);
    }
    await door.linkFor('ninguem@instituto.example');
    expect(door.sent.map(({ to }) => to)).toEqual([ADMINISTRATOR.email]);
  });

  test('a link ends after an hour, that of a new account after three days, and one that was changed is none', async () => {
    await using door = await opened();
    const path = await door.linkFor(ADMINISTRATOR.email);
    const [key = '', ...rest] = path.split('.');
    const changed = [
      `${key}.zzzzzz.${rest[1]}`,
      path.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      `${PASSWORD_LINK_PATH}/nada`,
      path.replace(/[0-9a-f]{8}-/, '00000000-'),
    ];
    for (const other of changed) expect(await page(door.site, other)).toEqual([410, { kind: 'expired' }]);
    const { user } = valueOf(await auth.accounts.create({ email: 'bia@instituto.example', displayName: 'Bia', role: 'editor' }, ADMIN));
    await door.links.invite(user.id);
    const invitation = door.pathOf(door.sent.at(-1)?.text);
    replicas.now += HOUR_MS;
    expect((await page(door.site, path))[0]).toBe(410);
    expect((await set(door, path, NEW)).status).toBe(410);
    replicas.now += 70 * HOUR_MS;
    expect(await set(door, invitation, 'a senha da Bia')).toMatchObject({ status: 303 });
    valueOf(await auth.signIn({ email: 'bia@instituto.example', password: 'a senha da Bia' }, null));
  });

  test('a password of another length, and one that is not typed twice, goes back with the reason, and the link still works', async () => {
    await using door = await opened();
    const path = await door.linkFor(ADMINISTRATOR.email);
    for (const password of ['', 'curta', 'x'.repeat(51)]) {
      const answer = await set(door, path, password);
      const problem = 'A senha tem de 8 a 50 caracteres.';
      expect([answer.status, await answer.json()]).toEqual([
        422,
        { kind: 'set', action: path, email: ADMINISTRATOR.email, problem, faulty: 'password' },
      ]);
    }
    const different = await submit(door.site, path, { password: NEW, again: 'outra senha da Eva' });
    expect([different.status, await different.json()]).toMatchObject([422, { kind: 'set', faulty: 'again' }]);
    valueOf(await auth.signIn(ADMINISTRATOR, null));
    expect((await set(door, path, NEW)).status).toBe(303);
  });

  test('a password that cannot be kept now is asked for again, and not said to be in the form', async () => {
    const away = (): Promise<never> => Promise.reject(new Error('the database is away'));
    let owner: AuthBackend['accounts']['passwordOwner'] = (of) => auth.accounts.passwordOwner(of);
    await using door = await opened({ ...auth.accounts, passwordOwner: (of) => owner(of), setPasswordOf: away });
    const path = await door.linkFor(ADMINISTRATOR.email);
    const form = {
      kind: 'set',
      action: path,
      problem: 'A senha não foi guardada. Digite-a de novo em alguns minutos.',
      faulty: 'password',
    };
    const unset = await set(door, path, NEW);
    expect([unset.status, await unset.json()]).toEqual([503, { ...form, email: ADMINISTRATOR.email }]);
    owner = away;
    const unread = await set(door, path, NEW);
    expect([unread.status, await unread.json()]).toEqual([503, { ...form, email: '' }]);
  });

  test('what the page of a link loads does not name it as the page that it comes from', async () => {
    await using door = await opened();
    const answer = await fetch(`${door.site.origin}${await door.linkFor(ADMINISTRATOR.email)}`);
    expect([answer.status, answer.headers.get('referrer-policy')]).toEqual([200, 'strict-origin']);
  });

  test('an address that is none goes back as it was typed', async () => {
    await using door = await opened();
    for (const [email, problem] of [
      ['', 'Digite seu e-mail.'],
      ['ana@', 'Confira o e-mail: falta alguma parte.'],
    ] as const) {
      const answer = await submit(door.site, PASSWORD_LINK_PATH, { email });
      expect([answer.status, await answer.json()]).toEqual([422, { kind: 'ask', email, problem }]);
    }
  });

  test('another site sets no password and asks for no link', async () => {
    await using door = await opened();
    const path = await door.linkFor(ADMINISTRATOR.email);
    const foreign = { origin: 'https://mal.example', 'sec-fetch-site': 'cross-site' };
    expect((await set(door, path, NEW, foreign)).status).toBe(403);
    expect((await submit(door.site, PASSWORD_LINK_PATH, { email: ADMINISTRATOR.email }, foreign)).status).toBe(403);
    valueOf(await auth.signIn(ADMINISTRATOR, null));
  });

  test('an account gets three messages in an hour, and a client that asks for many links has to wait', async () => {
    await using door = await opened();
    for (let count = 0; count < 5; count += 1) await door.linkFor(ADMINISTRATOR.email);
    expect(door.sent).toHaveLength(3);
    for (let count = 0; count < 5; count += 1) await door.linkFor('ninguem@instituto.example');
    const answer = await submit(door.site, PASSWORD_LINK_PATH, { email: 'ana@outro.example' });
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0, await answer.json()]).toEqual([
      429,
      true,
      { kind: 'ask', email: 'ana@outro.example', problem: expect.stringMatching(/^Muitas tentativas/) },
    ]);
  });

  test('the record of changes names the person', async () => {
    await database.script(
      'create table if not exists public.auditoria (tabela text, chave text, operacao text, usuario uuid, papel text, transacao bigint, alteracoes jsonb)',
    );
    await using door = await opened();
    await set(door, await door.linkFor(ADMINISTRATOR.email), NEW);
    const { rows } = await database.query(
      'select tabela, operacao, usuario::text = chave as is_own, papel, alteracoes from public.auditoria',
    );
    expect(rows).toEqual([
      { tabela: 'users', operacao: 'UPDATE', is_own: true, papel: 'administrador', alteracoes: { password_hash: null } },
    ]);
    await database.script('drop table public.auditoria');
  });
});

/** Serves the pages as the site does; each is its screen as JSON. */
function siteOf(options: Pick<PasswordLinksRouterOptions, 'links' | 'limits'>): Promise<Listening> {
  const app = express();
  app.use(requestContext(SILENT_LOG));
  app.use(
    createPasswordLinksRouter({
      ...options,
      siteOrigin: SITE,
      clientOf: () => '203.0.113.7',
      admit: () => UNLIMITED,
      sendPage: async (_req, res, screen, status) => {
        res.status(status).json(screen);
      },
      log: SILENT_LOG,
    }),
  );
  app.use(errorHandler(SILENT_LOG));
  return listening(app);
}

test('a site without mail says so, and takes no form', async () => {
  await using site = await siteOf({ links: null, limits: { count: () => Promise.resolve(0) } });
  expect(await (await fetch(`${site.origin}${PASSWORD_LINK_PATH}`)).json()).toEqual({ kind: 'unavailable' });
  const posted = await fetch(`${site.origin}${PASSWORD_LINK_PATH}`, { method: 'POST', body: '{}', headers: { ...JSON_TYPE, ...OWN_PAGE } });
  expect(posted.status).toBe(405);
});
