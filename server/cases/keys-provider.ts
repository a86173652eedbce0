/** The keys of cases: those of the configuration, or one that the backend keeps for the site. */

import { AppError } from '../../shared/errors/app-error.ts';
import type { ContentBackend } from '../backend/backend.ts';
import { type CaseKeys, createCaseKeys } from './case-keys.ts';

/** Makes the function that returns the keys. A stored key is read when it is first needed; a failure is forgotten. */
export function createKeysProvider(
  configured: readonly [Uint8Array, ...Uint8Array[]] | null,
  { storedSecret }: Pick<ContentBackend, 'storedSecret'>,
): () => Promise<CaseKeys> {
  let keys: Promise<CaseKeys> | null = configured === null ? null : Promise.resolve(createCaseKeys(configured));
  return () => {
    if (keys !== null) return keys;
    if (storedSecret === undefined) throw new AppError('BACKEND_UNAVAILABLE', { detail: 'CASES_KEY is not set' });
    const read = storedSecret().then((secret) => createCaseKeys([secret]));
    keys = read;
    read.catch(() => {
      keys = null;
    });
    return read;
  };
}
