import { type DestinationStream, pino } from 'pino';
import { redactedValue, withoutSecretFields } from './redaction.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type LogFunction = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** A structured log: fields first, then one sentence in English. Callers must not pass secrets, tokens or personal data. */
export interface Logger {
  readonly debug: LogFunction;
  readonly info: LogFunction;
  readonly warn: LogFunction;
  readonly error: LogFunction;
}

/** Makes the process log: one JSON object a line on standard output, or on `destination`. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    // The text of an error is written by drivers and strangers.
    serializers: { err: (thrown: unknown) => redactedValue(thrown instanceof Error ? pino.stdSerializers.err(thrown) : thrown) },
    formatters: { log: (fields: Record<string, unknown>) => withoutSecretFields(fields) },
  };
  const log = destination === undefined ? pino(options) : pino(options, destination);
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  };
}
