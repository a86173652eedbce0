/** For any sequence of requests, each response has the bytes of one version of the resource, and of the range that it states. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseRanges } from '../../../server/message/byte-ranges.ts';
import { type Answer, startWorld } from '../../integration/edge/harness.ts';

const SIZE = 30;

/** Bytes of a version. Every byte differs between versions. */
function bytesOf(version: number): string {
  return Array.from({ length: SIZE }, (_, place) => String.fromCharCode(33 + ((place + version * 31) % 90))).join('');
}

type Step =
  | { readonly kind: 'ask'; readonly range: string | null; readonly variant: string }
  | { readonly kind: 'change' }
  | { readonly kind: 'wait'; readonly seconds: number };

const place = fc.nat(SIZE + 2);
const range = fc.oneof(
  fc.tuple(place, place).map(([one, other]) => `bytes=${Math.min(one, other)}-${Math.max(one, other)}`),
  place.map((first) => `bytes=${first}-`),
  place.map((length) => `bytes=-${length + 1}`),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('ask' as const), range: fc.option(range), variant: fc.constantFrom('x', 'y', 'z') }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'change' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 30) }) },
);

/** A conformant origin with validators, ranges and If-Range. The variants x and y are equal, z is another. */
function answer(req: IncomingMessage, res: ServerResponse, version: number): void {
  const own = req.headers['variant'] === 'z' ? version + 1_000 : version;
  const etag = `"${own}"`;
  const whole = bytesOf(own);
  res.setHeader('Cache-Control', 'max-age=20').setHeader('Vary', 'Variant').setHeader('ETag', etag);
  if (req.headers['if-none-match']?.includes(etag) === true) {
    res.writeHead(304).end();
    return;
  }
  const ifRange = req.headers['if-range'];
  const applies = ifRange === undefined || ifRange === etag;
  const choice = chooseRanges(applies ? (req.headers.range ?? null) : null, SIZE);
  if (choice.kind === 'unsatisfiable') {
    res.writeHead(416, { 'Content-Range': `bytes */${SIZE}` }).end();
  } else if (choice.kind === 'whole') {
    res.end(whole);
  } else {
    const [{ first, last }] = choice.ranges;
    res.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${SIZE}` }).end(whole.slice(first, last + 1));
  }
}

/** Returns what is wrong with a response; null when it is right. */
function fault({ status, headers, body }: Answer, range: string | null, variant: string): string | null {
  if (status !== 200 && status !== 206 && status !== 416) return `status ${status}`;
  // A complete response to a range request is allowed, a part without a range request is not.
  if (status !== 200 && range === null) return `${status} to a request without Range`;
  // A 416 made from a stored response has no entity tag.
  if (status === 416 && headers['etag'] === undefined) return body === '' ? null : 'a body with 416';
  const version = Number(headers['etag']?.slice(1, -1));
  if (version > 1_000 !== (variant === 'z')) return `version ${version} for variant ${variant}`;
  if (status === 416) return body === '' ? null : 'a body with 416';
  const choice = chooseRanges(status === 206 ? range : null, SIZE);
  const [{ first, last }] = choice.kind === 'ranges' ? choice.ranges : [{ first: 0, last: SIZE - 1 }];
  const named = status === 206 ? `bytes ${first}-${last}/${SIZE}` : undefined;
  if (headers['content-range'] !== named) return `named ${headers['content-range']}, not ${named}`;
  return body === bytesOf(version).slice(first, last + 1) ? null : `other bytes than ${first} to ${last} of version ${version}`;
}

test('every response has the bytes of one version', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 20 }), async (steps) => {
      let version = 1;
      const faults: (string | null)[] = [];
      const world = await startWorld((req, res) => answer(req, res, version));
      try {
        for (const one of steps) {
          if (one.kind === 'change') version += 1;
          else if (one.kind === 'wait') world.clock.advance(one.seconds);
          else {
            const asked = one.range === null ? {} : { Range: one.range };
            const got = await world.get('/', { headers: { Variant: one.variant, ...asked } });
            faults.push(fault(got, one.range, one.variant));
          }
        }
      } finally {
        await world.close();
      }
      expect(faults.filter((found) => found !== null)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
