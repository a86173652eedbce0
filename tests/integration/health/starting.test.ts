import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStartingHandler } from '../../../server/health/starting.ts';
import { ERROR_CODES } from '../../../shared/errors/codes.ts';
import { type Listening, listening } from '../../support/listening.ts';

let server: Listening;

beforeAll(async () => {
  server = await listening(createStartingHandler({ https: true }));
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
  const response = await get('/v1/graphql', { method: 'POST', body: '{}' });
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
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  });
});
