/** Which encoding of a stored or streamed response a client gets, and what is made because of it. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createEncoder, type Encoder, isWorthEncoding } from '../../../../server/edge/delivery/encoder.ts';
import type { Coding } from '../../../../server/edge/response/content-coding.ts';
import {
  type EncodedVariant,
  type LogicalTimestamp,
  readHead,
  type StoredResponse,
  storedResponse,
  withEncodings,
} from '../../../../server/edge/response/stored-response.ts';

const RULES = { codings: ['br', 'zstd', 'gzip'], minBytes: 10, concurrency: 1 } as const;
const HTML = ['Content-Type', 'text/html', 'ETag', '"a"'];

function page(bytes = 10, fields: readonly string[] = HTML): StoredResponse {
  const times = { requestedAt: 0, receivedAt: 0 };
  const head = readHead(200, 'OK', fields, times, { targets: [], varyInKey: [] });
  return storedResponse(head, Buffer.alloc(bytes, 'x'), 1 as LogicalTimestamp, [], { scope: '', url: '/' });
}

type Made = readonly (readonly [coding: Coding, quality: EncodedVariant['quality']])[];

/** A page with encodings of these codings. */
function encoded(...made: Made): StoredResponse {
  return withEncodings(
    page(),
    made.map(([coding, quality]) => ({ coding, quality, body: Buffer.from(coding) })),
  );
}

let wanted: string[];
let stored: StoredResponse[];
let replaced: StoredResponse[];
let over: ReadonlySet<Coding>;
let encoder: Encoder;

beforeEach(() => {
  [wanted, stored, replaced, over] = [[], [], [], new Set()];
  const compression = {
    stored: (_key: string, response: StoredResponse) => stored.push(response),
    wanted: (_key: string, _response: StoredResponse, coding: Coding) => wanted.push(coding),
    isOver: (_response: StoredResponse, coding: Coding) => over.has(coding),
  };
  encoder = createEncoder(RULES, compression, (_key, _before, after) => replaced.push(after) > 0);
});

/** What a client gets: the coding, or identity. */
const codingOf = (response: StoredResponse | null): string | null => {
  if (response === null) return null;
  const { fields } = response;
  return fields.includes('Content-Encoding') ? (fields[fields.indexOf('Content-Encoding') + 1] ?? '') : 'identity';
};

describe('a response that has just been stored', () => {
  test('adds Vary: Accept-Encoding and starts compressing', () => {
    encoder.prepare('/', page(), null);
    expect(stored).toEqual(replaced);
    expect(stored[0]).toMatchObject({ encodings: [], fields: expect.arrayContaining(['Vary', 'Accept-Encoding']) as unknown });
  });

  test.each([
    ['is short', page(9)],
    ['is a picture', page(10, ['Content-Type', 'image/png'])],
  ])('has none where it %s, and says so in no Vary', (_why, response) => {
    encoder.prepare('/', response, null);
    expect(replaced[0]?.encodings).toEqual([]);
    expect(replaced[0]?.fields).not.toContain('Vary');
    expect([isWorthEncoding(response, RULES), isWorthEncoding(page(), RULES)]).toEqual([false, true]);
  });

  test('is left alone where it has its encodings', () => {
    encoder.prepare('/', encoded(['br', 'best']), null);
    expect([stored, replaced]).toEqual([[], []]);
  });
});

describe('a client of a stored response', () => {
  test.each<[accepts: string | null, made: Made, gets: string, asks: readonly Coding[]]>([
    [null, [['br', 'best']], 'identity', []],
    ['br', [['br', 'best']], 'br', []],
    ['br', [['br', 'quick']], 'br', ['br']],
    ['br', [], 'identity', ['br']],
    ['br, gzip', [['gzip', 'best']], 'gzip', ['br']],
    ['zstd', [['br', 'best']], 'identity', ['zstd']],
    [
      'gzip;q=1, br;q=0.5',
      [
        ['br', 'best'],
        ['gzip', 'best'],
      ],
      'gzip',
      [],
    ],
    ['identity', [['br', 'best']], 'identity', []],
  ])('a client that accepts %s gets of %j %s, and has %j made', (accepts, made, gets, asks) => {
    expect([codingOf(encoder.choose('/', encoded(...made), accepts)), wanted]).toEqual([gets, asks]);
  });

  test('gets one that is not marked yet as it will be', () => {
    expect(encoder.choose('/', page(), 'br').fields).toContain('Vary');
    expect([replaced.length, wanted]).toEqual([1, ['br']]);
    expect(encoder.choose('/', page(9), 'br').fields).not.toContain('Vary');
  });

  test.each<[accepts: string | null, made: Made | null, isOver: readonly Coding[], gets: string | null]>([
    ['br', null, [], null],
    [null, [], [], 'identity'],
    ['br', [['br', 'best']], [], 'br'],
    ['br', [['br', 'quick']], [], null],
    ['br', [['br', 'quick']], ['br'], 'br'],
    ['br', [], [], null],
    ['br', [], ['br'], 'identity'],
    ['br, gzip', [['gzip', 'quick']], ['br'], 'gzip'],
    ['br, gzip', [['gzip', 'best']], [], null],
  ])('a client that accepts %s is answered at once from %j, with %j refused, by %s', (accepts, made, isOver, gets) => {
    over = new Set(isOver);
    expect(codingOf(encoder.chooseMade(made === null ? page() : encoded(...made), accepts))).toBe(gets);
    expect([wanted, replaced]).toEqual([[], []]);
  });
});

describe('a client of a streamed response', () => {
  const HEAD = { status: 200, directives: { noTransform: false } };

  test.each<[fields: readonly string[], accepts: string | null, coding: Coding | null, varies: boolean]>([
    [HTML, 'gzip, br', 'br', true],
    [HTML, 'gzip', 'gzip', true],
    [HTML, null, null, true],
    [[...HTML, 'Content-Length', '10'], 'br', 'br', true],
    [[...HTML, 'Content-Length', '9'], 'br', null, false],
    [['Content-Type', 'image/png'], 'br', null, false],
  ])('a response with %j to a client that accepts %s is sent in %s (Vary: %s)', (fields, accepts, coding, varies) => {
    const stream = encoder.stream(HEAD, fields, accepts);
    expect([stream.encoding?.coding ?? null, stream.fields.includes('Vary')]).toEqual([coding, varies]);
    // The same bytes need not come again, so the tag is weak.
    expect(stream.fields.includes(`W/"a-${coding}"`)).toBe(coding !== null);
    stream.encoding?.create().destroy();
  });

  test('a client gets the encoding that it accepts, whichever client asked before', () => {
    const codings = ['br', 'gzip', 'br', null, `${'x'.repeat(200)}, zstd`, 'gzip', null].map(
      (accepts) => encoder.stream(HEAD, HTML, accepts).encoding?.coding ?? null,
    );
    expect(codings).toEqual(['br', 'gzip', 'br', null, 'zstd', 'gzip', null]);
  });
});
