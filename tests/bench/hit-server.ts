/**
 * One server of `hit.ts`, in a process of its own: `edge` answers from its store, in the encodings that it made, and `direct` does so at the
 * socket; `bare` and `express` send prepared bytes. So does `net`, which looks at nothing that arrives: what no server in Node can pass.
 * These listen on a port for each kind of answer, so that they need not look at the request.
 */
import { createServer, Server as HttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import express from 'express';
import { createEdge, type Edge } from '../../server/edge/index.ts';
import { boundPipelining } from '../../server/http/connections/bounds.ts';
import { answerDirectly } from '../../server/http/connections/direct-answers.ts';
import { PAGE_FIELDS } from './page-fields.ts';
import { samplePage } from './sample-page.ts';

const [kind = 'bare'] = process.argv.slice(2);
const page = Buffer.from(samplePage());

interface Prepared {
  readonly status: number;
  readonly fields: readonly string[];
  readonly body: Buffer;
}

function complete(coding: string | null, body: Buffer): Prepared {
  const encoding = coding === null ? [] : ['Content-Encoding', coding];
  return { status: 200, fields: [...PAGE_FIELDS, ...encoding, 'Content-Length', String(body.byteLength)], body };
}

/** In the order of the ports that are sent to the benchmark. */
const prepared = (): readonly Prepared[] => [
  // As the edge does it ahead.
  complete('br', brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } })),
  complete('gzip', gzipSync(page, { level: 9 })),
  complete(null, page),
  // Without type and language, which are the body's.
  { status: 304, fields: PAGE_FIELDS.slice(4), body: Buffer.alloc(0) },
];

function sending({ status, fields, body }: Prepared): RequestListener {
  return (_req, res) => {
    res.writeHead(status, [...fields]);
    res.end(body);
  };
}

/** Sends head and body as one buffer for each packet. */
function sendingAtOnce({ status, fields, body }: Prepared): Server {
  const lines = fields.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  const bytes = Buffer.concat([Buffer.from(`HTTP/1.1 ${status} OK\r\n${lines}\r\n`), body]);
  return createNetServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', () => socket.write(bytes));
  });
}

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
      return prepared().map((answer) => createServer(inExpress(sending(answer))));
    case 'net':
      return prepared().map(sendingAtOnce);
    default:
      return prepared().map((answer) => createServer(sending(answer)));
  }
}

async function listen(server: Server): Promise<number> {
  if (server instanceof HttpServer) server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const [br = 0, gzip = br, identity = br, checked = br] = await Promise.all(serversOf().map(listen));
process.send?.({ br, gzip, identity, '304': checked });
process.on('message', (question) => {
  // With `--expose-gc`, so that only what is held is counted.
  if (question === 'memory') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage().rss });
});
process.on('disconnect', () => process.exit());
