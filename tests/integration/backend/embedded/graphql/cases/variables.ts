import { expect, test } from 'vitest';
import type { Fixture } from '../suite.ts';

const LIST =
  'query ($where: noticia_bool_exp, $order: [noticia_order_by!], $limit: Int, $offset: Int, $on: [noticia_select_column!]) { noticia(where: $where, order_by: $order, limit: $limit, offset: $offset, distinct_on: $on) { id } }';

type Row = readonly [name: string, variables: Record<string, unknown>, ids: readonly number[]];

const LISTS: readonly Row[] = [
  ['a whole condition', { where: { id: { _eq: 2 } } }, [2]],
  ['the same condition with another value', { where: { id: { _eq: 3 } } }, [3]],
  ['a condition of another shape', { where: { _or: [{ id: { _eq: 1 } }, { titulo: { _like: 'F%' } }] }, order: { id: 'desc' } }, [5, 1]],
  ['a list of values', { where: { id: { _in: [4, '5'] } }, order: [{ id: 'asc' }] }, [4, 5]],
  ['an empty list of values', { where: { id: { _in: [] } } }, []],
  ['null tests', { where: { visitas: { _is_null: true } } }, [3]],
  ['the opposite null test', { where: { visitas: { _is_null: false } }, order: { id: 'asc' } }, [1, 2, 4, 5, 6]],
  ['orderings', { order: [{ autor: { nome: 'desc' } }, { id: 'asc' }], limit: 2 }, [6, 3]],
  ['the opposite orderings', { order: [{ autor: { nome: 'asc' } }, { id: 'desc' }], limit: 2 }, [5, 2]],
  ['a limit and an offset', { order: { id: 'asc' }, limit: 1, offset: 4 }, [5]],
  ['an offset as text', { order: { id: 'asc' }, limit: 1, offset: '4' }, [5]],
  ['columns', { on: ['autor_id'], order: [{ autor_id: 'asc' }, { id: 'asc' }] }, [1, 3, 6]],
  ['nulls, which count as absent', { where: null, order: { id: 'asc' }, limit: null, offset: null, on: null }, [1, 2, 3, 4, 5, 6]],
  ['json in a condition', { where: { dados: { _contains: { cor: 'azul' } } }, order: { id: 'asc' } }, [1, 4]],
  ['an array in a condition', { where: { tags: { _contains: ['aviso', 'geral'] } } }, [1]],
];

export function variableCases({ ask }: Fixture): void {
  test.each(LISTS)('a variable can hold %s', async (_, variables, ids) => {
    expect(await ask.data(LIST, { variables, role: 'admin' })).toEqual({ noticia: ids.map((id) => ({ id })) });
  });

  test('a variable can be used inside literals', async () => {
    const query = `query ($id: bigint!, $titulo: String!, $direction: order_by!, $tag: String!, $cor: String) {
      noticia(where: {_or: [{id: {_in: [$id, 2]}}, {titulo: {_eq: $titulo}}, {tags: {_contains: [$tag]}, dados: {_contains: {cor: $cor}}}]},
        order_by: {id: $direction}) { id } }`;
    const variables = { id: '1', titulo: 'Futura', direction: 'desc', tag: 'aviso', cor: 'azul' };
    expect(await ask.data(query, { variables, role: 'admin' })).toEqual({ noticia: [5, 4, 2, 1].map((id) => ({ id })) });
    const others = { ...variables, id: '3', titulo: 'x', tag: 'geral', cor: 'verde' };
    expect(await ask.data(query, { variables: others, role: 'admin' })).toEqual({ noticia: [3, 2].map((id) => ({ id })) });
    expect(await ask.data(query, { variables: { ...others, tag: 'aviso' }, role: 'admin' })).toEqual({
      noticia: [3, 2].map((id) => ({ id })),
    });
    expect(await ask.data(query, { variables: { ...others, id: '6', cor: 'azul' }, role: 'admin' })).toEqual({
      noticia: [6, 2, 1].map((id) => ({ id })),
    });
  });

  test.each([
    ['bigint!', 'where: {id: {_eq: $v}}', 2],
    ['[bigint!]!', 'where: {id: {_in: $v}}', [2]],
    ['bigint!', 'where: {id: {_in: [$v]}}', 2],
    ['[String!]!', 'where: {tags: {_in: [$v, ["x"]]}, id: {_eq: 2}}', ['geral']],
    ['[noticia_order_by!]!', 'order_by: $v, limit: 1, where: {id: {_lt: 3}}', [{ id: 'desc' }]],
    ['noticia_order_by!', 'order_by: [$v], limit: 1, where: {id: {_lt: 3}}', { id: 'desc' }],
  ])('variables of the type %s fit (%s)', async (type, args, v) => {
    const query = `query ($v: ${type}) { noticia(${args}) { id } }`;
    expect(await ask.data(query, { role: 'admin', variables: { v } })).toEqual({ noticia: [{ id: 2 }] });
  });

  test('variables stand beside constants in an object, and are read for each request', async () => {
    const query = 'query ($cor: String) { noticia(where: {dados: {_contained_in: {b: 1, cor: $cor}}}, order_by: {id: asc}) { id } }';
    const found = (cor: string): Promise<unknown> => ask.data(query, { role: 'admin', variables: { cor } });
    expect([await found('verde'), await found('azul')]).toEqual([2, 4].map((id) => ({ noticia: [{ id }, { id: 5 }] })));
  });

  test('variables have defaults, which null overrides and absence does not', async () => {
    const query =
      'query ($limit: Int = 1, $where: noticia_bool_exp = {id: {_gt: 4}}) { noticia(limit: $limit, where: $where, order_by: {id: asc}) { id } }';
    expect(await ask.data(query, { role: 'admin' })).toEqual({ noticia: [{ id: 5 }] });
    expect(await ask.data(query, { role: 'admin', variables: { limit: null } })).toEqual({ noticia: [{ id: 5 }, { id: 6 }] });
  });

  test('a variable with a default can be used where a value is required', async () => {
    expect(await ask.data('query ($id: bigint = 2) { noticia_by_pk(id: $id) { id } }')).toEqual({ noticia_by_pk: { id: 2 } });
  });

  test('a variable without a default can be used where the place has one', async () => {
    const query = 'query ($n: String!, $d: Boolean) { __type(name: $n) { enumValues(includeDeprecated: $d) { name } } }';
    const answer = { __type: { enumValues: expect.arrayContaining([{ name: 'asc' }]) } };
    for (const variables of [{ n: 'order_by', d: false }, { n: 'order_by' }]) {
      expect(await ask.data(query, { role: 'admin', variables })).toEqual(answer);
    }
  });

  test('variables that are null despite their type count as null where they are used', async () => {
    const query = 'query ($limit: Int! = 1) { noticia(limit: $limit, order_by: {id: asc}, where: {id: {_lt: 3}}) { id } }';
    expect(await ask.data(query, { role: 'admin', variables: { limit: null } })).toEqual({ noticia: [{ id: 1 }, { id: 2 }] });
    expect(await ask.data(query, { role: 'admin' })).toEqual({ noticia: [{ id: 1 }] });
  });

  test('a variable keeps the digits of a number given as text', async () => {
    const query = 'query ($n: bigint!) { noticia(where: {visitas: {_eq: $n}}) { id } }';
    expect(await ask.data(query, { variables: { n: '9223372036854775807' } })).toEqual({ noticia: [{ id: 1 }] });
    expect(await ask.data(query, { variables: { n: '9223372036854775806' } })).toEqual({ noticia: [] });
  });
}
