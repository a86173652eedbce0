/**
 * Secondary keys (RFC 9111 §4.1): which request fields chose a response, and whether another request would have chosen the same. Values
 * are compared after normalisation that keeps their meaning.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type Fields, fieldValue, splitList } from './fields.ts';

/** Names and normalised values, in one string each so that a comparison is cheap. */
export interface Selection {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

export const NO_SELECTION: Selection = { names: [], values: [] };

/** Fields whose members are ordered by weight and not by place (RFC 9110 §12.5): order and case do not matter. */
const WEIGHTED: ReadonlySet<string> = new Set(['accept-encoding', 'accept-language', 'accept-charset']);

/** Returns what selected a response, from its `Vary` and the request's fields. */
export function selectionOf(response: Fields, request: IncomingHttpHeaders): Selection {
  const vary = fieldValue(response, 'vary');
  if (vary === null) return NO_SELECTION;
  const names = [...new Set(splitList(vary.toLowerCase()))].sort();
  return { names, values: names.map((name) => selectingValue(name, request)) };
}

/** Says whether the request would have been given the response that `selection` chose. */
export function selects(selection: Selection, request: IncomingHttpHeaders): boolean {
  for (let index = 0; index < selection.names.length; index += 1) {
    const name = selection.names[index] ?? '';
    if (name === '*' || selectingValue(name, request) !== selection.values[index]) return false;
  }
  return true;
}

/** Says whether two selections are the same key. */
export function sameSelection(one: Selection, other: Selection): boolean {
  return (
    one.names.length === other.names.length &&
    one.names.every((name, index) => name === other.names[index] && one.values[index] === other.values[index])
  );
}

/** Absent and empty differ: a leading "=" marks a field that is there. */
function selectingValue(name: string, request: IncomingHttpHeaders): string {
  const raw = request[name];
  if (raw === undefined) return '';
  const members = splitList(typeof raw === 'string' ? raw : raw.join(', '));
  return `=${WEIGHTED.has(name) ? weighted(members) : members.join(',')}`;
}

function weighted(members: readonly string[]): string {
  return members
    .map((member) => member.toLowerCase().replaceAll(/\s+/g, ''))
    .map((member) => member.replace(/;q=1(?:\.0{0,3})?$/, ''))
    .sort()
    .join(',');
}
