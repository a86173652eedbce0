/** The handler of pages as the site runs it: an Express app behind the shared cache, which hands it the exchange. */
import { createEdge, type Edge, type EdgeEvent } from '../../../server/edge/index.ts';
import { carryExchange } from '../../../server/http/exchange.ts';
import type { SsrOptions } from '../../../server/ssr/handler.ts';
import { listening } from '../../support/listening.ts';
import { type SsrServer, ssrSite } from './ssr-server.ts';

/** What became of a call of `settle`. */
export interface SettleRecord {
  /** True when the response had already ended at the time of the call. */
  readonly late: boolean;
  /** What it resolved to: a document or nothing. */
  readonly outcome: Promise<'document' | 'nothing'>;
}

export interface EdgeSite extends SsrServer {
  readonly edge: Edge;
  readonly settles: readonly SettleRecord[];
  /** Resolves with the next event of one of these kinds that the edge reports from now on. */
  next(...kinds: readonly EdgeEvent['kind'][]): Promise<EdgeEvent>;
}

/** Starts the site behind an edge that works as it does in front of the site. */
export async function startBehindEdge(overrides: Partial<SsrOptions> = {}): Promise<EdgeSite> {
  const settles: SettleRecord[] = [];
  const waiting = new Set<(event: EdgeEvent) => void>();
  const site = ssrSite(overrides);
  const edge = createEdge({
    origin: (req, res, exchange) => {
      carryExchange(req, {
        hasFallback: exchange.hasFallback,
        settle: (response) => {
          settles.push({ late: res.writableEnded, outcome: response.then((document) => (document === null ? 'nothing' : 'document')) });
          exchange.settle(response);
        },
      });
      return site.app(req, res);
    },
    targetOf: ({ url = '/' }) => ({ key: url, url, scope: '' }),
    encoding: {},
    storage: { storeSetCookie: false },
    report: (event) => {
      for (const hear of waiting) hear(event);
    },
  });
  const next = (...kinds: readonly EdgeEvent['kind'][]): Promise<EdgeEvent> =>
    new Promise((resolve) => {
      const hear = (event: EdgeEvent): void => {
        if (!kinds.includes(event.kind)) return;
        waiting.delete(hear);
        resolve(event);
      };
      waiting.add(hear);
    });
  return { ...site, edge, settles, next, ...(await listening(edge.listener)) };
}
