import type { BackendHealth } from '../backend.ts';

/** Runs one probe no longer than `timeoutMs` and says how it went. Never rejects; the probe itself may go on after its time. */
export async function probeHealth(name: string, timeoutMs: number, probe: () => Promise<unknown>): Promise<BackendHealth> {
  const begun = performance.now();
  const { promise: tooLate, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  const ok = await Promise.race([
    probe().then(
      () => true,
      () => false,
    ),
    tooLate,
  ]);
  clearTimeout(timer);
  return { name, ok, latencyMs: Math.round((performance.now() - begun) * 10) / 10 };
}
