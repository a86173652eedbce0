/** Cache groups (RFC 9875): lists of strings that tie stored responses together. */
import { parseList } from 'structured-headers';
import { MAX_GROUPS } from '../../../shared/cache/groups.ts';
import { type Fields, fieldValue } from '../../message/field-lines.ts';

/** Longest group name kept. RFC 9875 §2 asks for 32 characters at least. */
const MAX_NAME = 256;

/** Returns the groups that a response belongs to. A field that does not parse names none. */
export function cacheGroups(fields: Fields): readonly string[] {
  return stringList(fieldValue(fields, 'cache-groups'));
}

/** Returns the groups that a response to an unsafe request invalidates (RFC 9875 §3). The caller checks method and status. */
export function invalidatedGroups(fields: Fields): readonly string[] {
  return stringList(fieldValue(fields, 'cache-group-invalidation'));
}

/** Returns names under which groups are told apart between origins: equal names of two hosts are two groups (RFC 9875 §2.1). */
export function scopedGroups(groups: readonly string[], scope: string): readonly string[] {
  return scope === '' ? groups : groups.map((group) => `${scope} ${group}`);
}

/** RFC 9875 §2: members are strings; parameters are ignored; anything else in the list makes the field void (RFC 9651 §4.2). */
function stringList(value: string | null): readonly string[] {
  if (value === null) return [];
  try {
    const names = parseList(value).map(([bare]) => bare);
    if (!names.every((name) => typeof name === 'string')) return [];
    return [...new Set(names)].filter((name) => name.length <= MAX_NAME).slice(0, MAX_GROUPS);
  } catch {
    // Not a structured list: RFC 9651 §4.2 says to ignore the whole field.
    return [];
  }
}
