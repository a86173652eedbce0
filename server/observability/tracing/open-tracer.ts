/** Opens the tracer that the configuration asks for. */
import type { Logger } from '../log.ts';
import type { TracingSettings } from './settings.ts';
import { type Tracer, unrecordedTracer } from './tracer.ts';

export interface TracerOptions {
  /** Null: traces are not recorded. */
  readonly settings: TracingSettings | null;
  /** Attributes of this process. */
  readonly own: Readonly<Record<string, string>>;
  readonly log: Logger;
}

/** The packages of OpenTelemetry take a tenth of a second to load, so a site without a collector does not load them. */
export async function openTracer({ settings, own, log }: TracerOptions): Promise<Tracer> {
  if (settings === null) return unrecordedTracer();
  const { createOtelTracer } = await import('./otel-tracer.ts');
  return createOtelTracer({ ...settings, own, log });
}
