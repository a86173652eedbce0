import { describe, expect, it } from 'vitest';
import { ClockApartError } from '../../../../server/backend/embedded/clock-check.ts';
import { DatabaseError, DatabaseTimeoutError } from '../../../../server/backend/embedded/database.ts';
import { createPartProbe } from '../../../../server/backend/embedded/health.ts';
import { StoreNotSharedError } from '../../../../server/backend/embedded/storage/replica-check.ts';
import { S3Error, S3UnreachableError } from '../../../../server/backend/embedded/storage/s3-client.ts';

const systemError = (code: string): Error => Object.assign(new Error(`${code}: /dados/arquivos`), { code });
const refusal = (code: string): DatabaseError => new DatabaseError('postgres://usuario:senha@10.0.0.7', { code });

describe('the probe of a part', () => {
  it('reports ok when the part answers', async () => {
    const probe = createPartProbe({ name: 'banco', probe: () => Promise.resolve() });
    expect(await probe(60_000)).toEqual({ name: 'banco', ok: true, latencyMs: expect.any(Number) as number });
  });

  it.each([
    ['timeout', new DatabaseTimeoutError('tarde')],
    ['unreachable', refusal('08006')],
    ['unreachable', refusal('57P01')],
    ['refused', refusal('28P01')],
    ['exhausted', refusal('53300')],
    ['disk-full', refusal('53100')],
    ['read-only', refusal('25006')],
    ['failed', refusal('XX001')],
    ['disk-full', systemError('ENOSPC')],
    ['disk-full', systemError('EDQUOT')],
    ['read-only', systemError('EROFS')],
    ['read-only', systemError('EACCES')],
    ['not-shared', new StoreNotSharedError('réplica 10.0.0.7')],
    ['apart', new ClockApartError('600 seconds')],
    ['unreachable', new S3UnreachableError('10.0.0.7:9000', systemError('ECONNREFUSED'))],
    ['refused', new S3Error('10.0.0.7:9000', 403, 'SignatureDoesNotMatch')],
    ['failed', new S3Error('10.0.0.7:9000', 404, 'NoSuchBucket')],
    ['failed', new Error('postgres://usuario:senha@10.0.0.7')],
  ])('reports %s for %s, without its text', async (fault, error) => {
    const probe = createPartProbe({ name: 'banco', optional: true, probe: () => Promise.reject(error) });
    expect(await probe(60_000)).toEqual({ name: 'banco', ok: false, optional: true, latencyMs: expect.any(Number) as number, fault });
  });

  it('reports a timeout while the part hangs, and does not ask it again before it has answered', async () => {
    let asked = 0;
    const hanging = Promise.withResolvers<void>();
    const probe = createPartProbe({
      name: 'banco',
      probe: () => {
        asked += 1;
        return hanging.promise;
      },
    });
    expect([(await probe(1)).fault, (await probe(1)).fault, asked]).toEqual(['timeout', 'timeout', 1]);
    hanging.resolve();
    await hanging.promise;
    expect([(await probe(60_000)).ok, (await probe(60_000)).ok]).toEqual([true, true]);
    expect(asked).toBeGreaterThan(1);
  });
});
