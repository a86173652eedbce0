/** The head and the content that an origin writes, in every form that Node has for them. */
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CapturedResponse, captureResponse } from '../../../../server/edge/origin/captured-response.ts';
import { detachedRequest } from '../../../../server/edge/origin/detached-request.ts';

const PEER = { remoteAddress: '203.0.113.7', remotePort: 1, encrypted: false };

/** The calls of the sink, in order. */
let seen: unknown[][];
let events: string[];
/** What the receiver does at each of these calls. */
let act: Partial<Record<'head' | 'data', () => void>>;
let capture: CapturedResponse;
let response: ServerResponse;

function captured(): ServerResponse {
  // Of this response alone: events of the one before may still come.
  const own = { seen: [] as unknown[][], events: [] as string[] };
  ({ seen, events } = own);
  act = {};
  const request = detachedRequest('GET', '/', [], PEER, () => undefined);
  capture = captureResponse(request, {
    information: (status, fields) => own.seen.push(['information', status, [...fields]]),
    head: (status, reason, fields) => {
      own.seen.push(['head', status, reason, fields.filter((_, index) => index % 2 === 0)]);
      act.head?.();
    },
    data: (chunk) => {
      own.seen.push(['data', chunk.toString()]);
      act.data?.();
      return true;
    },
    end: (trailers, excess) => own.seen.push(['end', [...trailers], excess === null ? null : excess.message]),
    fail: (cause) => own.seen.push(['fail', cause instanceof Error ? cause.message : cause]),
  });
  ({ response } = capture);
  response.sendDate = false;
  response.on('close', () => own.events.push('close'));
  return response;
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

beforeEach(() => void captured());

describe('a head', () => {
  test.each<[string, (res: ServerResponse) => void, string, readonly string[]]>([
    ['an object', (res) => res.writeHead(201, { 'X-A': '1', 'X-b': undefined }), 'Created', ['X-A']],
    ['an object after no phrase', (res) => res.writeHead(201, undefined, { 'X-A': '1' }), 'Created', ['X-A']],
    ['an object after a phrase', (res) => res.writeHead(201, 'Made', { 'X-A': '1' }), 'Made', ['X-A']],
    ['names and values', (res) => res.writeHead(201, ['X-A', '1', 'x-b', '2']), 'Created', ['X-A', 'x-b']],
    ['numbers', (res) => res.writeHead(201, { 'X-A': 1 }), 'Created', ['X-A']],
    ['nothing', (res) => res.writeHead(201), 'Created', []],
    ['nothing after a phrase', (res) => res.writeHead(201, 'Made'), 'Made', []],
  ])('may be given as %s', (_how, write, reason, names) => {
    write(response);
    response.flushHeaders();
    expect(seen).toEqual([['head', 201, reason, names]]);
  });

  test.each([
    [200, undefined, 'OK'],
    [200, 'Tudo bem', 'Tudo bem'],
    [299, undefined, 'unknown'],
  ])('a head of status %d with the phrase %j set before has the phrase %j', (status, phrase, reason) => {
    if (phrase !== undefined) response.statusMessage = phrase;
    response.statusCode = status;
    response.flushHeaders();
    expect(seen).toEqual([['head', status, reason, []]]);
  });

  test.each([
    [200, 200],
    [999, 999],
    ['201', 201],
    [200.9, 200],
  ])('a head with %j for its status has the status %d', (given, status) => {
    Reflect.apply((code: number) => response.writeHead(code), undefined, [given]);
    response.flushHeaders();
    expect(seen.map(([call, told]) => [call, told])).toEqual([['head', status]]);
  });

  test('is told once, however often it is flushed, and not after a disconnection', () => {
    response.flushHeaders();
    response.flushHeaders();
    expect(seen).toHaveLength(1);
    captured();
    capture.abort();
    response.flushHeaders();
    expect(seen).toEqual([]);
  });

  test('replaces the fields that were set before, in every line', () => {
    response.setHeader('X-A', ['1', '2']);
    response.setHeader('X-B', '3');
    response.writeHead(200, ['x-a', '4', 'x-a', '5']);
    response.flushHeaders();
    expect([seen, response.getHeader('x-a')]).toEqual([[['head', 200, 'OK', ['X-B', 'x-a', 'x-a']]], ['4', '5']]);
  });
});

describe('content', () => {
  test('is taken as it was when it was written, although the origin uses its memory again', () => {
    const chunks: Buffer[] = [];
    const memory = Buffer.from('ab');
    const kept = captureResponse(
      detachedRequest('GET', '/', [], PEER, () => undefined),
      {
        information: () => undefined,
        head: () => undefined,
        data: (chunk) => chunks.push(chunk) > 0,
        end: () => undefined,
        fail: () => undefined,
      },
    );
    kept.response.write(memory);
    memory.fill('x');
    kept.response.end(memory);
    expect(chunks.map(String)).toEqual(['ab', 'xx']);
  });

  test('a write of no bytes sends the head alone', () => {
    response.write('');
    expect(seen).toEqual([['head', 200, 'OK', []]]);
  });

  test('content beyond what was announced is left out, in whichever write it comes', () => {
    response.setHeader('Content-Length', '3');
    for (const text of ['ab', 'cd', 'ef']) response.write(text);
    response.end();
    expect(seen.slice(1)).toEqual([
      ['data', 'ab'],
      ['data', 'c'],
      ['end', [], 'the origin announced 3 bytes and wrote 6'],
    ]);
  });

  test.each([
    ['head', 'write', ['head']],
    ['data', 'write', ['head', 'data']],
    ['head', 'end', ['head']],
    ['data', 'end', ['head', 'data']],
  ] as const)('is not taken further by a receiver that leaves at its %s, in a call of %s', async (at, call, calls) => {
    act[at] = () => capture.abort();
    response[call]('ab');
    await turn();
    expect([seen.map(([name]) => name), events]).toEqual([calls, ['close']]);
  });

  test.each<[string, (done: () => void) => void]>([
    ['written', (done) => response.write('a', done)],
    ['written in an encoding', (done) => response.write('61', 'hex', done)],
    ['the last', (done) => response.end('a', done)],
    ['the last, in an encoding', (done) => response.end('61', 'hex', done)],
    ['none', (done) => response.end(done)],
  ])('a write that is %s calls back later, once', async (_how, write) => {
    let called = 0;
    write(() => (called += 1));
    expect(called).toBe(0);
    await turn();
    expect([called, seen.flatMap(([call, text]) => (call === 'data' && text !== 'a' ? [text] : []))]).toEqual([1, []]);
  });
});

test('methods that have no meaning without a socket are accepted', () => {
  expect(response.setTimeout(1)).toBe(response);
  response.cork();
  response.uncork();
  expect(seen).toEqual([]);
});

test.each(['writableNeedDrain', 'writableFinished', 'closed'] as const)('middleware may replace %s', (name) => {
  Object.defineProperty(response, name, { value: 'replaced' });
  expect(response[name]).toBe('replaced');
});
