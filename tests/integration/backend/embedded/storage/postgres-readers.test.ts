/** What readers of files cost a database that also serves the pages. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Queryable } from '../../../../../server/backend/embedded/database.ts';
import { PostgresBlobs } from '../../../../../server/backend/embedded/storage/postgres-blobs.ts';
import { openPostgres, type StoreUnderTest } from './stores.ts';

const BYTES = randomBytes(3_000_000);

let store: StoreUnderTest;
let sha256: string;
beforeAll(async () => {
  // One connection: a reader that holds it between two pieces stops all others.
  store = await openPostgres(1);
  const staged = await store.blobs.stage(BYTES);
  await staged.keep();
  sha256 = staged.sha256;
}, 120_000);
afterAll(() => store.close());

/** Counts the statements that have begun, and those that run at one time. */
function counting(database: Queryable): {
  readonly database: Queryable;
  readonly counts: { begun: number; running: number; most: number };
} {
  const counts = { begun: 0, running: 0, most: 0 };
  const query: Queryable['query'] = async (text, values, options) => {
    counts.begun += 1;
    counts.running += 1;
    counts.most = Math.max(counts.most, counts.running);
    try {
      return await database.query(text, values, options);
    } finally {
      counts.running -= 1;
    }
  };
  return { database: { query, script: (text) => database.script(text) }, counts };
}

it('readers that stand still hold no connection', async () => {
  const readers = Array.from({ length: 30 }, () => store.blobs.open(sha256));
  await Promise.all(readers.map((reader) => once(reader, 'readable')));
  const { rows } = await store.database.query('select 1 as um');
  expect(rows).toEqual([{ um: 1 }]);
  const [first, ...others] = readers;
  for (const reader of others) reader.destroy();
  expect(first === undefined ? null : (await buffer(first)).equals(BYTES)).toBe(true);
});

it('a reader that stands still has no more than one piece fetched', async () => {
  const { database, counts } = counting(store.database);
  const reader = new PostgresBlobs(database).open(sha256);
  await once(reader, 'readable');
  await store.database.query('select 1');
  expect(counts.begun).toBe(1);
  reader.read();
  await once(reader, 'readable');
  expect(counts.begun).toBe(2);
  reader.destroy();
  await once(reader, 'close');
  await store.database.query('select 1');
  expect(counts.begun).toBe(2);
});

it('many readers have three statements under way at most, and those that left have none', async () => {
  const { database, counts } = counting(store.database);
  const blobs = new PostgresBlobs(database);
  const left = Array.from({ length: 10 }, () => blobs.open(sha256));
  const reading = Array.from({ length: 6 }, () => buffer(blobs.open(sha256)));
  for (const reader of left) reader.once('readable', () => undefined).destroy();
  for (const bytes of await Promise.all(reading)) expect(bytes.equals(BYTES)).toBe(true);
  expect(counts.most).toBe(3);
  const pieces = Math.ceil(BYTES.length / 262_144);
  // Those under way when their readers left, and the pieces of the others.
  expect(counts.begun).toBeLessThanOrEqual(6 * pieces + 3);
});

it('a content of one piece is stored by one statement, and leaves nothing where it is there already', async () => {
  const { database, counts } = counting(store.database);
  const blobs = new PostgresBlobs(database);
  for (const statements of [1, 2]) {
    await (await blobs.stage(Buffer.from('um pedaço'))).keep();
    expect(counts.begun).toBe(statements);
  }
  const unnamed = 'select 1 from embutido.gravacao g where not exists (select from embutido.conteudo c where c.gravacao = g.id)';
  expect((await store.database.query(unnamed)).rowCount).toBe(0);
  await (await blobs.stage(Buffer.from('nunca guardado'))).discard();
  expect(counts.begun).toBe(2);
});

it('a range of a few bytes fetches those bytes alone', async () => {
  const sizes: number[] = [];
  const query: Queryable['query'] = async (text, values, options) => {
    const result = await store.database.query(text, values, options);
    sizes.push(Buffer.from(String(result.rows[0]?.['base64']), 'base64').length);
    return result;
  };
  const blobs = new PostgresBlobs({ query, script: (text) => store.database.script(text) });
  expect((await buffer(blobs.open(sha256, { start: 262_140, end: 262_149 }))).equals(BYTES.subarray(262_140, 262_150))).toBe(true);
  expect(sizes).toEqual([4, 6]);
});
