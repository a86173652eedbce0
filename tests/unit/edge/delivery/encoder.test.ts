import { expect, test } from 'vitest';
import { type CompressionOptions, createBodyCompression } from '../../../../server/edge/delivery/body-compression.ts';
import { createEncoder, DEFAULT_ENCODING, type Encoder } from '../../../../server/edge/delivery/encoder.ts';
import { readHead, type StoredResponse, storedResponse } from '../../../../server/edge/response/stored-response.ts';
import { createPurgeEpochs } from '../../../../server/edge/store/purge-epochs.ts';
import type { Fields } from '../../../../server/message/field-lines.ts';
import { collectGarbage } from '../../../integration/edge/harness.ts';

const FIELDS: Fields = ['Date', 'Sat, 21 Nov 2026 12:00:00 GMT', 'Content-Type', 'text/html', 'Cache-Control', 'max-age=600'];
const TEXT = 'ata da reunião ordinária do conselho, '.repeat(100);

function page(number: number, text: string = TEXT): StoredResponse {
  const moment = { requestedAt: 0, receivedAt: 0 };
  const head = readHead(200, 'OK', FIELDS, moment, { targets: [], varyInKey: [] });
  return storedResponse(head, Buffer.from(number + text), createPurgeEpochs({ now: () => 0, bound: 1, refreshForMs: 60_000 }).begin(), [], {
    scope: '',
    url: '/',
  });
}

function encoderWith(options: CompressionOptions): Encoder {
  return createEncoder(DEFAULT_ENCODING, createBodyCompression(DEFAULT_ENCODING, options), options.replace);
}

async function leftOf(bodies: readonly WeakRef<Buffer>[]): Promise<number> {
  await collectGarbage();
  return bodies.filter((body) => body.deref() !== undefined).length;
}

test('retains no body after its encodings are made, under a load without pauses', async () => {
  const bodies: WeakRef<Buffer>[] = [];
  const next = (): void => {
    const stored = page(bodies.length);
    bodies.push(new WeakRef(stored.body));
    encoder.prepare(String(bodies.length), stored, null);
  };
  const enough = Promise.withResolvers<void>();
  let made = 0;
  let over = false;
  const encoder = encoderWith({
    // No response is retained, as if each were evicted at once.
    replace: () => true,
    onEncoded: () => {
      made += 1;
      if (made === 100) enough.resolve();
      if (!over) next();
    },
    onError: (_key, cause) => enough.reject(cause),
  });
  for (let waiting = 0; waiting < 8; waiting += 1) next();
  await enough.promise;
  const left = await leftOf(bodies.slice(0, 80));
  over = true;
  expect(left).toBe(0);
});

test('queues at most 16 MB of bodies', async () => {
  const body = TEXT.repeat(300);
  const bodies = Array.from({ length: 40 }, (_, number) => page(number, body));
  const size = bodies[0]?.body.byteLength ?? 0;
  const made = new Set<string>();
  const enough = Promise.withResolvers<void>();
  // A body that is not queued is encoded at its first hit. One more body at the end of the queue shows when the queue is empty.
  const fits = DEFAULT_ENCODING.concurrency + Math.floor((16 * 1024 * 1024) / size);
  const encoder = encoderWith({
    replace: () => true,
    onEncoded: (key) => {
      made.add(key);
      if (made.size === fits) enough.resolve();
    },
    onError: (_key, cause) => enough.reject(cause),
  });
  bodies.forEach((stored, number) => encoder.prepare(String(number), stored, null));
  await enough.promise;
  encoder.prepare('last', page(bodies.length), null);
  await new Promise<void>((resolve) => {
    const look = (): void => void (made.has('last') ? resolve() : setImmediate(look));
    look();
  });
  expect(made.size).toBe(fits + 1);
});

test('a long Accept-Encoding is not cached', async () => {
  const encoder = encoderWith({ replace: () => true, onEncoded: () => undefined, onError: () => undefined });
  const ask = (from: number): void => {
    for (let number = from; number < from + 100; number += 1) {
      const long = Array.from({ length: 2_000 }, (_, index) => `c${number}x${index}`).join(',');
      expect(encoder.stream({ status: 200, directives: { noTransform: false } }, FIELDS, `${long}, br`).encoding?.coding).toBe('br');
    }
  };
  ask(0);
  await collectGarbage();
  const before = process.memoryUsage().heapUsed;
  ask(100);
  await collectGarbage();
  // A hundred such values take 13 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(4_000_000);
});
