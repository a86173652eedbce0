/** Entity tags (RFC 9110 §8.8.3) and their two comparisons. Tags are whole field values: with quotes and the weakness mark. */
import { splitTags } from './field-lines.ts';

const STRONG_TAG = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

/** Says whether a tag is a well-formed strong one, which identifies bytes. */
export function isStrongTag(etag: string | null): etag is string {
  return etag !== null && STRONG_TAG.test(etag);
}

/** Says whether a field value is a well-formed tag, strong or weak. */
export function isEntityTag(value: string): boolean {
  return isStrongTag(opaqueTag(value));
}

/** Writes a weak tag. `opaque` must not contain spaces or quotes. */
export function weakTag(opaque: string): string {
  return `W/"${opaque}"`;
}

/** Strong comparison (RFC 9110 §8.8.3.2). */
export function matchesStrongly(one: string | null, other: string | null): boolean {
  return one === other && isStrongTag(one);
}

/** Weak comparison (RFC 9110 §8.8.3.2). */
export function matchesWeakly(one: string, other: string): boolean {
  return opaqueTag(one) === opaqueTag(other);
}

/** Says whether a list of tags, or `*`, matches the current tag; `*` matches any current representation (RFC 9110 §13.1.1, §13.1.2). */
export function listMatches(list: string, etag: string | null, matches: (listed: string, current: string) => boolean): boolean {
  if (list.trim() === '*') return true;
  return etag !== null && splitTags(list).some((listed) => matches(listed, etag));
}

function opaqueTag(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}
