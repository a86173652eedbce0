import { expect, it } from 'vitest';
import type { Database, Queryable, QueryResult, Row } from '../../../../../server/backend/embedded/database.ts';
import { type MigrationStep, migrate } from '../../../../../server/backend/embedded/migrations/runner.ts';

const NOT_USED = (): Promise<never> => Promise.reject(new Error('not used here'));

/** An untouched database that runs the file `sql` until it is told to end. */
function slowDatabase(sql: string) {
  const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const result = (rows: readonly Row[]): QueryResult => ({ rows, rowCount: rows.length });
  const queryable: Queryable = {
    query: async (text) => result(text.includes('to_regclass') ? [{ existe: false }] : []),
    async script(text) {
      if (text !== sql) return;
      begun.resolve();
      await ending.promise;
    },
  };
  const database: Database = {
    ...queryable,
    kind: 'pglite',
    transaction: (work) => work(queryable),
    listen: NOT_USED,
    probe: NOT_USED,
    close: NOT_USED,
  };
  return { database, begun: begun.promise, end: ending.resolve };
}

it('a file that takes long is reported again and again, until it has ended', async () => {
  const { database, begun, end } = slowDatabase('select 1');
  const steps: MigrationStep[] = [];
  const waiting = new Set<() => void>();
  const timers = {
    after(_ms: number, act: () => void) {
      waiting.add(act);
      return () => waiting.delete(act);
    },
  };
  const fire = (): void => {
    const due = [...waiting];
    waiting.clear();
    for (const act of due) act();
  };
  const file = { name: '1_longa', file: 'up.sql', sql: 'select 1', checksum: 'x' };
  const running = migrate(database, [file], { onProgress: (step) => steps.push(step), timers });
  await begun;
  fire();
  fire();
  end();
  expect((await running).applied).toEqual(['1_longa']);
  expect(steps.map(({ seconds }) => seconds)).toEqual([0, 10, 20]);
  expect(steps[0]).toEqual({ name: '1_longa', done: 0, total: 1, seconds: 0, waits: false });
  expect(waiting.size).toBe(0);
});
