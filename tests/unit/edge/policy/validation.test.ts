/** Which stored response a 304 identifies, and what it updates (RFC 9111 §3.2, §4.3.4). */
import { describe, expect, test } from 'vitest';
import {
  freshened,
  identifies,
  mergedFields,
  selectedVariant,
  storableHead,
  validatingFields,
} from '../../../../server/edge/policy/validation.ts';
import {
  type LogicalTimestamp,
  type ResponseHead,
  readHead,
  type StoredResponse,
  storedResponse,
} from '../../../../server/edge/response/stored-response.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const at = (seconds: number): string => new Date(NOON + seconds * 1_000).toUTCString();
const RULES = { targets: [], varyInKey: [], storage: { dropFields: ['x-request-id'] } };

function headOf(fields: readonly string[], status = 200): ResponseHead {
  return readHead(status, 'OK', fields, { requestedAt: NOON, receivedAt: NOON }, RULES);
}

function stored(fields: readonly string[], request: readonly string[] = []): StoredResponse {
  return storedResponse(headOf(fields), Buffer.from('ab'), 1 as LogicalTimestamp, request, { scope: '', url: '/' });
}

const OLD = at(-3_600);
const OTHER = at(-7_200);
/** Changed in the second in which the response was made: such a date is a weak validator (RFC 9110 §8.8.2.2). */
const NOW = at(0);

describe('a 304', () => {
  test.each<[etag: string | null, lastModified: string | null, fields: readonly string[], does: boolean]>([
    ['"a"', null, ['ETag', '"a"'], true],
    ['"a"', OTHER, ['ETag', '"a"', 'Last-Modified', OLD], true],
    ['"a"', null, ['ETag', '"b"'], false],
    ['"a"', OLD, ['ETag', '"b"', 'Last-Modified', OLD], false],
    ['"a"', null, ['ETag', 'W/"a"'], false],
    ['W/"a"', null, ['ETag', '"a"'], true],
    ['W/"a"', null, ['ETag', 'W/"a"'], true],
    ['W/"a"', null, ['ETag', 'W/"b"'], false],
    ['W/"a"', OLD, ['ETag', 'W/"a"', 'Last-Modified', OLD], true],
    ['W/"a"', null, ['ETag', 'W/"a"', 'Last-Modified', OLD], true],
    ['W/"a"', OTHER, ['ETag', 'W/"a"', 'Last-Modified', OLD], false],
    ['W/"a"', OLD, ['ETag', 'W/"a"'], true],
    [null, OLD, ['Last-Modified', OLD], true],
    [null, OTHER, ['Last-Modified', OLD], false],
    [null, OLD, ['ETag', '"a"', 'Last-Modified', OLD], true],
    [null, OTHER, ['ETag', '"a"', 'Last-Modified', OLD], false],
    [null, OLD, ['ETag', '"a"'], false],
    [null, null, ['ETag', '"a"', 'Last-Modified', OLD], true],
    ['"a"', OLD, ['Date', NOW, 'Last-Modified', OLD], true],
    ['"a"', NOW, ['Date', NOW, 'Last-Modified', NOW], false],
    ['W/"a"', NOW, ['Date', NOW, 'Last-Modified', NOW], true],
    ['"a"', null, ['Last-Modified', OLD], false],
    ['"a"', null, [], false],
  ])('a 304 with the tag %s and the date %s identifies the response with %j: %s', (etag, lastModified, fields, does) => {
    expect(identifies({ etag, lastModified }, stored(fields))).toBe(does);
  });

  test('replaces all lines of the fields that it has, and none that describes the bytes (RFC 9111 §3.2)', () => {
    const before = ['ETag', '"a"', 'X-A', '1', 'x-a', '2', 'X-B', '3', 'Age', '9', 'Content-Length', '2', 'Content-Encoding', 'br'];
    const received = ['etag', '"b"', 'X-a', '4', 'Content-Length', '0', 'Content-Range', 'bytes 0-1/2', 'Digest', 'x', 'Age', '1'];
    const kept = ['ETag', '"a"', 'X-B', '3', 'Content-Length', '2', 'Content-Encoding', 'br'];
    const taken = ['X-a', '4', 'Age', '1'];
    expect(mergedFields(before, received, false)).toEqual([...kept, ...taken]);
    // Age belongs to the message that carried it.
    expect(mergedFields(['Age', '9', 'X-B', '3'], ['X-A', '1'], false)).toEqual(['X-B', '3', 'X-A', '1']);
    expect(mergedFields(['X-B', '3'], received, true)).toEqual(['X-B', '3', 'etag', '"b"', 'X-a', '4', 'Age', '1']);
  });
});

test('an update brings a tag to a response that has none, and leaves the tag of one that has', () => {
  const updated = (fields: readonly string[], received: readonly string[]) =>
    freshened(stored(fields), headOf(received, 304), 2 as LogicalTimestamp, [], RULES).etag;
  expect([updated([], ['ETag', '"a"']), updated(['ETag', '"a"'], ['ETag', 'W/"a"'])]).toEqual(['"a"', '"a"']);
});

describe('a validating request', () => {
  test.each([
    [
      ['ETag', '"a"'],
      ['Host', 'x', 'If-None-Match', '"a"'],
    ],
    [
      ['Last-Modified', OLD],
      ['Host', 'x', 'If-Modified-Since', OLD],
    ],
    [
      ['ETag', '"a"', 'Last-Modified', OLD],
      ['Host', 'x', 'If-None-Match', '"a"', 'If-Modified-Since', OLD],
    ],
    [[], null],
  ])('a validating request for a response with %j has its validators in place of those of the client', (fields, validating) => {
    const sent = [
      'Host',
      'x',
      'If-None-Match',
      '"c"',
      'If-Modified-Since',
      OTHER,
      'If-Match',
      '*',
      'If-Unmodified-Since',
      OTHER,
      'If-Range',
      '"c"',
    ];
    expect(validatingFields(sent, stored(fields))).toEqual(validating);
  });
});

describe('the variant that a 304 selects', () => {
  const VARIANTS = [
    stored(['ETag', '"a"', 'Vary', 'A'], ['A', '1']),
    stored(['ETag', '"b"', 'Vary', 'A'], ['A', '2']),
    stored(['ETag', '"a"', 'Vary', 'A'], ['A', '3']),
  ];
  const select = (fields: readonly string[], variants = VARIANTS) =>
    selectedVariant(variants, headOf(fields, 304), 2 as LogicalTimestamp, ['A', '4'], RULES);

  test('is the one with its tag, stored for the request too; all with that tag are updated', () => {
    const selected = select(['ETag', '"a"', 'Vary', 'A', 'X-New', '1']);
    expect(selected?.stored).toMatchObject({ etag: '"a"', began: 2, selection: { raw: ['4'] } });
    expect(selected?.updated.map(({ selection, fields }) => [...selection.raw, fields.includes('X-New')])).toEqual([
      ['1', true],
      ['3', true],
    ]);
    // Each response has a buffer object of its own, of the same bytes.
    expect(selected?.stored.body).toEqual(VARIANTS[0]?.body);
    expect(selected?.stored.body).not.toBe(VARIANTS[0]?.body);
  });

  test('is the most recent one for a weak tag, and none without a tag where several were asked for', () => {
    expect(select(['ETag', 'W/"a"', 'Vary', 'A'])?.updated).toHaveLength(1);
    expect(select(['ETag', '"c"'])).toBeNull();
    expect(select(['Vary', 'A'])).toBeNull();
    const one = select(
      ['Vary', 'A'],
      VARIANTS.filter(({ etag }) => etag === '"a"'),
    );
    expect([one?.stored.etag, one?.updated.length]).toEqual(['"a"', 2]);
  });

  test('updates those of several selecting fields', () => {
    const fields = ['ETag', '"a"', 'Vary', 'A, B'];
    const variants = ['1', '2'].map((b) => stored(fields, ['A', '1', 'B', b]));
    expect(select(fields, variants)?.updated.map(({ selection }) => selection.raw)).toEqual([
      ['1', '1'],
      ['1', '2'],
    ]);
  });

  test('leaves the others as they are where it changes Vary (RFC 9111 §4.1)', () => {
    const selected = select(['ETag', '"a"', 'Vary', 'A, B']);
    expect([selected?.updated, selected?.stored.selection.names]).toEqual([[], ['a', 'b']]);
  });
});

test('the head for other clients lacks the fields of one exchange', () => {
  expect(storableHead(headOf(['Date', NOW, 'X-Request-Id', '1', 'X-A', '2']), RULES).fields).toEqual(['Date', NOW, 'X-A', '2']);
  const personal = headOf(['Date', NOW, 'Cache-Control', 'private="x-a", no-cache="x-b"', 'X-A', '1', 'X-B', '2']);
  expect(storableHead(personal, RULES).fields.filter((name) => name.startsWith('X-'))).toEqual([]);
});
