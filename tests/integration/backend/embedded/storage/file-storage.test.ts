/** Which store a start opens, what it copies into it, and what it refuses. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataDirectoryAt } from '../../../../../server/backend/embedded/data-directory/layout.ts';
import { createInstallation } from '../../../../../server/backend/embedded/migrations/installation.ts';
import { DirectoryBlobs } from '../../../../../server/backend/embedded/storage/directory-blobs.ts';
import { startFileMaintenance } from '../../../../../server/backend/embedded/storage/file-maintenance.ts';
import { type FileStorage, type FilesPlace, openFileStorage } from '../../../../../server/backend/embedded/storage/file-storage.ts';
import type { Logger } from '../../../../../server/observability/log.ts';
import { TestFiles } from '../../../../support/embedded/test-files.ts';
import { fileIdOf } from '../../../../support/embedded/written-rows.ts';
import { type S3Server, startS3Server } from '../../../../support/s3-server.ts';
import { openPostgres, type StoreUnderTest } from './stores.ts';

let store: StoreUnderTest;
let root: string;
let lines: string[];
beforeEach(async () => {
  store = await openPostgres(10);
  await createInstallation(store.database);
  root = await mkdtemp(path.join(tmpdir(), 'deposito-'));
  lines = [];
}, 120_000);
afterEach(async () => {
  await store.close();
  await rm(root, { recursive: true, force: true });
});

const keepLine = (fields: object | string, message?: string): void => {
  lines.push(`${message} ${JSON.stringify(fields)}`);
};
const log = { debug: keepLine, info: keepLine, warn: keepLine, error: keepLine } as unknown as Logger;

const openOn = (place: FilesPlace, dataDirectory = 'dados'): Promise<FileStorage> =>
  openFileStorage({
    place,
    database: store.database,
    directory: dataDirectoryAt(path.join(root, dataDirectory)),
    log,
    progress: () => undefined,
    signal: new AbortController().signal,
  });

/** Files as a server without a shared store keeps them: rows in the database, bytes on its own disk. */
async function keptOnDisk(dataDirectory: string, first: number, count: number): Promise<void> {
  const { files } = dataDirectoryAt(path.join(root, dataDirectory));
  const fileStore = new TestFiles(store.database, new DirectoryBlobs(files, 'each'));
  for (let n = first; n < first + count; n += 1)
    await fileStore.put({ id: fileIdOf(n), name: 'a', mimeType: 'text/plain', bytes: Buffer.from(`arquivo ${n}`) });
}

async function contentsIn({ blobs }: FileStorage): Promise<string[]> {
  const { rows } = await store.database.query(`select trim('"' from etag) as sha256 from storage.files order by id`);
  return Promise.all(rows.map((row) => text(blobs.open(String(row['sha256']))).catch(() => 'falta')));
}

const sharedDirectory = async (name: string): Promise<FilesPlace> => {
  await mkdir(path.join(root, name));
  return { kind: 'directory', path: path.join(root, name) };
};

describe('a start with DATABASE_URL', () => {
  it('copies the files of the data directory that rows name, once, and removes none', async () => {
    await keptOnDisk('dados', 0, 30);
    await store.database.query('delete from storage.files where id = $1', [fileIdOf(7)]);
    const opened = await openOn({ kind: 'database' });
    expect(await contentsIn(opened)).toEqual(Array.from({ length: 30 }, (_, n) => `arquivo ${n}`).filter((_, n) => n !== 7));
    expect(lines).toEqual([expect.stringContaining('"copied":29')]);
    const { files } = dataDirectoryAt(path.join(root, 'dados'));
    let kept = 0;
    for await (const names of new DirectoryBlobs(files, 'each').names()) kept += names.length;
    expect(kept).toBe(30);
    // The mark alone says that nothing is left to copy: the contents of the store are not looked at again.
    await store.database.query('delete from embutido.conteudo');
    lines = [];
    await openOn({ kind: 'database' });
    expect(lines).toEqual([]);
  });

  it('goes on with a copy that was interrupted', async () => {
    await keptOnDisk('dados', 0, 20);
    const stop = new AbortController();
    const interrupted = openFileStorage({
      place: { kind: 'database' },
      database: store.database,
      directory: dataDirectoryAt(path.join(root, 'dados')),
      log,
      progress: (_message, done) => (done === 5 ? stop.abort() : undefined),
      signal: stop.signal,
    });
    await expect(interrupted).rejects.toThrow('aborted');
    const opened = await openOn({ kind: 'database' });
    expect(await contentsIn(opened)).not.toContain('falta');
  });

  it('says which bytes are damaged, and leaves them where they are', async () => {
    await keptOnDisk('dados', 0, 2);
    const { files } = dataDirectoryAt(path.join(root, 'dados'));
    const { rows } = await store.database.query(`select trim('"' from etag) as sha256 from storage.files where id = $1`, [fileIdOf(0)]);
    const sha256 = String(rows[0]?.['sha256']);
    await writeFile(path.join(files, sha256.slice(0, 2), sha256.slice(2)), 'estragado');
    const opened = await openOn({ kind: 'database' });
    expect(await contentsIn(opened)).toEqual(['falta', 'arquivo 1']);
    expect(lines).toContainEqual(expect.stringContaining(JSON.stringify({ damaged: [sha256], from: files })));
    expect(await readFile(path.join(files, sha256.slice(0, 2), sha256.slice(2)), 'utf8')).toBe('estragado');
  });

  it('tells of files whose bytes are on the disk of another server, until that server starts', async () => {
    await keptOnDisk('a', 0, 4);
    await keptOnDisk('b', 4, 3);
    const first = await openOn({ kind: 'database' }, 'a');
    expect(first.isNew).toBe(true);
    const told = Promise.withResolvers<object>();
    const warn = (fields: object): void => told.resolve(fields);
    const maintenance = startFileMaintenance({ database: store.database, storage: first, log: { ...log, warn } });
    expect(await told.promise).toEqual({ missing: 3 });
    await maintenance.close();
    const second = await openOn({ kind: 'database' }, 'b');
    expect(second.isNew).toBe(false);
    expect(await contentsIn(second)).not.toContain('falta');
  });
});

describe('what is looked at in the background', () => {
  it('ends with the content under way when the backend is closed', async () => {
    await keptOnDisk('a', 0, 6);
    const storage = await openOn({ kind: 'database' }, 'b');
    const asked = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<undefined>();
    let looks = 0;
    const size = (): Promise<undefined> => {
      looks += 1;
      asked.resolve();
      return mayAnswer.promise;
    };
    const gated = { ...storage, blobs: { size, removeAbandoned: () => Promise.resolve() } as unknown as FileStorage['blobs'] };
    const maintenance = startFileMaintenance({ database: store.database, storage: gated, log });
    await asked.promise;
    const closed = maintenance.close();
    mayAnswer.resolve(undefined);
    await closed;
    expect(looks).toBe(1);
    expect(lines).toEqual([]);
  });
});

describe('a directory that is declared shared', () => {
  it('is adopted where the files are already, and gets an identity that later starts find', async () => {
    await keptOnDisk('dados', 0, 3);
    const place = { kind: 'directory', path: dataDirectoryAt(path.join(root, 'dados')).files } as const;
    const opened = await openOn(place);
    expect(await contentsIn(opened)).not.toContain('falta');
    expect(lines).toEqual([]);
    expect((await openOn(place, 'outro')).isNew).toBe(false);
  });

  it('is refused where it is another one: a replica whose mount is missing', async () => {
    await openOn(await sharedDirectory('comum'));
    await expect(openOn(await sharedDirectory('vazio'), 'b')).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/^SHARED_FILES_DIR: .*vazio is not the directory in which the files of this database are/),
    });
    expect(await readdir(path.join(root, 'vazio'))).toEqual([]);
  });

  it('is refused where it does not exist', async () => {
    await expect(openOn({ kind: 'directory', path: path.join(root, 'nada') })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('SHARED_FILES_DIR: '),
    });
  });

  it('gets the files that were in the database', async () => {
    const before = await openOn({ kind: 'database' });
    const files = new TestFiles(store.database, before.blobs);
    await files.put({ id: fileIdOf(0), name: 'a', mimeType: 'text/plain', bytes: Buffer.from('do banco') });
    const after = await openOn(await sharedDirectory('comum'));
    expect(await contentsIn(after)).toEqual(['do banco']);
    expect(lines).toEqual([expect.stringContaining('"from":"embutido.conteudo"')]);
  });

  it('is named when the configuration says nothing of it any more', async () => {
    await openOn(await sharedDirectory('comum'));
    await expect(openOn({ kind: 'database' })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(
        /^The files of this database are in the store "directory [-0-9a-f]{36}", and the configuration names "postgres"/,
      ),
    });
  });

  it('stores nothing on the local disk while its mount is lost', async () => {
    const opened = await openOn(await sharedDirectory('comum'));
    await rm(path.join(root, 'comum'), { recursive: true });
    await mkdir(path.join(root, 'comum'));
    await expect(opened.blobs.stage(Buffer.from('perdido'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(path.join(root, 'comum'))).toEqual([]);
  });

  it('a shared directory that was used before and fails at the moment does not keep a replica from starting', async () => {
    const place = await sharedDirectory('comum');
    await openOn(place);
    const markers = path.join(root, 'comum', '.replicas');
    await rm(markers, { recursive: true, force: true });
    await writeFile(markers, 'uma pasta que não se pode fazer');
    const opened = await openOn(place);
    expect(opened.isNew).toBe(false);
    expect(lines).toContainEqual(expect.stringContaining('does not work at the moment'));
  });
});

describe('a bucket', () => {
  let bucket: S3Server;
  beforeEach(async () => {
    bucket = await startS3Server();
  });
  afterEach(() => bucket.close());

  it('gets the files of the data directory, and another bucket is refused after that', async () => {
    await keptOnDisk('dados', 0, 5);
    const opened = await openOn({ kind: 's3', ...bucket });
    expect(await contentsIn(opened)).not.toContain('falta');
    expect((await openOn({ kind: 's3', ...bucket }, 'b')).isNew).toBe(false);
    const other = await startS3Server();
    await expect(openOn({ kind: 's3', ...other }, 'b')).rejects.toThrow('Set the variables as on the other replicas');
    expect(other.objects.size).toBe(0);
    await other.close();
  });

  it.each([
    [{ secretAccessKey: 'outro/segredo' }, '403 SignatureDoesNotMatch'],
    [{ bucket: 'outro' }, '404 NoSuchBucket'],
    [{ endpoint: 'http://127.0.0.1:1' }, 'could not be reached'],
  ])('a bucket that refuses stops the first start: %o', async (own, reason) => {
    await expect(openOn({ kind: 's3', ...bucket, ...own })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(new RegExp(`^S3_ENDPOINT: .*${reason}`)),
    });
    const { rowCount } = await store.database.query('select 1 from embutido.deposito');
    expect(rowCount).toBe(0);
  });

  it('a bucket that was used before and is gone does not keep a replica from starting', async () => {
    await openOn({ kind: 's3', ...bucket });
    bucket.before = (_req, res) => {
      res.writeHead(503).end();
    };
    expect((await openOn({ kind: 's3', ...bucket })).isNew).toBe(false);
    expect(lines).toContainEqual(expect.stringContaining('does not work at the moment'));
  });
});
