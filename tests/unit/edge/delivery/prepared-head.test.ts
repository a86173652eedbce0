import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { hasPlainHead, type KeptHead, keepsHeads, keptHead } from '../../../../server/edge/delivery/prepared-head.ts';

// When this fails after an update of Node, hits still answer rightly, only slower: see kept-head.ts for what it relies on.
test('this Node sends a kept head as it sends a head that it writes', () => {
  expect(keepsHeads()).toBe(true);
});

test('a response of this Node says all that decides whether its head can be kept', async () => {
  const seen: { plain: boolean; head: KeptHead | null }[] = [];
  const server = createServer((req, res) => {
    const plain = hasPlainHead(req, res);
    res.writeHead(200, ['Content-Length', '0']);
    seen.push({ plain, head: keptHead(res) });
    res.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await fetch(origin);
  await fetch(origin, { headers: { expect: 'something-else' } }).catch(() => undefined);
  expect(seen).toEqual([{ plain: true, head: expect.objectContaining({ text: expect.stringMatching(/^HTTP\/1.1 200 OK\r\n/) }) }]);
  server.closeAllConnections();
  server.close();
});

test('a response that others changed before keeps no head', async () => {
  const changes: readonly ((res: ServerResponse) => void)[] = [
    (res) => res.setHeader('X-Set', '1'),
    (res) => res.removeHeader('Connection'),
    (res) => {
      res.writeHead = ServerResponse.prototype.writeHead.bind(res);
    },
    (res) => {
      res.end = ServerResponse.prototype.end.bind(res);
    },
    (res) => res.writeHead(200),
  ];
  const seen: boolean[] = [];
  const server = createServer((req, res) => {
    changes[seen.length]?.(res);
    seen.push(hasPlainHead(req, res));
    res.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  while (seen.length < changes.length) await fetch(origin);
  expect(seen).toEqual(changes.map(() => false));
  server.closeAllConnections();
  server.close();
});
