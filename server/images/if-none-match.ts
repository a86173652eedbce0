// RFC 9110 §8.8.3: entity-tag = [ weak ] opaque-tag; a list member is separated by commas, which may also occur inside a tag.
const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * True when the `If-None-Match` field names `etag` (a quoted strong tag) or is `*`; the comparison is weak (RFC 9110 §13.1.2).
 *
 * Express's own `req.fresh` is not used: it lets a client's `Cache-Control: no-cache`, which scripts send along with a validator, ask for
 * the whole body again (RFC 9111 §5.2.1 leaves that to us), and here that body costs a decoding.
 */
export function matchesIfNoneMatch(field: string | undefined, etag: string): boolean {
  if (field === undefined) return false;
  if (field.trim() === '*') return true;
  return [...field.matchAll(ENTITY_TAG)].some(([, tag]) => tag === etag);
}
