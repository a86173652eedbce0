/** Requests that the store has no part in: unsafe methods, and whatever is told to go past it. They use the client's own connection. */

import { type Fields, fieldLines, replaceField } from '../../message/field-lines.ts';
import { cacheStatusMember, withCacheStatus } from '../delivery/cache-status.ts';
import { deliverStream } from '../delivery/stream.ts';
import { OriginFailure } from '../origin/origin.ts';
import { invalidationOf } from '../policy/invalidation.ts';
import { type ForwardReason, NO_FALLBACK } from '../policy/lookup-decision.ts';
import { type Client, sendInterim, sendOwnError } from '../request/client.ts';
import { nameOriginTags } from '../request/rewritten-fields.ts';
import { scopedGroups } from '../response/groups.ts';
import type { ResponseHead } from '../response/stored-response.ts';
import type { EdgeParts } from './context.ts';
import { Flight } from './flight.ts';
import { onceClosed } from './forwarding.ts';

/** Forwards a request as it is, but for tags that only the edge knows. `overrides` take the place of the response's own fields of those names. */
export async function passThrough(client: Client, reason: ForwardReason, overrides: Fields, parts: EdgeParts): Promise<void> {
  const { settings, report } = parts;
  const { key, scope, method, fields: asked, policy, req } = client;
  report({ kind: 'forward', key, reason });
  if (settings.encoding !== null) nameOriginTags(req);
  const flight = new Flight(
    {
      key,
      scope,
      method,
      fields: asked,
      makeRequest: () => req,
      mayStore: method === 'POST' && reason === 'method',
      outlivesClients: false,
      requestNoStore: policy.noStore,
      ranged: false,
      stored: null,
      validates: false,
      fallback: NO_FALLBACK,
      near: null,
      hasFallback: false,
      onHead: (head) => {
        invalidate(client, head, parts);
        return describesTarget(client, head, parts);
      },
    },
    parts,
  );
  const release = flight.hold((status, fields) => sendInterim(client, status, fields));
  const left = onceClosed(client, release);
  const outcome = await flight.start().outcome;
  if (left()) return;
  if (outcome.kind === 'stream' && flight.failure === null) {
    const { head, storing } = outcome;
    const member = cacheStatusMember(settings.name, { kind: 'forward', reason, status: head.status, stored: storing });
    let fields = withCacheStatus(head.fields, member);
    for (let index = 0; index < overrides.length; index += 2) {
      fields = replaceField(fields, overrides[index] ?? '', overrides[index + 1] ?? '');
    }
    deliverStream(client, flight, head, fields, { evaluated: true, ranged: true, now: settings.clock.now(), release, encoding: null });
    return;
  }
  release();
  const cause = outcome.kind === 'failed' ? outcome.cause : flight.failure;
  const timedOut = cause instanceof OriginFailure && cause.kind === 'timeout';
  sendOwnError(client, timedOut ? 504 : 502, timedOut ? 'timeout' : 'unreachable', settings);
}

function invalidate({ method, req, scope }: Client, head: ResponseHead, { settings, epochs, report }: EdgeParts): void {
  const { keys, groups } = invalidationOf(method, req, head, settings.targetOf);
  for (const key of keys) {
    epochs.purgeKey(settings.keyPrefix + key, 'hard');
    report({ kind: 'invalidated', key });
  }
  for (const group of scopedGroups(groups, scope)) epochs.purgeGroup(group, 'hard');
}

function describesTarget({ req, key }: Client, head: ResponseHead, { settings }: EdgeParts): boolean {
  const [location, ...more] = fieldLines(head.fields, 'content-location');
  if (location === undefined || more.length > 0) return false;
  const base = `http://${req.headers.host ?? 'localhost'}`;
  if (!URL.canParse(location, `${base}${req.url ?? '/'}`)) return false;
  const { pathname, search, host } = new URL(location, `${base}${req.url ?? '/'}`);
  return (
    settings.keyPrefix + settings.targetOf({ url: pathname + search, rawHeaders: replaceField(req.rawHeaders, 'Host', host) }).key === key
  );
}
