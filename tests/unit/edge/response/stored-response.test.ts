/** What is stored of a response: its fields for delivery, what selects it, how old it is, and how much memory it takes. */
import { describe, expect, test } from 'vitest';
import {
  ageAt,
  isFromTheFuture,
  type LogicalTimestamp,
  type ReadingRules,
  readHead,
  type StoredResponse,
  sharedHead,
  storedResponse,
  storedSize,
  withHead,
} from '../../../../server/edge/response/stored-response.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const DATE = ['Date', 'Sat, 21 Nov 2026 12:00:00 GMT'];
const TIMES = { requestedAt: NOON, receivedAt: NOON };
const RULES: ReadingRules = { targets: [], varyInKey: [] };
const [FIRST, LATER] = [1 as LogicalTimestamp, 2 as LogicalTimestamp];

interface Made {
  readonly fields?: readonly string[];
  readonly status?: number;
  readonly body?: string;
  readonly request?: readonly string[];
  readonly url?: string;
}

const headOf = (fields: readonly string[], status = 200) => readHead(status, 'OK', fields, TIMES, RULES);

function stored({ fields = [], status = 200, body = 'text', request = [], url = '/' }: Made = {}): StoredResponse {
  return storedResponse(headOf([...DATE, ...fields], status), Buffer.from(body), FIRST, request, { scope: 'site.test', url });
}

describe('the head of a response', () => {
  test('gets the time at which it was received for a Date that it lacks (RFC 9110 §6.6.1)', () => {
    expect(headOf(['ETag', '"a"']).fields).toEqual(['ETag', '"a"', ...DATE]);
    expect(headOf(['date', 'Fri, 20 Nov 2026 12:00:00 GMT']).fields).toEqual(['date', 'Fri, 20 Nov 2026 12:00:00 GMT']);
  });

  test('has the directives of a field that Connection names, but not that field (RFC 9111 §3.1)', () => {
    const head = headOf([...DATE, 'Connection', 'cache-control', 'Cache-Control', 'no-store']);
    expect([head.fields, head.directives.noStore]).toEqual([DATE, true]);
  });

  test('is selected by the fields of Vary, but for those that the key has', () => {
    expect(readHead(200, 'OK', ['Vary', 'A, B'], TIMES, { ...RULES, varyInKey: ['b'] }).vary).toEqual(['a']);
  });

  test.each([
    ['private="x-a"', ['X-B', '2']],
    ['no-cache="x-b"', ['X-A', '1']],
    ['private="x-a", no-cache="x-b"', []],
    ['private, no-cache', ['X-A', '1', 'X-B', '2']],
  ])('a head with %s has for other clients only %j (RFC 9111 §5.2.2)', (directives, left) => {
    const head = headOf(['X-A', '1', 'X-B', '2', ...DATE, 'Cache-Control', directives]);
    expect(sharedHead(head).fields).toEqual([...left, ...DATE, 'Cache-Control', directives]);
  });
});

describe('a stored response', () => {
  test('has the length of its body in place of what was announced, and no Age', () => {
    expect(stored({ fields: ['Age', '5', 'Content-Length', '9'] }).fields).toEqual([...DATE, 'Content-Length', '4']);
    expect(stored({ status: 204, body: '' }).fields).toEqual(DATE);
    expect(stored({ body: '' }).fields).toEqual([...DATE, 'Content-Length', '0']);
  });

  test('has the validators and groups of its head, and nulls without', () => {
    const modified = 'Fri, 20 Nov 2026 12:00:00 GMT';
    expect(stored({ fields: ['ETag', '"a"', 'Last-Modified', modified, 'Cache-Groups', '"g", "h"'] })).toMatchObject({
      etag: '"a"',
      lastModified: modified,
      groups: ['site.test g', 'site.test h'],
      encodings: null,
      part: null,
      began: FIRST,
      scope: 'site.test',
      url: '/',
    });
    expect(stored()).toMatchObject({ etag: null, lastModified: null, groups: [] });
  });

  test.each([
    ['max-age=60', [], 0, 60],
    ['max-age=60', ['Age', '10'], -10, 50],
    ['max-age=60, no-cache', [], 0, 0],
    ['max-age=60, no-cache="x-a"', [], 0, 60],
    ['public', [], 0, 0],
  ])('a stored response with %s and %j was born at second %d and is stale from second %d', (directives, fields, born, stale) => {
    const { bornAt, staleAt } = stored({ fields: ['Cache-Control', directives, ...fields] });
    expect([(bornAt - NOON) / 1_000, (staleAt - NOON) / 1_000]).toEqual([born, stale]);
  });

  test('has the head of its revalidation, with its own body, encodings and target', () => {
    const before = { ...stored({ fields: ['ETag', '"a"', 'X-A', '1'], url: '/a' }), encodings: [] };
    const head = headOf([...DATE, 'Age', '9', 'ETag', '"a"', 'X-A', '2', 'Vary', 'B', 'Cache-Groups', '"g"', 'Content-Length', '0']);
    const after = withHead(before, head, LATER, ['B', '3']);
    expect(after).toMatchObject({
      began: LATER,
      url: '/a',
      groups: ['site.test g'],
      encodings: [],
      selection: { names: ['b'], raw: ['3'] },
    });
    expect(after.body).toBe(before.body);
    expect(after.fields).toEqual([...DATE, 'ETag', '"a"', 'X-A', '2', 'Vary', 'B', 'Cache-Groups', '"g"', 'Content-Length', '4']);
  });

  test('is as old as whole seconds, and never younger than none (RFC 9111 §4.2.3)', () => {
    expect([-5_000, 0, 999, 1_000, 2_500].map((ms) => ageAt(stored(), NOON + ms))).toEqual([0, 0, 0, 1, 2]);
  });

  test('is from the future where the clock was set back by more than a second', () => {
    expect([0, -1_000, -1_001].map((ms) => isFromTheFuture(stored(), NOON + ms))).toEqual([false, false, true]);
  });
});

describe('the memory that is counted for a response', () => {
  const growth = (more: Made): number => storedSize(stored(more)) - storedSize(stored());

  test.each<[string, Made, number]>([
    ['a byte of its body, as it is', { body: 'texts' }, 1],
    ['a character of its target, as it is', { url: '/a' }, 1],
    // Two strings of 24 bytes each; as received, as delivered, and as the bytes of two heads.
    ['a field, four times', { fields: ['X-A', '12'] }, 4 * (5 + 48)],
    ['a group, beside its field', { fields: ['Cache-Groups', '"g"'] }, 4 * (12 + 3 + 48) + 'site.test g'.length + 24],
  ])('counts %s', (_what, more, bytes) => {
    expect(growth(more)).toBe(bytes);
  });

  test('is that of itself and of its encodings', () => {
    const own = stored();
    const encoded = { coding: 'br', quality: 'best', response: stored({ body: 'br' }) } as const;
    expect(storedSize({ ...own, encodings: [encoded, encoded] })).toBe(storedSize(own) + 2 * storedSize(encoded.response));
    expect(storedSize(own)).toBe(4 + 4 * ([...DATE, 'Content-Length', '4'].join('').length + 4 * 24) + 25 + 600);
  });
});
