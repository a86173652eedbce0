/** How a response is sent while it is being received: its head, the part of its body that a client wants, and how both end. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { EncodedBodies } from '../../../../server/edge/delivery/encoded-body.ts';
import { SharedBody } from '../../../../server/edge/delivery/shared-body.ts';
import { deliverStream, type StreamRules } from '../../../../server/edge/delivery/stream.ts';
import { readClientRequest } from '../../../../server/edge/request/client-request.ts';
import { plainTarget } from '../../../../server/edge/request/target.ts';
import { readHead } from '../../../../server/edge/response/stored-response.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

interface Asked {
  readonly method?: string;
  readonly fields?: readonly string[];
  readonly status?: number;
  /** Fields of the response. */
  readonly sent?: readonly string[];
  readonly rules?: Partial<StreamRules>;
  /** Whether the client takes what it is given at once. */
  readonly takes?: boolean;
  readonly isGone?: boolean;
  /** What has been received before the client comes. */
  readonly available?: string;
}

/** A response that is being received, and what a client has got of it. */
class World {
  readonly body = new SharedBody(true, () => undefined);
  readonly seen: unknown[] = [];
  readonly res: ServerResponse;
  readers = 0;
  released = 0;
  takes: boolean;

  constructor({
    method = 'GET',
    fields = [],
    status = 200,
    sent = ['ETag', '"a"'],
    rules,
    takes = true,
    isGone = false,
    available,
  }: Asked = {}) {
    this.takes = takes;
    const req = new IncomingMessage(new Socket());
    Object.assign(req, { method, url: '/', rawHeaders: [...fields], httpVersionMinor: 1 });
    this.res = new ServerResponse(req);
    if (isGone) this.res.destroy();
    if (available !== undefined) this.say(available);
    const { seen, res } = this;
    Object.assign(res, {
      writeHead: (code: number, reason: string, lines: readonly string[]) => {
        Object.assign(res, { _header: 'sent' });
        seen.push(`${code} ${reason} ${lines.join()}`);
      },
      flushHeaders: () => seen.push('head alone'),
      write: (chunk: Buffer) => {
        seen.push(chunk.toString());
        return this.takes;
      },
      addTrailers: (lines: readonly unknown[]) => seen.push(lines),
      end: () => seen.push('end'),
      destroy: () => seen.push('closed'),
    });
    const source = {
      isShared: true,
      read: (...[reader]: Parameters<SharedBody['read']>) => {
        const reading = this.body.read(reader);
        this.readers += 1;
        return {
          resume: () => reading.resume(),
          leave: () => {
            this.readers -= 1;
            reading.leave();
          },
        };
      },
    };
    const client = readClientRequest(req, res, { targetOf: plainTarget, keyPrefix: '', clientDirectives: 'honour', credentials: 'honour' });
    const times = { requestedAt: NOON, receivedAt: NOON };
    const head = readHead(status, 'Fine', [...sent, 'Date', 'x'], times, { targets: [], varyInKey: [] });
    const release = (): void => void (this.released += 1);
    deliverStream(client, { ...source, encoded: new EncodedBodies(source) }, head, sent, {
      hasClientPreconditions: false,
      ranged: false,
      now: NOON,
      encoder: null,
      release,
      ...rules,
    });
  }

  say(...chunks: readonly string[]): this {
    for (const chunk of chunks) this.body.append(Buffer.from(chunk));
    return this;
  }
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('a client', () => {
  test('gets the head, all bytes and the trailers, and is done then, once', () => {
    const world = new World();
    world.say('one', 'two').body.end(['X-Sum', '1', 'X-End', '2']);
    expect(world.seen).toEqual([
      '200 Fine ETag,"a"',
      'one',
      'two',
      [
        ['X-Sum', '1'],
        ['X-End', '2'],
      ],
      'end',
    ]);
    expect([world.released, world.readers]).toEqual([1, 0]);
    expect(['drain', 'close'].map((event) => world.res.listenerCount(event))).toEqual([0, 0]);
  });

  test('gets no trailers where there are none', () => {
    const world = new World();
    world.body.end([]);
    expect(world.seen).toEqual(['200 Fine ETag,"a"', 'end']);
  });

  test('gets the head at once where the body is not there yet, and with its first bytes otherwise', async () => {
    const [waiting, begun, ended] = [new World(), new World().say('one'), new World()];
    ended.body.end([]);
    Object.defineProperty(ended.res, 'writableEnded', { value: true });
    await turn();
    expect([waiting, begun, ended].map(({ seen }) => seen.slice(1))).toEqual([['head alone'], ['one'], ['end']]);
  });

  test('gets further bytes when it has taken those before', () => {
    const world = new World({ takes: false });
    world.say('one', 'two');
    expect(world.seen.slice(1)).toEqual(['one']);
    world.takes = true;
    world.res.emit('drain');
    expect(world.seen.slice(1)).toEqual(['one', 'two']);
  });

  test('has its connection closed where the response breaks off', () => {
    const world = new World().say('one');
    world.body.fail(new Error('broken off'));
    expect([world.seen.slice(1), world.released]).toEqual([['one', 'closed'], 1]);
  });

  test('a client that disconnects reads nothing more', () => {
    const world = new World().say('one');
    world.res.emit('close');
    world.say('two');
    expect([world.seen.slice(1), world.released, world.readers]).toEqual([['one'], 1, 0]);
  });

  test('a client that has disconnected before reads nothing', () => {
    const world = new World({ isGone: true });
    expect([world.seen, world.released, world.readers]).toEqual([[], 1, 0]);
  });
});

describe('no body is read', () => {
  test.each<[string, Asked, string]>([
    ['for a HEAD', { method: 'HEAD' }, '200 Fine ETag,"a"'],
    ['of a 204', { status: 204 }, '204 Fine ETag,"a"'],
    ['of a 304', { status: 304 }, '304 Fine ETag,"a"'],
    ['where the client has it', { fields: ['If-None-Match', '"a"'] }, '304 Not Modified ETag,"a"'],
    [
      'of which no byte is wanted',
      { fields: ['Range', 'bytes=9-'], sent: ['Content-Length', '9'] },
      '416 Range Not Satisfiable Content-Range,bytes */9,Content-Length,0,Cache-Control,no-store',
    ],
  ])('%s', (_when, asked, head) => {
    const world = new World(asked);
    expect([world.seen, world.released, world.readers]).toEqual([[head, 'end'], 1, 0]);
  });
});

describe('the client’s condition', () => {
  test.each<[string, Asked]>([
    ['was evaluated by the origin', { fields: ['If-None-Match', '"a"'], rules: { hasClientPreconditions: true } }],
    ['is false', { fields: ['If-None-Match', '"b"'] }],
    ['is not for an error', { fields: ['If-None-Match', '"a"'], status: 404 }],
  ])('a condition that %s does not keep the body from the client', (_why, asked) => {
    const world = new World(asked).say('one');
    expect(world.seen.slice(1)).toEqual(['one']);
  });
});

describe('a range', () => {
  const sent = ['Content-Length', '9'];

  test('a range of the body is sent as soon as its bytes are there, and nothing more is read (RFC 9110 §14.2)', () => {
    const world = new World({ fields: ['Range', 'bytes=2-4'], sent });
    world.say('ab', 'cd');
    expect(world.seen).toEqual(['206 Partial Content Content-Length,3,Content-Range,bytes 2-4/9', 'cd']);
    world.say('efg', 'hi');
    expect([world.seen.slice(1), world.released, world.readers]).toEqual([['cd', 'e', 'end'], 1, 0]);
  });

  test('a range whose bytes are all there is sent at once', () => {
    const full = new World({ fields: ['Range', 'bytes=0-1'], sent, available: 'abcdefgh' });
    expect([full.seen.slice(1), full.released, full.readers]).toEqual([['ab', 'end'], 1, 0]);
  });

  test('a range that the response does not reach has its connection closed', () => {
    const world = new World({ fields: ['Range', 'bytes=2-4'], sent }).say('abc');
    world.body.end([]);
    expect([world.seen.slice(1), world.released]).toEqual([['c', 'closed'], 1]);
  });

  test.each<[string, Asked]>([
    ['the origin has evaluated', { rules: { ranged: true }, fields: ['Range', 'bytes=2-4'], sent }],
    ['is for another method', { method: 'PUT', fields: ['Range', 'bytes=2-4'], sent }],
    ['is of an error', { status: 404, fields: ['Range', 'bytes=2-4'], sent }],
    ['is of an unknown length', { fields: ['Range', 'bytes=2-4'], sent: [] }],
    ['is of a length that is no number', { fields: ['Range', 'bytes=2-4'], sent: ['Content-Length', 'x9'] }],
    ['has several parts', { fields: ['Range', 'bytes=2-4,6-7'], sent }],
    ['is of an unknown unit', { fields: ['Range', 'lines=2-4'], sent }],
    ['is of another response (RFC 9110 §13.1.5)', { fields: ['Range', 'bytes=2-4', 'If-Range', '"b"'], sent: [...sent, 'ETag', '"a"'] }],
    ['is not asked for', { sent }],
  ])('a range that %s gets the complete response', (_why, asked) => {
    const world = new World(asked).say('abcdefghi');
    expect(world.seen.slice(1)).toEqual(['abcdefghi']);
    expect(world.seen[0]).toMatch(/^\d+ Fine /);
  });

  test('a range with If-Range of the same response is sent (RFC 9110 §13.1.5)', () => {
    const world = new World({ fields: ['Range', 'bytes=2-4', 'If-Range', '"a"'], sent: [...sent, 'ETag', '"a"'] });
    expect(world.say('abcdefghi').seen.slice(1)).toEqual(['cde', 'end']);
  });
});
