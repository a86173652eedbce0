/** The edge as a whole: looks up, decides, and hands each request to who answers it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCounters, type EdgeCounts } from './counters.ts';
import { createEncoding } from './delivery/encoder.ts';
import { createStoredDelivery } from './delivery/stored.ts';
import { createFailures } from './flight/backoff.ts';
import { createFlights } from './flight/collapse.ts';
import type { EdgeParts } from './flight/context.ts';
import type { EdgeEvent, EdgeReporter } from './flight/events.ts';
import { createForwarding, type Forwarding } from './flight/forwarding.ts';
import { passThrough } from './flight/pass.ts';
import { createRefreshing, type Refreshing } from './flight/refreshing.ts';
import { type EdgeOptions, type EdgeSettings, edgeSettings } from './options.ts';
import { decide, decideWithout } from './policy/lookup-decision.ts';
import { type Client, readClient, sendOwnError } from './request/client.ts';
import { namesGoodHost, resolveAbsoluteForm } from './request/host.ts';
import type { Target } from './request/key.ts';
import { scopedGroups } from './response/groups.ts';
import { freshFor, type StoredResponse } from './response/stored-response.ts';
import type { StoreUse } from './store/contract.ts';
import { guardedStore } from './store/guarded.ts';
import { createEpochs, type PurgeMode, type Verdict } from './store/purge-epochs.ts';
import { createShelf } from './store/variants.ts';

export type Purge =
  /** `url` is a request target; `host` counts where the key does. */
  | { readonly kind: 'url'; readonly url: string; readonly host?: string; readonly mode: PurgeMode }
  | { readonly kind: 'groups'; readonly groups: readonly string[]; readonly host?: string; readonly mode: PurgeMode }
  | { readonly kind: 'all'; readonly mode: PurgeMode };

export interface EdgeStats extends EdgeCounts, StoreUse {
  /** Exchanges that others may join, at this moment. */
  readonly flights: number;
  readonly refreshesRunning: number;
}

export interface Edge {
  /** Answers a request. For `http.createServer`. */
  readonly listener: (req: IncomingMessage, res: ServerResponse) => void;
  /** Whether `listener` has a part in a request; the others go straight to the origin. */
  concerns(req: IncomingMessage): boolean;
  /** From now on nothing whose making began before this call is served fresh. Takes effect before it returns. */
  purge(what: Purge): void;
  stats(): EdgeStats;
  /** Forgets all that is stored. Exchanges under way go on; the listener keeps working, from an empty store. */
  close(): void;
}

/** Makes an edge. @throws RangeError for options that make no sense, as `edgeSettings` says. */
export function createEdge(options: EdgeOptions): Edge {
  const settings = edgeSettings(options);
  const { clock, store, bounds } = settings;
  const counters = createCounters();
  const report = (event: EdgeEvent): void => {
    counters.count(event);
    try {
      settings.report(event);
    } catch {
      // There is nobody else to tell, and what is reported of must go on.
    }
  };
  const epochs = createEpochs(() => clock.now(), bounds.epochs);
  const kept = guardedStore(store, (key, cause) => report({ kind: 'fault', key, cause }));
  const shelf = createShelf(kept, epochs, bounds.variants);
  const encoding =
    settings.encoding === null
      ? null
      : createEncoding(settings.encoding, {
          replace: (key, before, after) => shelf.exchange(key, before, after),
          onForms: (key, quality) => report({ kind: 'coded', key, quality }),
          onError: (key, cause) => report({ kind: 'fault', key, cause }),
        });
  const parts: EdgeParts = {
    settings,
    epochs,
    report,
    delivery: createStoredDelivery(settings.name, encoding),
    shelf,
    encoding,
    failures: createFailures({ clock, epochs, backoff: settings.backoff, bound: bounds.epochs }),
  };
  const flights = createFlights(epochs, {
    now: () => clock.now(),
    doNotWaitMs: settings.doNotWaitSeconds * 1_000,
    remembered: bounds.epochs,
  });
  const forwarding = createForwarding(parts, flights);
  const refreshing = createRefreshing(parts, flights);
  return {
    listener: (req, res) => {
      const fault = (cause: unknown): void => {
        report({ kind: 'fault', key: req.url ?? '', cause });
        answerFault(req, res, settings, report);
      };
      try {
        resolveAbsoluteForm(req);
        const done: unknown = settings.straightThrough(req)
          ? settings.origin(req, res, NO_EXCHANGE)
          : answer(readClient(req, res, settings), parts, forwarding, refreshing);
        if (done instanceof Promise) done.catch(fault);
      } catch (thrown) {
        fault(thrown);
      }
    },
    concerns: (req) => !settings.straightThrough(req),
    purge: (what) => purge(what, parts),
    stats: () => ({ ...counters.read(), ...store.use(), flights: flights.size, refreshesRunning: refreshing.running }),
    close: () => store.clear(),
  };
}

/** No request may end the process. What has begun cannot be taken back, only cut. */
function answerFault(req: IncomingMessage, res: ServerResponse, settings: EdgeSettings, report: EdgeReporter): void {
  // What has been answered whole is answered, whatever failed behind it.
  if (res.writableEnded) return;
  try {
    if (!res.headersSent) {
      sendOwnError(readClient(req, res, settings), 502, 'unreachable', settings);
      return;
    }
  } catch (thrown) {
    // What failed may be what the answer is made by: the options' own functions.
    report({ kind: 'fault', key: req.url ?? '', cause: thrown });
  }
  res.destroy();
}

const NO_EXCHANGE = { hasFallback: false, settle: () => undefined };

function answer(client: Client, parts: EdgeParts, forwarding: Forwarding, refreshing: Refreshing): Promise<void> | null {
  const { settings, shelf } = parts;
  const { method, fields, asked, key, policy, req } = client;
  if (!namesGoodHost(req, asked.host)) {
    sendOwnError(client, 400, 'bad-host', settings);
    return null;
  }
  if (settings.bypass(req)) return passThrough(client, 'bypass', settings.bypassFields, parts);
  if (method !== 'GET' && method !== 'HEAD') return passThrough(client, 'method', [], parts);
  if (settings.clientDirectives === 'honour' && isForOrigin(client)) return passThrough(client, 'request', [], parts);
  const found = shelf.find(key, method, fields, asked);
  const input = { request: policy, now: settings.clock.now(), staleWhenDisconnected: settings.staleWhenDisconnected };
  const stored = found.kind === 'found' ? found.stored : null;
  const decision = found.kind === 'found' ? decide(found.stored, found.verdict, input) : decideWithout(found.reason, input);
  switch (decision.kind) {
    case 'fresh':
    case 'stale':
      if (stored !== null) hit(client, stored, input.now, decision.kind === 'stale', parts);
      if (stored !== null && decision.kind === 'stale' && decision.refresh) refreshing.refresh(client, stored);
      return null;
    case 'refuse':
      sendOwnError(client, 504, 'only-if-cached', settings);
      return null;
    case 'forward':
      if (found.kind === 'found' && decision.fallback.onError && parts.failures.isResting(key)) {
        standIn(client, found.stored, found.verdict, input.now, parts);
        return null;
      }
      return forwarding.forward(client, { reason: decision.reason, fallback: decision.fallback, stored });
  }
}

/**
 * Only the origin knows whether these hold. A cache may as well ignore them (RFC 9110 §13.1.1, §13.1.4): where a client may not make the
 * origin work, each would otherwise be a way past what is stored. A client that wants nothing of the origin has said so itself
 * (RFC 9111 §5.2.1.7).
 */
function isForOrigin({ asked, policy }: Client): boolean {
  return (asked.ifMatch !== null || asked.ifUnmodifiedSince !== null) && !policy.onlyIfCached;
}

function hit(client: Client, stored: StoredResponse, now: number, stale: boolean, { delivery, report }: EdgeParts): void {
  report({ kind: 'hit', key: client.key, stale });
  delivery.hit(client, stored, now);
}

/** The origin failed for this a moment ago (RFC 5861 §4): the client is spared the wait for the next failure. */
function standIn(client: Client, stored: StoredResponse, verdict: Verdict, now: number, { delivery, report }: EdgeParts): void {
  report({ kind: 'hit', key: client.key, stale: true });
  delivery.after(client, stored, { kind: 'hit', ttl: freshFor(stored, verdict, now), detail: 'stale-if-error' }, now);
}

function purge(what: Purge, { settings, epochs, report }: EdgeParts): void {
  switch (what.kind) {
    case 'url': {
      epochs.purgeKey(settings.keyPrefix + targetAt(what.url, what.host, settings).key, what.mode);
      report({ kind: 'purged', what: what.url, mode: what.mode });
      break;
    }
    case 'groups':
      for (const group of scopedGroups(what.groups, targetAt('/', what.host, settings).scope)) {
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

function targetAt(url: string, host: string | undefined, settings: EdgeSettings): Target {
  return settings.targetOf({ url, rawHeaders: host === undefined ? [] : ['Host', host] });
}
