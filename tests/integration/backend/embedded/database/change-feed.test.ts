import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeEvent } from '../../../../../server/backend/backend.ts';
import { CHANGE_CHANNEL, openChangeFeed } from '../../../../../server/backend/embedded/changes/change-feed.ts';
import type { Database } from '../../../../../server/backend/embedded/database.ts';
import { DATABASE_KINDS, type TestDatabase } from './databases.ts';

const NOTIFY = 'select pg_notify($1, $2)';

describe.each(DATABASE_KINDS)('the change feed on $kind', ({ open: openKind }) => {
  let running: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    running = await openKind();
    ({ database } = running);
  }, 120_000);
  afterAll(() => running.stop());

  /** Collects the events until one of them satisfies `isLast`. */
  async function collect(
    isLast: (event: ChangeEvent) => boolean,
    work: () => Promise<unknown>,
  ): Promise<{ readonly events: ChangeEvent[]; readonly bad: string[]; readonly failed: unknown[] }> {
    const [events, bad, failed]: [ChangeEvent[], string[], unknown[]] = [[], [], []];
    const done = Promise.withResolvers<void>();
    const feed = await openChangeFeed(database, {
      onBadPayload: (payload) => bad.push(payload),
      onListenerError: (error) => failed.push(error),
    });
    feed.subscribe(() => {
      throw new Error('ouvinte com defeito');
    });
    feed.subscribe((event) => {
      events.push(event);
      if (isLast(event)) done.resolve();
    });
    await work();
    await done.promise;
    await feed.close();
    return { events, bad, failed };
  }

  const change = (key: string, op = 'UPDATE'): string => JSON.stringify({ table: 'noticia', key, op });
  const hasKey = (key: string) => (event: ChangeEvent) => event.kind === 'rows' && event.changes.some((each) => each.key === key);

  it('reports the rows of one transaction in one event, also after a listener that throws', async () => {
    const { events, failed } = await collect(hasKey('c'), () =>
      database.transaction(async (tx) => {
        for (const key of ['a', 'b', 'c']) await tx.query(NOTIFY, [CHANGE_CHANNEL, change(key, 'INSERT')]);
      }),
    );
    expect(events).toEqual([{ kind: 'rows', changes: ['a', 'b', 'c'].map((key) => ({ table: 'noticia', key, op: 'INSERT' })) }]);
    expect(failed).toHaveLength(1);
  });

  it('reports an emptied table as one gap after the rows of the same transaction, and not as a bad payload', async () => {
    const { events, bad } = await collect(
      ({ kind }) => kind === 'gap',
      () =>
        database.transaction(async (tx) => {
          for (const payload of [change('*', 'DELETE'), change('1'), change('*', 'DELETE')])
            await tx.query(NOTIFY, [CHANGE_CHANNEL, payload]);
        }),
    );
    expect([events, bad]).toEqual([[{ kind: 'rows', changes: [{ table: 'noticia', key: '1', op: 'UPDATE' }] }, { kind: 'gap' }], []]);
  });

  it.each(['isto não é JSON', '{"table":"noticia"}', '{"table":"noticia","key":"1","op":"TRUNCATE"}', '[]'])(
    'takes %j as a gap',
    async (payload) => {
      const { events, bad } = await collect(hasKey('fim'), async () => {
        await database.query(NOTIFY, [CHANGE_CHANNEL, payload]);
        await database.query(NOTIFY, [CHANGE_CHANNEL, change('fim')]);
      });
      expect(events).toContainEqual({ kind: 'gap' });
      expect(bad).toEqual([payload]);
    },
  );

  it('does not call a listener that has unsubscribed', async () => {
    const feed = await openChangeFeed(database, { onBadPayload: () => undefined, onListenerError: () => undefined });
    const [left, stayed]: [ChangeEvent[], PromiseWithResolvers<ChangeEvent>] = [[], Promise.withResolvers()];
    feed.subscribe((event) => left.push(event))();
    feed.subscribe(stayed.resolve);
    await database.query(NOTIFY, [CHANGE_CHANNEL, change('x')]);
    await stayed.promise;
    await feed.close();
    expect(left).toEqual([]);
  });
});
