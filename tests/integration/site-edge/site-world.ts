/** The edge with the choices of the site on a real socket, in front of an origin of the test's own; the clock is the test's too. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express, { type Express } from 'express';
import type { Edge, Origin } from '../../../server/edge/index.ts';
import { createClientQuotas } from '../../../server/http/client-quotas.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { securityHeaders } from '../../../server/http/security-headers.ts';
import { countRepeatedFaults } from '../../../server/observability/fault-counts.ts';
import type { Logger } from '../../../server/observability/log.ts';
import { createSiteEdge, type SiteEdgeOptions } from '../../../server/site-edge.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { type Answer, type Ask, type FakeClock, fakeClock, openRequest, type Pending } from '../edge/harness.ts';

export interface Logged {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface SiteWorld extends AsyncDisposable {
  readonly edge: Edge;
  readonly clock: FakeClock;
  readonly port: number;
  /** Requests that the origin was given, in order. */
  readonly asked: IncomingMessage[];
  readonly logged: Logged[];
  get(path: string, ask?: Ask): Promise<Answer>;
  open(path: string, ask?: Ask): Pending;
  /** Sends bytes as they are and resolves with all that comes back; the request must ask for the connection to be closed. */
  raw(text: string): Promise<string>;
  /** Asks and never reads. */
  stall(path: string): Socket;
}

/** Starts the edge of the site around `origin`. */
export async function startSite(origin: Origin, options: Partial<SiteEdgeOptions> = {}): Promise<SiteWorld> {
  const clock = fakeClock();
  const [asked, logged]: [IncomingMessage[], Logged[]] = [[], []];
  const edge = createSiteEdge({
    routes: ROUTES,
    avif: true,
    build: 'b1',
    memoryMb: 64,
    cdnInFront: false,
    https: true,
    // No visitor has signed in, whatever token they send.
    isSignedIn: () => Promise.resolve(false),
    quotas: createClientQuotas({ trustProxy: 1, clock }),
    publicPaths: new Set(['/favicon.svg']),
    clock,
    shared: null,
    log: countRepeatedFaults(recorder(logged), clock),
    ...options,
    origin: (req, res, exchange) => {
      asked.push(req);
      // Node dates by the system's clock, which is not the one of this world.
      res.sendDate = false;
      return origin(req, res, exchange);
    },
  });
  const server = createServer(edge.listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    edge,
    clock,
    port,
    asked,
    logged,
    get: (path, ask) => openRequest(port, path, ask).answer,
    open: (path, ask) => openRequest(port, path, ask),
    raw: (text) => exchangeRaw(port, text),
    stall: (path) => {
      const socket = connect(port, '127.0.0.1').pause();
      socket.on('error', () => undefined);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      return socket;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An Express app as the site orders it: context, security fields, `mount`, then errors. */
export function siteApp(mount: (app: Express) => void): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requestContext(SILENT_LOG), securityHeaders({ https: true }));
  mount(app);
  app.use(errorHandler(SILENT_LOG));
  return app;
}

function recorder(logged: Logged[]): Logger {
  const write =
    (level: Logged['level']) =>
    (fields: Readonly<Record<string, unknown>>, message: string): void =>
      void logged.push({ level, fields, message });
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

async function exchangeRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(text, 'latin1');
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}
