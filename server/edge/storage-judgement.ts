/** Applies the storage rules to the response of one exchange. */
import { type Fields, hasField } from './fields.ts';
import type { EdgeSettings } from './options.ts';
import { type Storability, storability } from './storability.ts';
import type { ResponseHead } from './stored-response.ts';

export interface JudgedRequest {
  readonly method: string;
  readonly fields: Fields;
  readonly noStore: boolean;
  /** Whether the origin saw a `Range`: only 200 and 206 then speak of the resource and not of the range. */
  readonly ranged: boolean;
  readonly describesTarget: boolean;
}

/**
 * Says whether a response that is not stored itself is of the one client alone that made the request, so that nobody may share it while
 * what will be stored in its place is being made (RFC 9111 §3.5, §5.2.2.7, §7.3).
 */
export function isPersonal({ fields, policy }: ResponseHead, request: Fields): boolean {
  return policy.private === 'all' || hasField(fields, 'set-cookie') || hasField(request, 'authorization');
}

/** Judges whether the response may be kept. */
export function judge(head: ResponseHead, request: JudgedRequest, settings: EdgeSettings): Storability {
  const { status, fields, policy, lifetime } = head;
  if (request.ranged && status !== 200 && status !== 206) return { kind: 'forbidden', because: 'range' };
  // RFC 9111 §3.3: a part is kept only when it says which part it is, in one piece.
  if (status === 206 && !hasField(fields, 'content-range')) return { kind: 'forbidden', because: 'partial' };
  return storability(
    {
      method: request.method,
      authorized: hasField(request.fields, 'authorization'),
      requestNoStore: request.noStore,
      status,
      fields,
      policy,
      lifetime,
      describesTarget: request.describesTarget,
    },
    settings.storage,
  );
}
