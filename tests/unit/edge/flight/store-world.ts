/** The store behind one exchange, without an origin and without clients. */
import { createBackoff } from '../../../../server/edge/flight/backoff.ts';
import type { EdgeContext } from '../../../../server/edge/flight/context.ts';
import type { EdgeEvent } from '../../../../server/edge/flight/events.ts';
import type { FlightPlan } from '../../../../server/edge/flight/plan.ts';
import { edgeSettings } from '../../../../server/edge/options.ts';
import { NO_FALLBACK } from '../../../../server/edge/policy/lookup-decision.ts';
import {
  type LogicalTimestamp,
  type ResponseHead,
  readHead,
  type StoredResponse,
  storedResponse,
} from '../../../../server/edge/response/stored-response.ts';
import { createMemoryStore } from '../../../../server/edge/store/memory.ts';
import { createPurgeEpochs } from '../../../../server/edge/store/purge-epochs.ts';
import { createVariantStore } from '../../../../server/edge/store/variants.ts';
import { fakeClock } from '../../../integration/edge/harness.ts';

export const key = 'site.test /';
export const FRESH = ['Cache-Control', 'max-age=60', 'ETag', '"a"'];

/** What surrounds one exchange: a store, and the events of it. */
export class StoreWorld {
  readonly clock = fakeClock();
  readonly events: EdgeEvent[] = [];
  /** Keys whose encodings were started. */
  readonly prepared: string[] = [];
  readonly context: EdgeContext;

  constructor() {
    const { clock } = this;
    const settings = edgeSettings({ origin: () => undefined, clock, bounds: { bodyBytes: 8 } });
    const epochs = createPurgeEpochs({ now: () => clock.now(), bound: 10, refreshForMs: 60_000 });
    this.context = {
      settings,
      epochs,
      store: createVariantStore(createMemoryStore({ maxBytes: 100_000, maxKeyBytes: 100_000 }), epochs, 4),
      shared: null,
      encoder: {
        prepare: (prepared) => this.prepared.push(prepared),
        choose: (_key, stored) => stored,
        chooseMade: (stored) => stored,
        stream: (_head, fields) => ({ fields, encoding: null }),
      },
      backoff: createBackoff({ clock, epochs, rules: settings.backoff, bound: 1 }),
      report: (event) => this.events.push(event),
    };
  }

  get began(): LogicalTimestamp {
    return this.context.epochs.begin();
  }

  head(fields: readonly string[] = FRESH, status = 200): ResponseHead {
    const now = this.clock.now();
    return readHead(status, 'OK', fields, { requestedAt: now, receivedAt: now }, this.context.settings);
  }

  /** Stores a response of these fields and bytes. */
  stored(fields: readonly string[] = FRESH, body = 'text', { status = 200, request = [] as readonly string[] } = {}): StoredResponse {
    const response = storedResponse(this.head(fields, status), Buffer.from(body), this.began, request, { scope: 'site.test', url: '/' });
    if (!this.context.store.put(key, response)) throw new Error('not stored');
    return response;
  }

  /** What is stored now: bodies with one field each. */
  now(name = 'ETag'): readonly string[] {
    return this.context.store
      .validVariants(key)
      .map(({ body, fields }) => `${body.toString()} ${fields[fields.indexOf(name) + 1] ?? ''}`)
      .sort();
  }

  plan(more: Partial<FlightPlan> = {}): FlightPlan {
    return {
      key,
      scope: 'site.test',
      url: '/',
      method: 'GET',
      fields: [],
      makeRequest: () => {
        throw new Error('nothing is requested');
      },
      mayStore: true,
      outlivesClients: true,
      requestNoStore: false,
      ranged: false,
      stored: null,
      validates: false,
      fallback: NO_FALLBACK,
      related: null,
      hasFallback: false,
      onHead: () => false,
      ...more,
    };
  }
}
