/** What an origin writes, as the edge receives it: the order and the ends of a response without a socket. */
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CapturedResponse, captureResponse } from '../../../../server/edge/origin/captured-response.ts';
import { detachedRequest } from '../../../../server/edge/origin/detached-request.ts';

const PEER = { remoteAddress: '203.0.113.7', remotePort: 1, encrypted: false };

/** The calls of the sink, in order. */
let seen: unknown[][];
/** Whether the sink takes more. */
let takes: boolean;
let events: string[];
let capture: CapturedResponse;
let response: ServerResponse;

function captured(method = 'GET'): ServerResponse {
  // Of this response alone: events of the one before may still come.
  const own = { seen: [] as unknown[][], events: [] as string[] };
  ({ seen, events } = own);
  takes = true;
  const request = detachedRequest(method, '/', [], PEER, () => undefined);
  capture = captureResponse(request, {
    information: (status, fields) => own.seen.push(['information', status, [...fields]]),
    head: (status, reason, fields) => own.seen.push(['head', status, reason, fields.filter((_, index) => index % 2 === 0)]),
    data: (chunk) => {
      own.seen.push(['data', chunk.toString()]);
      return takes;
    },
    end: (trailers, excess) => own.seen.push(['end', [...trailers], excess === null ? null : excess.message]),
    fail: (cause) => own.seen.push(['fail', cause instanceof Error ? cause.message : cause]),
  });
  ({ response } = capture);
  response.sendDate = false;
  for (const event of ['drain', 'prefinish', 'finish', 'close']) response.on(event, () => own.events.push(event));
  return response;
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

beforeEach(() => void captured());

describe('the end of a response', () => {
  test('comes once, with its events in the order of Node', async () => {
    let finished = 0;
    response.end('ab', () => (finished += 1));
    expect(response.writableFinished).toBe(false);
    await turn();
    expect(seen).toEqual([
      ['head', 200, 'OK', ['Content-Length']],
      ['data', 'ab'],
      ['end', [], null],
    ]);
    expect([events, finished, response.writableFinished, response.closed, response.destroyed]).toEqual([
      ['prefinish', 'finish', 'close'],
      1,
      true,
      true,
      true,
    ]);
  });

  test.each([
    ['destroy', () => void response.destroy()],
    ['a lost connection', () => capture.disconnect()],
    ['a client that disconnects', () => capture.abort()],
  ])('is not undone by %s after it', async (_what, act) => {
    response.end('ab');
    act();
    await turn();
    expect(seen.map(([call]) => call)).toEqual(['head', 'data', 'end']);
    expect(events.filter((event) => event === 'close')).toEqual(['close']);
  });

  test('carries the trailers', () => {
    response.write('a');
    response.addTrailers({ 'X-A': '1' });
    response.end();
    expect(seen.at(-1)).toEqual(['end', ['X-A', '1'], null]);
  });

  test.each([
    ['fewer bytes than announced', '3', 'ab', ['fail', 'the origin announced 3 bytes and wrote 2']],
    ['more bytes than announced', '1', 'ab', ['end', [], 'the origin announced 1 bytes and wrote 2']],
    ['as many bytes as announced', '2', 'ab', ['end', [], null]],
  ])('the end of a response with %s says whether the lengths differ', (_how, length, body, last) => {
    response.setHeader('Content-Length', length);
    response.end(body);
    expect(seen.at(-1)).toEqual(last);
    expect(seen.flatMap(([call, bytes]) => (call === 'data' ? [bytes] : [])).join('')).toBe(body.slice(0, Number(length)));
  });

  test.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ])('a response to %s with status %d has no content, whatever is announced', (method, status) => {
    captured(method);
    response.writeHead(status, { 'Content-Length': '5' });
    response.end('ab');
    expect(seen.map(([call]) => call)).toEqual(['head', 'end']);
    expect(seen.at(-1)).toEqual(['end', [], null]);
  });
});

describe('a response that does not end', () => {
  test.each([
    ['that the origin destroys', () => void response.destroy(), 'the origin closed its response before the end'],
    ['that the origin destroys with an error', () => void response.destroy(new Error('broken')), 'broken'],
    ['whose connection is lost', () => capture.disconnect(), 'the origin closed its response before the end'],
  ])('%s fails once, and closes', async (_what, act, message) => {
    response.write('a');
    act();
    act();
    expect([response.destroyed, response.closed]).toEqual([true, true]);
    await turn();
    expect(seen.filter(([call]) => call === 'fail')).toEqual([['fail', message]]);
    expect(events).toEqual(['close']);
  });

  test('the response of a client that has disconnected closes without a failure, and takes nothing more', async () => {
    response.write('a');
    capture.abort();
    capture.abort();
    const errors: unknown[] = [];
    response.write('b', (error) => errors.push(error));
    response.end('c');
    await turn();
    expect(seen.map(([call]) => call)).toEqual(['head', 'data']);
    expect(events).toEqual(['close']);
    expect(errors).toEqual([
      expect.objectContaining({ code: 'ERR_STREAM_DESTROYED', message: 'Cannot call write after a stream was destroyed' }),
    ]);
  });
});

describe('an origin that is asked to wait', () => {
  test('goes on after one drain event, and waits no longer than for its response', async () => {
    takes = false;
    expect([response.write('a'), response.writableNeedDrain]).toEqual([false, true]);
    takes = true;
    capture.drained();
    capture.drained();
    expect([events, response.writableNeedDrain, response.write('b')]).toEqual([['drain'], false, true]);
    takes = false;
    response.write('c');
    capture.abort();
    capture.drained();
    await turn();
    expect([events, response.writableNeedDrain]).toEqual([['drain', 'close'], false]);
  });

  test('gets no drain event without having been asked', () => {
    response.write('a');
    capture.drained();
    expect(events).toEqual([]);
  });
});

describe('interim responses', () => {
  test('come before the head, in every form, and call back', async () => {
    let called = 0;
    const done = (): void => void (called += 1);
    response.writeContinue(done);
    response.writeProcessing(done);
    response.writeEarlyHints({ link: '</a>; rel=preload' }, done);
    await turn();
    expect(seen.map(([call, status]) => [call, status])).toEqual([
      ['information', 100],
      ['information', 102],
      ['information', 103],
    ]);
    expect(called).toBe(3);
  });

  test('are refused after the head', () => {
    response.flushHeaders();
    expect(() => response.writeContinue()).toThrow(
      expect.objectContaining({ code: 'ERR_HTTP_HEADERS_SENT', message: 'Cannot write after headers are sent to the client' }),
    );
  });
});

describe('what Node refuses', () => {
  test.each([99, 199, 1_000, Number.NaN])('is refused: the status %d', (status) => {
    expect(() => response.writeHead(status)).toThrow(
      expect.objectContaining({ code: 'ERR_HTTP_INVALID_STATUS_CODE', message: `Invalid status code: ${status}` }),
    );
  });

  test('is refused: a second head', () => {
    response.writeHead(200);
    expect(() => response.writeHead(200)).toThrow(
      expect.objectContaining({ code: 'ERR_HTTP_HEADERS_SENT', message: 'Cannot write headers after they are sent to the client' }),
    );
    expect(response.headersSent).toBe(true);
  });

  test('is refused: content that is neither text nor bytes', () => {
    expect(() => response.write(1)).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_ARG_TYPE',
        message: 'The "chunk" argument must be of type string or an instance of Buffer or Uint8Array',
      }),
    );
    expect(seen).toEqual([]);
  });

  test('is reported: content after the end', async () => {
    response.end('a');
    const errors: unknown[] = [];
    expect(response.write('b', (error) => errors.push(error))).toBe(false);
    // Without a callback there is no report.
    expect([response.write('b'), response.end('c')]).toEqual([false, response]);
    response.end('c', (error?: unknown) => errors.push(error));
    await turn();
    expect(errors).toEqual(Array(2).fill(expect.objectContaining({ code: 'ERR_STREAM_WRITE_AFTER_END', message: 'write after end' })));
    expect(seen.filter(([call]) => call === 'data')).toEqual([['data', 'a']]);
  });
});
