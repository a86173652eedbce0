/**
 * Hashes of passwords: Argon2id on the threads of Node's pool. Each takes a core and 19 MB. The bcrypt of accounts that come from Nhost's service is
 * verified too, on the main thread, which it holds for some 100 ms at Nhost's cost: the limits of attempts bound how often, and a right password
 * replaces the hash.
 */
import { hash, type Options, verify } from '@node-rs/argon2';
import { compare as compareBcrypt } from 'bcryptjs';
import { createPasswordTurns } from '../../auth/password-turns.ts';

/** OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. Argon2id is the package's default. */
const PARAMETERS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A hash of the password of no account, with the parameters above. Where there is no account, or none with a password, it is verified instead, so
 * that the answer takes as long.
 */
export const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$1nAFmpRHqmx9DKvXyzzKwg$13O/YFOAslcyjtUkjljb4Evt04S1w6TFfFqQ/ya+gJU';

/** The beginning of every hash that `hash` makes. */
const OWN = '$argon2id$v=19$m=19456,t=2,p=1$';

const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-2])\$/;

/** Both reject with `TooManyPasswordsError` while too many wait: strangers ask for one, and any account for the other. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Says whether a hash is of another kind than those that `hash` makes. */
  isOutdated(hashed: string): boolean;
  verify(hashed: string, password: string): Promise<boolean>;
}

export function createPasswordHasher(): PasswordHasher {
  const inTurn = createPasswordTurns();
  return {
    hash: (password) => inTurn(() => hash(password, PARAMETERS)),
    isOutdated: (hashed) => !hashed.startsWith(OWN),
    verify: (hashed, password) => inTurn(() => compare(hashed, password)),
  };
}

/** A hash in any other form verifies no password. The cost of bcrypt is 10 on Nhost; each step more doubles the time. */
function compare(hashed: string, password: string): Promise<boolean> {
  if (BCRYPT.test(hashed)) return compareBcrypt(password, hashed);
  return verify(hashed.startsWith('$argon2id$') ? hashed : DUMMY_HASH, password);
}
