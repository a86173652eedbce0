/**
 * What every document is made from besides its own data: renderer, assets, site state, settings, colours, icons. It is the same for every
 * render of a route until the site's state changes, so it is made once for each state.
 */
import type { DocumentContext, Renderer } from '../../../client/entry-server.tsx';
import { bootBlock, type PublicSettings } from '../../../shared/builds/document-blocks.ts';
import { escapeHtml } from '../../../shared/html/escape.ts';
import type { AnyRoute } from '../../../shared/routes/define.ts';
import type { Layout } from '../../../shared/routes/types.ts';
import { EMPTY_SITE_STATE, type SiteState } from '../../../shared/site-state/site-state.ts';
import { withdrawsPersonalData } from '../../../shared/site-state/withdrawal.ts';
import type { Assets, DocumentAssets } from './assets.ts';
import { iconNames } from './icon-names.ts';
import type { IconResolver } from './page-icons.ts';
import { createPageStateStore } from './page-state-store.ts';

export interface DocumentSourcesOptions {
  /** Asked for each document: development reloads it, production returns the same one. */
  readonly renderer: () => Renderer | Promise<Renderer>;
  readonly assets: Assets;
  readonly state: () => SiteState;
  readonly temaHref: () => string | null;
  readonly settings: PublicSettings;
  readonly routes: readonly AnyRoute[];
  readonly resolveIcons?: IconResolver;
}

/** What the documents of one route share. */
export interface DocumentFrame {
  /** Its icons are those of the state. */
  readonly context: DocumentContext;
  /**
   * The state as routes read it: that of the document, with nothing in the place of what it leaves out, so that head and breadcrumb agree on
   * server and browser.
   */
  readonly state: SiteState;
  /** Address of its page state. */
  readonly pageStateHref: string;
  /** The boot block that lets the browser draw the same document. */
  readonly boot: string;
  /** The script elements that start the page's modules. */
  readonly scripts: string;
}

export interface DocumentSources {
  readonly renderer: () => Promise<Renderer>;
  readonly state: () => SiteState;
  readonly temaHref: () => string | null;
  readonly settings: PublicSettings;
  readonly resolveIcons: IconResolver;
  /** Returns the frame for the state as it is now; `routeId` is null for an error screen. */
  frame(renderer: Renderer, layout: Layout, routeId: string | null): Promise<DocumentFrame>;
  /** Returns the JSON of a page state that a stored document names or a new one would name; null for any other hash. */
  pageStateJson(hash: string): Promise<Buffer | null>;
}

/** What all frames are made from; a change of it makes new ones. */
interface Revision {
  readonly drawer: Renderer;
  readonly state: SiteState;
  readonly temaHref: string | null;
}

export function createDocumentSources(options: DocumentSourcesOptions): DocumentSources {
  const { assets, settings, state, temaHref } = options;
  const resolveIcons = options.resolveIcons ?? (() => ({}));
  const pageStates = createPageStateStore();
  let revision: Revision | null = null;
  let frames = new Map<string, DocumentFrame>();
  /** Contexts by the address of the page state: routes with equal page states share one object, so fixed parts drawn for one route serve the others. */
  let contexts = new Map<string, Pick<DocumentContext, 'state' | 'icons'>>();
  let complete = false;
  const renderer = async (): Promise<Renderer> => options.renderer();

  const startRevision = (drawer: Renderer): void => {
    const current: Revision = { drawer, state: state(), temaHref: temaHref() };
    if (revision !== null && isSameRevision(revision, current)) return;
    // The address of a past page state would still answer with what has been withdrawn.
    if (revision !== null && withdrawsPersonalData(revision.state, current.state)) pageStates.clear();
    revision = current;
    frames = new Map();
    contexts = new Map();
    complete = false;
  };
  const frame: DocumentSources['frame'] = async (drawer, layout, routeId) => {
    const files = assets.forRoute(routeId);
    // Production does not wait here, so the state cannot change before this function ends.
    const own = files instanceof Promise ? await files : files;
    startRevision(drawer);
    const key = `${layout} ${routeId ?? ''} ${own.styles.join(' ')}`;
    const known = frames.get(key);
    if (known !== undefined) return known;
    const made = makeFrame(drawer.pageStateOf(state(), layout, routeId), own);
    frames.set(key, made);
    return made;
  };
  const makeFrame = (state: DocumentContext['state'], files: DocumentAssets): DocumentFrame => {
    const { styles, noScriptStyle, modules, scripts } = files;
    const own = { state, icons: resolveIcons(iconNames([state])) };
    const pageStateHref = pageStates.keep({ estado: state, icones: own.icons });
    const shared = contexts.get(pageStateHref) ?? own;
    contexts.set(pageStateHref, shared);
    const tema = temaHref();
    return {
      pageStateHref,
      context: { ...shared, settings, styles, temaHref: tema, noScriptStyle },
      state: { ...EMPTY_SITE_STATE, ...shared.state },
      boot: bootBlock({ settings, pageStateHref, styles, temaHref: tema, modules }),
      scripts: scriptElements(scripts),
    };
  };
  return {
    renderer,
    state,
    temaHref,
    settings,
    resolveIcons,
    frame,
    async pageStateJson(hash) {
      const drawer = await renderer();
      startRevision(drawer);
      const kept = pageStates.find(hash);
      if (kept !== null || complete) return kept;
      // A document of another replica, or of this one before a restart, may name it.
      for (const { layout, id } of options.routes) await frame(drawer, layout, id);
      complete = true;
      return pageStates.find(hash);
    },
  };
}

function isSameRevision(one: Revision, other: Revision): boolean {
  return one.drawer === other.drawer && one.state === other.state && one.temaHref === other.temaHref;
}

/** One script is `async`: a module without it runs only at the end of the stream. Several must run in order (development). */
function scriptElements(scripts: readonly string[]): string {
  const attributes = scripts.length === 1 ? 'type="module" async' : 'type="module"';
  return scripts.map((src) => `<script ${attributes} src="${escapeHtml(src)}"></script>`).join('');
}
