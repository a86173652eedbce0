import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finishCreation, openDataDirectory, prepareDatabaseFolder } from '../../../../../server/backend/embedded/data-directory/layout.ts';
import { reportStartupFailure, StartupError } from '../../../../../server/observability/startup-report.ts';

const LAYOUT = path.resolve('server/backend/embedded/data-directory/layout.ts');

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'dados-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('the data directory', () => {
  it("is created with its folders, readable by the server's user only", async () => {
    const directory = await openDataDirectory(path.join(root, 'novo', 'dados'));
    expect((await stat(directory.root)).mode & 0o077).toBe(0);
    expect(await prepareDatabaseFolder(directory)).toEqual({ created: true });
    expect((await stat(directory.database)).mode & 0o077).toBe(0);
  });

  it.each(['file/data', '/sys/data', '/proc/data'])(
    'a data directory that cannot be made at %s is reported in one line with the variable and the path',
    async (place) => {
      await writeFile(path.join(root, 'file'), '');
      const unwritable = path.resolve(root, place);
      const failure = await openDataDirectory(unwritable).catch((error: unknown) => error);
      let written = '';
      let logged = 0;
      reportStartupFailure(failure, { error: () => logged++ }, (text) => {
        written += text;
      });
      expect(written).toMatch(new RegExp(`^DATA_DIR: the server cannot write to ${unwritable} \\(.+\\)\n$`));
      expect(logged).toBe(0);
    },
  );

  it('brings more files to the disk than the process may have open', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, n) => writeFile(path.join(root, String(n)), '')));
    const script = `import { syncTree } from ${JSON.stringify(LAYOUT)}; await syncTree(${JSON.stringify(root)});`;
    const limited = ['-c', 'ulimit -n 100 && exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script];
    expect(() => execFileSync('/bin/sh', limited, { stdio: 'pipe' })).not.toThrow();
  });

  it('keeps a finished database', async () => {
    const directory = await openDataDirectory(root);
    await prepareDatabaseFolder(directory);
    await writeFile(path.join(directory.database, 'PG_VERSION'), '18');
    await finishCreation(directory);
    expect(await prepareDatabaseFolder(directory)).toEqual({ created: false });
    expect(await readdir(directory.database)).toEqual(['PG_VERSION']);
    expect((await readdir(root)).toSorted()).toEqual(['arquivos', 'banco']);
  });

  it.each([
    ['without PG_VERSION', null, 'its PG_VERSION is missing or empty'],
    ['with an empty PG_VERSION', '', 'its PG_VERSION is missing or empty'],
    ['of another major version', '16\n', 'it was made by Postgres 16'],
  ])('refuses a database %s by the name of its folder and changes nothing', async (_case, version, fault) => {
    const directory = await openDataDirectory(root);
    await prepareDatabaseFolder(directory);
    await writeFile(path.join(directory.database, 'postgresql.conf'), 'x');
    if (version !== null) await writeFile(path.join(directory.database, 'PG_VERSION'), version);
    await finishCreation(directory);
    const before = await readdir(directory.database);
    const refusal = prepareDatabaseFolder(directory);
    await expect(refusal).rejects.toThrow(StartupError);
    await expect(refusal).rejects.toThrow(fault);
    await expect(refusal).rejects.toThrow(directory.database);
    expect(await readdir(directory.database)).toEqual(before);
  });

  it('makes a database in a folder that is there and empty', async () => {
    const directory = await openDataDirectory(root);
    await mkdir(directory.database);
    expect(await prepareDatabaseFolder(directory)).toEqual({ created: true });
  });

  it('deletes a database whose creation was interrupted', async () => {
    const directory = await openDataDirectory(root);
    await prepareDatabaseFolder(directory);
    await writeFile(path.join(directory.database, 'PG_VERSION'), '18');
    expect(await prepareDatabaseFolder(directory)).toEqual({ created: true });
    expect(await readdir(directory.database)).toEqual([]);
  });
});
