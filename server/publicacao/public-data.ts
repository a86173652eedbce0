/** Asks the content backend what the public may read, for answers that are no pages. */
import { AppError } from '../../shared/errors/app-error.ts';
import type { OperationCall } from '../../shared/routes/types.ts';
import { type ContentBackend, PUBLIC_CALLER } from '../backend/backend.ts';

/** Rows of one request: the most that the public may ask for (`limit` of the permissions). */
export const BATCH = 100;

export interface PublicData {
  readonly backend: Pick<ContentBackend, 'execute'>;
  /** Texts of the operations. */
  readonly texts: Readonly<Record<string, string>>;
}

/** @throws AppError when the backend does not answer, or refuses. */
export async function publicAnswer(
  { operation, variables }: OperationCall,
  { backend, texts }: PublicData,
): Promise<Readonly<Record<string, unknown>>> {
  const query = texts[operation];
  if (query === undefined) throw new AppError('INTERNAL', { detail: `no text for operation ${operation}` });
  const answer = await backend
    .execute({ query, variables, operationName: operation }, { caller: PUBLIC_CALLER })
    .catch((cause: unknown) => {
      throw new AppError('BACKEND_UNAVAILABLE', { cause });
    });
  if (answer.kind === 'errors') throw new AppError('BACKEND_UNAVAILABLE', { detail: answer.errors[0]?.message ?? operation });
  return JSON.parse(answer.json) as Record<string, unknown>;
}
