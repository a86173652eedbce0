/** The keys of cases: those of the configuration, or one that the backend keeps for the site. */

import { madeOnce } from '../../shared/cache/remembering.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { ContentBackend } from '../backend/backend.ts';
import { type CaseKeys, createCaseKeys } from './case-keys.ts';

/** Makes the function that returns the keys. A stored key is read when it is first needed; a failure is forgotten. */
export function createKeysProvider(
  configured: readonly [Uint8Array, ...Uint8Array[]] | null,
  { storedSecret }: Pick<ContentBackend, 'storedSecret'>,
): () => Promise<CaseKeys> {
  return madeOnce(async () => {
    if (configured !== null) return createCaseKeys(configured);
    if (storedSecret === undefined) throw new AppError('BACKEND_UNAVAILABLE', { detail: 'CASES_KEY is not set' });
    return createCaseKeys([await storedSecret()]);
  });
}
