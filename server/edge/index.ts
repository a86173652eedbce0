/** The edge: a shared HTTP cache in front of any Node handler. The only file that others import. */

export { type Fields, fieldValue } from '../message/field-lines.ts';
export { createEdge, type Edge, type EdgeStats, type Purge } from './edge.ts';
export type { EdgeEvent, EdgeReporter } from './flight/events.ts';
export { edgeMiddleware } from './middleware.ts';
export type { EdgeBounds, EdgeError, EdgeOptions, ErrorBody } from './options.ts';
export { type Clock, SYSTEM_CLOCK } from './origin/clock.ts';
export { type HttpOriginOptions, httpOrigin } from './origin/http-origin.ts';
export type { Origin } from './origin/origin.ts';
export type { KeyedRequest, Target, TargetOf } from './request/key.ts';
export type { StoredResponse } from './response/stored-response.ts';
export type { Store, StoreUse } from './store/contract.ts';
export { createMemoryStore } from './store/memory.ts';
export type { PurgeMode } from './store/purge-epochs.ts';
export { createSplitStore } from './store/split.ts';
