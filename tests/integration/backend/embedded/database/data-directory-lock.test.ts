import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerCopies, askForCopy } from '../../../../../server/backend/embedded/backup/live-copy.ts';
import { dataDirectoryAt } from '../../../../../server/backend/embedded/data-directory/layout.ts';
import { DataDirectoryInUseError, type DirectoryLock, lockDirectory } from '../../../../../server/backend/embedded/data-directory/lock.ts';
import type { Database } from '../../../../../server/backend/embedded/database.ts';
import { type Child, startChild } from '../../../../support/embedded/child.ts';

let folder: string;
const taken: DirectoryLock[] = [];
const children: Child[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'trava-'));
});
afterEach(async () => {
  await Promise.all(taken.splice(0).map((lock) => lock.release()));
  await Promise.all(children.splice(0).map((child) => child.killHard()));
  await rm(folder, { recursive: true, force: true });
});

async function take(directory = folder): Promise<DirectoryLock> {
  const lock = await lockDirectory(directory);
  taken.push(lock);
  return lock;
}

it('lets a backup end whose server hangs while it copies its database', async () => {
  taken.push(await lockDirectory(folder, () => undefined));
  await expect(askForCopy(dataDirectoryAt(folder), 50)).rejects.toThrow('gave no copy of its database');
});

it('serves on where a copy can neither be made nor removed', async () => {
  const file = path.join(folder, 'disco');
  await writeFile(file, '');
  const database = { transaction: (run: () => Promise<unknown>) => run() };
  taken.push(
    await lockDirectory(
      folder,
      answerCopies(dataDirectoryAt(file), () => database as unknown as Database),
    ),
  );
  // Vitest fails a file in which a promise is rejected without handler.
  await expect(askForCopy(dataDirectoryAt(folder))).rejects.toThrow('gave no copy of its database');
});

async function holder(directory = folder): Promise<{ readonly child: Child; readonly said: string | undefined }> {
  const child = startChild('./lock-holder.ts', directory);
  children.push(child);
  return { child, said: await child.nextLine() };
}

describe('the lock of a data directory', () => {
  it('is held by one server at a time, and free after its release', async () => {
    const first = await lockDirectory(folder);
    await expect(lockDirectory(folder)).rejects.toBeInstanceOf(DataDirectoryInUseError);
    await first.release();
    await take();
  });

  it('refuses a second process with a message that says what to do', async () => {
    await take();
    expect((await holder()).said).toBe('DataDirectoryInUseError');
    await expect(lockDirectory(folder)).rejects.toThrow(
      `the data directory ${folder} is in use by another running server. ` +
        'Stop that server, or set DATA_DIR to another directory (several replicas of one site need DATABASE_URL)',
    );
    await expect(lockDirectory(folder)).rejects.toThrow('DATA_DIR');
  });

  it('is taken over from a killed process, and names no pid that another process could have', async () => {
    const { child, said } = await holder();
    expect(said).toBe('locked');
    await expect(lockDirectory(folder)).rejects.toBeInstanceOf(DataDirectoryInUseError);
    await child.killHard();
    await take();
    // Nothing that is left or made names a process: there is no number that another process could have been given.
    const names = await readdir(folder);
    expect(names).toEqual(['servidor-2.sock']);
    expect((await holder()).said).toBe('DataDirectoryInUseError');
  });

  it('goes to one of many starters when all find a stale lock', async () => {
    const { child } = await holder();
    await child.killHard();
    const attempts = await Promise.allSettled(Array.from({ length: 25 }, () => take()));
    const refused = attempts.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(24);
    for (const attempt of refused) expect(attempt).toMatchObject({ reason: { name: 'DataDirectoryInUseError' } });
  });

  it('goes to one of several processes that start together', async () => {
    const said = (await Promise.all(Array.from({ length: 4 }, () => holder()))).map((each) => String(each.said));
    expect(said.filter((each) => each === 'locked')).toHaveLength(1);
    expect(said.filter((each) => each === 'DataDirectoryInUseError')).toHaveLength(3);
  });

  it('never uses a number twice, so that a starter with an old view of the directory cannot win', async () => {
    const first = await lockDirectory(folder);
    await first.release();
    const second = await lockDirectory(folder);
    await second.release();
    await take();
    expect(await readdir(folder)).toEqual(['servidor-3.sock']);
  });

  it.runIf(process.platform === 'linux')('works where the path is longer than a socket address', async () => {
    const deep = path.join(folder, 'a'.repeat(100), 'b'.repeat(100));
    await mkdir(deep, { recursive: true });
    await take(deep);
    await expect(lockDirectory(deep)).rejects.toBeInstanceOf(DataDirectoryInUseError);
    expect((await holder(deep)).said).toBe('DataDirectoryInUseError');
  });

  it('leaves other files alone', async () => {
    await writeFile(path.join(folder, 'servidor-x.sock'), 'texto');
    await take();
    expect((await readdir(folder)).toSorted()).toEqual(['servidor-1.sock', 'servidor-x.sock']);
  });
});
