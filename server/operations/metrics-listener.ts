/**
 * The listener of the metrics (`METRICS_PORT`): a port of its own, which no visitor reaches, bound to this machine unless `METRICS_HOST` says
 * otherwise. It answers `GET /metrics` and nothing else.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { NEVER_FIELDS } from '../http/cache-headers.ts';
import type { Logger } from '../observability/log.ts';
import { StartupError } from '../observability/startup-report.ts';

export interface MetricsListenerOptions {
  readonly registry: Pick<Registry, 'metrics' | 'contentType'>;
  readonly port: number;
  readonly host: string;
  readonly log: Logger;
}

export interface MetricsListener {
  readonly port: number;
  close(): Promise<void>;
}

/** A reader that is slower than this is cut off. */
const REQUEST_MS = 10_000;

/** Begins to listen. @throws StartupError where the port is taken */
export async function listenForMetrics(options: MetricsListenerOptions): Promise<MetricsListener> {
  const { port, host } = options;
  const server = createServer({ requestTimeout: REQUEST_MS, connectionsCheckingInterval: REQUEST_MS }, (req, res) => {
    void answer(req, res, options);
  });
  server.setTimeout(REQUEST_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(new StartupError(`METRICS_PORT ${port} on METRICS_HOST ${host}: ${error.message}`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  // Such as EMFILE, where no connection can be taken: it must not end the site.
  server.on('error', (error) => options.log.warn({ err: error }, 'the listener of the metrics has failed'));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(req: IncomingMessage, res: ServerResponse, { registry, log }: MetricsListenerOptions): Promise<void> {
  const isMetrics = /^\/metrics(?:\?|$)/.test(req.url ?? '');
  if (!isMetrics || (req.method !== 'GET' && req.method !== 'HEAD')) {
    res.writeHead(isMetrics ? 405 : 404, isMetrics ? { Allow: 'GET, HEAD' } : {}).end();
    return;
  }
  try {
    const text = await registry.metrics();
    res.writeHead(200, [...NEVER_FIELDS, 'Content-Type', registry.contentType, 'X-Content-Type-Options', 'nosniff']);
    res.end(req.method === 'HEAD' ? undefined : text);
  } catch (error) {
    log.error({ err: error }, 'the metrics could not be read');
    res.writeHead(500).end();
  }
}
