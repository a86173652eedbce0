/**
 * The edge: a shared HTTP cache (RFC 9111) in front of any Node handler. Other folders import only this file.
 *
 * Its rooms, in the order of their imports: each imports only rooms before it, and `server/message`, the grammar of HTTP.
 *   request    what is read from a request: key, host, fields
 *   response   what is read from a response: freshness, selecting fields, groups, codings; the stored response
 *   store      where stored responses are held, looked up and purged
 *   policy     what may be sent, stored, combined, updated or invalidated: pure decisions
 *   origin     how the handler behind the edge is called
 *   delivery   how a stored or streamed response is sent to a client
 *   flight     exchanges with the origin: collapsed, passed, or in the background
 */

export type { EdgeError, ErrorBody } from './delivery/send.ts';
export type { StoredAnswer } from './delivery/stored.ts';
export { createEdge, type Edge } from './edge.ts';
export type { EdgeEvent, EdgeReporter } from './flight/events.ts';
export type { EdgeOptions, SharedSettings } from './options.ts';
export { type Clock, SYSTEM_CLOCK } from './origin/clock.ts';
export type { Origin } from './origin/origin.ts';
export type { Purge } from './purge.ts';
export { removeField, rewriteField } from './request/rewritten-fields.ts';
export type { StoredResponse } from './response/stored-response.ts';
export { createPartitionedStore } from './store/memory.ts';
export type { PurgeMode } from './store/purge-epochs.ts';
export type { LoggedPurge } from './store/shared/logged-purge.ts';
export { openValkey, SharedCacheError, type ValkeyMedium } from './store/shared/valkey.ts';
