/** Cache groups (RFC 9875): names under which stored responses are invalidated together. */
import { parseList } from 'structured-headers';
import { MAX_GROUPS } from '../../../shared/cache/groups.ts';
import { type Fields, fieldValue } from '../../message/field-lines.ts';

/** Longest group name that counts. RFC 9875 §2 requires 32 characters at least. */
const MAX_NAME = 256;

/** Returns the groups that a response belongs to; none for a field that does not parse. */
export function cacheGroups(fields: Fields): readonly string[] {
  return stringList(fieldValue(fields, 'cache-groups'));
}

/** Returns the groups that a response to an unsafe request invalidates (RFC 9875 §3). The caller checks method and status. */
export function invalidatedGroups(fields: Fields): readonly string[] {
  return stringList(fieldValue(fields, 'cache-group-invalidation'));
}

/** Returns the names with their URI origin: equal names of two origins are two groups (RFC 9875 §2.1). */
export function scopedGroups(groups: readonly string[], scope: string): readonly string[] {
  return scope === '' ? groups : groups.map((group) => `${scope} ${group}`);
}

/** RFC 9875 §2: members are strings and their parameters are ignored; another type makes the whole field invalid (RFC 9651 §4.2). */
function stringList(value: string | null): readonly string[] {
  if (value === null) return [];
  try {
    const names = parseList(value).map(([bare]) => bare);
    if (!names.every((name) => typeof name === 'string')) return [];
    return [...new Set(names)].filter((name) => name.length <= MAX_NAME).slice(0, MAX_GROUPS);
  } catch {
    // RFC 9651 §4.2: a field that is no structured list is ignored.
    return [];
  }
}
