/** Ties what replicas share to the store and the purges of one edge. */

import type { FlightSettings } from './flight/context.ts';
import type { EdgeReporter } from './flight/events.ts';
import type { SharedSettings } from './options.ts';
import type { StoredResponse } from './response/stored-response.ts';
import type { PurgeEpochs } from './store/purge-epochs.ts';
import { applyPurge, type LoggedPurge } from './store/shared/logged-purge.ts';
import { PurgeLog } from './store/shared/purge-log.ts';
import type { ResponseSharing } from './store/shared/shared-responses.ts';
import { SharedResponses } from './store/shared/shared-responses.ts';
import type { VariantStore } from './store/variants.ts';

export interface ReplicaSharing {
  readonly responses: ResponseSharing;
  /** The epochs of this edge, whose purges all replicas hear of. */
  readonly epochs: PurgeEpochs;
  /** The store of this edge; what it stores from the origin, other replicas may take over. */
  readonly store: VariantStore;
  /** Whether purges of other replicas are followed, and their responses taken over. */
  isFollowing(): boolean;
  /** Leaves a mark of what all purges so far reflect; none while the others may not have heard of one of them. Never rejects. */
  leaveMark(mark: string): Promise<void>;
  close(): void;
}

interface ReplicaSharingParts {
  readonly settings: FlightSettings;
  /** Epochs of this replica alone. */
  readonly epochs: PurgeEpochs;
  readonly store: VariantStore;
  readonly report: EdgeReporter;
  /** Called when a response of another replica has been stored. */
  readonly onTakenOver: (key: string, stored: StoredResponse) => void;
  /** Called when a purge of another replica has taken effect. */
  readonly onPurged: (purge: LoggedPurge) => void;
}

/** Name of the mark, which is none of a key, and the milliseconds after which it is of no use. */
const MARK = 'mark';
const MARK_LIFE_MS = 86_400_000;

/** Starts to follow the purges of other replicas. */
export function createReplicaSharing(shared: SharedSettings, parts: ReplicaSharingParts): ReplicaSharing {
  const { settings, epochs, store, report } = parts;
  const { clock, keyPrefix, staleWhenDisconnected } = settings;
  const log = new PurgeLog({
    medium: shared.medium,
    epochs,
    clock,
    afterGap: shared.afterGap,
    onPurge: (purge) => {
      shared.onPurge(purge);
      applyPurge(purge, keyPrefix, epochs);
      report({ kind: 'purged', what: purge.kind === 'all' ? '*' : purge.name, mode: purge.mode });
      parts.onPurged(purge);
    },
    catchUp: async () => shared.catchUp?.((await shared.medium.get(MARK))?.toString() ?? null),
    onState: (lost) => report(lost === null ? { kind: 'shared-synced' } : { kind: 'shared-lost', cause: lost.cause }),
  });
  const responses = new SharedResponses({
    medium: shared.medium,
    log,
    epochs,
    clock,
    secret: shared.secret,
    isShared: shared.isShared,
    staleSeconds: staleWhenDisconnected,
    put: (key, stored) => {
      if (!isNews(key, stored, parts) || !store.put(key, stored)) return;
      report({ kind: 'taken-over', key });
      parts.onTakenOver(key, stored);
    },
    onRefused: (key, because) => report({ kind: 'shared-refused', key, because }),
    onFailed: (key, cause) => report({ kind: 'shared-failed', key, cause }),
  });
  log.start();
  return {
    responses,
    epochs: publishedEpochs(epochs, log, keyPrefix),
    store: sharingStore(store, responses),
    isFollowing: () => log.isSynced,
    leaveMark: async (mark) => {
      if (!log.isSynced || log.isPublishing) return;
      const failed = (cause: unknown): void => report({ kind: 'shared-failed', key: MARK, cause });
      await shared.medium.set(MARK, Buffer.from(mark), MARK_LIFE_MS).catch(failed);
    },
    close: () => log.close(),
  };
}

const NO_RANGE = { range: null, ifRange: null };

/** Says whether a response of another replica is newer than the stored one. The same response again would lose the encodings made here. */
function isNews(key: string, stored: StoredResponse, { store, epochs }: ReplicaSharingParts): boolean {
  const own = store.lookup(key, 'GET', [], NO_RANGE);
  if (own.kind === 'none') return true;
  if (own.verdict !== 'valid') return epochs.verdict(key, stored) === 'valid';
  return stored.head.times.receivedAt > own.stored.head.times.receivedAt;
}

/** Returns the epochs with every purge told to the other replicas, also those by unsafe requests. */
function publishedEpochs(epochs: PurgeEpochs, log: PurgeLog, keyPrefix: string): PurgeEpochs {
  return {
    begin: () => epochs.begin(),
    start: () => epochs.start(),
    mayAffect: (key, start) => epochs.mayAffect(key, start),
    verdict: (key, response) => epochs.verdict(key, response),
    get generation() {
      return epochs.generation;
    },
    purgeAll: (mode) => {
      log.publish({ kind: 'all', mode });
      epochs.purgeAll(mode);
    },
    purgeGroup: (name, mode) => {
      log.publish({ kind: 'group', name, mode });
      epochs.purgeGroup(name, mode);
    },
    purgeKey: (key, mode) => {
      log.publish({ kind: 'key', name: key.startsWith(keyPrefix) ? key.slice(keyPrefix.length) : key, mode });
      epochs.purgeKey(key, mode);
    },
  };
}

function sharingStore(store: VariantStore, responses: ResponseSharing): VariantStore {
  return {
    ...store,
    put: (key, stored) => {
      const isStored = store.put(key, stored);
      if (isStored) responses.write(key, stored);
      return isStored;
    },
    replace: (key, before, after) => {
      const isReplaced = store.replace(key, before, after);
      // Other replicas need not compress it again.
      if (isReplaced && after.encodings !== null && after.encodings.length > 0) responses.write(key, after);
      return isReplaced;
    },
    remove: (key, stored) => {
      store.remove(key, stored);
      responses.remove(key);
    },
  };
}
