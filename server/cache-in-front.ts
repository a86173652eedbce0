/** The edge of the site with its purges, by change of content and by call, and its warm-up. */
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { Router } from 'express';
import { ROUTES } from '../shared/routes/table.ts';
import { warmPaths } from '../shared/routes/warm-paths.ts';
import { SYSTEM_TIMERS } from '../shared/time/timers.ts';
import type { ContentBackend } from './backend/backend.ts';
import { type Config, isHttps } from './config/config.ts';
import type { Edge, LoggedPurge, Origin, Purge } from './edge/index.ts';
import type { ClientQuotas } from './http/client-quotas.ts';
import type { Logger } from './observability/log.ts';
import { catchUp, leaveMarks } from './purge/change-marks.ts';
import { loopbackRequest } from './purge/loopback-request.ts';
import { purgeOnChange, type WatchedState } from './purge/purge-on-change.ts';
import { createPurgeRouter } from './purge/router.ts';
import type { PageStateOf } from './purge/state-purges.ts';
import { warmUp } from './purge/warm-up.ts';
import type { SharedCache } from './shared-cache.ts';
import { createSiteEdge } from './site-edge.ts';

export interface CacheInFront {
  readonly edge: Edge;
  readonly router: Router;
  /** Whether any of the likeliest pages can be sent while the origin fails. */
  standsIn(): boolean;
  warmUp(): Promise<void>;
  stopWarmUp(): void;
  close(): void;
}

export interface CacheInFrontOptions {
  readonly config: Config;
  readonly log: Logger;
  /** The warm-up sends its requests to it. */
  readonly server: Pick<Server, 'address'>;
  readonly origin: Origin;
  readonly quotas: ClientQuotas;
  /** Addresses of the files of `public/`. */
  readonly publicPaths: ReadonlySet<string>;
  readonly backend: ContentBackend;
  readonly siteState: WatchedState & { refresh(): Promise<void> };
  readonly isSignedIn: (headers: IncomingHttpHeaders) => Promise<boolean>;
  /** Build id. */
  readonly build: string;
  readonly pageStateOf: PageStateOf;
  /** Called with the groups of each purge, before the edge purges them. */
  readonly onPurged: (groups: readonly string[] | 'all') => void;
  /** Called with the groups of each hard purge: their content may be withdrawn, so other stores must not serve it either. */
  readonly onHidden: (groups: readonly string[] | 'all') => void;
  /** Null where each replica stands alone. */
  readonly sharedCache: SharedCache | null;
}

/** Makes the edge, its purges and its warm-up. */
export function cacheInFront(options: CacheInFrontOptions): CacheInFront {
  const { config, log, backend, siteState, onPurged, onHidden, sharedCache } = options;
  // Another replica may have been called for a change that has raised no event, so no result in process is trusted after its purges.
  const hear = (purge: LoggedPurge): void => {
    onPurged('all');
    backend.checkChanges?.().catch((error: unknown) => log.warn({ err: error }, 'the record of changes could not be read'));
    if (purge.mode === 'hard' && purge.kind !== 'key') onHidden(purge.kind === 'all' ? 'all' : [purge.name]);
  };
  const edge = createSiteEdge({
    ...options,
    routes: ROUTES,
    avif: config.imageAvif,
    memoryMb: config.edgeMemoryMb,
    cdnInFront: config.cdnInFront,
    https: isHttps(config),
    shared: sharedCache && {
      medium: sharedCache.medium,
      secret: sharedCache.secret,
      onPurge: hear,
      catchUp: (mark) => catchUp(mark, { marks: backend.changeMarks, purging }),
    },
  });
  const purge = (what: Purge): void => {
    onPurged(what.kind === 'groups' ? what.groups : 'all');
    edge.purge(what);
    if (what.mode === 'hard' && what.kind !== 'url') onHidden(what.kind === 'all' ? 'all' : what.groups);
  };
  // The caller knows of a change that may have raised no event, and may name the page that shows it rather than what it reads.
  const purgeByCall = (what: Purge): void => {
    onPurged('all');
    purge(what);
  };
  const purging = purgeOnChange({ ...options, edge: { purge }, routes: ROUTES });
  const stopMarks =
    sharedCache &&
    leaveMarks({
      marks: backend.changeMarks,
      refreshState: () => siteState.refresh(),
      purging,
      leave: (mark) => edge.leaveMark(mark),
      timers: SYSTEM_TIMERS,
      log,
    });
  const warming = new AbortController();
  const likeliest = (): readonly string[] => warmPaths(ROUTES, siteState.current());
  return {
    edge,
    router: createPurgeRouter({
      edge: { purge: purgeByCall, stats: () => edge.stats() },
      tokens: config.purgeTokens,
      siteUrl: config.siteUrl,
      log,
    }),
    standsIn: () => likeliest().some((path) => edge.standsInFor(path)),
    warmUp: async () => {
      if (!config.warmUp) return;
      const busy = (): boolean => edge.stats().flights > 0;
      await warmUp({ request: loopbackRequest(options.server), addresses: likeliest(), signal: warming.signal, busy, log });
    },
    stopWarmUp: () => warming.abort(),
    close: () => {
      warming.abort();
      stopMarks?.();
      purging.close();
      edge.close();
    },
  };
}
