/** A role that inherits sees the rows of all its parents, and each column in the rows of the parents that show it. */
import { printSchema } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import type { Fixture } from '../suite.ts';

// `public` sees the titles of 1, 2, 3 and 6; `sigilo` the secrets of the rows after this one.
const REDACAO = { role: 'redacao', session: { 'x-hasura-desde': '3' } };

export function inheritedRoleCases({ ask, engine, restart }: Fixture): void {
  // What the metadata says is read with the catalog.
  beforeEach(() => restart());

  test('rows are those of all parents, and a column is null where no parent shows it', async () => {
    const query = '{ noticia(order_by: {id: asc}) { id titulo segredo } }';
    expect(await ask.data(query, REDACAO)).toEqual({
      noticia: [
        { id: 1, titulo: 'Primeira', segredo: null },
        { id: 2, titulo: 'Segunda', segredo: null },
        { id: 3, titulo: 'Terceira', segredo: null },
        { id: 4, titulo: null, segredo: 's4' },
        { id: 5, titulo: null, segredo: 's5' },
      ],
    });
    const last = await ask.data('{ noticia(where: {id: {_eq: 6}}) { titulo segredo } }', REDACAO);
    expect(last).toEqual({ noticia: [{ titulo: 'Quarta % _ \\', segredo: 's6' }] });
  });

  test('a hidden value is found by no condition, counted by no aggregate, and sorted as null', async () => {
    const found = async (where: string): Promise<unknown> => ask.data(`{ noticia(where: {${where}}) { id } }`, REDACAO);
    expect(await found('segredo: {_eq: "s1"}')).toEqual({ noticia: [] });
    expect(await found('autor: {noticias: {segredo: {_eq: "s2"}}}')).toEqual({ noticia: [] });
    expect(await found('autor: {noticias_aggregate: {count: {arguments: segredo, predicate: {_gt: 3}}}}')).toEqual({ noticia: [] });
    const sums = '{ noticia_aggregate { aggregate { count(columns: segredo) min { segredo titulo } } } }';
    expect(await ask.data(sums, REDACAO)).toEqual({
      noticia_aggregate: { aggregate: { count: 3, min: { segredo: 's4', titulo: 'Primeira' } } },
    });
    const sorted = '{ noticia(order_by: [{segredo: asc_nulls_first}, {id: desc}]) { id } }';
    expect(await ask.data(sorted, REDACAO)).toEqual({ noticia: [3, 2, 1, 4, 5].map((id) => ({ id })) });
    const distinct = '{ noticia(distinct_on: segredo, order_by: [{segredo: asc_nulls_first}, {id: asc}], limit: 2) { id } }';
    expect(await ask.data(distinct, REDACAO)).toEqual({ noticia: [{ id: 1 }, { id: 4 }] });
  });

  test('the highest limit of the parents holds, and none where one has none', async () => {
    const rows = async (role: string): Promise<number> => {
      const { noticia } = (await ask.data('{ noticia { id } }', { ...REDACAO, role })) as { noticia: unknown[] };
      return noticia.length;
    };
    expect([await rows('redacao'), await rows('direcao')]).toEqual([5, 6]);
  });

  test('a parent that shows every row leaves nothing of its columns hidden', async () => {
    const query = '{ noticia(where: {id: {_lt: 3}}, order_by: {id: asc}) { titulo segredo } }';
    expect(await ask.data(query, { ...REDACAO, role: 'direcao' })).toEqual({
      noticia: [
        { titulo: 'Primeira', segredo: 's1' },
        { titulo: 'Segunda', segredo: 's2' },
      ],
    });
    expect(printSchema(engine().schemaFor('direcao').whole())).toMatch(/type noticia \{[^}]*titulo: String!/);
  });

  test('a column that some parent hides may be null, one that all show may not', () => {
    const schema = printSchema(engine().schemaFor('redacao').whole());
    expect(schema).toMatch(/type noticia \{[^}]*id: bigint!/);
    expect(schema).toMatch(/type noticia \{[^}]*titulo: String\n/);
  });
}
