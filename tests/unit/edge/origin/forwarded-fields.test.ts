/** The request fields that the origin receives, by what the edge wants of it. */
import { describe, expect, test } from 'vitest';
import {
  type ForwardingRules,
  forwardedFields,
  refreshFields,
  relatedFields,
  selectingFields,
} from '../../../../server/edge/origin/forwarded-fields.ts';
import { type LogicalTimestamp, readHead, type StoredResponse, storedResponse } from '../../../../server/edge/response/stored-response.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const MODIFIED = 'Fri, 20 Nov 2026 12:00:00 GMT';

function stored(fields: readonly string[], { request = [] as readonly string[], scope = 'site.test', status = 200 } = {}): StoredResponse {
  const times = { requestedAt: NOON, receivedAt: NOON };
  const head = readHead(status, 'OK', fields, times, { targets: [], varyInKey: [] });
  return storedResponse(head, Buffer.from('ab'), 1 as LogicalTimestamp, request, { scope, url: '/' });
}

const RULES: ForwardingRules = { complete: true, fill: false, identity: false };
const TAGGED = stored(['ETag', '"a"', 'Last-Modified', MODIFIED]);

describe('a forwarded request', () => {
  test.each<[string, readonly string[], StoredResponse | null, Partial<ForwardingRules>, object]>([
    ['is that of the client', ['Host', 'a', 'If-None-Match', '"x"'], null, {}, { hasClientPreconditions: true }],
    [
      'validates the stored response in place of the client',
      ['Host', 'a', 'If-None-Match', '"x"', 'If-Range', '"x"', 'Range', 'bytes=0-1'],
      TAGGED,
      { complete: false },
      { fields: ['Host', 'a', 'If-None-Match', '"a"', 'If-Modified-Since', MODIFIED], validates: true },
    ],
    [
      'validates by a tag alone',
      ['Host', 'a'],
      stored(['ETag', '"a"']),
      {},
      { fields: ['Host', 'a', 'If-None-Match', '"a"'], validates: true },
    ],
    [
      'validates by a date alone',
      [],
      stored(['Last-Modified', MODIFIED]),
      {},
      { fields: ['If-Modified-Since', MODIFIED], validates: true },
    ],
    ['validates nothing without a validator', ['Host', 'a'], stored([]), {}, { hasClientPreconditions: true }],
    [
      'does not validate an incomplete response',
      ['Host', 'a'],
      stored(['ETag', '"a"', 'Content-Range', 'bytes 0-1/9'], { status: 206 }),
      {},
      { hasClientPreconditions: true },
    ],
    [
      'may ask for a range',
      ['Range', 'bytes=0-1', 'If-Range', '"x"'],
      null,
      { complete: false },
      { hasClientPreconditions: true, ranged: true },
    ],
    [
      'asks for the complete response in place of a range',
      ['Range', 'bytes=0-1', 'If-Range', '"x"', 'If-None-Match', '"x"'],
      null,
      {},
      { fields: ['If-None-Match', '"x"'], hasClientPreconditions: true },
    ],
    [
      'has no precondition where the response is to be stored',
      ['Host', 'a', 'Range', 'bytes=0-1', 'If-None-Match', '"x"', 'If-Modified-Since', MODIFIED],
      null,
      { fill: true },
      { fields: ['Host', 'a'] },
    ],
    [
      'asks for identity where the edge encodes',
      ['Accept-Encoding', 'br', 'A', 'b'],
      null,
      { identity: true },
      { fields: ['A', 'b'], hasClientPreconditions: true },
    ],
    ['keeps Accept-Encoding where the edge does not', ['Accept-Encoding', 'br'], null, {}, { hasClientPreconditions: true }],
  ])('%s', (_what, sent, selected, rules, expected) => {
    expect(forwardedFields(sent, selected, { ...RULES, ...rules })).toEqual({
      fields: sent,
      validates: false,
      hasClientPreconditions: false,
      ranged: false,
      ...expected,
    });
  });

  test.each([
    'Content-Length',
    'Expect',
    'Content-Encoding',
    'Content-Range',
    'Content-Digest',
    'Repr-Digest',
    'Digest',
    'Content-MD5',
    'Connection',
  ])('a forwarded GET has no %s (RFC 9110 §9.3.1)', (name) => {
    expect(forwardedFields(['Content-Type', 'a/b', name, 'x'], null, RULES).fields).toEqual(['Content-Type', 'a/b']);
  });
});

describe('a request that uses related responses', () => {
  test('asks for the missing part of the same representation (RFC 9110 §13.1.5)', () => {
    const part = stored(['ETag', '"a"', 'Content-Range', 'bytes 0-1/9'], { status: 206 });
    expect(
      relatedFields(
        ['Host', 'a', 'Range', 'bytes=0-8', 'If-None-Match', '"x"'],
        { kind: 'part', stored: part, missing: { first: 2, last: 8 }, complete: 9 },
        { identity: false },
      ),
    ).toEqual({
      fields: ['Host', 'a', 'Range', 'bytes=2-8', 'If-Range', '"a"'],
      validates: false,
      hasClientPreconditions: false,
      ranged: true,
    });
  });

  test('names the tag of each variant once (RFC 9111 §4.3.1)', () => {
    const variants = [stored(['ETag', '"a"']), stored(['ETag', '"b"']), stored(['ETag', '"a"'])];
    expect(relatedFields(['Host', 'a'], { kind: 'variants', stored: variants }, { identity: false })).toEqual({
      fields: ['Host', 'a', 'If-None-Match', '"a", "b"'],
      validates: false,
      hasClientPreconditions: false,
      ranged: false,
    });
  });
});

describe('a background revalidation', () => {
  test('forwards the client’s fields except Range, Cache-Control and Pragma', () => {
    const sent = ['Host', 'a', 'Pragma', 'no-cache', 'Cache-Control', 'no-cache', 'Range', 'bytes=0-1', 'A', 'b', 'Accept-Encoding', 'br'];
    expect(refreshFields(sent, TAGGED, true)).toEqual({
      fields: ['Host', 'a', 'A', 'b', 'If-None-Match', '"a"', 'If-Modified-Since', MODIFIED],
      validates: true,
      hasClientPreconditions: false,
      ranged: false,
    });
    expect(refreshFields(['Host', 'a', 'If-None-Match', '"x"'], stored([]), false)).toMatchObject({
      fields: ['Host', 'a'],
      validates: false,
    });
  });

  test('a background revalidation without a client has the fields that selected the response', () => {
    const variant = stored(['Vary', 'A, B', 'ETag', '"a"'], { request: ['A', 'x', 'C', 'z'] });
    expect(selectingFields(variant).fields).toEqual(['Host', 'site.test', 'a', 'x', 'If-None-Match', '"a"']);
    expect(selectingFields(stored([], { scope: '' })).fields).toEqual([]);
  });
});
