import { describe, expect, it } from 'vitest';
import { createLiveOperation } from '../../../../client/apollo/live-operation.ts';
import type { QueryProgress } from '../../../../client/apollo/queries.ts';

const POLL_MS = 120_000;

function scene(first: unknown) {
  const timers: { ms: number; callback: () => void }[] = [];
  const events: string[] = [];
  let tell: (progress: QueryProgress) => void = () => undefined;
  let failure: Error | null = null;
  let hidden = false;
  const live = createLiveOperation({
    operations: {
      known: () => first,
      watch: async (index, pollMs, onProgress) => {
        events.push(`watch ${index} every ${pollMs}`);
        if (failure !== null) throw failure;
        tell = onProgress;
        return { refetch: () => events.push('refetch'), stop: () => events.push('stop') };
      },
    },
    index: 3,
    pollMs: POLL_MS,
    after: (ms, callback) => {
      const timer = { ms, callback };
      timers.push(timer);
      return () => {
        const place = timers.indexOf(timer);
        if (place !== -1) timers.splice(place, 1);
      };
    },
    isHidden: () => hidden,
  });
  /** Fires the timer that is set and lets what follows run. */
  const fire = async (): Promise<number | undefined> => {
    const timer = timers.shift();
    timer?.callback();
    await settled();
    return timer?.ms;
  };
  return {
    live,
    timers,
    events,
    fire,
    tell: (progress: QueryProgress) => tell(progress),
    fail: (error: Error | null) => {
      failure = error;
    },
    hide: (value: boolean) => {
      hidden = value;
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('an operation that came with the page', () => {
  it('is ready, and asks for nothing before the first poll is due', async () => {
    const { live, events, fire } = scene({ nota: 1 });
    expect(live.get()).toEqual({ state: 'ready', data: { nota: 1 }, error: undefined });
    live.subscribe(() => undefined);
    await settled();
    expect(events).toEqual([]);
    expect(await fire()).toBe(POLL_MS);
    expect(events).toEqual([`watch 3 every ${POLL_MS}`, 'refetch']);
  });

  it('waits for another pause while the page is hidden', async () => {
    const { live, events, fire, hide } = scene({ nota: 1 });
    live.subscribe(() => undefined);
    hide(true);
    expect(await fire()).toBe(POLL_MS);
    expect(events).toEqual([]);
    hide(false);
    await fire();
    expect(events).toHaveLength(2);
  });

  it('keeps its data through an error, and asks again when told to', async () => {
    const { live, events, fire, tell } = scene({ nota: 1 });
    let calls = 0;
    live.subscribe(() => calls++);
    await fire();
    const error = new Error('GraphQL Error (Code: 503)');
    tell({ state: 'error', data: undefined, error });
    expect(live.get()).toEqual({ state: 'error', data: { nota: 1 }, error });
    expect(calls).toBe(1);
    live.retry();
    await settled();
    expect(events.filter((event) => event === 'refetch')).toHaveLength(2);
    tell({ state: 'ready', data: { nota: 2 }, error: undefined });
    expect(live.get()).toMatchObject({ state: 'ready', data: { nota: 2 } });
  });

  it('shows an error while Apollo does not load, and tries to load it again at the next poll', async () => {
    const { live, events, fire, fail } = scene({ nota: 1 });
    live.subscribe(() => undefined);
    const error = new Error('Network request failed');
    fail(error);
    await fire();
    expect(live.get()).toEqual({ state: 'error', data: { nota: 1 }, error });
    fail(null);
    expect(await fire()).toBe(POLL_MS);
    expect(events.at(-1)).toBe('refetch');
  });

  it('ends with its last listener', async () => {
    const { live, timers, events, fire } = scene({ nota: 1 });
    const stop = live.subscribe(() => undefined);
    await fire();
    stop();
    await settled();
    expect(events.at(-1)).toBe('stop');
    live.subscribe(() => undefined)();
    expect(timers).toEqual([]);
  });
});

describe('an operation that the page came without', () => {
  it('is loading, and is asked for at once', async () => {
    const { live, events, tell } = scene(undefined);
    expect(live.get()).toMatchObject({ state: 'loading', data: undefined });
    live.subscribe(() => undefined);
    await settled();
    // A query that begins without data asks by itself.
    expect(events).toEqual([`watch 3 every ${POLL_MS}`]);
    tell({ state: 'ready', data: { nota: 1 }, error: undefined });
    expect(live.get()).toMatchObject({ state: 'ready', data: { nota: 1 } });
  });
});
