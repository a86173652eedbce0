import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import {
  allowsPreparedHead,
  type PreparedHead,
  prepareHead,
  supportsPreparedHeads,
} from '../../../../server/edge/delivery/prepared-head.ts';

// When this fails after an update of Node, hits are still correct, only slower: prepared-head.ts says what it relies on.
test('this Node sends a prepared head as it sends a head that it writes', () => {
  expect(supportsPreparedHeads()).toBe(true);
});

test('a response of this Node has all properties that decide about a prepared head', async () => {
  const seen: { isAllowed: boolean; head: PreparedHead | null }[] = [];
  const server = createServer((req, res) => {
    const isAllowed = allowsPreparedHead(req, res);
    res.writeHead(200, ['Content-Length', '0']);
    seen.push({ isAllowed, head: prepareHead(res) });
    res.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await fetch(origin);
  await fetch(origin, { headers: { expect: 'something-else' } }).catch(() => undefined);
  expect(seen).toEqual([{ isAllowed: true, head: expect.objectContaining({ text: expect.stringMatching(/^HTTP\/1.1 200 OK\r\n/) }) }]);
  server.closeAllConnections();
  server.close();
});

test('a response that a handler has changed allows no prepared head', async () => {
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
    (res) => {
      res.shouldKeepAlive = false;
    },
    // Node's own note about the last request of a connection.
    (res) => void Object.assign(res, { maxRequestsOnConnectionReached: true }),
    (res) => {
      res.req.httpVersionMinor = 0;
    },
  ];
  const seen: boolean[] = [];
  const server = createServer((req, res) => {
    changes[seen.length]?.(res);
    seen.push(allowsPreparedHead(req, res));
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
