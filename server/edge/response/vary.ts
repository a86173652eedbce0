/**
 * Secondary keys (RFC 9111 §4.1): which request fields chose a response, and whether another request would have chosen the same. Values
 * are compared after normalisation that keeps their meaning, as far as the definition of the field lets it be known.
 */
import { type Fields, fieldValue, splitList, splitMembers } from '../../message/field-lines.ts';

export interface Selection {
  readonly names: readonly string[];
  /** As they came, null for absent: equal ones need no normalisation. */
  readonly raw: readonly (string | null)[];
  readonly values: readonly string[];
}

const NO_SELECTION: Selection = { names: [], raw: [], values: [] };

/**
 * Request fields that are lists by their own definitions: space around commas, empty members and the number of lines mean nothing there
 * (RFC 9110 §5.6.1).
 */
const LISTS: ReadonlySet<string> = new Set([
  // RFC 9110 §12.5
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  // RFC 3229 §10.5.3
  'a-im',
  // Fetch Standard, CORS requests
  'access-control-request-headers',
  // RFC 9111 §5.2
  'cache-control',
  // RFC 7239 §4
  'forwarded',
  // RFC 7240 §2
  'prefer',
  // RFC 9218 §5
  'priority',
  // User-Agent Client Hints
  'sec-ch-ua',
  'sec-ch-ua-form-factors',
  'sec-ch-ua-full-version-list',
  // RFC 9110 §7.6.3
  'via',
  // RFC 9530 §4
  'want-content-digest',
  'want-repr-digest',
]);

/** Request fields in whose definitions a comma parts nothing: they are compared byte for byte. */
const NO_LISTS: ReadonlySet<string> = new Set([
  // RFC 9110 §7.2, §10.1, §11.6.2, §11.7.2, §13.1
  'authorization',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'proxy-authorization',
  'referer',
  'user-agent',
  // RFC 6265 §4.2
  'cookie',
  // RFC 6454 §7
  'origin',
]);

/** Fields whose members are ordered by weight and not by place (RFC 9110 §12.5): order and case do not matter. */
const WEIGHTED: ReadonlySet<string> = new Set(['accept-encoding', 'accept-language', 'accept-charset']);

/** Returns the fields that `Vary` names, in lower case and order, without those of `inKey`. */
export function varyNames(response: Fields, inKey: readonly string[] = []): readonly string[] {
  const vary = fieldValue(response, 'vary');
  return vary === null ? [] : [...new Set(splitList(vary.toLowerCase()))].filter((name) => !inKey.includes(name)).sort();
}

/** Returns what selected a response: the values that the fields `names` have in the request. */
export function selectionOf(names: readonly string[], request: Fields): Selection {
  if (names.length === 0) return NO_SELECTION;
  const raw = names.map((name) => fieldValue(request, name));
  return { names, raw, values: names.map((name, index) => selectingValue(name, raw[index] ?? null)) };
}

/** Says whether the request would have been given the response that `selection` chose. */
export function selects({ names, raw, values }: Selection, request: Fields): boolean {
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    if (name === '*') return false;
    const value = fieldValue(request, name);
    if (value !== raw[index] && selectingValue(name, value) !== values[index]) return false;
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
function selectingValue(name: string, raw: string | null): string {
  if (raw === null) return '';
  if (!LISTS.has(name)) return `=${trimmed(name, raw)}`;
  const members = splitList(raw);
  return `=${WEIGHTED.has(name) ? weighted(members) : members.join(',')}`;
}

/**
 * A field that nobody has told us of may be a list, as most are: lines of it are combined with a comma and a space anyway (RFC 9110
 * §5.3), so the space says nothing. Empty members may.
 */
function trimmed(name: string, raw: string): string {
  return NO_LISTS.has(name) ? raw.trim() : splitMembers(raw).join(',');
}

function weighted(members: readonly string[]): string {
  return members
    .map((member) => member.toLowerCase().replaceAll(/\s+/g, ''))
    .map((member) => member.replace(/;q=1(?:\.0{0,3})?$/, ''))
    .sort()
    .join(',');
}
