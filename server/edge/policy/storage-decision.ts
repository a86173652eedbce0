/** Applies the storage rules to the response of one exchange. */
import { type Fields, fieldValue, hasField } from '../../message/field-lines.ts';
import type { FlightPlan } from '../flight/plan.ts';
import type { EdgeSettings } from '../options.ts';
import type { ResponseHead } from '../response/stored-response.ts';
import { liftsAuthorization, type Storability, storability } from './storability.ts';

interface JudgedRequest {
  readonly method: string;
  readonly fields: Fields;
  readonly noStore: boolean;
  /** Whether the origin saw a `Range`: only 200 and 206 then speak of the resource and not of the range. */
  readonly ranged: boolean;
  readonly describesTarget: boolean;
}

/**
 * Says whether a status tells what has become of the resource. The other errors are of the request, of who made it, or of a server that
 * is in no state to answer (RFC 9110 §15.5, §15.6, RFC 6585 §4, RFC 8470 §5.2), a 206 is of a part and a 304 of the client's own copy.
 */
function speaksOfResource(status: number): boolean {
  return (status >= 200 && status < 400 && status !== 206 && status !== 304) || status === 404 || status === 410 || status === 451;
}

/**
 * Says whether an answer that will not be stored has outdated the response that is: what the resource is now the origin wants nobody to
 * store, so nobody may go on with what it was.
 */
export function outdates(head: ResponseHead, plan: FlightPlan, settings: EdgeSettings): boolean {
  return speaksOfResource(head.status) && bearingOf(plan, head, settings) === 'refused';
}

/**
 * Says whether a response that is not stored itself is of the one client alone that made the request, so that nobody may share it while
 * what will be stored in its place is being made (RFC 9111 §3.5, §5.2.2.7, §7.3).
 */
export function isPersonal({ fields, policy }: ResponseHead, request: Fields): boolean {
  return policy.private === 'all' || hasField(fields, 'set-cookie') || hasField(request, 'authorization');
}

/** Judges whether the response to a planned request may be kept. */
export function judgePlanned(plan: FlightPlan, head: ResponseHead, describesTarget: boolean, settings: EdgeSettings): Storability {
  if (!plan.mayStore) return { kind: 'forbidden', because: 'bypass' };
  const { method, fields, ranged } = plan;
  // Held until it proves too long, it would cost each reader that stands still the whole bound.
  if (Number(fieldValue(head.fields, 'content-length') ?? 0) > settings.bounds.bodyBytes) return { kind: 'forbidden', because: 'size' };
  return judge(head, { method, fields, ranged, noStore: plan.requestNoStore, describesTarget }, settings);
}

/** What the origin's answer about a stored response lets become of it. */
export type Bearing =
  /** It may be stored as the answer leaves it. */
  | 'storable'
  /** Only the request forbids that (RFC 9111 §3.5, §5.2.1.5), so nothing is said of what was stored without it. */
  | 'none'
  /** The origin wants it stored no more. */
  | 'refused';

/** Judges `head`, the answer to a GET or HEAD, as what it says of the response that is stored. */
export function bearingOf(plan: FlightPlan, head: ResponseHead, settings: EdgeSettings): Bearing {
  // What a HEAD is told of is what a GET would be answered (RFC 9110 §9.3.2).
  const asGet = { ...plan, method: 'GET' };
  if (judgePlanned(asGet, head, false, settings).kind === 'storable') return 'storable';
  // RFC 9111 §3.5: what nobody may share with an authorized client is about nobody else either.
  if (hasField(plan.fields, 'authorization') && !liftsAuthorization(head.policy)) return 'none';
  const plain = { ...asGet, fields: [], requestNoStore: false };
  return judgePlanned(plain, head, false, settings).kind === 'storable' ? 'none' : 'refused';
}

function judge(head: ResponseHead, request: JudgedRequest, settings: EdgeSettings): Storability {
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
