/** The descriptions of the content types agree with the tables, and with what the metadata permits to the people who edit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access } from '../../../client/admin/data/access.ts';
import type { ContentType, Field } from '../../../client/admin/resources/content-type.ts';
import { ALL_TYPES, CONTENT_TYPES } from '../../../client/admin/resources/content-types.ts';
import { MONEY } from '../../../client/admin/resources/fields.ts';
import type { DecimalSize } from '../../../shared/locale/decimals.ts';
import { ADMINISTRATOR, ANA, PROJECT_ENGINES, type ProjectEngine } from '../project/editorial/project-engine.ts';
import { deskOf } from './own-engine.ts';

const [[, openPglite]] = PROJECT_ENGINES;

let engine: ProjectEngine;
let administrator: Access;
let editor: Access;

beforeAll(async () => {
  engine = await openPglite();
  administrator = (await deskOf(() => engine, ADMINISTRATOR)).access;
  editor = (await deskOf(() => engine, ANA)).access;
});
afterAll(() => engine.close());

const columnOf = (field: Field): string => (field.kind === 'rows' ? field.rows.relationship : field.name);

describe.each(ALL_TYPES.map((type) => [type.table, type] as const))('%s', (table, type) => {
  test('names only columns and relationships that an administrator may read', () => {
    const readable = administrator.get(table)?.readable ?? new Set();
    const search = type.search.map((column) => column.split('.')[0] ?? '');
    const named = [type.key, type.title, type.order.column, ...search, ...type.fields.map(columnOf)];
    expect(named.filter((name) => !readable.has(name))).toEqual([]);
  });

  test('lists and filters by fields that it has', () => {
    const names = new Set(type.fields.map(({ name }) => name));
    const { flag, since, until } = type.publication ?? { flag: null, since: undefined, until: undefined };
    const used = [...type.columns, ...type.filters, flag, since?.column, until?.column, type.profile].filter(
      (name) => name !== null && name !== undefined,
    );
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  });
});

test('the size of a decimal is that of its column', async () => {
  const rows = await engine.rows(`
    select table_name || '.' || column_name as name, numeric_precision as precision, numeric_scale as scale
      from information_schema.columns where table_schema = 'public' and data_type = 'numeric'`);
  const sizes = new Map(rows.map(({ name, precision, scale }) => [name, { precision, scale }]));
  const described = ALL_TYPES.flatMap(({ table, fields }) => fields.flatMap((field) => decimalsOf(table, field)));
  expect(described.length).toBeGreaterThan(5);
  expect(described.map(([name]) => [name, sizes.get(name)])).toEqual(described);
});

/** A date that an editor adds to the calendar is shown at once; one that is inserted otherwise is not. */
const OF_THE_FORM_ALONE = { 'calendario_beneficio.publicado': true };

test('what a form begins with is the default of the column', async () => {
  const defaults = await engine.rows(`
    select table_name || '.' || column_name as name, column_default as expression
      from information_schema.columns where table_schema = 'public' and column_default is not null`);
  const expressions = new Map(defaults.map(({ name, expression }) => [String(name), String(expression)]));
  const begun = CONTENT_TYPES.flatMap(({ table, fields }) =>
    fields.flatMap(({ name, initial }) =>
      initial === undefined || !expressions.has(`${table}.${name}`) ? [] : [[`${table}.${name}`, initial] as const],
    ),
  );
  expect(begun.length).toBeGreaterThan(30);
  const values = begun.map(([name]) => `('${name}', to_jsonb(${expressions.get(name)}))`);
  const rows = await engine.rows(`select name, value from (values ${values.join()}) given (name, value)`);
  const ofColumns = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  expect(Object.fromEntries(begun)).toEqual({ ...ofColumns, ...OF_THE_FORM_ALONE });
});

/** The decimals of a field, by table and column; those of the rows that are edited in it too. */
function decimalsOf(table: string, field: Field): readonly (readonly [name: string, size: DecimalSize])[] {
  if (field.kind === 'rows') return field.rows.fields.flatMap((inner) => decimalsOf(field.rows.table, inner));
  if (field.kind !== 'decimal' && field.kind !== 'money') return [];
  return [[`${table}.${field.name}`, field.kind === 'money' ? MONEY : field.size]];
}

describe('who edits', () => {
  const writableBy = (access: Access): readonly string[] =>
    CONTENT_TYPES.filter(({ table }) => (access.get(table)?.changeable.size ?? 0) > 0).map(({ table }) => table);

  test("an editor has no form of what is an administrator's", () => {
    const missing = writableBy(administrator).filter((table) => !writableBy(editor).includes(table));
    expect(missing.toSorted()).toEqual(
      [
        'assunto',
        'canal_atendimento',
        'categoria_documento',
        'categoria_noticia',
        'configuracao_site',
        'faq_categoria',
        'feriado',
        'menu_item',
        'modelo_resposta',
        'pntp_criterio',
        'redirecionamento',
        'secao_lai',
      ]
        .filter((table) => missing.includes(table))
        .toSorted(),
    );
    expect(missing).toContain('configuracao_site');
    expect(missing).toContain('menu_item');
  });

  test('what nobody can make in the administration comes with the database or from readers', async () => {
    // Accounts are made at `/_session/users`.
    const notMade = CONTENT_TYPES.map(({ table }) => table).filter(
      (table) => table !== 'users' && (administrator.get(table)?.insertable.size ?? 0) === 0,
    );
    const counted = await engine.rows(
      notMade.map((table) => `select '${table}' as name, exists (select 1 from ${table}) as has_rows`).join(' union all '),
    );
    expect(counted.filter(({ has_rows: hasRows }) => !hasRows).map(({ name }) => name)).toEqual(['avaliacao_pagina', 'comentario_pagina']);
  });

  test('every column that an editor may change has a field in a form', () => {
    const KNOWN_ELSEWHERE =
      /^(?:busca_texto|ano_publicacao|edicao|caminho_storage|sha256|texto_extraido|confirmacoes|avisos|largura|altura)$/;
    const forgotten = CONTENT_TYPES.flatMap((type: ContentType) => {
      const fields = new Set(type.fields.map(({ name }) => name));
      return [...(administrator.get(type.table)?.changeable ?? [])]
        .filter((column) => !fields.has(column) && !KNOWN_ELSEWHERE.test(column))
        .map((column) => `${type.table}.${column}`);
    });
    expect(forgotten).toEqual([]);
  });
});
