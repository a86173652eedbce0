import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rangeReader } from '../../../server/edge/delivery/partial.ts';
import { SharedBody } from '../../../server/edge/delivery/shared-body.ts';

const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 9 });

describe('a range of a streamed body', () => {
  test('has the bytes of the range and ends once, for any chunks and any start of the reader', () => {
    fc.assert(
      fc.property(chunks, fc.nat(80), fc.nat(80), fc.nat(8), fc.boolean(), (pieces, one, other, already, pauses) => {
        const whole = Buffer.concat(pieces);
        const [first = 0, last = 0] = [one % whole.byteLength, other % whole.byteLength].sort((a, b) => a - b);
        const body = new SharedBody(true, () => undefined);
        const [got, endings]: [Buffer[], string[]] = [[], []];
        const append = (some: readonly Uint8Array[]): void => some.forEach((piece) => body.append(Buffer.from(piece)));
        append(pieces.slice(0, already));
        const reading = body.read(
          rangeReader(
            { first, last },
            {
              data: (chunk) => {
                got.push(chunk);
                return !pauses;
              },
              end: () => endings.push('end'),
              fail: () => endings.push('fail'),
            },
          ),
        );
        append(pieces.slice(already));
        body.end([]);
        for (const _ of pieces) reading.resume();
        expect({ bytes: Buffer.concat(got), endings }).toEqual({ bytes: whole.subarray(first, last + 1), endings: ['end'] });
      }),
    );
  });

  test('fails when the body ends before the range', () => {
    fc.assert(
      fc.property(chunks, fc.nat(80), fc.integer({ min: 0, max: 5 }), fc.boolean(), (pieces, from, past, breaks) => {
        const size = Buffer.concat(pieces).byteLength;
        const body = new SharedBody(true, () => undefined);
        const endings: string[] = [];
        const reader = { data: () => true, end: () => endings.push('end'), fail: () => endings.push('fail') };
        body.read(rangeReader({ first: from % size, last: size + past }, reader));
        for (const piece of pieces) body.append(Buffer.from(piece));
        if (breaks) body.fail(new Error('gone'));
        else body.end(['x', 'y']);
        expect(endings).toEqual(['fail']);
      }),
    );
  });
});
