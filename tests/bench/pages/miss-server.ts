/**
 * One server of `miss.ts` or `first-byte.ts`, in a process of its own. `minimal`: Express and `renderToPipeableStream` of the page's markup
 * as plain elements. `one-go`, `streamed`: the site's app with a backend that answers at once, or too late for an answer in one go. `distant`:
 * the same with a backend that is 50 ms away. `embedded`: the site's app on its own database, `postgres` on that of `BENCH_DATABASE_URL`,
 * both with nothing kept; `kept`: on its own database with the results of operations kept in process. With `-rendered` the parts that pages have in
 * common are rendered and not written from memory.
 */
import { readFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import express from 'express';
import { renderToPipeableStream } from 'react-dom/server';
import type { Renderer } from '../../../client/entry-server.tsx';
import { createApp } from '../../../server/app.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { carryExchange } from '../../../server/http/exchange.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { securityHeaders } from '../../../server/http/security-headers.ts';
import { installedCollections } from '../../../server/icons/collections.ts';
import { createIconSource } from '../../../server/icons/icon-source.ts';
import { createResultCaches } from '../../../server/result-caches.ts';
import { type Manifest, manifestAssets } from '../../../server/ssr/document/assets.ts';
import { createSsr } from '../../../server/ssr/handler.ts';
import type { OperationExecutor } from '../../../server/ssr/page/preload.ts';
import type { ResultCache } from '../../../server/ssr/page/result-cache.ts';
import { createTema } from '../../../server/tema/tema.ts';
import type { Exchange } from '../../../shared/cache/exchange.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { publicSettings } from '../../support/pages/public-settings.ts';
import { SILENT_LOG, UNOBSERVED } from '../../support/silent-log.ts';
import { type MissData, openDemonstration, readMissData } from './miss-data.ts';
import { staticTree } from './static-tree.ts';

const [name = 'minimal', file = '', directory = '', address = '/'] = process.argv.slice(2);
const kind = name.replace(/-rendered$/, '');

/** Milliseconds of an operation, by kind of server. `streamed`: later than the time in which an answer in one go is waited for. */
const DELAYS_MS: Readonly<Record<string, number>> = { streamed: 8, distant: 50 };

const root = path.resolve(import.meta.dirname, '../../..');

function preparedBackend({ results }: MissData, delayMs: number): OperationExecutor {
  return {
    execute: async ({ operationName }) => {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      return { kind: 'data', json: results[operationName ?? ''] ?? '{}' };
    },
  };
}

/** Settles as the cache would have it: the document is made and dropped. */
const EXCHANGE: Exchange = { hasFallback: false, settle: () => undefined };

async function siteApp(data: MissData, backend: OperationExecutor, results: ResultCache | null = null): Promise<RequestListener> {
  const manifest = JSON.parse(await readFile(path.join(root, 'dist/client/.vite/manifest.json'), 'utf8')) as Manifest;
  const bundle = (await import(pathToFileURL(path.join(root, 'dist/server/entry-server.js')).href)) as {
    createSiteRenderer(): Renderer;
  };
  const renderer = bundle.createSiteRenderer();
  const assets = manifestAssets(manifest);
  const estado = () => data.estado;
  const icons = createIconSource(installedCollections());
  const { handler, sendErrorPage } = createSsr({
    backend,
    texts: QUERY_TEXTS,
    results,
    sessionOf: () => Promise.resolve(null),
    redirect: () => null,
    routes: ROUTES,
    fixedParts: kind === name,
    deadlineMs: 8_000,
    log: SILENT_LOG,
    boundary: () => undefined,
    observe: UNOBSERVED,
    renderer: () => renderer,
    assets,
    fonts: assets.fonts,
    state: estado,
    temaHref: createTema({ siteState: estado }).href,
    settings: publicSettings({ build: 'bench', buildPollMs: 3_600_000 }),
    resolveIcons: (names) => icons.iconsFor(names),
    https: true,
    reports: false,
    development: false,
    frameSources: [],
    tileSources: [],
    translatorSources: [],
  });
  return createApp({
    trustProxy: 0,
    context: requestContext(SILENT_LOG),
    security: securityHeaders({ https: true }),
    errors: errorHandler(SILENT_LOG, sendErrorPage),
    uncompressed: [],
    compressed: [],
    pages: (req, res) => {
      carryExchange(req, EXCHANGE);
      return handler(req, res);
    },
  });
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function textOf(url: string): Promise<string> {
  const message = await new Promise<IncomingMessage>((resolve, reject) => get(url, { agent: false }, resolve).once('error', reject));
  if (message.statusCode !== 200) throw new Error(`${url}: ${message.statusCode}`);
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

/** The page as the site settles it, without its data. */
async function minimalApp(data: MissData): Promise<RequestListener> {
  const site = await listen(await siteApp(data, preparedBackend(data, 0)));
  const html = await textOf(`http://127.0.0.1:${portOf(site)}${address}`);
  site.close();
  const tree = staticTree(html.replaceAll(/<script type="application\/json".*?<\/script>/gs, ''));
  const app = express();
  app.get('/{*any}', (_req, res) => {
    const stream = renderToPipeableStream(tree, {
      onShellReady: () => {
        res.setHeader('Content-Type', 'text/html; charset=utf-8');
        stream.pipe(res);
      },
    });
  });
  return app;
}

async function listenerOf(data: MissData): Promise<RequestListener> {
  switch (kind) {
    case 'minimal':
      return minimalApp(data);
    case 'embedded':
      return siteApp(data, await openDemonstration(directory));
    case 'postgres':
      return siteApp(data, await openDemonstration(directory, process.env['BENCH_DATABASE_URL']));
    case 'kept':
      return siteApp(data, await openDemonstration(directory), createResultCaches({ secondsUntilNext: () => undefined }).results);
    default:
      return siteApp(data, preparedBackend(data, DELAYS_MS[kind] ?? 0));
  }
}

const server = await listen(await listenerOf(await readMissData(file)));
process.send?.({ port: portOf(server) });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicroseconds: user + system });
});
process.on('disconnect', () => process.exit());
