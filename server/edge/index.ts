/** The edge: a shared HTTP cache in front of any Node handler. The only file that others import. */

export { type Fields, fieldValue } from '../message/field-lines.ts';
export { type Clock, SYSTEM_CLOCK } from './clock.ts';
export { createEdge, type Edge, type EdgeStats, type Purge } from './edge.ts';
export type { PurgeMode } from './epochs.ts';
export type { EdgeEvent, EdgeReporter } from './events.ts';
export { type HttpOriginOptions, httpOrigin } from './http-origin.ts';
export type { KeyedRequest, Target, TargetOf } from './key.ts';
export { edgeMiddleware } from './middleware.ts';
export type { EdgeBounds, EdgeError, EdgeOptions, ErrorBody } from './options.ts';
export type { Origin } from './origin.ts';
export type { Store, StoreUse } from './store/contract.ts';
export { createMemoryStore } from './store/memory.ts';
export { createSplitStore } from './store/split.ts';
export type { StoredResponse } from './stored-response.ts';
