import { describe, expect, test } from 'vitest';
import { type RequestHeaders, readRequestHeaders } from '../../../../server/edge/request/client-request.ts';

const NAMES: readonly (readonly [name: string, field: keyof RequestHeaders])[] = [
  ['Host', 'host'],
  ['Cache-Control', 'cacheControl'],
  ['Pragma', 'pragma'],
  ['Range', 'range'],
  ['If-Match', 'ifMatch'],
  ['If-None-Match', 'ifNoneMatch'],
  ['If-Modified-Since', 'ifModifiedSince'],
  ['If-Unmodified-Since', 'ifUnmodifiedSince'],
  ['If-Range', 'ifRange'],
  ['Accept-Encoding', 'acceptEncoding'],
  ['Connection', 'connection'],
  ['Authorization', 'authorization'],
  ['Cookie', 'cookie'],
];

const NONE = Object.fromEntries(NAMES.map(([, field]) => [field, null]));

describe('the request fields that the edge reads', () => {
  test.each(NAMES)('%s is read whatever the case of its name (RFC 9110 §5.1)', (name, field) => {
    for (const spelt of [name, name.toLowerCase(), name.toUpperCase()]) {
      expect(readRequestHeaders(['X-Other', 'b', spelt, 'a'])).toEqual({ ...NONE, [field]: 'a' });
    }
  });

  test.each(NAMES)('another field that is as long as %s is none of them', (name) => {
    expect(readRequestHeaders(['x'.repeat(name.length), 'a'])).toEqual(NONE);
  });

  test('several lines are one list, and an empty line counts (RFC 9110 §5.3)', () => {
    expect(readRequestHeaders(['Range', '', 'range', 'bytes=0-1'])).toEqual({ ...NONE, range: ', bytes=0-1' });
  });

  test('absent fields are null', () => {
    expect(readRequestHeaders([])).toEqual(NONE);
  });
});
