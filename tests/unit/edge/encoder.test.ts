import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createEncoding, DEFAULT_ENCODING } from '../../../server/edge/encoder.ts';
import { createEpochs } from '../../../server/edge/epochs.ts';
import type { Fields } from '../../../server/edge/fields.ts';
import { DEFAULT_HEURISTIC } from '../../../server/edge/freshness.ts';
import { readHead, type StoredResponse, storedResponse } from '../../../server/edge/stored-response.ts';

const FIELDS: Fields = ['Date', 'Sat, 21 Nov 2026 12:00:00 GMT', 'Content-Type', 'text/html', 'Cache-Control', 'max-age=600'];
const TEXT = 'ata da reunião ordinária do conselho, '.repeat(100);

function page(number: number): StoredResponse {
  const moment = { requestedAt: 0, receivedAt: 0 };
  const head = readHead(200, 'OK', FIELDS, moment, { targets: [], heuristic: DEFAULT_HEURISTIC, varyInKey: [] });
  return storedResponse(head, Buffer.from(number + TEXT), createEpochs(() => 0, 1).begin(), [], '');
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Waits until the objects have been collected; weak references are only emptied between turns of the event loop. */
async function leftOf(bodies: readonly WeakRef<Buffer>[]): Promise<number> {
  await new Promise(setImmediate);
  collectGarbage();
  await new Promise(setImmediate);
  return bodies.filter((body) => body.deref() !== undefined).length;
}

test('lets go of each body when its forms are made, under a load that never pauses', async () => {
  const bodies: WeakRef<Buffer>[] = [];
  const next = (): void => {
    const stored = page(bodies.length);
    bodies.push(new WeakRef(stored.body));
    encoding.prepare(String(bodies.length), stored);
  };
  const enough = Promise.withResolvers<void>();
  let made = 0;
  let over = false;
  const encoding = createEncoding(DEFAULT_ENCODING, {
    // Nothing keeps a response: as if each were evicted at once.
    replace: () => true,
    onForms: () => {
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
