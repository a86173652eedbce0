/**
 * Turns of work on passwords, verified or hashed: few run at once, since each takes a core, and few wait, since a client that sends passwords need
 * not wait for answers. Who finds no place is told to come back.
 */
import { Semaphore } from '../../../shared/cache/semaphore.ts';
import type { AuthResult } from './auth-backend.ts';

/** Node's pool has four threads, which files need too. */
const RUNNING = 2;
const WAITING = 32;

/** Seconds after which to try again. */
const BUSY_SECONDS = 5;

export class TooManyPasswordsError extends Error {
  override readonly name = 'TooManyPasswordsError';
}

/** Rejects with `TooManyPasswordsError` while too many wait. */
export type PasswordTurns = <T>(work: () => Promise<T>) => Promise<T>;

export function createPasswordTurns(): PasswordTurns {
  const turns = new Semaphore(RUNNING);
  let taken = 0;
  return async (work) => {
    if (taken >= RUNNING + WAITING) throw new TooManyPasswordsError('too many passwords are being verified or hashed');
    taken += 1;
    try {
      return await turns.run(work);
    } finally {
      taken -= 1;
    }
  };
}

/** Returns what came of the work, or that there was no turn for its password. */
export async function orBusy<T>(work: () => Promise<AuthResult<T>>): Promise<AuthResult<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooManyPasswordsError) return { kind: 'limited', retryAfterSeconds: BUSY_SECONDS };
    throw error;
  }
}
