/** A small project without a database: its catalog, and the model of the metadata that a test gives. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Catalog,
  type CatalogColumn,
  type CatalogFunction,
  type CatalogTable,
  tableKey,
} from '../../../../../server/backend/embedded/graphql/catalog/catalog.ts';
import type { Metadata } from '../../../../../server/backend/embedded/graphql/metadata/metadata.ts';
import { readMetadata } from '../../../../../server/backend/embedded/graphql/metadata/reader.ts';
import { buildModel } from '../../../../../server/backend/embedded/graphql/model/model.ts';
import type { Model } from '../../../../../server/backend/embedded/graphql/model/tracked-table.ts';

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
      column('nota: float8'),
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
  table('folha', [column('id: int4!'), column('nº: int4!'), column('cor: text'), column('notas: int4[]')], { primaryKey: ['id', 'nº'] }),
  table('capitulo', [column('livro_id: int8!'), column('n: int4!'), column('texto: text')], { primaryKey: ['livro_id', 'n'] }),
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
  { ...NO_RESULT, name: 'parecidos', isSet: true, isVolatile: false, table: { schema: 'public', name: 'livro' }, arguments: [ROW] },
  { ...NO_RESULT, name: 'do_acervo', isSet: true, isVolatile: false, table: { schema: 'acervo', name: 'livro' }, arguments: [] },
  { ...NO_RESULT, name: 'nº', isSet: true, isVolatile: false, table: { schema: 'public', name: 'livro' }, arguments: [] },
  { ...NO_RESULT, name: 'linhas_do_acervo', isSet: true, isVolatile: false, table: { schema: 'acervo', name: 'livro' }, arguments: [ROW] },
  { ...NO_RESULT, name: 'nada', isSet: false, isVolatile: false, arguments: [ROW] },
  { ...NO_RESULT, name: 'sorte', isSet: false, isVolatile: true, result: INTEGER, arguments: [ROW] },
  {
    ...NO_RESULT,
    name: 'vezes',
    isSet: false,
    isVolatile: false,
    result: INTEGER,
    arguments: [ROW, { ...INTEGER, name: 'n', hasDefault: false }],
  },
  {
    ...NO_RESULT,
    name: 'estranha',
    isSet: true,
    isVolatile: false,
    table: { schema: 'public', name: 'livro' },
    arguments: [{ ...INTEGER, name: 'não', hasDefault: false }],
  },
];

export const CATALOG: Catalog = {
  table: (schema, name) => TABLES.find((item) => item.schema === schema && item.name === name),
  functions: (_, name) => FUNCTIONS.filter((item) => item.name === name),
};

export interface ProjectMetadata {
  /** YAML of `tables.yaml`. */
  readonly tables: string;
  /** The inside of YAML lists and maps. */
  readonly functions?: string;
  readonly customization?: string;
}

export async function metadataOf({ tables, functions = '', customization = '' }: ProjectMetadata): Promise<Metadata> {
  const directory = await mkdtemp(path.join(tmpdir(), 'project-'));
  try {
    await mkdir(path.join(directory, 'databases/default'), { recursive: true });
    await writeFile(path.join(directory, 'version.yaml'), 'version: 3');
    await writeFile(path.join(directory, 'databases/default/tables.yaml'), tables);
    await writeFile(
      path.join(directory, 'databases/databases.yaml'),
      `[{ name: default, customization: { ${customization} }, functions: [${functions}], tables: "!include default/tables.yaml" }]`,
    );
    return await readMetadata(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Joins the metadata with the catalog. @throws MetadataError */
export async function modelOf(project: ProjectMetadata): Promise<Model> {
  const values = [
    { name: 'BR', comment: 'Brasil' },
    { name: 'pt', comment: null },
  ];
  const metadata = await metadataOf(project);
  const enums = metadata.tables.filter(({ isEnum }) => isEnum).map(({ table }) => [tableKey(table), values] as const);
  return buildModel({ catalog: CATALOG, metadata, enums: new Map(enums) });
}
