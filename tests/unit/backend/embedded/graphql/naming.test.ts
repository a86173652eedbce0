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
      ['criado_por', ({ field }) => field('criado_por')],
      ['insert_autor_resumo_one', ({ root }) => root(TABLE, 'insert_', '_one')],
      ['todos', ({ customRoot }) => customRoot('todos')],
      ['autor_resumo_bool_exp', ({ ownType }) => ownType('autor_resumo_bool_exp')],
      ['order_by', ({ sharedType }) => sharedType('order_by')],
      ['asc_nulls_first', ({ enumValue }) => enumValue('asc_nulls_first')],
    ],
  ],
  [
    'graphql-default',
    [
      ['criadoPor', ({ field }) => field('criado_por')],
      ['_isNull', ({ field }) => field('_is_null')],
      ['_And', ({ sharedType }) => sharedType('__and')],
      ['autorResumo', ({ root }) => root(TABLE, '', '')],
      ['autorResumoByPk', ({ root }) => root(TABLE, '', '_by_pk')],
      ['insertAutorResumoOne', ({ root }) => root(TABLE, 'insert_', '_one')],
      ['livro_raroAggregate', ({ root }) => root(CUSTOM, '', '_aggregate')],
      ['updateLivro_raroByPk', ({ root }) => root(CUSTOM, 'update_', '_by_pk')],
      ['todos_eles', ({ customRoot }) => customRoot('todos_eles')],
      ['AutorResumoBoolExp', ({ ownType }) => ownType('autor_resumo_bool_exp')],
      ['livro', ({ ownType }) => ownType('livro')],
      ['livroBoolExp', ({ ownType }) => ownType('livro_bool_exp')],
      ['livro_raroBoolExp', ({ ownType }) => ownType('livro_raro_bool_exp')],
      ['LivrosBoolExp', ({ ownType }) => ownType('livros_bool_exp')],
      ['OrderBy', ({ sharedType }) => sharedType('order_by')],
      ['ASC_NULLS_FIRST', ({ enumValue }) => enumValue('asc_nulls_first')],
    ],
  ],
])('%s', (convention, rows) => {
  test.each(rows)('gives the name %s', (name, of) => {
    expect(of(naming(convention))).toBe(name);
  });
});

const AFFIXES = { root: { prefix: 'antes', suffix: 'depois' }, type: { prefix: 'Tipo', suffix: 'fim' } };

test('prefixes and suffixes stand around the names of root fields and of the types of tables', () => {
  const { root, customRoot, ownType, sharedType, field } = naming('hasura-default', AFFIXES);
  expect([root(TABLE, '', '_by_pk'), customRoot('todos'), ownType('autor'), sharedType('order_by'), field('nome')]).toEqual([
    'antesautor_resumo_by_pkdepois',
    'antestodosdepois',
    'Tipoautorfim',
    'order_by',
    'nome',
  ]);
});

test('in the other convention a word begins behind a prefix and at a suffix', () => {
  const { root, customRoot, ownType, sharedType, field } = naming('graphql-default', AFFIXES);
  expect([root(TABLE, '', '_by_pk'), customRoot('todos'), ownType('livro'), sharedType('order_by'), field('nome')]).toEqual([
    'antesAutorResumoByPkDepois',
    'antesTodosDepois',
    'TipoLivroFim',
    'OrderBy',
    'nome',
  ]);
  const { root: rootOnly, ownType: typeOnly } = naming('graphql-default', {
    root: { prefix: '', suffix: 'depois' },
    type: { prefix: '', suffix: 'fim' },
  });
  expect([rootOnly(TABLE, '', ''), typeOnly('livro')]).toEqual(['autorResumoDepois', 'livroFim']);
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
