/**
 * A build that differs from the one in `dist/` as the next release would: other names of all hashed files, and another id. It is made by
 * renaming, which takes a second; bundling takes half a minute.
 */
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface OtherBuild {
  /** Holds `dist/` and `public/`. */
  readonly root: string;
  remove(): Promise<void>;
}

/** The folders of the hashed files. */
const ASSETS = ['dist/client/assets', 'dist/admin/assets'];

const HASHED = /-([\w-]{8})(\.[a-z0-9]+)$/;
const TEXT = /\.(?:js|css|json)$/;

/** Makes it from the build of this checkout. */
export async function otherBuild(): Promise<OtherBuild> {
  const root = await mkdtemp(path.join(tmpdir(), 'versao-'));
  await cp('dist', path.join(root, 'dist'), { recursive: true });
  await symlink(path.resolve('public'), path.join(root, 'public'));
  const names = new Map<string, string>();
  for (const assets of ASSETS.map((folder) => path.join(root, folder))) {
    for (const before of await readdir(assets)) {
      const after = before.replace(HASHED, (_all, hash: string, end: string) => `-${other(hash)}${end}`);
      names.set(before, after);
      await rename(path.join(assets, before), path.join(assets, after));
    }
  }
  for (const file of await readdir(path.join(root, 'dist'), { recursive: true })) {
    if (TEXT.test(file)) await replaceNames(path.join(root, 'dist', file), names);
  }
  const record = path.join(root, 'dist/build.json');
  const { id } = JSON.parse(await readFile(record, 'utf8')) as { readonly id: string };
  await writeFile(record, JSON.stringify({ id: other(id), timestamp: Date.now() }));
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}

/** The hashed stylesheets and scripts of a build, by which a page shows whose it is. */
export async function assetNames(root: string): Promise<ReadonlySet<string>> {
  return new Set(await readdir(path.join(root, 'dist/client/assets')));
}

async function replaceNames(file: string, names: ReadonlyMap<string, string>): Promise<void> {
  const before = await readFile(file, 'utf8');
  const after = before.replaceAll(/[\w.-]+-[\w-]{8}\.[a-z0-9]+/g, (name) => names.get(name) ?? name);
  if (after !== before) await writeFile(file, after);
}

/** The same number of characters, turned round; the first one changes too, for what reads the same in both directions. */
function other(hash: string): string {
  const turned = hash.split('').toReversed().join('');
  return (turned.startsWith('0') ? '1' : '0') + turned.slice(1);
}
