import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../server/observability/log.ts';
import { createAccessLog } from '../../../server/operations/access-log.ts';
import { createRouteNames } from '../../../server/operations/route-names.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { listening } from '../../support/listening.ts';

function subject() {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  return { lines, accessLog: createAccessLog({ log, routeOf: createRouteNames(ROUTES), now: () => 0 }) };
}

describe('the access log', () => {
  it('has a line for a response of the application, with its id and what the cache did', async () => {
    const { lines, accessLog } = subject();
    const listener = accessLog.listener((_req, res) => {
      res.writeHead(203, 'Fields', ['Cache-Status', 'edge; fwd=uri-miss', 'X-Request-Id', 'o-pedido', 'Content-Length', '0']).end();
    });
    await using server = await listening(listener);
    await (await fetch(`${server.origin}/lai?cpf=123.456.789-09`, { headers: { cookie: 'sessao=segredo' } })).text();
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      msg: 'access',
      method: 'GET',
      path: '/lai',
      route: 'lai',
      status: 203,
      cache: 'edge; fwd=uri-miss',
      requestId: 'o-pedido',
      ms: 0,
      aborted: false,
    });
    expect(JSON.stringify(lines)).not.toMatch(/123\.456|segredo|127\.0\.0\.1/);
  });

  it('has a line for fields that are set one by one', async () => {
    const { lines, accessLog } = subject();
    await using server = await listening(accessLog.listener((_req, res) => void res.setHeader('Cache-Status', 'edge; hit').end()));
    await (await fetch(server.origin)).text();
    await expect.poll(() => lines).toMatchObject([{ status: 200, cache: 'edge; hit', requestId: null, route: 'inicio' }]);
  });

  it('logs a line for a direct answer, and none for a request that is not answered directly', () => {
    const { lines, accessLog } = subject();
    const head = Buffer.from('HTTP/1.1 304 Not Modified\r\nAge: 1\r\nCache-Status: edge; hit; ttl=9\r\nDate: x\r\n\r\n');
    const request = { method: 'GET', url: '/informacoes/noticias?q=maria', rawHeaders: [], hasContent: false };
    expect(accessLog.direct(() => null)(request, 5)).toBeNull();
    expect(lines).toEqual([]);
    expect(accessLog.direct(() => ({ head, body: null }))(request, 5)?.head).toBe(head);
    expect(lines).toMatchObject([{ status: 304, cache: 'edge; hit; ttl=9', path: '/informacoes/noticias', route: 'noticias' }]);
  });
});
