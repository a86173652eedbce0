/** Batched requests: a JSON array of requests is answered by an array, in order. */
import express from 'express';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ExecuteOptions, GraphqlAnswer, GraphqlRequest } from '../../../server/backend/backend.ts';
import { createIdentify } from '../../../server/graphql/caller.ts';
import { createGraphqlRouter } from '../../../server/graphql/router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { type Admission, UNLIMITED } from '../../../shared/cache/admission.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { NO_AUTH } from '../../support/no-auth.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const SECRET = 'segredo-de-teste';
const KNOWN = 'query Noticia {\n  noticia {\n    id\n  }\n}';

let calls: { query: string; options: ExecuteOptions }[] = [];
let answer: (query: string) => GraphqlAnswer | Promise<GraphqlAnswer>;
let admit: () => Admission = () => UNLIMITED;
let site: Listening;

beforeAll(async () => {
  const app = express();
  app.use(requestContext(SILENT_LOG));
  const identify = createIdentify({ adminSecrets: [SECRET], verifier: NO_AUTH.verifier, siteOrigin: 'https://www.instituto.example' });
  const backend = {
    async execute({ query }: GraphqlRequest, options: ExecuteOptions): Promise<GraphqlAnswer> {
      calls.push({ query, options });
      return answer(query);
    },
  };
  app.use(createGraphqlRouter({ backend, allowedOperations: new Set([KNOWN]), identify, admit: () => admit(), log: SILENT_LOG }));
  app.use(errorHandler(SILENT_LOG));
  site = await listening(app);
});
beforeEach(() => {
  calls = [];
  answer = (query) => ({ kind: 'data', json: `{"de":${JSON.stringify(query)}}` });
  admit = () => UNLIMITED;
});
afterAll(() => site.close());

async function post(body: unknown, headers: Record<string, string> = { 'x-hasura-admin-secret': SECRET }): Promise<unknown> {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
  const response = await fetch(`${site.origin}/v1/graphql`, init);
  expect(response.status).toBe(200);
  return response.json();
}

const PERSISTED = { query: 'a', extensions: { persistedQuery: { version: 1, sha256Hash: 'abc' } } };
const REFUSED = { message: 'não', extensions: { path: '$', code: 'validation-failed' } };

test('answers the requests in their order, and one that fails leaves the others', async () => {
  answer = (query) =>
    query === 'b' ? { kind: 'errors', errors: [REFUSED] } : { kind: 'data', json: `{"de":"${query}","grande":9007199254740993}` };
  expect(
    await post([{ query: 'a' }, { query: 'b' }, { query: 7 }, null, PERSISTED, { query: 'c', variables: { v: 1 }, extensions: {} }]),
  ).toEqual([
    { data: { de: 'a', grande: expect.any(Number) } },
    { errors: [REFUSED] },
    { errors: [{ message: "the key 'query' must be a string", extensions: { path: '$.query', code: 'parse-failed' } }] },
    { errors: [{ message: 'the request must be a JSON object', extensions: { path: '$', code: 'parse-failed' } }] },
    { errors: [{ message: 'Automatic Persisted Queries is not enabled', extensions: { path: '$', code: 'not-supported' } }] },
    { data: { de: 'c', grande: expect.any(Number) } },
  ]);
  expect(calls.map(({ query }) => query)).toEqual(['a', 'b', 'c']);
});

test('starts a request when the one before it has been answered', async () => {
  const events: string[] = [];
  answer = async (query) => {
    events.push(`start ${query}`);
    await Promise.resolve();
    events.push(`end ${query}`);
    return { kind: 'data', json: '{}' };
  };
  await post([{ query: 'a' }, { query: 'b' }]);
  expect(events).toEqual(['start a', 'end a', 'start b', 'end b']);
});

test('counts all requests in one use of the limits, and a single request in none', async () => {
  await post([{ query: 'a' }, { query: 'b' }]);
  await post({ query: 'c' });
  const [first, second, single] = calls.map(({ options }) => options.batch);
  expect(first).toEqual({ fields: 0, inputs: 0, milliseconds: 0 });
  expect(second).toBe(first);
  expect(single).toBeUndefined();
});

test('holds each request of a caller without a token to the known operations, and takes one turn', async () => {
  let turns = 0;
  admit = () => {
    turns += 1;
    return UNLIMITED;
  };
  const [known, unknown] = (await post([{ query: KNOWN }, { query: '{ noticia { id } }' }], {})) as { errors?: { message: string }[] }[];
  expect(known).toEqual({ data: { de: KNOWN } });
  expect(unknown?.errors?.[0]?.message).toBe('only the known operations of this site may be run');
  expect([turns, calls.length]).toEqual([1, 1]);
});

test('answers for a backend that fails on one request, without its words', async () => {
  answer = (query) => (query === 'a' ? Promise.reject(new AppError('BACKEND_TIMEOUT')) : { kind: 'data', json: '{}' });
  expect(await post([{ query: 'a' }, { query: 'b' }])).toEqual([
    { errors: [{ message: 'internal error', extensions: { path: '$', code: 'unexpected' } }] },
    { data: {} },
  ]);
});

test('a batch of 20 requests is answered, one of 21 is refused as a whole, and an empty one gets an empty answer', async () => {
  const batch = (count: number): readonly unknown[] => Array.from({ length: count }, () => ({ query: 'a' }));
  expect(await post(batch(20))).toHaveLength(20);
  calls = [];
  expect(await post(batch(21))).toEqual({
    errors: [{ message: 'a batch may hold 20 requests at most', extensions: { path: '$', code: 'bad-request' } }],
  });
  expect(calls).toEqual([]);
  expect(await post([])).toEqual([]);
});
