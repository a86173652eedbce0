import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishAssets } from '../../../server/builds/publish-assets.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

let root: string;
let published: Map<string, string>;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'assets-'));
  published = new Map();
});
afterEach(() => rm(root, { recursive: true }));

async function folder(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const directory = path.join(root, name);
  await mkdir(directory);
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(directory, file), text);
  return directory;
}

const releases = {
  publish: async (build: string, names: readonly string[], read: (name: string) => Promise<Uint8Array>): Promise<void> => {
    for (const name of names) published.set(`${build} ${name}`, Buffer.from(await read(name)).toString());
  },
};

it('publishes the hashed files of all folders, a file of several of them once', async () => {
  const client = await folder('client', { 'comum-D6PmyQKl.js': 'pages', 'letra-BqRLTx4X.woff2': 'letra' });
  const admin = await folder('admin', { 'main-CYwU6pq5.css': 'admin', 'letra-BqRLTx4X.woff2': 'letra', 'LEIA-ME': 'not hashed' });
  await publishAssets({ releases, build: 'b1', directories: [client, admin], log: SILENT_LOG });
  expect([...published]).toEqual([
    ['b1 comum-D6PmyQKl.js', 'pages'],
    ['b1 letra-BqRLTx4X.woff2', 'letra'],
    ['b1 main-CYwU6pq5.css', 'admin'],
  ]);
});

it('a folder that cannot be read does not keep the build from starting', async () => {
  await publishAssets({ releases, build: 'b1', directories: [path.join(root, 'nada')], log: SILENT_LOG });
  expect(published.size).toBe(0);
});
