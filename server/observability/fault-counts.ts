/**
 * A log in which a fault that repeats is one line with its stack, and then a line with a number for each minute in which it came again.
 * During an outage every request fails in the same way, and a log full of equal stacks hides the fault that differs.
 *
 * A fault is a warning or an error with `err`. Two are equal when their message, the code of their error and the place in the code where its
 * first cause was made are equal; so kinds are as many as there are such places, and a new fault behind a known message still has its own
 * line. At the level `debug` every repetition has a line too, without the stack, to be found by its request id.
 */
import { errorCodeOf } from '../../shared/errors/error-code.ts';
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';
import type { Logger } from './log.ts';

type Fields = Readonly<Record<string, unknown>>;

const INTERVAL_MS = 60_000;

/** Faults beyond these kinds count as one. */
const MAX_KINDS = 200;
const OTHER_KINDS = 'other';

/** Causes of causes that are followed; a chain that leads back to itself must end. */
const MAX_CAUSES = 10;

/** Makes the log over `log`. */
export function countRepeatedFaults(log: Logger, timers: Timers = SYSTEM_TIMERS): Logger {
  const repeated = new Map<string, number>();
  const countEachInterval = (kind: string, say: (count: number) => void): void => {
    timers.after(INTERVAL_MS, () => {
      const count = repeated.get(kind) ?? 0;
      repeated.delete(kind);
      if (count === 0) return;
      say(count);
      repeated.set(kind, 0);
      countEachInterval(kind, say);
    });
  };
  const countAt =
    (level: 'warn' | 'error') =>
    (fields: Fields, message: string): void => {
      const { err, ...others } = fields;
      if (err === undefined) {
        log[level](fields, message);
        return;
      }
      const fault = `${level} ${message} ${faultOf(err)}`;
      const kind = repeated.has(fault) || repeated.size < MAX_KINDS ? fault : OTHER_KINDS;
      const count = repeated.get(kind);
      if (count !== undefined) {
        repeated.set(kind, count + 1);
        log.debug({ ...others, error: nameOf(err) }, message);
        return;
      }
      log[level](fields, message);
      repeated.set(kind, 0);
      const what = kind === OTHER_KINDS ? 'faults of many kinds' : message;
      countEachInterval(kind, (times) => log[level]({ repeated: times, seconds: INTERVAL_MS / 1_000, error: nameOf(err) }, what));
    };
  return { debug: log.debug, info: log.info, warn: countAt('warn'), error: countAt('error') };
}

/** Returns what tells a fault from others: the name of the error, and that of its first cause with the line of code that made it. */
function faultOf(err: unknown): string {
  let cause = err;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error && cause.cause !== undefined; depth += 1) cause = cause.cause;
  const place = cause instanceof Error ? (cause.stack?.match(/^ {4}at .*$/m)?.[0] ?? '') : '';
  return `${nameOf(err)} ${nameOf(cause)} ${place}`;
}

/** Returns the code of an error (ours, Node's or Postgres's) or its name. */
function nameOf(err: unknown): string {
  if (!(err instanceof Error)) return typeof err;
  return errorCodeOf(err) || err.name;
}
