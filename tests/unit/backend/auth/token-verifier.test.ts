import { createHmac, createSecretKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fixedKeys, type TokenKey } from '../../../../server/backend/auth/token-keys.ts';
import { createTokenVerifier } from '../../../../server/backend/auth/token-verifier.ts';
import { accessToken, NOW, TEST_KEY, type TokenParts } from '../../../support/access-tokens.ts';

const verifierOf = (...keys: readonly TokenKey[]) => createTokenVerifier({ keys: { verifying: () => keys }, now: () => NOW });
const verifier = createTokenVerifier({ keys: fixedKeys(TEST_KEY), now: () => NOW });

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const RSA_KEY: TokenKey = { kid: 'rsa', algorithm: 'RS256', verifyKey: rsa.publicKey, signKey: rsa.privateKey };

async function messageOf(token: string, by = verifier): Promise<string> {
  const reading = await by.verify(token);
  return reading.kind === 'verified' ? 'verified' : `${reading.fault.code}: ${reading.fault.message}`;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const NOT_SIGNED = 'invalid-jwt: Could not verify JWT: JWSError JWSInvalidSignature';
const NO_TOKEN = 'invalid-jwt: Could not verify JWT: JWSError (CompactDecodeError)';

describe('a token that this server signed', () => {
  test('gives its roles, its session variables with lower-case names, and its end', async () => {
    const claims = {
      'X-Hasura-Allowed-Roles': ['user', 'me'],
      'x-hasura-default-role': 'user',
      'X-Hasura-User-Id': 'ana',
      'x-hasura-orgs': '{a,b}',
      outro: 1,
    };
    const text = await accessToken({ claims });
    expect(await verifier.verify(text)).toEqual({
      kind: 'verified',
      token: {
        userId: 'ana',
        defaultRole: 'user',
        allowedRoles: ['user', 'me'],
        session: { 'x-hasura-user-id': 'ana', 'x-hasura-orgs': '{a,b}' },
        sessionId: null,
        expiresAt: NOW + 900_000,
        text,
      },
    });
  });

  test.each<readonly [string, TokenParts, string]>([
    ['has expired', { payload: { exp: NOW / 1_000 - 6 } }, 'invalid-jwt: Could not verify JWT: JWTExpired'],
    ['has expired within the difference of clocks', { payload: { exp: NOW / 1_000 - 4 } }, 'verified'],
    ['has no expiry', { payload: { exp: undefined } }, 'invalid-jwt: Could not verify JWT: JWTClaimsSetDecodeError (exp)'],
    ['is not valid yet', { payload: { nbf: NOW / 1_000 + 60 } }, 'invalid-jwt: Could not verify JWT: JWTNotYetValid'],
    ['is of another issuer', { payload: { iss: 'outro' } }, 'invalid-jwt: Could not verify JWT: JWTNotInIssuer'],
    ['names no user', { payload: { sub: undefined } }, 'invalid-jwt: Could not verify JWT: JWTClaimsSetDecodeError (sub)'],
    ['has no claims of Hasura', { claims: null }, 'jwt-missing-role-claims: JWT claim does not contain x-hasura-allowed-roles'],
    [
      'has no default role',
      { claims: { 'x-hasura-allowed-roles': ['user'] } },
      'jwt-missing-role-claims: JWT claim does not contain x-hasura-default-role',
    ],
    [
      'has a variable that is no text',
      { claims: { 'x-hasura-allowed-roles': ['user'], 'x-hasura-default-role': 'user', 'x-hasura-n': 1 } },
      'jwt-invalid-claims: invalid x-hasura-* claims: expected strings',
    ],
    [
      'allows admin',
      { claims: { 'x-hasura-allowed-roles': ['user', 'admin'], 'x-hasura-default-role': 'user' } },
      'invalid-jwt: Could not verify JWT: the role admin is not given by tokens',
    ],
    [
      'has admin as its default role',
      { claims: { 'x-hasura-allowed-roles': ['user'], 'x-hasura-default-role': 'admin' } },
      'invalid-jwt: Could not verify JWT: the role admin is not given by tokens',
    ],
  ])('a token that %s gives: %3$s', async (_name, parts, expected) => {
    expect(await messageOf(await accessToken(parts))).toBe(expected);
  });
});

describe('a forged token', () => {
  test.each<readonly [string, TokenParts]>([
    ['of another key', { key: createSecretKey('outro-segredo-com-mais-de-32-letras-xx', 'utf8') }],
    ['of an unknown key id', { header: { kid: 'outra' } }],
    ['of a key id that is a path', { header: { kid: '../../../dev/null' } }],
    ['of a key id that is SQL', { header: { kid: "' or 1=1 --" } }],
    ['of another digest', { header: { alg: 'HS512' } }],
  ])('%s is refused', async (_name, parts) => {
    expect(await messageOf(await accessToken(parts))).toBe(NOT_SIGNED);
  });

  test('a token of another key that carries its own key is refused', async () => {
    const mine = createSecretKey('outro-segredo-com-mais-de-32-letras-xx', 'utf8');
    const header = { jwk: mine.export({ format: 'jwk' }), jku: 'https://mal.example/jwks.json' } as TokenParts['header'] & object;
    expect(await messageOf(await accessToken({ key: mine, header }))).toBe(NOT_SIGNED);
  });

  test.each(['none', 'None', 'nOnE'])('a token with the algorithm %s is refused', async (alg) => {
    const [, payload = ''] = (await accessToken()).split('.');
    for (const kid of [{}, { kid: 'chave-1' }]) {
      expect(await messageOf(`${encode({ alg, ...kid })}.${payload}.`)).toBe(NOT_SIGNED);
    }
  });

  test('a token with an extension that must be understood is refused', async () => {
    const [, payload = ''] = (await accessToken()).split('.');
    const signed = `${encode({ alg: 'HS256', kid: 'chave-1', crit: ['extra'], extra: 1 })}.${payload}`;
    const signature = createHmac('sha256', TEST_KEY.signKey).update(signed).digest('base64url');
    expect(await messageOf(`${signed}.${signature}`)).toBe(NOT_SIGNED);
  });

  test('signed with the public key as a shared secret is refused', async () => {
    const [, payload = ''] = (await accessToken()).split('.');
    const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' });
    for (const kid of [{}, { kid: 'rsa' }]) {
      const signed = `${encode({ alg: 'HS256', ...kid })}.${payload}`;
      const signature = createHmac('sha256', pem).update(signed).digest('base64url');
      expect(await messageOf(`${signed}.${signature}`, verifierOf(RSA_KEY))).toBe(NOT_SIGNED);
    }
  });

  test('a token whose payload was changed is refused', async () => {
    const [header = '', , signature = ''] = (await accessToken()).split('.');
    const payload = encode({ sub: 'ana', iss: 'hasura-auth', exp: NOW / 1_000 + 900 });
    expect(await messageOf(`${header}.${payload}.${signature}`)).toBe(NOT_SIGNED);
  });

  test.each(['', 'abc', 'a.b.c', '..', `${'a'.repeat(9_000)}.b.c`, `${encode({ alg: 'HS256', kid: 7 })}.e30.`])(
    '%j is no token',
    async (text) => {
      expect(await messageOf(text)).toBe(NO_TOKEN);
    },
  );
});

describe('several keys', () => {
  const old = createSecretKey('segredo-anterior-com-mais-de-32-letras', 'utf8');
  const OLD_KEY: TokenKey = { kid: 'chave-0', algorithm: 'HS256', verifyKey: old, signKey: old };

  test('verify the tokens of the key that a new one replaces', async () => {
    const token = await accessToken({ key: old, header: { kid: 'chave-0' } });
    expect([await messageOf(token, verifierOf(TEST_KEY, OLD_KEY)), await messageOf(token)]).toEqual(['verified', NOT_SIGNED]);
  });

  test('do not verify a token that names the wrong one', async () => {
    expect(await messageOf(await accessToken({ header: { kid: 'chave-0' } }), verifierOf(TEST_KEY, OLD_KEY))).toBe(NOT_SIGNED);
  });

  test('verify a token without kid by whichever signed it', async () => {
    const token = await accessToken({ key: old, header: { kid: undefined } as unknown as NonNullable<TokenParts['header']> });
    expect(await messageOf(token, verifierOf(TEST_KEY, OLD_KEY))).toBe('verified');
  });

  test('RSA keys verify RS256 tokens only', async () => {
    const token = await accessToken({ key: rsa.privateKey, header: { alg: 'RS256', kid: 'rsa' } });
    expect(await messageOf(token, verifierOf(TEST_KEY, RSA_KEY))).toBe('verified');
  });
});
