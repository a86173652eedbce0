import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStartingHandler, type StartingHandler } from '../../../server/health/starting.ts';
import { ERROR_CODES } from '../../../shared/errors/codes.ts';
import type { Timers } from '../../../shared/time/timers.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { HSTS, SECURITY_FIELDS } from '../../support/security/security-fields.ts';

let server: Listening;
let starting: StartingHandler;

/** Waits that the test ends. */
const waits = new Set<() => void>();
const timers: Timers = {
  after: (_ms, act) => {
    waits.add(act);
    return () => waits.delete(act);
  },
};

beforeAll(async () => {
  starting = createStartingHandler({ https: true, boundBodies: (listener) => listener, timers });
  server = await listening(starting.listener);
});
afterAll(() => server.close());

function get(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(server.origin + path, init);
}

test('answers 200 to liveness while starting', async () => {
  const response = await get('/health/live');
  expect([response.status, await response.json(), response.headers.has('retry-after')]).toEqual([200, { status: 'live' }, false]);
});

test.each(['/health/ready', '/healthz', '/healthz?probe=1'])('answers 503 to readiness while starting: %s', async (path) => {
  const response = await get(path);
  expect([response.status, await response.json()]).toEqual([503, { status: 'starting', reasons: [], checks: [] }]);
});

test('answers a browser with a page in Portuguese that is not stored', async () => {
  const response = await get('/lai/documentos/leis?ano=2026', { headers: { accept: 'text/html,*/*;q=0.8' } });
  const text = await response.text();
  expect([response.status, response.headers.get('retry-after'), response.headers.get('cache-control')]).toEqual([
    503,
    '5',
    'private, no-store',
  ]);
  expect([response.headers.get('content-language'), text.includes('<html lang="pt-BR">')]).toEqual(['pt-BR', true]);
  expect([response.headers.get('x-frame-options'), response.headers.get('strict-transport-security')]).toEqual([
    'SAMEORIGIN',
    'max-age=31536000',
  ]);
  for (const part of ['<h1>Ops!!!</h1>', 'ERRO', 'Lamentamos mas ocorreu um erro inesperado.', 'Voltar Para Pagina Inicial']) {
    expect(text).toContain(part);
  }
  expect(text).toContain(ERROR_CODES.STARTING.message);
  expect(text).not.toContain('leis');
});

test('answers other clients with the same message as JSON', async () => {
  const response = await get('/v1/graphql');
  expect([response.status, await response.json()]).toEqual([503, { code: 'STARTING', message: ERROR_CODES.STARTING.message }]);
});

test('answers HEAD without content', async () => {
  const response = await get('/', { method: 'HEAD', headers: { accept: 'text/html' } });
  expect([response.status, await response.text()]).toEqual([503, '']);
});

test.each([
  ['/', 'text/html'],
  ['/assets/estilos-Ab12Cd34.css', 'text/css,*/*;q=0.1'],
  ['/health/ready', '*/*'],
])('answers %s with the security fields of the site', async (path, accept) => {
  const { status, headers } = await get(path, { headers: { accept } });
  expect({ status, ...Object.fromEntries(headers) }).toMatchObject({
    status: 503,
    'retry-after': '5',
    ...SECURITY_FIELDS,
    ...HSTS,
  });
});

describe('a request that may write', () => {
  const waitsFor = async (count: number): Promise<void> => {
    await expect.poll(() => waits.size).toBe(count);
  };
  const submit = (): Promise<Response> => get('/_casos/pedido', { method: 'POST', body: 'texto=o que foi digitado' });

  test('waits for the site, which gets it with its body', async () => {
    const sent = submit();
    await waitsFor(1);
    starting.handOver((req, res) => void req.pipe(res));
    const answer = await sent;
    expect([answer.status, await answer.text(), waits.size]).toEqual([200, 'texto=o que foi digitado', 0]);
  });

  test('gets 503 where there is no site in time', async () => {
    const sent = submit();
    await waitsFor(1);
    for (const act of waits) act();
    const answer = await sent;
    expect([answer.status, answer.headers.get('retry-after'), waits.size]).toEqual([503, '5', 0]);
  });

  test('gets 503 where there will be no site, and no other waits', async () => {
    const hopeless = createStartingHandler({ https: true, boundBodies: (listener) => listener, timers });
    await using own = await listening(hopeless.listener);
    const send = (): Promise<Response> => fetch(own.origin, { method: 'POST', body: 'texto=a' });
    const sent = send();
    await waitsFor(1);
    hopeless.giveUp();
    const { status, headers } = await sent;
    expect([status, headers.get('connection'), (await send()).status, waits.size]).toEqual([503, 'close', 503, 0]);
  });

  test('has the time for its body from the end of its waiting on, and the site bounds it where there is one', async () => {
    let bounded = 0;
    const own = createStartingHandler({
      https: true,
      boundBodies: (listener) => (req, res) => {
        bounded += 1;
        listener(req, res);
      },
      timers,
    });
    await using site = await listening(own.listener);
    const send = (): Promise<Response> => fetch(site.origin, { method: 'POST', body: 'texto=a' });
    const [refused, taken] = [send(), send()];
    await waitsFor(2);
    expect(bounded).toBe(0);
    for (const act of [...waits].slice(0, 1)) act();
    own.handOver((_req, res) => res.end());
    expect([[(await refused).status, (await taken).status].toSorted((a, b) => a - b), bounded]).toEqual([[200, 503], 1]);
  });

  test('is forgotten when its client leaves', async () => {
    const leaving = new AbortController();
    const sent = get('/_casos/pedido', { method: 'POST', body: 'texto=a', signal: leaving.signal });
    await waitsFor(1);
    leaving.abort();
    await expect(sent).rejects.toThrow('aborted');
    await waitsFor(0);
  });

  test('gets 503 at once where a hundred wait', async () => {
    const sent = Array.from({ length: 100 }, submit);
    await waitsFor(100);
    expect((await submit()).status).toBe(503);
    starting.handOver((_req, res) => res.end());
    await Promise.all(sent);
  });
});
