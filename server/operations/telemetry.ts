/**
 * What observes the server, made before its parts: the observation that they report to, the metrics, the sampler of the event loop, and the listener
 * of the metrics where one is configured.
 */
import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import type { Logger } from '../observability/log.ts';
import { type LoopDelay, measureLoopDelay } from '../observability/loop-delay.ts';
import { createWorkMetrics, type WorkMetrics } from '../observability/metrics/work-metrics.ts';
import { createObservation, type Observation } from '../observability/observation.ts';
import { openTracer } from '../observability/tracing/open-tracer.ts';
import type { TracingSettings } from '../observability/tracing/settings.ts';
import { listenForMetrics } from './metrics-listener.ts';

export interface Telemetry {
  readonly observation: Observation;
  readonly registry: Registry;
  readonly work: WorkMetrics;
  readonly loop: LoopDelay;
  /** The log of the process, with its warnings and errors counted; a line within a request has its id. */
  readonly log: Logger;
  readonly faults: () => { readonly error: number; readonly warn: number };
  /** Sends what is recorded of traces, and ends. */
  close(): Promise<void>;
}

export interface TelemetryOptions {
  readonly config: {
    /** Null: traces are not recorded. */
    readonly tracing: TracingSettings | null;
    readonly trustProxy: number;
    /** Null: no listener of metrics. */
    readonly metricsPort: number | null;
    readonly metricsHost: string;
  };
  readonly log: Logger;
  /** Build id. */
  readonly build: string;
  /** False where several compositions follow each other in one process, as in development: they would want the same port. */
  readonly listens: boolean;
}

/** @throws StartupError where the port of the metrics is taken; nothing stays open then */
export async function openTelemetry({ config, log, build, listens }: TelemetryOptions): Promise<Telemetry> {
  const registry = new Registry();
  const counted = countFaults(log);
  const work = createWorkMetrics(registry);
  const { metricsPort, metricsHost } = config;
  const listener =
    listens && metricsPort !== null ? await listenForMetrics({ registry, port: metricsPort, host: metricsHost, log: counted.log }) : null;
  const own = { 'service.version': build, 'service.instance.id': randomUUID() };
  const tracer = await openTracer({ settings: config.tracing, own, log: counted.log });
  const observation = createObservation({ recorder: work, tracer, trustsTraces: config.trustProxy > 0 });
  const loop = measureLoopDelay();
  if (listener !== null) log.info({ host: metricsHost, port: listener.port }, 'metrics are at /metrics of this port');
  return {
    log: namingRequests(counted.log, observation.requestId),
    faults: counted.faults,
    observation,
    registry,
    work,
    loop,
    close: async () => {
      loop.close();
      await Promise.allSettled([listener?.close(), observation.close()]);
    },
  };
}

function countFaults(log: Logger): Pick<Telemetry, 'log' | 'faults'> {
  const counts = { error: 0, warn: 0 };
  return {
    log: {
      debug: log.debug,
      info: log.info,
      warn: (fields, message) => {
        counts.warn += 1;
        log.warn(fields, message);
      },
      error: (fields, message) => {
        counts.error += 1;
        log.error(fields, message);
      },
    },
    faults: () => ({ ...counts }),
  };
}

/** Who logs may not know the request that it works for. */
function namingRequests({ debug, info, warn, error }: Logger, requestIdNow: () => string | null): Logger {
  const naming =
    (write: Logger['warn']): Logger['warn'] =>
    (fields, message) => {
      const requestId = requestIdNow();
      write(requestId === null ? fields : { requestId, ...fields }, message);
    };
  return { debug: naming(debug), info: naming(info), warn: naming(warn), error: naming(error) };
}
