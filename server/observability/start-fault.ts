/** How a start that failed is told: what the operator can mend in one plain text, anything else with its stack in the log. */
import type { Logger } from './log.ts';

/** A fault outside the program (a setting, a taken port, a missing build). The message names it and what to do, so no stack is needed. */
export class StartFault extends Error {
  override readonly name: string = 'StartFault';
}

/** Tells `error` once on `write` (standard error), and logs it with its stack when it is not a `StartFault`. */
export function tellStartFailure(error: unknown, log: Pick<Logger, 'error'>, write: (text: string) => void): void {
  if (!(error instanceof StartFault)) log.error({ err: error }, 'the site could not start');
  write(`${error instanceof Error ? error.message : String(error)}\n`);
}

/** Returns the text for a configuration that cannot be used. Warnings come along: a misspelt name is often why a value is missing. */
export function configurationText(faults: readonly string[], warnings: readonly string[]): string {
  const list = (lines: readonly string[]): string => lines.map((line) => `  - ${line}\n`).join('');
  return `The configuration has faults:\n${list(faults)}${warnings.length > 0 ? `It also has warnings:\n${list(warnings)}` : ''}`;
}
