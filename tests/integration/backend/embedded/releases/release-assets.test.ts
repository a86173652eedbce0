import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReleaseAssets } from '../../../../../server/backend/backend.ts';
import type { Database } from '../../../../../server/backend/embedded/database.ts';
import { createReleaseAssets } from '../../../../../server/backend/embedded/release-assets.ts';
import { DATABASE_KINDS, type TestDatabase } from '../database/databases.ts';

const SCHEMA = new URL('../../../../../server/project/bootstrap/4_recursos_das_versoes.sql', import.meta.url);

describe.each(DATABASE_KINDS)('the files of builds in a $kind database', ({ open }) => {
  let running: TestDatabase;
  let database: Database;
  let releases: ReleaseAssets;
  let readNames: string[];

  beforeAll(async () => {
    running = await open();
    ({ database } = running);
    await database.script(await readFile(SCHEMA, 'utf8'));
    releases = createReleaseAssets(database);
  }, 120_000);
  afterAll(() => running.stop());
  beforeEach(async () => {
    await database.script('truncate embutido.versao, embutido.recurso, embutido.recurso_da_versao');
    readNames = [];
  });

  const publish = (build: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> =>
    releases.publish(build, Object.keys(files), async (name) => {
      readNames.push(name);
      return Buffer.from(files[name] ?? '');
    });
  const age = (build: string, days: number): Promise<unknown> =>
    database.query(`update embutido.versao set publicada_em = now() - $2 * interval '1 day' where build = $1`, [build, days]);
  const stored = async (): Promise<readonly unknown[]> =>
    (await database.query('select nome from embutido.recurso order by nome')).rows.map(({ nome }) => nome);

  it('are what was published, byte for byte', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, n) => n);
    await publish('b1', { 'a-1.css': 'A', 'b-1.woff2': bytes });
    expect(await releases.names('b2')).toEqual(expect.arrayContaining(['a-1.css', 'b-1.woff2']));
    expect(await releases.read('b-1.woff2')).toEqual(Buffer.from(bytes));
    expect(await releases.read('nada')).toBeNull();
  });

  it('are stored once, and named to other builds only where those lack them', async () => {
    await publish('b1', { 'a-1.css': 'A', 'b-1.js': 'B' });
    await publish('b2', { 'a-1.css': 'A', 'b-2.js': 'B2' });
    expect(readNames).toEqual(['a-1.css', 'b-1.js', 'b-2.js']);
    expect([await releases.names('b1'), await releases.names('b2')]).toEqual([['b-2.js'], ['b-1.js']]);
  });

  it('are published by replicas that start together', async () => {
    await Promise.all(Array.from({ length: 4 }, () => publish('b1', { 'a-1.css': 'A' })));
    expect([readNames, await stored()]).toEqual([['a-1.css'], ['a-1.css']]);
  });

  it('are those of the last five builds, the order being that of their starts', async () => {
    for (const n of [1, 2, 3, 4, 5]) {
      await publish(`b${n}`, { [`a-${n}.css`]: 'A' });
      await age(`b${n}`, 10 - n);
    }
    // An earlier build is started again.
    await publish('b1', { 'a-1.css': 'A' });
    await publish('b6', { 'a-6.css': 'A' });
    expect(await stored()).toEqual(['a-1.css', 'a-3.css', 'a-4.css', 'a-5.css', 'a-6.css']);
  });

  it('are removed thirty days after another build replaced theirs, however long it ran', async () => {
    await publish('b1', { 'a-1.css': 'A' });
    await age('b1', 90);
    await publish('b2', { 'a-2.css': 'A' });
    expect(await stored()).toEqual(['a-1.css', 'a-2.css']);
    await age('b2', 31);
    await publish('b3', { 'a-3.css': 'A' });
    expect(await stored()).toEqual(['a-2.css', 'a-3.css']);
  });

  it('are removed past a number of bytes, never those of the build that starts', async () => {
    await publish('b1', { 'a-1.css': 'A' });
    await publish('b2', { 'large-2.js': Buffer.alloc(33 * 1_024 * 1_024) });
    expect(await stored()).toEqual(['large-2.js']);
    await publish('b3', { 'a-3.css': 'A' });
    expect(await stored()).toEqual(['a-3.css']);
  });
});
