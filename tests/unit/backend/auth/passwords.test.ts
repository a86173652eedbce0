import { describe, expect, test } from 'vitest';
import { TooManyPasswordsError } from '../../../../server/backend/auth/password-turns.ts';
import { createPasswordHasher, DUMMY_HASH, type PasswordHasher } from '../../../../server/backend/embedded/auth/passwords.ts';

const PARAMETERS = /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/;

describe('hashes of passwords', () => {
  test('verify their own password only, each with a salt of its own', async () => {
    const hasher = createPasswordHasher();
    const [one, other] = await Promise.all([hasher.hash('senha da Ana'), hasher.hash('senha da Ana')]);
    expect(one).not.toBe(other);
    expect(await hasher.verify(one, 'senha da Ana')).toBe(true);
    expect(await hasher.verify(one, 'senha da ana')).toBe(false);
  });

  test('cost as much where there is no account as where there is one', async () => {
    const made = await createPasswordHasher().hash('senha da Ana');
    expect(PARAMETERS.exec(made)?.[0]).toBe(PARAMETERS.exec(DUMMY_HASH)?.[0]);
    expect(made).toHaveLength(DUMMY_HASH.length);
  });

  test.each([
    '',
    'senha da Ana',
    '$2a$10$pyv7eu9ioQcFnLSz7u/enex22P3ORdh6z6116Vj5a3vSjo0oxFa1u',
    '$argon2i$v=19$m=16,t=2,p=1$YWJjZGVmZ2g$YQ',
  ])('a hash in another form (%j) verifies no password', async (hashed) => {
    expect(await createPasswordHasher().verify(hashed, 'senha da Ana')).toBe(false);
  });

  // Vectors of jBCrypt, and a hash of another cost.
  test.each([
    ['a', '$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe'],
    ['abc', '$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i'],
  ])('a bcrypt hash, as Nhost made it, is verified and is outdated (%j)', async (password, hashed) => {
    const hasher = createPasswordHasher();
    expect(await hasher.verify(hashed, password)).toBe(true);
    expect(await hasher.verify(hashed, `${password} `)).toBe(false);
    expect([hasher.isOutdated(hashed), hasher.isOutdated(await hasher.hash(password))]).toEqual([true, false]);
  });

  test('a bcrypt hash with a cost that takes seconds verifies no password', async () => {
    const hashed = '$2a$31$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe';
    expect(await createPasswordHasher().verify(hashed, 'a')).toBe(false);
  });

  test.each([
    ['verified', (hasher: PasswordHasher) => hasher.verify(DUMMY_HASH, 'outra')],
    ['made', (hasher: PasswordHasher) => hasher.hash('outra')],
  ])('are %s for a bounded number of clients at once, and for the next ones afterwards', async (_name, work) => {
    const hasher = createPasswordHasher();
    const crowd = await Promise.allSettled<unknown>(Array.from({ length: 40 }, () => work(hasher)));
    const refused = crowd.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(6);
    expect(refused.every(({ reason }) => reason instanceof TooManyPasswordsError)).toBe(true);
    expect(await hasher.verify(DUMMY_HASH, 'outra')).toBe(false);
  });
});
