/** How the process of the site ends: by signals, while requests and sockets are open, and by an error that nothing caught. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningSite, startSite } from '../../support/site.ts';

/** Throws where no code of the site can catch it. In the process itself: its threads and children get no signals. */
const UNCAUGHT = `process.on('SIGUSR2', () => { throw new Error('erro de teste'); })`;

const HEAD_OF_PAGE = 'HEAD /lai HTTP/1.1\r\nHost: x\r\n\r\n';

function start(environment: Readonly<Record<string, string>>): Promise<RunningSite> {
  return startSite({ copyOf: inject('loadedDataDirectory'), environment });
}

/** The messages of the log about the end, in order. */
function lastWords(site: RunningSite): readonly string[] {
  const lines = site.output().split('\n');
  const messages = lines.filter((line) => line.startsWith('{')).map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
  return messages.filter((message) => /stop|ends|close|cut/.test(message));
}

/** A request whose body does not arrive, so it stays open. */
async function openRequest({ url }: RunningSite): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST /v1/graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
  await once(socket, 'connect');
  return socket;
}

test('after SIGTERM the probe fails and pages are served; a second one cuts what is open, and everything is closed', async () => {
  // Neither wait passes during the test.
  const site = await start({ DRAIN_DELAY_MS: '300000', DRAIN_TIMEOUT_MS: '300000' });
  try {
    const socket = new WebSocket(`${site.url.replace('http', 'ws')}/v1/graphql`, 'graphql-transport-ws', { origin: site.url });
    await once(socket, 'open');
    const request = await openRequest(site);
    const closed = once(socket, 'close');
    const cut = once(request, 'close');
    site.process.kill('SIGTERM');
    expect((await closed)[0]).toBe(1012);
    const ready = await fetch(`${site.url}/health/ready`);
    expect([ready.status, ((await ready.json()) as { status: string }).status]).toEqual([503, 'draining']);
    const page = await fetch(site.url);
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
    await page.arrayBuffer();

    const ended = once(site.process, 'close');
    site.process.kill('SIGTERM');
    await cut;
    expect(await ended).toEqual([0, null]);
    expect(lastWords(site)).toEqual(['stopping', 'stopping without waiting', 'requests that are still open are cut']);
  } finally {
    await site.stop();
  }
});

test('answers what clients have sent before the port is closed, on new connections and on kept ones', async () => {
  const site = await start({ DRAIN_DELAY_MS: '0' });
  try {
    const open = async (): Promise<Socket> => {
      const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    };
    const keep = async (): Promise<Socket> => {
      const socket = await open();
      socket.write(HEAD_OF_PAGE);
      await once(socket, 'data');
      return socket;
    };
    const kept = await Promise.all(Array.from({ length: 20 }, keep));
    // Like a process that is too busy to read.
    site.process.kill('SIGSTOP');
    const sockets = [...kept, ...(await Promise.all(Array.from({ length: 20 }, open)))];
    const answers = sockets.map((socket) => {
      socket.write(HEAD_OF_PAGE);
      return text(socket);
    });
    const ended = once(site.process, 'close');
    site.process.kill('SIGTERM');
    site.process.kill('SIGCONT');
    const lines = (await Promise.all(answers)).map((answer) => answer.slice(0, 15));
    expect(lines).toEqual(Array(40).fill('HTTP/1.1 200 OK'));
    expect(await ended).toEqual([0, null]);
  } finally {
    site.process.kill('SIGKILL');
    await site.stop();
  }
});

test('ends by itself although bytes came behind a handshake that was refused', async () => {
  const site = await start({ DRAIN_TIMEOUT_MS: '300000' });
  try {
    const socket = connect({ port: Number(new URL(site.url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    const from = 'Origin: https://mal.example\r\nConnection: Upgrade\r\nUpgrade: websocket';
    socket.write(`GET /v1/graphql HTTP/1.1\r\nHost: x\r\n${from}\r\n\r\n`);
    await once(socket, 'data');
    socket.end('HEAD / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'close');
    const ended = once(site.process, 'close');
    site.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    site.process.kill('SIGKILL');
    await site.stop();
  }
});

test('an error that nothing caught is logged, and the process ends with 1 and leaves its data directory to the next', async () => {
  const site = await start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(UNCAUGHT)}` });
  try {
    const ended = once(site.process, 'close');
    site.process.kill('SIGUSR2');
    expect(await ended).toEqual([1, null]);
    expect(lastWords(site)).toEqual(['an error that nothing caught ends the process']);
    const next = await startSite({ dataDirectory: site.dataDirectory });
    await next.stop();
  } finally {
    await site.stop();
  }
});
