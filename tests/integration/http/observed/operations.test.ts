/** What operators see over HTTP: the listener of metrics, their endpoint, Server-Timing, and traces that go to a collector. */
import { once } from 'node:events';
import express, { type Express } from 'express';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Identify } from '../../../../server/backend/auth/identity.ts';
import { PUBLIC_CALLER } from '../../../../server/backend/backend.ts';
import { errorHandler } from '../../../../server/http/error-handler.ts';
import { requestContext } from '../../../../server/http/request-context.ts';
import { listenForMetrics } from '../../../../server/operations/metrics-listener.ts';
import { startOperations } from '../../../../server/operations/operations.ts';
import { createRouteNames } from '../../../../server/operations/route-names.ts';
import { openTelemetry, type Telemetry } from '../../../../server/operations/telemetry.ts';
import { UNLIMITED } from '../../../../shared/cache/admission.ts';
import { REPLICA_METRICS } from '../../../../shared/operations/replica-metrics.ts';
import { ROUTES } from '../../../../shared/routes/table.ts';
import { OPERATIONS_PATH } from '../../../../shared/routes/url.ts';
import { type Listening, listening } from '../../../support/listening.ts';
import { SILENT_LOG } from '../../../support/silent-log.ts';
import { type Logged, loggingInto } from '../app.ts';

const DEBUG_TOKEN = 'um-token-de-teste-longo';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** The role stands in the token. */
const identify: Identify = async ({ headers: { authorization } }) => {
  if (authorization === undefined) return { kind: 'caller', caller: PUBLIC_CALLER };
  const role = authorization.replace('Bearer ', '');
  if (role === 'expired') return { kind: 'refused', status: 401, error: { message: 'no', extensions: { path: '$', code: 'invalid-jwt' } } };
  return { kind: 'caller', caller: { role, trust: 'signed-in', session: {} } };
};

let collector: Listening;
const collected: string[] = [];
const logged: Logged[] = [];
let telemetry: Telemetry;
let app: Express;
beforeAll(async () => {
  collector = await listening((req, res) => {
    let text = '';
    req.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    req.on('end', () => {
      collected.push(`${req.url} ${req.headers['api-key']?.toString() ?? ''} ${text}`);
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  const tracing = {
    url: `${collector.origin}/v1/traces`,
    headers: { 'api-key': 'chave' },
    serviceName: 'portal',
    attributes: { 'deployment.environment': 'teste' },
    sampler: 'parentbased_always_on',
    ratio: 1,
  } as const;
  const config = { tracing, trustProxy: 1, metricsPort: null, metricsHost: '127.0.0.1' };
  telemetry = await openTelemetry({ config, log: loggingInto(logged), build: 'b1', listens: true });
  const operations = startOperations({
    telemetry,
    shared: null,
    sources: {
      build: 'b1',
      backend: 'embedded',
      edge: () => ({ hits: 3, isSharing: false }),
      isSharing: () => null,
      decoders: () => 0,
      queue: () => Promise.resolve(null),
      connections: () => Promise.resolve(1),
      isReady: () => true,
    },
  });
  const { observe, open } = telemetry.observation;
  app = express();
  app.use(requestContext(SILENT_LOG, { open, routeOf: createRouteNames(ROUTES) }));
  app.use(operations.timing(identify, DEBUG_TOKEN));
  app.use(operations.router(identify, () => UNLIMITED));
  app.get('/lai', async (_req, res) => {
    const asked = await observe({ kind: 'operation', name: 'Lai' }, async () => telemetry.observation.traceparent());
    res.send(asked);
  });
  app.get('/glossario', async (_req, res) => {
    const said = observe({ kind: 'operation', name: 'Glossario' }, async () => telemetry.log.warn({ part: 'a' }, 'within a request'));
    await once(res.end(await said), 'close');
    telemetry.log.warn({}, 'after a request');
  });
  app.use(errorHandler(SILENT_LOG));
});
afterAll(async () => {
  await telemetry.close();
  await collector.close();
});

describe('the endpoint of the metrics', () => {
  test.each([
    ['nobody', undefined, 401],
    ['a token that does not verify', 'expired', 401],
    ['an editor', 'editor', 403],
    ['who answers citizens', 'ouvidor', 403],
  ])('is closed to %s', async (_who, role, status) => {
    const asked = request(app).get(OPERATIONS_PATH);
    const response = await (role === undefined ? asked : asked.set('Authorization', `Bearer ${role}`));
    expect([response.status, response.headers['cache-control']]).toEqual([status, 'private, no-store']);
    expect(response.text).not.toContain('memory');
  });

  test('shows an administrator the figures of this replica, which no cache stores', async () => {
    const response = await request(app).get(OPERATIONS_PATH).set('Authorization', 'Bearer administrador');
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store', 'cdn-cache-control': 'no-store' });
    const { own, knowsOthers, replicas } = response.body as { own: string; knowsOthers: boolean; replicas: unknown[] };
    expect(knowsOthers).toBe(false);
    expect(replicas.map((each) => REPLICA_METRICS.parse(each))).toMatchObject([{ id: own, build: 'b1', edge: { hits: 3 } }]);
  });

  test('takes nothing but a reading', async () => {
    const response = await request(app).post(OPERATIONS_PATH).set('Authorization', 'Bearer administrador');
    expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

describe('Server-Timing', () => {
  test.each([
    ['the debug token', { 'X-Debug-Token': DEBUG_TOKEN }],
    ['an administrator', { Authorization: 'Bearer administrador' }],
  ])('is there for %s', async (_who, fields: Readonly<Record<string, string>>) => {
    const response = await request(app).get('/lai').set(fields);
    expect(response.headers['server-timing']).toMatch(/^total;dur=\d+\.\d, operation;dur=\d+\.\d;desc="1"$/);
  });

  test.each([
    ['nobody', {}],
    ['another token', { 'X-Debug-Token': 'um-token-de-teste-outro' }],
    ['an editor', { Authorization: 'Bearer editor' }],
  ])('is not there for %s', async (_who, fields: Readonly<Record<string, string>>) => {
    const response = await request(app).get('/lai').set(fields);
    expect([response.status, response.headers['server-timing']]).toEqual([200, undefined]);
  });
});

test('a line of the log within a request has its id, and one after it none', async () => {
  const answer = await request(app).get('/glossario');
  await expect.poll(() => logged.map(({ message }) => message)).toContain('after a request');
  const fields = logged.filter(({ message }) => message.endsWith(' a request')).map((line) => line.fields);
  expect(fields).toEqual([{ requestId: answer.headers['x-request-id'], part: 'a' }, {}]);
});

test('a request joins the trace of the proxy, passes it on, and its spans go to the collector', async () => {
  const response = await request(app).get('/lai').set('traceparent', `00-${TRACE}-00f067aa0ba902b7-01`);
  expect(response.text).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  await telemetry.observation.close();
  const sent = collected.join('\n');
  expect(collected[0]).toMatch(/^\/v1\/traces chave /);
  for (const part of [TRACE, 'GET lai', 'operation Lai', '"portal"', 'deployment.environment', 'b1']) expect(sent).toContain(part);
  expect(sent).toContain(response.headers['x-request-id']);
});

describe('the listener of metrics', () => {
  test('answers /metrics alone, on the address that it is bound to', async () => {
    const listener = await listenForMetrics({ registry: telemetry.registry, port: 0, host: '127.0.0.1', log: SILENT_LOG });
    const origin = `http://127.0.0.1:${listener.port}`;
    const metrics = await fetch(`${origin}/metrics`);
    expect([metrics.status, metrics.headers.get('content-type'), metrics.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'private, no-store',
    ]);
    expect(await metrics.text()).toContain('portal_edge_requests_total{outcome="hit"} 3');
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405);
    await listener.close();
    await expect(fetch(`${origin}/metrics`)).rejects.toThrow('fetch failed');
  });

  test('says which variable names a port that is taken', async () => {
    const options = { registry: telemetry.registry, port: collector.port, host: '127.0.0.1', log: SILENT_LOG };
    await expect(listenForMetrics(options)).rejects.toThrow(`METRICS_PORT ${collector.port} on METRICS_HOST 127.0.0.1`);
  });
});
