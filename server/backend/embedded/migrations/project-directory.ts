/** Reads an Nhost project from disk: what to run, where its metadata and its demonstration content are. */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../../../observability/startup-report.ts';

/** The project of this site. */
export const OWN_PROJECT = fileURLToPath(new URL('../../../project', import.meta.url));

/** The schemas that a hosted Nhost brings itself; the embedded backend creates them for every project. */
export const BOOTSTRAP = fileURLToPath(new URL('../../../project/bootstrap', import.meta.url));

export interface ProjectDirectory {
  /** The folder with `migrations/` and `metadata/`. */
  readonly nhost: string;
  readonly metadata: string;
  /** Module that loads the demonstration content, when the project brings one. */
  readonly demonstration: string | undefined;
}

/** One SQL file to run once, in the order of the list. */
export interface Migration {
  /** `bootstrap/<file>` or `<ms>_<name>`; the key under which it is recorded. */
  readonly name: string;
  readonly file: string;
  readonly sql: string;
  /** SHA-256 of the file in hex. */
  readonly checksum: string;
}

/**
 * Finds the parts of a project: a folder with `nhost/` (and perhaps `demo/`), or an Nhost folder itself.
 * @throws when neither holds a `metadata` folder.
 */
export async function openProject(directory: string): Promise<ProjectDirectory> {
  const root = path.resolve(directory);
  for (const nhost of [path.join(root, 'nhost'), root]) {
    const metadata = path.join(nhost, 'metadata');
    if ((await factsOf(metadata))?.isDirectory() !== true) continue;
    const loader = path.join(root, 'demo', 'load.ts');
    return { nhost, metadata, demonstration: (await factsOf(loader))?.isFile() === true ? loader : undefined };
  }
  throw new StartupError(`no Nhost project in ${root}: it must hold nhost/metadata or metadata (PROJECT_DIR)`);
}

/**
 * Lists what a database needs: the bootstrap (what a hosted Nhost brings itself) then the migrations, each by the
 * number that begins their names.
 */
export async function readMigrations(project: ProjectDirectory, bootstrapDirectory: string): Promise<readonly Migration[]> {
  const bootstrapNames = (await numberedNames(bootstrapDirectory)).filter((name) => name.endsWith('.sql'));
  return Promise.all([
    ...bootstrapNames.map((name) => readMigration(`bootstrap/${name}`, path.join(bootstrapDirectory, name))),
    ...(await projectMigrations(path.join(project.nhost, 'migrations'))).map(({ name, file }) => readMigration(name, file)),
  ]);
}

const UP_FILE = /^(?<name>\d+_.+)\.up\.sql$/;

/**
 * The migrations of a project as the Hasura CLI lays them out: below the name of the database (configuration 3), or directly (2), each a folder with
 * `up.sql` or one file `<number>_<name>.up.sql`. A step back (`down.sql`) alone is no migration; a project may have none.
 * @throws for those of a second database, and for two of one number, by which Hasura knows them: it would leave the second out
 */
async function projectMigrations(folder: string): Promise<readonly Pick<Migration, 'name' | 'file'>[]> {
  if ((await factsOf(folder))?.isDirectory() !== true) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const [database, second] = entries.filter((entry) => entry.isDirectory() && !/^\d+_/.test(entry.name)).map(({ name }) => name);
  if (second !== undefined) throw new StartupError(`${folder}: holds the migrations of more than one database`);
  const own = database === undefined ? folder : path.join(folder, database);
  const found = (await numberedNames(own)).map(async (entry) => {
    const name = UP_FILE.exec(entry)?.groups?.['name'];
    const file = name === undefined ? path.join(own, entry, 'up.sql') : path.join(own, entry);
    return (await factsOf(file))?.isFile() === true ? [{ name: name ?? entry, file }] : [];
  });
  const migrations = (await Promise.all(found)).flat();
  const numbers = migrations.map(({ name }) => Number.parseInt(name, 10));
  const repeated = numbers.find((number, index) => numbers.indexOf(number) < index);
  if (repeated !== undefined) throw new StartupError(`${own}: two migrations have the number ${repeated}`);
  return migrations;
}

/** Names that begin with `<number>_`, in the order of the numbers. */
async function numberedNames(directory: string): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => /^\d+_/.test(name));
  return names.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1));
}

async function readMigration(name: string, file: string): Promise<Migration> {
  const sql = await readFile(file, 'utf8');
  return { name, file, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** Undefined where nothing lies. */
function factsOf(target: string): Promise<Stats | undefined> {
  return stat(target).catch(() => undefined);
}
