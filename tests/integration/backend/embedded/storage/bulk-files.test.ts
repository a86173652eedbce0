/** The files of a bulk load. */
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Queryable } from '../../../../../server/backend/embedded/database.ts';
import { type BulkFile, BulkFiles } from '../../../../../server/backend/embedded/storage/bulk-files.ts';
import { fileIdOf } from '../../../../support/embedded/written-rows.ts';
import { STORES, type StoreUnderTest } from './stores.ts';

const file = (n: number, content = `conteúdo ${n}`): BulkFile => ({
  id: fileIdOf(n),
  name: `${n}.txt`,
  mimeType: 'text/plain',
  bytes: Buffer.from(content),
});

const NUMBERS = Array.from({ length: 40 }, (_, n) => n + 1);

/** Counts the statements that rows of files are written with. */
function counting(tx: Queryable): { readonly tx: Queryable; readonly counted: () => number } {
  let statements = 0;
  const query: Queryable['query'] = (sql, values, options) => {
    if (sql.includes('into storage.files')) statements += 1;
    return tx.query(sql, values, options);
  };
  return { tx: { query, script: (sql) => tx.script(sql) }, counted: () => statements };
}

describe.each(STORES)('a bulk load into $name', ({ open }) => {
  let store: StoreUnderTest;
  beforeAll(async () => {
    store = await open();
  }, 120_000);
  afterEach(() => store.database.script('delete from storage.files'));
  afterAll(() => store.close());

  const load = <T>(work: (files: BulkFiles, counted: () => number) => Promise<T>): Promise<T> =>
    store.database.transaction(async (connection) => {
      const { tx, counted } = counting(connection);
      const files = new BulkFiles(tx, store.blobs);
      const result = await work(files, counted);
      await files.flush();
      return result;
    });
  const rows = async (): Promise<readonly unknown[]> =>
    (await store.database.query('select id, name, size::int as size, etag from storage.files order by name')).rows;
  const loose = async (): Promise<unknown> =>
    (await store.database.query('select count(*)::int as n from embutido.conteudo_solto')).rows[0]?.['n'];

  it('stores files that come together with few statements, each with its bytes, and none of them is orphaned', async () => {
    const before = await loose();
    const statements = await load(async (files, counted) => {
      const stored = await Promise.all(NUMBERS.map((n) => files.put(file(n))));
      expect(stored.map(({ size }) => size)).toEqual(NUMBERS.map((n) => Buffer.byteLength(`conteúdo ${n}`)));
      return counted();
    });
    expect(statements).toBeLessThan(NUMBERS.length / 2);
    const found = await rows();
    expect(found).toHaveLength(NUMBERS.length);
    const sha256 = createHash('sha256').update('conteúdo 7').digest('hex');
    expect(found).toContainEqual({ id: fileIdOf(7), name: '7.txt', size: 11, etag: `"${sha256}"` });
    expect(await text(store.blobs.open(sha256))).toBe('conteúdo 7');
    expect(await loose()).toBe(before);
  });

  it('stores the same bytes once for two files of one statement, and puts a file in place of the one of before', async () => {
    await load(async (files) => {
      await files.put(file(1, 'antes'));
      await Promise.all([files.put(file(1, 'os mesmos')), files.put(file(2, 'os mesmos')), files.put(file(3, 'outros'))]);
    });
    const hash = (content: string): string => `"${createHash('sha256').update(content).digest('hex')}"`;
    expect(await rows()).toMatchObject([
      { name: '1.txt', etag: hash('os mesmos') },
      { name: '2.txt', etag: hash('os mesmos') },
      { name: '3.txt', etag: hash('outros') },
    ]);
  });

  it('rejects a file that the database refuses, and all that come after it in the transaction', async () => {
    const outcomes = await store.database
      .transaction(async (tx) => {
        const files = new BulkFiles(tx, store.blobs);
        const refused = files.put({ ...file(1), bucket: 'nenhum' });
        const first = await Promise.allSettled([refused]);
        const later = await Promise.allSettled([files.put(file(2)), files.put(file(3))]);
        throw Object.assign(new Error('rolled back'), { outcomes: [...first, ...later].map(({ status }) => status) });
      })
      .catch((error: { outcomes?: readonly string[] }) => error.outcomes);
    expect(outcomes).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await rows()).toEqual([]);
  });
});
