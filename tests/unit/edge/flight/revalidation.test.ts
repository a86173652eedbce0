/** What a 304 and the response to a HEAD mean for what is stored, and what other responses do that are not stored. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { FlightPlan } from '../../../../server/edge/flight/plan.ts';
import { applyUnstored, relatedOutcome, validatedOutcome } from '../../../../server/edge/flight/revalidation.ts';
import type { StoredResponse } from '../../../../server/edge/response/stored-response.ts';
import { FRESH, key, StoreWorld } from './store-world.ts';

let world: StoreWorld;
beforeEach(() => {
  world = new StoreWorld();
});

describe('a 304', () => {
  const validating = (stored: StoredResponse, more: Partial<FlightPlan> = {}): FlightPlan =>
    world.plan({ stored, validates: true, ...more });

  test('updates the stored response (RFC 9111 §4.3.4)', () => {
    const stored = world.stored([...FRESH, 'X-A', '1']);
    world.clock.advance(100);
    const outcome = validatedOutcome(validating(stored), stored, world.head([...FRESH, 'X-A', '2'], 304), world.began, world.context);
    expect(outcome).toMatchObject({ kind: 'validated', isStored: true, stored: { staleAt: world.clock.now() + 60_000 } });
    expect([world.now('X-A'), world.events]).toEqual([['text 2'], [{ kind: 'validated', key }]]);
  });

  test('a 304 of another response answers the client, and updates nothing', () => {
    const stored = world.stored([...FRESH, 'X-A', '1']);
    const head = world.head(['ETag', '"b"', 'X-A', '2'], 304);
    expect(validatedOutcome(validating(stored), stored, head, world.began, world.context)).toEqual({
      kind: 'validated',
      stored,
      isStored: false,
    });
    expect([world.now('X-A'), world.events]).toEqual([['text 1'], []]);
  });

  test.each<[string, readonly string[], Partial<FlightPlan>, readonly string[]]>([
    ['that forbids storing removes it', [...FRESH, 'Cache-Control', 'no-store'], {}, []],
    ['to a request with no-store leaves it', FRESH, { requestNoStore: true }, ['text 1']],
    ['to an authorised request leaves it (RFC 9111 §3.5)', FRESH, { fields: ['Authorization', 'x'] }, ['text 1']],
  ])('%s', (_what, fields, plan, left) => {
    const stored = world.stored([...FRESH, 'X-A', '1']);
    const head = world.head([...fields, 'X-A', '2'], 304);
    const outcome = validatedOutcome(validating(stored, plan), stored, head, world.began, world.context);
    expect(outcome).toMatchObject({ kind: 'validated', isStored: false });
    expect(world.now('X-A')).toEqual(left);
  });

  test('a 304 with another Vary leaves no response that is selected by the old one (RFC 9111 §4.1)', () => {
    const stored = world.stored();
    const plan = validating(stored, { fields: ['A', '1'] });
    validatedOutcome(plan, stored, world.head([...FRESH, 'Vary', 'A'], 304), world.began, world.context);
    expect(world.context.store.validVariants(key).map(({ selection }) => selection.raw)).toEqual([['1']]);
  });

  test('selects one of several variants for the request, and updates those of its tag (RFC 9111 §4.3.3)', () => {
    const vary = ['Cache-Control', 'max-age=60', 'Vary', 'A'];
    const one = world.stored([...vary, 'ETag', '"1"', 'X-A', 'old'], 'one', { request: ['A', '1'] });
    const two = world.stored([...vary, 'ETag', '"2"', 'X-A', 'old'], 'two', { request: ['A', '2'] });
    const plan = world.plan({ fields: ['A', '3'], related: { kind: 'variants', stored: [one, two] } });
    const head = world.head([...vary, 'ETag', '"2"', 'X-A', 'new'], 304);
    expect(relatedOutcome(plan, head, world.began, world.context)).toMatchObject({
      kind: 'validated',
      isStored: true,
      stored: { etag: '"2"' },
    });
    expect([world.now('X-A'), world.events]).toEqual([['one old', 'two new', 'two new'], [{ kind: 'validated', key }]]);
  });

  test('a 304 that selects a variant for a client alone stores nothing', () => {
    const vary = ['Cache-Control', 'max-age=60', 'Vary', 'A', 'ETag', '"1"'];
    const one = world.stored([...vary, 'X-A', 'old'], 'one', { request: ['A', '1'] });
    const plan = world.plan({ fields: ['A', '3', 'Authorization', 'x'], related: { kind: 'variants', stored: [one] } });
    const outcome = relatedOutcome(plan, world.head([...vary, 'X-A', 'new'], 304), world.began, world.context);
    expect(outcome).toMatchObject({ kind: 'validated', isStored: false });
    expect(world.now('X-A')).toEqual(['one old']);
  });
});

describe('a response that is not stored', () => {
  /** What is left of a stored response, and for how many seconds it is fresh. */
  function after(
    head: readonly string[],
    more: Partial<FlightPlan> = {},
    status = 200,
    before = 200,
  ): readonly (readonly [string, number])[] {
    const stored = world.stored([...FRESH, 'X-A', '1'], 'text', { status: before });
    world.clock.advance(10);
    applyUnstored(world.plan({ stored, ...more }), world.head(head, status), world.began, world.context);
    const now = world.clock.now();
    return world.context.store
      .validVariants(key)
      .map(({ fields, staleAt }) => [fields[fields.indexOf('X-A') + 1] ?? '', (staleAt - now) / 1_000]);
  }

  test('outdates the stored one where it describes the resource', () => {
    expect(after(['Cache-Control', 'no-store'])).toEqual([]);
  });

  test('leaves the stored one where it is an error', () => {
    expect(after(['Cache-Control', 'no-store'], {}, 500)).toEqual([['1', 50]]);
  });

  test('means nothing where nothing was selected', () => {
    expect(after(['Cache-Control', 'no-store'], { stored: null })).toEqual([['1', 50]]);
  });

  test.each<[string, readonly string[], readonly (readonly [string, number])[]]>([
    ['of the same tag updates it', [...FRESH, 'X-A', '2'], [['2', 60]]],
    ['of the same length updates it', ['Cache-Control', 'max-age=60', 'Content-Length', '4', 'X-A', '2'], [['2', 60]]],
    ['of another tag makes it stale', ['Cache-Control', 'max-age=60', 'ETag', '"b"', 'X-A', '2'], [['1', 0]]],
    ['of another length makes it stale', [...FRESH, 'Content-Length', '5', 'X-A', '2'], [['1', 0]]],
    ['of another date makes it stale', [...FRESH, 'Last-Modified', 'Sat, 21 Nov 2026 11:00:00 GMT', 'X-A', '2'], [['1', 0]]],
    ['that forbids storing makes it stale', [...FRESH, 'Cache-Control', 'no-store', 'X-A', '2'], [['1', 0]]],
  ])('a response to a HEAD %s (RFC 9111 §4.3.5)', (_how, head, left) => {
    expect(after(head, { method: 'HEAD' })).toEqual(left);
  });

  test.each([
    ['an error', 404, 200],
    ['a success after an error', 200, 404],
  ])('a response to a HEAD that is %s changes nothing', (_what, status, before) => {
    expect(after([...FRESH, 'ETag', '"b"'], { method: 'HEAD' }, status, before)).toEqual([['1', 50]]);
  });

  test('a response to a HEAD with no-store changes nothing', () => {
    expect(after([...FRESH, 'X-A', '2'], { method: 'HEAD', requestNoStore: true })).toEqual([['1', 50]]);
  });
});
