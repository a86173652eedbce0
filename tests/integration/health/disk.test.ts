import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPartProbe } from '../../../server/backend/embedded/health.ts';
import { createDiskCheck } from '../../../server/health/disk.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'disco-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const check = (directory: string) => createDiskCheck(directory, createPartProbe).run(5_000);

test('a data directory that can be written is well, is made where it is absent, and keeps nothing', async () => {
  const inside = path.join(folder, 'dados');
  expect(await check(inside)).toMatchObject([{ name: 'disk', ok: true, optional: true }]);
  expect(await readdir(inside)).toEqual([]);
});

test('a data directory that is no folder fails', async () => {
  const file = path.join(folder, 'arquivo');
  await writeFile(file, '');
  expect(await check(file)).toMatchObject([{ name: 'disk', ok: false, optional: true, fault: 'failed' }]);
});
