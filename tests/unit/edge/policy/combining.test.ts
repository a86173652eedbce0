/** Which two parts of a representation are combined, and the fields of what they become (RFC 9111 §3.4). */
import { describe, expect, test } from 'vitest';
import { combined } from '../../../../server/edge/policy/combining.ts';
import { type LogicalTimestamp, readHead, type StoredResponse, storedResponse } from '../../../../server/edge/response/stored-response.ts';

const RULES = { targets: [], varyInKey: [] };
const WHOLE = 'abcdefghij';

interface Part {
  readonly etag?: string;
  readonly complete?: number;
  readonly fields?: readonly string[];
  readonly request?: readonly string[];
  readonly began?: number;
  readonly receivedAt?: number;
}

function part(
  first: number,
  last: number,
  { etag = '"a"', complete = 10, fields = [], request = [], began = 1, receivedAt = 0 }: Part = {},
): StoredResponse {
  const times = { requestedAt: receivedAt, receivedAt };
  const head = readHead(206, 'Part', ['ETag', etag, 'Content-Range', `bytes ${first}-${last}/${complete}`, ...fields], times, RULES);
  return storedResponse(head, Buffer.from(WHOLE.slice(first, last + 1)), began as LogicalTimestamp, request, { scope: 's', url: '/a' });
}

const bytesOf = (union: StoredResponse | null): string | null =>
  union === null ? null : `${union.part === null ? 'all' : `${union.part.first}-${union.part.last}`} ${union.body.toString()}`;

describe('two parts', () => {
  test.each<[StoredResponse, StoredResponse, string | null]>([
    [part(3, 5), part(0, 2), '0-5 abcdef'],
    [part(0, 2), part(3, 5), '0-5 abcdef'],
    [part(2, 5), part(0, 3), '0-5 abcdef'],
    [part(1, 8), part(3, 5), '1-8 bcdefghi'],
    [part(5, 9), part(0, 4), 'all abcdefghij'],
    [part(4, 5), part(0, 2), null],
    [part(0, 2), part(4, 5), null],
    [part(1, 9), part(1, 2), '1-9 bcdefghij'],
  ])('are one where no byte between them is missing: %#', (newer, older, union) => {
    expect(bytesOf(combined(newer, older, RULES))).toBe(union);
  });

  test.each<[string, StoredResponse, StoredResponse]>([
    ['tags', part(3, 5, { etag: '"b"' }), part(0, 2)],
    ['lengths', part(3, 5, { complete: 11 }), part(0, 2)],
    ['selecting fields', part(3, 5, { fields: ['Vary', 'A'], request: ['A', '1'] }), part(0, 2)],
    [
      'selecting values',
      ...(([2, 1] as const).map((a) => part(a, a, { fields: ['Vary', 'A'], request: ['A', String(a)] })) as [
        StoredResponse,
        StoredResponse,
      ]),
    ],
  ])('two parts of different %s are not combined', (_what, newer, older) => {
    expect(combined(newer, older, RULES)).toBeNull();
  });

  test('two parts of the same weak tag are not combined, nor are a part and a complete response', () => {
    expect(combined(part(3, 5, { etag: 'W/"a"' }), part(0, 2, { etag: 'W/"a"' }), RULES)).toBeNull();
    const complete = { ...part(0, 9), part: null };
    expect([combined(complete, part(0, 2), RULES), combined(part(0, 2), complete, RULES)]).toEqual([null, null]);
  });

  test('have the fields of the newer one, none that describes one part, and its place among purges', () => {
    const older = part(0, 2, { fields: ['X-A', 'old', 'X-B', 'old', 'Content-Digest', 'sha-256=:AA==:'], receivedAt: 1_000 });
    const newer = part(3, 5, { fields: ['X-A', 'new', 'Content-Length', '3'], began: 7, receivedAt: 9_000 });
    const union = combined(newer, older, RULES);
    expect(union).toMatchObject({ began: 7, scope: 's', url: '/a', head: { status: 206, reason: 'Part', times: { receivedAt: 9_000 } } });
    const names = union?.fields.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()) ?? [];
    expect([...names].sort()).toEqual(['content-length', 'content-range', 'date', 'etag', 'x-a', 'x-b']);
    expect(union?.fields).toEqual(expect.arrayContaining(['bytes 0-5/10', '6', 'new', 'old']));
  });

  test('two parts that have all bytes become a complete response', () => {
    const union = combined(part(5, 9), part(0, 4), RULES);
    expect(union?.head).toMatchObject({ status: 200, reason: 'OK' });
    expect(union?.fields).not.toContain('Content-Range');
    expect(union?.fields).toEqual(expect.arrayContaining(['Content-Length', '10']));
  });

  test('keep the request fields that selected them', () => {
    const selected = { fields: ['Vary', 'A'], request: ['A', '1'] };
    expect(combined(part(5, 9, selected), part(0, 4, selected), RULES)?.selection).toEqual({ names: ['a'], raw: ['1'], values: ['=1'] });
  });
});
