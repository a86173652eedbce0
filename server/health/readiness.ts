/** Whether this process can serve pages: one check of the backend at a time, shared by all probes that ask meanwhile. */
import type { BackendHealth, ContentBackend } from '../backend/backend.ts';

/** Milliseconds that a check may take. Load balancers commonly wait five seconds; the answer must be there before. */
export const DEFAULT_CHECK_MS = 2_000;

export interface ReadinessOptions {
  readonly backend: Pick<ContentBackend, 'health'>;
  readonly checkMs: number;
}

export interface Readiness {
  /** Checks every part, or joins the check that runs. Never throws; a part that does not answer in time is not ok. */
  check(): Promise<readonly BackendHealth[]>;
}

/** Makes the shared check. Nothing is kept once it has ended: the next probe asks again. */
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
  // The backend bounds itself too; this timer is for the one that hangs all the same.
  const timer = setTimeout(() => deadline.resolve(silent), checkMs);
  try {
    return await Promise.race([backend.health(checkMs), deadline.promise]);
  } catch {
    // The contract says that `health` never throws; one that does is not healthy, and its words are not for a probe.
    return silent;
  } finally {
    clearTimeout(timer);
  }
}
