/** Purges of stored responses by URL, by cache group and of all. */
import type { EdgeReporter } from './flight/events.ts';
import type { RequestRules } from './request/client-request.ts';
import type { Target } from './request/target.ts';
import { scopedGroups } from './response/groups.ts';
import type { PurgeEpochs, PurgeMode } from './store/purge-epochs.ts';

export type Purge =
  /** `url` is a request target; `host` counts where the key depends on it. */
  | { readonly kind: 'url'; readonly url: string; readonly host?: string; readonly mode: PurgeMode }
  | { readonly kind: 'groups'; readonly groups: readonly string[]; readonly host?: string; readonly mode: PurgeMode }
  | { readonly kind: 'all'; readonly mode: PurgeMode };

/** Purges and reports it. */
export function purge(what: Purge, rules: RequestRules, epochs: PurgeEpochs, report: EdgeReporter): void {
  switch (what.kind) {
    case 'url': {
      epochs.purgeKey(rules.keyPrefix + targetAt(what.url, what.host, rules).key, what.mode);
      report({ kind: 'purged', what: what.url, mode: what.mode });
      break;
    }
    case 'groups':
      for (const group of scopedGroups(what.groups, targetAt('/', what.host, rules).scope)) {
        epochs.purgeGroup(group, what.mode);
        report({ kind: 'purged', what: group, mode: what.mode });
      }
      break;
    case 'all':
      epochs.purgeAll(what.mode);
      report({ kind: 'purged', what: '*', mode: what.mode });
      break;
  }
}

function targetAt(url: string, host: string | undefined, rules: RequestRules): Target {
  return rules.targetOf({ url, rawHeaders: host === undefined ? [] : ['Host', host] });
}
