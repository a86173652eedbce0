import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Duplex, duplexPair, type Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentBackend } from '../../../server/backend/backend.ts';
import { type FileServer, MemoryFiles, startFileServer } from './file-server.ts';
import { ask } from './raw-client.ts';
import { type CountingSource, closeOf, countingSource } from './sources.ts';
import { SUBJECTS, type Subject } from './subjects.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const URL_OF_FILE = `/nhostprovider/${ID}`;
const REQUEST = `GET ${URL_OF_FILE} HTTP/1.1\r\nHost: a\r\n\r\n`;
const MB = 1024 * 1024;

describe.each(SUBJECTS)('large files of $name', ({ open }) => {
  const SIZE = 24 * MB;
  let subject: Subject;
  let endpoint: FileServer;
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
    endpoint = await startFileServer(watched, {
      onResponse: (res) => {
        response = res;
      },
    });
    await subject.put(ID, { bytes: Buffer.alloc(SIZE, 'abcdefg') });
  });
  afterAll(async () => {
    await endpoint.close();
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

  it('are not read far ahead of a slow client', async () => {
    const [message] = (await once(get({ port: endpoint.port, host: '127.0.0.1', path: URL_OF_FILE, agent: false }), 'response')) as [
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

  it.each([0, 1, 65_535, 65_536, 1_000_000, 20_000_000])('are released when the client disconnects after %i bytes', async (bytes) => {
    const request = get({ port: endpoint.port, host: '127.0.0.1', path: URL_OF_FILE, agent: false });
    const [message] = (await once(request, 'response')) as [IncomingMessage];
    let received = 0;
    if (bytes > 0) for await (const chunk of message) if ((received += (chunk as Buffer).length) >= bytes) break;
    message.on('error', () => undefined);
    request.destroy();
    await allClosed();
    expect(streams.size).toBe(0);
    expect(produced).toBeLessThanOrEqual(SIZE);
  });

  it('leave no descriptors open after many clients that disconnect', async () => {
    const visits = Array.from({ length: 40 }, async (_unused, n) => {
      const request = get({ port: endpoint.port, host: '127.0.0.1', path: URL_OF_FILE, agent: false });
      const [message] = (await once(request, 'response')) as [IncomingMessage];
      message.on('error', () => undefined);
      if (n % 2 === 0) await once(message, 'data');
      request.destroy();
    });
    await Promise.all(visits);
    await allClosed();
    expect(streams.size).toBe(0);
    const answer = await ask(endpoint.port, URL_OF_FILE, { headers: { Range: `bytes=${SIZE - 3}-` } });
    expect([answer.status, answer.body.length]).toEqual([206, 3]);
  });

  it('pass through the cache without being stored', async () => {
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

it('downloads through the cache use bounded memory while their clients do not read', async () => {
  const size = 256 * MB;
  const files = new MemoryFiles();
  files.contents.set(ID, { bytes: new Uint8Array(0) });
  files.size = size;
  const front = await startFileServer(files, { edge: () => undefined });
  const sources: CountingSource[] = [];
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
