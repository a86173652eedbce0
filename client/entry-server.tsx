/**
 * The only entry from the server into the client's tree. server/rendering.ts loads the bundle of this module, and server/ssr renders through it; all that is
 * Node's (sockets, streams, headers) stays on the other side.
 */
import type { ReactElement } from 'react';
import { type PipeableStream, type RenderToPipeableStreamOptions, renderToPipeableStream, renderToString } from 'react-dom/server';
import type { PublicSettings } from '../shared/builds/document-blocks.ts';
import type { PageState } from '../shared/builds/payload.ts';
import type { AnyRoute } from '../shared/routes/define.ts';
import type { Layout, OperationCall, RouteInput } from '../shared/routes/types.ts';
import type { PageSession } from '../shared/session/page-session.ts';
import type { SiteState } from '../shared/site-state/site-state.ts';
import { structuredData } from '../shared/structured-data/structured-data.ts';
import type { HeldResult } from './apollo/queries.ts';
import { App } from './app.tsx';
import type { IconsByName } from './components/media/icon/bundled-icons.ts';
import { createFixedParts, type FixedParts, NO_FIXED_PARTS, type PageFixedParts } from './fast/fixed-parts.ts';
import { FixedPartsContext, type FixedPartsHtml } from './fast/fixed-parts-context.ts';
import { CASE_PAGES } from './pages/case-registry.ts';
import { PAGES } from './pages/registry.ts';
import { documentHead } from './routing/document-head.ts';
import {
  type ErrorPage,
  type Page,
  type PageLoaders,
  type PageModule,
  type RoutePage,
  routeCalls,
  type SiteRoute,
} from './routing/page.ts';
import { completeState, pageStateOf, stateOfPage } from './site-state/page-state.ts';

export type { HeldResult } from './apollo/queries.ts';
export type { IconsByName } from './components/media/icon/bundled-icons.ts';
export type { SiteRoute } from './routing/page.ts';

/** What every document of the site is rendered with: the page state, its icons, the settings and the stylesheets. */
export interface DocumentContext {
  readonly state: PageState;
  readonly icons: IconsByName;
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
  /** Null for a page that any visitor may get. */
  readonly session: PageSession | null;
  /** Writes the parts that pages have in common from memory (client/fast). It only saves time: without it the documents are the same. */
  readonly fixedParts: boolean;
}

export type ErrorRequest = DocumentContext & Pick<ErrorPage, 'layout' | 'status' | 'message' | 'requestId' | 'list'>;

export type RenderOptions = Pick<RenderToPipeableStreamOptions, 'nonce' | 'onShellReady' | 'onShellError' | 'onAllReady' | 'onError'>;

/** One page over its results. */
export interface PreparedPage {
  render(options: RenderOptions): PipeableStream;
  /**
   * Renders in one call what waits for nothing; null when a part of it suspended or failed. The same markup as `render` without the document
   * type, in a third of the time: nothing is cut into chunks.
   */
  renderWhole(): string | null;
  /** Returns the text of the page's JSON-LD with the data of its main operation; null for a page that has none. */
  structuredData(main: unknown): string | null;
}

export interface Renderer {
  routeCalls(route: AnyRoute, input: RouteInput): readonly OperationCall[];
  pageStateOf(state: SiteState, layout: Layout, routeId: string | null): PageState;
  preparePage(request: PageRequest): Promise<PreparedPage>;
  renderError(request: ErrorRequest, options: RenderOptions): PipeableStream;
}

/** Makes a renderer over a set of pages. */
export function createRenderer(pages: PageLoaders): Renderer {
  const fixedParts = createFixedParts();
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
      return preparePage(loaded.get(id) ?? (await load(id)), fixedParts, request);
    },
    renderError: (request, options) => {
      const page: ErrorPage = { kind: 'error', href: '', ...request, state: completeState(request.state) };
      return startStream(treeOf(page, request, {}, null), options);
    },
  };
}

/** Makes the renderer of the site's own pages. Those of a citizen's case are drawn here alone: no browser loads them. */
export function createSiteRenderer(): Renderer {
  return createRenderer({ ...PAGES, ...CASE_PAGES });
}

function preparePage({ PageComponent, PageOpening }: PageModule, fixedParts: FixedParts, request: PageRequest): PreparedPage {
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
    state: stateOfPage(request.state, request),
    icons: request.icons,
    PageComponent,
    PageOpening,
    operations: null,
  };
  const parts = request.fixedParts ? fixedParts.of(page, request.state) : NO_FIXED_PARTS;
  return {
    render: (options) => startStream(treeOf(page, request, parts.html(), request.session), options),
    renderWhole: () => renderWhole(page, request, parts),
    structuredData: (main) => dataOf(page, request, main),
  };
}

function startStream(tree: ReactElement, options: RenderOptions): PipeableStream {
  // Parts that are ready go where they belong, however large: outlining them would need an inline script to move them.
  return renderToPipeableStream(tree, { ...options, progressiveChunkSize: Number.POSITIVE_INFINITY });
}

/**
 * The end of `<!--$!-->`, with which React marks a boundary that the browser is to render, because its content suspended or threw. A search
 * for these rare characters takes a fifteenth of the time. React escapes `>`; an editor's HTML that holds them only makes the page go
 * through the other renderer.
 */
const UNFINISHED = '$!-->';

function renderWhole(page: Page, request: PageRequest, parts: PageFixedParts): string | null {
  const html = renderToString(treeOf(page, request, parts.html(), request.session));
  if (html.includes(UNFINISHED)) return null;
  parts.remember(html);
  return html;
}

/** Pages that programs are asked to leave alone say nothing to them, nor do those of one visitor. */
function dataOf(page: RoutePage, { settings, session }: PageRequest, main: unknown): string | null {
  if (session !== null) return null;
  const { route, input, state } = page;
  const head = route.head({ input, state, main });
  const { canonical, indexable, siteName } = documentHead(page, head, { settings, session: null });
  if (!indexable || canonical === null) return null;
  return structuredData({
    routeId: route.id,
    address: canonical,
    head,
    main,
    state,
    site: settings.siteUrl,
    siteName: siteName ?? head.title,
  });
}

function treeOf(page: Page, context: DocumentContext, parts: FixedPartsHtml, session: PageSession | null): ReactElement {
  const { settings, styles, temaHref, noScriptStyle } = context;
  return (
    <FixedPartsContext value={parts}>
      <App page={page} session={session} settings={settings} styles={styles} temaHref={temaHref} noScriptStyle={noScriptStyle} />
    </FixedPartsContext>
  );
}
