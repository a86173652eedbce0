import { describe, expect, test } from 'vitest';
import {
  callsForBackoff,
  type Decision,
  decide,
  decideWithout,
  isOriginError,
  NO_FALLBACK,
  remainingFreshness,
} from '../../../../server/edge/policy/lookup-decision.ts';
import { readHead, type StoredResponse, storedResponse } from '../../../../server/edge/response/stored-response.ts';
import { createPurgeEpochs, type PurgeVerdict } from '../../../../server/edge/store/purge-epochs.ts';
import { requestDirectives } from '../../../../server/message/request-directives.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

function stored(cacheControl: string): StoredResponse {
  const fields = ['Cache-Control', cacheControl, 'ETag', '"a"'];
  const head = readHead(200, 'OK', fields, { requestedAt: NOON, receivedAt: NOON }, { targets: [], varyInKey: [] });
  return storedResponse(head, Buffer.from('x'), createPurgeEpochs({ now: () => NOON, bound: 1, refreshForMs: 60_000 }).begin(), [], {
    scope: '',
    url: '/',
  });
}

interface Row {
  readonly response: string;
  readonly request?: string;
  readonly age: number;
  readonly verdict?: PurgeVerdict;
  readonly expected: Decision;
}

const forward = (reason: 'stale' | 'request' | 'uri-miss', onError = false, onDisconnect = false): Decision => ({
  kind: 'forward',
  reason,
  fallback: { onError, onDisconnect },
});

const ROWS: readonly Row[] = [
  { response: 'max-age=10', age: 9, expected: { kind: 'fresh' } },
  { response: 'max-age=10', age: 10, expected: forward('stale', false, true) },
  { response: 'max-age=10', age: 200, expected: forward('stale') },
  { response: 'max-age=10, must-revalidate', age: 9, expected: { kind: 'fresh' } },
  { response: 'max-age=10, must-revalidate', age: 11, expected: forward('stale') },
  { response: 's-maxage=10, stale-if-error=60', age: 11, expected: forward('stale') },
  { response: 'max-age=10, no-cache', age: 1, expected: forward('stale') },
  { response: 'max-age=10, stale-while-revalidate=5', age: 14, expected: { kind: 'stale', refresh: true } },
  { response: 'max-age=10, stale-while-revalidate=5', age: 15, expected: forward('stale', false, true) },
  { response: 'max-age=10, stale-while-revalidate=60', request: 'max-age=1000', age: 14, expected: forward('stale', false, true) },
  { response: 'max-age=10, stale-while-revalidate=60', request: 'min-fresh=1', age: 14, expected: forward('stale', false, true) },
  {
    response: 'max-age=10, stale-while-revalidate=60',
    request: 'max-age=1000, max-stale=9',
    age: 14,
    expected: { kind: 'stale', refresh: true },
  },
  {
    response: 'max-age=10, stale-while-revalidate=60',
    request: 'max-age=1000, max-stale=3',
    age: 14,
    expected: forward('stale', false, true),
  },
  { response: 'max-age=10, stale-while-revalidate=60', request: 'max-stale=3', age: 14, expected: { kind: 'stale', refresh: true } },
  { response: 'max-age=10, stale-if-error=300', age: 200, expected: forward('stale', true, true) },
  { response: 'max-age=10', request: 'no-cache', age: 1, expected: { kind: 'forward', reason: 'request', fallback: NO_FALLBACK } },
  { response: 'max-age=10', request: 'max-age=0', age: 0, expected: forward('request', false, true) },
  { response: 'max-age=10', request: 'max-age=5', age: 4, expected: { kind: 'fresh' } },
  { response: 'max-age=10', request: 'max-age=5', age: 6, expected: forward('request', false, true) },
  { response: 'max-age=10', request: 'min-fresh=5', age: 4, expected: { kind: 'fresh' } },
  { response: 'max-age=10', request: 'min-fresh=5', age: 6, expected: forward('request', false, true) },
  { response: 'max-age=10', request: 'max-stale', age: 1_000, expected: { kind: 'stale', refresh: false } },
  { response: 'max-age=10', request: 'max-stale=5', age: 15, expected: { kind: 'stale', refresh: false } },
  { response: 'max-age=10', request: 'max-stale=5', age: 16, expected: forward('stale', false, true) },
  { response: 'max-age=10, proxy-revalidate', request: 'max-stale', age: 11, expected: forward('stale') },
  { response: 'max-age=10', request: 'only-if-cached', age: 1, expected: { kind: 'fresh' } },
  { response: 'max-age=10', request: 'only-if-cached', age: 11, expected: { kind: 'refuse' } },
  { response: 'max-age=10, stale-if-error=60', verdict: 'soft', age: 1, expected: forward('stale', true, true) },
  { response: 'max-age=10, stale-while-revalidate=60', verdict: 'soft', age: 1, expected: forward('stale') },
  { response: 'max-age=10', verdict: 'refresh', age: 1, expected: { kind: 'stale', refresh: true } },
  { response: 'max-age=10, must-revalidate', verdict: 'refresh', age: 1, expected: { kind: 'stale', refresh: true } },
  { response: 'max-age=10', request: 'only-if-cached', verdict: 'refresh', age: 1, expected: { kind: 'stale', refresh: true } },
  { response: 'max-age=10', verdict: 'refresh', age: 11, expected: forward('stale') },
  { response: 'max-age=10, stale-while-revalidate=5', verdict: 'refresh', age: 11, expected: { kind: 'stale', refresh: true } },
  { response: 'max-age=10, must-revalidate', verdict: 'refresh', age: 11, expected: forward('stale') },
  { response: 'max-age=10, no-cache="x-a"', age: 9, expected: { kind: 'fresh' } },
  // The bounds of the time in which a stale response may stand in for the origin.
  { response: 'max-age=10, stale-if-error=60', age: 70, expected: forward('stale', true, true) },
  { response: 'max-age=10, stale-if-error=60', age: 70.001, expected: forward('stale') },
  { response: 'max-age=10, stale-if-error=30', age: 41, expected: forward('stale', false, true) },
  { response: 'max-age=10, stale-if-error=0', age: 10, expected: forward('stale', true, true) },
  { response: 'max-age=10', age: 70, expected: forward('stale', false, true) },
  { response: 'max-age=10', age: 70.001, expected: forward('stale') },
  { response: 'max-age=10', request: 'stale-if-error=300', age: 200, expected: forward('stale', true, true) },
  { response: 'max-age=10, stale-if-error=1', request: 'stale-if-error=300', age: 200, expected: forward('stale', true, true) },
  { response: 'max-age=10, stale-if-error=300', request: 'stale-if-error=1', age: 200, expected: forward('stale', true, true) },
  { response: 'max-age=10, stale-if-error=300', request: 'no-cache', age: 1, expected: forward('request') },
  { response: 'max-age=10, stale-if-error=60', verdict: 'soft', age: 71, expected: forward('stale') },
  { response: 'max-age=10, stale-if-error=60', verdict: 'refresh', age: 11, expected: forward('stale', true, true) },
  // The clock was set back after the response was received.
  { response: 'max-age=10', age: -1, expected: { kind: 'fresh' } },
  { response: 'max-age=10', age: -1.001, expected: forward('stale', false, true) },
  { response: 'max-age=10, stale-while-revalidate=60', age: -60, expected: forward('stale', false, true) },
  { response: 'max-age=10', request: 'max-stale', age: -60, expected: forward('stale', false, true) },
  { response: 'max-age=10, stale-if-error=60', age: -60, expected: forward('stale', true, true) },
  { response: 'max-age=10', request: 'only-if-cached', age: -60, expected: { kind: 'refuse' } },
  { response: 'max-age=10, stale-if-error=60', verdict: 'hard', age: 1, expected: forward('uri-miss') },
];

describe('decide', () => {
  test.each(ROWS)(
    'decides for a response with "$response" at age $age, request "$request", purge verdict $verdict',
    ({ response, request, age, verdict = 'valid', expected }) => {
      const input = { request: requestDirectives(request ?? null, null), now: NOON + age * 1_000, staleWhenDisconnected: 60 };
      expect(decide(stored(response), verdict, input)).toEqual(expected);
    },
  );

  test('forwards a request without a stored response, or refuses it with only-if-cached', () => {
    const input = { request: requestDirectives(null, null), now: NOON, staleWhenDisconnected: 60 };
    expect(decideWithout('vary-miss', input)).toEqual({ kind: 'forward', reason: 'vary-miss', fallback: NO_FALLBACK });
    expect(decideWithout('uri-miss', { ...input, request: requestDirectives('only-if-cached', null) })).toEqual({ kind: 'refuse' });
  });
});

test.each([
  [429, false, true],
  [499, false, false],
  [500, true, true],
  [501, false, true],
  [502, true, true],
  [503, true, true],
  [504, true, true],
  [505, false, true],
])('the status %d lets a stale response stand in (%s), and calls for fewer requests (%s)', (status, standsIn, fewer) => {
  expect([isOriginError(status), callsForBackoff(status)]).toEqual([standsIn, fewer]);
});

test.each<[seconds: number, verdict: PurgeVerdict, left: number]>([
  [0, 'valid', 10],
  [0.5, 'valid', 9],
  [10, 'valid', 0],
  [12, 'valid', -2],
  [0, 'refresh', -1],
  [0, 'soft', -1],
  [12, 'soft', -2],
  [-1, 'valid', 11],
  [-1.001, 'valid', -1],
])('%d seconds after its receipt a response with the verdict %s has %d seconds of freshness left', (seconds, verdict, left) => {
  expect(remainingFreshness(stored('max-age=10'), verdict, NOON + seconds * 1_000)).toBe(left);
});

describe('request directives', () => {
  test('Pragma counts only without Cache-Control (RFC 9111 §5.4)', () => {
    expect(requestDirectives(null, 'no-cache').noCache).toBe(true);
    expect(requestDirectives('max-age=5', 'no-cache').noCache).toBe(false);
    expect(requestDirectives(null, 'other').noCache).toBe(false);
  });
});
