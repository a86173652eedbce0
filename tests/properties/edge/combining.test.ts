import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { combined } from '../../../server/edge/policy/combining.ts';
import { readHead, type StoredResponse, storedResponse } from '../../../server/edge/response/stored-response.ts';
import { createPurgeEpochs } from '../../../server/edge/store/purge-epochs.ts';

const RULES = { targets: [], varyInKey: [] };
const MOMENT = { requestedAt: 0, receivedAt: 0 };
const epochs = createPurgeEpochs({ now: () => 0, bound: 1, refreshForMs: 60_000 });

function partOf(whole: Buffer, one: number, other: number, etag: string): StoredResponse {
  const first = Math.min(one, other) % whole.byteLength;
  const last = Math.max(first, Math.max(one, other) % whole.byteLength);
  const fields = ['ETag', etag, 'Content-Range', `bytes ${first}-${last}/${whole.byteLength}`];
  const head = readHead(206, 'Partial Content', fields, MOMENT, RULES);
  return storedResponse(head, whole.subarray(first, last + 1), epochs.begin(), [], { scope: '', url: '/' });
}

const body = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes));
const places = fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { minLength: 2, maxLength: 12 });

describe('combining partial responses', () => {
  test('gives the bytes of the representation, for any parts in any order', () => {
    fc.assert(
      fc.property(body, places, (whole, all) => {
        let union: StoredResponse | null = null;
        for (const [one, other] of all) {
          const newer = partOf(whole, one, other, '"a"');
          const before: StoredResponse | null = union;
          union = before === null ? newer : (combined(newer, before, RULES) ?? newer);
          const { first, last } = union.part ?? { first: 0, last: whole.byteLength - 1 };
          expect(union.body).toEqual(whole.subarray(first, last + 1));
          // A union has all bytes of both parts.
          const least = union === newer ? first : Math.min(first, before?.part?.first ?? first);
          const most = union === newer ? last : Math.max(last, before?.part?.last ?? last);
          expect([first, last]).toEqual([least, most]);
          expect(union.head.status === 200).toBe(union.part === null);
          if (union.part === null) return;
        }
      }),
    );
  });

  test('never combines parts with different or weak entity tags', () => {
    fc.assert(
      fc.property(
        body,
        fc.nat(39),
        fc.nat(39),
        fc.constantFrom(['"a"', '"b"'], ['W/"a"', 'W/"a"'], ['"a"', 'W/"a"']),
        (whole, one, other, tags) => {
          const [newer = '', older = ''] = tags;
          expect(combined(partOf(whole, 0, one, newer), partOf(whole, 0, other, older), RULES)).toBeNull();
        },
      ),
    );
  });
});
