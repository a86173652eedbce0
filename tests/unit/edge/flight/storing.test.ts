/** What is stored of the body of a response, and of a part that completes a stored one. */
import { beforeEach, describe, expect, test } from 'vitest';
import { relatedOutcome } from '../../../../server/edge/flight/revalidation.ts';
import { completedOutcome, storeBody } from '../../../../server/edge/flight/storing.ts';
import { FRESH, key, StoreWorld } from './store-world.ts';

let world: StoreWorld;
beforeEach(() => {
  world = new StoreWorld();
});

const partOf = (first: number, last: number, complete = 10): readonly string[] => [
  ...FRESH,
  'Content-Range',
  `bytes ${first}-${last}/${complete}`,
];

describe('the body of a response', () => {
  test('is stored with what selected it, and gets its encodings', () => {
    const head = world.head([...FRESH, 'Vary', 'A', 'Cache-Groups', '"g"']);
    const stored = storeBody(world.plan({ fields: ['A', '1'] }), head, Buffer.from('text'), world.began, world.context);
    expect(stored).toMatchObject({ scope: 'site.test', url: '/', groups: ['site.test g'], selection: { names: ['a'], raw: ['1'] } });
    expect([world.now(), world.events, world.prepared]).toEqual([['text "a"'], [{ kind: 'stored', key, bytes: 4 }], [key]]);
  });

  test('is not stored where a newer one is', () => {
    const before = world.began;
    world.stored(FRESH, 'newer');
    expect(storeBody(world.plan(), world.head(), Buffer.from('older'), before, world.context)).toBeNull();
    expect([world.now(), world.events, world.prepared]).toEqual([['newer "a"'], [{ kind: 'not-stored', key, because: 'superseded' }], []]);
  });

  test('a body of another length than its range is not stored (RFC 9110 §14.4)', () => {
    expect(storeBody(world.plan(), world.head(partOf(0, 5), 206), Buffer.from('text'), world.began, world.context)).toBeNull();
    expect(world.events).toEqual([{ kind: 'not-stored', key, because: 'partial' }]);
  });

  test.each<[string, readonly string[], string, readonly string[]]>([
    ['follows it', partOf(2, 3, 4), 'cd', ['abcd "a"']],
    ['leaves a gap', partOf(3, 4), 'de', ['de "a"']],
    ['has another tag', ['Cache-Control', 'max-age=60', 'ETag', '"b"', 'Content-Range', 'bytes 2-3/4'], 'cd', ['cd "b"']],
  ])('a partial body is combined with a stored one where it %s (RFC 9111 §3.4)', (_how, fields, body, left) => {
    world.stored(partOf(0, 1, fields.includes('bytes 3-4/10') ? 10 : 4), 'ab', { status: 206 });
    storeBody(world.plan(), world.head(fields, 206), Buffer.from(body), world.began, world.context);
    expect(world.now()).toEqual(left);
  });

  test('stores a partial response alone when the combined body exceeds the bound', () => {
    world.stored(partOf(0, 4), 'abcde', { status: 206 });
    storeBody(world.plan(), world.head(partOf(5, 8), 206), Buffer.from('fghi'), world.began, world.context);
    expect(world.now()).toEqual(['fghi "a"']);
    storeBody(world.plan(), world.head(partOf(1, 4), 206), Buffer.from('bcde'), world.began, world.context);
    expect(world.now()).toEqual(['bcdefghi "a"']);
  });
});

describe('a missing part', () => {
  function completing(first: number, last: number, complete: number) {
    const stored = world.stored(partOf(0, 1, complete), 'ab', { status: 206 });
    return world.plan({ ranged: true, related: { kind: 'part', stored, missing: { first, last }, complete } });
  }

  test('completes the stored one, which answers from now on', () => {
    const plan = completing(2, 3, 4);
    const outcome = completedOutcome(plan, world.head(partOf(2, 3, 4), 206), Buffer.from('cd'), world.began, world.context);
    expect(outcome).toMatchObject({ kind: 'completed', isStored: true, stored: { head: { status: 200 }, part: null } });
    expect([world.now(), world.events]).toEqual([['abcd "a"'], [{ kind: 'stored', key, bytes: 4 }]]);
  });

  test('answers only its client where it may not be stored', () => {
    const plan = { ...completing(2, 3, 4), requestNoStore: true };
    const outcome = completedOutcome(plan, world.head(partOf(2, 3, 4), 206), Buffer.from('cd'), world.began, world.context);
    expect(outcome).toMatchObject({ kind: 'completed', isStored: false });
    expect([world.now(), world.events]).toEqual([['ab "a"'], []]);
  });

  test('is of no use where it was longer than announced, or is of another representation', () => {
    const plan = completing(2, 3, 4);
    expect(completedOutcome(plan, world.head(partOf(2, 3, 4), 206), null, world.began, world.context)).toEqual({ kind: 'unusable' });
    const other = world.head(['Cache-Control', 'max-age=60', 'ETag', '"b"', 'Content-Range', 'bytes 2-3/4'], 206);
    expect(completedOutcome(plan, other, Buffer.from('cd'), world.began, world.context)).toEqual({ kind: 'unusable' });
    expect(world.events).toEqual([]);
  });

  test.each([
    ['after', 0, 1, 2, 3],
    ['before', 2, 3, 0, 1],
  ])('a missing part that lies %s the stored one is of no use where other fields select it', (_where, first, last, from, to) => {
    const stored = world.stored(partOf(first, last, 4), 'ab', { status: 206 });
    const plan = world.plan({ fields: ['A', '1'], related: { kind: 'part', stored, missing: { first: from, last: to }, complete: 4 } });
    const head = world.head([...partOf(from, to, 4), 'Vary', 'A'], 206);
    expect(completedOutcome(plan, head, Buffer.from('cd'), world.began, world.context)).toEqual({ kind: 'unusable' });
    expect(world.now()).toEqual(['ab "a"']);
  });

  test('begins where the answer fits what was asked for, and is of no use otherwise', () => {
    const plan = completing(2, 3, 4);
    expect(relatedOutcome(plan, world.head(partOf(2, 3, 4), 206), world.began, world.context)).toBe('rest');
    expect(relatedOutcome(plan, world.head(partOf(1, 3, 4), 206), world.began, world.context)).toEqual({ kind: 'unusable' });
    expect(relatedOutcome(plan, world.head(FRESH, 304), world.began, world.context)).toEqual({ kind: 'unusable' });
  });
});
