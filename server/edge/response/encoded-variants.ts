/** The coded forms of a stored response, which are kept beside it and come and go with it. */

import { fieldValue } from '../../message/field-lines.ts';
import { type Coding, codedFields, isEncodable, varyingByCoding } from './content-coding.ts';
import { ownBytes } from './own-bytes.ts';
import type { StoredResponse } from './stored-response.ts';

export interface CodedBody {
  readonly coding: Coding;
  /** Quick ones are in the place of the best until these are made, and are then other bytes. */
  readonly quality: 'quick' | 'best';
  readonly body: Buffer;
}

/** Returns `stored` with the given bodies as its forms, and `Vary` saying so; those that are no shorter are left out. */
export function withForms(stored: StoredResponse, bodies: readonly CodedBody[]): StoredResponse {
  const fields = varyingByCoding(stored.fields);
  const forms = bodies
    .filter(({ body }) => body.byteLength < stored.body.byteLength)
    .map(({ coding, quality, body }) => {
      const coded = codedFields(fields, coding, { length: body.byteLength, exact: quality === 'best' });
      return {
        coding,
        quality,
        response: { ...stored, fields: coded, body: ownBytes(body), etag: fieldValue(coded, 'etag'), forms: null },
      };
    });
  return { ...stored, fields, forms };
}

/** Returns `updated`, a newer head over the same bytes, with the forms that `before` had, unless it has been forbidden to have any since. */
export function keepingForms(before: StoredResponse, updated: StoredResponse): StoredResponse {
  if (!isEncodable(updated.head, updated.fields)) return { ...updated, forms: [] };
  if (before.forms === null || before.forms.length === 0) return { ...updated, forms: before.forms };
  return withForms(
    updated,
    before.forms.map(({ coding, quality, response }) => ({ coding, quality, body: response.body })),
  );
}
