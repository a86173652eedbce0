/**
 * Whether this replica can serve, and the truth about each part behind it (decision 0018). Stored pages stand in for a part that fails, so
 * a fault that all replicas share does not make a load balancer take all of them away.
 */
import type { BackendHealth } from '../backend/backend.ts';
import type { Logger } from '../observability/log.ts';

/** A named set of parts that is asked as one. */
export interface HealthCheck {
  /** What a check that does not answer is reported as. */
  readonly name: string;
  /** Asks each part, within `timeoutMs`. */
  readonly run: (timeoutMs: number) => Promise<readonly BackendHealth[]>;
}

export interface ReadinessOptions {
  readonly checks: readonly HealthCheck[];
  /** Whether stored pages can be sent while a part that renders them fails. */
  readonly standsIn: () => boolean;
  /** Milliseconds that a check may take: less than load balancers wait. */
  readonly checkMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Told what each check has found. */
  readonly found?: ((parts: readonly BackendHealth[]) => void) | undefined;
}

/** `degraded` serves pages, but not everything, or not from their source. `reasons` names each part that fails, and how. */
export interface Readiness {
  readonly status: 'ready' | 'degraded' | 'unavailable';
  readonly reasons: readonly string[];
  readonly parts: readonly BackendHealth[];
}

/** Milliseconds for which a result answers further probes: several balancers, or a stranger, cost the database one question a second. */
const KEPT_MS = 1_000;

/** Makes the check of readiness. Concurrent calls share one run, and its result is kept for a second. Never rejects. */
export function createReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  let running: Promise<Readiness> | null = null;
  let keptUntil = Number.NEGATIVE_INFINITY;
  const tell = changesTold(options.log);
  return () => {
    if (running === null || options.now() >= keptUntil) {
      keptUntil = Number.POSITIVE_INFINITY;
      running = runChecks(options).finally(() => {
        keptUntil = options.now() + KEPT_MS;
      });
      void running.then((readiness) => {
        tell(readiness);
        options.found?.(readiness.parts);
      });
    }
    return running;
  };
}

/** Says when parts begin to fail and when they work again. Two checks must find the same: one may meet a part that is just being connected. */
function changesTold(log: ReadinessOptions['log']): (readiness: Readiness) => void {
  let before = '';
  let told = '';
  return ({ status, reasons }) => {
    const found = reasons.join();
    if (found === before && found !== told) {
      told = found;
      if (found === '') log.info({}, 'all parts of the site work again');
      else log.warn({ status, reasons }, 'parts of the site fail');
    }
    before = found;
  };
}

async function runChecks({ checks, standsIn, checkMs }: ReadinessOptions): Promise<Readiness> {
  const parts = (await Promise.all(checks.map((check) => boundedRun(check, checkMs)))).flat();
  const failing = parts.filter(({ ok }) => !ok);
  const reasons = failing.map(({ name, fault = 'failed' }) => `${name}: ${fault}`);
  const needed = failing.some(({ optional }) => optional !== true);
  if (needed || parts.length === 0) return { status: standsIn() ? 'degraded' : 'unavailable', reasons, parts };
  return { status: failing.length > 0 ? 'degraded' : 'ready', reasons, parts };
}

/** Part of the time that a check gets for itself, so that it can still name the part that does not answer. */
const OWN_SHARE = 0.9;

/** A check keeps to its time itself; the timer covers one that does not. */
async function boundedRun({ name, run }: HealthCheck, checkMs: number): Promise<readonly BackendHealth[]> {
  const deadline = Promise.withResolvers<readonly BackendHealth[]>();
  const timer = setTimeout(() => deadline.resolve([{ name, ok: false, latencyMs: checkMs, fault: 'timeout' }]), checkMs);
  try {
    return await Promise.race([run(checkMs * OWN_SHARE), deadline.promise]);
  } catch {
    // A check must not reject. One that does counts as failed; its error text is not shown to probes.
    return [{ name, ok: false, latencyMs: checkMs, fault: 'failed' }];
  } finally {
    clearTimeout(timer);
  }
}
