/** The encodings of a stored response: the same response in content codings, stored and removed together with it. */
import { fieldValue } from '../../message/field-lines.ts';
import { type Coding, encodedFields, isEncodable, varyingByEncoding } from './content-coding.ts';
import { type StoredResponse, unpooledBytes } from './stored-response.ts';

export interface EncodedBody {
  readonly coding: Coding;
  /** A quick encoding is used until the best one is made, whose bytes differ. */
  readonly quality: 'quick' | 'best';
  readonly body: Buffer;
}

/** Returns `stored` with the given bodies as its encodings and with Accept-Encoding in `Vary`. Bodies that are not shorter are left out. */
export function withEncodings(stored: StoredResponse, bodies: readonly EncodedBody[]): StoredResponse {
  const fields = varyingByEncoding(stored.fields);
  const encodings = bodies
    .filter(({ body }) => body.byteLength < stored.body.byteLength)
    .map(({ coding, quality, body }) => {
      const encoded = encodedFields(fields, coding, { length: body.byteLength, isReproducible: quality === 'best' });
      return {
        coding,
        quality,
        response: { ...stored, fields: encoded, body: unpooledBytes(body), etag: fieldValue(encoded, 'etag'), encodings: null },
      };
    });
  return { ...stored, fields, encodings };
}

/** Returns `updated`, which has a newer head over the same bytes, with the encodings of `before`, unless the new head forbids them. */
export function keepEncodings(before: StoredResponse, updated: StoredResponse): StoredResponse {
  if (!isEncodable(updated.head, updated.fields)) return { ...updated, encodings: [] };
  if (before.encodings === null || before.encodings.length === 0) return { ...updated, encodings: before.encodings };
  return withEncodings(
    updated,
    before.encodings.map(({ coding, quality, response }) => ({ coding, quality, body: response.body })),
  );
}
