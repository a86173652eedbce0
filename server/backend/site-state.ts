/**
 * The state that every page shows (menus, contacts, sections, settings), held in process so that no page waits for it. It is loaded before
 * the server is ready, again when one of its rows changes, and every few minutes because a publication date raises no event.
 */
import { SITE_STATE_TABLES } from '../../shared/content/content-rules.ts';
import { QUERY_TEXTS } from '../../shared/graphql/generated/all.ts';
import { EMPTY_SITE_STATE, type SiteState } from '../../shared/site-state/site-state.ts';
import type { Timers } from '../../shared/time/timers.ts';
import type { Logger } from '../observability/log.ts';
import { type ChangeEvent, type ContentBackend, PUBLIC_CALLER } from './backend.ts';
import { startBackgroundRefresh } from './background-refresh.ts';
import { logoFileId, type PictureSize, parsePictureSize, parseSiteState, UNKNOWN_SIZE } from './site-state-parser.ts';

export interface SiteStateHolder {
  /** The newest state that could be loaded. */
  current(): SiteState;
  /** Resolves after a load that began after this call. @throws the backend's failure; the old state stays. */
  refresh(): Promise<void>;
  /** Starts a load whose failure is logged and tried again later. */
  refreshInBackground(): void;
  /** Calls `listener` after each load that changed the state, until the returned function is called. */
  onRefresh(listener: (state: SiteState) => void): () => void;
  close(): void;
}

export interface SiteStateOptions {
  readonly backend: ContentBackend;
  readonly log: Logger;
  /** What a new state waits for before it takes the place of the old one. Does not reject. */
  readonly after?: () => Promise<void>;
  /** The process's timers unless a test brings its own. */
  readonly timers?: Timers;
}

const STATE_TABLES: ReadonlySet<string> = new Set(SITE_STATE_TABLES);

/** Milliseconds after which a publication date or the end of a term shows at the latest. */
const REFRESH_EVERY_MS = 300_000;

/** Loads the state and keeps it fresh. @throws when the first load fails. */
export async function createSiteStateHolder(options: SiteStateOptions): Promise<SiteStateHolder> {
  const { backend, log, timers, after = async () => {} } = options;
  const listeners = new Set<(state: SiteState) => void>();
  let loaded = NOTHING;
  let closed = false;
  const loadOnce = async (): Promise<void> => {
    const [next] = await Promise.all([load(backend, log), loaded === NOTHING ? undefined : after()]);
    if (closed || next.json === loaded.json) return;
    loaded = next;
    for (const listener of listeners) listener(next.state);
  };
  const refreshing = startBackgroundRefresh({
    load: loadOnce,
    nextInMs: () => REFRESH_EVERY_MS,
    failure: 'site state could not be refreshed; the old one stays',
    log,
    timers,
  });
  // Before the first load, since a change during it is told once.
  const stop = backend.onChange((event) => {
    if (touchesState(event)) refreshing.refreshInBackground();
  });
  const close = (): void => {
    closed = true;
    stop();
    refreshing.close();
    listeners.clear();
  };
  try {
    await refreshing.refresh();
  } catch (error) {
    close();
    throw error;
  }
  return {
    current: () => loaded.state,
    refresh: refreshing.refresh,
    refreshInBackground: refreshing.refreshInBackground,
    onRefresh(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close,
  };
}

interface Loaded {
  readonly state: SiteState;
  /** What the backend answered; equal text means an equal state. */
  readonly json: string;
}

/** Before the first load has ended. */
const NOTHING: Loaded = { state: EMPTY_SITE_STATE, json: '' };

async function load(backend: ContentBackend, log: Logger): Promise<Loaded> {
  const json = await queryJson(backend, 'EstadoDoSite', {});
  const logo = await logoSize(backend, json, log);
  const demonstration = backend.isDemonstration();
  return { state: parseSiteState(json, demonstration, logo), json: `${demonstration}${JSON.stringify(logo)}${json}` };
}

/** The size that the pages reserve for the logo. Specification section 8: a failure is logged and gives zero. */
async function logoSize(backend: ContentBackend, json: string, log: Logger): Promise<PictureSize> {
  const id = logoFileId(json);
  if (id === null) return UNKNOWN_SIZE;
  try {
    const size = parsePictureSize(await queryJson(backend, 'ImagensDoSite', { ids: [id] }));
    if (size === UNKNOWN_SIZE) log.warn({ arquivo: id }, 'the logo has no width or height in its metadata; its sizes are taken as zero');
    return size;
  } catch (error) {
    log.warn({ arquivo: id, err: error }, "the logo's metadata could not be read; its sizes are taken as zero");
    return UNKNOWN_SIZE;
  }
}

/** Returns the JSON text of an operation's data. @throws the backend's failure. */
async function queryJson(
  backend: ContentBackend,
  operation: 'EstadoDoSite' | 'ImagensDoSite',
  variables: Record<string, unknown>,
): Promise<string> {
  const answer = await backend.execute({ query: QUERY_TEXTS[operation], variables, operationName: operation }, { caller: PUBLIC_CALLER });
  if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message ?? `the backend refused ${operation}`);
  return answer.json;
}

function touchesState(event: ChangeEvent): boolean {
  return event.kind === 'gap' || event.changes.some((change) => STATE_TABLES.has(change.table));
}
