/**
 * One server of `hit.ts`, in a process of its own: `edge` answers from its store, in the encodings that it made; `bare` and `express` send
 * prepared bytes. A bare server listens on a port for each kind of answer, so that it need not look at the request.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import express from 'express';
import { createEdge } from '../../server/edge/index.ts';
import { samplePage } from './sample-page.ts';

const [kind = 'bare'] = process.argv.slice(2);
const page = Buffer.from(samplePage());

/** Fields as the site's pages have them. */
const FIELDS = [
  'Content-Type',
  'text/html; charset=utf-8',
  'Content-Language',
  'pt-BR',
  'Vary',
  'Accept-Encoding',
  'ETag',
  '"0123456789abcdef"',
  'Cache-Control',
  'no-cache',
  'CDN-Cache-Control',
  'max-age=300, stale-while-revalidate=21600, stale-if-error=259200',
  'Content-Security-Policy',
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
];

function sending(coding: string, body: Buffer): RequestListener {
  const fields = [...FIELDS, 'Content-Encoding', coding, 'Content-Length', String(body.byteLength)];
  return (_req, res) => {
    res.writeHead(200, fields);
    res.end(body);
  };
}

const notModified: RequestListener = (_req, res) => {
  res.writeHead(304, FIELDS.slice(4));
  res.end();
};

const prepared = (): readonly RequestListener[] => [
  // As the edge does it ahead.
  sending('br', brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } })),
  sending('gzip', gzipSync(page, { level: 9 })),
  notModified,
];

function inExpress(listener: RequestListener): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.get('/', listener);
  return app;
}

function edgeListener(): RequestListener {
  const origin: RequestListener = (_req, res) => {
    res.writeHead(200, FIELDS);
    res.end(page);
  };
  return createEdge({ origin, encoding: {} }).listener;
}

function listenersOf(): readonly RequestListener[] {
  switch (kind) {
    case 'edge': {
      const listener = edgeListener();
      return [listener, listener, listener];
    }
    case 'express':
      return prepared().map(inExpress);
    default:
      return prepared();
  }
}

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const [br = 0, gzip = 0, conditional = 0] = await Promise.all(listenersOf().map(listen));
process.send?.({ br, gzip, '304': conditional });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage().rss });
});
process.on('disconnect', () => process.exit());
