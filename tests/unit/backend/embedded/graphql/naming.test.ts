/** The names that a source's customization gives, in Hasura's two conventions. */
import { describe, expect, test } from 'vitest';
import type { Customization } from '../../../../../server/backend/embedded/graphql/metadata/metadata.ts';
import { createNaming, type Naming } from '../../../../../server/backend/embedded/graphql/model/naming.ts';

const NONE = { prefix: '', suffix: '' };
const TABLE = { name: 'autor_resumo', isCustom: false };
const CUSTOM = { name: 'livro_raro', isCustom: true };

const naming = (convention: Customization['convention'], { root = NONE, type = NONE } = {}): Naming =>
  createNaming({ convention, root, type }, new Set(['livro', 'livro_raro']));

type Row = readonly [name: string, of: (naming: Naming) => string];

describe.each<readonly [convention: Customization['convention'], rows: readonly Row[]]>([
  [
    'hasura-default',
    [
      ['criado_por', (names) => names.field('criado_por')],
      ['insert_autor_resumo_one', (names) => names.root(TABLE, 'insert_', '_one')],
      ['todos', (names) => names.customRoot('todos')],
      ['autor_resumo_bool_exp', (names) => names.ownType('autor_resumo_bool_exp')],
      ['order_by', (names) => names.sharedType('order_by')],
      ['asc_nulls_first', (names) => names.enumValue('asc_nulls_first')],
    ],
  ],
  [
    'graphql-default',
    [
      ['criadoPor', (names) => names.field('criado_por')],
      ['_isNull', (names) => names.field('_is_null')],
      ['_And', (names) => names.sharedType('__and')],
      ['autorResumo', (names) => names.root(TABLE, '', '')],
      ['autorResumoByPk', (names) => names.root(TABLE, '', '_by_pk')],
      ['insertAutorResumoOne', (names) => names.root(TABLE, 'insert_', '_one')],
      ['livro_raroAggregate', (names) => names.root(CUSTOM, '', '_aggregate')],
      ['updateLivro_raroByPk', (names) => names.root(CUSTOM, 'update_', '_by_pk')],
      ['todos_eles', (names) => names.customRoot('todos_eles')],
      ['AutorResumoBoolExp', (names) => names.ownType('autor_resumo_bool_exp')],
      ['livro', (names) => names.ownType('livro')],
      ['livroBoolExp', (names) => names.ownType('livro_bool_exp')],
      ['livro_raroBoolExp', (names) => names.ownType('livro_raro_bool_exp')],
      ['LivrosBoolExp', (names) => names.ownType('livros_bool_exp')],
      ['OrderBy', (names) => names.sharedType('order_by')],
      ['ASC_NULLS_FIRST', (names) => names.enumValue('asc_nulls_first')],
    ],
  ],
])('%s', (convention, rows) => {
  test.each(rows)('gives the name %s', (name, of) => {
    expect(of(naming(convention))).toBe(name);
  });
});

const AFFIXES = { root: { prefix: 'antes', suffix: 'depois' }, type: { prefix: 'Tipo', suffix: 'fim' } };

test('prefixes and suffixes stand around the names of root fields and of the types of tables', () => {
  const names = naming('hasura-default', AFFIXES);
  expect([
    names.root(TABLE, '', '_by_pk'),
    names.customRoot('todos'),
    names.ownType('autor'),
    names.sharedType('order_by'),
    names.field('nome'),
  ]).toEqual(['antesautor_resumo_by_pkdepois', 'antestodosdepois', 'Tipoautorfim', 'order_by', 'nome']);
});

test('in the other convention a word begins behind a prefix and at a suffix', () => {
  const names = naming('graphql-default', AFFIXES);
  expect([
    names.root(TABLE, '', '_by_pk'),
    names.customRoot('todos'),
    names.ownType('livro'),
    names.sharedType('order_by'),
    names.field('nome'),
  ]).toEqual(['antesAutorResumoByPkDepois', 'antesTodosDepois', 'TipoLivroFim', 'OrderBy', 'nome']);
  const suffixed = naming('graphql-default', { root: { prefix: '', suffix: 'depois' }, type: { prefix: '', suffix: 'fim' } });
  expect([suffixed.root(TABLE, '', ''), suffixed.ownType('livro')]).toEqual(['autorResumoDepois', 'livroFim']);
});

test.each([
  ['hasura-default', {}, true],
  ['graphql-default', {}, false],
  ['hasura-default', { root: { prefix: 'a', suffix: '' } }, false],
  ['hasura-default', { root: { prefix: '', suffix: 'a' } }, false],
  ['hasura-default', { type: { prefix: 'a', suffix: '' } }, false],
  ['hasura-default', { type: { prefix: '', suffix: 'a' } }, false],
] as const)('names of %s with %j stay as they are: %s', (convention, affixes, isPlain) => {
  expect(naming(convention, affixes).isPlain).toBe(isPlain);
});
