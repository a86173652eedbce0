/** Whether this process can serve pages. One check of the backend runs at a time, and concurrent probes share it. */
import type { BackendHealth, ContentBackend } from '../backend/backend.ts';

/** Milliseconds that a check may take: less than the five seconds that load balancers commonly wait. */
export const DEFAULT_CHECK_MS = 2_000;

export interface ReadinessOptions {
  readonly backend: Pick<ContentBackend, 'health'>;
  readonly checkMs: number;
}

export interface Readiness {
  /** Checks every part, or joins the running check. Never rejects; a part that does not answer in time is not ok. */
  check(): Promise<readonly BackendHealth[]>;
}

/** Makes the shared check. Its result is not kept: the next probe starts a new check. */
export function createReadiness(options: ReadinessOptions): Readiness {
  let running: Promise<readonly BackendHealth[]> | null = null;
  return {
    check() {
      running ??= boundedCheck(options).finally(() => {
        running = null;
      });
      return running;
    },
  };
}

async function boundedCheck({ backend, checkMs }: ReadinessOptions): Promise<readonly BackendHealth[]> {
  const silent: readonly BackendHealth[] = [{ name: 'backend', ok: false, latencyMs: checkMs }];
  const deadline = Promise.withResolvers<readonly BackendHealth[]>();
  // The backend has a time limit of its own; this timer covers one that does not keep it.
  const timer = setTimeout(() => deadline.resolve(silent), checkMs);
  try {
    return await Promise.race([backend.health(checkMs), deadline.promise]);
  } catch {
    // `health` must not reject. A backend that does counts as unhealthy; its error text is not shown to probes.
    return silent;
  } finally {
    clearTimeout(timer);
  }
}
