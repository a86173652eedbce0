/**
 * What YAML files hold, parsed by the build: reading the texts anew costs a quarter of a start. A value is found by the hash of its text, so a
 * file that has changed since is parsed again.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Below the directory that holds `dist/`. */
export const PARSED_FILES = 'dist/metadados.json';

/** Returns the parsed value of a YAML text, undefined where the build did not see it. The value is shared: callers must not change it. */
export type ParsedFiles = (text: string) => unknown;

export const NOTHING_PARSED: ParsedFiles = () => undefined;

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Opens the file that the build wrote. Without it, or with one that cannot be read, every text is parsed. */
export function openParsedFiles(file: string): ParsedFiles {
  let values: Readonly<Record<string, unknown>>;
  try {
    values = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
  } catch {
    return NOTHING_PARSED;
  }
  return (text) => values[hashOf(text)];
}
