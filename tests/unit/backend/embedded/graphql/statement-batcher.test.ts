import { describe, expect, test } from 'vitest';
import { DatabaseError, DatabaseTimeoutError, type QueryOptions, type Row } from '../../../../../server/backend/embedded/database.ts';
import { type NamedStatement, StatementBatcher } from '../../../../../server/backend/embedded/graphql/statement-batcher.ts';

interface Sent {
  readonly text: string;
  readonly options: QueryOptions;
  readonly answer: (row: Row) => void;
  readonly refuse: (error: unknown) => void;
}

/** A database that answers when the test says so. */
function gatedDatabase() {
  const sent: Sent[] = [];
  const query = (text: string, _values: readonly unknown[] = [], options: QueryOptions = {}): Promise<{ rows: Row[]; rowCount: number }> =>
    new Promise((resolve, reject) => {
      sent.push({ text, options, answer: (row) => resolve({ rows: [row], rowCount: 1 }), refuse: reject });
    });
  return { sent, batcher: new StatementBatcher({ query }) };
}

const NEWS: NamedStatement = { text: 'select news as c0', name: 'news', columns: ['c0'] };
const SEALS: NamedStatement = { text: 'select a as c0, b as c1', name: 'seals', columns: ['c0', 'c1'] };
const TOGETHER = 'select * from (select news as c0) as s0(s0_c0), (select a as c0, b as c1) as s1(s1_c0, s1_c1)';

const microtasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Asks for both as one page does, and answers each alone: from now on they are joined. */
async function askOnce({ sent, batcher }: ReturnType<typeof gatedDatabase>): Promise<void> {
  const rows = Promise.all([batcher.row(NEWS, {}), batcher.row(SEALS, {})]);
  await microtasks();
  for (const one of sent.splice(0)) one.answer({});
  await rows;
}

describe('statements of one moment', () => {
  test('are sent apart when a combination is asked for the first time', async () => {
    const { sent, batcher } = gatedDatabase();
    const rows = Promise.all([batcher.row(NEWS, {}), batcher.row(SEALS, {})]);
    await microtasks();
    expect(sent.map(({ text, options }) => [text, options.name])).toEqual([
      [NEWS.text, 'news'],
      [SEALS.text, 'seals'],
    ]);
    sent[1]?.answer({ c0: 'a', c1: 'b' });
    sent[0]?.answer({ c0: 'n' });
    expect(await rows).toEqual([{ c0: 'n' }, { c0: 'a', c1: 'b' }]);
  });

  test('are one statement when it is asked for again, and each gets its own columns', async () => {
    const database = gatedDatabase();
    await askOnce(database);
    const rows = Promise.all([database.batcher.row(NEWS, {}), database.batcher.row(SEALS, {})]);
    await microtasks();
    expect(database.sent.map(({ text }) => text)).toEqual([TOGETHER]);
    expect(database.sent[0]?.options.name).toMatch(/^gql_/);
    database.sent[0]?.answer({ s0_c0: 'n', s1_c0: 'a', s1_c1: 'b' });
    expect(await rows).toEqual([{ c0: 'n' }, { c0: 'a', c1: 'b' }]);
  });

  test('joined statements of which the database refuses one are asked apart, so that the others are answered', async () => {
    const database = gatedDatabase();
    await askOnce(database);
    const refused = new DatabaseError('division by zero', { code: '22012' });
    const rows = Promise.allSettled([database.batcher.row(NEWS, {}), database.batcher.row(SEALS, {})]);
    await microtasks();
    database.sent.shift()?.refuse(refused);
    await microtasks();
    expect(database.sent.map(({ text }) => text)).toEqual([NEWS.text, SEALS.text]);
    database.sent[0]?.answer({ c0: 'n' });
    database.sent[1]?.refuse(refused);
    expect(await rows).toEqual([
      { status: 'fulfilled', value: { c0: 'n' } },
      { status: 'rejected', reason: refused },
    ]);
  });

  test('are asked apart once they have taken too long together', async () => {
    const database = gatedDatabase();
    await askOnce(database);
    const both = () => Promise.allSettled([database.batcher.row(NEWS, { timeoutMs: 1 }), database.batcher.row(SEALS, { timeoutMs: 1 })]);
    const late = await both();
    expect(late.map((row) => row.status === 'rejected' && row.reason instanceof DatabaseTimeoutError)).toEqual([true, true]);
    expect(database.sent.splice(0).map(({ text }) => text)).toEqual([TOGETHER]);
    const apart = both();
    await microtasks();
    expect(database.sent.map(({ text }) => text)).toEqual([NEWS.text, SEALS.text]);
    for (const one of database.sent) one.answer({ c0: '1' });
    await apart;
  });

  test('fail together without another attempt when the connection is lost', async () => {
    const database = gatedDatabase();
    await askOnce(database);
    const lost = new DatabaseError('the connection broke', { code: '08006' });
    const rows = Promise.allSettled([database.batcher.row(NEWS, {}), database.batcher.row(SEALS, {})]);
    await microtasks();
    database.sent.shift()?.refuse(lost);
    expect(await rows).toEqual([
      { status: 'rejected', reason: lost },
      { status: 'rejected', reason: lost },
    ]);
    expect(database.sent).toEqual([]);
  });

  test('statements that fail after their callers have left are no fault of the process', async () => {
    const database = gatedDatabase();
    await askOnce(database);
    const unhandled: unknown[] = [];
    const collect = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', collect);
    const leaving = new AbortController();
    const rows = [NEWS, SEALS].map((statement) => database.batcher.row(statement, { signal: leaving.signal }));
    await microtasks();
    leaving.abort('left');
    await Promise.allSettled(rows);
    database.sent[0]?.refuse(new DatabaseError('the connection broke', { code: '08006' }));
    await microtasks();
    process.off('unhandledRejection', collect);
    expect([database.sent.length, unhandled]).toEqual([1, []]);
  });

  test('go on while one caller waits, and are abandoned when the last has left', async () => {
    const database = gatedDatabase();
    await askOnce(database);
    const [first, last] = [new AbortController(), new AbortController()];
    const rows = Promise.allSettled([
      database.batcher.row(NEWS, { signal: first.signal }),
      database.batcher.row(SEALS, { signal: last.signal }),
    ]);
    await microtasks();
    first.abort('left');
    expect(database.sent[0]?.options.signal?.aborted).toBe(false);
    last.abort('left too');
    expect(database.sent[0]?.options.signal?.aborted).toBe(true);
    expect(await rows).toEqual([
      { status: 'rejected', reason: 'left' },
      { status: 'rejected', reason: 'left too' },
    ]);
    const again = Promise.all([database.batcher.row(NEWS, {}), database.batcher.row(SEALS, {})]);
    await microtasks();
    expect(database.sent.map(({ text }) => text)).toEqual([TOGETHER, TOGETHER]);
    database.sent[1]?.answer({ s0_c0: 'n', s1_c0: 'a', s1_c1: 'b' });
    expect(await again).toEqual([{ c0: 'n' }, { c0: 'a', c1: 'b' }]);
  });

  test('do not wait for a caller that has left before they are sent', async () => {
    const database = gatedDatabase();
    await askOnce(database);
    const [gone, last] = [new AbortController(), new AbortController()];
    const rows = Promise.allSettled([
      database.batcher.row(NEWS, { signal: gone.signal }),
      database.batcher.row(NEWS, { signal: last.signal }),
      database.batcher.row(SEALS, { signal: last.signal }),
    ]);
    gone.abort('left');
    await microtasks();
    expect(database.sent.map(({ text }) => text)).toEqual([TOGETHER]);
    last.abort('left too');
    expect(database.sent[0]?.options.signal?.aborted).toBe(true);
    expect(await rows).toEqual(['left', 'left too', 'left too'].map((reason) => ({ status: 'rejected', reason })));
  });
});

test('a statement of another moment is not joined', async () => {
  const database = gatedDatabase();
  await askOnce(database);
  const news = database.batcher.row(NEWS, {});
  await microtasks();
  const seals = database.batcher.row(SEALS, {});
  await microtasks();
  expect(database.sent.map(({ text }) => text)).toEqual([NEWS.text, SEALS.text]);
  for (const one of database.sent) one.answer({ c0: '1' });
  expect(await Promise.all([news, seals])).toEqual([{ c0: '1' }, { c0: '1' }]);
});
