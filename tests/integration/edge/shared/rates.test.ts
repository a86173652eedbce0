/** What one client may begin in a minute, counted over two replicas on one server. */
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openValkey, type ValkeyMedium } from '../../../../server/edge/index.ts';
import { type ClientQuotas, createClientQuotas } from '../../../../server/http/client-quotas.ts';
import { installedRedis, type RedisServer, startRedis } from '../../../support/shared-medium/redis-server.ts';
import { until } from '../harness.ts';
import { SECRET } from './two-replicas.ts';

const REDIS = installedRedis();

/** As `client-quotas.ts` has it for pages. */
const PER_MINUTE = 1_200;

describe.skipIf(REDIS === undefined)('the rate of a client (skipped where no server is installed)', () => {
  let server: RedisServer;
  let mediums: readonly ValkeyMedium[];
  let now = 0;

  beforeAll(async () => {
    server = await startRedis(REDIS ?? '');
    mediums = [openValkey(server.url, 'a.example'), openValkey(server.url, 'a.example')];
    await until(() => mediums.every(({ client }) => client.status === 'ready'));
  });
  afterAll(async () => {
    for (const medium of mediums) medium.close();
    await server.stop();
  });

  const replicas = (): readonly ClientQuotas[] =>
    mediums.map(({ client }) =>
      createClientQuotas({
        trustProxy: 1,
        shared: { store: client, secret: SECRET },
        clock: { now: () => now, after: () => () => undefined },
      }),
    );

  const from = (address: string): IncomingMessage =>
    ({ socket: { remoteAddress: '127.0.0.1' }, headers: { 'x-forwarded-for': address } }) as unknown as IncomingMessage;

  /** Begins and ends work, and says whether it was admitted. */
  function begin(quotas: ClientQuotas | undefined, address: string): boolean {
    const turn = quotas?.admit('page', from(address), null);
    if (turn === undefined || turn instanceof Promise || turn.kind !== 'admitted') return false;
    turn.release();
    return true;
  }

  test('is used up by what it begins on both, and another client has its own', async () => {
    const [one, other] = replicas();
    const used = PER_MINUTE / 2;
    for (let count = 0; count < used; count += 1) expect([begin(one, '10.1.1.1'), begin(other, '10.1.1.1')]).toEqual([true, true]);
    // Each replica alone would admit as many again.
    await expect.poll(() => begin(one, '10.1.1.1')).toBe(false);
    await expect.poll(() => begin(other, '10.1.1.1')).toBe(false);
    expect([begin(one, '10.2.2.2'), begin(other, '10.2.2.2')]).toEqual([true, true]);
    now += 60_000;
    expect(begin(one, '10.1.1.1')).toBe(true);
    const names = await mediums[0]?.client.keys('*');
    expect(names?.join(' ')).not.toMatch(/10\.[12]\./);
  });

  test('is that of one replica while the server is away', async () => {
    const [one] = replicas();
    await server.halt();
    await until(() => mediums.every(({ client }) => client.status !== 'ready'));
    for (let count = 0; count < PER_MINUTE; count += 1) expect(begin(one, '10.3.3.3')).toBe(true);
    expect(begin(one, '10.3.3.3')).toBe(false);
    await server.resume();
    await until(() => mediums.every(({ client }) => client.status === 'ready'));
  });
});
