/** The options of an edge: what it is without any, and which are refused. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type EdgeOptions, edgeSettings } from '../../../server/edge/options.ts';

const settingsOf = (options: Partial<EdgeOptions> = {}) => edgeSettings({ origin: () => undefined, ...options });
const REQUEST = { url: '/', rawHeaders: [] };

describe('an edge without options', () => {
  test('is a shared cache that follows the standards and changes nothing', () => {
    expect(settingsOf()).toMatchObject({
      name: 'edge',
      keyPrefix: '',
      clientDirectives: 'honour',
      credentials: 'honour',
      conditionalMiss: 'forward',
      targets: ['cdn-cache-control'],
      varyInKey: [],
      consumedFields: [],
      bypassFields: [],
      encoding: null,
      shared: null,
      storage: { storeSetCookie: true, varyAllowed: null, dropFields: [] },
    });
  });

  test('has bounds and waits', () => {
    expect(settingsOf()).toMatchObject({
      bounds: { memoryBytes: 268_435_456, bodyBytes: 8_388_608, variants: 32, waiters: 10_000, refreshes: 16, epochs: 10_000 },
      staleWhenDisconnected: 86_400,
      hitForMissSeconds: 30,
      refreshForSeconds: 60,
      backoff: { first: 0, atMost: 0 },
      originTimeoutMs: 60_000,
      originIdleMs: 60_000,
    });
  });

  test('leaves no request out, and admits all', () => {
    const { exclude, bypass, mayBypass, admit, fillsRange, storage } = settingsOf();
    const request = new IncomingMessage(new Socket());
    expect([exclude(request), bypass(request), mayBypass(REQUEST), fillsRange('/'), storage.neverStoreStatus(200)]).toEqual(
      Array(5).fill(false),
    );
    expect(admit(request, null)).toMatchObject({ kind: 'admitted' });
  });

  test('holds as much as its bound', () => {
    const { store } = settingsOf({ bounds: { memoryBytes: 100 } });
    expect(store.use()).toEqual({ entries: 0, bytes: 0, evictions: 0 });
  });
});

describe('an edge with options', () => {
  test('keeps the other bounds and rules', () => {
    const { bounds, storage } = settingsOf({ bounds: { waiters: 5 }, storage: { storeSetCookie: false, dropFields: ['X-Request-Id'] } });
    expect(bounds).toMatchObject({ waiters: 5, variants: 32 });
    expect(storage).toMatchObject({ storeSetCookie: false, varyAllowed: null, dropFields: ['x-request-id'] });
  });

  test('an edge that encodes asks for complete responses, and Accept-Encoding selects none of them', () => {
    const { encoding, conditionalMiss, varyInKey } = settingsOf({
      encoding: { minBytes: 5 },
      conditionalMiss: 'forward',
      varyInKey: ['a'],
    });
    expect(encoding).toEqual({ codings: ['br', 'zstd', 'gzip'], minBytes: 5, concurrency: 2 });
    expect([conditionalMiss, varyInKey]).toEqual(['fill', ['a', 'accept-encoding']]);
    expect(settingsOf({ conditionalMiss: 'fill', varyInKey: ['a'] })).toMatchObject({ conditionalMiss: 'fill', varyInKey: ['a'] });
  });

  test('asks every request whether it bypasses where some may, unless the option says which', () => {
    expect(settingsOf({ bypass: () => false }).mayBypass(REQUEST)).toBe(true);
    expect(settingsOf({ bypass: () => false, mayBypass: () => false }).mayBypass(REQUEST)).toBe(false);
  });

  test.each([
    ['memoryBytes', 0],
    ['bodyBytes', -1],
    ['variants', 1.5],
    ['waiters', Number.NaN],
    ['refreshes', Infinity],
  ])('is not made with the bound %s of %d', (name, bound) => {
    expect(() => settingsOf({ bounds: { [name]: bound } })).toThrow(
      new RangeError(`edge bound ${name} is not a positive whole number: ${bound}`),
    );
  });

  test.each(['', 'two words', '1edge', 'a"b'])('is not made with the name "%s", which is no token', (name) => {
    expect(() => settingsOf({ name })).toThrow(new RangeError(`edge name is not a token: ${name}`));
  });

  test.each(['a', '*edge', 'cdn.example:8080/x'])('may have the name "%s"', (name) => {
    expect(settingsOf({ name }).name).toBe(name);
  });
});
