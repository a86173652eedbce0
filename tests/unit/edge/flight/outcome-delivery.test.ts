/** What a client gets of each outcome of an exchange, and what Cache-Status says about it (RFC 9211). */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { EncodedBodies } from '../../../../server/edge/delivery/encoded-body.ts';
import { SharedBody } from '../../../../server/edge/delivery/shared-body.ts';
import { type DeliveryContext, deliverOutcome, type Miss, refuseMiss } from '../../../../server/edge/flight/outcome-delivery.ts';
import type { FlightOutcome } from '../../../../server/edge/flight/plan.ts';
import { OriginFailure } from '../../../../server/edge/origin/origin.ts';
import { type ClientRequest, readClientRequest } from '../../../../server/edge/request/client-request.ts';
import type { StoredResponse } from '../../../../server/edge/response/stored-response.ts';
import { key, StoreWorld } from './store-world.ts';

const GONE = new Error('gone');
const BOTH = { onError: true, onDisconnect: true };
const NONE = { onError: false, onDisconnect: false };

let world: StoreWorld;
/** Heads that were written, and stored responses that were delivered with their outcomes. */
let seen: unknown[];
let released: number;
let client: ClientRequest;
let context: DeliveryContext;
let stored: StoredResponse;

beforeEach(() => {
  world = new StoreWorld();
  [seen, released] = [[], 0];
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method: 'GET', url: '/', rawHeaders: ['Host', 'site.test'] });
  const res = new ServerResponse(req);
  Object.assign(res, {
    writeHead: (status: number, _reason: string, fields: readonly string[]) => {
      Object.assign(res, { _header: 'sent' });
      seen.push([status, fields.includes('Cache-Status') ? fields[fields.indexOf('Cache-Status') + 1] : null]);
    },
    write: () => true,
    end: () => undefined,
  });
  client = readClientRequest(req, res, world.context.settings);
  const delivery = {
    hit: () => undefined,
    answer: () => null,
    withOutcome: (...[, delivered, outcome]: Parameters<DeliveryContext['delivery']['withOutcome']>) => {
      seen.push([delivered.body.toString(), outcome]);
    },
  };
  context = { ...world.context, encoder: null, delivery };
  stored = world.stored();
});

interface Given {
  readonly collapsed?: boolean;
  readonly failure?: unknown;
  readonly miss?: Partial<Miss>;
}

function deliver(outcome: FlightOutcome, { collapsed = false, failure = null, miss = {} }: Given = {}): void {
  const body = new SharedBody(true, () => undefined);
  const source = { isShared: true, read: (...[reader]: Parameters<SharedBody['read']>) => body.read(reader) };
  const flight = { ...source, encoded: new EncodedBodies(source), plan: { ranged: false }, failure };
  const rules = {
    miss: { reason: 'stale', stored: null, fallback: NONE, ...miss } as const,
    release: () => void (released += 1),
    hasClientPreconditions: false,
    collapsed,
  };
  deliverOutcome(client, flight, outcome, rules, context);
  body.end([]);
}

describe('a stored response', () => {
  test.each<[string, (of: StoredResponse) => FlightOutcome, unknown]>([
    [
      'that the origin validated',
      (of) => ({ kind: 'validated', stored: of, isStored: true }),
      { status: 304, stored: true, collapsed: false },
    ],
    [
      'that it validated for one client',
      (of) => ({ kind: 'validated', stored: of, isStored: false }),
      { status: 304, stored: false, collapsed: false },
    ],
    ['that it completed', (of) => ({ kind: 'completed', stored: of, isStored: true }), { status: 206, stored: true, collapsed: false }],
    ['that stands in for it', (of) => ({ kind: 'stale', stored: of, cause: GONE }), { detail: 'stale-if-error', collapsed: false }],
  ])('%s is sent as forwarded', (_what, outcome, status) => {
    deliver(outcome(stored));
    expect([seen, released]).toEqual([[['text', { ttl: 60, kind: 'forward', reason: 'stale', ...(status as object) }]], 1]);
  });

  test('a stored response of another replica is sent as a hit', () => {
    world.clock.advance(10);
    deliver({ kind: 'shared', stored });
    expect([seen, released]).toEqual([[['text', { kind: 'hit', ttl: 50, detail: 'shared' }]], 1]);
  });

  test('a stored response that was purged meanwhile is sent as a stale one', () => {
    world.context.epochs.purgeKey(key, 'soft');
    deliver({ kind: 'shared', stored });
    expect(seen).toEqual([['text', { kind: 'hit', ttl: -1, detail: 'shared' }]]);
  });

  test('a stored response for a collapsed client is marked as collapsed', () => {
    deliver({ kind: 'stale', stored, cause: GONE }, { collapsed: true });
    expect(seen).toMatchObject([['text', { collapsed: true }]]);
  });
});

describe('a response that is being received', () => {
  test.each<[boolean, readonly string[], boolean, string]>([
    [true, ['Cache-Control', 'max-age=60'], false, 'edge; fwd=stale; fwd-status=200; stored; ttl=60'],
    [true, ['Cache-Control', 'max-age=60', 'Age', '10'], false, 'edge; fwd=stale; fwd-status=200; stored; ttl=50'],
    [true, ['ETag', '"a"'], false, 'edge; fwd=stale; fwd-status=200; stored'],
    [false, ['Cache-Control', 'max-age=60'], false, 'edge; fwd=stale; fwd-status=200'],
    [true, ['Cache-Control', 'max-age=60'], true, 'edge; fwd=stale; fwd-status=200; stored; collapsed; ttl=60'],
  ])('(stored: %s) with %j, collapsed: %s, says "%s"', (storing, fields, collapsed, status) => {
    deliver({ kind: 'stream', head: world.head(fields), storing }, { collapsed });
    expect([seen, released]).toEqual([[[200, status]], 1]);
  });

  test('a response that failed before anything was sent is answered with 502', () => {
    deliver({ kind: 'stream', head: world.head(), storing: true }, { failure: GONE });
    expect([seen, released]).toEqual([[[502, null]], 1]);
  });
});

describe('a failure', () => {
  test.each<[string, unknown, number]>([
    ['an origin that hung up', GONE, 502],
    ['an origin that cannot be reached', new OriginFailure('unreachable', 'x'), 502],
    ['an origin that takes too long', new OriginFailure('timeout', 'x'), 504],
  ])('a failure of %s gives %3$s', (_what, cause, status) => {
    deliver({ kind: 'failed', cause });
    expect([seen, released]).toEqual([[[status, null]], 1]);
  });

  test('is covered by what the client itself has selected', () => {
    deliver({ kind: 'failed', cause: GONE }, { miss: { stored, fallback: { onError: false, onDisconnect: true } } });
    deliver({ kind: 'failed', cause: GONE }, { miss: { stored, fallback: NONE } });
    expect(seen).toEqual([
      ['text', { ttl: 60, kind: 'forward', reason: 'stale', detail: 'stale-if-error' }],
      [502, null],
    ]);
  });

  test('a failure to complete a response sends nothing to the client', () => {
    deliver({ kind: 'unusable' });
    expect([seen, released]).toEqual([[], 1]);
  });
});

describe('a client that is not admitted', () => {
  test.each([
    ['client', 429, 'too-many-requests', 'not-admitted'],
    ['overload', 503, 'overloaded', 'shed'],
  ] as const)('a client refused because of %s gets %d, or what may stand in for an error', (because, status, detail, kind) => {
    const miss = { reason: 'stale', stored, fallback: BOTH } as const;
    refuseMiss(client, miss, { kind: 'refused', because }, context);
    refuseMiss(client, { ...miss, fallback: { onError: false, onDisconnect: true } }, { kind: 'refused', because }, context);
    expect(seen).toEqual([
      ['text', { kind: 'hit', ttl: 60, detail }],
      [status, null],
    ]);
    expect(world.events).toEqual([
      { kind, key },
      { kind, key },
    ]);
  });
});
