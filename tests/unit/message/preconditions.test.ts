import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  evaluatePreconditions,
  ifRangeHolds,
  isNotModified,
  validatorsOf,
  withoutPreconditions,
} from '../../../server/message/preconditions.ts';

const etag = '"abc"';
const lastModified = 'Tue, 10 Mar 2026 12:00:00 GMT';
const NOW = Date.UTC(2026, 2, 10, 13);
const SAME = lastModified;
const BEFORE = 'Tue, 10 Mar 2026 11:59:59 GMT';
const AFTER = 'Tue, 10 Mar 2026 12:00:01 GMT';

describe('evaluatePreconditions', () => {
  it.each<[string, string, IncomingHttpHeaders, string]>([
    ['no condition', 'GET', {}, 'proceed'],
    ['If-None-Match equal', 'GET', { 'if-none-match': '"abc"' }, 'notModified'],
    ['If-None-Match equal on HEAD', 'HEAD', { 'if-none-match': '"abc"' }, 'notModified'],
    ['If-None-Match equal on a write', 'PUT', { 'if-none-match': '"abc"' }, 'preconditionFailed'],
    ['If-None-Match weak (§13.1.2)', 'GET', { 'if-none-match': 'W/"abc"' }, 'notModified'],
    ['If-None-Match in a list', 'GET', { 'if-none-match': '"x", W/"y" ,"abc"' }, 'notModified'],
    ['If-None-Match with a comma inside a tag', 'GET', { 'if-none-match': '"x,abc"' }, 'proceed'],
    ['If-None-Match equal after an unterminated tag', 'GET', { 'if-none-match': '"x,"abc"' }, 'notModified'],
    ['If-None-Match star', 'GET', { 'if-none-match': '*' }, 'notModified'],
    ['If-None-Match star on a write', 'PUT', { 'if-none-match': ' * ' }, 'preconditionFailed'],
    ['If-None-Match different', 'GET', { 'if-none-match': '"abd"' }, 'proceed'],
    ['If-None-Match unquoted', 'GET', { 'if-none-match': 'abc' }, 'proceed'],
    [
      'If-None-Match different takes precedence over If-Modified-Since (§13.1.3)',
      'GET',
      { 'if-none-match': '"x"', 'if-modified-since': SAME },
      'proceed',
    ],
    ['If-Modified-Since equal', 'GET', { 'if-modified-since': SAME }, 'notModified'],
    ['If-Modified-Since later', 'GET', { 'if-modified-since': AFTER }, 'notModified'],
    ['If-Modified-Since earlier', 'GET', { 'if-modified-since': BEFORE }, 'proceed'],
    ['If-Modified-Since on a write', 'PUT', { 'if-modified-since': SAME }, 'proceed'],
    ['If-Modified-Since in another notation', 'GET', { 'if-modified-since': '2030-07-21 13:24:53.586273 +0000 +0000' }, 'proceed'],
    ['If-Modified-Since as ISO', 'GET', { 'if-modified-since': '2030-01-01T00:00:00Z' }, 'proceed'],
    ['If-Match equal', 'GET', { 'if-match': '"abc"' }, 'proceed'],
    ['If-Match star', 'GET', { 'if-match': '*' }, 'proceed'],
    ['If-Match different', 'GET', { 'if-match': '"abd"' }, 'preconditionFailed'],
    ['If-Match weak (§13.1.1)', 'GET', { 'if-match': 'W/"abc"' }, 'preconditionFailed'],
    ['If-Match equal, then If-None-Match equal', 'GET', { 'if-match': '"abc"', 'if-none-match': '"abc"' }, 'notModified'],
    ['If-Unmodified-Since equal', 'GET', { 'if-unmodified-since': SAME }, 'proceed'],
    ['If-Unmodified-Since earlier', 'GET', { 'if-unmodified-since': BEFORE }, 'preconditionFailed'],
    ['If-Unmodified-Since beside If-Match', 'GET', { 'if-match': '"abc"', 'if-unmodified-since': BEFORE }, 'proceed'],
    ['If-Unmodified-Since unreadable', 'GET', { 'if-unmodified-since': 'yesterday' }, 'proceed'],
  ])('%s', (_what, method, headers, expected) => {
    expect(evaluatePreconditions(method, headers, { etag, lastModified }, NOW)).toBe(expected);
  });

  it.each<[string, IncomingHttpHeaders, string]>([
    ['If-None-Match', { 'if-none-match': '"abc"' }, 'proceed'],
    ['If-Modified-Since', { 'if-modified-since': AFTER }, 'proceed'],
    ['If-Match', { 'if-match': '"abc"' }, 'preconditionFailed'],
  ])('%s matches nothing when there are no validators', (_what, headers, expected) => {
    expect(evaluatePreconditions('GET', headers, { etag: null, lastModified: null }, NOW)).toBe(expected);
  });
});

describe('ifRangeHolds', () => {
  const date = 'Tue, 10 Mar 2026 13:00:00 GMT';
  it.each<[string, string | null, boolean]>([
    ['no If-Range', null, true],
    ['the same tag', '"abc"', true],
    ['another tag', '"abd"', false],
    ['a weak tag (§13.1.5)', 'W/"abc"', false],
    ['a list', '"abc", "abd"', false],
    ['the same date', SAME, true],
    ['a later date', AFTER, false],
    ['an earlier date', BEFORE, false],
    ['an unreadable date', 'old', false],
  ])('%s', (_what, field, expected) => {
    expect(ifRangeHolds(field, { etag, lastModified }, date, NOW)).toBe(expected);
  });

  it.each([
    ['Tue, 10 Mar 2026 12:00:00 GMT', false],
    ['Tue, 10 Mar 2026 12:00:59 GMT', false],
    ['Tue, 10 Mar 2026 12:01:00 GMT', true],
  ])('If-Range with the Last-Modified of 12:00:00 and the Date %s holds: %s (RFC 9110 §8.8.2.2)', (sent, expected) => {
    expect(ifRangeHolds(SAME, { etag, lastModified }, sent, NOW)).toBe(expected);
  });

  it('does not hold for a weak tag on both sides', () => {
    expect(ifRangeHolds('W/"abc"', { etag: 'W/"abc"', lastModified }, date, NOW)).toBe(false);
  });
});

it.each([
  ['"a"', 'notModified'],
  ['W/"a"', 'notModified'],
  ['"b", "a"', 'notModified'],
  ['"b",W/"a" , "c"', 'notModified'],
  ['"b,c", "a"', 'notModified'],
  [' * ', 'notModified'],
  ['', 'proceed'],
  ['a', 'proceed'],
  ['"A"', 'proceed'],
  ['"b,"a', 'proceed'],
  ['"*"', 'proceed'],
])('If-None-Match %j against the tag "a": %s (RFC 9110 §13.1.2)', (field, expected) => {
  for (const etag of ['"a"', 'W/"a"']) {
    expect(evaluatePreconditions('GET', { 'if-none-match': field }, { etag, lastModified: null }, NOW)).toBe(expected);
  }
});

describe('isNotModified for a response without Last-Modified (RFC 9111 §4.3.2)', () => {
  const validators = { etag: null, lastModified: null };
  it.each<[string | null, string | null, boolean]>([
    [SAME, SAME, true],
    [SAME, BEFORE, true],
    [SAME, AFTER, false],
    [SAME, null, false],
    [SAME, 'unreadable', false],
    [null, SAME, false],
    ['unreadable', SAME, false],
  ])('If-Modified-Since %s and Date %s: %s', (ifModifiedSince, date, expected) => {
    expect(isNotModified({ ifNoneMatch: null, ifModifiedSince }, validators, date, NOW)).toBe(expected);
  });

  it('compares Last-Modified where it is there', () => {
    const request = { ifNoneMatch: null, ifModifiedSince: SAME };
    expect(isNotModified(request, { etag: null, lastModified: AFTER }, BEFORE, NOW)).toBe(false);
  });
});

describe('withoutPreconditions', () => {
  it('removes the preconditions and nothing else', () => {
    const conditions = ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since', 'If-Range'].flatMap((name) => [name, 'x']);
    expect(withoutPreconditions([...conditions, 'Range', 'bytes=0-0', 'Accept', '*/*'])).toEqual(['Range', 'bytes=0-0', 'Accept', '*/*']);
  });
});

describe('validatorsOf', () => {
  it('returns the two validators of a response, and null for one that is absent', () => {
    expect(validatorsOf(['ETag', etag, 'Last-Modified', lastModified])).toEqual({ etag, lastModified });
    expect(validatorsOf(['Vary', 'Accept'])).toEqual({ etag: null, lastModified: null });
  });
});

describe('preconditions that say nothing', () => {
  it.each<[string, IncomingHttpHeaders]>([
    ['If-Unmodified-Since against no Last-Modified', { 'if-unmodified-since': BEFORE }],
    ['If-Unmodified-Since later', { 'if-unmodified-since': AFTER }],
  ])('%s', (_what, headers) => {
    expect(evaluatePreconditions('PUT', headers, { etag, lastModified: null }, NOW)).toBe('proceed');
    expect(evaluatePreconditions('PUT', headers, { etag, lastModified: headers['if-unmodified-since'] ?? null }, NOW)).toBe('proceed');
  });

  it('If-Unmodified-Since against a Last-Modified that does not parse', () => {
    expect(evaluatePreconditions('PUT', { 'if-unmodified-since': BEFORE }, { etag, lastModified: 'old' }, NOW)).toBe('proceed');
  });

  it('If-None-Match of a write that does not match', () => {
    expect(evaluatePreconditions('PUT', { 'if-none-match': '"x"' }, { etag, lastModified }, NOW)).toBe('proceed');
  });
});

describe('ifRangeHolds with a date that is no strong validator', () => {
  it.each<[string, string | null, string | null]>([
    ['no Last-Modified', null, AFTER],
    ['no Date', lastModified, null],
    ['a Date that does not parse', lastModified, 'old'],
    ['a Last-Modified that does not parse', 'old', AFTER],
  ])('%s', (_what, modified, date) => {
    expect(ifRangeHolds(modified ?? SAME, { etag: null, lastModified: modified }, date, NOW)).toBe(false);
  });

  it('compares both without the space around them', () => {
    expect(ifRangeHolds(` ${SAME} `, { etag: null, lastModified: `${SAME} ` }, 'Tue, 10 Mar 2026 12:30:00 GMT', NOW)).toBe(true);
  });
});
