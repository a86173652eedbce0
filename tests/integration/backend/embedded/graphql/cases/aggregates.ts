import { printSchema } from 'graphql';
import { expect, test } from 'vitest';
import type { Fixture } from '../suite.ts';

export function aggregateCases({ ask, database, engine }: Fixture): void {
  test('counts rows, values and distinct values', async () => {
    const query = `{ noticia_aggregate { aggregate {
      count visitas: count(columns: visitas) autores: count(columns: [autor_id], distinct: true)
      pares: count(columns: [autor_id, publicado], distinct: true) } } }`;
    expect(await ask.data(query, { role: 'admin' })).toEqual({
      noticia_aggregate: { aggregate: { count: 6, visitas: 5, autores: 3, pares: 4 } },
    });
  });

  test('counts every row where columns and distinct are null, and takes no column that is null', async () => {
    const query =
      '{ noticia_aggregate { aggregate { count(columns: null, distinct: null) repetidas: count(columns: visitas, distinct: null) } } }';
    expect(await ask.data(query, { role: 'admin' })).toEqual({ noticia_aggregate: { aggregate: { count: 6, repetidas: 5 } } });
    for (const columns of ['[null]', '[id, null]']) {
      expect(await ask.fault(`{ noticia_aggregate { aggregate { count(columns: ${columns}) } } }`)).toMatchObject({
        message: "unexpected null value for type 'noticia_select_column'",
      });
    }
    expect((await ask.fault('{ noticia_aggregate { aggregate { count(distinct: 1) } } }')).message).toContain('expected a boolean');
  });

  test('aggregates are one object where only names of types are asked for, with rows and without', async () => {
    const name = { __typename: 'noticia_aggregate_fields' };
    for (const where of ['{}', '{id: {_lt: 0}}']) {
      const query = `{ noticia_aggregate(where: ${where}) { aggregate { __typename } ambos: aggregate { __typename max { __typename } } } }`;
      expect(await ask.data(query, { role: 'admin' })).toEqual({
        noticia_aggregate: { aggregate: name, ambos: { ...name, max: { __typename: 'noticia_max_fields' } } },
      });
    }
  });

  test('computes every function over the rows of the condition', async () => {
    const query = `{ comentario_aggregate(where: {nota: {_is_null: false}}) { aggregate {
      sum { nota } avg { nota } min { nota texto } max { nota texto } stddev { nota } stddev_pop { nota } stddev_samp { nota }
      var_pop { nota } var_samp { nota } variance { nota } } } }`;
    const root = Math.sqrt(2.5);
    expect(await ask.data(query, { role: 'admin' })).toEqual({
      comentario_aggregate: {
        aggregate: {
          sum: { nota: 15 },
          avg: { nota: 3 },
          min: { nota: 1, texto: 'bom' },
          max: { nota: 5, texto: 'ruim' },
          stddev: { nota: expect.closeTo(root, 10) },
          stddev_pop: { nota: expect.closeTo(Math.SQRT2, 10) },
          stddev_samp: { nota: expect.closeTo(root, 10) },
          var_pop: { nota: 2 },
          var_samp: { nota: 2.5 },
          variance: { nota: 2.5 },
        },
      },
    });
  });

  test('aggregates of no rows are null, and their count is 0', async () => {
    const query =
      '{ noticia_aggregate(where: {_or: []}) { aggregate { count sum { nota } max { titulo publicado_em } avg { id } } nodes { id } } }';
    expect(await ask.data(query)).toEqual({
      noticia_aggregate: {
        aggregate: { count: 0, sum: { nota: null }, max: { titulo: null, publicado_em: null }, avg: { id: null } },
        nodes: [],
      },
    });
  });

  test('uuids and dates have a minimum and a maximum', async () => {
    const query = '{ amostra_aggregate { aggregate { min { id dia hora intervalo rede } max { id dia } } } }';
    expect(await ask.data(query)).toEqual({
      amostra_aggregate: {
        aggregate: {
          min: { id: '0b2e5c1a-0000-4000-8000-000000000001', dia: '2014-09-14', hora: '11:09:23', intervalo: '01:03:02', rede: '10.0.0.1' },
          max: { id: '0b2e5c1a-0000-4000-8000-000000000002', dia: '2014-09-14' },
        },
      },
    });
  });

  test('arguments of the field choose the rows of both parts', async () => {
    const query = '{ noticia_aggregate(order_by: {id: desc}, limit: 2, offset: 1) { aggregate { count min { id } } nodes { id } } }';
    expect(await ask.data(query, { role: 'admin' })).toEqual({
      noticia_aggregate: { aggregate: { count: 2, min: { id: 4 } }, nodes: [{ id: 5 }, { id: 4 }] },
    });
  });

  test('the order counts where it decides which rows are aggregated, and only there', async () => {
    const aggregated = async (args: string): Promise<unknown> => {
      database().take();
      const { noticia_aggregate: found } = (await ask.data(
        `{ noticia_aggregate(order_by: {autor_id: asc, id: desc}${args}) { aggregate { min { id } max { id } } } }`,
        { role: 'admin' },
      )) as { noticia_aggregate: { aggregate: { min: { id: number }; max: { id: number } } } };
      const isOrdered = database().take()[0]?.text.includes('order by');
      return [found.aggregate.min.id, found.aggregate.max.id, isOrdered];
    };
    expect(await aggregated('')).toEqual([1, 6, false]);
    expect(await aggregated(', limit: 2')).toEqual([2, 5, true]);
    expect(await aggregated(', offset: 4')).toEqual([3, 6, true]);
    expect(await aggregated(', distinct_on: autor_id')).toEqual([4, 6, true]);
  });

  test('computed values are aggregated too, with their arguments', async () => {
    const query = `{ autor_aggregate(where: {id: {_lte: 3}}) { aggregate {
      max { iniciais saudacao(args: {palavra: "Oi"}) nome } min { iniciais s: saudacao(args: {palavra: "Tchau", sinal: "."}) } } } }`;
    expect(await ask.data(query)).toEqual({
      autor_aggregate: {
        aggregate: { max: { iniciais: 'C.', saudacao: 'Oi, Célia!', nome: 'Célia' }, min: { iniciais: 'A.', s: 'Tchau, Ana.' } },
      },
    });
    expect((await ask.fault('{ autor_aggregate { aggregate { max { visto_por } } } }')).message).toBe(
      "field 'visto_por' not found in type: 'autor_max_fields'",
    );
  });

  test('the row cap of a role holds for nodes, not for the count', async () => {
    const query = '{ noticia_aggregate { aggregate { count } nodes { id } } noticia { id } }';
    expect(await ask.data(query)).toMatchObject({
      noticia_aggregate: { aggregate: { count: 4 }, nodes: { length: 3 } },
      noticia: { length: 3 },
    });
  });

  test('a role that sees no column counts rows, and names no column in that', async () => {
    const schema = printSchema(engine().schemaFor('contador').whole());
    expect(schema).toMatch(/^ {2}count\(distinct: Boolean\): Int!$/m);
    for (const name of ['voto_stream(', 'voto_by_pk(', 'distinct_on']) expect(schema).not.toContain(name);
    const session = { 'X-Hasura-User-Id': '6f1c1b7e-0000-4000-8000-000000000001' };
    expect(await ask.data('{ voto_aggregate { aggregate { count } } }', { role: 'contador', session })).toEqual({
      voto_aggregate: { aggregate: { count: 2 } },
    });
  });

  test('nest in rows, under any alias, several times', async () => {
    const query = `{ noticia_by_pk(id: 1) {
      todos: comentarios_aggregate { aggregate { total: count } a: nodes { id } b: nodes { texto __typename } __typename }
      bons: comentarios_aggregate(where: {nota: {_gt: 4}}) { aggregate { count __typename max { nota __typename } } } } }`;
    expect(JSON.stringify(await ask.data(query))).toBe(
      JSON.stringify({
        noticia_by_pk: {
          todos: {
            aggregate: { total: 1 },
            a: [{ id: 1 }],
            b: [{ texto: 'bom', __typename: 'comentario' }],
            __typename: 'comentario_aggregate',
          },
          bons: {
            aggregate: { count: 1, __typename: 'comentario_aggregate_fields', max: { nota: 5, __typename: 'comentario_max_fields' } },
          },
        },
      }),
    );
  });
}
