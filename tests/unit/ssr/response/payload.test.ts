import { describe, expect, it } from 'vitest';
import type { GraphqlAnswer } from '../../../../server/backend/backend.ts';
import { startOperations } from '../../../../server/ssr/page/preload.ts';
import { dataPayload, errorPayload, redirectPayload } from '../../../../server/ssr/response/payload.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { OperationCall } from '../../../../shared/routes/types.ts';

describe('payloads', () => {
  it('carry the results as the backend wrote them, and null for one that failed', async () => {
    const answers: Readonly<Record<string, GraphqlAnswer>> = { A: { kind: 'data', json: '{"a":9223372036854775807}' } };
    const operations = startOperations(
      [
        { operation: 'A', variables: {} },
        { operation: 'B', variables: {} },
      ] as unknown as OperationCall[],
      {
        backend: {
          execute: async ({ operationName }) => answers[operationName ?? ''] ?? { kind: 'errors', errors: [] },
        },
        texts: { A: 'query A { a }', B: 'query B { b }' },
        signal: new AbortController().signal,
      },
    );
    await operations.allSettled;
    const text = dataPayload({ build: 'b1', pageStateHref: '/_estado/é.json', icones: {}, operations });
    expect(text).toBe(
      '{"build":"b1","kind":"data","results":[{"a":9223372036854775807},null],"pageStateHref":"/_estado/é.json","icones":{}}',
    );
  });

  it('carry a redirect', () => {
    expect(JSON.parse(redirectPayload('b1', '/lai', 301))).toEqual({ build: 'b1', kind: 'redirect', to: '/lai', status: 301 });
  });

  it('carry an error without its detail', () => {
    const error = new AppError('PAGE_GONE', { detail: 'hidden', publicMessage: 'Foi retirado.' });
    expect(JSON.parse(errorPayload('b1', error, 'p1', null))).toEqual({
      build: 'b1',
      kind: 'error',
      status: 410,
      code: 'PAGE_GONE',
      message: 'Foi retirado.',
      pedido: 'p1',
    });
    expect(JSON.parse(errorPayload('b1', error, null, null))).toMatchObject({ pedido: null });
  });
});
