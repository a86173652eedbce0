/** A purge in the log that replicas share, and its text. Keys are without the prefix of the build: a purge by URL reaches every build. */
import type { PurgeEpochs, PurgeMode } from '../purge-epochs.ts';

export type LoggedPurge =
  | { readonly kind: 'all'; readonly mode: PurgeMode }
  /** `name` is the group with its scope, or the key. */
  | { readonly kind: 'group' | 'key'; readonly name: string; readonly mode: PurgeMode };

/** The text of one entry. */
export interface Message {
  readonly sender: string;
  /** Number of the entry, counted by its sender. */
  readonly number: number;
  readonly purges: readonly LoggedPurge[];
  /** The server, as the sender knew it. */
  readonly server: string;
  /** Whether it is the first entry of a log. */
  readonly begins: boolean;
}

/** Reads the text of a log entry. Null where it cannot be read: it is of another writer, or of a later version. */
export function readMessage(text: string): Message | null {
  try {
    const message: unknown = JSON.parse(text);
    return isMessage(message) ? message : null;
  } catch {
    // The caller does what is safe.
    return null;
  }
}

/** Lets a purge take effect in the epochs of a replica. */
export function applyPurge(purge: LoggedPurge, keyPrefix: string, epochs: Pick<PurgeEpochs, 'purgeAll' | 'purgeGroup' | 'purgeKey'>): void {
  switch (purge.kind) {
    case 'all':
      epochs.purgeAll(purge.mode);
      break;
    case 'group':
      epochs.purgeGroup(purge.name, purge.mode);
      break;
    case 'key':
      epochs.purgeKey(keyPrefix + purge.name, purge.mode);
      break;
  }
}

const MODES: ReadonlySet<unknown> = new Set<PurgeMode>(['hard', 'soft', 'refresh']);

function isMessage(value: unknown): value is Message {
  return (
    isRecord(value) &&
    typeof value['sender'] === 'string' &&
    typeof value['number'] === 'number' &&
    typeof value['server'] === 'string' &&
    typeof value['begins'] === 'boolean' &&
    Array.isArray(value['purges']) &&
    value['purges'].every(isPurge)
  );
}

function isPurge(value: unknown): boolean {
  if (!isRecord(value) || !MODES.has(value['mode'])) return false;
  return value['kind'] === 'all' || ((value['kind'] === 'group' || value['kind'] === 'key') && typeof value['name'] === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
