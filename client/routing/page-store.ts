/**
 * The pages that this document has loaded, by address. What a link preview has loaded is what the click uses; going back finds what was
 * there.
 */
import type { PageState } from '../../shared/builds/payload.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import type { RoutePage } from './page.ts';
import type { LoadedPage } from './page-loader.ts';

export interface PageStoreOptions {
  /** Loads a page; `known` is the site state so far. Never rejects. */
  readonly load: (href: string, known: PageState) => Promise<LoadedPage>;
  /** Loads a page ahead of time, or null when that is not worth it. Never rejects. */
  readonly preview: (href: string, known: PageState) => Promise<LoadedPage | null>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface PageStore {
  /** Puts the page of the first document in. */
  seed(page: RoutePage): void;
  /** Loads a page for a navigation; a copy that is still young is used again, a preview under way is waited for. */
  load(href: string): Promise<LoadedPage>;
  /** Loads a page ahead of time. Resolves when that has ended, well or badly. */
  preview(href: string): Promise<void>;
  /** Returns a page that was loaded before, however old, or the promise of it: the same one for each call until it is there. */
  read(href: string): LoadedPage | Promise<LoadedPage>;
  /** Forgets all pages and the site state: another user has signed in, or the user has signed out. What is being loaded for the last person is loaded again. */
  clear(): void;
}

/** Milliseconds for which a new navigation may use a loaded page: long enough for a preview, short enough for fresh content. */
const YOUNG_MS = 60_000;

/** Pages kept for going back. */
const MAX_PAGES = 40;

interface Entry {
  readonly at: number;
  readonly loaded: LoadedPage;
}

/** Makes the store of a document. */
export function createPageStore({ load, preview, now }: PageStoreOptions): PageStore {
  const entries = new Map<string, Entry>();
  const pending = new Map<string, Promise<LoadedPage>>();
  const previews = new Map<string, Promise<void>>();
  /** Counts the people for whom pages were loaded. */
  let session = 0;
  let known: PageState = {};
  let shownHref = '';

  const keep = (href: string, loaded: LoadedPage): void => {
    if (loaded.kind === 'ready' && loaded.page.kind === 'page') known = { ...known, ...filledParts(loaded.page.state) };
    entries.delete(href);
    entries.set(href, { at: now(), loaded });
    // The page on the screen is never removed, because reading it again would suspend the whole document.
    const oldest = [...entries.keys()].find((key) => key !== shownHref);
    if (entries.size > MAX_PAGES && oldest !== undefined) entries.delete(oldest);
  };
  const start = (href: string): Promise<LoadedPage> => {
    const begun = session;
    const promise: Promise<LoadedPage> = load(href, known).then((loaded) => {
      if (begun !== session) return pending.get(href) ?? start(href);
      pending.delete(href);
      keep(href, loaded);
      return loaded;
    });
    pending.set(href, promise);
    return promise;
  };
  const young = (href: string): LoadedPage | null => {
    const entry = entries.get(href);
    const good = entry?.loaded.kind === 'ready' && entry.loaded.page.kind === 'page' && now() - entry.at < YOUNG_MS;
    return good ? entry.loaded : null;
  };
  return {
    seed: (page) => {
      shownHref = page.href;
      keep(page.href, { kind: 'ready', page });
    },
    load: async (href) => {
      await previews.get(href);
      return young(href) ?? pending.get(href) ?? start(href);
    },
    preview: async (href) => {
      if (young(href) !== null || pending.has(href) || previews.has(href)) return;
      const begun = session;
      const loading = preview(href, known).then((loaded) => {
        if (begun !== session) return;
        previews.delete(href);
        if (loaded !== null && !pending.has(href)) keep(href, loaded);
      });
      previews.set(href, loading);
      await loading;
    },
    read: (href) => {
      shownHref = href;
      return entries.get(href)?.loaded ?? pending.get(href) ?? start(href);
    },
    clear: () => {
      session++;
      entries.clear();
      pending.clear();
      previews.clear();
      known = {};
    },
  };
}

/** Fields that a page state leaves out are empty lists; they must not replace fields that an earlier page brought. */
function filledParts(state: SiteState): PageState {
  return Object.fromEntries(Object.entries(state).filter(([, part]) => !Array.isArray(part) || part.length > 0));
}
