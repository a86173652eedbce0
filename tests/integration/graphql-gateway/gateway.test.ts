import { once } from 'node:events';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identify } from '../../../server/backend/auth/identity.ts';
import { type ExecuteOptions, type GraphqlAnswer, type GraphqlRequest, PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import { createIdentify } from '../../../server/graphql/caller.ts';
import { createGraphqlRouter } from '../../../server/graphql/router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { type Admission, type Turn, UNLIMITED } from '../../../shared/cache/admission.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { NO_AUTH } from '../../support/no-auth.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const KNOWN = 'query Noticia($id: bigint!) {\n  noticia_by_pk(id: $id) {\n    id\n    titulo\n  }\n}';
const SECRET = 'segredo-de-teste';

function identifyBy(...adminSecrets: readonly string[]): Identify {
  return createIdentify({ adminSecrets, verifier: NO_AUTH.verifier, siteOrigin: 'https://www.instituto.example' });
}

/** A backend that records what reaches it and answers what the test says. */
class RecordingBackend {
  calls: { request: GraphqlRequest; options: ExecuteOptions }[] = [];
  answer: (options: ExecuteOptions) => Promise<GraphqlAnswer> = async () => ({ kind: 'data', json: '{}' });

  async execute(request: GraphqlRequest, options: ExecuteOptions): Promise<GraphqlAnswer> {
    this.calls.push({ request, options });
    return this.answer(options);
  }
}

const backend = new RecordingBackend();
/** The test's own rule; the first waits for nothing. */
let admit: () => Admission | Promise<Turn> = () => UNLIMITED;
let site: Listening;
let origin: string;

beforeAll(async () => {
  const app = express();
  app.use(requestContext(SILENT_LOG));
  app.use(
    createGraphqlRouter({
      backend,
      allowedOperations: new Set([KNOWN]),
      identify: identifyBy(SECRET),
      admit: () => admit(),
      log: SILENT_LOG,
    }),
  );
  app.use(errorHandler(SILENT_LOG));
  site = await listening(app);
  origin = site.origin;
});
beforeEach(() => {
  backend.calls = [];
  backend.answer = async () => ({ kind: 'data', json: '{}' });
  admit = () => UNLIMITED;
});
afterAll(() => site.close());

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${origin}/v1/graphql`, { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...headers } });
}

async function errorsOf(response: Response): Promise<{ code: string; path: string; message: string }[]> {
  expect(response.status).toBe(200);
  const body = (await response.json()) as { errors: { message: string; extensions: { code: string; path: string } }[] };
  expect(Object.keys(body)).toEqual(['errors']);
  return body.errors.map(({ message, extensions }) => ({ ...extensions, message }));
}

describe('an anonymous visitor', () => {
  test('runs a known operation as public and gets the JSON text of the database unchanged', async () => {
    backend.answer = async () => ({ kind: 'data', json: '{"noticia_by_pk":{"id":9007199254740993,"valor":1.10}}' });
    const response = await post({ query: KNOWN, variables: { id: 3 }, operationName: 'Noticia' });
    expect(await response.text()).toBe('{"data":{"noticia_by_pk":{"id":9007199254740993,"valor":1.10}}}');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      'cdn-cache-control': 'no-store',
    });
    expect(backend.calls[0]?.request).toEqual({ query: KNOWN, variables: { id: 3 }, operationName: 'Noticia' });
    expect(backend.calls[0]?.options.caller).toEqual(PUBLIC_CALLER);
  });

  test('may send a known operation with other white space and comments, which the backend gets in one spelling', async () => {
    const spelled = '# a news item\nquery Noticia($id: bigint!) { noticia_by_pk(id: $id) { id, titulo } }';
    expect((await post({ query: spelled, variables: { id: 3 } })).status).toBe(200);
    expect(backend.calls[0]?.request.query).toBe(KNOWN);
  });

  test.each([
    ['another selection', 'query Noticia($id: bigint!) { noticia_by_pk(id: $id) { id titulo autor_id } }'],
    ['an alias', 'query Noticia($id: bigint!) { noticia_by_pk(id: $id) { id titulo: corpo } }'],
    ['a mutation', 'mutation { delete_noticia(where: {}) { affected_rows } }'],
    ['introspection', '{ __schema { types { name } } }'],
    ['a second operation beside the known one', `${KNOWN} query Outra { noticia { id } }`],
    ['text that is not GraphQL', 'select * from noticia'],
    ['nothing', ''],
    ['a text too long to parse', `${KNOWN}${' '.repeat(40_000)}`],
    ['too many tokens', `{ ${'a '.repeat(5_000)} }`],
  ])('may not run %s', async (_name, query) => {
    expect(await errorsOf(await post({ query }))).toEqual([
      { code: 'validation-failed', path: '$.query', message: 'only the known operations of this site may be run' },
    ]);
    expect(backend.calls).toEqual([]);
  });

  test('cannot set a role or a session variable', async () => {
    const headers = { 'x-hasura-role': 'admin', 'x-hasura-user-id': '1' };
    await post({ query: KNOWN, variables: { id: 3 } }, headers);
    expect(backend.calls[0]?.options.caller).toEqual(PUBLIC_CALLER);
  });

  test('may send long integers, which reach the backend with all digits', async () => {
    await post(`{"query":${JSON.stringify(KNOWN)},"variables":{"id":9007199254740993,"n":[-12345678901234567890,1.5,1e400,42]}}`);
    expect(backend.calls[0]?.request.variables).toEqual({
      id: '9007199254740993',
      n: ['-12345678901234567890', 1.5, Number.POSITIVE_INFINITY, 42],
    });
  });
});

describe('the admin secret', () => {
  const anything = '{ noticia { id } }';

  test('runs any document as admin', async () => {
    await post({ query: anything }, { 'x-hasura-admin-secret': SECRET });
    expect(backend.calls[0]?.request.query).toBe(anything);
    expect(backend.calls[0]?.options.caller).toEqual({ role: 'admin', trust: 'service', session: { 'x-hasura-role': 'admin' } });
  });

  test('sets role and session variables of the request, without the secret', async () => {
    await post(
      { query: anything },
      { 'x-hasura-admin-secret': SECRET, 'x-hasura-role': 'editor', 'X-Hasura-User-Id': '7', 'x-other': '1' },
    );
    expect(backend.calls[0]?.options.caller).toEqual({
      role: 'editor',
      trust: 'service',
      session: { 'x-hasura-role': 'editor', 'x-hasura-user-id': '7' },
    });
  });

  test.each(['', 'errado', `${SECRET}x`, SECRET.toUpperCase()])('refuses %j without falling back to public', async (secret) => {
    const [error] = await errorsOf(await post({ query: KNOWN, variables: { id: 3 } }, { 'x-hasura-admin-secret': secret }));
    expect(error?.code).toBe('access-denied');
    expect(backend.calls).toEqual([]);
  });

  test('refuses a malformed role', async () => {
    const [error] = await errorsOf(await post({ query: anything }, { 'x-hasura-admin-secret': SECRET, 'x-hasura-role': 'a b' }));
    expect(error?.code).toBe('invalid-headers');
  });

  test.each(['null', ''])('grants nothing to %j when none is configured', async (secret) => {
    const app = express();
    app.use(createGraphqlRouter({ backend, allowedOperations: [KNOWN], identify: identifyBy(), admit: () => UNLIMITED, log: SILENT_LOG }));
    await using other = await listening(app);
    const url = `${other.origin}/v1/graphql`;
    const headers = { 'content-type': 'application/json', 'x-hasura-admin-secret': secret };
    const [error] = await errorsOf(await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query: anything }) }));
    expect(error?.code).toBe('access-denied');
  });
});

describe('the quota of a client', () => {
  test('a client whose quota is used up gets 429 with Retry-After, before the body is read as JSON', async () => {
    admit = () => ({ kind: 'refused', because: 'client' });
    for (const body of [{ query: KNOWN }, '{']) {
      const response = await post(body);
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
      expect(((await response.json()) as { code: string }).code).toBe('TOO_MANY_REQUESTS');
    }
    expect(backend.calls).toEqual([]);
  });

  test('is taken before the body is read, so that bodies which never end are not held in memory', async () => {
    const turns: string[] = [];
    admit = () => {
      turns.push('begun');
      return { kind: 'admitted', release: () => turns.push('ended') };
    };
    const headers = { 'content-type': 'application/json', 'content-length': '1000000' };
    const unfinished = request(`${origin}/v1/graphql`, { method: 'POST', headers });
    unfinished.on('error', () => undefined);
    unfinished.write('{"query":"');
    await expect.poll(() => turns).toEqual(['begun']);
    unfinished.destroy();
    await expect.poll(() => turns).toEqual(['begun', 'ended']);
  });

  test('is held until the backend has answered, or has failed', async () => {
    const held: string[] = [];
    admit = () => {
      held.push('held');
      return { kind: 'admitted', release: () => held.push('released') };
    };
    backend.answer = async () => {
      held.push('asked');
      throw new AppError('BACKEND_UNAVAILABLE');
    };
    expect((await post({ query: KNOWN })).status).toBe(503);
    expect(held).toEqual(['held', 'asked', 'released']);
  });

  test('is not of the service, which has the secret', async () => {
    admit = () => ({ kind: 'refused', because: 'client' });
    expect((await post({ query: '{ tudo { id } }' }, { 'x-hasura-admin-secret': SECRET })).status).toBe(200);
  });
});

describe('the body', () => {
  test.each([
    ['{"query":', 'invalid-json', '$'],
    ['', 'invalid-json', '$'],
    ['null', 'parse-failed', '$'],
    ['"query"', 'parse-failed', '$'],
    ['{}', 'parse-failed', '$.query'],
    ['{"query":1}', 'parse-failed', '$.query'],
    ['{"query":"{a}","variables":[1]}', 'parse-failed', '$.variables'],
    ['{"query":"{a}","operationName":{}}', 'parse-failed', '$.operationName'],
  ])('%s answers 200 with %s', async (body, code, path) => {
    expect(await errorsOf(await post(body))).toMatchObject([{ code, path }]);
  });

  test.each(['text/plain', 'application/graphql', 'multipart/form-data', 'application/jsonx'])(
    'a body of type %s is answered with 415',
    async (type) => {
      const response = await post({ query: KNOWN }, { 'content-type': type });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    },
  );

  test('may declare its charset', async () => {
    expect((await post({ query: KNOWN }, { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200);
    expect(backend.calls).toHaveLength(1);
  });

  test('above 1 MB answers 413, also when it is compressed, and above 128 KB where known operations alone may be run', async () => {
    const sized = (characters: number): string => JSON.stringify({ query: KNOWN, variables: { texto: 'a'.repeat(characters) } });
    const service = { 'x-hasura-admin-secret': SECRET };
    const large = sized(1_048_576);
    expect([(await post(large)).status, (await post(large, service)).status]).toEqual([413, 413]);
    const packed = await fetch(`${origin}/v1/graphql`, {
      method: 'POST',
      body: gzipSync(large),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect([packed.status, (await post(sized(131_072))).status]).toEqual([413, 413]);
    expect(backend.calls).toEqual([]);
    expect((await post(sized(131_072), service)).status).toBe(200);
  });
});

describe('the answer', () => {
  test('a refused query is answered with 200 and the errors of the backend', async () => {
    const errors = [
      { message: "field 'x' not found in type: 'noticia'", extensions: { path: '$.selectionSet.x', code: 'validation-failed' } },
    ];
    backend.answer = async () => ({ kind: 'errors', errors });
    const response = await post({ query: KNOWN });
    expect([response.status, await response.json()]).toEqual([200, { errors }]);
  });

  test.each([
    [new AppError('BACKEND_TIMEOUT'), 504],
    [new Error('connect ECONNREFUSED 10.0.0.7'), 503],
  ])('a backend that fails (%s) is answered with a status that a client may retry', async (failure, status) => {
    backend.answer = () => Promise.reject(failure);
    const response = await post({ query: KNOWN });
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('10.0.0.7');
  });

  test.each([
    ['GET', '/v1/graphql'],
    ['PUT', '/v1/graphql'],
    ['GET', '/v1/graphql/explain'],
    ['POST', '/v1/graphql/'],
  ])('answers %s %s with the 404 of the dialect', async (method, path) => {
    const response = await fetch(`${origin}${path}`, { method });
    expect([response.status, await response.json()]).toEqual([404, { path: '$', error: 'resource does not exist', code: 'not-found' }]);
  });

  test('carries a request id of ours', async () => {
    expect((await post({ query: KNOWN }, { 'x-request-id': 'pedido-0001' })).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is cancelled when the client disconnects', async () => {
    const started = Promise.withResolvers<AbortSignal>();
    backend.answer = (options) => {
      if (options.signal !== undefined) started.resolve(options.signal);
      return new Promise(() => {});
    };
    const client = request(`${origin}/v1/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' } });
    client.on('error', () => {});
    client.end(JSON.stringify({ query: KNOWN }));
    const signal = await started.promise;
    const aborted = once(signal, 'abort');
    client.destroy();
    await aborted;
    expect(signal.aborted).toBe(true);
  });
});
