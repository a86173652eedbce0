/** Requests that are passed to the origin on the client's own connection: unsafe methods, and those that bypass the store. */
import type { Admitted } from '../../../shared/cache/admission.ts';
import { type Fields, fieldLines, fieldPairs, replaceField } from '../../message/field-lines.ts';
import { sendInterim, withoutConsumed } from '../delivery/send.ts';
import { deliverStream } from '../delivery/stream.ts';
import { invalidationOf } from '../policy/invalidation.ts';
import { NO_FALLBACK } from '../policy/lookup-decision.ts';
import type { ClientRequest } from '../request/client-request.ts';
import { addOriginTags } from '../request/rewritten-fields.ts';
import type { ForwardReason } from '../response/cache-status.ts';
import { cacheStatusMember, withCacheStatus } from '../response/cache-status.ts';
import { scopedGroups } from '../response/groups.ts';
import type { ResponseHead } from '../response/stored-response.ts';
import { releaseAfterWork, turnOf, whileAdmitted } from './admitted-work.ts';
import type { EdgeContext } from './context.ts';
import { Flight } from './flight.ts';
import { refuse, sendOriginFailure } from './outcome-delivery.ts';
import { onceDisconnected } from './participants.ts';

/** Passes a request on, with the origin's entity tags added to preconditions. `overrides` replace the response fields of the same names. */
export async function passRequest(client: ClientRequest, reason: ForwardReason, overrides: Fields, context: EdgeContext): Promise<void> {
  const admission = context.settings.admit(client.req, null);
  const turn = admission instanceof Promise ? await turnOf(client, admission) : admission;
  if (turn === null) return;
  if (turn.kind === 'refused') refuse(client, turn, context);
  // `repeat` is for requests with a key, and `admit` was given none.
  else if (turn.kind === 'admitted') await whileAdmitted(turn, () => passAdmitted(client, reason, overrides, context, turn));
}

async function passAdmitted(
  client: ClientRequest,
  reason: ForwardReason,
  overrides: Fields,
  context: EdgeContext,
  admitted: Admitted,
): Promise<void> {
  const { settings, report, encoder } = context;
  report({ kind: 'forward', key: client.key, reason });
  if (encoder !== null) addOriginTags(client.req);
  const flight = passFlight(client, reason, context);
  const release = flight.hold((status, fields) => sendInterim(client, status, fields));
  const hasDisconnected = onceDisconnected(client, release);
  const outcome = await flight.begin().outcome;
  releaseAfterWork(admitted, flight, outcome);
  if (hasDisconnected()) return;
  if (outcome.kind === 'stream' && flight.failure === null) {
    const { head, storing } = outcome;
    const member = cacheStatusMember(settings.name, { kind: 'forward', reason, status: head.status, stored: storing });
    let fields = withCacheStatus(withoutConsumed(head.fields, settings), member);
    for (const [name, value] of fieldPairs(overrides)) fields = replaceField(fields, name, value);
    const now = settings.clock.now();
    deliverStream(client, flight, head, fields, {
      hasClientPreconditions: true,
      ranged: true,
      now,
      release,
      encoder: null,
    });
    return;
  }
  release();
  sendOriginFailure(client, outcome.kind === 'failed' ? outcome.cause : flight.failure, settings);
}

function passFlight(client: ClientRequest, reason: ForwardReason, context: EdgeContext): Flight {
  const { key, scope, url, method, fields, directives, req } = client;
  return new Flight(
    {
      key,
      scope,
      url,
      method,
      fields,
      makeRequest: () => req,
      mayStore: method === 'POST' && reason === 'method',
      outlivesClients: false,
      requestNoStore: directives.noStore,
      ranged: false,
      stored: null,
      validates: false,
      fallback: NO_FALLBACK,
      related: null,
      hasFallback: false,
      onHead: (head) => {
        invalidate(client, head, context);
        return describesTarget(client, head, context);
      },
    },
    context,
  );
}

function invalidate({ method, req, scope }: ClientRequest, head: ResponseHead, { settings, epochs, report }: EdgeContext): void {
  const { keys, groups } = invalidationOf(method, req, head, settings.targetOf);
  for (const key of keys) {
    epochs.purgeKey(settings.keyPrefix + key, 'hard');
    report({ kind: 'invalidated', key });
  }
  for (const group of scopedGroups(groups, scope)) epochs.purgeGroup(group, 'hard');
}

/** Says whether Content-Location names the request's own target (RFC 9110 §8.7, §9.3.3). */
function describesTarget({ req, key }: ClientRequest, head: ResponseHead, { settings }: EdgeContext): boolean {
  const [location, ...more] = fieldLines(head.fields, 'content-location');
  if (location === undefined || more.length > 0) return false;
  const base = `http://${req.headers.host ?? 'localhost'}`;
  if (!URL.canParse(location, `${base}${req.url ?? '/'}`)) return false;
  const { pathname, search, host } = new URL(location, `${base}${req.url ?? '/'}`);
  return (
    settings.keyPrefix + settings.targetOf({ url: pathname + search, rawHeaders: replaceField(req.rawHeaders, 'Host', host) }).key === key
  );
}
