import { describe, expect, test } from 'vitest';
import { fixedKeys } from '../../../server/backend/auth/token-keys.ts';
import { createTokenVerifier } from '../../../server/backend/auth/token-verifier.ts';
import { PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import { createIdentify } from '../../../server/graphql/caller.ts';
import { accessToken, NOW, TEST_KEY } from '../../support/access-tokens.ts';

const SITE = 'https://www.instituto.example';
const SECRET = 'segredo-de-teste';
const identify = createIdentify({
  adminSecrets: [SECRET],
  verifier: createTokenVerifier({ keys: fixedKeys(TEST_KEY), now: () => NOW }),
  siteOrigin: SITE,
});
const ANA = { role: 'editor', trust: 'signed-in', session: { 'x-hasura-user-id': 'ana', 'x-hasura-role': 'editor' } };

const cookieOf = (token: string): string => `tema=escuro; apollo:default.token=${token}`;
const expired = { payload: { exp: NOW / 1_000 - 60 } };

async function outcome(headers: Record<string, string>, method = 'POST'): Promise<unknown> {
  const identity = await identify({ method, headers });
  if (identity.kind === 'refused') return [identity.status, identity.error.extensions.code];
  if (identity.caller.token === undefined) return identity.caller;
  const { token, ...caller } = identity.caller;
  expect([headers['authorization'], headers['cookie']?.split('apollo:default.token=')[1]]).toContain(
    headers['authorization'] === undefined ? token : `Bearer ${token}`,
  );
  return caller;
}

describe('a caller with a verified token', () => {
  test.each(['authorization', 'cookie'])('a token in the field %s gives its default role and session variables', async (field) => {
    const token = await accessToken();
    const headers = field === 'cookie' ? { cookie: cookieOf(token), origin: SITE } : { authorization: `Bearer ${token}` };
    expect(await outcome(headers)).toEqual(ANA);
  });

  test('chooses among its allowed roles, and no other', async () => {
    const authorization = `Bearer ${await accessToken()}`;
    expect(await outcome({ authorization, 'x-hasura-role': 'me' })).toMatchObject({ role: 'me', session: { 'x-hasura-role': 'me' } });
    for (const role of ['admin', 'administrador', '', 'EDITOR']) {
      expect(await outcome({ authorization, 'x-hasura-role': role })).toEqual([200, 'access-denied']);
    }
  });

  test('cannot set a session variable', async () => {
    const headers = { authorization: `Bearer ${await accessToken()}`, 'x-hasura-user-id': 'outro', 'x-hasura-extra': '1' };
    expect(await outcome(headers)).toEqual(ANA);
  });

  test('is who the field Authorization says, whatever the cookie holds', async () => {
    const good = await accessToken();
    const bad = await accessToken(expired);
    expect(await outcome({ authorization: `Bearer ${good}`, cookie: cookieOf(bad) })).toEqual(ANA);
    expect(await outcome({ authorization: `Bearer ${bad}`, cookie: cookieOf(good), origin: SITE })).toEqual([401, 'invalid-jwt']);
  });

  test('is the secret where both are sent', async () => {
    const headers = { authorization: `Bearer ${await accessToken()}`, 'x-hasura-admin-secret': SECRET };
    expect(await outcome(headers)).toMatchObject({ role: 'admin', trust: 'service' });
  });
});

describe('credentials that do not hold', () => {
  test.each(['authorization', 'cookie'])(
    'an invalid token in the field %s is refused with 401, and never taken as the public',
    async (field) => {
      for (const token of [await accessToken(expired), 'abc', 'a.b.c']) {
        const headers = field === 'cookie' ? { cookie: cookieOf(token), origin: SITE } : { authorization: `Bearer ${token}` };
        expect(await outcome(headers)).toEqual([401, 'invalid-jwt']);
      }
    },
  );

  test('credentials of another scheme are refused', async () => {
    expect(await outcome({ authorization: 'Basic YW5hOnNlbmhh' })).toEqual([401, 'invalid-headers']);
  });

  test('a request without credentials is the public, whose fields are ignored', async () => {
    expect(await outcome({ 'x-hasura-role': 'editor', 'x-hasura-user-id': 'ana', cookie: 'tema=escuro' })).toBe(PUBLIC_CALLER);
  });
});

describe('a cookie in a request that another site caused', () => {
  const foreign: readonly Record<string, string>[] = [
    { origin: 'https://mal.example' },
    { origin: 'null' },
    { origin: SITE, 'sec-fetch-site': 'cross-site' },
    { origin: SITE, 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://mal.example', 'sec-fetch-site': 'same-origin' },
    { origin: `${SITE}.mal.example`, host: 'www.instituto.example' },
  ];
  test.each(foreign)('a cookie in a request with %j authenticates no POST', async (fields) => {
    expect(await outcome({ ...fields, cookie: cookieOf(await accessToken()) })).toEqual([403, 'access-denied']);
  });

  test.each(foreign)('a request with %j keeps its token in Authorization, which a site cannot send for a visitor', async (fields) => {
    expect(await outcome({ ...fields, authorization: `Bearer ${await accessToken()}` })).toEqual(ANA);
  });

  test.each([
    { origin: SITE, 'sec-fetch-site': 'same-origin' },
    { origin: SITE },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'http://10.0.0.7:3000', host: '10.0.0.7:3000' },
    {},
  ])('a cookie in a request with %j authenticates', async (fields) => {
    expect(await outcome({ ...fields, cookie: cookieOf(await accessToken()) })).toEqual(ANA);
  });

  test('authenticates reading, which changes nothing', async () => {
    expect(await outcome({ cookie: cookieOf(await accessToken()), 'sec-fetch-site': 'cross-site' }, 'GET')).toEqual(ANA);
  });
});

test('while the admin secret is replaced, the last one and the next one are accepted, and nothing else', async () => {
  const replacing = createIdentify({
    adminSecrets: [SECRET, 'o-proximo-segredo'],
    verifier: createTokenVerifier({ keys: fixedKeys(TEST_KEY), now: () => NOW }),
    siteOrigin: SITE,
  });
  const kindOf = async (secret: string) => (await replacing({ method: 'POST', headers: { 'x-hasura-admin-secret': secret } })).kind;
  expect([await kindOf(SECRET), await kindOf('o-proximo-segredo')]).toEqual(['caller', 'caller']);
  expect([await kindOf(`${SECRET},o-proximo-segredo`), await kindOf('')]).toEqual(['refused', 'refused']);
});
