/**
 * The grammar of `Cache-Control` (RFC 9111 §5.2) in requests and responses. A directive may occur several times; all its arguments are
 * kept, so that its reader can choose the strictest (RFC 9111 §4.2.1).
 */
import { splitList } from './field-lines.ts';

/** Arguments of each directive by its lower-case name; null is a directive without argument. */
export type Directives = ReadonlyMap<string, readonly (string | null)[]>;

/** Largest delta-seconds, 2^31; a recipient reads any larger number as this one (RFC 9111 §1.2.2). */
export const MAX_DELTA_SECONDS = 2_147_483_648;

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Parses the lines of `Cache-Control`, each by itself, so that an unterminated quoted string in one line hides no directive of the next.
 * Members that are not directives are skipped. Never throws.
 */
export function parseDirectives(lines: readonly string[]): Directives {
  const directives = new Map<string, (string | null)[]>();
  for (const member of lines.flatMap(splitList)) {
    const equals = member.indexOf('=');
    const name = (equals < 0 ? member : member.slice(0, equals)).toLowerCase();
    // RFC 9111 §5.2 allows no space around "=". With one the name is not a token, so the member is skipped.
    if (!TOKEN.test(name)) continue;
    const argument = equals < 0 ? null : unquote(member.slice(equals + 1));
    const known = directives.get(name);
    if (known === undefined) directives.set(name, [argument]);
    else known.push(argument);
  }
  return directives;
}

/**
 * Returns the seconds of a delta-seconds directive: undefined when it is absent; 0, the strictest, when an argument is not a whole number;
 * otherwise the smallest argument, at most MAX_DELTA_SECONDS.
 */
export function deltaSeconds(directives: Directives, name: string): number | undefined {
  const given = directives.get(name);
  if (given === undefined) return undefined;
  let smallest = MAX_DELTA_SECONDS;
  for (const argument of given) {
    if (argument === null || !/^\d+$/.test(argument)) return 0;
    smallest = Math.min(smallest, Number(argument));
  }
  return smallest;
}

/** Returns the lower-case field names of a directive's qualified form, 'all' for its unqualified form, or null when it is absent. */
export function qualifiedFields(directives: Directives, name: string): readonly string[] | 'all' | null {
  const given = directives.get(name);
  if (given === undefined) return null;
  const names: string[] = [];
  for (const argument of given) {
    const members = argument === null ? [] : splitList(argument.toLowerCase());
    if (members.length === 0 || !members.every((member) => TOKEN.test(member))) return 'all';
    names.push(...members);
  }
  return names;
}

function unquote(argument: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(argument)?.[1];
  return quoted === undefined ? argument : quoted.replaceAll(/\\(.)/g, '$1');
}
