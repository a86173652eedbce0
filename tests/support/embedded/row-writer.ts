/**
 * Opens the data directory of its first argument and writes until it is killed: rows `first, first + 1, ...`, each with an update, a file
 * for every fifth, a checkpoint now and then. Prints each number after its commit was acknowledged.
 */
import { writeSync } from 'node:fs';
import { openDataDirectory } from '../../../server/backend/embedded/data-directory/layout.ts';
import { openOwnDatabase } from '../../../server/backend/embedded/owned-database.ts';
import { DirectoryBlobs } from '../../../server/backend/embedded/storage/directory-blobs.ts';
import { putEmptyDatabase } from './empty-database.ts';
import { TestFiles } from './test-files.ts';
import { bootstrapTables, CREATE_TABLES, contentOf, fileIdOf } from './written-rows.ts';

const [root = '', first = '0'] = process.argv.slice(2);
const directory = await openDataDirectory(root);
const { database } = await openOwnDatabase(directory, {
  onLost: (reason) => writeSync(2, `${reason.message}\n`),
  progress: () => undefined,
  putEmptyDatabase,
});
const files = new TestFiles(database, new DirectoryBlobs(directory.files, 'each'));
await database.script(await bootstrapTables());
await database.script(CREATE_TABLES);

for (let n = Number(first); ; n += 1) {
  await database.transaction(async (tx) => {
    await tx.query('insert into escritos (n, texto) values ($1, $2)', [n, 'x'.repeat(n % 500)]);
    await tx.query('update total set linhas = linhas + 1');
  });
  if (n % 5 === 0) await files.put({ id: fileIdOf(n), name: `${n}.txt`, mimeType: 'text/plain', bytes: contentOf(n) });
  if (n % 40 === 0) await database.script('checkpoint');
  writeSync(1, `${n}\n`);
}
