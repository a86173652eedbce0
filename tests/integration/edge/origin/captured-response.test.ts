/** Any Node handler is an origin: with streams, frameworks and middleware, and also with faults. */

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { finished, pipeline as piped } from 'node:stream/promises';
import { createBrotliCompress } from 'node:zlib';
import compression from 'compression';
import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import type { Origin } from '../../../../server/edge/index.ts';
import { gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

async function start(origin: Origin): Promise<World> {
  world = await startWorld(origin);
  return world;
}

describe('a plain handler', () => {
  test('may call writeHead in every form', async () => {
    const heads: Record<string, Parameters<Origin>[1]['writeHead'] extends never ? never : (res: Parameters<Origin>[1]) => unknown> = {
      '/object': (res) => res.writeHead(201, { 'X-A': '1', 'Set-Cookie': ['a=1', 'b=2'] }),
      '/reason': (res) => res.writeHead(201, 'Made', { 'X-A': '1', 'Set-Cookie': ['a=1', 'b=2'] }),
      '/flat': (res) => res.writeHead(201, ['X-A', '1', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']),
    };
    const at = await start((req, res) => {
      res.setHeader('X-A', 'replaced');
      heads[req.url ?? '']?.(res);
      expect(res.headersSent).toBe(true);
      expect(() => res.setHeader('X-B', '1')).toThrow(/headers after they are sent/);
      expect(() => res.writeHead(200)).toThrow(/headers after they are sent/);
      res.end('x');
    });
    for (const path of Object.keys(heads)) {
      expect(await at.get(path)).toMatchObject({ status: 201, body: 'x', headers: { 'x-a': '1', 'set-cookie': 'a=1, b=2' } });
    }
  });

  test('keeps the case of names and the encoding of strings', async () => {
    const at = await start((_req, res) => {
      res.setHeader('X-oDD', 'á');
      res.write('61', 'hex');
      res.end('ç', 'latin1');
    });
    const { bytes } = await at.get('/');
    expect([...bytes]).toEqual([0x61, 0xe7]);
  });

  test('receives the events of its response in Node’s order', async () => {
    const seen: string[] = [];
    const closed = gate();
    const at = await start((_req, res) => {
      for (const event of ['prefinish', 'finish', 'close']) res.on(event, () => seen.push(`${event} ${res.writableFinished}`));
      res.on('close', closed.open);
      res.end('x', () => seen.push('callback'));
      seen.push(`ended ${res.writableEnded} ${res.writableFinished}`);
    });
    await at.get('/');
    await closed.opened;
    expect(seen).toEqual(['ended true false', 'prefinish true', 'finish true', 'callback', 'close true']);
  });

  test('may pipe, and waits for a slow reader of a response that is not stored', async () => {
    let produced = 0;
    const at = await start(async (_req, res) => {
      res.setHeader('Cache-Control', 'no-store');
      const source = new Readable({
        read() {
          produced += 65_536;
          this.push(produced > 64 * 1024 * 1024 ? null : Buffer.alloc(65_536));
        },
      });
      await piped(source, res).catch(() => undefined);
    });
    const { Socket } = await import('node:net');
    const socket = new Socket();
    socket.connect(at.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: site.test\r\n\r\n');
    let last = -1;
    // The stream stops when all buffers are full.
    for (let still = 0; still < 50; ) {
      await new Promise((resolve) => setImmediate(resolve));
      still = produced === last && produced > 0 ? still + 1 : 0;
      last = produced;
    }
    expect(produced).toBeLessThan(48 * 1024 * 1024);
    socket.destroy();
  });

  test('may use pipeline with callbacks and transforms', async () => {
    const outcome = gate();
    let failure: unknown = 'not called';
    const at = await start((_req, res) => {
      res.setHeader('Content-Encoding', 'br');
      pipeline(Readable.from(['a'.repeat(1_000)]), createBrotliCompress(), new PassThrough(), res, (error) => {
        failure = error;
        outcome.open();
      });
    });
    const { headers, bytes } = await at.get('/');
    await outcome.opened;
    expect(headers['content-encoding']).toBe('br');
    expect(bytes.byteLength).toBeLessThan(100);
    expect(failure ?? null).toBeNull();
  });

  test('may wait for its own response with finished()', async () => {
    const done = gate();
    const at = await start((_req, res) => {
      void finished(res).then(done.open);
      res.end('x');
    });
    await at.get('/');
    await done.opened;
    expect(at.forwarded).toHaveLength(1);
  });

  test('sends trailers', async () => {
    const at = await start((_req, res) => {
      res.setHeader('Cache-Control', 'max-age=60');
      res.write('x');
      res.addTrailers({ 'X-Sum': '42' });
      res.end();
    });
    expect((await at.get('/')).trailers).toEqual({ 'x-sum': '42' });
    expect((await at.get('/')).trailers).toEqual({});
  });

  test('receives a request of Node’s class, with peer and host', async () => {
    const at = await start((req, res) => {
      req.on('end', () =>
        res.end(
          JSON.stringify([req.method, req.url, req.headers.host, req.headersDistinct['x-a'], req.socket.remoteAddress, req.complete]),
        ),
      );
      req.resume();
    });
    const { body } = await at.get('/a?b=c', { headers: { 'X-A': ['1', '2'], Connection: 'x-drop', 'X-Drop': '1' } });
    expect(JSON.parse(body)).toEqual(['GET', '/a?b=c', 'site.test', ['1', '2'], '127.0.0.1', true]);
  });

  test('reads the content of a request', async () => {
    const at = await start(async (req, res) => {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk as Buffer);
      res.end(`${req.method} ${Buffer.concat(chunks).toString()}`);
    });
    expect((await at.get('/', { method: 'POST', body: 'sent' })).body).toBe('POST sent');
  });
});

describe('an Express app', () => {
  test('runs unchanged, with compression and error handling', async () => {
    const app = express();
    app.use(compression({ threshold: 0 }));
    app.get('/json', (_req, res) => {
      res.set('Cache-Control', 'max-age=60').json({ a: 1 });
    });
    app.get('/text', (_req, res) => {
      res.set('Cache-Control', 'max-age=60').type('text').send('b'.repeat(2_000));
    });
    app.get('/fails', () => {
      throw new Error('out of order');
    });
    const at = await start((req, res) => {
      app.set('env', 'test');
      app(req, res);
    });
    expect(await at.get('/json')).toMatchObject({ status: 200, body: '{"a":1}' });
    expect((await at.get('/json')).headers['cache-status']).toMatch(/hit/);
    expect((await at.get('/text', { headers: { 'Accept-Encoding': 'gzip' } })).headers['content-encoding']).toBe('gzip');
    expect((await at.get('/text')).body).toHaveLength(2_000);
    expect((await at.get('/fails')).status).toBe(500);
    expect((await at.get('/none')).status).toBe(404);
  });
});

describe('a faulty handler', () => {
  test.each<[string, Origin]>([
    [
      'throws',
      () => {
        throw new Error('out of order');
      },
    ],
    ['rejects', () => Promise.reject(new Error('out of order'))],
    ['destroys its response', (_req, res) => res.destroy(new Error('out of order'))],
    ['destroys its connection', (req) => req.socket.destroy()],
    [
      'answers with a status that is none',
      (_req, res) => {
        res.writeHead(99);
      },
    ],
    [
      'fails before the first byte of a stream',
      (_req, res) => {
        pipeline(
          new Readable({
            read() {
              this.destroy(new Error('no disk'));
            },
          }),
          res,
          () => undefined,
        );
      },
    ],
  ])('a handler that %s gives a 502', async (_name, origin) => {
    const at = await start(origin);
    expect((await at.get('/')).status).toBe(502);
  });

  test.each<[string, Origin]>([
    [
      'announces more than it writes',
      async (_req, res) => {
        res.setHeader('Content-Length', '10');
        res.write('123');
        await new Promise((resolve) => setImmediate(resolve));
        res.end();
      },
    ],
    [
      'breaks off',
      async (_req, res) => {
        res.write('123');
        await new Promise((resolve) => setImmediate(resolve));
        res.destroy();
      },
    ],
    [
      'throws after it began',
      async (_req, res) => {
        res.write('123');
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('too late');
      },
    ],
  ])('a handler that %s closes the connection and stores nothing', async (_name, origin) => {
    const at = await start((req, res, exchange) => {
      res.setHeader('Cache-Control', 'max-age=60');
      return origin(req, res, exchange);
    });
    expect(await at.get('/')).toMatchObject({ complete: false });
    await at.get('/');
    expect(at.forwarded).toHaveLength(2);
    expect(at.edge.stats().entries).toBe(0);
  });

  test('a response longer than its Content-Length is truncated to it and not stored', async () => {
    const at = await start(async (_req, res) => {
      res.setHeader('Cache-Control', 'max-age=60');
      res.setHeader('Content-Length', '3');
      res.flushHeaders();
      await new Promise((resolve) => setImmediate(resolve));
      res.end('123456');
    });
    expect(await at.get('/')).toMatchObject({ body: '123', complete: true });
    expect(at.edge.stats().entries).toBe(0);
  });

  test.each<[string, Origin]>([
    [
      'announces more than it writes, at once',
      (_req, res) => {
        res.setHeader('Content-Length', '10');
        res.end('123');
      },
    ],
    [
      'throws right after it began',
      (_req, res) => {
        res.write('123');
        throw new Error('out of order');
      },
    ],
  ])('a handler that %s still gives a 502', async (_name, origin) => {
    const at = await start(origin);
    expect(await at.get('/')).toMatchObject({ status: 502, complete: true });
    expect(await at.get('/', { method: 'POST' })).toMatchObject({ status: 502, complete: true });
  });

  test('a write after the end changes nothing', async () => {
    const refused = gate();
    let code: string | undefined;
    const at = await start((_req, res) => {
      res.setHeader('Cache-Control', 'max-age=60');
      res.end('whole');
      res.write('more', (error) => {
        code = (error as NodeJS.ErrnoException | null)?.code;
        refused.open();
      });
    });
    expect((await at.get('/')).body).toBe('whole');
    await refused.opened;
    expect(code).toBe('ERR_STREAM_WRITE_AFTER_END');
    expect((await at.get('/')).body).toBe('whole');
  });

  test('a handler that never answers gives a 504 after its timeout', async () => {
    const at = await start(() => undefined);
    const pending = at.open('/');
    await until(() => at.forwarded.length === 1);
    at.clock.advance(61);
    expect((await pending.answer).status).toBe(504);
  });

  test('the edge frames a response whose Transfer-Encoding is invalid', async () => {
    const at = await start((_req, res) => {
      res.setHeader('Transfer-Encoding', 'nonsense');
      res.setHeader('Cache-Control', 'max-age=60');
      res.end('x');
    });
    expect(await at.get('/')).toMatchObject({ body: 'x', complete: true });
    expect(await at.get('/')).toMatchObject({ body: 'x', complete: true });
  });

  test('content for 204, 205, 304 and HEAD is not sent', async () => {
    const at = await start((req, res) => {
      res.statusCode = Number(req.url?.slice(1));
      res.end('body');
    });
    expect(await at.get('/204')).toMatchObject({ status: 204, body: '', complete: true });
    expect(await at.get('/205')).toMatchObject({ status: 205, body: '', complete: true, headers: { 'content-length': '0' } });
    expect(await at.get('/304', { headers: { 'If-None-Match': '"a"' } })).toMatchObject({ status: 304, body: '', complete: true });
    expect(await at.get('/200', { method: 'HEAD' })).toMatchObject({ status: 200, body: '', complete: true });
  });

  test.each([
    ['at once', (res: ServerResponse) => res.end('body')],
    ['with Content-Length', (res: ServerResponse) => res.writeHead(205, { 'Content-Length': '4' }).end('body')],
    ['in chunks', (res: ServerResponse) => res.write('bo') && res.end('dy')],
    ['not at all, but with Content-Length', (res: ServerResponse) => res.writeHead(205, { 'Content-Length': '4' }).end()],
  ])('content for 205, written %s, is not stored (RFC 9110 §15.3.6)', async (_how, answer) => {
    const at = await start((_req, res) => {
      res.statusCode = 205;
      res.setHeader('Cache-Control', 'max-age=60');
      answer(res);
    });
    for (const turn of [1, 2]) {
      expect(await at.get('/')).toMatchObject({ status: 205, body: '', complete: true, headers: { 'content-length': '0' } });
      expect([turn, at.forwarded.length]).toEqual([turn, 1]);
    }
  });
});
