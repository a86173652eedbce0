/** Responses that the edge makes of a stored one or by itself: 304, parts of a body, 416, and errors. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { notModifiedFields, partFields, sendStoredRanges, sendUnsatisfiable } from '../../../../server/edge/delivery/partial.ts';
import { plainErrorBody, sendComplete, sendEdgeError, sendInterim } from '../../../../server/edge/delivery/send.ts';
import { type ClientRequest, readClientRequest } from '../../../../server/edge/request/client-request.ts';
import { plainTarget } from '../../../../server/edge/request/target.ts';
import { type LogicalTimestamp, readHead, type StoredResponse, storedResponse } from '../../../../server/edge/response/stored-response.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

interface Sent {
  readonly client: ClientRequest;
  /** Heads and bodies, in order. */
  readonly seen: unknown[];
}

function started(method = 'GET', fields: readonly string[] = []): Sent {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url: '/', rawHeaders: [...fields], httpVersionMinor: 1 });
  const response = new ServerResponse(request);
  const seen: unknown[] = [];
  Object.assign(response, {
    writeHead: (...head: readonly unknown[]) => seen.push(head),
    end: (body?: Buffer) => seen.push(body === undefined ? null : body.toString()),
    writeInformation: (...head: readonly unknown[]) => seen.push(head),
  });
  const rules = { targetOf: plainTarget, keyPrefix: '', clientDirectives: 'honour', credentials: 'honour' } as const;
  return { client: readClientRequest(request, response, rules), seen };
}

/** Pairs of name and value. */
const FIELDS = Object.entries({
  'Content-Type': 'text/plain',
  'Content-Length': '9',
  'Content-Language': 'pt',
  'Content-Disposition': 'inline',
  'Content-Digest': 'sha-256=:AA==:',
  'Repr-Digest': 'sha-256=:AA==:',
  ETag: '"a"',
  Vary: 'A',
  Age: '1',
  Expires: '0',
  'Last-Modified': 'x',
  'Cache-Control': 'max-age=9',
  'CDN-Cache-Control': 'max-age=9',
  'Cache-Groups': '"a"',
  'X-A': '1',
}).flat();

function stored(status = 200, more: readonly string[] = []): StoredResponse {
  const times = { requestedAt: NOON, receivedAt: NOON };
  const head = readHead(status, 'Fine', [...FIELDS, ...more], times, { targets: [], varyInKey: [] });
  return storedResponse(head, Buffer.from(status === 206 ? 'cdef' : 'abcdefghi'), 1 as LogicalTimestamp, [], { scope: '', url: '/' });
}

const namesOf = (fields: readonly string[]): readonly string[] => fields.filter((_, index) => index % 2 === 0);

describe('the fields', () => {
  test('a 304 has all fields but those that describe content (RFC 9110 §15.4.5)', () => {
    expect(namesOf(notModifiedFields([...FIELDS, 'Content-Encoding', 'br', 'Content-Range', 'bytes 0-1/2']))).toEqual(
      namesOf(FIELDS).filter((name) => !name.startsWith('Content-')),
    );
  });

  test('a part states its range and length, and no digest of the whole content (RFC 9530 §2)', () => {
    const fields = partFields(FIELDS, { first: 2, last: 5 }, 9);
    expect(namesOf(fields)).not.toContain('Content-Digest');
    expect(namesOf(fields)).toContain('Repr-Digest');
    expect([fields[fields.indexOf('Content-Range') + 1], fields[fields.indexOf('Content-Length') + 1]]).toEqual(['bytes 2-5/9', '4']);
  });

  test('a 416 does not describe the complete response, and carries no-store', () => {
    const { client, seen } = started();
    sendUnsatisfiable(client, FIELDS, 9);
    expect(seen).toEqual([
      [
        416,
        'Range Not Satisfiable',
        ['Vary', 'A', 'X-A', '1', 'Content-Range', 'bytes */9', 'Content-Length', '0', 'Cache-Control', 'no-store'],
      ],
      null,
    ]);
  });
});

describe('a range of a stored response', () => {
  test.each<[range: string, ifRange: string | null, status: number, body: string | null]>([
    ['bytes=2-5', null, 206, 'cdef'],
    ['bytes=0-0', null, 206, 'a'],
    ['bytes=-2', null, 206, 'hi'],
    ['bytes=2-', null, 206, 'cdefghi'],
    ['bytes=9-', null, 416, null],
    ['bytes=2-5', '"a"', 206, 'cdef'],
    ['bytes=2-5', '"b"', 200, 'abcdefghi'],
    ['lines=2-5', null, 200, 'abcdefghi'],
  ])('%s with If-Range %s is answered with %d: %s', (range, ifRange, status, body) => {
    const { client, seen } = started('GET', ['Range', range, ...(ifRange === null ? [] : ['If-Range', ifRange])]);
    sendStoredRanges(client, stored(), stored().fields, range, NOON);
    expect([(seen[0] as readonly unknown[])[0], seen[1]]).toEqual([status, body]);
  });

  test('a range of an incomplete response counts from the beginning of the representation', () => {
    const { client, seen } = started('GET', ['Range', 'bytes=3-4']);
    const part = stored(206, ['Content-Range', 'bytes 2-5/9']);
    sendStoredRanges(client, part, part.fields, 'bytes=3-4', NOON);
    expect(seen).toEqual([[206, 'Partial Content', expect.arrayContaining(['bytes 3-4/9'])], 'de']);
  });

  test('several ranges have each its Content-Range in the body, and none in the head (RFC 9110 §15.3.7.2)', () => {
    const { client, seen } = started('GET', ['Range', 'bytes=0-1,7-8']);
    sendStoredRanges(client, stored(), stored().fields, 'bytes=0-1,7-8', NOON);
    const [[, , fields], body] = seen as [[number, string, readonly string[]], string];
    expect(namesOf(fields)).not.toContain('Content-Range');
    expect(fields[fields.indexOf('Content-Type') + 1]).toMatch(/^multipart\/byteranges; boundary=/);
    expect(fields[fields.indexOf('Content-Length') + 1]).toBe(String(Buffer.byteLength(body)));
    expect(body.match(/content-range: bytes \d-\d\/9/gi)).toHaveLength(2);
  });
});

describe('an error of the edge itself', () => {
  test.each([
    ['bad-host', 400, 'Bad Request'],
    ['too-many-requests', 429, 'Too Many Requests'],
    ['unreachable', 502, 'Bad Gateway'],
    ['overloaded', 503, 'Service Unavailable'],
    ['timeout', 504, 'Gateway Timeout'],
    ['only-if-cached', 504, 'Gateway Timeout'],
  ] as const)('an error for the reason %s is a %d with its phrase', (reason, status, phrase) => {
    const { client, seen } = started();
    sendEdgeError(client, reason, { errorBody: plainErrorBody });
    const length = String(phrase.length + 1);
    expect(seen).toEqual([[status, phrase, ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', length]], `${phrase}\n`]);
  });

  test('may have a page of the site, whose length is in bytes', () => {
    const { client, seen } = started();
    sendEdgeError(client, 'timeout', { errorBody: ({ status, reason }) => ({ fields: ['X-A', reason], body: `não ${status}` }) });
    expect(seen).toEqual([[504, 'Gateway Timeout', ['X-A', 'timeout', 'Content-Length', '8']], 'não 504']);
  });
});

describe('what is sent', () => {
  test('a response to a HEAD has no body', () => {
    const { client, seen } = started('HEAD');
    sendComplete(client, 200, 'OK', [], Buffer.from('a'));
    expect(seen).toEqual([[200, 'OK', []], null]);
  });

  test('is nothing to a client that has disconnected or has a head already', () => {
    const [gone, begun] = [started(), started()];
    gone.client.res.destroy();
    Object.assign(begun.client.res, { _header: 'begun' });
    for (const { client } of [gone, begun]) {
      sendComplete(client, 200, 'OK', [], null);
      sendInterim(client, 103, []);
    }
    expect([gone.seen, begun.seen]).toEqual([[], []]);
  });

  test('an interim response is sent only where the client knows it', () => {
    const { client, seen } = started();
    for (const status of [100, 101, 102, 103]) sendInterim(client, status, ['Link', 'a']);
    expect(seen).toEqual([
      [102, ['Link', 'a']],
      [103, ['Link', 'a']],
    ]);
    const old = started();
    Object.assign(old.client.req, { httpVersionMinor: 0 });
    sendInterim(old.client, 103, []);
    expect(old.seen).toEqual([]);
  });
});
