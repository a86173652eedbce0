/**
 * Prints the schemas that roles of a project see, without a server: the project's bootstrap and migrations run in a database in memory.
 * The code generator calls it.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { printSchema } from 'graphql';
import type { Queryable } from '../database.ts';
import { loadCatalog } from './catalog/catalog.ts';
import { readMetadata } from './metadata/reader.ts';
import { loadEnumValues } from './model/enum-values.ts';
import { buildModel } from './model/model.ts';
import { buildRoleModel } from './model/role-model.ts';
import { buildRoleSchema } from './schema/role-schema.ts';

/** The scripts of a project in the order in which they run: `bootstrap/*.sql`, then each migration's `up.sql`. */
async function scriptsOf(projectDirectory: string): Promise<readonly string[]> {
  const bootstrap = join(projectDirectory, 'bootstrap');
  const migrations = join(projectDirectory, 'nhost/migrations/default');
  const first = (await readdir(bootstrap)).filter((name) => name.endsWith('.sql')).sort();
  const then = (await readdir(migrations, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return [...first.map((name) => join(bootstrap, name)), ...then.sort().map((name) => join(migrations, name, 'up.sql'))];
}

function queryableOf(pglite: PGlite): Queryable {
  return {
    async query(text, values) {
      const { rows } = await pglite.query<Record<string, unknown>>(text, values === undefined ? undefined : [...values]);
      return { rows, rowCount: rows.length };
    },
    async script(text) {
      await pglite.exec(text);
    },
  };
}

/**
 * Returns the SDL of each role for the project in `projectDirectory` (the folder that holds `bootstrap/` and `nhost/`). Takes a few seconds.
 * @throws MetadataError, and whatever the database says of a faulty script
 */
export async function printProjectSchemas<Role extends string>(
  projectDirectory: string,
  roles: readonly Role[],
): Promise<Readonly<Record<Role, string>>> {
  const metadata = await readMetadata(join(projectDirectory, 'nhost/metadata'));
  const pglite = await PGlite.create({ extensions: { citext, pg_trgm, unaccent } });
  try {
    for (const file of await scriptsOf(projectDirectory)) await pglite.exec(await readFile(file, 'utf8'));
    const database = queryableOf(pglite);
    const catalog = await loadCatalog(database);
    const enums = await loadEnumValues(database, catalog, metadata);
    const model = buildModel({ catalog, metadata, enums });
    const printed = roles.map((role) => [role, `${printSchema(buildRoleSchema(buildRoleModel(model, role)).schema)}\n`] as const);
    return Object.fromEntries(printed) as Record<Role, string>;
  } finally {
    await pglite.close();
  }
}
