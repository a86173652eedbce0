import { describe, expect, it } from 'vitest';
import { readAnswer, toOperationError } from '../../../../server/ssr/page/operation-result.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

function errorOf(act: () => unknown): AppError {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
  }
  throw new Error('no AppError was thrown');
}

const refusal = (message: string, code: string) => ({ kind: 'errors', errors: [{ message, extensions: { path: '$', code } }] }) as const;

describe('readAnswer', () => {
  it('returns the JSON text as it came, beside what is parsed from it', () => {
    expect(readAnswer('A', { kind: 'data', json: '{"a":1.0}' })).toEqual({ json: '{"a":1.0}', data: { a: 1 } });
  });

  it.each([
    ['a limit of time', refusal('query timed out', 'unexpected'), 'BACKEND_TIMEOUT', 'A: query timed out (unexpected)'],
    ['trouble of the database', refusal('connection lost', 'unexpected'), 'BACKEND_UNAVAILABLE', 'A: connection lost (unexpected)'],
    ['a refused document', refusal('no such field', 'validation-failed'), 'INTERNAL', 'A: no such field (validation-failed)'],
    [
      'a document that a hosted backend refuses',
      refusal('no such field', 'validation-failed'),
      'NETWORK',
      'A: no such field (validation-failed)',
      'nhost',
    ],
    [
      'trouble of a hosted database',
      refusal('connection lost', 'unexpected'),
      'BACKEND_UNAVAILABLE',
      'A: connection lost (unexpected)',
      'nhost',
    ],
    ['no error at all', { kind: 'errors', errors: [] } as const, 'INTERNAL', 'A: no message (no code)'],
  ] as const)('turns %s into an error of the catalogue', (_case, answer, code, detail, kind?: 'nhost') => {
    const error = errorOf(() => readAnswer('A', answer, kind));
    expect([error.code, error.detail]).toEqual([code, detail]);
  });
});

describe('toOperationError', () => {
  const named = (name: string): Error => Object.assign(new Error('late'), { name });

  it.each<[string, unknown, string, string]>([
    ['an aborted request', named('AbortError'), 'BACKEND_TIMEOUT', 'A: late'],
    ['a request past its time', named('TimeoutError'), 'BACKEND_TIMEOUT', 'A: late'],
    ['another error', new TypeError('fetch failed'), 'BACKEND_UNAVAILABLE', 'A: fetch failed'],
    ['what is no error', 'gone', 'BACKEND_UNAVAILABLE', 'A: rejected'],
  ])('turns %s into an error of the catalogue and keeps its cause', (_case, thrown, code, detail) => {
    const error = toOperationError('A', thrown);
    expect([error.code, error.detail, error.cause]).toEqual([code, detail, thrown]);
  });

  it('leaves an error of the catalogue as it is', () => {
    const error = new AppError('PAGE_GONE');
    expect(toOperationError('A', error)).toBe(error);
  });
});
