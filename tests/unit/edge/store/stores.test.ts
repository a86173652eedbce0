/** The stores of one process: their bounds, what they evict, and what becomes of one that fails. */
import { describe, expect, test } from 'vitest';
import {
  type LogicalTimestamp,
  readHead,
  type StoredResponse,
  storedResponse,
  storedSize,
} from '../../../../server/edge/response/stored-response.ts';
import { createMemoryStore, createPartitionedStore } from '../../../../server/edge/store/memory.ts';
import { guardedStore, type Store } from '../../../../server/edge/store/store.ts';

function response(bytes = 100): StoredResponse {
  const times = { requestedAt: 0, receivedAt: 0 };
  const head = readHead(200, 'OK', [], times, { targets: [], varyInKey: [] });
  return storedResponse(head, Buffer.alloc(bytes), 1 as LogicalTimestamp, [], { scope: '', url: '/' });
}

const keysOf = (store: Store): readonly string[] => [...store.entries()].map(([key]) => key);

/** Bytes that a store counts for one response of 100 bytes under a key of one character. */
const ONE = storedSize(response()) + 202;

describe('a store in memory', () => {
  test('counts the keys and bytes that it holds', () => {
    const store = createMemoryStore({ maxBytes: 10 * ONE, maxKeyBytes: 10 * ONE });
    expect(store.use()).toEqual({ entries: 0, bytes: 0, evictions: 0 });
    store.write('a', [response()]);
    store.write('b', [response(), response()]);
    expect(store.use()).toEqual({ entries: 2, bytes: 3 * ONE - 202, evictions: 0 });
    store.remove('b');
    expect(store.use()).toEqual({ entries: 1, bytes: ONE, evictions: 0 });
    store.clear();
    expect([store.use(), store.read('a')]).toEqual([{ entries: 0, bytes: 0, evictions: 0 }, []]);
  });

  test('evicts the key that was used least recently, and counts that alone as an eviction', () => {
    const store = createMemoryStore({ maxBytes: 2 * ONE, maxKeyBytes: 2 * ONE });
    store.write('a', [response()]);
    store.write('b', [response()]);
    store.read('a');
    store.write('c', [response()]);
    expect([keysOf(store), store.use().evictions]).toEqual([['c', 'a'], 1]);
    store.write('a', [response()]);
    store.remove('c');
    expect(store.use().evictions).toBe(1);
  });

  test('removes a key without responses', () => {
    const store = createMemoryStore({ maxBytes: ONE, maxKeyBytes: ONE });
    store.write('a', [response()]);
    expect([store.write('a', []), store.read('a'), store.use().entries]).toEqual([true, [], 0]);
  });

  test.each([
    ['of its keys', 10 * ONE, ONE],
    ['of all', ONE, 10 * ONE],
  ])('takes responses up to the bound %s, and leaves what is there otherwise', (_bound, maxBytes, maxKeyBytes) => {
    const store = createMemoryStore({ maxBytes, maxKeyBytes });
    const fitting = [response()];
    expect([store.write('a', fitting), store.write('a', [response(101)])]).toEqual([true, false]);
    expect(store.read('a')).toBe(fitting);
  });

  test.each([
    [0, 1],
    [1, 0],
    [1.5, 1],
    [1, -1],
  ])('is not made with bounds of %d and %d bytes', (maxBytes, maxKeyBytes) => {
    expect(() => createMemoryStore({ maxBytes, maxKeyBytes })).toThrow(/^a store needs a bound in whole bytes, not /);
  });
});

describe('a store of two partitions', () => {
  /** Room for two responses of either kind; keys in upper case are secondary, and those of more than one response. */
  const split = (): Store =>
    createPartitionedStore({
      maxBytes: 4 * ONE,
      secondaryBytes: 2 * ONE,
      isSecondary: (key, variants) => key === key.toUpperCase() || variants.length > 1,
    });

  test('evicts keys of one partition only for others of the same', () => {
    const store = split();
    store.write('a', [response()]);
    for (const key of ['A', 'B', 'C']) store.write(key, [response()]);
    expect(keysOf(store)).toEqual(['a', 'C', 'B']);
    expect(store.use()).toEqual({ entries: 3, bytes: 3 * ONE, evictions: 1 });
    for (const key of ['b', 'c']) store.write(key, [response()]);
    expect([keysOf(store), store.use().evictions]).toEqual([['c', 'b', 'C', 'B'], 2]);
  });

  test('holds a key once, in the partition of what was written last', () => {
    const store = split();
    const [one, two] = [[response()], [response(0), response(0)]];
    expect(store.write('a', one)).toBe(true);
    store.write('a', two);
    expect([store.read('a'), keysOf(store)]).toEqual([two, ['a']]);
    store.write('a', one);
    expect([store.read('a'), keysOf(store)]).toEqual([one, ['a']]);
  });

  test('keeps what is there where something larger than the partition is written', () => {
    const store = split();
    const one = [response()];
    store.write('a', one);
    expect([store.write('a', [response(2 * ONE), response()]), store.read('a')]).toEqual([false, one]);
  });

  test('removes a key from either, and all from both', () => {
    const store = split();
    for (const key of ['a', 'A', 'b', 'B']) store.write(key, [response()]);
    store.remove('a');
    store.remove('A');
    expect(keysOf(store)).toEqual(['b', 'B']);
    store.clear();
    expect(store.use()).toEqual({ entries: 0, bytes: 0, evictions: 0 });
  });

  test.each([0, 100, 200])('is not made where %d of 100 bytes are secondary', (secondaryBytes) => {
    expect(() => createPartitionedStore({ maxBytes: 100, secondaryBytes, isSecondary: () => false })).toThrow(RangeError);
  });
});

describe('a store that throws', () => {
  const broken = new Error('the disk is full');
  const fail = (): never => {
    throw broken;
  };
  const memory = createMemoryStore({ maxBytes: 10 * ONE, maxKeyBytes: 10 * ONE });

  test('has nothing, takes nothing, and each fault is reported with its key', () => {
    const faults: unknown[] = [];
    const store = guardedStore({ ...memory, read: fail, write: fail, remove: fail, entries: fail }, (key, cause) =>
      faults.push([key, cause]),
    );
    expect([store.read('a'), store.write('b', [response()]), [...store.entries()]]).toEqual([[], false, []]);
    store.remove('c');
    // A failed write also tries to remove what it should have replaced.
    expect(faults).toEqual(['a', 'b', 'b', '*', 'c'].map((key) => [key, broken]));
  });

  test('loses the response that it could not replace', () => {
    memory.write('a', [response()]);
    const store = guardedStore({ ...memory, write: fail }, () => undefined);
    expect([store.write('a', [response()]), memory.read('a')]).toEqual([false, []]);
  });

  test('is used as it is otherwise', () => {
    const faults: unknown[] = [];
    const store = guardedStore(memory, (key) => faults.push(key));
    const written = [response()];
    expect([store.write('a', written), store.read('a'), store.use().entries]).toEqual([true, written, 1]);
    store.remove('a');
    expect(store.use().entries).toBe(0);
    store.write('a', written);
    store.clear();
    expect([memory.use().entries, faults]).toEqual([0, []]);
  });
});
