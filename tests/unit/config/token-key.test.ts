import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';

const pem = (bits: number) =>
  generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const rsa = pem(2048);
const SECRET = 'um-segredo-de-trinta-e-duas-letras!!';

const read = (value: unknown) => readConfig({ JWT_SECRET: typeof value === 'string' ? value : JSON.stringify(value) });

describe('JWT_SECRET', () => {
  test('is a shared secret in the form of Nhost', () => {
    const reading = read({ type: 'HS256', key: SECRET, kid: 'k1' });
    expect(reading.kind === 'ok' && reading.config.tokenKey).toMatchObject({ algorithm: 'HS256', kid: 'k1' });
  });

  test('is a pair of RSA keys in the form of Nhost', () => {
    const reading = read({ type: 'RS256', key: rsa.publicKey, signing_key: rsa.privateKey });
    expect(reading.kind === 'ok' && reading.config.tokenKey).toMatchObject({ algorithm: 'RS256', kid: null });
  });

  test('is never printed with the configuration', () => {
    const reading = read({ type: 'HS256', key: SECRET });
    expect(reading.kind).toBe('ok');
    expect(`${JSON.stringify(reading)} ${inspect(reading, { depth: 9 })}`).not.toContain(SECRET);
  });

  test.each<readonly [string, unknown, RegExp]>([
    ['no JSON', SECRET, /must be \{"type"/],
    ['a short secret', { type: 'HS256', key: 'curto' }, /must be \{"type"/],
    ['another algorithm', { type: 'none', key: SECRET }, /must be \{"type"/],
    ['RSA without the private key', { type: 'RS256', key: rsa.publicKey }, /must be \{"type"/],
    ['a secret in place of RSA keys', { type: 'RS256', key: SECRET, signing_key: SECRET }, /needs RSA keys/],
    ['RSA keys that are too short', { type: 'RS256', key: pem(1024).publicKey, signing_key: pem(1024).privateKey }, /needs RSA keys/],
    ['RSA keys of two pairs', { type: 'RS256', key: rsa.publicKey, signing_key: pem(2048).privateKey }, /does not belong/],
  ])('JWT_SECRET as %s is refused without repeating it', (_name, value, expected) => {
    const reading = read(value);
    const faults = reading.kind === 'faulty' ? reading.faults.join('\n') : '';
    expect(faults).toMatch(/^JWT_SECRET /);
    expect(faults).toMatch(expected);
    expect(faults).not.toMatch(/um-segredo|curto|BEGIN/);
  });
});
