import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentBackend, GraphqlAnswer } from '../../backend/backend.ts';

/** The result of one operation: the JSON text as the backend built it, for the wire, and its parsed form, for rendering. */
export interface OperationResult {
  readonly json: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads the answer of a backend, of our own where no kind is named. @throws AppError for an answer with errors; their text goes to the log only. */
export function readAnswer(operation: string, answer: GraphqlAnswer, kind?: ContentBackend['kind']): OperationResult {
  if (answer.kind === 'data') return { json: answer.json, data: JSON.parse(answer.json) as Record<string, unknown> };
  const [first] = answer.errors;
  const detail = `${operation}: ${first?.message ?? 'no message'} (${first?.extensions.code ?? 'no code'})`;
  if (first?.message.includes('timed out') === true) throw new AppError('BACKEND_TIMEOUT', { detail });
  // `unexpected` is a failure of the backend's database. Every other code means that its schema or its permissions are not those that the pages
  // were built for: a hosted backend has them from who deploys it, the embedded one from us.
  if (first?.extensions.code === 'unexpected') throw new AppError('BACKEND_UNAVAILABLE', { detail });
  throw new AppError(kind === 'nhost' ? 'NETWORK' : 'INTERNAL', { detail });
}

/** Turns a rejection of the backend into an error of the catalogue. */
export function toOperationError(operation: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof Error && (thrown.name === 'AbortError' || thrown.name === 'TimeoutError')) {
    return new AppError('BACKEND_TIMEOUT', { cause: thrown, detail: `${operation}: ${thrown.message}` });
  }
  return new AppError('BACKEND_UNAVAILABLE', {
    cause: thrown,
    detail: `${operation}: ${thrown instanceof Error ? thrown.message : 'rejected'}`,
  });
}
