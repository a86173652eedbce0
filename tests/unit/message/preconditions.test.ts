import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { evaluateConditional, isRangeFresh, parseHttpDate } from '../../../server/http/conditional.ts';

const etag = '"abc"';
const lastModified = new Date('2026-03-10T12:00:00.500Z');
const SAME = 'Tue, 10 Mar 2026 12:00:00 GMT';
const BEFORE = 'Tue, 10 Mar 2026 11:59:59 GMT';
const AFTER = 'Tue, 10 Mar 2026 12:00:01 GMT';

describe('evaluateConditional', () => {
  it.each<[string, string, IncomingHttpHeaders, string]>([
    ['no condition', 'GET', {}, 'proceed'],
    ['If-None-Match equal', 'GET', { 'if-none-match': '"abc"' }, 'notModified'],
    ['If-None-Match equal on HEAD', 'HEAD', { 'if-none-match': '"abc"' }, 'notModified'],
    ['If-None-Match equal on a write', 'PUT', { 'if-none-match': '"abc"' }, 'preconditionFailed'],
    ['If-None-Match weak (§13.1.2)', 'GET', { 'if-none-match': 'W/"abc"' }, 'notModified'],
    ['If-None-Match in a list', 'GET', { 'if-none-match': '"x", W/"y" ,"abc"' }, 'notModified'],
    ['If-None-Match with a comma inside a tag', 'GET', { 'if-none-match': '"x,"abc"' }, 'proceed'],
    ['If-None-Match star', 'GET', { 'if-none-match': '*' }, 'notModified'],
    ['If-None-Match star on a write', 'PUT', { 'if-none-match': ' * ' }, 'preconditionFailed'],
    ['If-None-Match different', 'GET', { 'if-none-match': '"abd"' }, 'proceed'],
    ['If-None-Match unquoted', 'GET', { 'if-none-match': 'abc' }, 'proceed'],
    [
      'If-None-Match different silences If-Modified-Since (§13.1.3)',
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
    expect(evaluateConditional({ method, headers, etag, lastModified })).toBe(expected);
  });

  it('without validators matches no tag and no date', () => {
    expect(evaluateConditional({ method: 'GET', headers: { 'if-none-match': '"abc"' } })).toBe('proceed');
    expect(evaluateConditional({ method: 'GET', headers: { 'if-modified-since': AFTER } })).toBe('proceed');
    expect(evaluateConditional({ method: 'GET', headers: { 'if-match': '"abc"' } })).toBe('preconditionFailed');
  });
});

describe('isRangeFresh', () => {
  const now = new Date('2026-03-10T13:00:00Z');
  it.each<[string, string | undefined, boolean]>([
    ['no If-Range', undefined, true],
    ['the same tag', '"abc"', true],
    ['another tag', '"abd"', false],
    ['a weak tag (§13.1.5)', 'W/"abc"', false],
    ['a list', '"abc", "abd"', false],
    ['the same date', SAME, true],
    ['a later date', AFTER, false],
    ['an earlier date', BEFORE, false],
    ['an unreadable date', 'old', false],
  ])('%s', (_what, field, expected) => {
    expect(isRangeFresh(field === undefined ? {} : { 'if-range': field }, { etag, lastModified }, now)).toBe(expected);
  });

  it('takes no date from within the second of the change (§8.8.2.2)', () => {
    expect(isRangeFresh({ 'if-range': SAME }, { etag, lastModified }, new Date('2026-03-10T12:00:00.900Z'))).toBe(false);
  });
});

describe('parseHttpDate', () => {
  it.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
  ])('reads %s (RFC 9110 §5.6.7)', (field, expected) => {
    expect(parseHttpDate(field)?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    'Invalid Date',
    'Sun, 31 Jun 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'sun, 06 nov 1994 08:49:37 GMT',
    '0',
    '1994-11-06',
  ])('refuses %j', (field) => {
    expect(parseHttpDate(field)).toBeUndefined();
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
    expect(evaluateConditional({ method: 'GET', headers: { 'if-none-match': field }, etag })).toBe(expected);
  }
});
