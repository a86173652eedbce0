import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TokenKeys } from '../../../server/backend/auth/token-keys.ts';
import { openStoredKeys } from '../../../server/backend/embedded/auth/stored-keys.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { databaseWithBootstrap, type SharedDatabase } from './databases.ts';

/** Timers that run when the test says so. */
class HeldTimers {
  readonly waiting: (() => void)[] = [];

  after(_ms: number, act: () => void): () => void {
    this.waiting.push(act);
    return () => void this.waiting.splice(this.waiting.indexOf(act), 1);
  }
}

const kidsOf = (keys: TokenKeys): (string | null)[] => keys.verifying().map(({ kid }) => kid);

describe.each(['pglite', 'postgres'] as const)('the keys of access tokens on %s', (kind) => {
  let shared: SharedDatabase;
  let first: Database;
  let second: Database;
  const open: TokenKeys[] = [];
  const replica = async (database: Database, timers = new HeldTimers()): Promise<TokenKeys> => {
    const keys = await openStoredKeys(database, { log: SILENT_LOG, timers });
    open.push(keys);
    return keys;
  };
  const rows = async (): Promise<number> => (await first.query('select id from embutido.chave_de_acesso')).rowCount;
  const age = (interval: string) => first.query(`update embutido.chave_de_acesso set assina_desde = assina_desde - interval '${interval}'`);

  beforeAll(async () => {
    shared = await databaseWithBootstrap(kind);
    [first, second] = [await shared.open(), await shared.open()];
  }, 120_000);
  beforeEach(async () => {
    for (const keys of open.splice(0)) keys.close();
    await first.script('truncate embutido.chave_de_acesso');
  });
  afterAll(() => shared.close());

  test('are made once by replicas that start together, and both sign with the same', async () => {
    const [one, other] = await Promise.all([replica(first), replica(second)]);
    expect(await rows()).toBe(1);
    expect(one.signing().kid).toBe(other.signing().kid);
    expect(one.signing().signKey.equals(other.signing().signKey)).toBe(true);
  });

  test('survive a restart', async () => {
    const before = await replica(first);
    expect((await replica(second)).signing().kid).toBe(before.signing().kid);
  });

  test('are replaced after ninety days: the successor verifies at once, and signs when all replicas know it', async () => {
    const timers = new HeldTimers();
    const running = await replica(first, timers);
    const old = running.signing().kid;
    await age('91 days');
    const started = await replica(second);
    expect([started.signing().kid, kidsOf(started).length, await rows()]).toEqual([old, 2, 2]);
    expect(kidsOf(running)).toEqual([old]);
    timers.waiting[0]?.();
    await expect.poll(() => kidsOf(running)).toEqual(kidsOf(started));
    await first.script("update embutido.chave_de_acesso set assina_desde = assina_desde - interval '1 hour'");
    const later = await replica(second);
    expect(later.signing().kid).not.toBe(old);
    expect(kidsOf(later)).toContain(old);
  });

  test('end with their last tokens', async () => {
    const old = (await replica(first)).signing().kid;
    await age('91 days');
    await replica(first);
    await first.script(
      "update embutido.chave_de_acesso set assina_desde = assina_desde - interval '2 hours', verifica_ate = verifica_ate - interval '2 hours'",
    );
    expect(kidsOf(await replica(second))).not.toContain(old);
  });

  test('are hidden from other roles of the database', async () => {
    const { rows: found } = await first.query(
      "select has_schema_privilege('public', 'embutido', 'usage') or has_table_privilege('public', 'embutido.chave_de_acesso', 'select') as readable",
    );
    expect(found).toEqual([{ readable: false }]);
  });
});
