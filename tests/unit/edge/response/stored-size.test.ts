import { expect, test } from 'vitest';
import { readHead, type StoredResponse, storedResponse, storedSize } from '../../../../server/edge/response/stored-response.ts';
import { createMemoryStore } from '../../../../server/edge/store/memory.ts';
import { createPurgeEpochs } from '../../../../server/edge/store/purge-epochs.ts';

const LONG = 10_000;

function selectedBy(agent: string): StoredResponse {
  const moment = { requestedAt: 0, receivedAt: 0 };
  const head = readHead(200, 'OK', ['Vary', 'User-Agent'], moment, { targets: [], varyInKey: [] });
  return storedResponse(
    head,
    Buffer.from('x'),
    createPurgeEpochs({ now: () => 0, bound: 1, refreshForMs: 60_000 }).begin(),
    ['User-Agent', agent],
    { scope: '', url: '/' },
  );
}

test('counts the selecting values as received and as normalised', () => {
  expect(storedSize(selectedBy('a'.repeat(LONG))) - storedSize(selectedBy(''))).toBe(2 * LONG);
});

test('only a partial response is a part, whatever Content-Range says (RFC 9110 §14.4)', () => {
  const moment = { requestedAt: 0, receivedAt: 0 };
  const partOf = (status: number): unknown => {
    const fields = ['Content-Range', 'bytes 0-0/9'];
    const head = readHead(status, 'OK', fields, moment, { targets: [], varyInKey: [] });
    const { began } = selectedBy('');
    return storedResponse(head, Buffer.from('x'), began, [], { scope: '', url: '/' }).part;
  };
  expect([partOf(206), partOf(200)]).toEqual([{ first: 0, last: 0, complete: 9 }, null]);
});

test('long selecting values fill a store of small responses', () => {
  const store = createMemoryStore({ maxBytes: 20 * LONG, maxKeyBytes: 20 * LONG });
  for (let number = 0; number < 50; number += 1) store.write(`/${number}`, [selectedBy(String(number).padEnd(LONG, 'a'))]);
  expect(store.use().entries).toBeLessThan(10);
});
