import { describe, expect, test } from 'vitest';
import { createCounters, type EdgeCounts, type EdgeEvent } from '../../../../server/edge/flight/events.ts';

const key = 'site.test /';
const cause = new Error('gone');

const COUNTED: readonly (readonly [event: EdgeEvent, counts: readonly (keyof EdgeCounts)[]])[] = [
  [{ kind: 'hit', key, stale: false }, ['hits']],
  [{ kind: 'hit', key, stale: true }, ['hits', 'staleHits']],
  [{ kind: 'forward', key, reason: 'uri-miss' }, ['forwards']],
  [{ kind: 'forward', key, reason: 'stale' }, ['forwards']],
  [{ kind: 'forward', key, reason: 'bypass' }, ['forwards', 'passes']],
  [{ kind: 'forward', key, reason: 'method' }, ['forwards', 'passes']],
  [{ kind: 'forward', key, reason: 'request' }, ['forwards', 'passes']],
  [{ kind: 'joined', key }, ['joins']],
  [{ kind: 'stored', key, bytes: 1 }, ['stores']],
  [{ kind: 'not-stored', key, because: 'size' }, []],
  [{ kind: 'encoded', key, quality: 'best' }, []],
  [{ kind: 'validated', key }, ['validations']],
  [{ kind: 'stale-for-error', key, cause }, ['staleForError']],
  [{ kind: 'refresh', key }, ['refreshes']],
  [{ kind: 'refresh-skipped', key, because: 'bound' }, ['refreshesSkipped']],
  [{ kind: 'refresh-failed', key, cause }, ['refreshesFailed']],
  [{ kind: 'origin-failed', key, cause }, ['originFailures']],
  [{ kind: 'waiter-refused', key }, ['waitersRefused']],
  [{ kind: 'not-admitted', key }, ['notAdmitted']],
  [{ kind: 'shed', key }, ['shed']],
  [{ kind: 'fault', key, cause }, []],
  [{ kind: 'taken-over', key }, ['takenOver']],
  [{ kind: 'shared-refused', key, because: 'signature' }, ['sharedRefused']],
  [{ kind: 'shared-failed', key, cause }, ['sharedFailed']],
  [{ kind: 'shared-synced' }, []],
  [{ kind: 'purged', what: '*', mode: 'hard' }, ['purges']],
  [{ kind: 'invalidated', key }, []],
];

describe('the counts of an edge', () => {
  test.each(COUNTED.map(([event, counts]) => [JSON.stringify(event), event, counts] as const))('counts %s', (_event, event, counts) => {
    const counters = createCounters();
    counters.count(event);
    const counted = Object.entries(counters.read()).filter(([, count]) => count !== 0);
    expect(counted).toEqual(counts.map((name) => [name, 1]));
  });

  test('counts that were read do not change afterwards', () => {
    const counters = createCounters();
    const before = counters.read();
    counters.count({ kind: 'joined', key });
    expect([before.joins, counters.read().joins]).toEqual([0, 1]);
  });
});
