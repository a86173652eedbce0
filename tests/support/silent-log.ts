/** The log of tests that do not read it. */
import type { Logger } from '../../server/observability/log.ts';

/** Writes nothing. */
export const SILENT_LOG: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
