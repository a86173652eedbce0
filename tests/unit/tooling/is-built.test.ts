import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isBuilt, sourceHash } from '../../../server/tooling/is-built.ts';

const GENERATED = 'shared/graphql/generated/all.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'construcao-'));
  for (const folder of ['client', 'public', 'server']) await mkdir(path.join(root, folder));
  for (const file of ['client/a.ts', 'package-lock.json', 'vite.config.ts', GENERATED]) await write(file, 'texto');
  await write('dist/build.json', JSON.stringify({ id: await sourceHash(root), timestamp: 1 }));
});
afterEach(() => rm(root, { recursive: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

it('a build of exactly these sources counts', async () => {
  expect(await isBuilt(root)).toBe(true);
});

it('a build whose generated operations were removed does not count', async () => {
  await rm(path.join(root, GENERATED));
  expect(await isBuilt(root)).toBe(false);
});

it('a build of other sources does not count', async () => {
  await write('client/a.ts', 'outro texto');
  expect(await isBuilt(root)).toBe(false);
});

it.each(['{', '{}', 'null'])('a record that says %j does not count', async (record) => {
  await write('dist/build.json', record);
  expect(await isBuilt(root)).toBe(false);
});
