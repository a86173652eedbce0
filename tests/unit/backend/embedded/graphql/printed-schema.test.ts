/**
 * The whole schema of a small project, names and descriptions, as tools of GraphQL read it: the files in `printed`. A change of it is a change for
 * every client; `npm test -- printed-schema -u` writes it down again, for the reader of the diff.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { assertValidSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import type {
  Catalog,
  CatalogColumn,
  CatalogFunction,
  CatalogTable,
} from '../../../../../server/backend/embedded/graphql/catalog/catalog.ts';
import { tableKey } from '../../../../../server/backend/embedded/graphql/catalog/catalog.ts';
import { readMetadata } from '../../../../../server/backend/embedded/graphql/metadata/reader.ts';
import { buildModel } from '../../../../../server/backend/embedded/graphql/model/model.ts';
import { buildRoleModel } from '../../../../../server/backend/embedded/graphql/model/role-model.ts';
import { buildRoleSchema } from '../../../../../server/backend/embedded/graphql/schema/role-schema.ts';

/** `name: type`, with `!` where it is required and `[]` for an array. */
function column(text: string, more: Partial<CatalogColumn> = {}): CatalogColumn {
  const [name = '', type = ''] = text.replace('!', '').replace('[]', '').split(': ');
  const kind = { type, sqlType: `pg_catalog.${type}`, isArray: text.includes('[]') };
  return { name, ...kind, required: text.includes('!'), writable: true, comment: null, ...more };
}

function table(name: string, columns: readonly CatalogColumn[], more: Partial<CatalogTable> = {}): CatalogTable {
  const keys = { primaryKey: ['id'], uniqueKeys: [{ name: `${name}_pkey`, columns: ['id'] }], foreignKeys: [] };
  return { schema: 'public', name, kind: 'r', comment: null, events: 28, ...keys, ...more, columns: [...columns] };
}

const TABLES: readonly CatalogTable[] = [
  table('autor', [column('id: int4!'), column('nome: text!', { comment: 'como assina' }), column('pais: text')], {
    comment: 'Quem escreve',
    foreignKeys: [{ name: 'autor_pais', schema: 'public', table: 'pais', columns: [['pais', 'codigo']] }],
  }),
  table(
    'livro',
    [
      column('id: int8!', { writable: false }),
      column('autor_id: int4!'),
      column('revisor_id: int4'),
      column('titulo: text!'),
      column('preco: numeric'),
      column('dados: jsonb'),
      column('rotulos: text[]'),
      column('publicado: bool!'),
      column('publicado_em: timestamptz'),
    ],
    {
      uniqueKeys: [
        { name: 'livro_pkey', columns: ['id'] },
        { name: 'livro_titulo_key', columns: ['titulo', 'autor_id'] },
      ],
      foreignKeys: [
        { name: 'livro_autor', schema: 'public', table: 'autor', columns: [['autor_id', 'id']] },
        { name: 'livro_revisor', schema: 'public', table: 'autor', columns: [['revisor_id', 'id']] },
        {
          name: 'livro_dupla',
          schema: 'public',
          table: 'autor',
          columns: [
            ['autor_id', 'id'],
            ['revisor_id', 'id'],
          ],
        },
      ],
    },
  ),
  table('pais', [column('codigo: text!'), column('descricao: text')], { primaryKey: ['codigo'], uniqueKeys: [] }),
  table('resumo', [column('total: int4')], { schema: 'acervo', kind: 'v', events: 0, primaryKey: [], uniqueKeys: [] }),
];

const INTEGER = { type: 'int4', sqlType: 'pg_catalog.int4', isArray: false, table: null };
const NO_RESULT = { schema: 'public', comment: null, result: null, table: null };
const ROW = { ...INTEGER, name: 'linha', hasDefault: false, table: { schema: 'public', name: 'livro' } };

const FUNCTIONS: readonly CatalogFunction[] = [
  {
    ...NO_RESULT,
    name: 'procurar',
    isSet: true,
    isVolatile: false,
    table: { schema: 'public', name: 'livro' },
    arguments: [{ ...INTEGER, name: 'minimo', hasDefault: true }],
  },
  { ...NO_RESULT, name: 'renovar', isSet: false, isVolatile: true, table: { schema: 'public', name: 'livro' }, arguments: [] },
  { ...NO_RESULT, name: 'paginas', isSet: false, isVolatile: false, result: INTEGER, arguments: [ROW] },
  {
    ...NO_RESULT,
    name: 'vizinhos',
    isSet: true,
    isVolatile: false,
    table: { schema: 'public', name: 'livro' },
    arguments: [ROW, { ...INTEGER, name: '', hasDefault: false }],
  },
];

const CATALOG: Catalog = {
  table: (schema, name) => TABLES.find((item) => item.schema === schema && item.name === name),
  functions: (_, name) => FUNCTIONS.filter((item) => item.name === name),
};

const METADATA = `
- table: autor
  array_relationships:
    - { name: livros, using: { foreign_key_constraint_on: { column: autor_id, table: livro } } }
  select_permissions:
    - { role: leitor, permission: { columns: [id, nome], filter: {}, allow_aggregations: true } }
- table: livro
  configuration: { custom_root_fields: { select: { name: livros, comment: todos os livros } }, column_config: { preco: { custom_name: valor } } }
  object_relationships:
    - { name: autor, using: { foreign_key_constraint_on: autor_id }, comment: quem o escreveu }
    - { name: revisor, using: { foreign_key_constraint_on: revisor_id } }
    - { name: dupla, using: { foreign_key_constraint_on: [revisor_id, autor_id] } }
  computed_fields:
    - { name: paginas, definition: { function: paginas } }
    - { name: vizinhos, definition: { function: vizinhos } }
  select_permissions:
    - role: leitor
      permission: { columns: [id, titulo], computed_fields: [paginas], filter: { publicado: { _eq: true } }, query_root_fields: [select_by_pk], subscription_root_fields: [] }
  insert_permissions:
    - { role: leitor, permission: { columns: [titulo], check: {}, set: { autor_id: 1 } } }
- { table: pais, is_enum: true }
- { table: { schema: acervo, name: resumo } }
`;

async function printed(role: string, convention: string): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'schema-'));
  try {
    await mkdir(path.join(directory, 'databases/default/tables'), { recursive: true });
    await writeFile(path.join(directory, 'version.yaml'), 'version: 3');
    await writeFile(path.join(directory, 'databases/default/tables/tables.yaml'), METADATA);
    await writeFile(
      path.join(directory, 'databases/databases.yaml'),
      `[{ name: default, customization: { naming_convention: ${convention} }, functions: [{ function: procurar }, { function: renovar }],
          tables: "!include default/tables/tables.yaml" }]`,
    );
    const values = [
      { name: 'BR', comment: 'Brasil' },
      { name: 'PT', comment: null },
    ];
    const enums = new Map([[tableKey('public', 'pais'), values]]);
    const { schema } = buildRoleSchema(
      buildRoleModel(buildModel({ catalog: CATALOG, metadata: await readMetadata(directory), enums }), role),
    );
    assertValidSchema(schema);
    return printSchema(lexicographicSortSchema(schema));
  } finally {
    await rm(directory, { recursive: true });
  }
}

test.each(['admin', 'leitor'])('the schema of %s is the one that is written down', async (role) => {
  await expect(`${await printed(role, 'hasura-default')}\n`).toMatchFileSnapshot(`printed/${role}.txt`);
});

test('the names of the other convention are those that are written down', async () => {
  const names = (text: string): readonly string[] => text.replaceAll(/"""[^]*?"""/g, '').match(/\w+/g) ?? [];
  const [ours, theirs] = [names(await printed('admin', 'hasura-default')), names(await printed('admin', 'graphql-default'))].map(
    (found) => new Set(found),
  );
  const only = [...(theirs ?? [])].filter((name) => ours?.has(name) !== true).toSorted();
  await expect(`${only.join('\n')}\n`).toMatchFileSnapshot('printed/names-of-graphql-default.txt');
});
