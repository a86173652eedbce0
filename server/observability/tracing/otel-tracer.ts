/** The tracer that sends to a collector by OTLP/HTTP. Loaded only where one is configured. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { SYSTEM_TIMERS, type Timers } from '../../../shared/time/timers.ts';
import type { Logger } from '../log.ts';
import { createLogThrottle } from '../log-throttle.ts';
import type { TracingSettings } from './settings.ts';
import type { TraceContext } from './trace-context.ts';
import type { SpanKind as OwnKind, Tracer } from './tracer.ts';

export interface OtelTracerOptions extends TracingSettings {
  /** Attributes of this process: its version and its name among the replicas. */
  readonly own: Readonly<Record<string, string>>;
  readonly log: Logger;
  readonly timers?: Timers;
}

/** A collector that is away fails every few seconds. */
const LOG_EVERY_MS = 60_000;

/** Milliseconds in which the last traces must have gone at the end: less than the parts of the site have to close. */
const CLOSE_MS = 2_000;

/** Milliseconds of one export. What waits meanwhile is bounded by the processor, which drops what is over. */
const EXPORT_MS = 5_000;

const SAMPLED: number = TraceFlags.SAMPLED;

const KINDS: Readonly<Record<OwnKind, SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

/** Makes the tracer; nothing is sent before the first span ends. */
export function createOtelTracer(options: OtelTracerOptions): Tracer {
  const { timers = SYSTEM_TIMERS } = options;
  const exporter = loggedExporter(
    new OTLPTraceExporter({ url: options.url, headers: { ...options.headers }, timeoutMillis: EXPORT_MS }),
    options.log,
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...options.own, ...options.attributes, 'service.name': options.serviceName }),
    sampler: samplerOf(options),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS })],
  });
  const tracer = provider.getTracer('portal');
  return {
    start({ name, kind, attributes, parent }) {
      const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent, kind === 'server'));
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, context);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        context: { traceId, spanId, isSampled: (traceFlags & SAMPLED) === SAMPLED },
        end: ({ attributes: late = {}, hasFailed }) => {
          span.setAttributes({ ...late });
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: async () => {
      const sent = provider.shutdown().catch((error: unknown) => options.log.warn({ err: error }, 'the last traces could not be sent'));
      let cancel = (): void => {};
      const isLate = new Promise<void>((resolve) => {
        cancel = timers.after(CLOSE_MS, resolve);
      });
      await Promise.race([sent, isLate]);
      cancel();
    },
  };
}

function spanContextOf({ traceId, spanId, isSampled }: TraceContext, isRemote: boolean): Parameters<typeof trace.setSpanContext>[1] {
  return { traceId, spanId, isRemote, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const plain = (name: string): Sampler =>
    name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler();
  const [, root] = /^parentbased_(.+)$/.exec(sampler) ?? [];
  return root === undefined ? plain(sampler) : new ParentBasedSampler({ root: plain(root) });
}

/** Says once a minute that traces are lost: the exporter itself says nothing. */
function loggedExporter(exporter: SpanExporter, log: Logger): SpanExporter {
  const throttled = createLogThrottle<'lost'>({ forMs: LOG_EVERY_MS, now: () => performance.now() });
  return {
    export: (spans: ReadableSpan[], done) => {
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error !== undefined) throttled('lost', (suppressed) => log.warn({ err: error, suppressed }, 'traces could not be sent'));
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush === undefined ? {} : { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}
