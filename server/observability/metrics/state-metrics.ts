/**
 * What parts of the server count or know by themselves, read when the metrics are asked for: nothing here costs a request anything, a HIT of
 * the edge least of all.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { LoopDelay } from '../loop-delay.ts';

/** Counts of the edge since the start, by the names that `/_edge/stats` has. */
export type EdgeCounts = Readonly<Record<string, number | boolean>>;

/** What waits, and what the mail server does not take. */
interface QueueCounts {
  readonly waiting: number;
  readonly failed: number;
}

/** E-mails: about cases, where those of the last thirty days that were given up count as failed, and to followers, where addresses that refuse do. */
export interface QueueMetrics {
  readonly cases: QueueCounts;
  readonly followers: QueueCounts;
}

export interface StateSources {
  readonly build: string;
  readonly backend: string;
  /** Null in development, which has no edge. */
  readonly edge: () => EdgeCounts | null;
  /** Whether replicas share a cache; null where each stands alone. */
  readonly isSharing: () => boolean | null;
  readonly loop: Pick<LoopDelay, 'lastMinute'>;
  /** Processes that decode pictures. */
  readonly decoders: () => number;
  /** Null where no e-mails are sent, or where the database does not answer. */
  readonly queue: () => Promise<QueueMetrics | null>;
  /** Faults that the log has had. */
  readonly faults: () => { readonly error: number; readonly warn: number };
  /** Connections that are open. */
  readonly connections: () => Promise<number>;
  readonly isReady: () => boolean;
}

/** What a request came to at the edge. Hits contain the stale ones, which are told apart. */
const OUTCOMES: readonly (readonly [outcome: string, of: (counts: EdgeCounts) => number])[] = [
  ['hit', (counts) => count(counts, 'hits') - count(counts, 'staleHits')],
  ['stale', (counts) => count(counts, 'staleHits')],
  ['miss', (counts) => count(counts, 'forwards') - count(counts, 'passes')],
  ['bypass', (counts) => count(counts, 'passes')],
  ['joined', (counts) => count(counts, 'joins')],
  ['not_admitted', (counts) => count(counts, 'notAdmitted')],
  ['shed', (counts) => count(counts, 'shed')],
];

/** Names of what the edge does beside answering. */
const EVENTS: readonly string[] = [
  'stores',
  'validations',
  'refreshes',
  'refreshesSkipped',
  'refreshesFailed',
  'staleForError',
  'originFailures',
  'waitersRefused',
  'takenOver',
  'sharedRefused',
  'sharedFailed',
];

const NOW: readonly string[] = ['entries', 'bytes', 'flights', 'refreshesRunning', 'refreshesWaiting'];

/** A count that this version of the edge does not have is 0. */
function count(counts: EdgeCounts, name: string): number {
  const value = counts[name];
  return typeof value === 'number' ? value : 0;
}

/** Registers whether each part works. Returns what tells it the parts, as a probe of readiness has found them. */
export function createPartMetrics(registry: Registry): (parts: readonly { readonly name: string; readonly ok: boolean }[]) => void {
  const works = new Gauge({
    name: 'portal_part_works',
    help: 'Whether a part behind this replica works, as the last probe of readiness has found it.',
    labelNames: ['part'],
    registers: [registry],
  });
  return (parts) => {
    for (const { name, ok } of parts) works.set({ part: name }, Number(ok));
  };
}

export function registerStateMetrics(registry: Registry, sources: StateSources): void {
  edgeMetrics(registry, sources);
  processMetrics(registry, sources);
  gauge(
    registry,
    'portal_shared_cache_in_use',
    'Whether this replica shares responses and purges; no series where each stands alone.',
    () => {
      const isSharing = sources.isSharing();
      return isSharing === null ? null : Number(isSharing);
    },
  );
  gauge(registry, 'portal_picture_decoders', 'Processes that decode pictures.', sources.decoders);
  gauge(registry, 'portal_ready', 'Whether this replica takes requests.', () => Number(sources.isReady()));
  gauge(registry, 'portal_open_connections', 'Connections that are open.', sources.connections);
  registry.registerMetric(
    new Gauge({
      name: 'portal_mail_messages',
      help: 'E-mails about cases and to followers: those that wait, and those that the mail server refuses. The same on every replica.',
      labelNames: ['queue', 'state'],
      registers: [],
      async collect() {
        const queues = await sources.queue();
        this.reset();
        for (const [queue, counts] of Object.entries(queues ?? {})) {
          for (const state of ['waiting', 'failed'] as const) this.set({ queue, state }, counts[state]);
        }
      },
    }),
  );
  counter(registry, 'portal_log_faults_total', 'Warnings and errors of the log, repetitions included.', 'level', () => {
    const { error, warn } = sources.faults();
    return [
      ['error', error],
      ['warn', warn],
    ];
  });
  const build = new Gauge({ name: 'portal_build_info', help: 'Always 1: what runs.', labelNames: ['build', 'backend'], registers: [] });
  registry.registerMetric(build);
  build.set({ build: sources.build, backend: sources.backend }, 1);
}

function edgeMetrics(registry: Registry, { edge }: StateSources): void {
  const read = (of: (counts: EdgeCounts) => readonly (readonly [string, number])[]): readonly (readonly [string, number])[] => {
    const counts = edge();
    return counts === null ? [] : of(counts);
  };
  counter(registry, 'portal_edge_requests_total', 'Requests by what they came to at the edge.', 'outcome', () =>
    read((counts) => OUTCOMES.map(([outcome, of]) => [outcome, of(counts)])),
  );
  counter(registry, 'portal_edge_events_total', 'What the edge did beside answering.', 'event', () =>
    read((counts) => EVENTS.map((name) => [snakeCase(name), count(counts, name)])),
  );
  counter(registry, 'portal_edge_purges_total', 'Purges that this replica has carried out.', null, () =>
    read((counts) => [['', count(counts, 'purges')]]),
  );
  counter(registry, 'portal_edge_evictions_total', 'Keys that the store of the edge has evicted.', null, () =>
    read((counts) => [['', count(counts, 'evictions')]]),
  );
  registry.registerMetric(
    new Gauge({
      name: 'portal_edge_state',
      help: 'The edge now: keys and bytes held, exchanges under way, background renders that run and wait.',
      labelNames: ['figure'],
      registers: [],
      collect() {
        this.reset();
        for (const [figure, value] of read((counts) => NOW.map((name) => [snakeCase(name), count(counts, name)])))
          this.set({ figure }, value);
      },
    }),
  );
}

function processMetrics(registry: Registry, { loop }: StateSources): void {
  registry.registerMetric(
    new Gauge({
      name: 'portal_event_loop_delay_seconds',
      help: 'How late the event loop was in the last minute.',
      labelNames: ['figure'],
      registers: [],
      collect() {
        const { meanMs, p99Ms, maxMs } = loop.lastMinute();
        for (const [figure, ms] of Object.entries({ mean: meanMs, p99: p99Ms, max: maxMs })) this.set({ figure }, ms / 1_000);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'portal_memory_bytes',
      help: 'Memory of this process; decoders of pictures have their own.',
      labelNames: ['kind'],
      registers: [],
      collect() {
        for (const [kind, bytes] of Object.entries(process.memoryUsage())) this.set({ kind: snakeCase(kind) }, bytes);
      },
    }),
  );
  counter(registry, 'portal_cpu_seconds_total', 'Processor time of this process.', 'mode', () => {
    const { user, system } = process.cpuUsage();
    return [
      ['user', user / 1e6],
      ['system', system / 1e6],
    ];
  });
  gauge(registry, 'portal_uptime_seconds', 'Time since the process began.', () => process.uptime());
}

/** A count that another part keeps. */
function counter(
  registry: Registry,
  name: string,
  help: string,
  label: string | null,
  read: () => readonly (readonly [label: string, value: number])[],
): void {
  registry.registerMetric(
    new Counter({
      name,
      help,
      labelNames: label === null ? [] : [label],
      registers: [],
      collect() {
        this.reset();
        for (const [value, times] of read()) this.inc(label === null ? {} : { [label]: value }, times);
      },
    }),
  );
}

/** @param read null where there is nothing to show */
function gauge(registry: Registry, name: string, help: string, read: () => number | null | Promise<number>): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const value = await read();
        this.reset();
        if (value === null) this.remove();
        else this.set(value);
      },
    }),
  );
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
