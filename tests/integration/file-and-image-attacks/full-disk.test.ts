/**
 * Made pictures on a disk that is full, out of inodes or read-only. The disk is a small one of the process's own, in a namespace of mounts, which root may make and
 * most users may; a user who may not has the system refuse every file beyond a size. The second way works for every user and is always
 * tried; both let a write begin and then stop it in its middle, as a full disk does.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChildLimits } from './endpoints-child.ts';
import { filesUnder, picturesUnder } from './folder.ts';
import { HOST, PATIENCE, Stage } from './stage.ts';

/** KiB of the small disk: room for four pictures, while nothing else is there. */
const DISK_KB = 1_024;

/** Milliseconds after which a disk that failed is tried again. */
const AFTER_PAUSE_MS = 30_001;

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'disco-'));
});
afterEach(() => rm(directory, { recursive: true }));

/**
 * The command that starts a process with a disk of its own at `directory`, mounted with these options, in the first way that this user may
 * go; nothing where all are forbidden.
 */
async function ownDisk(options: string): Promise<readonly string[]> {
  const mount = `mount -t tmpfs -o mode=777,${options} portas "$0" && exec "$@"`;
  for (const namespaces of [['--mount'], ['--mount', '--map-root-user']]) {
    const rest = [...namespaces, 'sh', '-c', mount, directory];
    const isAllowed = await promisify(execFile)('unshare', [...rest, 'true']).then(
      () => true,
      () => false,
    );
    if (isAllowed) return ['unshare', ...rest];
  }
  return [];
}

const REFUSAL = 'pictures cannot be kept on disk';

function complaints(stage: Stage): number {
  return stage.endpoints.log.filter((line) => line.includes(REFUSAL)).length;
}

async function askAll(stage: Stage): Promise<void> {
  for (const name of ['a', 'b', 'c', 'd']) {
    const { status, headers, isWhole } = await stage.picture(`${HOST}/boa.jpg?${name}`, 640);
    expect([status, headers['content-type'], isWhole]).toEqual([200, 'image/webp', true]);
  }
}

/** Asks for pictures again and again, over the pauses after failures, where `folder` has no room for them. */
async function expectNoCache(stage: Stage, folder: string): Promise<void> {
  const before = complaints(stage);
  for (let round = 0; round < 3; round += 1) {
    stage.endpoints.send({ kind: 'later', ms: AFTER_PAUSE_MS });
    await askAll(stage);
    await expect.poll(() => filesUnder(folder), PATIENCE).toEqual([]);
  }
  await expect.poll(() => complaints(stage), PATIENCE).toBe(before + 1);
  expect(stage.endpoints.log.filter((line) => line.includes('damaged'))).toEqual([]);
  expect(stage.endpoints.ended).toBeNull();
}

/** Writes until nothing more can be written. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  const full = async (): Promise<never> => {
    for (;;) await handle.write(Buffer.alloc(4_096));
  };
  await expect(full()).rejects.toMatchObject({ code: 'ENOSPC' });
  await handle.close();
}

/** Where nothing can be kept in `folder`, whatever is tried. */
async function complaintsWithout(limits: ChildLimits, folder: string): Promise<number> {
  const stage = await Stage.open({ limits, diskDirectory: folder });
  await expectNoCache(stage, `/proc/${stage.endpoints.pid}/root${folder}`);
  await stage.close();
  return complaints(stage);
}

/** On a disk that fills up, and is emptied again, so many times. */
async function complaintsOnOwnDisk(before: readonly string[], times: number): Promise<number> {
  const stage = await Stage.open({ limits: { before }, diskDirectory: path.join(directory, 'derivados') });
  // The disk as the endpoints alone see it.
  const disk = `/proc/${stage.endpoints.pid}/root${directory}`;
  const [filler, folder] = [path.join(disk, 'cheio'), path.join(disk, 'derivados')];
  for (let time = 1; time <= times; time += 1) {
    await rm(folder, { recursive: true, force: true });
    await fill(filler);
    // Half a picture still fits.
    await truncate(filler, (DISK_KB - 12) * 1_024);
    await expectNoCache(stage, folder);
    await rm(filler);
    stage.endpoints.send({ kind: 'later', ms: AFTER_PAUSE_MS });
    await askAll(stage);
    await expect.poll(async () => (await picturesUnder(folder)).length, PATIENCE).toBe(4);
  }
  await stage.close();
  return complaints(stage);
}

describe('derivatives on disk', () => {
  test('are made for each request when the file size limit is smaller than they are', { timeout: 60_000 }, async () => {
    expect(await complaintsWithout({ fileBlocks: 4 }, directory)).toBe(1);
  });

  test('are not stored on a full disk until there is space, with one log line for each such period', { timeout: 60_000 }, async () => {
    const before = await ownDisk(`size=${DISK_KB}k`);
    const [times, said] =
      before.length === 0 ? [1, await complaintsWithout({ fileBlocks: 1 }, directory)] : [2, await complaintsOnOwnDisk(before, 2)];
    expect(said).toBe(times);
  });

  // Two inodes are the disk itself and the folder of pictures; the third is a folder in it.
  test.each(['ro', 'nr_inodes=3'])(
    'derivatives on a disk mounted with %s are not kept, and that is reported once',
    { timeout: 60_000 },
    async (options) => {
      const before = await ownDisk(options);
      const file = path.join(directory, 'arquivo');
      await writeFile(file, '');
      // Where no disk can be mounted: a folder that cannot be made.
      const folder = path.join(before.length === 0 ? file : directory, 'derivados');
      expect(await complaintsWithout({ before }, folder)).toBe(1);
    },
  );
});
