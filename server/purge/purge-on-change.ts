/**
 * Purges the edge when content changes, so that the next visitor after the change event gets the new text.
 *
 * Rows: the purge takes effect inside the event. A render that began before it cannot store old content, since the edge compares the purge
 * with the moment at which the request to the origin began (decision 0011).
 *
 * State of the site (menus, contacts, counts): the event starts a reload, and every render until its end still shows the old state. So the
 * pages that show the state are purged when the new state is in place, in the same turn of the event loop: a render that began before is
 * older than the purge and never fresh after it; one that begins later reads the new state. A purge before the reload would only have the
 * old state rendered once more. Only pages whose part of the state has changed are purged: most changes of a document leave the menus as
 * they were. A reload that fails is tried again by the state itself, and the purge follows the one that succeeds.
 */
import { FILES_GROUP } from '../../shared/cache/groups.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import type { ChangeEvent, ContentBackend } from '../backend/backend.ts';
import type { Edge, PurgeMode } from '../edge/index.ts';
import type { Logger } from '../observability/log.ts';
import { joinLookups, type Lookups, purgesOf } from './change-purges.ts';
import { countLookups, findRelatedGroups, MAX_LOOKUPS } from './related-rows.ts';
import { type PageStateOf, type StateRoute, statePurges } from './state-purges.ts';

/** The part of the site's state that is needed here. */
export interface WatchedState {
  current(): SiteState;
  onRefresh(listener: (state: SiteState) => void): () => void;
}

export interface PurgeOnChangeOptions {
  readonly backend: Pick<ContentBackend, 'execute' | 'onChange'>;
  readonly siteState: WatchedState;
  readonly edge: Pick<Edge, 'purge'>;
  readonly routes: readonly StateRoute[];
  /** Returns the part of the state that a page carries; the function of the renderer. */
  readonly pageStateOf: PageStateOf;
  readonly log: Logger;
}

export interface ChangePurging {
  /** Resolves when everything that was being looked up at this moment has been purged. Never rejects. */
  settled(): Promise<void>;
  close(): void;
}

/** Starts to purge; goes on until it is closed. */
export function purgeOnChange(options: PurgeOnChangeOptions): ChangePurging {
  const { backend, siteState, edge, log } = options;
  let shown = siteState.current();
  let lookingUp: Promise<void> | null = null;
  let waiting: Lookups = new Map();
  let closed = false;
  const purgeGroups = (groups: Iterable<string>, mode: PurgeMode): void => {
    const list = [...groups];
    if (list.length > 0) edge.purge({ kind: 'groups', groups: list, mode });
  };
  const purgeRelated = async (lookups: Lookups): Promise<void> => {
    if (closed) return;
    try {
      const { hard, soft } = await findRelatedGroups(backend, lookups);
      purgeGroups(hard, 'hard');
      purgeGroups(soft, 'soft');
      log.debug({ hard: hard.length, soft: soft.length }, 'the rows and files around a change were purged');
    } catch (error) {
      // Security fails closed: which files a withdrawal hides is not known, so all of them are purged.
      purgeGroups([FILES_GROUP], 'hard');
      edge.purge({ kind: 'all', mode: 'soft' });
      log.error({ err: error }, 'the rows around a change could not be looked up; everything was purged');
    }
  };
  // One lookup at a time: all that changes during one is in the next, however many events it came in.
  const lookUpAll = async (): Promise<void> => {
    for (let next = waiting; next.size > 0; next = waiting) {
      waiting = new Map();
      await purgeRelated(next);
    }
    lookingUp = null;
  };
  const onRows = (event: Extract<ChangeEvent, { kind: 'rows' }>): void => {
    const { all, hard, soft, lookups } = purgesOf(event.changes);
    const together = joinLookups(waiting, lookups);
    const everything = countLookups(together) > MAX_LOOKUPS ? 'hard' : all;
    if (everything !== null) edge.purge({ kind: 'all', mode: everything });
    waiting = everything === 'hard' ? new Map() : together;
    if (everything !== 'hard') {
      purgeGroups(hard, 'hard');
      if (everything === null) purgeGroups(soft, 'soft');
      if (waiting.size > 0) lookingUp ??= lookUpAll();
    }
    log.info({ changes: event.changes.length, hard: hard.size, soft: soft.size, everything }, 'content changed; what showed it was purged');
  };
  const stopChanges = backend.onChange((event) => {
    if (event.kind === 'rows') {
      onRows(event);
      return;
    }
    // A missed change may be a withdrawal, so files are purged hard. Pages are kept for stale-if-error: a gap follows a failure of the
    // database, and more failures may come.
    purgeGroups([FILES_GROUP], 'hard');
    edge.purge({ kind: 'all', mode: 'soft' });
    log.warn({}, 'changes may have been missed, or name no row; everything was purged');
  });
  const stopState = siteState.onRefresh((state) => {
    const groups = statePurges(shown, state, options.routes, options.pageStateOf);
    shown = state;
    purgeGroups(groups, 'soft');
    log.info({ groups: groups.length }, 'the state of the site changed; what shows it was purged');
  });
  return {
    settled: () => lookingUp ?? Promise.resolve(),
    close: () => {
      closed = true;
      stopChanges();
      stopState();
    },
  };
}
