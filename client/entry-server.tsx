/**
 * The only door from the server to the client's tree. server/ssr loads the bundle of this module and renders through it; all that is
 * Node's (sockets, streams, headers) stays on the other side.
 */
import type { ReactElement } from 'react';
import { type PipeableStream, type RenderToPipeableStreamOptions, renderToPipeableStream, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { PublicSettings } from '../shared/builds/document-blocks.ts';
import type { PageState } from '../shared/builds/payload.ts';
import type { AnyRoute } from '../shared/routes/define.ts';
import type { Layout, OperationCall, RouteInput } from '../shared/routes/types.ts';
import type { SiteState } from '../shared/site-state/site-state.ts';
import { App } from './app.tsx';
import type { IconesPorNome } from './components/media/icon/icons-context.ts';
import { createFixedParts, type FixedParts, type KeptFrame } from './fast/fixed-parts.ts';
import { type PartesFixas, PartesFixasContext } from './fast/fixed-parts-html.ts';
import { PAGES } from './pages/registry.ts';
import type { ErrorPage, HeldResult, Page, PageLoaders, PageModule, RoutePage, SiteRoute } from './routing/page.ts';
import { routeCalls } from './routing/route-calls.ts';
import { completeState, pageStateOf } from './site-state/page-state.ts';

export type { IconesPorNome } from './components/media/icon/icons-context.ts';
export type { HeldResult, SiteRoute } from './routing/page.ts';

/** What every document of the site is rendered with: the page state, its icons, the settings and the stylesheets. */
export interface DocumentContext {
  readonly state: PageState;
  readonly icons: IconesPorNome;
  readonly settings: PublicSettings;
  readonly styles: readonly string[];
  readonly temaHref: string | null;
  readonly noScriptStyle: string | null;
}

export interface PageRequest extends DocumentContext {
  readonly route: SiteRoute;
  readonly input: RouteInput;
  readonly main: unknown;
  /** The route's operation `index` as it stands. */
  readonly result: (index: number) => HeldResult;
}

export interface ErrorRequest extends DocumentContext {
  readonly layout: Layout;
  readonly status: number;
  readonly message: string;
  readonly requestId: string | null;
}

export type RenderOptions = Pick<RenderToPipeableStreamOptions, 'nonce' | 'onShellReady' | 'onShellError' | 'onAllReady' | 'onError'>;

/** One page over its results. Its settled document is put together from the stream; only where that fails is it rendered twice. */
export interface PreparedPage {
  render(options: RenderOptions): PipeableStream;
  /**
   * Renders at once what needs nothing more; null when a part of it suspended or failed. The same markup as `render` without the document
   * type, at a third of its price: nothing is cut into chunks.
   */
  renderWhole(): string | null;
  /** Takes note of the whole page that the pieces of `render` came to, as of one that `renderWhole` has drawn. */
  adopt(html: string): void;
}

export interface Renderer {
  routeCalls(route: AnyRoute, input: RouteInput): readonly OperationCall[];
  pageStateOf(state: SiteState, layout: Layout, routeId: string | null): PageState;
  preparePage(request: PageRequest): Promise<PreparedPage>;
  renderError(request: ErrorRequest, options: RenderOptions): PipeableStream;
}

/** Makes a renderer over a set of pages. */
export function createRenderer(pages: PageLoaders): Renderer {
  const frames = createFixedParts();
  const loaded = new Map<string, PageModule>();
  const load = async (id: string): Promise<PageModule> => {
    const loader = pages[id];
    if (loader === undefined) throw new Error(`route ${id} has no page in the registry`);
    const module = await loader();
    loaded.set(id, module);
    return module;
  };
  return {
    routeCalls,
    pageStateOf,
    preparePage: async (request) => {
      const { id } = request.route;
      return preparePage(loaded.get(id) ?? (await load(id)), frames, request);
    },
    renderError: (request, options) => {
      const page: ErrorPage = { kind: 'error', href: '', ...request, state: completeState(request.state) };
      return renderApp(page, request, {}, options);
    },
  };
}

/** Makes the renderer of the site's own pages. */
export function createSiteRenderer(): Renderer {
  return createRenderer(PAGES);
}

function preparePage({ Pagina }: PageModule, frames: FixedParts, request: PageRequest): PreparedPage {
  const { result } = request;
  const page: RoutePage = {
    kind: 'page',
    href: request.input.path,
    route: request.route,
    input: request.input,
    calls: routeCalls(request.route, request.input),
    operationState: (index) => {
      const held = result(index);
      return held.kind === 'pending' ? held.ended : held.kind;
    },
    results: result,
    main: request.main,
    state: completeState(request.state),
    icons: request.icons,
    Pagina,
    client: null,
  };
  const kept = frames.of(page, request.state);
  return {
    render: (options) => renderApp(page, request, kept.parts(), options),
    renderWhole: () => renderWhole(page, request, kept),
    adopt: (html) => kept.keep(html),
  };
}

function renderApp(page: Page, context: DocumentContext, parts: PartesFixas, options: RenderOptions): PipeableStream {
  // Parts that are ready go where they belong, however large: outlining them would need an inline script to move them.
  return renderToPipeableStream(treeOf(page, context, parts), { ...options, progressiveChunkSize: Number.POSITIVE_INFINITY });
}

/**
 * The end of `<!--$!-->`, with which React marks a boundary that the browser is to draw: what was in it suspended or threw. Looked for
 * from its rarest sign, a page is searched in a fifteenth of the time. React escapes `>`; content that holds these signs unescaped costs
 * the other renderer's time, nothing else.
 */
const UNFINISHED = '$!-->';

function renderWhole(page: Page, context: DocumentContext, frame: KeptFrame): string | null {
  const html = renderToString(treeOf(page, context, frame.parts()));
  if (html.includes(UNFINISHED)) return null;
  frame.keep(html);
  return html;
}

function treeOf(page: Page, context: DocumentContext, parts: PartesFixas): ReactElement {
  const { settings, styles, temaHref, noScriptStyle } = context;
  return (
    <StaticRouter location={page.href}>
      <PartesFixasContext value={parts}>
        <App page={page} settings={settings} styles={styles} temaHref={temaHref} noScriptStyle={noScriptStyle} />
      </PartesFixasContext>
    </StaticRouter>
  );
}
