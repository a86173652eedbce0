/** Requests with several or invalid Host fields (RFC 9112 §3.2). */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startWorld } from '../harness.ts';

async function statusOf(port: number, lines: readonly string[], target = '/'): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end([`GET ${target} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n'));
  return (await text(socket)).split(' ', 2)[1] ?? '';
}

test.each([
  ['two hosts', ['Host: a.example', 'Host: b.example']],
  ['the same host twice', ['Host: a.example', 'host: a.example']],
  ['a path', ['Host: a.example/x']],
  ['a blank', ['Host: a example']],
  ['a user', ['Host: eu@a.example']],
])('a request with %s as Host is refused, with and without a stored response', async (_name, lines) => {
  const at = await startWorld((_req, res) => {
    res.setHeader('Cache-Control', 'max-age=600');
    res.end('a');
  });
  const good = await statusOf(at.port, ['Host: a.example']);
  const statuses = [await statusOf(at.port, lines), await statusOf(at.port, lines, '/cold')];
  await at.close();
  expect({ good, statuses, asked: at.forwarded.length }).toEqual({ good: '200', statuses: ['400', '400'], asked: 1 });
});

test.each(['a.example:8080', '[::1]:3000', '127.0.0.1', '', 'xn--so-joo-8za.example', 'a_b.example'])(
  'accepts the Host %j',
  async (host) => {
    const at = await startWorld((_req, res) => res.end('a'));
    const status = await statusOf(at.port, [`Host: ${host}`]);
    await at.close();
    expect(status).toBe('200');
  },
);
