/** A data directory of the major version before, through the start of the backend on the site's own project. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADMIN_CALLER } from '../../../../../server/backend/backend.ts';
import { createEmbeddedBackend } from '../../../../../server/backend/embedded/backend.ts';
import { openDataDirectory } from '../../../../../server/backend/embedded/data-directory/layout.ts';
import { DataDirectoryInUseError } from '../../../../../server/backend/embedded/data-directory/lock.ts';
import { openOwnDatabase } from '../../../../../server/backend/embedded/owned-database.ts';
import { type Child, startChild } from '../../../../support/embedded/child.ts';
import { CONTENTS, olderDatabase } from '../../../../support/embedded/older-database.ts';
import { SILENT_LOG } from '../../../../support/silent-log.ts';

const PROJECT = path.resolve('server/project');

let root: string;
let child: Child | undefined;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'anterior-'));
  await (await olderDatabase()).copyTo(path.join(root, 'banco'));
}, 240_000);
afterEach(async () => {
  await child?.killHard();
  await rm(root, { recursive: true, force: true });
});

/** Starts the backend on the directory, asks it one question, and ends it. Returns what it reported meanwhile. */
async function startAndAsk(): Promise<readonly string[]> {
  const reported: string[] = [];
  const backend = await createEmbeddedBackend({
    dataDirectory: root,
    databaseUrl: undefined,
    demonstration: false,
    log: SILENT_LOG,
    onProgress: (message) => reported.push(message),
  });
  try {
    const answer = await backend.execute({ query: '{ faq_categoria { id nome } }' }, { caller: ADMIN_CALLER });
    expect(answer).toMatchObject({ kind: 'data', json: expect.stringContaining("Categoria 'antiga'") as string });
  } finally {
    await backend.close();
  }
  return reported;
}

async function expectUpgraded(): Promise<void> {
  expect((await readdir(root)).filter((name) => !name.endsWith('.sock')).toSorted()).toEqual(['arquivos', 'banco', 'banco.postgres-17']);
  expect(await readFile(path.join(root, 'banco.postgres-17', 'PG_VERSION'), 'utf8')).toBe('17\n');
  const again: string[] = [];
  const owned = await openOwnDatabase(await openDataDirectory(root), {
    onLost: () => undefined,
    progress: (message) => again.push(message),
  });
  expect(again).toEqual([]);
  try {
    const { database } = owned;
    await database.script(`set timezone = 'UTC'`);
    const { rows } = await database.query(CONTENTS);
    expect(rows[0]?.['contents']).toBe((await olderDatabase()).contents);
    const inserted = await database.query(`insert into estranho."Tabela com ""aspas""" (valor) values (21) returning id, dobro`);
    // 9 texts and 300 numbers came before; a third of the numbers over 7 was deleted afterwards.
    expect(inserted.rows).toEqual([{ id: '310', dobro: 42 }]);
    const counted = await database.query(
      `insert into estranho.contador default values returning n, (select vezes from estranho.contador where n = 1)`,
    );
    expect(counted.rows).toEqual([{ n: 41, vezes: 310 }]);
  } finally {
    await owned.close();
  }
}

test('a database of the major version before is upgraded with all its content, by a start after one that was killed in the middle', async () => {
  const before = await readdir(path.join(root, 'banco'));
  child = startChild('./backend-starter.ts', root, PROJECT, 'reporting');
  expect(await child.nextLine()).toBe('Upgrading the database from Postgres 17 to 18');
  for (let line = await child.nextLine(); line !== 'Comparing the tables'; line = await child.nextLine()) expect(line).toBeDefined();
  await expect(startAndAsk()).rejects.toThrow(DataDirectoryInUseError);
  await child.killHard();
  expect(await readdir(path.join(root, 'banco'))).toEqual(before);
  const reported = await startAndAsk();
  expect(reported[0]).toBe('Upgrading the database from Postgres 17 to 18');
  expect(reported.at(-1)).toBe(
    `The database is one of Postgres 18 now. The older one is kept in ${path.join(root, 'banco.postgres-17')}; delete it when the site has what it needs`,
  );
  await expectUpgraded();
}, 480_000);
