import { expect, test } from 'vitest';
import type { Fixture } from '../suite.ts';

type Row = readonly [args: string, ids: readonly number[]];

const ORDERS: readonly Row[] = [
  ['order_by: {id: desc}', [6, 5, 4, 3, 2, 1]],
  ['order_by: [{nota: asc}, {id: asc}]', [4, 5, 2, 1, 6, 3]],
  ['order_by: [{nota: asc_nulls_first}, {id: desc}]', [3, 4, 5, 2, 6, 1]],
  ['order_by: [{nota: asc_nulls_last}, {id: desc}]', [4, 5, 2, 6, 1, 3]],
  ['order_by: [{nota: desc}, {id: asc}]', [3, 1, 6, 2, 5, 4]],
  ['order_by: [{nota: desc_nulls_first}, {id: asc}]', [3, 1, 6, 2, 5, 4]],
  ['order_by: [{nota: desc_nulls_last}, {id: asc}]', [1, 6, 2, 5, 4, 3]],
  ['order_by: [{autor: {nome: desc}}, {id: asc}]', [6, 3, 4, 1, 2, 5]],
  ['order_by: [{revisor: {nome: asc}}, {id: asc}]', [3, 4, 1, 2, 5, 6]],
  ['order_by: [{autor: {chefe: {nome: asc_nulls_first}}}, {id: asc}]', [1, 2, 5, 3, 4, 6]],
  ['order_by: [{comentarios_aggregate: {count: desc}}, {id: asc}]', [1, 2, 4, 5, 6, 3]],
  ['order_by: [{comentarios_aggregate: {max: {nota: desc_nulls_last}}}, {id: asc}]', [1, 2, 4, 5, 3, 6]],
  ['order_by: [{comentarios_aggregate: {avg: {nota: asc}}}, {id: asc}]', [5, 1, 4, 2, 3, 6]],
  ['order_by: [{algum_comentario: {noticia_id: desc_nulls_last}}, {id: asc}]', [6, 5, 4, 2, 1, 3]],
  ['order_by: [{nota: null}, {id: desc}]', [6, 5, 4, 3, 2, 1]],
  ['order_by: [null, {id: desc}]', [6, 5, 4, 3, 2, 1]],
  ['order_by: {autor: {chefe: null}, id: desc}', [6, 5, 4, 3, 2, 1]],
  ['order_by: {id: asc}, limit: 2', [1, 2]],
  ['order_by: {id: asc}, limit: 0', []],
  ['order_by: {id: asc}, limit: null', [1, 2, 3, 4, 5, 6]],
  ['order_by: {id: asc}, limit: 2, offset: 3', [4, 5]],
  ['order_by: {id: asc}, offset: "4"', [5, 6]],
  ['order_by: {id: asc}, offset: null', [1, 2, 3, 4, 5, 6]],
  ['distinct_on: autor_id, order_by: [{autor_id: asc}, {id: desc}]', [5, 4, 6]],
  ['distinct_on: [autor_id, autor_id], order_by: [{autor_id: asc}, {id: desc}]', [5, 4, 6]],
  ['distinct_on: [autor_id, publicado], order_by: [{publicado: asc}, {autor_id: asc}, {id: asc}]', [4, 1, 3, 6]],
];

export function orderCases({ ask }: Fixture): void {
  test.each(ORDERS)('noticia(%s)', async (args, ids) => {
    const data = await ask.data(`{ noticia(${args}) { id } }`, { role: 'admin' });
    expect(data).toEqual({ noticia: ids.map((id) => ({ id })) });
  });

  test('null order_by and distinct_on count as absent', async () => {
    const data = await ask.data('{ noticia(order_by: null, distinct_on: null, where: {id: {_eq: 1}}) { id } }', { role: 'admin' });
    expect(data).toEqual({ noticia: [{ id: 1 }] });
  });

  test('a role that may not read aggregates orders by them, and still does not read them', async () => {
    const ordered = '{ noticia(order_by: [{comentarios_aggregate: {max: {nota: desc_nulls_last}}}, {id: asc}]) { id } }';
    const asAdmin = (await ask.data(ordered, { role: 'admin' })) as { readonly noticia: readonly unknown[] };
    const asEditor = (await ask.data(ordered, { role: 'editor' })) as { readonly noticia: readonly unknown[] };
    expect(asEditor.noticia.length).toBeGreaterThan(2);
    expect(asEditor.noticia).toEqual(asAdmin.noticia);
    expect(await ask.fault('{ noticia { comentarios_aggregate { aggregate { count } } } }', { role: 'editor' })).toMatchObject({
      extensions: { code: 'validation-failed' },
    });
  });

  test('distinct_on without order_by keeps one row a value', async () => {
    const data = await ask.data('{ noticia_aggregate(distinct_on: [autor_id]) { aggregate { count } } }', { role: 'admin' });
    expect(data).toEqual({ noticia_aggregate: { aggregate: { count: 3 } } });
  });

  test('nested lists take the same arguments', async () => {
    const query = `{ autor(order_by: {id: asc}) {
      noticias(where: {publicado: {_eq: true}}, order_by: {id: desc}, limit: 1, offset: 1) { id }
      ultima: noticias(distinct_on: autor_id, order_by: [{autor_id: asc}, {id: desc}]) { id }
    } }`;
    expect(await ask.data(query, { role: 'admin' })).toEqual({
      autor: [
        { noticias: [{ id: 2 }], ultima: [{ id: 5 }] },
        { noticias: [], ultima: [{ id: 4 }] },
        { noticias: [], ultima: [{ id: 6 }] },
        { noticias: [], ultima: [] },
      ],
    });
  });
}
