import type { Database, QueryOptions } from '../../../../../server/backend/embedded/database.ts';

interface RecordedQuery {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly options: QueryOptions;
}

export interface RecordingDatabase extends Database {
  /** The statements since the last `take`. */
  take(): readonly RecordedQuery[];
}

/** A database that remembers what it was asked. */
export function recordingDatabase(inner: Database): RecordingDatabase {
  let recorded: RecordedQuery[] = [];
  return {
    kind: inner.kind,
    query(text, values = [], options = {}) {
      recorded.push({ text, values, options });
      return inner.query(text, values, options);
    },
    script: (text) => inner.script(text),
    transaction: (work) => inner.transaction(work),
    listen: (channel, onPayload, onGap) => inner.listen(channel, onPayload, onGap),
    probe: (timeoutMs) => inner.probe(timeoutMs),
    close: () => inner.close(),
    take() {
      const taken = recorded;
      recorded = [];
      return taken;
    },
  };
}
