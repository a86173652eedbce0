import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileServer, MemoryFiles, startFileServer } from './file-server.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const URL_OF_FILE = `/nhostprovider/${ID}`;

let backend: MemoryFiles;
let running: FileServer;
beforeEach(async () => {
  backend = new MemoryFiles();
  backend.contents.set(ID, { bytes: new Uint8Array(1_000) });
  running = await startFileServer(backend);
});
afterEach(() => running.close());

describe('a body under way', () => {
  it('is stopped at its source when the client leaves', async () => {
    const source = new PassThrough();
    backend.contents.set(ID, { bytes: new Uint8Array(50_000_000) });
    backend.nextStream = source;
    const socket = connect(running.port, '127.0.0.1');
    socket.write(`GET ${URL_OF_FILE} HTTP/1.1\r\nHost: a\r\n\r\n`);
    source.write(Buffer.alloc(1_000));
    await once(socket, 'data');
    const closed = closeOf(source);
    socket.destroy();
    await closed;
    expect(source.destroyed).toBe(true);
  });

  it('waits for a client that does not read', async () => {
    let produced = 0;
    const chunk = Buffer.alloc(64 * 1_024);
    const size = 2_000 * chunk.length;
    const stalled = Promise.withResolvers<void>();
    // A source that would produce for ever as fast as it is asked; it is asked no more once the buffers on the way are full.
    const source = new Readable({
      read() {
        produced += chunk.length;
        this.push(produced <= size ? chunk : null);
        clearTimeout(quiet);
        quiet = setTimeout(stalled.resolve, 200);
      },
    });
    let quiet = setTimeout(stalled.resolve, 5_000);
    backend.contents.set(ID, { bytes: new Uint8Array(size) });
    backend.nextStream = source;
    const socket = connect(running.port, '127.0.0.1');
    socket.write(`GET ${URL_OF_FILE} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await stalled.promise;
    expect(produced).toBeGreaterThan(0);
    expect(produced).toBeLessThan(size);
    const closed = closeOf(source);
    socket.destroy();
    await closed;
  });

  it.each([
    ['ends before its promised length', () => Readable.from([Buffer.alloc(10)], { objectMode: false })],
    [
      'fails',
      () =>
        new Readable({
          read() {
            this.destroy(new Error('disk'));
          },
        }),
    ],
  ])('that %s cuts the connection', async (_what, source) => {
    backend.nextStream = source();
    const socket = connect(running.port, '127.0.0.1');
    const received = readText(socket).catch(() => '');
    socket.write(`GET ${URL_OF_FILE} HTTP/1.1\r\nHost: a\r\n\r\n`);
    // Resolves only because the server closes: no `Connection: close` was asked for.
    expect((await received).length).toBeLessThan(1_500);
  });
});

/** Like `once(source, 'close')`, which would reject with the error that an aborted source reports. */
function closeOf(source: Readable): Promise<void> {
  return new Promise((resolve) => source.once('error', () => undefined).once('close', resolve));
}
