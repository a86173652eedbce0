/**
 * The packages that the built server loads from `node_modules`; all others are part of its bundle. The image of the container gets these and
 * what they depend on, without the files that only compilers and debuggers read.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Packages with binaries, or with files beside their code, which a bundle cannot hold. */
export const UNBUNDLED_PACKAGES = ['sharp', '@electric-sql/pglite', '@node-rs/argon2', 'unpdf'];

/** Packages whose names the bundler does not see: icons, and the engine of the older Postgres with its tools (decision 0037). */
const LOADED_BY_NAME = ['@iconify-json/lucide', '@electric-sql/pglite-17', '@electric-sql/pglite-tools'];

/** What `server/project/demo` is loaded with. It runs as it is, like the loader of any project. */
const OF_DEMONSTRATION = ['pdfkit', 'yaml', 'zod'];

/** Types, source maps, sources of binaries, documentation, builds for browsers, and the settings of who made the package. */
const UNREAD = /\.(?:map|[cm]?ts|md|markdown|cc|hh?)$|\b(?:browser|standalone)\b.*js$|^\./;

/** What must go with a copy of a package, in whatever form its code goes. */
const NOTICE = /^(?:licen[cs]e|copying|notice)/i;

interface Manifest {
  readonly type?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Copies the packages below `root` to `target`, each at its place. Returns these places. */
async function copyRuntimePackages(root: string, target: string): Promise<readonly string[]> {
  const places = await packagesNeeded(root);
  for (const [place, { type }] of places) {
    const from = path.join(root, place);
    const filter = (file: string): boolean => {
      if (file === from) return true;
      // What a package brings inside itself is a place of its own; what is a module loads no file of the older kind.
      const name = path.basename(file);
      return NOTICE.test(name) || (name !== 'node_modules' && !UNREAD.test(name) && !(type === 'module' && file.endsWith('.cjs')));
    };
    await mkdir(path.join(target, place), { recursive: true });
    await cp(from, path.join(target, place), { recursive: true, filter });
  }
  return [...places.keys()];
}

/** The packages by their places below the root, as Node finds them. Those of other platforms are not installed. */
async function packagesNeeded(root: string): Promise<ReadonlyMap<string, Manifest>> {
  const found = new Map<string, Manifest>();
  const open = [...UNBUNDLED_PACKAGES, ...LOADED_BY_NAME, ...OF_DEMONSTRATION].map((name) => ({ name, user: '', isOptional: false }));
  for (const { name, user, isOptional } of open) {
    const place = placeOf(root, name, user);
    if (place === undefined) {
      if (isOptional) continue;
      throw new Error(`${name} is not installed, which ${user === '' ? 'the server' : user} needs`);
    }
    if (found.has(place)) continue;
    const manifest = JSON.parse(await readFile(path.join(root, place, 'package.json'), 'utf8')) as Manifest;
    found.set(place, manifest);
    const optional = manifest.optionalDependencies ?? {};
    const needed = Object.keys({ ...manifest.dependencies, ...optional });
    open.push(...needed.map((each) => ({ name: each, user: place, isOptional: each in optional })));
  }
  return found;
}

/** Where Node finds a package for the one at `user`: in its own folder, or in one above. */
function placeOf(root: string, name: string, user: string): string | undefined {
  for (let folder = user; ; folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(root, place, 'package.json'))) return place;
    if (folder === '' || folder === '.') return undefined;
  }
}

/** Writes the notices of all packages of production, since most are part of the bundle and have no folder. Returns how many have one. */
async function writeNotices(root: string, file: string): Promise<number> {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string; readonly dev?: boolean; readonly license?: string }>>;
  };
  const notices: string[] = [];
  for (const [place, { version = '', dev = false, license = '' }] of Object.entries(packages)) {
    const folder = path.join(root, place);
    if (place === '' || dev || !existsSync(folder)) continue;
    const names = (await readdir(folder)).filter((name) => NOTICE.test(name));
    const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8').catch(() => '')));
    const title = `${place.replace(/^.*node_modules\//, '')} ${version} (${license})`;
    if (texts.some((text) => text !== '')) notices.push([title, '='.repeat(title.length), ...texts].join('\n'));
  }
  await writeFile(file, `${notices.join('\n\n')}\n`);
  return notices.length;
}

if (import.meta.main) {
  const [target] = process.argv.slice(2);
  if (target === undefined) throw new Error('name the folder that gets the packages');
  const places = await copyRuntimePackages(process.cwd(), target);
  const notices = await writeNotices(process.cwd(), path.join(target, 'LICENCES.txt'));
  process.stdout.write(`${places.length} packages, ${notices} notices\n`);
}
