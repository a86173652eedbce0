/** The envelope of shared responses: what is opened is what was sealed, and no other bytes are opened. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type LogicalTimestamp,
  readHead,
  type StoredResponse,
  storedResponse,
  withEncodings,
} from '../../../server/edge/response/stored-response.ts';
import { open, seal } from '../../../server/edge/store/shared/envelope.ts';

const SECRET = Buffer.alloc(32, 1);
const RULES = { targets: ['cdn-cache-control'], varyInKey: [] };
const moment = (value: number): LogicalTimestamp => value as LogicalTimestamp;

const text = fc.string({ unit: 'grapheme-ascii', maxLength: 30 });

const response: fc.Arbitrary<StoredResponse> = fc
  .record({
    body: fc.uint8Array({ maxLength: 2_000 }),
    encoded: fc.option(fc.uint8Array({ maxLength: 100 })),
    fields: fc.array(fc.tuple(fc.constantFrom('ETag', 'X-A', 'Content-Language', 'Cache-Groups'), text), { maxLength: 5 }),
    status: fc.constantFrom(200, 204, 301, 404),
    maxAge: fc.nat({ max: 100_000 }),
    receivedAt: fc.nat(),
  })
  .map(({ body, encoded, fields, status, maxAge, receivedAt }) => {
    const raw = ['Cache-Control', `max-age=${maxAge}, stale-if-error=5`, 'Age', '3', ...fields.flat()];
    const head = readHead(status, 'A', raw, { requestedAt: receivedAt, receivedAt }, RULES);
    const stored = storedResponse(head, Buffer.from(body), moment(1), [], { scope: 's', url: '/á?b' });
    // Encodings that are not shorter are left out.
    return encoded === null || encoded.byteLength >= body.byteLength
      ? stored
      : withEncodings(stored, [{ coding: 'br', quality: 'quick', body: Buffer.from(encoded) }]);
  });

test('opens what was sealed, with the start that it has in this replica', () => {
  fc.assert(
    fc.property(response, text, (stored, key) => {
      const opening = open(key, seal(key, stored, '7-1', SECRET), SECRET);
      if (opening.kind !== 'opened') throw new Error(opening.because);
      const began = moment(9);
      const encodings = stored.encodings?.map((variant) => ({ ...variant, response: { ...variant.response, began } })) ?? null;
      expect(opening.copy.basis).toBe('7-1');
      // What is undefined in a description is absent in its JSON.
      expect(opening.copy.response(began)).toEqual({ ...stored, began, encodings });
    }),
  );
});

test('a response that an update made stale earlier is so in every replica', () => {
  fc.assert(
    fc.property(response, (stored) => {
      const opening = open('key', seal('key', { ...stored, staleAt: stored.staleAt - 1 }, '7-1', SECRET), SECRET);
      if (opening.kind !== 'opened') throw new Error(opening.because);
      expect(opening.copy.response(moment(9)).staleAt).toBe(stored.staleAt - 1);
    }),
  );
});

test('opens no bytes that differ in one place, of another key, or of another secret', () => {
  fc.assert(
    fc.property(response, fc.nat(), fc.integer({ min: 1, max: 255 }), (stored, place, change) => {
      const bytes = seal('key', stored, '7-1', SECRET);
      const changed = Buffer.from(bytes);
      const at = place % bytes.byteLength;
      changed[at] = (changed[at] ?? 0) ^ change;
      expect(open('key', changed, SECRET).kind).toBe('refused');
      expect(open('key', bytes.subarray(0, at), SECRET).kind).toBe('refused');
      expect(open('key2', bytes, SECRET).kind).toBe('refused');
      expect(open('key', bytes, Buffer.alloc(32, 2)).kind).toBe('refused');
    }),
  );
});
