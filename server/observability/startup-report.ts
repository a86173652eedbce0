/** What a start reports to the operator at the terminal: progress, faults of the configuration, and failure. */
import type { Logger } from './log.ts';

/** A cause outside the program: a setting, a port in use, a missing build. The message says what to do, so no stack is logged. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}

/**
 * Writes the message of `error` and of its causes with `write` (standard error), and logs it with its stack unless it is a `StartupError`, whose
 * message says all.
 */
export function reportStartupFailure(error: unknown, log: Pick<Logger, 'error'>, write: (text: string) => void): void {
  if (!(error instanceof StartupError)) log.error({ err: error }, 'the site could not start');
  write(`${error instanceof StartupError ? error.message : textWithCauses(error)}\n`);
}

function textWithCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error instanceof AggregateError ? error.errors.map(textWithCauses).join(', ') : error.message;
  const cause = error.cause === undefined ? '' : textWithCauses(error.cause);
  return message.includes(cause) ? message : `${message}: ${cause}`;
}

/** Returns the text for an invalid configuration. It includes the warnings, because a misspelt name often explains a missing value. */
export function configurationText(faults: readonly string[], warnings: readonly string[]): string {
  const list = (lines: readonly string[]): string => lines.map((line) => `  - ${line}\n`).join('');
  return `The configuration has faults:\n${list(faults)}${warnings.length > 0 ? `It also has warnings:\n${list(warnings)}` : ''}`;
}

/** Returns a reporter of long work that writes a line when the message changes, at every tenth of the total, and at the end. */
export function createProgress(write: (line: string) => void): (message: string, done: number, total: number) => void {
  let shown = '';
  return (message, done, total) => {
    const tenth = total > 0 ? Math.floor((done / total) * 10) : 0;
    const step = `${message} ${tenth}`;
    if (step === shown) return;
    shown = step;
    write(total > 0 ? `${message} ${done}/${total}\n` : `${message}\n`);
  };
}
