import { describe, expect, it } from 'vitest';
import type { GraphqlAnswer, GraphqlRequest } from '../../../../server/backend/backend.ts';
import { startOperations } from '../../../../server/ssr/page/preload.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { OperationCall } from '../../../../shared/routes/types.ts';

const TEXTS = { A: 'query A { a }', B: 'query B { b }' };

function call(operation: string, variables: object = {}): OperationCall {
  return { operation, variables } as unknown as OperationCall;
}

function backend(answers: Readonly<Record<string, () => Promise<GraphqlAnswer> | GraphqlAnswer>>) {
  const asked: GraphqlRequest[] = [];
  return {
    asked,
    execute: async (request: GraphqlRequest): Promise<GraphqlAnswer> => {
      asked.push(request);
      const answer = answers[request.operationName ?? ''];
      if (answer === undefined) throw new Error('no answer');
      return answer();
    },
  };
}

const live = () => new AbortController().signal;

describe('the operations of a page', () => {
  it('start at once, each once, with the text and the variables of its call', async () => {
    const fake = backend({ A: () => ({ kind: 'data', json: '{"a":1}' }), B: () => ({ kind: 'data', json: '{"b":2}' }) });
    const operations = startOperations([call('A', { x: 1, y: { p: 1, q: [2] } }), call('B')], {
      backend: fake,
      texts: TEXTS,
      signal: live(),
    });
    expect(fake.asked.map(({ operationName }) => operationName)).toEqual(['A', 'B']);
    expect((await operations.result(0)).data).toEqual({ a: 1 });
    expect((await operations.result(0)).data).toEqual({ a: 1 });
    expect(fake.asked).toHaveLength(2);
    expect(fake.asked[0]).toEqual({ query: TEXTS.A, variables: { x: 1, y: { p: 1, q: [2] } }, operationName: 'A' });
  });

  it('fail without asking where they have no text, and where the page has no such operation', async () => {
    const fake = backend({});
    const operations = startOperations([call('C')], { backend: fake, texts: TEXTS, signal: live() });
    await expect(operations.result(0)).rejects.toMatchObject({ code: 'INTERNAL', detail: 'no text for operation C' });
    await expect(operations.result(1)).rejects.toMatchObject({ code: 'INTERNAL', detail: 'the page has no operation 1' });
    expect(operations.state(1)).toEqual({ kind: 'pending' });
    await operations.ended(1);
    expect(fake.asked).toEqual([]);
  });

  it('keep the JSON text of the backend, with every digit', async () => {
    const fake = backend({ A: () => ({ kind: 'data', json: '{"a":9223372036854775807}' }) });
    const operations = startOperations([call('A')], { backend: fake, texts: TEXTS, signal: live() });
    expect((await operations.result(0)).json).toBe('{"a":9223372036854775807}');
  });

  it('each listener is told every failure once, also earlier ones, when the state of the operation has changed', async () => {
    const gate = Promise.withResolvers<GraphqlAnswer>();
    const failing = (): never => {
      throw new Error('the table is gone');
    };
    const operations = startOperations([call('A'), call('B')], {
      backend: backend({ A: failing, B: () => gate.promise }),
      texts: TEXTS,
      signal: live(),
    });
    await operations.ended(0);
    const told: string[] = [];
    operations.onFailure((index, error) => told.push(`${index} ${error.code} ${operations.state(index).kind}`));
    expect(told).toEqual(['0 BACKEND_UNAVAILABLE failed']);
    expect(operations.state(1).kind).toBe('pending');
    gate.reject(new Error('the database is gone'));
    await operations.ended(1);
    expect(told).toEqual(['0 BACKEND_UNAVAILABLE failed', '1 BACKEND_UNAVAILABLE failed']);
  });

  it('tell each listener every result once, those before it included', async () => {
    const gate = Promise.withResolvers<GraphqlAnswer>();
    const fake = backend({ A: () => ({ kind: 'data', json: '{"a":1}' }), B: () => gate.promise });
    const operations = startOperations([call('A'), call('B')], { backend: fake, texts: TEXTS, signal: live() });
    await operations.result(0);
    const told: number[] = [];
    operations.onResult((index) => told.push(index));
    expect(told).toEqual([0]);
    gate.resolve({ kind: 'data', json: '{"b":2}' });
    await operations.allSettled;
    expect(told).toEqual([0, 1]);
  });

  it('end at the signal although the backend does not listen to it', async () => {
    const leave = new AbortController();
    const fake = backend({ A: () => new Promise<GraphqlAnswer>(() => {}) });
    const operations = startOperations([call('A')], { backend: fake, texts: TEXTS, signal: leave.signal });
    leave.abort(new AppError('BACKEND_TIMEOUT'));
    await expect(operations.result(0)).rejects.toMatchObject({ code: 'BACKEND_TIMEOUT' });
    expect(operations.state(0)).toMatchObject({ kind: 'failed' });
  });

  it('end at once where the signal has fired, whatever the backend answers later', async () => {
    const gate = Promise.withResolvers<GraphqlAnswer>();
    const signal = AbortSignal.abort(new AppError('BACKEND_TIMEOUT'));
    const operations = startOperations([call('A')], { backend: backend({ A: () => gate.promise }), texts: TEXTS, signal });
    await expect(operations.result(0)).rejects.toMatchObject({ code: 'BACKEND_TIMEOUT' });
    gate.reject(new Error('too late'));
  });

  it.each([
    ['an impossible question', { message: "field 'x' not found", extensions: { path: '$', code: 'validation-failed' } }, 'INTERNAL', 500],
    ['a broken database', { message: 'database query error', extensions: { path: '$', code: 'unexpected' } }, 'BACKEND_UNAVAILABLE', 503],
    ['a slow one', { message: 'the query timed out', extensions: { path: '$', code: 'unexpected' } }, 'BACKEND_TIMEOUT', 504],
  ])('fail with the code of the catalogue after %s', async (_name, error, code, status) => {
    const fake = backend({ A: () => ({ kind: 'errors', errors: [error] }) });
    const operations = startOperations([call('A')], { backend: fake, texts: TEXTS, signal: live() });
    await expect(operations.result(0)).rejects.toMatchObject({ code, status });
  });

  it('are unavailable when the backend throws', async () => {
    const fake = backend({
      A: () => {
        throw new TypeError('connection lost');
      },
    });
    const operations = startOperations([call('A')], { backend: fake, texts: TEXTS, signal: live() });
    await expect(operations.result(0)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
  });
});
