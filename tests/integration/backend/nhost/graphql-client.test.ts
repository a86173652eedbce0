/** Operations to a hosted service that misbehaves, on real sockets. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Caller, type GraphqlRequest, PUBLIC_CALLER } from '../../../../server/backend/backend.ts';
import { type AuthService, createAuthService, IGNORED_BODY } from '../../../../server/backend/nhost/auth/auth-service.ts';
import { openRemoteKeys } from '../../../../server/backend/nhost/auth/remote-keys.ts';
import { createNhostGraphql, type NhostGraphql, type NhostGraphqlLimits } from '../../../../server/backend/nhost/graphql-client.ts';
import { createServiceClient } from '../../../../server/backend/nhost/service-client.ts';
import { type Listening, listening } from '../../../support/listening.ts';
import { SILENT_LOG } from '../../../support/silent-log.ts';
import { until } from '../../edge/harness.ts';

const READ = { query: 'query Noticias { noticia { id } }' };
const WRITE = { query: 'mutation Mudar { delete_noticia(where: {}) { affected_rows } }' };
const BOTH = { query: 'query Ler { noticia { id } } mutation Mudar { delete_noticia(where: {}) { affected_rows } }' };
const DATA = '{"data":{"noticia":[]}}';

type Behaviour = (req: IncomingMessage, res: ServerResponse) => void;

const answers: Behaviour = (_req, res) => res.end(DATA);
const status =
  (code: number): Behaviour =>
  (_req, res) =>
    res.writeHead(code).end('{"error":"x"}');
const resets: Behaviour = (req) => req.socket.resetAndDestroy();
const cuts: Behaviour = (req, res) => {
  res.writeHead(200, { 'Content-Length': '100' }).write('{"data":{"not', () => req.socket.destroy());
};
const hangs: Behaviour = () => undefined;

interface Service extends Listening {
  readonly graphql: NhostGraphql;
  readonly asked: { readonly body: unknown; readonly headers: IncomingMessage['headers'] }[];
}

/** Each request meets the next behaviour; the last one stays. */
async function service(behaviours: readonly Behaviour[], limits: Partial<NhostGraphqlLimits> = {}): Promise<Service> {
  const asked: Service['asked'] = [];
  const listener: RequestListener = (req, res) => {
    let text = '';
    req.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    req.on('end', () => {
      asked.push({ body: JSON.parse(text), headers: req.headers });
      behaviours[Math.min(asked.length, behaviours.length) - 1]?.(req, res);
    });
  };
  const site = await listening(listener);
  const graphql = createNhostGraphql({ url: site.origin, adminSecret: 'um-segredo-de-teste', limits });
  const close = async (): Promise<void> => {
    graphql.close();
    await site.close();
  };
  return { ...site, graphql, asked, close, [Symbol.asyncDispose]: close };
}

const execute = ({ graphql }: Service, request: GraphqlRequest = READ, caller: Caller = PUBLIC_CALLER) =>
  graphql.execute(request, { caller });

test('the service joins the trace of the request that is being answered, and of none outside one', async () => {
  await using site = await service([answers]);
  const parents = ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', null];
  const graphql = createNhostGraphql({ url: site.origin, adminSecret: 'um-segredo-de-teste', traceparent: () => parents.shift() ?? null });
  for (let turn = 0; turn < 2; turn += 1) await graphql.execute(READ, { caller: PUBLIC_CALLER });
  graphql.close();
  expect(site.asked.map(({ headers }) => headers['traceparent'])).toEqual([
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    undefined,
  ]);
});

test('the query, its variables and its name are sent, and of the caller what names it', async () => {
  await using site = await service([answers]);
  const request = { ...READ, variables: { pagina: 2 }, operationName: 'Noticias' };
  expect(await execute(site, request)).toEqual({ kind: 'data', json: '{"noticia":[]}' });
  const [{ body, headers } = { body: null, headers: {} }] = site.asked;
  expect(body).toEqual(request);
  expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'host']);
});

test('connections are kept for the next operation', async () => {
  await using site = await service([answers]);
  let connections = 0;
  site.server.on('connection', () => {
    connections += 1;
  });
  for (let count = 0; count < 5; count += 1) await execute(site);
  expect([connections, site.asked.length]).toEqual([1, 5]);
});

describe('a failure that may pass', () => {
  const FAILURES: readonly (readonly [string, Behaviour])[] = [
    ...[408, 409, 425, 429, 500, 502, 503, 504].map((code) => [`status ${code}`, status(code)] as const),
    ['a reset connection', resets],
    ['a body that is cut', cuts],
    ['a body that is no JSON', (_req, res) => res.end('<html>')],
  ];

  test.each(FAILURES)('has a read sent once more: %s', async (_name, fails) => {
    await using site = await service([fails, answers]);
    expect(await execute(site)).toEqual({ kind: 'data', json: '{"noticia":[]}' });
    expect(site.asked).toHaveLength(2);
  });

  /** A query with more tokens than are read. */
  const LONG = { query: `{ ${'a '.repeat(20_000)} }` };

  test.each(FAILURES)('never has a mutation sent again: %s', async (_name, fails) => {
    for (const request of [WRITE, { ...BOTH, operationName: 'Mudar' }, { query: 'no GraphQL at all {' }, LONG]) {
      await using site = await service([fails, answers]);
      await expect(execute(site, request)).rejects.toMatchObject({ name: 'AppError' });
      expect(site.asked).toHaveLength(1);
    }
  });

  test('is given up after the second attempt, with the error of the last', async () => {
    await using site = await service([status(503)]);
    await expect(execute(site)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    expect(site.asked).toHaveLength(2);
  });

  test('is not known of a query beside a mutation until the request names it', async () => {
    await using site = await service([resets, answers]);
    await execute(site, { ...BOTH, operationName: 'Ler' });
    expect(site.asked).toHaveLength(2);
  });
});

test('errors of GraphQL are answers, with status 200 and with one of 4xx, and are not asked for again', async () => {
  const body = '{"errors":[{"message":"Could not verify JWT: JWTExpired","extensions":{"path":"$","code":"invalid-jwt"}}]}';
  for (const code of [200, 400, 401]) {
    await using site = await service([(_req, res) => res.writeHead(code).end(body)]);
    expect(await execute(site)).toMatchObject({ kind: 'errors', errors: [{ extensions: { code: 'invalid-jwt' } }] });
    expect(site.asked).toHaveLength(1);
  }
});

describe('a service that does not answer', () => {
  test('costs a caller its deadline and no more', async () => {
    await using site = await service([hangs], { totalMs: 200 });
    await expect(execute(site)).rejects.toMatchObject({ code: 'BACKEND_TIMEOUT' });
  });

  test('a caller that leaves does not wait for a service that does not answer', async () => {
    await using site = await service([hangs]);
    const gone = new AbortController();
    const execution = site.graphql.execute(READ, { caller: PUBLIC_CALLER, signal: gone.signal });
    await until(() => site.asked.length === 1);
    gone.abort(new Error('the client left'));
    await expect(execution).rejects.toThrow('the client left');
    expect(site.asked).toHaveLength(1);
  });

  test('is asked by others after callers have left before its answers came', async () => {
    await using site = await service([hangs, hangs, answers], { failures: 2 });
    const gone = new AbortController();
    const executions = [1, 2].map(() => site.graphql.execute(READ, { caller: PUBLIC_CALLER, signal: gone.signal }));
    await until(() => site.asked.length === 2);
    gone.abort(new Error('the client left'));
    for (const execution of executions) await expect(execution).rejects.toThrow('the client left');
    expect(await execute(site)).toMatchObject({ kind: 'data' });
  });

  test('is left alone after some failures, and asked again later', async () => {
    const clock = { now: 0 };
    let isUp = false;
    let asked = 0;
    await using site = await listening((_req, res) => {
      asked += 1;
      (isUp ? answers : status(503))(_req, res);
    });
    const graphql = createNhostGraphql({
      url: site.origin,
      adminSecret: 'um-segredo-de-teste',
      limits: { failures: 2, openMs: 1_000 },
      now: () => clock.now,
    });
    const read = () => graphql.execute(READ, { caller: PUBLIC_CALLER });
    for (let count = 0; count < 10; count += 1) await expect(read()).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    expect(asked).toBe(4);
    isUp = true;
    clock.now = 1_000;
    expect(await read()).toMatchObject({ kind: 'data' });
    graphql.close();
  });
});

test('a response without end is cut at its limit', async () => {
  const endless: Behaviour = (_req, res) => {
    const more = (): void => {
      while (!res.destroyed && res.write('x'.repeat(65_536)));
      if (!res.destroyed) res.once('drain', more);
    };
    more();
  };
  await using site = await service([endless], { responseBytes: 1_000_000 });
  await expect(execute(site)).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(site.asked).toHaveLength(1);
});

describe('a sign-in service that stops in the middle of an answer', () => {
  const stalls: RequestListener = (_req, res) => void res.writeHead(200, { 'Content-Length': '100' }).write('{"ses');
  const clientOf = (headMs: number) => createServiceClient({ headMs, atOnce: 8, service: 'the sign-in service' });
  const signIn = (auth: AuthService) => auth.post('/signin/email-password', { email: 'a@b.org', password: 'x' }, { shape: IGNORED_BODY });

  const endless: RequestListener = (_req, res) => void res.end('x'.repeat(300_000));

  test.each([
    ['is cut off', 'NETWORK', cuts, 10_000],
    ['does not go on', 'BACKEND_TIMEOUT', stalls, 50],
    ['is endless', 'NETWORK', endless, 10_000],
  ] as const)('fails a sign-in whose answer %s with %s', async (_what, code, behaviour, headMs) => {
    await using site = await listening(behaviour);
    const auth = createAuthService(site.origin, clientOf(headMs));
    await expect(signIn(auth)).rejects.toMatchObject({ name: 'AppError', code });
    auth.close();
  });

  test('is asked for its keys again after an answer that did not go on', async () => {
    let asked = 0;
    await using site = await listening((req, res) => {
      asked += 1;
      if (asked === 1) stalls(req, res);
      else res.end('{"keys":[]}');
    });
    const waits: (() => void)[] = [];
    const timers = { after: (_ms: number, act: () => void) => (waits.push(act), () => undefined) };
    const keys = openRemoteKeys({ client: clientOf(500), url: new URL(site.origin), log: SILENT_LOG, timers });
    // The first wait is the one until the next load; a failed load plans another.
    await expect.poll(() => waits.length).toBe(2);
    waits.at(-1)?.();
    await expect.poll(() => asked).toBe(2);
    keys.close();
  });
});
