/**
 * The only door from the server to the client's tree. server/ssr loads the bundle of this module and renders through it; all that is
 * Node's (sockets, streams, headers) stays on the other side.
 */
import type { ReactElement } from 'react';
import { type PipeableStream, type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { PublicSettings } from '../shared/builds/document-blocks.ts';
import type { ParteDoEstado } from '../shared/builds/payload.ts';
import type { EstadoDoSite } from '../shared/estado/estado.ts';
import type { AnyRoute } from '../shared/routes/define.ts';
import type { Layout, OperationCall, RouteInput } from '../shared/routes/types.ts';
import { documentOf } from './apollo/documents.ts';
import { createServerClient, type OperationResolver } from './apollo/server-client.ts';
import { App } from './app.tsx';
import type { IconesPorNome } from './components/icones-context.ts';
import { estadoCompleto, parteDoEstado } from './estado/parte-do-estado.ts';
import { PAGES } from './pages/registry.ts';
import type { ErrorPage, OperationProgress, Page, PageLoaders, RoutePage, SiteRoute } from './routing/page.ts';
import { routeCalls } from './routing/route-calls.ts';

export type { OperationResolver } from './apollo/server-client.ts';
export type { IconesPorNome } from './components/icones-context.ts';
export type { SiteRoute } from './routing/page.ts';

/** What every document of the site is drawn with. */
export interface Surroundings {
  readonly estado: ParteDoEstado;
  readonly icones: IconesPorNome;
  readonly settings: PublicSettings;
  readonly styles: readonly string[];
  readonly temaHref: string | null;
  readonly noScriptStyle: string | null;
}

export interface PageRequest extends Surroundings {
  readonly route: SiteRoute;
  readonly input: RouteInput;
  readonly main: unknown;
  readonly resolve: OperationResolver;
  /** State of the route's operation `index`. */
  readonly operationState: (index: number) => OperationProgress;
}

export interface ErrorRequest extends Surroundings {
  readonly layout: Layout;
  readonly status: number;
  readonly mensagem: string;
  readonly pedido: string | null;
}

export type RenderOptions = Pick<RenderToPipeableStreamOptions, 'nonce' | 'onShellReady' | 'onShellError' | 'onAllReady' | 'onError'>;

/** One page with its own cache. It may be rendered twice: streamed, then settled. */
export interface PreparedPage {
  /** Puts the result of the route's operation `index` in the cache, so that its reader does not suspend. */
  warm(index: number, data: Readonly<Record<string, unknown>>): void;
  render(options: RenderOptions): PipeableStream;
  /** Stops what the cache still watches. Call once, when no render will follow. */
  dispose(): void;
}

export interface Renderer {
  routeCalls(route: AnyRoute, input: RouteInput): readonly OperationCall[];
  parteDoEstado(estado: EstadoDoSite, layout: Layout, rotaId: string | null): ParteDoEstado;
  preparePage(request: PageRequest): Promise<PreparedPage>;
  renderError(request: ErrorRequest, options: RenderOptions): PipeableStream;
}

/** Makes a renderer over a set of pages. */
export function createRenderer(pages: PageLoaders): Renderer {
  return {
    routeCalls,
    parteDoEstado,
    preparePage: (request) => preparePage(pages, request),
    renderError: (request, options) => {
      const page: ErrorPage = { kind: 'error', href: '', ...request, estado: estadoCompleto(request.estado) };
      return renderApp(page, request, options);
    },
  };
}

/** Makes the renderer of the site's own pages. */
export function createSiteRenderer(): Renderer {
  return createRenderer(PAGES);
}

async function preparePage(pages: PageLoaders, request: PageRequest): Promise<PreparedPage> {
  const load = pages[request.route.id];
  if (load === undefined) throw new Error(`route ${request.route.id} has no page in the registry`);
  const { Pagina, documents } = await load();
  const calls = routeCalls(request.route, request.input);
  const client = createServerClient(request.resolve);
  const page: RoutePage = {
    kind: 'page',
    href: request.input.path,
    route: request.route,
    input: request.input,
    calls,
    operationState: request.operationState,
    main: request.main,
    estado: estadoCompleto(request.estado),
    icones: request.icones,
    Pagina,
    client,
  };
  return {
    warm: (index, data) => {
      const call = calls[index];
      const document = call === undefined ? null : documentOf(documents, call);
      if (call !== undefined && document !== null) client.writeQuery({ query: document, variables: call.variables, data });
    },
    render: (options) => renderApp(page, request, options),
    dispose: () => client.stop(),
  };
}

function renderApp(page: Page, surroundings: Surroundings, options: RenderOptions): PipeableStream {
  const { settings, styles, temaHref, noScriptStyle } = surroundings;
  const tree: ReactElement = (
    <StaticRouter location={page.href}>
      <App page={page} settings={settings} styles={styles} temaHref={temaHref} noScriptStyle={noScriptStyle} />
    </StaticRouter>
  );
  // Parts that are ready go where they belong, however large: outlining them would need an inline script to move them.
  return renderToPipeableStream(tree, { ...options, progressiveChunkSize: Number.POSITIVE_INFINITY });
}
