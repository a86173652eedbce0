/** `/_session`: the session of a browser, in cookies that no script reads. */
import cookieParser from 'cookie-parser';
import type { Response as ExpressResponse, Request } from 'express';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, DatabaseError } from '../../../server/backend/embedded/database.ts';
import { cookiesOf } from '../../../server/http/token.ts';
import type { Listening } from '../../support/listening.ts';
import { authSite, post, SITE, submit } from './auth-site.ts';
import { ADMINISTRATOR, Replicas } from './replica.ts';

let replicas: Replicas;
let site: Listening;
beforeAll(async () => {
  replicas = await Replicas.on('pglite');
}, 120_000);
beforeEach(async () => {
  const database = await replicas.database();
  await database.script('truncate embutido.renovacao, embutido.codigo_usado; delete from auth.users');
  await site?.close();
  site = await authSite(await replicas.open());
});
afterAll(async () => {
  await site.close();
  await replicas.close();
});

const TOKEN = 'apollo:default.token';
const REFRESH = 'apollo:default.refresh';

/** The value of a cookie that a response sets, as cookie-parser reads it back. */
function cookieOf(response: Response, name: string): string {
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const request = { headers: { cookie } } as Request;
  cookieParser()(request, {} as ExpressResponse, () => undefined);
  return (request.cookies as Record<string, string | undefined>)[name] ?? '';
}

const cookies = (response: Response): { cookie: string } => ({
  cookie: `${TOKEN}=${cookieOf(response, TOKEN)}; ${REFRESH}=${cookieOf(response, REFRESH)}`,
});
const whoIs = async (headers: Record<string, string>): Promise<unknown> => (await fetch(`${site.origin}/_session`, { headers })).json();
const NOBODY = { user: null, role: null, answersCases: false, expiresAt: null, canRefresh: false };

describe('sign-in', () => {
  test('a sign-in by script sets its cookies with their attributes and answers without a token', async () => {
    const answer = await post(site, '/_session', ADMINISTRATOR);
    expect(answer.status).toBe(200);
    const [token = '', refresh = '', device = ''] = answer.headers.getSetCookie();
    expect(token).toMatch(/^apollo:default\.token=[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(refresh).toMatch(/^apollo:default\.refresh=[\w-]+; Max-Age=2592000; Path=\/_session; HttpOnly; Secure; SameSite=Strict$/);
    expect(device).toMatch(/^portal\.dispositivo=[\w-]{36}; Max-Age=15552000; Path=\/_session; HttpOnly; Secure; SameSite=Strict$/);
    const text = await answer.text();
    for (const name of [TOKEN, REFRESH]) expect(text).not.toContain(cookieOf(answer, name));
    expect(JSON.parse(text)).toMatchObject({ role: 'administrador', user: { email: ADMINISTRATOR.email, hasTotp: false } });
    expect(cookiesOf({ cookie: cookies(answer).cookie })[TOKEN]).toBe(cookieOf(answer, TOKEN));
    expect(await whoIs(cookies(answer))).toMatchObject({ role: 'administrador', canRefresh: true });
  });

  test('a sign-in in development sets cookies without Secure', async () => {
    await using local = await authSite(await replicas.open(), { secureCookies: false });
    const answer = await post(local, '/_session', ADMINISTRATOR);
    expect(answer.headers.getSetCookie().filter((line) => line.includes('Secure'))).toEqual([]);
  });

  test('a sign-in by form leads to the administration', async () => {
    const answer = await submit(site, '/_session', { ...ADMINISTRATOR, email: ` ${ADMINISTRATOR.email} ` });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin']);
    expect(answer.headers.getSetCookie()).toHaveLength(3);
  });

  test('a browser in which the password was right keeps its name, and signs in where strangers have used up the attempts of the account', async () => {
    const at = (address: string, cookie = '') => ({ 'x-de': address, ...(cookie === '' ? {} : { cookie }) });
    const cookie = `portal.dispositivo=${cookieOf(await post(site, '/_session', ADMINISTRATOR, at('192.0.2.1')), 'portal.dispositivo')}`;
    const wrong = { ...ADMINISTRATOR, password: 'outra senha' };
    for (let count = 0; count < 101; count += 1) await post(site, '/_session', wrong, at(`198.51.${Math.floor(count / 9)}.1`));
    expect((await post(site, '/_session', ADMINISTRATOR, at('192.0.2.7'))).status).toBe(429);
    const again = await post(site, '/_session', ADMINISTRATOR, at('192.0.2.7', cookie));
    expect([again.status, `portal.dispositivo=${cookieOf(again, 'portal.dispositivo')}`]).toEqual([200, cookie]);
  });

  test.each([
    [{ email: 'ana@instituto.example', password: 'outra' }, 401, [null, 'E-mail ou senha incorretos.']],
    [{ email: 'ana@instituto.example', password: 'x' }, 401, [null, 'E-mail ou senha incorretos.']],
    [{ email: '', password: 'abc' }, 422, ['email', 'Digite seu e-mail.']],
    [{ email: 'ana', password: 'abc' }, 422, ['email', 'Confira o e-mail: falta alguma parte.']],
    [{ email: 'ana@instituto.example', password: '' }, 422, ['password', 'Digite sua senha.']],
  ])('a sign-in by form with %j sends the page back with %i and the e-mail', async (fields, status, [field, message]) => {
    const answer = await submit(site, '/_session', fields);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([status, []]);
    expect(await answer.json()).toEqual({ email: fields.email, ticket: null, record: null, errors: [{ field, message }] });
  });

  test('a sign-in by form says how long to wait after too many attempts', async () => {
    for (let count = 0; count < 10; count += 1) await submit(site, '/_session', { ...ADMINISTRATOR, password: 'outra' });
    const answer = await submit(site, '/_session', ADMINISTRATOR);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await answer.json()).toMatchObject({
      errors: [{ message: 'Muitas tentativas em pouco tempo. Espere 10 minutos e tente de novo.' }],
    });
  });

  test('ends the session that the browser had', async () => {
    const first = cookies(await post(site, '/_session', ADMINISTRATOR));
    await post(site, '/_session', ADMINISTRATOR, first);
    expect((await post(site, '/_session/refresh', {}, first)).status).toBe(401);
  });

  test('asks for the one-time code where the account has a second factor, by form and by script', async () => {
    const database = await replicas.database();
    await database.script("update auth.users set active_mfa_type = 'totp', totp_secret = 'JBSWY3DPEHPK3PXP'");
    const asked = await submit(site, '/_session', ADMINISTRATOR);
    expect([asked.status, asked.headers.getSetCookie()]).toEqual([200, [expect.stringMatching(/^portal\.dispositivo=/)]]);
    const { ticket, errors } = (await asked.json()) as { readonly ticket: string; readonly errors: unknown };
    expect([ticket.startsWith('mfaTotp:'), errors]).toEqual([true, []]);
    const wrong = await submit(site, '/_session', { email: ADMINISTRATOR.email, ticket, otp: '00' });
    expect([wrong.status, await wrong.json()]).toEqual([
      422,
      expect.objectContaining({ ticket, errors: [expect.objectContaining({ field: 'otp' })] }),
    ]);
    const { TOTP, Secret } = await import('otpauth');
    const otp = new TOTP({ secret: Secret.fromBase32('JBSWY3DPEHPK3PXP') }).generate({ timestamp: replicas.now });
    expect((await post(site, '/_session', { ...ADMINISTRATOR, otp: `${otp.slice(0, 3)} ${otp.slice(3)}` })).status).toBe(200);
  });
});

describe('a sign-in from the address of a row', () => {
  const record = 'noticia/12';

  test.each([
    [record, '/admin?registro=noticia/12'],
    ['noticia/create', '/admin?registro=noticia/create'],
    ['casos?prazo=atrasados', '/admin?registro=casos?prazo=atrasados'],
    ['arquivo/7a0f6f5e-52a1-4f0a-8a43-0f1f3a1a2b3c', '/admin?registro=arquivo/7a0f6f5e-52a1-4f0a-8a43-0f1f3a1a2b3c'],
    ['', '/admin'],
    ['//mal.example/1', '/admin'],
    ['noticia/12?x=1', '/admin'],
    ['noticia/1/../../x', '/admin'],
    [`noticia/${'a'.repeat(200)}`, '/admin'],
  ])('a sign-in with the row %j goes on to %s', async (registro, location) => {
    const answer = await submit(site, '/_session', { ...ADMINISTRATOR, registro });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
  });

  test('keeps the row in a form that goes back', async () => {
    const refused = await submit(site, '/_session', { ...ADMINISTRATOR, password: 'errada', registro: record });
    expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ record })]);
    const incomplete = await submit(site, '/_session', { email: '', password: '', registro: record });
    expect([incomplete.status, await incomplete.json()]).toEqual([422, expect.objectContaining({ record })]);
  });
});

describe('a request that another site caused', () => {
  const foreign: readonly Record<string, string>[] = [
    { origin: 'https://mal.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: SITE, 'sec-fetch-site': 'same-site' },
  ];
  test.each(foreign)('a cross-site request with %j changes nothing', async (headers) => {
    const own = cookies(await post(site, '/_session', ADMINISTRATOR));
    for (const path of ['/_session', '/_session/refresh', '/_session/end', '/_session/token', '/_session/users']) {
      const answer = await post(site, path, ADMINISTRATOR, { ...own, ...headers });
      expect([path, answer.status, answer.headers.getSetCookie()]).toEqual([path, 403, []]);
    }
    expect((await submit(site, '/_session/end', {}, { ...own, ...headers })).status).toBe(403);
    expect((await post(site, '/_session/refresh', {}, own)).status).toBe(200);
  });
});

describe('the cookies', () => {
  test('are renewed by the refresh token, and taken away when it does not hold', async () => {
    const first = await post(site, '/_session', ADMINISTRATOR);
    const second = await post(site, '/_session/refresh', {}, cookies(first));
    expect([second.status, second.headers.getSetCookie().length]).toEqual([200, 2]);
    expect(cookieOf(second, REFRESH)).not.toBe(cookieOf(first, REFRESH));
    for (const headers of [{}, { cookie: `${REFRESH}=abc` }, { cookie: `${REFRESH}=a7b1a0c6-9f5b-4d4c-8f0c-1f7f4a2f9c11` }]) {
      const refused = await post(site, '/_session/refresh', {}, headers);
      expect(refused.status).toBe(401);
      expect(refused.headers.getSetCookie().map((line) => line.split('; ').slice(0, 2))).toEqual([
        [`${TOKEN}=`, 'Max-Age=0'],
        [`${REFRESH}=`, 'Max-Age=0'],
      ]);
    }
  });

  test('several tabs that refresh at once keep one session', async () => {
    const own = cookies(await post(site, '/_session', ADMINISTRATOR));
    const first = await post(site, '/_session/refresh', {}, own);
    const late = await post(site, '/_session/refresh', {}, own);
    expect(cookieOf(late, REFRESH)).toBe(cookieOf(first, REFRESH));
  });

  test('the cookies name the user while the token lives, to pages too', async () => {
    const own = cookies(await post(site, '/_session', ADMINISTRATOR));
    const page = () => fetch(`${site.origin}/pagina`, { headers: own }).then((answer) => answer.json());
    expect(await page()).toMatchObject({ kind: 'signedIn', user: { role: 'administrador' } });
    replicas.now += 906_000;
    expect([await page(), await whoIs(own)]).toEqual([null, { ...NOBODY, canRefresh: true }]);
    replicas.now -= 906_000;
    const database = await replicas.database();
    await database.script('update auth.users set disabled = true');
    expect(await page()).toBeNull();
    expect(await whoIs({})).toEqual(NOBODY);
  });

  test.each([
    ['form', 303],
    ['json', 200],
  ])('end with the session, by %s', async (kind, status) => {
    const [one, other] = [cookies(await post(site, '/_session', ADMINISTRATOR)), cookies(await post(site, '/_session', ADMINISTRATOR))];
    const ended = kind === 'form' ? await submit(site, '/_session/end', {}, one) : await post(site, '/_session/end', {}, one);
    expect([ended.status, ended.headers.getSetCookie().every((line) => line.includes('Max-Age=0'))]).toEqual([status, true]);
    expect((await post(site, '/_session/refresh', {}, one)).status).toBe(401);
    expect((await post(site, '/_session/refresh', {}, other)).status).toBe(200);
  });

  test('a sign-out everywhere ends the sessions of all browsers', async () => {
    const [one, other] = [cookies(await post(site, '/_session', ADMINISTRATOR)), cookies(await post(site, '/_session', ADMINISTRATOR))];
    await submit(site, '/_session/end', { all: 'true' }, one);
    expect((await post(site, '/_session/refresh', {}, other)).status).toBe(401);
  });

  test('take over a token of an earlier version, if it verifies', async () => {
    const token = cookieOf(await post(site, '/_session', ADMINISTRATOR), TOKEN);
    const taken = await post(site, '/_session/token', { token: `Bearer ${token}` });
    expect([taken.status, cookieOf(taken, TOKEN), taken.headers.getSetCookie().length]).toEqual([200, token, 1]);
    const refused = await post(site, '/_session/token', { token: 'abc' });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []]);
  });
});

describe('while the database is away', () => {
  let isAway = false;
  /** Admin shutdown, unless the test says another. */
  let code = '57P01';
  let local: Listening;
  beforeEach(async () => {
    const database = await replicas.database();
    const whenThere = async <T>(answer: () => Promise<T>): Promise<T> => {
      if (isAway) throw new DatabaseError('refused by the database', { code });
      return answer();
    };
    const leaving: Database = {
      kind: database.kind,
      query: (...query) => whenThere(() => database.query(...query)),
      script: (text) => whenThere(() => database.script(text)),
      transaction: (...work) => whenThere(() => database.transaction(...work)),
      listen: (...listen) => database.listen(...listen),
      probe: (timeoutMs) => database.probe(timeoutMs),
      close: () => database.close(),
    };
    local = await authSite(await replicas.open({ database: leaving }));
  });
  afterEach(async () => {
    isAway = false;
    code = '57P01';
    await local.close();
  });

  test('a form goes back with the e-mail, and says that it is not its fault', async () => {
    isAway = true;
    const answer = await submit(local, '/_session', { ...ADMINISTRATOR, registro: 'noticia/1' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await answer.json()).toEqual({
      email: ADMINISTRATOR.email,
      ticket: null,
      record: 'noticia/1',
      errors: [{ field: null, message: expect.stringMatching(/^Não foi possível entrar agora/) as string }],
    });
  });

  test('a database that takes no writes for a while is no fault of the site', async () => {
    isAway = true;
    code = '25006';
    const form = await submit(local, '/_session', ADMINISTRATOR);
    const program = await post(local, '/v1/auth/signin/email-password', ADMINISTRATOR);
    expect([form.status, program.status]).toEqual([503, 503]);
  });

  test('a session stays, and programs are told to come again', async () => {
    const own = cookies(await post(local, '/_session', ADMINISTRATOR));
    isAway = true;
    const answers = [
      await fetch(`${local.origin}/_session`, { headers: own }),
      await post(local, '/_session/refresh', {}, own),
      await post(local, '/v1/auth/signin/email-password', ADMINISTRATOR),
    ];
    for (const answer of answers) expect([answer.status, answer.headers.getSetCookie()]).toEqual([503, []]);
    isAway = false;
    expect((await post(local, '/_session/refresh', {}, own)).status).toBe(200);
  });

  test('whoever signs out has no session in the browser any more, and is told that it was not ended', async () => {
    const own = cookies(await post(local, '/_session', ADMINISTRATOR));
    isAway = true;
    const answer = await post(local, '/_session/end', {}, own);
    expect([answer.status, answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])]).toEqual([
      503,
      ['apollo:default.token=', 'apollo:default.refresh='],
    ]);
  });
});

test('an address that is not there, or another method, is refused', async () => {
  expect((await post(site, '/_session/outro', {})).status).toBe(404);
  expect((await fetch(`${site.origin}/_session`, { method: 'DELETE' })).status).toBe(405);
});
