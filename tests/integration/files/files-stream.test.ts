import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { type Duplex, duplexPair, PassThrough, Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentBackend } from '../../../server/backend/backend.ts';
import { ask } from './door-client.ts';
import { type FileServer, MemoryFiles, startFileServer } from './file-server.ts';
import { SUBJECTS, type Subject } from './subjects.ts';

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

/** A source of `size` bytes that gives them as fast as it is asked, and counts what it gave. */
function countingSource(size: number): { readonly source: Readable; readonly produced: () => number } {
  const chunk = Buffer.alloc(64 * 1024);
  let produced = 0;
  const source = new Readable({
    read() {
      const left = size - produced;
      produced += Math.min(left, chunk.length);
      this.push(left > 0 ? chunk.subarray(0, left) : null);
    },
  });
  return { source, produced: () => produced };
}

describe('a body under way', () => {
  it('is stopped at its source when the client leaves', async () => {
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

  it('is stopped at its source when the client leaves before its first byte', async () => {
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

  it('waits for a client that does not read, and comes whole when it does', async () => {
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
  ])('that %s cuts the connection', async (_what, source) => {
    backend.nextStream = source();
    const socket = connect(running.port, '127.0.0.1');
    const received = readText(socket).catch(() => '');
    socket.write(REQUEST);
    // Resolves only because the server closes: no `Connection: close` was asked for.
    expect((await received).length).toBeLessThan(1_500);
  });

  it('that fails in its middle cuts the connection', async () => {
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

  it('that fails before its first byte is told by a status', async () => {
    backend.nextStream = new Readable({
      read() {
        this.destroy(new Error('disk'));
      },
    });
    const answer = await ask(running.port, URL_OF_FILE);
    expect([answer.status, answer.headers['cache-control']]).toEqual([503, 'private, no-store']);
    expect(answer.headers).not.toHaveProperty('accept-ranges');
  });

  it('of which nothing moves is ended, so that it does not hold its file for ever', async () => {
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

  it('of several parts is stopped within the part that is open', async () => {
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

  it('is given back whatever came of it', async () => {
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

describe.each(SUBJECTS)('large files of $name', ({ open }) => {
  const SIZE = 24 * MB;
  let subject: Subject;
  let door: FileServer;
  /** Streams that were opened and are not closed yet. */
  const streams = new Set<Readable>();
  let produced = 0;
  let farthestAhead = 0;
  let response: ServerResponse | undefined;

  beforeAll(async () => {
    subject = await open();
    const watched: Pick<ContentBackend, 'file'> = {
      async file(...asked) {
        const file = await subject.backend.file(...asked);
        return file === null ? null : { ...file, open: (range) => watch(file.open(range)) };
      },
    };
    door = await startFileServer(watched, {
      onResponse: (res) => {
        response = res;
      },
    });
    await subject.put(ID, { bytes: Buffer.alloc(SIZE, 'abcdefg') });
  });
  afterAll(async () => {
    await door.close();
    await subject.close();
  });
  beforeEach(() => {
    produced = 0;
    farthestAhead = 0;
  });

  /** Counts the bytes that leave a source, and how far they are ahead of those that the system took for the client. */
  function watch(source: Readable): Readable {
    streams.add(source);
    source.once('close', () => streams.delete(source));
    const push = source.push.bind(source);
    source.push = (chunk: Buffer | null) => {
      produced += chunk?.length ?? 0;
      const socket = response?.socket;
      const taken = socket === null || socket === undefined ? produced : socket.bytesWritten - socket.writableLength;
      farthestAhead = Math.max(farthestAhead, produced - taken);
      return push(chunk);
    };
    return source;
  }

  async function allClosed(): Promise<void> {
    await Promise.all(
      [...streams].map((stream) =>
        once(
          stream.on('error', () => undefined),
          'close',
        ).catch(() => undefined),
      ),
    );
  }

  it('are never read far ahead of a slow reader', async () => {
    const [message] = (await once(get({ port: door.port, host: '127.0.0.1', path: URL_OF_FILE, agent: false }), 'response')) as [
      IncomingMessage,
    ];
    let received = 0;
    for await (const chunk of message) {
      received += (chunk as Buffer).length;
      await nextTurn();
    }
    expect([received, produced]).toEqual([SIZE, SIZE]);
    expect(farthestAhead).toBeGreaterThan(0);
    expect(farthestAhead).toBeLessThan(MB);
  });

  it.each([0, 1, 65_535, 65_536, 1_000_000, 20_000_000])('are let go when the client leaves after %i bytes', async (bytes) => {
    const request = get({ port: door.port, host: '127.0.0.1', path: URL_OF_FILE, agent: false });
    const [message] = (await once(request, 'response')) as [IncomingMessage];
    let received = 0;
    if (bytes > 0) for await (const chunk of message) if ((received += (chunk as Buffer).length) >= bytes) break;
    message.on('error', () => undefined);
    request.destroy();
    await allClosed();
    expect(streams.size).toBe(0);
    expect(produced).toBeLessThanOrEqual(SIZE);
  });

  it('leave nothing open behind a crowd that comes and goes', async () => {
    const visits = Array.from({ length: 40 }, async (_unused, n) => {
      const request = get({ port: door.port, host: '127.0.0.1', path: URL_OF_FILE, agent: false });
      const [message] = (await once(request, 'response')) as [IncomingMessage];
      message.on('error', () => undefined);
      if (n % 2 === 0) await once(message, 'data');
      request.destroy();
    });
    await Promise.all(visits);
    await allClosed();
    expect(streams.size).toBe(0);
    const answer = await ask(door.port, URL_OF_FILE, { headers: { Range: `bytes=${SIZE - 3}-` } });
    expect([answer.status, answer.body.length]).toEqual([206, 3]);
  });

  it('pass the cache of the site without being kept', async () => {
    const events: string[] = [];
    const front = await startFileServer(
      {
        async file(...asked) {
          const file = await subject.backend.file(...asked);
          return file === null ? null : { ...file, open: (range) => watch(file.open(range)) };
        },
      },
      { edge: (event) => events.push(event.kind === 'not-stored' ? `not-stored ${event.because}` : event.kind) },
    );
    const [message] = (await once(get({ port: front.port, host: '127.0.0.1', path: URL_OF_FILE, agent: false }), 'response')) as [
      IncomingMessage,
    ];
    let received = 0;
    for await (const chunk of message) received += (chunk as Buffer).length;
    await allClosed();
    expect(received).toBe(SIZE);
    expect(events).toContain('not-stored size');
    expect(front.edge?.stats()).toMatchObject({ entries: 0, flights: 0 });
    const again = await ask(front.port, URL_OF_FILE, { headers: { Range: 'bytes=0-9' } });
    expect([again.status, again.body.toString()]).toEqual([206, 'abcdefgabc']);
    await front.close();
  });
});

it('downloads through the cache of the site wait for their readers, however many stand still', async () => {
  const size = 256 * MB;
  const files = new MemoryFiles();
  files.contents.set(ID, { bytes: new Uint8Array(0) });
  files.size = size;
  const front = await startFileServer(files, { edge: () => undefined });
  const sources: ReturnType<typeof countingSource>[] = [];
  const connections: Duplex[] = [];
  for (let reader = 0; reader < 10; reader += 1) {
    const counting = countingSource(size);
    sources.push(counting);
    files.nextStream = counting.source;
    const opened = once(files.events, 'open');
    const [client, served] = duplexPair();
    connections.push(served);
    front.server.emit('connection', served);
    client.write(REQUEST);
    await opened;
  }
  const produced = (): number => sources.reduce((sum, counting) => sum + counting.produced(), 0);
  let before = -1;
  while (produced() !== before) {
    before = produced();
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  }
  expect(Math.min(...sources.map((counting) => counting.produced()))).toBeGreaterThan(0);
  expect(produced()).toBeLessThan(10 * MB);
  const closed = Promise.all(sources.map(({ source }) => closeOf(source)));
  for (const served of connections) served.destroy();
  await closed;
  expect(front.edge?.stats()).toMatchObject({ entries: 0, flights: 0 });
  await front.close();
});

/** Like `once(source, 'close')`, which would reject with the error that an aborted source reports. */
function closeOf(source: Readable): Promise<void> {
  return new Promise((resolve) => source.once('error', () => undefined).once('close', resolve));
}
