/** One server of `hit.ts`, in a process of its own: `bare` sends a buffer, `edge` sends the same bytes from its store. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEdge } from '../../server/edge/index.ts';

const [kind = 'bare', size = '6000'] = process.argv.slice(2);

/** Fields as the site's pages have them. */
const FIELDS = [
  'Content-Type',
  'text/html; charset=utf-8',
  'Content-Language',
  'pt-BR',
  'Content-Encoding',
  'br',
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
const body = Buffer.alloc(Number(size), 'a');

function bareListener(): RequestListener {
  const fields = [...FIELDS, 'Content-Length', String(body.byteLength)];
  return (_req, res) => {
    res.writeHead(200, fields);
    res.end(body);
  };
}

const edge = createEdge({
  origin: (_req, res) => {
    res.writeHead(200, FIELDS);
    res.end(body);
  },
});

const server = createServer(kind === 'bare' ? bareListener() : edge.listener);
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage().rss });
});
process.on('disconnect', () => process.exit());
