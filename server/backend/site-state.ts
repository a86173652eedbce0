/**
 * The state that every page shows (menus, contacts, sections, settings), held in process so that no page waits for it. It is loaded before
 * the server says that it is ready, again when a row behind it changes, and now and then because publication dates arrive without an event.
 */
import type { EstadoDoSite } from '../../shared/estado/estado.ts';
import { QUERY_TEXTS } from '../../shared/graphql/generated/all.ts';
import type { Logger } from '../observability/log.ts';
import { type ChangeEvent, type ContentBackend, PUBLIC_CALLER } from './backend.ts';
import { keepFresh, type Schedule } from './keep-fresh.ts';
import { parseSiteState } from './site-state-parser.ts';

export interface SiteState {
  /** The newest state that could be loaded. */
  current(): EstadoDoSite;
  /** Resolves after a load that began after this call. @throws the backend's failure; the old state stays. */
  refresh(): Promise<void>;
  /** Starts a load whose failure is logged and tried again later. */
  refreshInBackground(): void;
  /** Calls `listener` after each load that changed the state, until the returned function is called. */
  onRefresh(listener: (state: EstadoDoSite) => void): () => void;
  close(): void;
}

export interface SiteStateOptions {
  readonly backend: ContentBackend;
  readonly log: Logger;
  /** The process's timers unless a test brings its own. */
  readonly schedule?: Schedule;
}

/** Tables whose rows are part of the state. */
const TABLES: ReadonlySet<string> = new Set([
  'configuracao_site',
  'menu_item',
  'secao_lai',
  'categoria_documento',
  'documento',
  'contato',
  'orgao_colegiado',
  'membro_orgao',
  'pessoa',
]);

/** Longest time that a publication date or the end of a term goes unnoticed. */
const REFRESH_EVERY_MS = 300_000;

/** Loads the state and keeps it fresh. @throws when the first load fails. */
export async function createSiteState(options: SiteStateOptions): Promise<SiteState> {
  const { backend, log, schedule } = options;
  const listeners = new Set<(state: EstadoDoSite) => void>();
  let loaded = await load(backend);
  let closed = false;

  const refreshOnce = async (): Promise<void> => {
    const next = await load(backend);
    if (closed || next.json === loaded.json) return;
    loaded = next;
    for (const listener of listeners) listener(next.state);
  };
  const freshness = keepFresh({
    load: refreshOnce,
    nextInMs: () => REFRESH_EVERY_MS,
    failure: 'site state could not be refreshed; the old one stays',
    log,
    schedule,
  });
  const stopListening = backend.onChange((event) => {
    if (touchesState(event)) freshness.refreshInBackground();
  });

  return {
    current: () => loaded.state,
    refresh: freshness.refresh,
    refreshInBackground: freshness.refreshInBackground,
    onRefresh(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      stopListening();
      freshness.close();
      listeners.clear();
    },
  };
}

interface Loaded {
  readonly state: EstadoDoSite;
  /** What the backend answered, to tell a change from a repetition. */
  readonly json: string;
}

async function load(backend: ContentBackend): Promise<Loaded> {
  const request = { query: QUERY_TEXTS.EstadoDoSite, variables: {}, operationName: 'EstadoDoSite' };
  const answer = await backend.execute(request, { caller: PUBLIC_CALLER });
  if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message ?? 'the backend refused the site state');
  const { demonstration } = backend;
  return { state: parseSiteState(answer.json, demonstration), json: `${demonstration}${answer.json}` };
}

function touchesState(event: ChangeEvent): boolean {
  return event.kind === 'gap' || event.changes.some((change) => TABLES.has(change.table));
}
