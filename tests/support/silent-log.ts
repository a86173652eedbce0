/** The log and the observation of tests that read neither. */
import type { Logger } from '../../server/observability/log.ts';
import type { Observe } from '../../server/observability/observation.ts';

/** Writes nothing. */
export const SILENT_LOG: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Does the work, and observes nothing. */
export const UNOBSERVED: Observe = (_work, act) => act();
