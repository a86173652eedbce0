import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import type { BackendHealth } from '../../../server/backend/backend.ts';
import type { HealthCheck } from '../../../server/health/readiness.ts';
import { createHealthRouter, type HealthOptions, type ProcessState } from '../../../server/health/router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const HEALTHY: readonly BackendHealth[] = [
  { name: 'database', ok: true, latencyMs: 0.84 },
  { name: 'storage', ok: true, latencyMs: 3 },
];

const BROKEN: readonly BackendHealth[] = [
  { name: 'database', ok: false, latencyMs: 9, fault: 'unreachable' },
  { name: 'storage', ok: true, latencyMs: 1, optional: true },
];

const servers: Listening[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const check = (run: HealthCheck['run']): readonly HealthCheck[] => [{ name: 'backend', run }];

async function start(options: Partial<HealthOptions> = {}): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const defaults: HealthOptions = {
    checks: check(async () => HEALTHY),
    standsIn: () => false,
    state: () => 'ready',
    build: 'b1',
    log: SILENT_LOG,
  };
  const router = createHealthRouter({ ...defaults, ...options });
  const server = await listening(express().use(router).use(errorHandler(SILENT_LOG)));
  servers.push(server);
  return (path, init) => fetch(server.origin + path, init);
}

const seen = async (response: Response): Promise<readonly [number, unknown]> => [response.status, await response.json()];

describe('/health/live', () => {
  test.each<ProcessState>(['starting', 'ready', 'draining'])('is 200 while %s and does not check the backend', async (state) => {
    const get = await start({ state: () => state, checks: check(() => Promise.reject(new Error('asked'))) });
    const response = await get('/health/live');
    expect(await seen(response)).toEqual([200, { status: 'live', build: 'b1' }]);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });
});

describe.each(['/health/ready', '/healthz'])('%s', (path) => {
  test('is 200 with every part of every check and its latency while all are healthy', async () => {
    const shared: HealthCheck = { name: 'shared', run: async () => [{ name: 'assets', ok: true, latencyMs: 2 }] };
    const response = await (await start({ checks: [...check(async () => HEALTHY), shared] }))(path);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await seen(response)).toEqual([
      200,
      {
        status: 'ready',
        build: 'b1',
        reasons: [],
        checks: [
          { name: 'database', ok: true, latencyMs: 0.8 },
          { name: 'storage', ok: true, latencyMs: 3 },
          { name: 'assets', ok: true, latencyMs: 2 },
        ],
      },
    ]);
  });

  test('is 200 and degraded when an optional part fails, with the reason', async () => {
    const lame: readonly BackendHealth[] = [
      { name: 'database', ok: true, latencyMs: 1 },
      { name: 'storage', ok: false, latencyMs: 9, optional: true, fault: 'disk-full' },
    ];
    expect(await seen(await (await start({ checks: check(async () => lame) }))(path))).toEqual([
      200,
      {
        status: 'degraded',
        build: 'b1',
        reasons: ['storage: disk-full'],
        checks: [
          { name: 'database', ok: true, latencyMs: 1 },
          { name: 'storage', ok: false, latencyMs: 9, fault: 'disk-full' },
        ],
      },
    ]);
  });

  test('is 200 and degraded when a part that pages need fails while stored pages stand in', async () => {
    const response = await (await start({ checks: check(async () => BROKEN), standsIn: () => true }))(path);
    expect(response.headers.has('retry-after')).toBe(false);
    expect(await seen(response)).toMatchObject([200, { status: 'degraded', reasons: ['database: unreachable'] }]);
  });

  test('is 503 when a part that pages need fails and no stored page stands in', async () => {
    const response = await (await start({ checks: check(async () => BROKEN) }))(path);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await seen(response)).toMatchObject([503, { status: 'unavailable', reasons: ['database: unreachable'] }]);
  });

  test.each<ProcessState>(['starting', 'draining'])('is 503 while %s, without a check, whatever is stored', async (state) => {
    const get = await start({ state: () => state, standsIn: () => true, checks: check(() => Promise.reject(new Error('asked'))) });
    const response = await get(path);
    expect(await seen(response)).toEqual([503, { status: state, build: 'b1', reasons: [], checks: [] }]);
    expect(response.headers.get('retry-after')).toBe('5');
  });

  test('is 503 when nothing was checked', async () => {
    expect(await seen(await (await start({ checks: check(async () => []) }))(path))).toMatchObject([503, { status: 'unavailable' }]);
  });

  test('names a check that fails, not what it fails with', async () => {
    const secret = check(() => Promise.reject(new Error('postgres://user:senha@10.0.0.7')));
    const text = await (await (await start({ checks: secret }))(path)).text();
    expect(JSON.parse(text)).toMatchObject({ reasons: ['backend: failed'] });
    expect(text).not.toContain('senha');
  });

  test('names a check that does not answer within the bound, beside the others', async () => {
    const silent: HealthCheck = { name: 'shared', run: () => new Promise(() => {}) };
    const response = await (await start({ checks: [...check(async () => HEALTHY), silent], checkMs: 5 }))(path);
    expect(await seen(response)).toMatchObject([
      503,
      { reasons: ['shared: timeout'], checks: [{ ok: true }, { ok: true }, { name: 'shared', ok: false, latencyMs: 5, fault: 'timeout' }] },
    ]);
  });

  test('is 503 when draining starts during the check', async () => {
    let state: ProcessState = 'ready';
    const run = async (): Promise<readonly BackendHealth[]> => {
      state = 'draining';
      return HEALTHY;
    };
    const response = await (await start({ state: () => state, checks: check(run) }))(path);
    expect(await seen(response)).toMatchObject([503, { status: 'draining', checks: [] }]);
  });

  test('shows only name, state, latency and kind of fault of a part', async () => {
    const extra = { name: 'database', ok: false, latencyMs: 1, fault: 'failed', url: 'postgres://x' } as BackendHealth;
    const get = await start({ checks: check(async () => [extra]) });
    expect(await (await get(path)).text()).not.toContain('postgres');
  });
});

test('probes share one check, which is made again after a second', async () => {
  const gate = Promise.withResolvers<readonly BackendHealth[]>();
  const arrived = Promise.withResolvers<void>();
  let [checks, asked, now] = [0, 0, 0];
  const state = (): ProcessState => {
    asked += 1;
    if (asked === 10) arrived.resolve();
    return 'ready';
  };
  const run = (): Promise<readonly BackendHealth[]> => {
    checks += 1;
    return gate.promise;
  };
  const get = await start({ state, checks: check(run), checkMs: 60_000, now: () => now });
  const probes = Array.from({ length: 10 }, () => get('/health/ready'));
  await arrived.promise;
  now = 30_000;
  gate.resolve(HEALTHY);
  expect(new Set((await Promise.all(probes)).map((response) => response.status))).toEqual(new Set([200]));
  expect(checks).toBe(1);
  now = 30_999;
  await get('/healthz');
  expect(checks).toBe(1);
  now = 31_000;
  await get('/healthz');
  expect(checks).toBe(2);
});

test('the log says once which parts fail, when two checks have found it, and that they work again', async () => {
  const said: unknown[] = [];
  const log = {
    warn: (fields: object, message: string) => said.push([message, fields]),
    info: (_fields: object, message: string) => said.push(message),
  };
  let [parts, now] = [HEALTHY, 0];
  const get = await start({ log, checks: check(async () => parts), standsIn: () => true, now: () => now });
  const probe = async (found: readonly BackendHealth[]): Promise<void> => {
    parts = found;
    now += 1_000;
    await get('/health/ready');
  };
  for (const found of [HEALTHY, BROKEN, HEALTHY, BROKEN]) await probe(found);
  expect(said).toEqual([]);
  for (const found of [BROKEN, BROKEN]) await probe(found);
  expect(said).toEqual([['parts of the site fail', { status: 'degraded', reasons: ['database: unreachable'] }]]);
  for (const found of [HEALTHY, HEALTHY, HEALTHY]) await probe(found);
  expect(said.slice(1)).toEqual(['all parts of the site work again']);
});

test('says after each check what was found of each part', async () => {
  const found: unknown[] = [];
  const get = await start({ checks: check(async () => BROKEN), found: (parts) => found.push(...parts.map(({ name, ok }) => [name, ok])) });
  await get('/health/ready');
  expect(found).toEqual([
    ['database', false],
    ['storage', true],
  ]);
});

test('other methods are answered with 405 and Allow', async () => {
  const response = await (await start())('/healthz', { method: 'POST' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('HEAD is answered as GET, without content', async () => {
  const response = await (await start())('/health/ready', { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
});
