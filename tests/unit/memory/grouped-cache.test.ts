import { describe, expect, it } from 'vitest';
import { createGroupedCache, type GroupedCache, type GroupedCacheOptions, type Loaded } from '../../../server/memory/grouped-cache.ts';

interface Answer {
  readonly text: string;
}

/** A cache over a source whose loads wait until the test lets each one end. */
function setUp(options: Partial<GroupedCacheOptions> = {}) {
  const time = { now: 1_000 };
  const cache: GroupedCache<Answer> = createGroupedCache({
    maxBytes: 8_000,
    freshForMs: 300_000,
    boundary: () => undefined,
    now: () => time.now,
    ...options,
  });
  const loads: {
    readonly key: string;
    readonly signal: AbortSignal;
    end(loaded?: Partial<Loaded<Answer>>): void;
    fail(error: Error): void;
  }[] = [];
  const get = (key: string, signal?: AbortSignal): Promise<Answer> =>
    cache.get(
      key,
      (ownSignal) => {
        const { promise, resolve, reject } = Promise.withResolvers<Loaded<Answer>>();
        const text = `${key} ${loads.length + 1}`;
        const end = (loaded: Partial<Loaded<Answer>> = {}): void =>
          resolve({ value: { text }, bytes: 100, groups: [`row:${key}`], tables: new Set(), ...loaded });
        loads.push({ key, signal: ownSignal, end, fail: reject });
        return promise;
      },
      signal,
    );
  /** Loads a key to the end. */
  const fill = async (key: string, loaded: Partial<Loaded<Answer>> = {}): Promise<string> => {
    const asked = get(key);
    loads.at(-1)?.end(loaded);
    return (await asked).text;
  };
  /** Says whether the next request for a key loads again; that load is ended. */
  const loadsAgain = async (key: string): Promise<boolean> => {
    const before = loads.length;
    const asked = get(key);
    const started = loads.length > before;
    if (started) loads.at(-1)?.end();
    await asked;
    return started;
  };
  return { cache, time, loads, get, fill, loadsAgain };
}

describe('a value that was loaded', () => {
  it('is returned without another load until a purge of one of its groups', async () => {
    const { cache, fill, loadsAgain } = setUp();
    await fill('a');
    expect(await loadsAgain('a')).toBe(false);
    cache.purge(['row:b', 'table']);
    expect(await loadsAgain('a')).toBe(false);
    cache.purge(['row:b', 'row:a']);
    expect(await loadsAgain('a')).toBe(true);
    expect(await loadsAgain('a')).toBe(false);
    cache.purge('all');
    expect(await loadsAgain('a')).toBe(true);
  });

  it('ends after its time, and with the next publication date of its tables', async () => {
    const boundaries = new Map([['noticia', 10]]);
    const boundary = (tables: ReadonlySet<string>): number | undefined => [...tables].map((table) => boundaries.get(table))[0];
    const { time, fill, loadsAgain } = setUp({ boundary });
    await fill('a');
    await fill('b', { tables: new Set(['noticia']) });
    time.now += 9_999;
    expect(await loadsAgain('b')).toBe(false);
    time.now += 1;
    expect([await loadsAgain('a'), await loadsAgain('b')]).toEqual([false, true]);
    time.now += 290_000;
    expect(await loadsAgain('a')).toBe(true);
  });

  it('is not kept while a publication date passes, nor where its load took as long as dates count after they have passed', async () => {
    let seconds: number | undefined = 0;
    const { time, get, loads, fill, loadsAgain } = setUp({ boundary: () => seconds });
    await fill('a');
    expect(await loadsAgain('a')).toBe(true);
    seconds = undefined;
    const slow = get('b');
    time.now += 1_501;
    loads.at(-1)?.end();
    await slow;
    expect(await loadsAgain('b')).toBe(true);
    expect(await loadsAgain('b')).toBe(false);
  });

  it('is forgotten on demand', async () => {
    const { cache, fill, loadsAgain } = setUp();
    await fill('a');
    cache.forget('a');
    expect(await loadsAgain('a')).toBe(true);
  });
});

describe('concurrent requests for a key', () => {
  it('are one load', async () => {
    const { get, loads } = setUp();
    const answers = [get('a'), get('a'), get('a'), get('b')];
    expect(loads.map(({ key }) => key)).toEqual(['a', 'b']);
    for (const load of loads) load.end();
    expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(['a 1', 'a 1', 'a 1', 'b 2']);
  });

  it('all get the error of the load, which is not kept', async () => {
    const { get, loads, loadsAgain } = setUp();
    const answers = [get('a'), get('a')];
    loads[0]?.fail(new Error('the database is gone'));
    expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await loadsAgain('a')).toBe(true);
  });

  it('abort the load when the last of them has left, and the next request loads anew', async () => {
    const { get, loads } = setUp();
    const [one, other] = [new AbortController(), new AbortController()];
    void get('a', one.signal).catch(() => undefined);
    void get('a', other.signal).catch(() => undefined);
    one.abort(new Error('gone'));
    expect(loads[0]?.signal.aborted).toBe(false);
    other.abort(new Error('gone too'));
    expect(loads[0]?.signal.reason).toEqual(new Error('gone too'));
    void get('a');
    expect(loads).toHaveLength(2);
  });

  it('a load survives when its first caller leaves and a second is waiting', async () => {
    const { get, loads, loadsAgain } = setUp();
    const leaving = new AbortController();
    void get('a', leaving.signal).catch(() => undefined);
    const staying = get('a', new AbortController().signal);
    leaving.abort();
    loads[0]?.end();
    expect((await staying).text).toBe('a 1');
    expect(await loadsAgain('a')).toBe(false);
  });

  it('start no load for a caller that has left already', async () => {
    const { get, loads } = setUp();
    await expect(get('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(loads).toEqual([]);
  });
});

describe('a purge during a load', () => {
  it.each([['row:a'], ['all']])('a purge of %s during a load keeps its value from being kept', async (group) => {
    const { cache, get, loads, loadsAgain } = setUp();
    const asked = get('a');
    cache.purge(group === 'all' ? 'all' : [group]);
    loads[0]?.end();
    expect((await asked).text).toBe('a 1');
    expect(await loadsAgain('a')).toBe(true);
  });

  it('a purge of another group leaves the value to be kept, but later callers do not join that load', async () => {
    const { cache, get, loads, loadsAgain } = setUp();
    const early = get('a');
    cache.purge(['row:b']);
    const late = get('a');
    expect(loads).toHaveLength(2);
    loads[1]?.end();
    loads[0]?.end();
    expect([(await early).text, (await late).text]).toEqual(['a 1', 'a 2']);
    expect(await loadsAgain('a')).toBe(false);
  });

  it('counts for the value of the load that began after it', async () => {
    const { cache, get, loads } = setUp();
    const early = get('a');
    cache.purge(['row:a']);
    const late = get('a');
    loads[1]?.end();
    await late;
    loads[0]?.end();
    await early;
    expect((await get('a')).text).toBe('a 2');
  });
});

describe('the bounds', () => {
  it('keep the values within their bytes, dropping the least recently used', async () => {
    const { cache, fill, loadsAgain } = setUp();
    for (let index = 0; index < 8; index += 1) await fill(`k${index}`, { bytes: 1_000 });
    expect(cache.bytes).toBe(8_000);
    expect(await loadsAgain('k0')).toBe(false);
    await fill('new', { bytes: 500.5 });
    expect(cache.bytes).toBeLessThanOrEqual(8_000);
    expect([await loadsAgain('k0'), await loadsAgain('k1')]).toEqual([false, true]);
  });

  it('keep no value of more than an eighth of them', async () => {
    const { cache, fill, loadsAgain } = setUp();
    await fill('large', { bytes: 1_001 });
    expect(cache.bytes).toBe(0);
    expect(await loadsAgain('large')).toBe(true);
  });

  it('drop every value of before a purge whose group is forgotten', async () => {
    const { cache, fill, loadsAgain } = setUp();
    await fill('a');
    cache.purge(['row:a']);
    cache.purge(Array.from({ length: 10_000 }, (_, index) => `row:${index}`));
    expect(await loadsAgain('a')).toBe(true);
    expect(await loadsAgain('a')).toBe(false);
  });
});
