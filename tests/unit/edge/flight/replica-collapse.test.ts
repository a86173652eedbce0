/** How a replica begins the exchange of a miss: at once, after the render of another replica, or not at all. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createBackoff } from '../../../../server/edge/flight/backoff.ts';
import { beginAlone, beginOnce } from '../../../../server/edge/flight/collapse.ts';
import type { EdgeEvent } from '../../../../server/edge/flight/events.ts';
import type { FlightOutcome } from '../../../../server/edge/flight/plan.ts';
import { edgeSettings } from '../../../../server/edge/options.ts';
import { readHead, type StoredResponse, storedResponse } from '../../../../server/edge/response/stored-response.ts';
import { createMemoryStore } from '../../../../server/edge/store/memory.ts';
import { createPurgeEpochs } from '../../../../server/edge/store/purge-epochs.ts';
import type { RenderTurn } from '../../../../server/edge/store/shared/shared-responses.ts';
import { createVariantStore } from '../../../../server/edge/store/variants.ts';
import { fakeClock } from '../../../integration/edge/harness.ts';

const key = '/a';

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}

class World {
  readonly clock = fakeClock();
  readonly epochs = createPurgeEpochs({ now: () => this.clock.now(), bound: 10, refreshForMs: 60_000 });
  readonly store = createVariantStore(createMemoryStore({ maxBytes: 100_000, maxKeyBytes: 100_000 }), this.epochs, 4);
  /** What has happened, in order. */
  readonly seen: unknown[] = [];
  readonly events: EdgeEvent[] = [];
  readonly outcome = Promise.withResolvers<FlightOutcome>();
  readonly done = Promise.withResolvers<null>();
  readonly turn = Promise.withResolvers<RenderTurn>();
  isSettling = false;
  mayHave = true;
  isAnswered: () => boolean = () => false;

  get context() {
    const { clock, epochs, store } = this;
    const settings = edgeSettings({ origin: () => undefined, clock });
    return {
      settings,
      epochs,
      store,
      encoder: null,
      backoff: createBackoff({ clock, epochs, rules: settings.backoff, bound: 1 }),
      report: (event: EdgeEvent) => this.events.push(event),
      shared: {
        mayHave: () => this.mayHave,
        fetch: () => Promise.resolve(),
        write: () => undefined,
        remove: () => undefined,
        turn: (asked: string, isAnswered: () => boolean) => {
          this.seen.push(`turn ${asked}`);
          this.isAnswered = isAnswered;
          return this.turn.promise;
        },
      },
    };
  }

  get flight() {
    const { seen, outcome, done } = this;
    const isSettling = (): boolean => this.isSettling;
    return {
      plan: { key, fields: [] },
      outcome: outcome.promise,
      done: done.promise,
      get isSettling() {
        return isSettling();
      },
      begin: () => seen.push('begin'),
      adopt: (stored: StoredResponse) => seen.push(stored),
      fail: (cause: unknown) => seen.push(cause),
    };
  }

  begin(): void {
    beginOnce(this.flight, this.context, () => this.seen.push('report'));
  }

  /** The turn of this replica comes. */
  async takeTurn(): Promise<void> {
    this.turn.resolve({ end: (hasRendered) => this.seen.push(`end ${hasRendered}`) });
    await turns();
  }

  head() {
    const now = this.clock.now();
    return readHead(200, 'OK', ['Cache-Control', 'max-age=60'], { requestedAt: now, receivedAt: now }, this.context.settings);
  }

  stored(): StoredResponse {
    const response = storedResponse(this.head(), Buffer.from('x'), this.epochs.begin(), [], { scope: '', url: '/a' });
    this.store.put(key, response);
    return response;
  }
}

let world: World;
beforeEach(() => {
  world = new World();
});

describe('an exchange begins at once', () => {
  test('an exchange begins at once where nothing is shared', () => {
    beginOnce(world.flight, { ...world.context, shared: null }, () => world.seen.push('report'));
    expect(world.seen).toEqual(['report', 'begin']);
  });

  test('an exchange begins at once where the key cannot be had from others', () => {
    world.mayHave = false;
    world.begin();
    expect(world.seen).toEqual(['report', 'begin']);
  });

  test('an exchange that is alone begins at once', () => {
    const { flight } = world;
    expect(beginAlone(flight, () => world.seen.push('report'))).toBe(flight);
    expect(world.seen).toEqual(['report', 'begin']);
  });
});

describe('an exchange that waits for its turn', () => {
  test('begins when it comes, and others wait until the response is stored', async () => {
    world.begin();
    expect(world.seen).toEqual(['turn /a']);
    await world.takeTurn();
    world.outcome.resolve({ kind: 'stream', head: world.head(), storing: true });
    await turns();
    expect(world.seen).toEqual(['turn /a', 'report', 'begin']);
    world.done.resolve(null);
    await turns();
    expect(world.seen.slice(3)).toEqual(['end true']);
  });

  test('lets others wait for a settled response too', async () => {
    world.isSettling = true;
    world.begin();
    await world.takeTurn();
    world.outcome.resolve({ kind: 'stream', head: world.head(), storing: false });
    await turns();
    expect(world.seen.slice(3)).toEqual([]);
    world.done.resolve(null);
    await turns();
    expect(world.seen.slice(3)).toEqual(['end true']);
  });

  test.each<[string, () => FlightOutcome]>([
    ['the head of a response that is not stored', () => ({ kind: 'stream', head: world.head(), storing: false })],
    ['a failure', () => ({ kind: 'failed', cause: new Error('gone') })],
    ['a 304', () => ({ kind: 'validated', stored: world.stored(), isStored: true })],
  ])('lets others wait only for %s', async (_what, outcome) => {
    world.begin();
    await world.takeTurn();
    world.outcome.resolve(outcome());
    await turns();
    expect(world.seen.slice(3)).toEqual(['end true']);
  });

  test('asks the origin nothing where another replica has made the response', async () => {
    world.begin();
    expect(world.isAnswered()).toBe(false);
    const stored = world.stored();
    expect(world.isAnswered()).toBe(true);
    await world.takeTurn();
    expect(world.seen).toEqual(['turn /a', 'end false', stored]);
  });

  test('asks the origin where what there is is stale', async () => {
    world.stored();
    world.clock.advance(61);
    world.begin();
    expect(world.isAnswered()).toBe(false);
    await world.takeTurn();
    expect(world.seen).toEqual(['turn /a', 'report', 'begin']);
  });

  test('fails, and the fault is reported, where its turn cannot be had', async () => {
    const cause = new Error('no turn');
    world.begin();
    world.turn.reject(cause);
    await turns();
    expect([world.seen, world.events]).toEqual([['turn /a', cause], [{ kind: 'fault', key, cause }]]);
  });
});
