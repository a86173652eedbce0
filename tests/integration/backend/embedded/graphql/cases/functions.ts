import { beforeEach, expect, test } from 'vitest';
import type { Fixture } from '../suite.ts';

export function functionCases({ ask, database, engine, restart }: Fixture): void {
  // What the metadata says is read with the catalog.
  beforeEach(() => restart());

  test('a function answers the rows that the role may see of those it returns', async () => {
    expect(await ask.data('{ noticias_de(args: {escrita_por: 1}) { id } }')).toEqual({ noticias_de: [{ id: 1 }, { id: 2 }] });
    const all = await ask.data('{ noticias_de(args: {escrita_por: 2}, order_by: {id: desc}) { id } }', { role: 'editor' });
    expect(all).toEqual({ noticias_de: [{ id: 4 }, { id: 3 }] });
  });

  test('the rows of a function are filtered, ordered, cut and joined as those of the table', async () => {
    const query =
      '{ noticias_de(args: {escrita_por: 1}, where: {id: {_gt: 0}}, order_by: {id: desc}, limit: 1, offset: 1) { id autor { nome } } }';
    expect(await ask.data(query)).toEqual({ noticias_de: [{ id: 1, autor: { nome: 'Ana' } }] });
  });

  test('an argument that is left out has its default, and null is null', async () => {
    const query = 'query ($t: String) { noticias_de(args: {escrita_por: 1, com_titulo: $t}) { id } }';
    expect(await ask.data(query, { variables: { t: 'Seg%' } })).toEqual({ noticias_de: [{ id: 2 }] });
    expect(await ask.data(query, { variables: { t: null } })).toEqual({ noticias_de: [] });
    expect(await ask.data(query, { variables: { t: `') or true --` } })).toEqual({ noticias_de: [] });
  });

  test('an argument without a default must be there, and none may be unknown', async () => {
    expect(await ask.fault('{ noticias_de(args: {com_titulo: "x"}) { id } }')).toMatchObject({
      message: 'Non default arguments cannot be omitted',
      extensions: { code: 'not-supported', path: '$.selectionSet.noticias_de.args.args' },
    });
    expect(await ask.fault('{ noticias_de { id } }')).toMatchObject({ message: "missing required field 'args'" });
    expect(await ask.fault('{ noticias_de(args: {escrita_por: 1, outro: 2}) { id } }')).toMatchObject({
      message: "field 'outro' not found in type: 'noticias_de_args'",
    });
  });

  test('a row of a table is the text that Postgres writes for it, of a type beside that of the rows', async () => {
    const query = 'query ($linha: autor_scalar) { noticias_da_linha(args: {linha: $linha}) { id autor { id } } }';
    const first = { id: 1, autor: { id: 1 } };
    expect(await ask.data(query, { variables: { linha: '(1,Ana,,,,,t)' } })).toMatchObject({ noticias_da_linha: [first, { id: 2 }] });
  });

  test('a role that may not see the table has no such function', () => {
    const field = (role: string): unknown => engine().schemaFor(role).whole().getQueryType()?.getFields()['noticias_de'];
    expect(field('public')).toMatchObject({ args: expect.arrayContaining([expect.objectContaining({ name: 'args' })]) });
    expect(field('estranho')).toBeUndefined();
  });

  test('a function that returns one row gives it, or null', async () => {
    const query = '{ mais_visitada { id titulo } nenhuma { id } }';
    expect(await ask.data(query)).toEqual({ mais_visitada: { id: 1, titulo: 'Primeira' }, nenhuma: null });
    expect(await ask.data('{ mais_visitada(where: {id: {_eq: 2}}) { id } }')).toEqual({ mais_visitada: null });
  });

  test('the rows of a function are aggregated under the name that the metadata gives, and the session is its argument', async () => {
    const query = '{ autores_do_papel(order_by: {id: asc}, limit: 1) { nome } }';
    expect(await ask.data(query, { role: 'editor' })).toEqual({ autores_do_papel: [{ nome: 'Ana' }] });
    expect(await ask.data(query)).toEqual({ autores_do_papel: [] });
    const count = 'query ($t: String) { quantos_autores(args: {texto: $t}) { aggregate { count } nodes { nome } } }';
    expect(await ask.data(count, { variables: { t: 'Ana' } })).toEqual({
      quantos_autores: { aggregate: { count: 1 }, nodes: [{ nome: 'Ana' }] },
    });
    expect(await ask.data(`{ quantos_autores(args: {texto: "Ana"}, limit: 1) { __typename } }`)).toEqual({
      quantos_autores: { __typename: 'autor_aggregate' },
    });
    expect((await ask.fault('{ autores_do_papel(args: {sessao: "{}"}) { nome } }')).message).toBe(
      "field 'sessao' not found in type: 'autores_do_papel_args'",
    );
    expect(engine().schemaFor('editor').whole().getQueryType()?.getFields()['quantos_autores']).toBeUndefined();
  });

  test('arguments without a name are named by their position', async () => {
    const query = 'query ($b: Int) { sem_nomes(args: {arg_1: 1, arg_2: $b}, order_by: {id: asc}) { id } }';
    expect(await ask.data(query, { variables: { b: 3 } })).toEqual({ sem_nomes: [{ id: 1 }, { id: 3 }] });
    expect(await ask.data('{ sem_nomes(args: {arg_1: 1}, order_by: {id: asc}) { id } }')).toEqual({ sem_nomes: [{ id: 1 }, { id: 2 }] });
  });

  test('only the last of the arguments without a name may be left out', async () => {
    expect(await ask.data('{ com_padroes(order_by: {id: asc}) { id } }')).toEqual({ com_padroes: [{ id: 1 }, { id: 2 }] });
    expect(await ask.data('{ com_padroes(args: {arg_1: 3}, order_by: {id: asc}) { id } }')).toEqual({
      com_padroes: [{ id: 2 }, { id: 3 }],
    });
    expect(await ask.fault('{ com_padroes(args: {arg_2: 3}) { id } }')).toEqual({
      message: 'Only last set of positional arguments can be omitted',
      extensions: { code: 'not-supported', path: '$.selectionSet.com_padroes.args.args' },
    });
  });

  test('requests that differ in arguments share one statement', async () => {
    const query = 'query ($a: Int) { noticias_de(args: {escrita_por: $a}) { id } }';
    database().take();
    for (const a of [1, 2]) await ask.data(query, { variables: { a } });
    const [first, second] = database().take();
    expect(second?.text).toBe(first?.text);
    expect(second?.values).toEqual(['2']);
  });
}
