import { expect, test } from 'vitest';
import { DEFAULT_HEURISTIC } from '../../../../server/edge/response/freshness.ts';
import { readHead, type StoredResponse, storedResponse, storedSize } from '../../../../server/edge/response/stored-response.ts';
import { createMemoryStore } from '../../../../server/edge/store/memory.ts';
import { createEpochs } from '../../../../server/edge/store/purge-epochs.ts';

const LONG = 10_000;

function chosenBy(agent: string): StoredResponse {
  const moment = { requestedAt: 0, receivedAt: 0 };
  const head = readHead(200, 'OK', ['Vary', 'User-Agent'], moment, { targets: [], heuristic: DEFAULT_HEURISTIC, varyInKey: [] });
  return storedResponse(head, Buffer.from('x'), createEpochs(() => 0, 1).begin(), ['User-Agent', agent], '');
}

test('counts what selected a response, as it came and as it is compared', () => {
  expect(storedSize(chosenBy('a'.repeat(LONG))) - storedSize(chosenBy(''))).toBe(2 * LONG);
});

test('a store is full of small responses that long values selected', () => {
  const store = createMemoryStore({ maxBytes: 20 * LONG, maxKeyBytes: 20 * LONG });
  for (let number = 0; number < 50; number += 1) store.write(`/${number}`, [chosenBy(String(number).padEnd(LONG, 'a'))]);
  expect(store.use().entries).toBeLessThan(10);
});
