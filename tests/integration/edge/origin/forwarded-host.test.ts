/** The host and the content that an HTTP server behind the edge receives, whatever the client sends. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { httpOrigin } from '../../../support/http-origin.ts';
import { listening } from '../../../support/listening.ts';
import { startWorld, type World } from '../harness.ts';

interface Heard {
  readonly host: string | undefined;
  readonly content: string;
}

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

/** Starts a server that answers with what it received, and the edge in front of it. */
async function start(): Promise<{ readonly port: number; readonly heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = await listening((req, res) => {
    void text(req).then((content) => {
      heard.push({ host: req.headersDistinct['host']?.join(), content });
      res.setHeader('Cache-Control', 'max-age=60');
      res.end();
    });
  });
  onTestFinished(server.close);
  world = await startWorld(httpOrigin(server.port, true));
  return { port: world.port, heard };
}

async function send(port: number, ...lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(lines.join('\r\n'));
  return await text(socket);
}

describe.each(['GET', 'POST'])('a %s', (method) => {
  test('keeps Host although Connection names it (RFC 9110 §7.6.1)', async () => {
    const { port, heard } = await start();
    const fields = ['Host: a.test', 'Content-Length: 0', 'Connection: close, host'];
    expect(await send(port, `${method} / HTTP/1.1`, ...fields, '', '')).toContain(' 200 OK');
    expect(heard).toEqual([{ host: 'a.test', content: '' }]);
  });
});

test('the key contains the Host although Connection names it', async () => {
  const { port, heard } = await start();
  for (const host of ['a.test', 'b.test', 'a.test']) await send(port, 'GET / HTTP/1.1', `Host: ${host}`, 'Connection: close, host', '', '');
  expect(heard.map(({ host }) => host)).toEqual(['a.test', 'b.test']);
});

test.each(['DELETE', 'POST', 'OPTIONS'])(
  'the content of a %s keeps its Content-Length although Connection names it (RFC 9112 §6.3)',
  async (method) => {
    const { port, heard } = await start();
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a.test\r\n\r\n';
    const fields = ['Host: a.test', `Content-Length: ${smuggled.length}`, 'Connection: close, content-length'];
    expect(await send(port, `${method} / HTTP/1.1`, ...fields, '', smuggled)).toContain(' 200 OK');
    await send(port, 'GET /last HTTP/1.1', 'Host: a.test', 'Connection: close', '', '');
    expect(heard.map(({ content }) => content)).toEqual([smuggled, '']);
  },
);
