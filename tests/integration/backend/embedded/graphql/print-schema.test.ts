import { buildSchema, isObjectType } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { openPostgresDatabase } from '../../../../../server/backend/embedded/database/postgres-database.ts';
import { printSchemas } from '../../../../../server/backend/embedded/graphql/print-schema.ts';
import { migratedPostgres } from '../../../../support/embedded/migrated-database.ts';
import { projectMetadata } from '../../../../support/project-metadata.ts';

const ROLES = ['public', 'user', 'me'] as const;
let printed: Readonly<Record<(typeof ROLES)[number], string>>;
beforeAll(async () => {
  const server = await migratedPostgres();
  const database = await openPostgresDatabase({ connectionString: server.connectionString });
  printed = await printSchemas(database, await projectMetadata(), ROLES);
  await database.close();
  await server.stop();
});

test('the printed public schema can be parsed and holds no hidden column or table', () => {
  const schema = buildSchema(printed.public);
  const documento = schema.getType('documento');
  const fields = isObjectType(documento) ? Object.keys(documento.getFields()) : [];
  expect(fields).toEqual(expect.arrayContaining(['id', 'titulo', 'categoria', 'arquivos', 'arquivos_aggregate']));
  expect(fields).not.toContain('fora_da_busca_em');
  expect(schema.getType('documento_visivel')).toBeUndefined();
  expect(schema.getMutationType()).toBeUndefined();
});

test.each(['user', 'me'] as const)('a signed-in person sees as %s every root field of the public', (role) => {
  const [own, everybody] = [buildSchema(printed[role]), buildSchema(printed.public)];
  const roots = (schema: typeof own): readonly string[] => Object.keys(schema.getQueryType()?.getFields() ?? {});
  expect(roots(everybody).length).toBeGreaterThan(40);
  expect(roots(everybody).filter((field) => !roots(own).includes(field))).toEqual([]);
  // The service grants this to the role itself; nothing else differs.
  expect(roots(own).filter((field) => !roots(everybody).includes(field))).toEqual(
    role === 'user' ? ['authRefreshTokens', 'authRefreshToken'] : [],
  );
});
