/** Which stored responses the response to an unsafe request invalidates (RFC 9111 §4.4, RFC 9875 §3). */
import { fieldLines } from '../../message/field-lines.ts';
import { type KeyedRequest, referredRequest, type TargetOf } from '../request/target.ts';
import { invalidatedGroups } from '../response/groups.ts';
import type { ResponseHead } from '../response/stored-response.ts';

/** Methods that are registered as safe (RFC 9110 §9.2.1, §16.1.1). Any other method may change the resource. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'QUERY', 'REPORT', 'SEARCH', 'TRACE']);

export interface Invalidation {
  readonly keys: readonly string[];
  readonly groups: readonly string[];
}

const NOTHING: Invalidation = { keys: [], groups: [] };

/** Returns the keys and groups that the response `head` to a `method` request invalidates: none for a safe method. */
export function invalidationOf(method: string, request: KeyedRequest, head: ResponseHead, targetOf: TargetOf): Invalidation {
  if (SAFE.has(method)) return NOTHING;
  const groups = invalidatedGroups(head.fields);
  // RFC 9111 §4.4: only a non-error response invalidates the target. Groups are named on purpose, so they always count.
  if (head.status > 399) return { keys: [], groups };
  const referred = ['location', 'content-location'].flatMap((name) => fieldLines(head.fields, name));
  const requests = [request, ...referred.map((reference) => referredRequest(reference, request)).filter((found) => found !== null)];
  return { keys: [...new Set(requests.map((found) => targetOf(found).key))], groups };
}
