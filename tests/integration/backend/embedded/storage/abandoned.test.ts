/** The rests of uploads whose process ended in the middle. */
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { DirectoryBlobs } from '../../../../../server/backend/embedded/storage/directory-blobs.ts';
import { S3Blobs } from '../../../../../server/backend/embedded/storage/s3-blobs.ts';
import { openPostgres } from './stores.ts';

const content = (): Readable => Readable.from([Buffer.alloc(300_000, 'a')]);
const NOWHERE = { endpoint: 'http://127.0.0.1:1', bucket: 'b', region: 'r', accessKeyId: 'k', secretAccessKey: 's' };

it('abandoned contents are deleted from the database after a day, with their pieces, and finished contents stay', async () => {
  const store = await openPostgres(2);
  const { database, blobs } = store;
  const finished = await blobs.stage(Buffer.from('pronto'));
  await finished.keep();
  await blobs.stage(content());
  await blobs.removeAbandoned();
  const pieces = async (): Promise<number> => (await database.query('select 1 from embutido.pedaco')).rowCount;
  expect(await pieces()).toBe(3);
  await database.script(`update embutido.gravacao set inacabada_desde = inacabada_desde - interval '25 hours'`);
  await blobs.removeAbandoned();
  expect(await pieces()).toBe(1);
  expect(await blobs.size(finished.sha256)).toBe(6);
  await store.close();
}, 60_000);

it.each([
  ['a directory', '.novo', (folder: string) => new DirectoryBlobs(folder, 'each')],
  ['the folder of a bucket', '.', (folder: string) => new S3Blobs(NOWHERE, folder)],
])('abandoned contents are deleted from %s after a day', async (_name, staged, open) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'abandonados-'));
  const blobs = open(folder);
  await blobs.stage(content());
  await blobs.stage(content());
  const files = await readdir(path.join(folder, staged));
  expect(files).toHaveLength(2);
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1_000);
  await utimes(path.join(folder, staged, String(files[0])), yesterday, yesterday);
  await blobs.removeAbandoned();
  expect(await readdir(path.join(folder, staged))).toEqual([files[1]]);
  await rm(folder, { recursive: true });
});
