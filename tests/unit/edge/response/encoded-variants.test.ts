/** The encodings of a stored response: their fields, and what becomes of them when its head is updated. */
import { describe, expect, test } from 'vitest';
import {
  keepEncodings,
  type LogicalTimestamp,
  readHead,
  type StoredResponse,
  storedResponse,
  withEncodings,
  withHead,
} from '../../../../server/edge/response/stored-response.ts';

const HTML = ['Content-Type', 'text/html', 'ETag', '"a"'];

function headOf(fields: readonly string[]) {
  const rules = { targets: [], varyInKey: [] };
  return readHead(200, 'OK', fields, { requestedAt: 0, receivedAt: 0 }, rules);
}

function page(): StoredResponse {
  return storedResponse(headOf(HTML), Buffer.from('0123456789'), 1 as LogicalTimestamp, [], { scope: '', url: '/' });
}

const encoded = (): StoredResponse =>
  withEncodings(page(), [
    { coding: 'br', quality: 'best', body: Buffer.from('brotli') },
    { coding: 'gzip', quality: 'quick', body: Buffer.from('gzip') },
  ]);

/** Coding, quality, tag, length and body of each encoding. */
const described = ({ encodings }: StoredResponse): readonly string[] | null =>
  encodings?.map(({ coding, quality, response: { etag, fields, body } }) =>
    [coding, quality, etag, fields[fields.indexOf('Content-Length') + 1], body.toString()].join(' '),
  ) ?? null;

describe('the encodings of a response', () => {
  test('have tags of their own, weak ones where their bytes may differ the next time', () => {
    expect(described(encoded())).toEqual(['br best "a-br" 6 brotli', 'gzip quick W/"a-gzip" 4 gzip']);
    expect(encoded().fields).toContain('Vary');
    expect(encoded().encodings?.map(({ response }) => response.encodings)).toEqual([null, null]);
  });

  test.each([
    [9, 1],
    [10, 0],
  ])('an encoding of %d bytes, for a body of 10, leaves %d encodings', (bytes, count) => {
    const response = withEncodings(page(), [{ coding: 'br', quality: 'best', body: Buffer.alloc(bytes) }]);
    expect(response.encodings).toHaveLength(count);
  });

  test('stay with an updated head, and take its fields', () => {
    const before = encoded();
    const updated = keepEncodings(before, withHead(before, headOf([...HTML, 'X-A', '1']), 2 as LogicalTimestamp, []));
    expect(described(updated)).toEqual(described(before));
    expect(updated.encodings?.map(({ response }) => [response.began, response.fields.includes('X-A')])).toEqual([
      [2, true],
      [2, true],
    ]);
  });

  test('are lost where the new head forbids them', () => {
    const before = encoded();
    const head = headOf([...HTML, 'Cache-Control', 'no-transform']);
    expect(keepEncodings(before, withHead(before, head, 2 as LogicalTimestamp, [])).encodings).toEqual([]);
  });

  test.each([
    ['not decided', null],
    ['none', []],
  ])('encodings that are %s stay so with an updated head', (_what, encodings) => {
    const before = { ...page(), encodings };
    const updated = keepEncodings(before, withHead(before, headOf(HTML), 2 as LogicalTimestamp, []));
    expect(updated.encodings).toEqual(encodings);
    expect(updated.fields).not.toContain('Vary');
  });
});
