import { request } from 'node:http';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import type { StoredFile } from '../../../server/backend/backend.ts';
import type { ImagesOptions } from '../../../server/images/images.ts';
import type { Logger } from '../../../server/observability/log.ts';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { type ImageServer, startImageServer } from './image-server.ts';

/** A content store whose bytes wait for a gate; `opens` resolves each time a reader begins. */
class GatedFiles {
  readonly #gate = Promise.withResolvers<void>();
  readonly #bytes: Buffer;
  readonly #opens: (() => void)[] = [];
  opened = 0;
  lookups = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  openGate(): void {
    this.#gate.resolve();
  }

  nextOpen(): Promise<void> {
    return new Promise((resolve) => this.#opens.push(resolve));
  }

  async *#read(): AsyncGenerator<Buffer> {
    await this.#gate.promise;
    yield this.#bytes;
  }

  async file(id: string): Promise<StoredFile> {
    this.lookups += 1;
    const open = (): Readable => {
      this.opened += 1;
      for (const resolve of this.#opens.splice(0)) resolve();
      return Readable.from(this.#read());
    };
    return { id, name: 'foto.png', mimeType: 'image/png', size: this.#bytes.length, etag: '"1"', updatedAt: new Date(0), open };
  }
}

const servers: ImageServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(
  limits: { running: number; waiting: number },
  options: Pick<ImagesOptions, 'log' | 'clock'> = { log: SILENT_LOG },
): Promise<{ files: GatedFiles; origin: string }> {
  const files = new GatedFiles(
    await sharp({ create: { width: 64, height: 32, channels: 3, background: '#888' } })
      .png()
      .toBuffer(),
  );
  const server = await startImageServer(files, { limits, ...options });
  servers.push(server);
  return { files, origin: server.origin };
}

function address(origin: string, number: number): string {
  return `${origin}${imageUrl(`/nhostprovider/00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, 320)}`;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe('the image service under load', () => {
  test('reads and decodes a file once for two hundred identical requests', async () => {
    const { files, origin } = await start({ running: 1, waiting: 0 });
    const answers = Array.from({ length: 200 }, () => fetch(address(origin, 1)));
    await until(() => files.lookups === 200);
    files.openGate();
    const statuses = await Promise.all(answers.map(async (answer) => (await answer).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(files.opened).toBe(1);
  });

  test('sends the picture to the others when the first client disconnects', async () => {
    const { files, origin } = await start({ running: 1, waiting: 0 });
    const opened = files.nextOpen();
    const leader = request(address(origin, 1));
    leader.on('error', () => {});
    const gone = new Promise<void>((resolve) => leader.once('close', resolve));
    leader.end();
    await opened;
    const follower = fetch(address(origin, 1));
    await until(() => files.lookups === 2);
    leader.destroy();
    await gone;
    files.openGate();
    expect((await follower).status).toBe(200);
    expect(files.opened).toBe(1);
  });

  test('answers 503 with Retry-After while the queue is full, and recovers', async () => {
    const { files, origin } = await start({ running: 1, waiting: 1 });
    const opened = files.nextOpen();
    const first = fetch(address(origin, 1));
    await opened;
    const second = fetch(address(origin, 2));
    await until(() => files.lookups === 2);
    const refused = await fetch(address(origin, 3));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
    expect(await refused.json()).toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    files.openGate();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    expect((await fetch(address(origin, 3))).status).toBe(200);
  });

  test('logs throttled warnings with the number of refusals, and no errors with a stack', async () => {
    const lines: string[] = [];
    const line =
      (level: string) =>
      ({ suppressed }: { readonly suppressed?: unknown }): void =>
        void lines.push(`${level} ${String(suppressed)}`);
    const log: Logger = { debug: () => {}, info: line('info'), warn: line('warn'), error: line('error') };
    let now = 0;
    const { files, origin } = await start({ running: 1, waiting: 0 }, { log, clock: { now: () => now, wall: () => now } });
    const opened = files.nextOpen();
    const first = fetch(address(origin, 1));
    await opened;
    for (let count = 0; count < 20; count++) expect((await fetch(address(origin, 2))).status).toBe(503);
    now = 10_000;
    const refused = await fetch(address(origin, 2));
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('cache-control')]).toEqual([
      503,
      '10',
      'private, no-store',
    ]);
    expect(await refused.json()).toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    expect(lines).toEqual(['warn 0', 'warn 19']);
    files.openGate();
    expect((await first).status).toBe(200);
  });

  test('answers the 503 of the catalogue without the error text of the content store', async () => {
    const server = await startImageServer({ file: () => Promise.reject(new Error('connection to 10.0.0.7 refused')) });
    servers.push(server);
    const response = await fetch(address(server.origin, 1));
    const text = await response.text();
    expect(response.status).toBe(503);
    expect(text).not.toContain('10.0.0.7');
  });
});
