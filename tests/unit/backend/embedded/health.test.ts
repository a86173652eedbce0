import { describe, expect, it } from 'vitest';
import { probeHealth } from '../../../../server/backend/embedded/health.ts';

describe('probeHealth', () => {
  it('reports ok when the probe resolves', async () => {
    expect(await probeHealth('banco', 1_000, () => Promise.resolve())).toMatchObject({ name: 'banco', ok: true });
  });

  it('reports not ok, without rejecting, when the probe rejects', async () => {
    expect(await probeHealth('banco', 1_000, () => Promise.reject(new Error('fora')))).toMatchObject({ ok: false });
  });

  it('reports not ok after the time limit when the probe hangs', async () => {
    const probe = await probeHealth('banco', 1, () => new Promise(() => undefined));
    expect(probe.ok).toBe(false);
    expect(probe.latencyMs).toBeGreaterThan(0);
  });
});
