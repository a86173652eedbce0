/**
 * Counts and times of the server's work, kept for Prometheus and for the operator's page. Every label comes from a set that the code knows: ids of
 * routes, names of operations, outcomes. Requests for made-up addresses add no series.
 */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { SlowWork, WorkTotals } from '../../../shared/operations/replica-metrics.ts';
import type { Outcome, Work, WorkKind, WorkRecorder } from '../observation.ts';

export interface WorkMetrics extends WorkRecorder {
  /** Figures by name of one kind of work, the longest in total first. */
  totals(kind: WorkKind): readonly WorkTotals[];
  /** The latest first. */
  slowWork(): readonly SlowWork[];
  /** Requests that have come to the app, and those that ended with a fault of ours. */
  requests(): { readonly count: number; readonly faults: number };
}

/** Seconds. A render takes some milliseconds, an operation of a distant backend some tens, and 8 s is the deadline of a page. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8];

/** Work of this many milliseconds is listed by itself. */
export const SLOW_MS = 500;
const LISTED = 50;

/** Names of one kind that are told apart. They come from closed sets; this bounds a mistake. */
const MOST_NAMES = 500;
const OTHER_NAME = 'other';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Makes the metrics in `registry`. @param now milliseconds since 1970 */
export function createWorkMetrics(registry: Registry, now: () => number = Date.now): WorkMetrics {
  const series = createSeries(registry);
  const known = { render: new Map(), operation: new Map(), picture: new Map() } satisfies Record<WorkKind, Map<string, Mutable>>;
  const slow: SlowWork[] = [];
  const requests = { count: 0, faults: 0 };
  return {
    request: (route, method, status, milliseconds) => {
      const labels = { route, method: METHODS.has(method) ? method : OTHER_NAME, status: `${Math.trunc(status / 100)}xx` };
      series.requests.inc(labels);
      series.requestSeconds.observe({ route }, milliseconds / 1_000);
      requests.count += 1;
      if (status >= 500) requests.faults += 1;
    },
    work: (work, outcome, milliseconds, traceId) => {
      const totals = totalsOf(known[work.kind], work.name);
      observeWork(series, { ...work, name: totals.name }, outcome, milliseconds / 1_000);
      totals.count += 1;
      totals.totalMs += milliseconds;
      totals.longestMs = Math.max(totals.longestMs, milliseconds);
      if (outcome !== 'ok' && outcome !== 'abandoned') totals.failures += 1;
      if (milliseconds < SLOW_MS) return;
      slow.unshift({ kind: work.kind, name: totals.name, milliseconds, outcome, at: now(), traceId });
      if (slow.length > LISTED) slow.pop();
    },
    totals: (kind) => [...known[kind].values()].map((each) => ({ ...each })).sort((a, b) => b.totalMs - a.totalMs),
    slowWork: () => [...slow],
    requests: () => ({ ...requests }),
  };
}

type Mutable = { -readonly [Key in keyof WorkTotals]: WorkTotals[Key] };

function totalsOf(known: Map<string, Mutable>, wantedName: string): Mutable {
  const name = known.has(wantedName) || known.size < MOST_NAMES ? wantedName : OTHER_NAME;
  const found = known.get(name) ?? { name, count: 0, failures: 0, totalMs: 0, longestMs: 0 };
  known.set(name, found);
  return found;
}

type Series = ReturnType<typeof createSeries>;

function createSeries(registry: Registry) {
  const registers = [registry];
  const buckets = BUCKETS;
  return {
    requests: new Counter({
      name: 'portal_requests_total',
      help: 'Requests that reached the application, without those that the edge answered from its store, by route.',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'portal_request_duration_seconds',
      help: 'Time from the arrival of a request at the application to the end of its response, by route.',
      labelNames: ['route'],
      buckets,
      registers,
    }),
    renders: new Counter({
      name: 'portal_renders_total',
      help: 'Renders by route, by how they were done (whole, streamed, settled) and how they ended.',
      labelNames: ['route', 'how', 'outcome'],
      registers,
    }),
    renderSeconds: new Histogram({
      name: 'portal_render_duration_seconds',
      help: 'Time of a render; a streamed one lasts until its last operation.',
      labelNames: ['how'],
      buckets,
      registers,
    }),
    operations: new Counter({
      name: 'portal_backend_operations_total',
      help: 'Operations asked of the content backend, by name and by how they ended.',
      labelNames: ['operation', 'outcome'],
      registers,
    }),
    operationSeconds: new Histogram({
      name: 'portal_backend_operation_duration_seconds',
      help: 'Time of an operation of the content backend, by name.',
      labelNames: ['operation'],
      buckets,
      registers,
    }),
    pictures: new Counter({
      name: 'portal_pictures_total',
      help: 'Pictures that were decoded and scaled, by where their source is and how they ended.',
      labelNames: ['source', 'outcome'],
      registers,
    }),
    pictureSeconds: new Histogram({
      name: 'portal_picture_duration_seconds',
      help: 'Time to fetch the bytes of a picture, decode them and scale them, without the wait for a turn.',
      buckets,
      registers,
    }),
  };
}

function observeWork(series: Series, { kind, name, how = '' }: Work, outcome: Outcome, seconds: number): void {
  switch (kind) {
    case 'render':
      series.renders.inc({ route: name, how, outcome });
      series.renderSeconds.observe({ how }, seconds);
      break;
    case 'operation':
      series.operations.inc({ operation: name, outcome });
      series.operationSeconds.observe({ operation: name }, seconds);
      break;
    case 'picture':
      series.pictures.inc({ source: name, outcome });
      series.pictureSeconds.observe(seconds);
      break;
  }
}
