/**
 * Turns the NOTIFY payloads of the channel `conteudo` into change events. All payloads of one turn of the event loop make one event, so a
 * transaction that touched a hundred rows causes one purge. The payload of a truncated table names no rows, nor does that
 * of a changed vocabulary, whose labels stand on pages of many tables: listeners get a gap for it, after the rows of the same event.
 */
import { z } from 'zod';
import type { ChangeEvent, RowChange } from '../../backend.ts';
import type { Database } from '../database.ts';

export const CHANGE_CHANNEL = 'conteudo';

const Reference = z.object({ column: z.string(), table: z.string(), key: z.string() });

/** The triggers of another project may leave out `refs` and `columns`. */
const Payload = z.object({
  table: z.string().min(1),
  key: z.string(),
  op: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  refs: z.exactOptional(z.array(Reference)),
  columns: z.exactOptional(z.array(z.string())),
});

/** The key that stands for every row of a table (`truncate`, and any change of a vocabulary). No primary key of the project is this text. */
const EVERY_ROW = '*';

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
}

/** Listens from now on; changes that were committed before are not reported. */
export async function openChangeFeed(database: Database, options: ChangeFeedOptions): Promise<ChangeFeed> {
  const listeners = new Set<(event: ChangeEvent) => void>();
  const emit = (event: ChangeEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        options.onListenerError(error);
      }
    }
  };
  const batch = new Batch(emit);
  const onPayload = (payload: string): void => {
    const change = parsePayload(payload);
    if (change !== undefined) return batch.add(change);
    options.onBadPayload(payload);
    emit({ kind: 'gap' });
  };
  const unlisten = await database.listen(CHANGE_CHANNEL, onPayload, () => emit({ kind: 'gap' }));
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      batch.clear();
      await unlisten();
    },
  };
}

function parsePayload(payload: string): RowChange | undefined {
  try {
    return Payload.safeParse(JSON.parse(payload)).data;
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
    const rows = changes.filter(({ key }) => key !== EVERY_ROW);
    if (rows.length > 0) this.#deliver({ kind: 'rows', changes: rows });
    if (rows.length < changes.length) this.#deliver({ kind: 'gap' });
  }
}
