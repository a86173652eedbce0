import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import type { BackendHealth } from '../../../server/backend/backend.ts';
import { createHealthRouter, type HealthOptions, type ProcessState } from '../../../server/health/router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { SILENT_LOG } from '../../../server/observability/log.ts';
import { type Listening, listening } from '../../support/listening.ts';

const HEALTHY: readonly BackendHealth[] = [
  { name: 'database', ok: true, latencyMs: 0.84 },
  { name: 'storage', ok: true, latencyMs: 3 },
];

const servers: Listening[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function start(options: Partial<HealthOptions> = {}): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const router = createHealthRouter({ backend: { health: async () => HEALTHY }, state: () => 'ready', build: 'b1', ...options });
  const server = await listening(express().use(router).use(errorHandler(SILENT_LOG)));
  servers.push(server);
  return (path, init) => fetch(server.origin + path, init);
}

describe('/health/live', () => {
  test.each<ProcessState>(['starting', 'ready', 'draining'])('is 200 while %s and does not check the backend', async (state) => {
    const get = await start({ state: () => state, backend: { health: () => Promise.reject(new Error('asked')) } });
    const response = await get('/health/live');
    expect([response.status, await response.json()]).toEqual([200, { status: 'live', build: 'b1' }]);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });
});

describe.each(['/health/ready', '/healthz'])('%s', (path) => {
  test('is 200 with every part and its latency while all are healthy', async () => {
    const response = await (await start())(path);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: 'ready',
      build: 'b1',
      checks: [
        { name: 'database', ok: true, latencyMs: 0.8 },
        { name: 'storage', ok: true, latencyMs: 3 },
      ],
    });
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  test('is 200 when an optional part is down, and shows that', async () => {
    const lame: readonly BackendHealth[] = [
      { name: 'database', ok: true, latencyMs: 1 },
      { name: 'storage', ok: false, latencyMs: 9, optional: true },
    ];
    const response = await (await start({ backend: { health: async () => lame } }))(path);
    const answer: unknown = await response.json();
    expect([response.status, answer]).toEqual([
      200,
      expect.objectContaining({ checks: [expect.anything(), { name: 'storage', ok: false, latencyMs: 9 }] }),
    ]);
  });

  test.each<ProcessState>(['starting', 'draining'])('is 503 while %s, without a check', async (state) => {
    const get = await start({ state: () => state, backend: { health: () => Promise.reject(new Error('asked')) } });
    const response = await get(path);
    expect([response.status, await response.json()]).toEqual([503, { status: state, build: 'b1', checks: [] }]);
    expect(response.headers.get('retry-after')).toBe('5');
  });

  test.each<[string, () => Promise<readonly BackendHealth[]>]>([
    [
      'one part is not well',
      async () => [HEALTHY[0] ?? { name: 'database', ok: true, latencyMs: 0 }, { name: 'storage', ok: false, latencyMs: 9 }],
    ],
    ['nothing was checked', async () => []],
    ['the check fails', () => Promise.reject(new Error('postgres://user:senha@10.0.0.7'))],
  ])('is 503 when %s', async (_name, health) => {
    const response = await (await start({ backend: { health } }))(path);
    const text = await response.text();
    expect(response.status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ status: 'unavailable' });
    expect(text).not.toContain('senha');
  });

  test('is 503 when the backend does not answer within the bound', async () => {
    const response = await (await start({ backend: { health: () => new Promise(() => {}) }, checkMs: 5 }))(path);
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'unavailable', build: 'b1', checks: [{ name: 'backend', ok: false, latencyMs: 5 }] },
    ]);
  });

  test('is 503 when draining starts during the check', async () => {
    let state: ProcessState = 'ready';
    const health = async (): Promise<readonly BackendHealth[]> => {
      state = 'draining';
      return HEALTHY;
    };
    const response = await (await start({ state: () => state, backend: { health } }))(path);
    expect([response.status, ((await response.json()) as { status: string }).status]).toEqual([503, 'draining']);
  });

  test('shows only name, state and latency of a part', async () => {
    const health = async (): Promise<readonly BackendHealth[]> => [
      { ...HEALTHY[0], name: 'database', ok: true, latencyMs: 1, url: 'postgres://x' } as BackendHealth,
    ];
    expect(await (await (await start({ backend: { health } }))(path)).text()).not.toContain('postgres');
  });
});

test('concurrent probes share one check, and the next probe starts another', async () => {
  const gate = Promise.withResolvers<readonly BackendHealth[]>();
  const arrived = Promise.withResolvers<void>();
  let checks = 0;
  let asked = 0;
  const state = (): ProcessState => {
    asked += 1;
    if (asked === 10) arrived.resolve();
    return 'ready';
  };
  const health = (): Promise<readonly BackendHealth[]> => {
    checks += 1;
    return gate.promise;
  };
  const get = await start({ state, backend: { health }, checkMs: 60_000 });
  const probes = Array.from({ length: 10 }, () => get('/health/ready'));
  await arrived.promise;
  gate.resolve(HEALTHY);
  expect(new Set((await Promise.all(probes)).map((response) => response.status))).toEqual(new Set([200]));
  expect(checks).toBe(1);
  await get('/healthz');
  expect(checks).toBe(2);
});

test('other methods are answered with 405 and Allow', async () => {
  const response = await (await start())('/healthz', { method: 'POST' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('HEAD is answered as GET, without content', async () => {
  const response = await (await start())('/health/ready', { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
});
