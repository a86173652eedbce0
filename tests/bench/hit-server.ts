/**
 * One server of `hit.ts`, in a process of its own: `edge` answers from its store, in the encodings that it made, and `direct` does so at the
 * socket; `bare` and `express` send prepared bytes. A bare server listens on a port for each kind of answer, so that it need not look at the request.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import express from 'express';
import { createEdge, type Edge } from '../../server/edge/index.ts';
import { boundPipelining } from '../../server/http/connections.ts';
import { answerDirectly } from '../../server/http/direct-answers.ts';
import { PAGE_FIELDS } from './page-fields.ts';
import { samplePage } from './sample-page.ts';

const [kind = 'bare'] = process.argv.slice(2);
const page = Buffer.from(samplePage());

function sending(coding: string, body: Buffer): RequestListener {
  const fields = [...PAGE_FIELDS, 'Content-Encoding', coding, 'Content-Length', String(body.byteLength)];
  return (_req, res) => {
    res.writeHead(200, fields);
    res.end(body);
  };
}

/** Without type and language, which are the body's. */
const conditional = PAGE_FIELDS.slice(4);
const notModified: RequestListener = (_req, res) => {
  res.writeHead(304, conditional);
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

function pageEdge(): Edge {
  const origin: RequestListener = (_req, res) => {
    res.writeHead(200, [...PAGE_FIELDS]);
    res.end(page);
  };
  return createEdge({ origin, encoding: {} });
}

function serversOf(): readonly Server[] {
  switch (kind) {
    case 'edge':
    case 'direct': {
      const edge = pageEdge();
      // As `server/main.ts` has it.
      const server = createServer({ optimizeEmptyRequests: true }, boundPipelining(edge.listener));
      if (kind === 'direct') answerDirectly(server, edge.storedAnswer);
      return [server];
    }
    case 'express':
      return prepared().map((listener) => createServer(inExpress(listener)));
    default:
      return prepared().map((listener) => createServer(listener));
  }
}

async function listen(server: Server): Promise<number> {
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const [br = 0, gzip = br, checked = br] = await Promise.all(serversOf().map(listen));
process.send?.({ br, gzip, '304': checked });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage().rss });
});
process.on('disconnect', () => process.exit());
