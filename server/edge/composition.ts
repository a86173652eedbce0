/** Puts together what the exchanges of one edge share: its store, its purges, its encoder, and what it shares with other replicas. */
import { createBodyCompression } from './delivery/body-compression.ts';
import { createEncoder, type EncodingRules, type ReplaceStored } from './delivery/encoder.ts';
import { createBackoff } from './flight/backoff.ts';
import type { EdgeContext } from './flight/context.ts';
import type { EdgeReporter } from './flight/events.ts';
import type { EdgeSettings } from './options.ts';
import { createReplicaSharing, type ReplicaSharing } from './replica-sharing.ts';
import { createPurgeEpochs } from './store/purge-epochs.ts';
import { guardedStore } from './store/store.ts';
import { createVariantStore, type VariantStore } from './store/variants.ts';

/** Makes them. @param onRefreshPurge called when another replica has purged in the mode `refresh`. */
export function createEdgeContext(
  settings: EdgeSettings,
  report: EdgeReporter,
  onRefreshPurge: () => void,
): { readonly context: EdgeContext; readonly sharing: ReplicaSharing | null } {
  const { clock, bounds } = settings;
  const reportFault = (key: string, cause: unknown): void => report({ kind: 'fault', key, cause });
  const refreshForMs = settings.refreshForSeconds * 1_000;
  const own = createPurgeEpochs({ now: () => clock.now(), bound: bounds.epochs, refreshForMs });
  const memory = createVariantStore(guardedStore(settings.store, reportFault), own, bounds.variants);
  const sharing =
    settings.shared === null
      ? null
      : createReplicaSharing(settings.shared, {
          settings,
          epochs: own,
          store: memory,
          report,
          onTakenOver: (key, stored) => encoder?.prepare(key, stored, null),
          onPurged: ({ mode }) => {
            if (mode === 'refresh') onRefreshPurge();
          },
        });
  const { epochs, store } = sharing ?? { epochs: own, store: memory };
  const encoder = settings.encoding === null ? null : encoderOver(settings.encoding, store, report);
  const backoff = createBackoff({ clock, epochs, rules: settings.backoff, bound: bounds.epochs });
  return { context: { settings, epochs, report, store, encoder, backoff, shared: sharing?.responses ?? null }, sharing };
}

function encoderOver(rules: EncodingRules, store: VariantStore, report: EdgeReporter): EdgeContext['encoder'] {
  const replace: ReplaceStored = (key, before, after) => store.replace(key, before, after);
  const compression = createBodyCompression(rules, {
    replace,
    onEncoded: (key, quality) => report({ kind: 'encoded', key, quality }),
    onError: (key, cause) => report({ kind: 'fault', key, cause }),
  });
  return createEncoder(rules, compression, replace);
}
