/** The encodings of responses that replicas share: made once for all, and by a replica that takes over a response without them. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Origin } from '../../../../server/edge/index.ts';
import { memoryMedium } from '../../../support/shared-medium/memory-medium.ts';
import { until } from '../harness.ts';
import { type Replica, SECRET, startReplica, startTwo, untilShared } from './two-replicas.ts';

let replicas: readonly Replica[] = [];

afterEach(async () => {
  for (const replica of replicas) await replica.close();
  replicas = [];
});

const compressible: Origin = (_req, res) => {
  for (const [name, value] of Object.entries({ 'Cache-Control': 'max-age=600', ETag: '"1"', 'Content-Type': 'text/html' }))
    res.setHeader(name, value);
  res.end('palavra '.repeat(1_000));
};

describe('a response that one replica has stored', () => {
  test('brings its encodings with it', async () => {
    const [one, other] = await startTwo(compressible, { encoding: {} });
    replicas = [one, other];
    await one.get('/a');
    await until(() => one.kinds().includes('encoded') && one.medium.calls.get('set') === 2);
    const answer = await other.get('/a', { headers: { 'Accept-Encoding': 'br' } });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'cache-status': expect.stringContaining('shared') as unknown });
    expect(answer.headers['etag']).toBe((await one.get('/a', { headers: { 'Accept-Encoding': 'br' } })).headers['etag']);
    expect(other.kinds()).not.toContain('encoded');
  });

  test('gets its encodings from the replica that takes it over, where it has none', async () => {
    const medium = memoryMedium();
    const one = await startReplica(medium, compressible);
    const other = await startReplica(medium.view(), compressible, { encoding: {} });
    replicas = [one, other];
    await one.get('/a');
    await untilShared(one);
    await other.get('/a');
    await until(() => other.kinds().includes('encoded'));
    expect([other.kinds().includes('taken-over'), other.forwarded.length]).toEqual([true, 0]);
  });

  test('stays stored where the rule of the site for sharing fails on its encodings, and the fault is reported', async () => {
    const cause = new Error('not known');
    const isShared = (_key: string, stored: { readonly encodings: unknown } | null): boolean => {
      if (Array.isArray(stored?.encodings) && stored.encodings.length > 0) throw cause;
      return true;
    };
    const one = await startReplica(memoryMedium(), compressible, {
      encoding: {},
      shared: { medium: memoryMedium(), secret: SECRET, isShared, afterGap: [], onPurge: () => undefined },
    });
    replicas = [one];
    await one.get('/a');
    await until(() => one.kinds().includes('fault'));
    expect(one.events.find(({ kind }) => kind === 'fault')).toEqual({ kind: 'fault', key: 'site.test /a', cause });
    expect((await one.get('/a')).headers['cache-status']).toMatch(/^edge; hit/);
  });
});
