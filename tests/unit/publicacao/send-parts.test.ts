import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { sendParts } from '../../../server/publicacao/send-parts.ts';

const MEGABYTE = 'a'.repeat(1024 * 1024);

let close = (): void => undefined;
afterEach(() => close());

/** A server that sends the parts of the generator; the log has what its error handler was told. */
async function serving(parts: () => AsyncGenerator<string>): Promise<{ readonly url: string; readonly faults: readonly unknown[] }> {
  const faults: unknown[] = [];
  const app = express();
  app.get('/', (req, res) => sendParts(req, res, parts(), () => res.setHeader('Content-Type', 'text/csv')));
  app.use(((error, _req, res, _next) => {
    faults.push(error);
    if (res.headersSent) res.destroy();
    else res.status(503).end();
  }) satisfies express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => void server.close();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, faults };
}

test('a small file is sent whole, with a validator that its reader may send back', async () => {
  const { url } = await serving(async function* () {
    yield 'a;b\r\n';
    yield '1;2\r\n';
  });
  const answer = await fetch(url);
  expect([await answer.text(), answer.headers.get('content-length')]).toEqual(['a;b\r\n1;2\r\n', '10']);
  // When its rows last changed is not known: a row that was taken away leaves no date.
  expect(answer.headers.get('last-modified')).toBeNull();
  const again = await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

test('a large file is streamed in its parts', async () => {
  const { url } = await serving(async function* () {
    for (let part = 0; part < 12; part += 1) yield MEGABYTE;
  });
  const answer = await fetch(url);
  expect([answer.headers.get('etag'), (await answer.text()).length]).toEqual([null, 12 * MEGABYTE.length]);
});

test('a fault before the first byte has its status, and a later one ends the connection', async () => {
  const early = await serving(async function* () {
    yield 'a';
    throw new Error('gone');
  });
  expect((await fetch(early.url)).status).toBe(503);
  close();
  const late = await serving(async function* () {
    for (let part = 0; part < 8; part += 1) yield MEGABYTE;
    throw new Error('gone');
  });
  await expect(fetch(late.url).then((answer) => answer.text())).rejects.toThrow('terminated');
  expect(late.faults).toHaveLength(1);
});

test('the rows are no longer asked for when the reader has left', async () => {
  const ended = Promise.withResolvers<number>();
  const { url, faults } = await serving(async function* () {
    let part = 0;
    try {
      for (; part < 10_000; part += 1) yield MEGABYTE;
    } finally {
      ended.resolve(part);
    }
  });
  const abort = new AbortController();
  const answer = await fetch(url, { signal: abort.signal });
  await answer.body?.getReader().read();
  abort.abort();
  expect(await ended.promise).toBeLessThan(10_000);
  expect(faults).toEqual([]);
});
