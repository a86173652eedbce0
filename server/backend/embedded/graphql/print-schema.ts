/**
 * Prints the schemas that roles of a project see, without a server: the project's bootstrap and migrations run in a database in memory.
 * The code generator calls it.
 */
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { printSchema } from 'graphql';
import { EXTENSIONS } from '../database/pglite-settings.ts';
import type { Queryable } from '../database.ts';
import { openProject, readMigrations } from '../migrations/project-directory.ts';
import { loadCatalog } from './catalog/catalog.ts';
import type { Metadata } from './metadata/metadata.ts';
import { readMetadata } from './metadata/reader.ts';
import { loadEnumValues } from './model/enum-values.ts';
import { buildModel } from './model/model.ts';
import { buildRoleModel } from './model/role-model.ts';
import { buildRoleSchema } from './schema/role-schema.ts';

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
  const project = await openProject(projectDirectory);
  const metadata = await readMetadata(project.metadata);
  const pglite = await PGlite.create({ extensions: EXTENSIONS });
  try {
    for (const { sql } of await readMigrations(project, join(projectDirectory, 'bootstrap'))) await pglite.exec(sql);
    return await printSchemas(queryableOf(pglite), metadata, roles);
  } finally {
    await pglite.close();
  }
}

/** Returns the SDL of each role for a database with the tables of the metadata. */
export async function printSchemas<Role extends string>(
  database: Queryable,
  metadata: Metadata,
  roles: readonly Role[],
): Promise<Readonly<Record<Role, string>>> {
  const catalog = await loadCatalog(database);
  const enums = await loadEnumValues(database, catalog, metadata);
  const model = buildModel({ catalog, metadata, enums });
  const printed = roles.map((role) => [role, `${printSchema(buildRoleSchema(buildRoleModel(model, role)).whole())}\n`] as const);
  return Object.fromEntries(printed) as Record<Role, string>;
}
