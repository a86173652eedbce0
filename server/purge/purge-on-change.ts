/**
 * Purges the edge when content changes, so that the next visitor after the change event gets the new text.
 *
 * Rows: the purge takes effect inside the event. A render that began before it cannot store old content, since the edge compares the purge
 * with the moment at which the request to the origin began (decision 0011).
 *
 * State of the site (menus, contacts, counts): the event starts a reload, and every render until its end still shows the old state. So the
 * pages that show the state are purged when the new state is in place, in the same turn of the event loop: a render that began before is
 * older than the purge and never fresh after it; one that begins later reads the new state. Most pages show a changed state only around
 * their content; they are sent for some seconds more while the edge has them rendered (`state-purges.ts`). A purge before the reload would only have the
 * old state rendered once more. Only pages whose part of the state has changed are purged: most changes of a document leave the menus as
 * they were. A reload that fails is tried again by the state itself, and the purge follows the one that succeeds.
 */
import { FILES_GROUP } from '../../shared/cache/groups.ts';
import { SITE_STATE_TABLES } from '../../shared/content/content-rules.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import type { ChangeEvent, ContentBackend, RowChange } from '../backend/backend.ts';
import type { Edge, PurgeMode } from '../edge/index.ts';
import type { Logger } from '../observability/log.ts';
import { changesOfPages, joinLookups, type Lookups, mayHide, purgesOf } from './change-purges.ts';
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
  /** Purges what changed before this process started. Resolves when it has been purged, which other rows that shows or hides too. Never rejects. */
  purgeMissed(events: readonly ChangeEvent[]): Promise<void>;
  close(): void;
}

const STATE_TABLES: ReadonlySet<string> = new Set(SITE_STATE_TABLES);

/** Purges on every change until it is closed. */
export function purgeOnChange(options: PurgeOnChangeOptions): ChangePurging {
  const { backend, siteState, log } = options;
  const purger = new ChangePurger(options);
  const stopChanges = backend.onChange((event) => (event.kind === 'rows' ? purger.purgeRows(event.changes) : purger.purgeAfterGap()));
  let shown = siteState.current();
  const stopState = siteState.onRefresh((state) => {
    const { hard, soft, refresh } = statePurges(shown, state, options.routes, options.pageStateOf);
    shown = state;
    purger.purgeGroups(hard, 'hard');
    purger.purgeGroups(soft, 'soft');
    purger.purgeGroups(refresh, 'refresh');
    log.info({ hard: hard.length, soft: soft.length, refresh: refresh.length }, 'the state of the site changed; what shows it was purged');
  });
  return {
    settled: () => purger.lookedUp(),
    purgeMissed: async (events) => {
      for (const event of events) purger.purgeMissed(event);
      await purger.lookedUp();
    },
    close() {
      purger.close();
      stopChanges();
      stopState();
    },
  };
}

/** Purges what events name, and looks up in the database what only that knows: one lookup at a time, all that waits in the next one. */
class ChangePurger {
  readonly #options: PurgeOnChangeOptions;
  #waiting: Lookups = new Map();
  #lookingUp: Promise<void> | null = null;
  #closed = false;

  constructor(options: PurgeOnChangeOptions) {
    this.#options = options;
  }

  purgeRows(all: readonly RowChange[]): void {
    const changes = changesOfPages(all);
    if (changes.length > 0) this.#purgeChanges(changes);
  }

  #purgeChanges(changes: readonly RowChange[]): void {
    const { edge, log } = this.#options;
    const { all, hard, soft, lookups } = purgesOf(changes);
    const waiting = joinLookups(this.#waiting, lookups);
    const everything = countLookups(waiting) > MAX_LOOKUPS ? 'hard' : all;
    if (everything !== null) edge.purge({ kind: 'all', mode: everything });
    this.#waiting = everything === 'hard' ? new Map() : waiting;
    if (everything !== 'hard') {
      this.purgeGroups(hard, 'hard');
      if (everything === null) this.purgeGroups(soft, 'soft');
      if (this.#waiting.size > 0) this.#lookingUp ??= this.#lookUpAll();
    }
    log.info({ changes: changes.length, hard: hard.size, soft: soft.size, everything }, 'content changed; what showed it was purged');
  }

  /** A missed change may be a withdrawal, so files are purged hard. Pages stay for stale-if-error: the database may fail again. */
  purgeAfterGap(): void {
    this.#purgeEverything();
    this.#options.log.warn({}, 'changes may have been missed, or name no row; everything was purged');
  }

  /** The state of the site before the change is not known here, so any page may show another one. */
  purgeMissed(event: ChangeEvent): void {
    const ofState = event.kind === 'gap' ? [] : event.changes.filter(({ table }) => STATE_TABLES.has(table));
    if (event.kind === 'gap' || ofState.some(mayHide)) {
      this.#options.edge.purge({ kind: 'all', mode: 'hard' });
      this.#options.log.info({}, 'what changed before the start may be on any page; everything was purged');
      return;
    }
    if (ofState.length > 0) this.#options.edge.purge({ kind: 'all', mode: 'soft' });
    this.purgeRows(event.changes);
  }

  purgeGroups(groups: Iterable<string>, mode: PurgeMode): void {
    const list = [...groups];
    if (list.length > 0) this.#options.edge.purge({ kind: 'groups', groups: list, mode });
  }

  lookedUp(): Promise<void> {
    return this.#lookingUp ?? Promise.resolve();
  }

  close(): void {
    this.#closed = true;
  }

  #purgeEverything(): void {
    this.purgeGroups([FILES_GROUP], 'hard');
    this.#options.edge.purge({ kind: 'all', mode: 'soft' });
  }

  async #lookUpAll(): Promise<void> {
    for (let next = this.#waiting; next.size > 0 && !this.#closed; next = this.#waiting) {
      this.#waiting = new Map();
      await this.#purgeRelated(next);
    }
    this.#lookingUp = null;
  }

  async #purgeRelated(lookups: Lookups): Promise<void> {
    const { backend, log } = this.#options;
    try {
      const { hard, soft } = await findRelatedGroups(backend, lookups);
      this.purgeGroups(hard, 'hard');
      this.purgeGroups(soft, 'soft');
      log.debug({ hard: hard.length, soft: soft.length }, 'the rows and files around a change were purged');
    } catch (error) {
      // Security fails closed: which files a withdrawal hides is not known, so all of them are purged.
      this.#purgeEverything();
      log.error({ err: error }, 'the rows around a change could not be looked up; everything was purged');
    }
  }
}
