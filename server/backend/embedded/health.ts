/** One probe of each part of the embedded backend: bounded in time and number, and its failures named without their texts. */
import { errorCodeOf } from '../../../shared/errors/error-code.ts';
import type { BackendHealth, HealthFault } from '../backend.ts';
import { ClockApartError } from './clock-check.ts';
import { DatabaseError, DatabaseTimeoutError } from './database.ts';
import { StoreNotSharedError } from './storage/replica-check.ts';
import { S3Error, S3UnreachableError } from './storage/s3-client.ts';

export interface ProbedPart {
  readonly name: string;
  /** True for a part without which pages are still served. */
  readonly optional?: boolean;
  /** Rejects when the part does not work. */
  readonly probe: (timeoutMs: number) => Promise<unknown>;
}

/**
 * Makes the probe of a part. It answers within its time and never rejects. While a probe hangs (a network disk, say), later calls wait for
 * that one: each would hold a thread of the process.
 */
export function createPartProbe({ name, optional, probe }: ProbedPart): (timeoutMs: number) => Promise<BackendHealth> {
  let running: Promise<HealthFault | null> | null = null;
  return async (timeoutMs) => {
    const begun = performance.now();
    const tooLate = Promise.withResolvers<HealthFault>();
    const timer = setTimeout(() => tooLate.resolve('timeout'), timeoutMs);
    running ??= probe(timeoutMs)
      .then(() => null, faultOf)
      .finally(() => {
        running = null;
      });
    const fault = await Promise.race([running, tooLate.promise]);
    clearTimeout(timer);
    const latencyMs = Math.round((performance.now() - begun) * 10) / 10;
    return { name, ok: fault === null, latencyMs, ...(optional === true ? { optional } : {}), ...(fault === null ? {} : { fault }) };
  };
}

/**
 * Faults by the beginning of an SQLSTATE: a standby or a database that was made read-only, connection exception, operator intervention, invalid
 * authorization, insufficient resources.
 */
const SQLSTATE_FAULTS: readonly (readonly [start: string, fault: HealthFault])[] = [
  ['25006', 'read-only'],
  ['08', 'unreachable'],
  ['57P', 'unreachable'],
  ['28', 'refused'],
  ['53100', 'disk-full'],
  ['53', 'exhausted'],
];

const SYSTEM_FAULTS: ReadonlyMap<string, HealthFault> = new Map([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
]);

function faultOf(error: unknown): HealthFault {
  if (error instanceof DatabaseTimeoutError) return 'timeout';
  if (error instanceof StoreNotSharedError) return 'not-shared';
  if (error instanceof ClockApartError) return 'apart';
  if (error instanceof S3UnreachableError) return 'unreachable';
  if (error instanceof S3Error && (error.status === 401 || error.status === 403)) return 'refused';
  const code = errorCodeOf(error);
  if (error instanceof DatabaseError) return SQLSTATE_FAULTS.find(([start]) => code.startsWith(start))?.[1] ?? 'failed';
  return SYSTEM_FAULTS.get(code) ?? 'failed';
}
