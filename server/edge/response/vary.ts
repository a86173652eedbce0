/**
 * Selecting header fields (RFC 9111 §4.1): which request fields selected a response, and whether another request selects the same. Values
 * are compared after the normalisation that the definition of each field allows.
 */
import { type Fields, fieldValue, splitList, splitMembers, weightedMember } from '../../message/field-lines.ts';

export interface Selection {
  readonly names: readonly string[];
  /** Values as received, null for absent: equal ones need no normalisation. */
  readonly raw: readonly (string | null)[];
  readonly values: readonly string[];
}

const NO_SELECTION: Selection = { names: [], raw: [], values: [] };

/** Request fields defined as lists, where space around commas, empty members and the number of lines have no meaning (RFC 9110 §5.6.1). */
const LIST_FIELDS: ReadonlySet<string> = new Set([
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

/** Request fields whose definitions give a comma no meaning: they are compared byte for byte. */
const SINGLE_VALUE_FIELDS: ReadonlySet<string> = new Set([
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

/** Fields whose members are ordered by their weights (RFC 9110 §12.5), so that their order and case have no meaning. */
const WEIGHTED: ReadonlySet<string> = new Set(['accept-encoding', 'accept-language', 'accept-charset']);

/** Returns the fields that `Vary` names, in lower case and sorted, without those of `inKey`. */
export function varyNames(response: Fields, inKey: readonly string[] = []): readonly string[] {
  const vary = fieldValue(response, 'vary');
  return vary === null ? [] : [...new Set(splitList(vary.toLowerCase()))].filter((name) => !inKey.includes(name)).sort();
}

/** Returns the values of the selecting header fields `names` in a request. */
export function selectionOf(names: readonly string[], request: Fields): Selection {
  if (names.length === 0) return NO_SELECTION;
  const raw = names.map((name) => fieldValue(request, name));
  return { names, raw, values: names.map((name, index) => selectingValue(name, raw[index] ?? null)) };
}

/** Says whether a request selects the response that was stored with `selection`. */
export function selects({ names, raw, values }: Selection, request: Fields): boolean {
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    if (name === '*') return false;
    const value = fieldValue(request, name);
    if (value !== raw[index] && selectingValue(name, value) !== values[index]) return false;
  }
  return true;
}

/** Says whether two selections are equal, so that their responses replace each other. */
export function sameSelection(one: Selection, other: Selection): boolean {
  return (
    one.names.length === other.names.length &&
    one.names.every((name, index) => name === other.names[index] && one.values[index] === other.values[index])
  );
}

/** A leading "=" marks a present field, because absent and empty differ. */
function selectingValue(name: string, raw: string | null): string {
  if (raw === null) return '';
  if (!LIST_FIELDS.has(name)) return `=${trimmed(name, raw)}`;
  const members = splitList(raw);
  return `=${WEIGHTED.has(name) ? weighted(members) : members.join(',')}`;
}

/**
 * An unknown field may be a list, as most are. Its lines are combined with a comma and a space (RFC 9110 §5.3), so space around commas has
 * no meaning; empty members may have one.
 */
function trimmed(name: string, raw: string): string {
  return SINGLE_VALUE_FIELDS.has(name) ? raw.trim() : splitMembers(raw).join(',');
}

function weighted(members: readonly string[]): string {
  return members
    .map((member) => {
      const read = weightedMember(member);
      // What cannot be read keeps its bytes: only the origin knows what it makes of them.
      if (read === null) return member;
      return `${read.name.toLowerCase()};q=${read.weight}`;
    })
    .sort()
    .join(',');
}
