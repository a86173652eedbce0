import { describe, expect, it } from 'vitest';
import { probeHealth } from '../../../../server/backend/embedded/health.ts';

describe('probeHealth', () => {
  it('says that a probe succeeded', async () => {
    expect(await probeHealth('banco', 1_000, () => Promise.resolve())).toMatchObject({ name: 'banco', ok: true });
  });

  it('says that a probe failed, and never rejects', async () => {
    expect(await probeHealth('banco', 1_000, () => Promise.reject(new Error('fora')))).toMatchObject({ ok: false });
  });

  it('waits no longer than it may for a probe that hangs', async () => {
    const probe = await probeHealth('banco', 1, () => new Promise(() => undefined));
    expect(probe.ok).toBe(false);
    expect(probe.latencyMs).toBeGreaterThan(0);
  });
});
