/** The stored responses of one key: which of them a request selects, and which of them a new one replaces (RFC 9111 §3.3, §4, §4.1). */
import { beforeEach, describe, expect, test } from 'vitest';
import { type LogicalTimestamp, readHead, type StoredResponse, storedResponse } from '../../../../server/edge/response/stored-response.ts';
import { createMemoryStore } from '../../../../server/edge/store/memory.ts';
import { createPurgeEpochs, type PurgeEpochs } from '../../../../server/edge/store/purge-epochs.ts';
import { createVariantStore, type VariantStore } from '../../../../server/edge/store/variants.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const at = (seconds: number): string => new Date(NOON + seconds * 1_000).toUTCString();

interface Made {
  readonly began?: number;
  readonly a?: string;
  /** First and last byte of ten. */
  readonly part?: readonly [number, number];
  readonly fields?: readonly string[];
}

function response({ began = 1, a, part, fields = [] }: Made = {}): StoredResponse {
  const vary = a === undefined ? [] : ['Vary', 'A'];
  const range = part === undefined ? [] : ['Content-Range', `bytes ${part[0]}-${part[1]}/10`];
  const times = { requestedAt: NOON, receivedAt: NOON };
  const rules = { targets: [], varyInKey: [] };
  const head = readHead(part === undefined ? 200 : 206, 'OK', [...vary, ...range, ...fields], times, rules);
  const body = Buffer.alloc(part === undefined ? 10 : part[1] - part[0] + 1);
  return storedResponse(head, body, began as LogicalTimestamp, a === undefined ? [] : ['A', a], { scope: '', url: '/' });
}

let epochs: PurgeEpochs;
let store: VariantStore;

beforeEach(() => {
  epochs = createPurgeEpochs({ now: () => 1, bound: 10, refreshForMs: 60_000 });
  store = createVariantStore(createMemoryStore({ maxBytes: 100_000, maxKeyBytes: 100_000 }), epochs, 3);
});

interface Asked {
  readonly method?: string;
  readonly a?: string;
  readonly range?: string;
  readonly ifRange?: string;
}

/** What a request finds: the response and the effect of purges on it, or why nothing answers. */
function lookup({ method = 'GET', a, range, ifRange }: Asked = {}): StoredResponse | string {
  const found = store.lookup('/', method, a === undefined ? [] : ['A', a], { range: range ?? null, ifRange: ifRange ?? null });
  return found.kind === 'found' ? found.stored : found.reason;
}

describe('a request', () => {
  test('finds the variant that its fields select, or says which of them differ', () => {
    expect(lookup()).toBe('uri-miss');
    const [one, two] = [response({ a: '1' }), response({ a: '2' })];
    for (const stored of [one, two]) store.put('/', stored);
    expect([lookup({ a: '1' }), lookup({ a: '2' }), lookup({ a: '3' }), lookup()]).toEqual([one, two, 'vary-miss', 'vary-miss']);
  });

  test('finds nothing that was purged hard, and says for the rest how', () => {
    store.put('/', response());
    epochs.purgeKey('/', 'soft');
    const found = store.lookup('/', 'GET', [], { range: null, ifRange: null });
    expect(found).toMatchObject({ kind: 'found', verdict: 'soft' });
    epochs.purgeKey('/', 'hard');
    expect(lookup()).toBe('uri-miss');
  });

  test.each<[string, Asked, boolean]>([
    ['its first byte', { range: 'bytes=2-2' }, true],
    ['its last byte', { range: 'bytes=7-7' }, true],
    ['all of its bytes', { range: 'bytes=2-7' }, true],
    ['a byte before it', { range: 'bytes=1-7' }, false],
    ['a byte after it', { range: 'bytes=2-8' }, false],
    ['the last bytes', { range: 'bytes=-2' }, false],
    ['two parts', { range: 'bytes=2-3,5-6' }, false],
    ['no range that is satisfiable', { range: 'bytes=10-' }, false],
    ['everything', {}, false],
    ['its fields', { method: 'HEAD', range: 'bytes=2-7' }, false],
    ['its bytes while it is the same', { range: 'bytes=2-7', ifRange: '"a"' }, true],
    ['its bytes while it is another', { range: 'bytes=2-7', ifRange: '"b"' }, false],
  ])('a request of %s is answered by the bytes 2 to 7: %3$s (RFC 9111 §3.3)', (_what, asked, answers) => {
    const stored = response({ part: [2, 7], fields: ['ETag', '"a"'] });
    store.put('/', stored);
    expect(lookup(asked)).toBe(answers ? stored : 'partial');
  });

  test('a request that an incomplete response does not answer may be answered by another variant', () => {
    const complete = response({ began: 1, a: '1', fields: ['Date', at(-10)] });
    store.put('/', complete);
    store.put('/', response({ began: 2, part: [0, 1], fields: ['Date', at(0)] }));
    expect([lookup({ a: '1' }), lookup({ a: '2' })]).toEqual([complete, 'partial']);
  });

  test('finds the most recent of several that it selects (RFC 9111 §4)', () => {
    const old = response({ began: 3, a: '1', fields: ['Date', at(-10)] });
    const recent = response({ began: 2, fields: ['Date', at(0)] });
    store.put('/', recent);
    store.put('/', old);
    expect(lookup({ a: '1' })).toBe(recent);
  });
});

describe('a response', () => {
  test.each<[string, Made, Made, 'new' | 'old' | 'both']>([
    ['one that began before it', { began: 1 }, { began: 2 }, 'new'],
    ['one that began with it', { began: 2 }, { began: 2 }, 'new'],
    ['one that began after it', { began: 3 }, { began: 2 }, 'old'],
    ['a part', { part: [0, 1] }, {}, 'new'],
    ['a part, being one itself', { part: [0, 1] }, { part: [2, 3] }, 'new'],
    ['a complete one, being a part', {}, { began: 2, part: [0, 1] }, 'old'],
    ['one of other request fields', { a: '1' }, { began: 2, a: '2' }, 'both'],
    ['one of other request fields that began after it', { began: 3, a: '1' }, { began: 2, a: '2' }, 'both'],
  ])('a response in the place of %s leaves the %4$s', (_what, before, after, left) => {
    const [old, recent] = [response(before), response(after)];
    expect(store.put('/', old)).toBe(true);
    expect(store.put('/', recent)).toBe(left !== 'old');
    expect(new Set(store.validVariants('/'))).toEqual(new Set(left === 'both' ? [old, recent] : [left === 'old' ? old : recent]));
  });

  test('a response that was purged meanwhile is stored after a soft purge only', () => {
    epochs.purgeKey('/', 'soft');
    expect(store.put('/', response({ began: 0.5 }))).toBe(true);
    expect(store.validVariants('/')).toEqual([]);
    epochs.purgeKey('/', 'hard');
    expect(store.put('/', response({ began: 0.5 }))).toBe(false);
  });

  test('a response beyond the bound of variants takes the place of the one that began first', () => {
    for (const [began, a] of [
      [2, 'second'],
      [1, 'first'],
      [3, 'third'],
    ] as const)
      store.put('/', response({ began, a }));
    expect(store.validVariants('/')).toHaveLength(3);
    const fourth = response({ began: 4, a: 'fourth' });
    store.put('/', fourth);
    expect(['first', 'second', 'third', 'fourth'].map((a) => lookup({ a }) === 'vary-miss')).toEqual([true, false, false, false]);
  });

  test('is replaced by itself with encodings only while it is stored', () => {
    const [one, other] = [response({ a: '1' }), response({ a: '2' })];
    for (const stored of [one, other]) store.put('/', stored);
    const encoded = { ...one, encodings: [] };
    expect([store.replace('/', one, encoded), store.replace('/', one, encoded)]).toEqual([true, false]);
    expect(new Set(store.validVariants('/'))).toEqual(new Set([encoded, other]));
  });

  test('is removed as it is stored now, and no other with it', () => {
    const [one, two, later] = [response({ a: '1' }), response({ a: '2' }), response({ began: 2, a: '3' })];
    for (const stored of [one, two, later]) store.put('/', stored);
    store.replace('/', one, { ...one, encodings: [] });
    store.remove('/', one);
    expect(new Set(store.validVariants('/'))).toEqual(new Set([two, later]));
    store.remove('/', response({ began: 3, a: '2' }));
    store.remove('/', response({ began: 1, a: '2', part: [0, 1] }));
    expect(store.validVariants('/')).toHaveLength(2);
    store.remove('/', { ...two });
    store.remove('/', later);
    expect([store.validVariants('/'), lookup({ a: '2' })]).toEqual([[], 'uri-miss']);
  });
});

test('the responses that a refresh purge affects are found, the most recently used first', () => {
  const [one, two] = [response({ a: '1' }), response({ a: '2' })];
  for (const key of ['/b', '/a', '/c']) store.put(key, one);
  store.put('/a', two);
  for (const key of ['/a', '/b']) epochs.purgeKey(key, 'refresh');
  epochs.purgeKey('/c', 'soft');
  expect(store.keysToRefresh()).toEqual(['/a', '/b']);
  expect([new Set(store.toRefresh('/a')), store.toRefresh('/c')]).toEqual([new Set([one, two]), []]);
  store.put('/b', response({ began: Number(epochs.begin()), a: '1' }));
  expect([store.keysToRefresh(), store.toRefresh('/b')]).toEqual([['/a'], []]);
});
