/** `/v1/auth`: the addresses, bodies, statuses and codes of Nhost's service. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuthSession } from '../../../server/backend/auth/auth-backend.ts';
import type { Listening } from '../../support/listening.ts';
import { type Logged, loggingInto } from '../http/app.ts';
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

const call = (path: string, body: unknown, token?: string) =>
  post(site, `/v1/auth${path}`, body, {
    origin: '',
    'sec-fetch-site': 'cross-site',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });
const read = (path: string, token?: string) =>
  fetch(`${site.origin}/v1/auth${path}`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

async function signIn(): Promise<AuthSession> {
  const { session } = (await (await call('/signin/email-password', ADMINISTRATOR)).json()) as { readonly session: AuthSession };
  return session;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('sign-in answers with a session of Nhost’s form, sets no cookie and is never stored', async () => {
  const answer = await call('/signin/email-password', ADMINISTRATOR);
  expect([answer.status, answer.headers.get('set-cookie'), answer.headers.get('cache-control')]).toEqual([200, null, 'private, no-store']);
  const body = (await answer.json()) as { readonly session: AuthSession };
  expect(body).toEqual({
    session: {
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      accessTokenExpiresIn: 900,
      refreshToken: expect.stringMatching(UUID),
      refreshTokenId: expect.stringMatching(UUID),
      user: {
        id: expect.stringMatching(UUID),
        email: ADMINISTRATOR.email,
        displayName: 'Administração',
        avatarUrl: '',
        locale: 'pt',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
        defaultRole: 'administrador',
        roles: ['administrador', 'editor', 'me', 'user'],
        emailVerified: true,
        phoneNumberVerified: false,
        isAnonymous: false,
        metadata: {},
      },
    },
  });
  const [, payload = ''] = body.session.accessToken.split('.');
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    sub: body.session.user.id,
    iss: 'hasura-auth',
    'https://hasura.io/jwt/claims': {
      'x-hasura-allowed-roles': ['administrador', 'editor', 'me', 'user'],
      'x-hasura-default-role': 'administrador',
      'x-hasura-user-id': body.session.user.id,
      'x-hasura-user-is-anonymous': 'false',
    },
  });
});

test.each<readonly [string, string, unknown, number, string, string]>([
  [
    'a wrong password',
    '/signin/email-password',
    { ...ADMINISTRATOR, password: 'outra' },
    401,
    'invalid-email-password',
    'Incorrect email or password',
  ],
  ['another key', '/signin/email-password', { ...ADMINISTRATOR, extra: 1 }, 400, 'invalid-request', 'The request payload is incorrect'],
  ['no e-mail', '/signin/email-password', { email: 'ana', password: 'abc' }, 400, 'invalid-request', 'The request payload is incorrect'],
  ['no JSON', '/signin/email-password', '{', 400, 'invalid-request', 'The request payload is incorrect'],
  ['no body', '/token', {}, 400, 'invalid-request', 'The request payload is incorrect'],
  [
    'an unknown refresh token',
    '/token',
    { refreshToken: 'a7b1a0c6-9f5b-4d4c-8f0c-1f7f4a2f9c11' },
    401,
    'invalid-refresh-token',
    'Invalid or expired refresh token',
  ],
  ['an unknown ticket', '/signin/mfa/totp', { ticket: 'mfaTotp:x', otp: '123456' }, 401, 'invalid-ticket', 'Invalid ticket'],
  ['sign-up', '/signup/email-password', ADMINISTRATOR, 403, 'signup-disabled', 'Sign up is disabled.'],
])('%s is refused with the code of Nhost', async (_name, path, body, status, error, message) => {
  const answer = await call(path, body);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ status, error, message });
});

test('a refresh answers with the bare session, and the old token with 401 from then on', async () => {
  const { refreshToken } = await signIn();
  const answer = await call('/token', { refreshToken });
  const next = (await answer.json()) as AuthSession;
  expect([answer.status, Object.keys(next).toSorted()]).toEqual([
    200,
    ['accessToken', 'accessTokenExpiresIn', 'refreshToken', 'refreshTokenId', 'user'],
  ]);
  // An exchange just before may count as one of the same moment, where the database was slow to begin the second.
  const database = await replicas.database();
  await database.script("update embutido.renovacao set renovada_em = renovada_em - interval '1 minute'");
  expect((await call('/token', { refreshToken })).status).toBe(401);
  expect((await call('/token', { refreshToken: next.refreshToken })).status).toBe(401);
});

test('sign-out ends one session, or all with a token', async () => {
  const [one, two, three] = [await signIn(), await signIn(), await signIn()];
  expect(await (await call('/signout', { refreshToken: one.refreshToken })).json()).toBe('OK');
  expect((await call('/token', { refreshToken: one.refreshToken })).status).toBe(401);
  expect((await call('/signout', { refreshToken: two.refreshToken, all: true })).status).toBe(401);
  expect(await (await call('/signout', { all: true }, two.accessToken)).json()).toBe('OK');
  for (const { refreshToken } of [two, three]) expect((await call('/token', { refreshToken })).status).toBe(401);
});

test('the user and the verification of a token ask for one that verifies', async () => {
  const { accessToken, user } = await signIn();
  expect(await (await read('/user', accessToken)).json()).toEqual(user);
  expect(await (await call('/token/verify', { token: accessToken })).json()).toBe('OK');
  expect(await (await call('/token/verify', {}, accessToken)).json()).toBe('OK');
  for (const answer of [
    await read('/user'),
    await read('/user', 'x'),
    await call('/token/verify', { token: 'x' }),
    await call('/token/verify', {}),
  ]) {
    expect(answer.status).toBe(401);
  }
});

test('an expired access token is refused', async () => {
  const { accessToken } = await signIn();
  replicas.now += 906_000;
  expect((await read('/user', accessToken)).status).toBe(401);
  replicas.now -= 906_000;
});

test('a new password ends the other sessions', async () => {
  const [mine, other] = [await signIn(), await signIn()];
  expect(await (await call('/user/password', { newPassword: 'curta' }, mine.accessToken)).json()).toMatchObject({
    status: 400,
    error: 'password-too-short',
  });
  expect(await (await call('/user/password', { newPassword: 'uma senha nova' }, mine.accessToken)).json()).toBe('OK');
  expect((await call('/token', { refreshToken: other.refreshToken })).status).toBe(401);
  expect((await call('/token', { refreshToken: mine.refreshToken })).status).toBe(200);
  expect((await call('/user/password', { newPassword: 'uma senha nova' })).status).toBe(401);
});

test('eleven wrong passwords are answered with 429, an empty body and Retry-After', async () => {
  for (let count = 0; count < 10; count += 1) await call('/signin/email-password', { ...ADMINISTRATOR, password: 'outra' });
  const answer = await call('/signin/email-password', ADMINISTRATOR);
  expect([answer.status, await answer.text()]).toEqual([429, '']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('health and version are told, and no key of a shared secret', async () => {
  expect(await (await read('/healthz')).json()).toBe('OK');
  expect(await (await read('/version')).json()).toEqual({ version: '1.2.3' });
  expect(await (await read('/.well-known/jwks.json')).json()).toEqual({ keys: [] });
});

describe('the second factor', () => {
  const codeAt = (secret: string, timestamp: number): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  /** Enables it and returns the secret. */
  async function enable(accessToken: string): Promise<string> {
    const { totpSecret, imageUrl } = (await (await read('/mfa/totp/generate', accessToken)).json()) as Record<
      'totpSecret' | 'imageUrl',
      string
    >;
    expect(imageUrl).toMatch(/^data:image\/svg\+xml;base64,/);
    const answer = await call('/user/mfa', { code: codeAt(totpSecret, replicas.now), activeMfaType: 'totp' }, accessToken);
    expect(await answer.json()).toBe('OK');
    replicas.now += 30_000;
    return totpSecret;
  }
  const ticketOf = async (): Promise<string> => {
    const body = (await (await call('/signin/email-password', ADMINISTRATOR)).json()) as { readonly mfa: { readonly ticket: string } };
    expect(body).toEqual({ mfa: { ticket: expect.stringMatching(/^mfaTotp:/) } });
    return body.mfa.ticket;
  };

  test('is asked for at sign-in once it is enabled, and each code is accepted once', async () => {
    const { accessToken } = await signIn();
    const secret = await enable(accessToken);
    const ticket = await ticketOf();
    expect(await (await call('/signin/mfa/totp', { ticket, otp: '000000' })).json()).toMatchObject({ status: 401, error: 'invalid-totp' });
    const code = codeAt(secret, replicas.now);
    const answer = await call('/signin/mfa/totp', { ticket, otp: code });
    expect([answer.status, await answer.json()]).toEqual([200, { session: expect.objectContaining({ accessTokenExpiresIn: 900 }) }]);
    expect((await call('/signin/mfa/totp', { ticket, otp: code })).status).toBe(401);
    const second = await ticketOf();
    expect(await (await call('/signin/mfa/totp', { ticket: second, otp: code })).json()).toMatchObject({ error: 'invalid-totp' });
  });

  test('cannot be replaced, and is disabled with a code only', async () => {
    const { accessToken } = await signIn();
    const secret = await enable(accessToken);
    expect(await (await read('/mfa/totp/generate', accessToken)).json()).toMatchObject({ status: 400, error: 'totp-already-active' });
    expect(await (await call('/user/mfa', { code: '000000', activeMfaType: '' }, accessToken)).json()).toMatchObject({
      error: 'invalid-totp',
    });
    expect(await (await call('/user/mfa', { code: codeAt(secret, replicas.now) }, accessToken)).json()).toBe('OK');
    expect((await signIn()).user.roles).toContain('administrador');
  });

  test('stops who guesses codes', async () => {
    const { accessToken } = await signIn();
    const secret = await enable(accessToken);
    const ticket = await ticketOf();
    for (let count = 0; count < 10; count += 1) await call('/signin/mfa/totp', { ticket, otp: '000000' });
    expect((await call('/signin/mfa/totp', { ticket, otp: codeAt(secret, replicas.now) })).status).toBe(429);
  });

  const enter = async (otp: string, credentials = ADMINISTRATOR): Promise<Response> => {
    const { mfa } = (await (await call('/signin/email-password', credentials)).json()) as { readonly mfa: { readonly ticket: string } };
    return call('/signin/mfa/totp', { ticket: mfa.ticket, otp });
  };
  const enterRightly = (secret: string, credentials = ADMINISTRATOR): Promise<Response> => {
    replicas.now += 30_000;
    return enter(codeAt(secret, replicas.now), credentials);
  };
  const guess = async (count: number, credentials = ADMINISTRATOR): Promise<void> => {
    for (let guessed = 0; guessed < count; guessed += 1) expect((await enter('000000', credentials)).status).toBe(401);
  };

  test('stops for a day who guesses thirty codes with one password, whatever the owner does meanwhile, and says so once in the log', async () => {
    const lines: Logged[] = [];
    await site.close();
    site = await authSite(await replicas.open({ log: loggingInto(lines) }));
    const { accessToken } = await signIn();
    const secret = await enable(accessToken);
    for (const count of [9, 9, 9]) {
      await guess(count);
      expect((await enterRightly(secret)).status).toBe(200);
    }
    await guess(3);
    const stopped = await enterRightly(secret);
    expect([stopped.status, Number(stopped.headers.get('retry-after')) > 80_000]).toEqual([429, true]);
    expect((await enterRightly(secret)).status).toBe(429);
    const userId = expect.stringMatching(UUID) as unknown;
    const message = 'an account takes no one-time codes for a day: too many were wrong';
    expect(lines).toEqual([{ level: 'warn', fields: { userId }, message }]);
    const renewed = { ...ADMINISTRATOR, password: 'outra senha da Ana' };
    expect((await call('/user/password', { newPassword: renewed.password }, accessToken)).status).toBe(200);
    expect((await enterRightly(secret, renewed)).status).toBe(200);
  });

  test('lets the owner in by the browser in which a code was right before, while the account takes no codes, and stops guesses there by themselves', async () => {
    const secret = await enable((await signIn()).accessToken);
    const inBrowser = (otp: string, cookie: string): Promise<Response> => submit(site, '/_session', { ...ADMINISTRATOR, otp }, { cookie });
    const rightly = (cookie: string): Promise<Response> => {
      replicas.now += 30_000;
      return inBrowser(codeAt(secret, replicas.now), cookie);
    };
    const named = (device: string): string => `portal.dispositivo=${device}`;
    const [own, other] = [named('11111111-1111-4111-8111-111111111111'), named('22222222-2222-4222-8222-222222222222')];
    expect((await rightly(own)).status).toBe(303);
    // The password is right in this browser, and no code was.
    expect((await inBrowser('000000', other)).status).toBe(401);
    for (const count of [8, 9, 9]) {
      await guess(count);
      expect((await enterRightly(secret)).status).toBe(200);
    }
    await guess(3);
    expect([(await enterRightly(secret)).status, (await rightly(other)).status]).toEqual([429, 429]);
    expect((await rightly(own)).status).toBe(303);
    for (let guessed = 0; guessed < 10; guessed += 1) expect((await inBrowser('000000', own)).status).toBe(401);
    expect((await rightly(own)).status).toBe(429);
  });

  test('stops for a day who guesses sixty codes with one password after another, as whoever reads the mailbox sets them by links', async () => {
    const secret = await enable((await signIn()).accessToken);
    const { accounts } = await replicas.open();
    let credentials = ADMINISTRATOR;
    const renew = async (password: string): Promise<void> => {
      const owner = await accounts.passwordOwner({ email: ADMINISTRATOR.email });
      if (owner === null) throw new Error('there is no account');
      expect((await accounts.setPasswordOf(owner, password)).kind).toBe('ok');
      credentials = { ...ADMINISTRATOR, password };
    };
    for (const password of ['a primeira senha', 'a segunda senha']) {
      await renew(password);
      for (const count of [9, 9, 9]) {
        await guess(count, credentials);
        expect((await enterRightly(secret, credentials)).status).toBe(200);
      }
    }
    await renew('a terceira senha');
    await guess(6, credentials);
    const stopped = await enterRightly(secret, credentials);
    expect([stopped.status, Number(stopped.headers.get('retry-after')) > 80_000]).toEqual([429, true]);
  });
});

test('the cookie of a browser counts too, from pages of the site only', async () => {
  const { accessToken, user } = await signIn();
  const cookie = `apollo:default.token=${accessToken}`;
  const ask = (headers: Record<string, string>) => fetch(`${site.origin}/v1/auth/user`, { headers: { cookie, ...headers } });
  expect(await (await ask({ origin: SITE })).json()).toEqual(user);
  expect((await ask({ origin: 'https://mal.example' })).status).toBe(401);
  expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(401);
  expect(
    (await post(site, '/v1/auth/user/password', { newPassword: 'senha do ladrão' }, { cookie, origin: 'https://mal.example' })).status,
  ).toBe(401);
});
