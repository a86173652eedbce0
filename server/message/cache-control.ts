/**
 * The grammar of `Cache-Control` (RFC 9111 §5.2) for requests and responses. A directive may stand several times; all its arguments are
 * kept, so that the reader of each can choose the strictest (RFC 9111 §4.2.1).
 */
import { splitList } from './field-lines.ts';

/** Arguments of each directive by lower-case name; null stands for a directive without argument. */
export type Directives = ReadonlyMap<string, readonly (string | null)[]>;

/** Largest lifetime counted, in seconds; a longer one means "practically for ever" (RFC 9111 §1.2.2). */
export const MAX_DELTA_SECONDS = 2_147_483_648;

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Reads the lines of `Cache-Control`, each by itself: joined, a quote that one leaves open would hide what the next says. Members that are
 * no directive are left out; it never throws.
 */
export function parseDirectives(lines: readonly string[]): Directives {
  const directives = new Map<string, (string | null)[]>();
  for (const member of lines.flatMap(splitList)) {
    const equals = member.indexOf('=');
    const name = (equals < 0 ? member : member.slice(0, equals)).toLowerCase();
    // Space around "=" is not in the grammar: the name then is no token and the member is not that directive.
    if (!TOKEN.test(name)) continue;
    const argument = equals < 0 ? null : unquote(member.slice(equals + 1));
    directives.set(name, [...(directives.get(name) ?? []), argument]);
  }
  return directives;
}

/** Says whether the directive is there, with or without argument. */
export function hasDirective(directives: Directives, name: string): boolean {
  return directives.has(name);
}

/**
 * Returns the seconds of a delta-seconds directive: undefined when absent; 0, the strictest, when an argument is no whole number;
 * otherwise the smallest of all that were given, at most MAX_DELTA_SECONDS.
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

/** Returns the lower-case field names of the qualified form of a directive, or 'all' for the plain form; null when absent. */
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
