/**
 * Turns the NOTIFY payloads of the channel `conteudo` into change events. All payloads of one turn of the event loop make one event, so a
 * transaction that touched a hundred rows causes one purge. The payload of a truncated table names no rows, nor does that
 * of a changed vocabulary, whose labels stand on pages of many tables: listeners get a gap for it, after the rows of the same event.
 */
import type { ChangeEvent, RowChange } from '../../backend.ts';
import { createChangeListeners } from '../../changes/change-listeners.ts';
import { namesRow, readNotice } from '../../changes/change-record.ts';
import type { Database } from '../database.ts';
import type { MissedChanges } from './missed-changes.ts';

export const CHANGE_CHANNEL = 'conteudo';

export interface ChangeFeed {
  /** Calls `listener` for every event until the returned function is called. */
  subscribe(listener: (event: ChangeEvent) => void): () => void;
  close(): Promise<void>;
}

export interface ChangeFeedOptions {
  /** Told about payloads that are not of the expected shape; listeners get a gap for them. */
  readonly onBadPayload: (payload: string) => void;
  /** Told about a listener that threw; the others are still called. */
  readonly onListenerError: (error: unknown) => void;
  /** Knows what a lost connection has lost, and is closed with the feed, or where the feed cannot be opened; without it the listeners get a gap. */
  readonly missed?: Pick<MissedChanges, 'read' | 'close'>;
}

/** Listens from now on; changes that were committed before are not reported. */
export async function openChangeFeed(database: Database, options: ChangeFeedOptions): Promise<ChangeFeed> {
  const listeners = createChangeListeners(options.onListenerError);
  const emit = (event: ChangeEvent): void => listeners.emit(event);
  const batch = new Batch(emit);
  const onPayload = (payload: string): void => {
    const change = parsePayload(payload);
    if (change !== undefined) return batch.add(change);
    options.onBadPayload(payload);
    emit({ kind: 'gap' });
  };
  const onGap = async (): Promise<void> => {
    const events = (await options.missed?.read()) ?? [{ kind: 'gap' } as const];
    for (const event of events) emit(event);
  };
  const unlisten = await database
    .listen(CHANGE_CHANNEL, onPayload, () => void onGap())
    .catch(async (error: unknown) => {
      await Promise.allSettled([options.missed?.close()]);
      throw error;
    });
  return {
    subscribe: (listener) => listeners.subscribe(listener),
    async close() {
      listeners.clear();
      batch.clear();
      await Promise.all([unlisten(), options.missed?.close()]);
    },
  };
}

function parsePayload(payload: string): RowChange | undefined {
  try {
    return readNotice(JSON.parse(payload));
  } catch {
    // Not JSON at all: the caller reports it like any other wrong payload.
    return undefined;
  }
}

class Batch {
  readonly #deliver: (event: ChangeEvent) => void;
  #changes: RowChange[] = [];
  #scheduled: NodeJS.Immediate | undefined;

  constructor(deliver: (event: ChangeEvent) => void) {
    this.#deliver = deliver;
  }

  add(change: RowChange): void {
    this.#changes.push(change);
    this.#scheduled ??= setImmediate(() => this.#flush());
  }

  clear(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    this.#changes = [];
  }

  #flush(): void {
    const changes = this.#changes;
    this.clear();
    // A gap does not name the rows that were hidden, so the named rows are delivered as well.
    const rows = changes.filter(namesRow);
    if (rows.length > 0) this.#deliver({ kind: 'rows', changes: rows });
    if (rows.length < changes.length) this.#deliver({ kind: 'gap' });
  }
}
