/** What a response to an unsafe request makes invalid (RFC 9111 §4.4, RFC 9875 §3). */

import { fieldLines } from '../../message/field-lines.ts';
import type { KeyedRequest, TargetOf } from '../request/key.ts';
import { referredRequest } from '../request/key.ts';
import { invalidatedGroups } from '../response/groups.ts';
import type { ResponseHead } from '../response/stored-response.ts';

/** Methods that are registered as safe (RFC 9110 §9.2.1, §16.1.1); of any other it has to be feared that it changes something. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'QUERY', 'REPORT', 'SEARCH', 'TRACE']);

export interface Invalidation {
  readonly keys: readonly string[];
  readonly groups: readonly string[];
}

const NOTHING: Invalidation = { keys: [], groups: [] };

/** Returns the keys and groups that are no longer to be trusted after `head` answered `method`: none after a safe one. */
export function invalidationOf(method: string, request: KeyedRequest, head: ResponseHead, targetOf: TargetOf): Invalidation {
  if (SAFE.has(method)) return NOTHING;
  const groups = invalidatedGroups(head.fields);
  // RFC 9111 §4.4: only an answer that is no error says that the target has changed. Groups are named on purpose, and always count.
  if (head.status > 399) return { keys: [], groups };
  const referred = ['location', 'content-location'].flatMap((name) => fieldLines(head.fields, name));
  const requests = [request, ...referred.map((reference) => referredRequest(reference, request)).filter((found) => found !== null)];
  return { keys: [...new Set(requests.map((found) => targetOf(found).key))], groups };
}
