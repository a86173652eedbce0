/** The steps of an upgrade outside the engines: what a start makes of folders that an earlier process left, and what it refuses before it begins. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DataDirectory, openDataDirectory } from '../../../../../server/backend/embedded/data-directory/layout.ts';
import { beginUpgrade, markVerified, type UpgradeFolders, upgradeFolders } from '../../../../../server/backend/embedded/upgrade/folders.ts';
import { upgradeDatabase } from '../../../../../server/backend/embedded/upgrade/upgrade.ts';
import { StartupError } from '../../../../../server/observability/startup-report.ts';

let root: string;
let directory: DataDirectory;
let folders: UpgradeFolders;
let kept: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'anterior-'));
  directory = await openDataDirectory(root);
  folders = upgradeFolders(directory);
  kept = path.join(root, 'banco.postgres-17');
  await mkdir(directory.database);
  await writeFile(path.join(directory.database, 'PG_VERSION'), '17\n');
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Begins an upgrade up to the mark that the new database is verified. */
async function prove(): Promise<void> {
  await beginUpgrade(directory, folders);
  await writeFile(path.join(folders.made, 'PG_VERSION'), '18\n');
  await markVerified(folders, '17');
}

const majorIn = (folder: string): Promise<string> => readFile(path.join(folder, 'PG_VERSION'), 'utf8');
const silent = (): void => undefined;

describe('a start after a process that ended', () => {
  const steps: readonly (readonly [name: string, step: () => Promise<void>])[] = [
    ['before any rename', async () => undefined],
    ['between the two renames', () => rename(directory.database, kept)],
    [
      'after both renames',
      async () => {
        await rename(directory.database, kept);
        await rename(folders.made, directory.database);
      },
    ],
  ];
  it.each(steps)('%s of a verified database has it in its place and keeps the older one', async (_name, step) => {
    await prove();
    await step();
    await upgradeDatabase(directory, silent);
    expect([await majorIn(directory.database), await majorIn(kept)]).toEqual(['18\n', '17\n']);
    expect((await readdir(root)).toSorted()).toEqual(['arquivos', 'banco', 'banco.postgres-17']);
  });

  it('a start after a process that ended during the copy removes the unverified folders, and never the database', async () => {
    await prove();
    await rm(folders.mark);
    await writeFile(path.join(directory.database, 'PG_VERSION'), '16\n');
    await upgradeDatabase(directory, silent);
    expect(await majorIn(directory.database)).toBe('16\n');
    expect((await readdir(root)).toSorted()).toEqual(['arquivos', 'banco']);
  });
});

describe('an upgrade is refused, with the older database as it was,', () => {
  /** The text of the refusal; nothing else may have happened. */
  const refusal = async (): Promise<string> => {
    const failure: unknown = await upgradeDatabase(directory, silent).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartupError);
    expect(String(failure)).toContain(`the database in ${directory.database} is of an older Postgres and could not be upgraded to 18`);
    expect(String(failure)).toContain('The older database was not changed');
    expect(await majorIn(directory.database)).toBe('17\n');
    expect(await readdir(root)).not.toContain('banco.atualizacao');
    return String(failure);
  };

  it('refuses the upgrade when the disk has no room for it', async () => {
    // A file without blocks: it has a length, and takes no room itself.
    const file = await open(path.join(directory.database, 'grande'), 'w');
    await file.truncate(4 * 2 ** 40);
    await file.close();
    expect(await refusal()).toMatch(/it takes up to 8388\d+ MB of disk, and \d+ MB are free/);
  });

  it('refuses the upgrade when the folder for the older database is taken', async () => {
    await mkdir(kept);
    expect(await refusal()).toContain(`would be kept in ${kept}, which is there already`);
  });

  it('refuses the upgrade when the older database cannot be read', async () => {
    expect(await refusal()).toContain('run the version of the site that made it');
  }, 120_000);

  it('refuses the upgrade when the packages of the older engine are not installed', async () => {
    const without = path.resolve('tests/support/embedded/without-older-engine.ts');
    const starter = path.resolve('tests/support/embedded/backend-starter.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', without, starter, root, 'server/project', 'reporting']);
    expect(stdout).toContain('the package @electric-sql/pglite-17 is not installed');
    expect(stdout).toContain('Install the optional packages of package.json');
    expect(await majorIn(directory.database)).toBe('17\n');
  }, 120_000);
});
