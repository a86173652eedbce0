/** What one replica takes over from the others, and what it tells them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EdgeEvent } from '../../../server/edge/flight/events.ts';
import { edgeSettings } from '../../../server/edge/options.ts';
import { createReplicaSharing, type ReplicaSharing } from '../../../server/edge/replica-sharing.ts';
import { readHead, type StoredResponse, storedResponse, withEncodings } from '../../../server/edge/response/stored-response.ts';
import { createMemoryStore } from '../../../server/edge/store/memory.ts';
import { createPurgeEpochs, type PurgeEpochs } from '../../../server/edge/store/purge-epochs.ts';
import type { LoggedPurge } from '../../../server/edge/store/shared/logged-purge.ts';
import { createVariantStore } from '../../../server/edge/store/variants.ts';
import { until } from '../../integration/edge/harness.ts';
import { impatientClock } from '../../integration/edge/shared/two-replicas.ts';
import { type MemoryMedium, memoryMedium } from '../../support/shared-medium/memory-medium.ts';

const KEY = 'build /a';

/** Bytes of the store of one replica. */
const ROOM = 100_000;

/** One replica, without an edge before it. */
class Replica {
  readonly clock = impatientClock();
  readonly epochs = createPurgeEpochs({ now: () => this.clock.now(), bound: 10, refreshForMs: 60_000 });
  readonly store = createVariantStore(createMemoryStore({ maxBytes: ROOM, maxKeyBytes: ROOM }), this.epochs, 8);
  readonly events: EdgeEvent[] = [];
  readonly takenOver: (readonly [string, StoredResponse])[] = [];
  /** Purges of others, before and after they took effect. */
  readonly heard: (readonly ['told' | 'done', LoggedPurge])[] = [];
  readonly medium: MemoryMedium;
  readonly sharing: ReplicaSharing;

  constructor(medium: MemoryMedium) {
    this.medium = medium;
    const { clock, epochs, store, heard } = this;
    const onPurge = (purge: LoggedPurge): void => void heard.push(['told', purge]);
    this.sharing = createReplicaSharing(
      { medium, secret: Buffer.alloc(32, 7), isShared: () => true, afterGap: [], onPurge },
      {
        settings: edgeSettings({ origin: () => undefined, clock, keyPrefix: 'build ' }),
        epochs,
        store,
        report: (event) => this.events.push(event),
        onTakenOver: (...taken) => this.takenOver.push(taken),
        onPurged: (purge) => heard.push(['done', purge]),
      },
    );
  }

  kinds(): readonly string[] {
    return this.events.map(({ kind }) => kind);
  }

  /** A response that was requested now, and received after these seconds. */
  response(body: string, seconds = 0): StoredResponse {
    const receivedAt = this.clock.now() + seconds * 1_000;
    const times = { requestedAt: receivedAt, receivedAt };
    const fields = ['Cache-Control', 'max-age=600', 'Cache-Groups', '"g"'];
    const head = readHead(200, 'OK', fields, times, { targets: [], varyInKey: [] });
    return storedResponse(head, Buffer.from(body), this.sharing.epochs.begin(), [], { scope: '', url: '/a' });
  }

  /** The body that a request for the key would get. */
  body(): string | null {
    const found = this.store.lookup(KEY, 'GET', [], { range: null, ifRange: null });
    return found.kind === 'found' ? found.stored.body.toString() : null;
  }
}

let one: Replica;
let other: Replica;

beforeEach(async () => {
  const medium = memoryMedium();
  [one, other] = [new Replica(medium), new Replica(medium.view())];
  await until(() => one.sharing.isFollowing() && other.sharing.isFollowing());
});

afterEach(() => {
  for (const { sharing, medium } of [one, other]) {
    sharing.close();
    medium.wake();
  }
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}

/** Lets one replica share a response. */
async function write(response: StoredResponse): Promise<void> {
  one.sharing.store.put(KEY, response);
  await until(() => one.medium.values.size === 1);
}

/** Lets one replica share a response, and the other ask for it. */
async function share(response: StoredResponse): Promise<void> {
  await write(response);
  await other.sharing.responses.fetch(KEY);
}

describe('a response of another replica', () => {
  test('is stored, reported and handed on where nothing is stored', async () => {
    await share(one.response('theirs'));
    expect(other.body()).toBe('theirs');
    expect(other.events.filter(({ kind }) => kind === 'taken-over')).toEqual([{ kind: 'taken-over', key: KEY }]);
    expect(other.takenOver.map(([key, { body }]) => [key, body.toString()])).toEqual([[KEY, 'theirs']]);
    expect(one.takenOver).toEqual([]);
  });

  test.each([
    ['is newer', 1, 'theirs'],
    ['is as old', 0, 'own'],
    ['is older', -1, 'own'],
  ])('a response of another replica that %s than the stored one leaves %3$s', async (_how, seconds, body) => {
    other.store.put(KEY, other.response('own'));
    await share(one.response('theirs', seconds));
    expect([other.body(), other.takenOver.length]).toEqual([body, body === 'own' ? 0 : 1]);
  });

  test('takes the place of a stored one that was purged, although it was received earlier', async () => {
    other.store.put(KEY, other.response('own'));
    other.epochs.purgeKey(KEY, 'soft');
    await share(one.response('theirs', -1));
    expect(other.body()).toBe('theirs');
  });

  test('a response of another replica that was purged too replaces nothing', async () => {
    other.store.put(KEY, other.response('own'));
    await write(one.response('theirs'));
    // The purge is in no log yet, so the response of the other replica cannot be newer.
    other.medium.append = () => new Promise(() => undefined);
    other.sharing.epochs.purgeKey(KEY, 'soft');
    await other.sharing.responses.fetch(KEY);
    expect([other.body(), other.takenOver]).toEqual(['own', []]);
  });

  test('a response of another replica that the store has no room for is not reported', async () => {
    one.sharing.responses.write(KEY, one.response('x'.repeat(ROOM)));
    await until(() => one.medium.values.size === 1);
    await other.sharing.responses.fetch(KEY);
    expect([other.body(), other.takenOver, other.kinds()]).toEqual([null, [], ['shared-synced']]);
  });

  test('a response that is not of this site is refused, and one that cannot be had is reported', async () => {
    await write(one.response('theirs'));
    for (const name of one.medium.values.keys()) one.medium.values.set(name, Buffer.from('PEC1 something else'));
    await other.sharing.responses.fetch(KEY);
    other.medium.fault = new Error('gone');
    await other.sharing.responses.fetch(KEY);
    expect(other.events.slice(1)).toEqual([
      { kind: 'shared-refused', key: KEY, because: expect.any(String) as unknown },
      { kind: 'shared-failed', key: KEY, cause: other.medium.fault },
    ]);
  });
});

describe('the store of a replica', () => {
  test('shares what it has stored, and nothing else', async () => {
    const old = one.response('old');
    expect(one.sharing.store.put(KEY, one.response('new'))).toBe(true);
    expect(one.sharing.store.put(KEY, old)).toBe(false);
    await turns();
    expect(one.medium.calls.get('set')).toBe(1);
  });

  test('shares encodings when they are made, of what is still stored', async () => {
    const before = one.response('identity');
    const after = withEncodings(before, [{ coding: 'br', quality: 'quick', body: Buffer.from('br') }]);
    one.sharing.store.put(KEY, before);
    expect([one.sharing.store.replace(KEY, before, withEncodings(before, [])), one.sharing.store.replace(KEY, before, after)]).toEqual([
      true,
      false,
    ]);
    await turns();
    expect(one.medium.calls.get('set')).toBe(1);
    const [marked = before] = one.store.validVariants(KEY);
    expect(one.sharing.store.replace(KEY, marked, after)).toBe(true);
    await turns();
    expect(one.medium.calls.get('set')).toBe(2);
  });

  test('removes what it has shared', async () => {
    const response = one.response('outdated');
    await write(response);
    one.sharing.store.remove(KEY, response);
    await turns();
    expect([one.body(), one.medium.values.size]).toEqual([null, 0]);
  });
});

describe('a purge by one replica', () => {
  test.each<[LoggedPurge, string, (epochs: PurgeEpochs) => void]>([
    [{ kind: 'all', mode: 'soft' }, '*', (epochs) => epochs.purgeAll('soft')],
    [{ kind: 'group', name: 'g', mode: 'hard' }, 'g', (epochs) => epochs.purgeGroup('g', 'hard')],
    [{ kind: 'key', name: '/a', mode: 'hard' }, '/a', (epochs) => epochs.purgeKey(KEY, 'hard')],
  ])('a purge of %j takes effect on its replica at once, and on the other when it reads the log', async (purge, what, act) => {
    const started = [one, other].map(({ sharing: { epochs } }) => ({ start: epochs.start(), groups: ['g'] }));
    const affected = (): readonly (readonly [string, boolean])[] =>
      [one, other].map(({ sharing: { epochs } }, index) => {
        const { start, groups } = started[index] ?? { start: epochs.start(), groups: [] };
        return [epochs.verdict(KEY, { began: start.began, groups }), epochs.mayAffect(KEY, start)];
      });
    const { generation } = one.sharing.epochs;
    act(one.sharing.epochs);
    expect(affected()).toEqual([
      [purge.mode, true],
      ['valid', false],
    ]);
    expect(one.sharing.epochs.generation).toBeGreaterThan(generation);
    await until(() => other.heard.length === 2);
    expect(affected()).toEqual([
      [purge.mode, true],
      [purge.mode, true],
    ]);
    expect(other.heard).toEqual([
      ['told', purge],
      ['done', purge],
    ]);
    expect(other.events.slice(1)).toEqual([{ kind: 'purged', what, mode: purge.mode }]);
    expect([one.heard, one.kinds()]).toEqual([[], ['shared-synced']]);
  });

  test('a purge of a key of no build is told as it is', async () => {
    one.sharing.epochs.purgeKey('elsewhere /a', 'hard');
    await until(() => other.heard.length === 2);
    expect(other.heard[0]).toEqual(['told', { kind: 'key', name: 'elsewhere /a', mode: 'hard' }]);
  });
});

test('a replica reports when it follows the others, and why it no longer does', async () => {
  other.medium.fault = new Error('gone');
  other.medium.wake();
  await until(() => !other.sharing.isFollowing());
  other.medium.fault = null;
  await until(() => other.sharing.isFollowing());
  expect(other.events).toEqual([{ kind: 'shared-synced' }, { kind: 'shared-lost', cause: new Error('gone') }, { kind: 'shared-synced' }]);
});

test('a replica that is closed does not follow the log', () => {
  one.sharing.close();
  expect([one.sharing.isFollowing(), other.sharing.isFollowing()]).toEqual([false, true]);
});
