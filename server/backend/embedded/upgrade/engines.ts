/**
 * The versions of PGlite between which a database is upgraded. The older one and its pg_dump are optional packages: an installation that has
 * no older database may leave them out.
 */

import { PGlite } from '@electric-sql/pglite';
import { hasErrorCode } from '../../../../shared/errors/error-code.ts';
import { EXTENSIONS } from '../database/pglite-settings.ts';

interface OlderPackages {
  readonly engine: string;
  /** Its `pg_dump`, of the release that belongs to that engine. */
  readonly tools: string;
}

/** Packages by major version of Postgres. A package's name tells its major; the names in package.json are the same. */
const OLDER: ReadonlyMap<string, OlderPackages> = new Map([
  ['17', { engine: '@electric-sql/pglite-17', tools: '@electric-sql/pglite-tools' }],
]);

/** Whether a database of this major version can be upgraded, its packages being installed. */
export function isUpgradable(major: string): boolean {
  return OLDER.has(major);
}

export type SchemaSection = 'pre-data' | 'post-data';

export interface OlderEngine {
  readonly database: PGlite;
  /** The schema as SQL: `pre-data` is what rows need, `post-data` indexes, constraints and triggers. */
  readonly dumpSchema: (section: SchemaSection) => Promise<string>;
}

/** Optional packages that the installation left out. */
export class MissingPackagesError extends Error {
  override readonly name = 'MissingPackagesError';
}

/** Opens the database of an older major version. @throws MissingPackagesError */
export async function openOlderEngine(major: string, directory: string): Promise<OlderEngine> {
  const packages = OLDER.get(major);
  if (packages === undefined) throw new Error(`no engine for a database of Postgres ${major}`);
  const [create, pgDump, ...extensions] = await Promise.all([
    exportOf(packages.engine, 'PGlite').then(creatorOf),
    exportOf(`${packages.tools}/pg_dump`, 'pgDump').then(dumperOf),
    ...Object.keys(EXTENSIONS).map(async (name) => [name, await exportOf(`${packages.engine}/contrib/${name}`, name)] as const),
  ]);
  const database = await create({ dataDir: directory, extensions: Object.fromEntries(extensions) });
  return {
    database,
    dumpSchema: async (section) => (await pgDump({ pg: database, args: [`--section=${section}`] })).text(),
  };
}

/** Makes a new database of the version that the site runs on. */
export function createNewEngine(directory: string): Promise<PGlite> {
  return PGlite.create({ dataDir: directory, extensions: EXTENSIONS });
}

/** Loads by a name that is no literal, because neither compiler nor bundler may require an optional package. */
async function exportOf(specifier: string, name: string): Promise<unknown> {
  try {
    const loaded = (await import(specifier)) as Readonly<Record<string, unknown>>;
    return loaded[name];
  } catch (error) {
    if (!hasErrorCode(error, 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new MissingPackagesError(`the package ${specifier.split('/').slice(0, 2).join('/')} is not installed`, { cause: error });
  }
}

type Create = (options: { readonly dataDir: string; readonly extensions: Readonly<Record<string, unknown>> }) => Promise<PGlite>;

/** The older engine has the face of the newer one as far as it is used here: `query`, `exec` and `close`. */
function creatorOf(found: unknown): Create {
  if (typeof found !== 'function' || !('create' in found)) throw new Error('the older PGlite has no create');
  return (options) => (found as unknown as { readonly create: Create }).create(options);
}

type Dump = (options: { readonly pg: PGlite; readonly args: readonly string[] }) => Promise<Blob>;

function dumperOf(found: unknown): Dump {
  if (typeof found !== 'function') throw new Error('the tools of the older PGlite have no pgDump');
  return found as Dump;
}
