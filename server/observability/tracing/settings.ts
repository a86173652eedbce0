/** Where traces go: the standard variables of OpenTelemetry (specification, SDK environment variables), as the site's configuration reads them. */

/** As `OTEL_TRACES_SAMPLER` names them. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type SamplerName = (typeof SAMPLERS)[number];

export interface TracingSettings {
  /** Full address at which the collector takes traces (OTLP/HTTP). */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly sampler: SamplerName;
  /** Share of the traces that are recorded, 0 to 1; of the samplers with `traceidratio`. */
  readonly ratio: number;
}

export interface TracingVariables {
  readonly OTEL_SDK_DISABLED: boolean;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | null;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: string | null;
  readonly OTEL_EXPORTER_OTLP_HEADERS: Readonly<Record<string, string>>;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_RESOURCE_ATTRIBUTES: Readonly<Record<string, string>>;
  readonly OTEL_TRACES_SAMPLER: SamplerName;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/** Returns where traces go; null where no collector is named. The address of all signals gets the path of traces behind it, the other is whole. */
export function tracingSettings(values: TracingVariables): TracingSettings | null {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === null ? null : `${base.replace(/\/+$/, '')}/v1/traces`);
  if (url === null || values.OTEL_SDK_DISABLED) return null;
  return {
    url,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: values.OTEL_SERVICE_NAME,
    attributes: values.OTEL_RESOURCE_ATTRIBUTES,
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** Reads `name=value,name=value` with percent-encoded values, as the variables of OpenTelemetry are written; null where it is not that. */
export function parseNamedValues(text: string): Readonly<Record<string, string>> | null {
  const found: Record<string, string> = {};
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at < 1 || !/^[\w.!#$%&'*+^`|~-]+$/.test(name)) return null;
    try {
      found[name] = decodeURIComponent(pair.slice(at + 1).trim());
    } catch {
      // A percent sign that begins no code.
      return null;
    }
  }
  return found;
}
