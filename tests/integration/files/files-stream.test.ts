import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { duplexPair, PassThrough, Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileServer, MemoryFiles, startFileServer } from './file-server.ts';
import { ask } from './raw-client.ts';
import { closeOf, countingSource } from './sources.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const URL_OF_FILE = `/nhostprovider/${ID}`;
const REQUEST = `GET ${URL_OF_FILE} HTTP/1.1\r\nHost: a\r\n\r\n`;
const MB = 1024 * 1024;

let backend: MemoryFiles;
let running: FileServer;
beforeEach(async () => {
  backend = new MemoryFiles();
  backend.contents.set(ID, { bytes: new Uint8Array(1_000) });
  running = await startFileServer(backend);
});
afterEach(() => running.close());

describe('a body that is being sent', () => {
  it('stops the source when the client disconnects', async () => {
    const source = new PassThrough();
    backend.size = 50_000_000;
    backend.nextStream = source;
    const socket = connect(running.port, '127.0.0.1');
    socket.write(REQUEST);
    source.write(Buffer.alloc(1_000));
    await once(socket, 'data');
    const closed = closeOf(source);
    socket.destroy();
    await closed;
    expect(source.destroyed).toBe(true);
  });

  it('stops the source when the client disconnects before the first byte', async () => {
    const source = new PassThrough();
    backend.size = 1_000;
    backend.nextStream = source;
    const opened = once(backend.events, 'open');
    const socket = connect(running.port, '127.0.0.1');
    socket.write(REQUEST);
    await opened;
    const closed = closeOf(source);
    socket.destroy();
    await closed;
    expect(backend.released).toBe(1);
  });

  it('waits for a client that does not read, and is complete when it reads on', async () => {
    const size = 64 * MB;
    const { source, produced } = countingSource(size);
    backend.size = size;
    backend.nextStream = source;
    // A connection in memory, of which every buffer on the way is known and nothing depends on time or on the system.
    const [client, served] = duplexPair();
    running.server.emit('connection', served);
    client.write(REQUEST);
    const isStill = async (): Promise<boolean> => {
      const before = produced();
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      return produced() === before && before > 0;
    };
    while (!(await isStill()));
    expect(produced()).toBeLessThan(MB);
    let received = 0;
    let head = '';
    for await (const chunk of client) {
      const bytes = chunk as Buffer;
      if (head === '') head = bytes.toString('latin1');
      received += bytes.length;
      if (received >= head.indexOf('\r\n\r\n') + 4 + size) break;
    }
    expect(produced()).toBe(size);
  });

  it.each([
    ['ends before its promised length', () => Readable.from([Buffer.alloc(10)], { objectMode: false })],
    ['has more than its length', () => Readable.from([Buffer.alloc(900), Buffer.alloc(900)], { objectMode: false })],
  ])('a body that %s cuts the connection', async (_what, source) => {
    backend.nextStream = source();
    const socket = connect(running.port, '127.0.0.1');
    const received = readText(socket).catch(() => '');
    socket.write(REQUEST);
    // Resolves only because the server closes: no `Connection: close` was asked for.
    expect((await received).length).toBeLessThan(1_500);
  });

  it('closes the connection when the source fails after the head', async () => {
    const source = new PassThrough();
    source.write(Buffer.alloc(10));
    backend.nextStream = source;
    const request = get({ port: running.port, host: '127.0.0.1', path: URL_OF_FILE, agent: false });
    const [message] = (await once(request, 'response')) as [IncomingMessage];
    const broken = once(message.resume(), 'error');
    source.destroy(new Error('disk'));
    expect(await broken).toMatchObject([{ code: 'ECONNRESET' }]);
    expect(message.complete).toBe(false);
  });

  it('answers with an error status when the source fails before the first byte', async () => {
    backend.nextStream = new Readable({
      read() {
        this.destroy(new Error('disk'));
      },
    });
    const answer = await ask(running.port, URL_OF_FILE);
    expect([answer.status, answer.headers['cache-control']]).toEqual([503, 'private, no-store']);
    expect(answer.headers).not.toHaveProperty('accept-ranges');
  });

  it('ends when no chunk passes in time, and releases the file', async () => {
    const strict = await startFileServer(backend, { stalledMs: 20 });
    const source = new PassThrough();
    backend.size = 1_000;
    backend.nextStream = source;
    source.write(Buffer.alloc(10));
    const closed = closeOf(source);
    const answer = await ask(strict.port, URL_OF_FILE);
    expect([answer.status, answer.isWhole]).toEqual([200, false]);
    await closed;
    await strict.close();
  });

  it('stops the open part of a multipart body', async () => {
    const part = new PassThrough();
    backend.contents.set(ID, { bytes: new Uint8Array(1_000) });
    backend.nextStream = part;
    const socket = connect(running.port, '127.0.0.1');
    socket.write(`GET ${URL_OF_FILE} HTTP/1.1\r\nHost: a\r\nRange: bytes=0-9,100-109\r\n\r\n`);
    await once(socket, 'data');
    const closed = closeOf(part);
    socket.destroy();
    await closed;
    expect(backend.opened).toEqual([{ start: 0, end: 9 }]);
  });

  it('releases the file in every outcome', async () => {
    const asking: [string, Record<string, string>][] = [
      ['GET', {}],
      ['HEAD', {}],
      ['GET', { 'If-None-Match': '*' }],
      ['GET', { 'If-Match': '"outra"' }],
      ['GET', { Range: 'bytes=5000-' }],
    ];
    for (const [method, headers] of asking) await ask(running.port, URL_OF_FILE, { method, headers });
    expect(backend.released).toBe(asking.length);
  });
});
