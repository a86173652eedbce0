/** Fields that a function computes from a row. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Fixture } from '../suite.ts';

export function computedFieldCases({ ask, engine, restart }: Fixture): void {
  // What the metadata says is read with the catalog.
  beforeEach(() => restart());

  test('a value is computed from the row, from arguments with their defaults, and from the session', async () => {
    const query = `query ($p: String) { autor(order_by: {id: asc}, limit: 2) {
      iniciais a: saudacao(args: {palavra: $p}) b: saudacao(args: {palavra: "Oi", sinal: null}) visto_por(path: "papel") tudo: visto_por
    } }`;
    expect(await ask.data(query, { variables: { p: 'Olá' } })).toEqual({
      autor: [
        { iniciais: 'A.', a: 'Olá, Ana!', b: null, visto_por: 'public', tudo: { papel: 'public', nome: 'Ana' } },
        { iniciais: 'B.', a: 'Olá, Bruno!', b: null, visto_por: 'public', tudo: { papel: 'public', nome: 'Bruno' } },
      ],
    });
  });

  test('rows are those that the role may see, with the arguments of a list', async () => {
    const query =
      '{ autor_by_pk(id: 1) { publicadas(order_by: {id: desc}) { id autor { nome } } p: publicadas(args: {desde: 1}, order_by: {id: asc}) { id } ultima { id } } }';
    expect(await ask.data(query)).toEqual({
      autor_by_pk: { publicadas: [2, 1].map((id) => ({ id, autor: { nome: 'Ana' } })), p: [{ id: 2 }], ultima: null },
    });
    expect(await ask.data(query, { role: 'editor' })).toMatchObject({ autor_by_pk: { p: [{ id: 2 }, { id: 5 }], ultima: { id: 5 } } });
  });

  test('a function that returns no row gives null', async () => {
    expect(await ask.data('{ autor_by_pk(id: 4) { ultima { id } } }', { role: 'editor' })).toEqual({ autor_by_pk: { ultima: null } });
  });

  test('a computed field that needs no argument is compared and ordered by', async () => {
    const found = async (where: string): Promise<unknown> => ask.data(`{ autor(where: {${where}}, order_by: {iniciais: desc}) { id } }`);
    expect(await found('iniciais: {_in: ["A.", "B."]}')).toEqual({ autor: [{ id: 2 }, { id: 1 }] });
    expect(await found('visto_por: {_contains: {papel: "public", nome: "Ana"}}')).toEqual({ autor: [{ id: 1 }] });
    expect(await found('visto_por: {_cast: {String: {_like: "%Bruno%"}}}')).toEqual({ autor: [{ id: 2 }] });
    expect(await found('publicadas: {titulo: {_eq: "Segunda"}}')).toEqual({ autor: [{ id: 1 }] });
    // Row 5 is not published yet, so the condition must not find it.
    expect(await found('publicadas: {id: {_eq: 5}}')).toEqual({ autor: [] });
    expect((await ask.fault('{ autor(where: {saudacao: {_eq: "x"}}) { id } }')).message).toBe(
      "field 'saudacao' not found in type: 'autor_bool_exp'",
    );
  });

  test('rows that are computed are ordered by what is aggregated of them', async () => {
    const ordered = async (order: string, role: string): Promise<unknown> =>
      ask.data(`{ autor(order_by: [{publicadas_aggregate: {${order}}}, {id: asc}]) { id } }`, { role });
    expect(await ordered('count: desc', 'public')).toEqual({ autor: [1, 2, 3].map((id) => ({ id })) });
    expect(await ordered('count: asc', 'editor')).toEqual({ autor: [4, 2, 3, 1].map((id) => ({ id })) });
    expect(await ordered('max: {titulo: desc_nulls_last}', 'public')).toEqual({ autor: [2, 1, 3].map((id) => ({ id })) });
  });

  test('only computed fields that are numbers are summed', async () => {
    expect((await ask.fault('{ autor_aggregate { aggregate { sum { iniciais } } } }')).message).toBe(
      "field 'iniciais' not found in type: 'autor_sum_fields'",
    );
  });

  test('a row filter may compare it', async () => {
    const session = { 'x-hasura-letras': '{A.,C.,D.}' };
    expect(await ask.data('{ autor(order_by: {id: asc}) { id } }', { role: 'letra', session })).toEqual({ autor: [{ id: 1 }, { id: 3 }] });
  });

  test('a computed field is there in rows of relationships, of functions, and through an offset', async () => {
    const query = '{ noticia(order_by: {id: asc}, offset: 1, limit: 1) { autor { iniciais ultima { id } } } }';
    expect(await ask.data(query, { role: 'admin' })).toEqual({ noticia: [{ autor: { iniciais: 'A.', ultima: { id: 5 } } }] });
    expect(await ask.data('{ sem_nomes(args: {arg_1: 1}, order_by: {id: asc}) { iniciais } }', { role: 'admin' })).toEqual({
      sem_nomes: [{ iniciais: 'A.' }, { iniciais: 'B.' }],
    });
  });

  describe('permissions', () => {
    test('a value is seen where the role is granted it, rows where the role may select from their table', () => {
      const fields = (role: string): readonly string[] =>
        Object.keys((engine().schemaFor(role).whole().getType('autor') as { getFields(): object } | undefined)?.getFields() ?? {});
      expect(fields('public')).toEqual(expect.arrayContaining(['iniciais', 'saudacao', 'visto_por', 'publicadas', 'ultima']));
      expect(fields('editor')).toEqual(expect.arrayContaining(['publicadas', 'ultima']));
      expect(fields('editor')).not.toContain('iniciais');
      expect(fields('letra')).toEqual(['id', 'chefe', 'equipe']);
    });
  });

  test('an argument without a default must be there', async () => {
    expect(await ask.fault('{ autor { saudacao } }')).toMatchObject({ message: "missing required field 'args'" });
    expect(await ask.fault('{ autor { saudacao(args: {}) } }')).toEqual({
      message: 'Non default arguments cannot be omitted',
      extensions: { code: 'not-supported', path: '$.selectionSet.autor.selectionSet.saudacao.args.args' },
    });
  });

  test('the description of a computed field is that of the metadata, or of the function, and none where the metadata has an empty one', async () => {
    const query = '{ __type(name: "autor") { fields { name description } } }';
    const { __type } = (await ask.data(query, { role: 'admin' })) as { __type: { fields: { name: string; description: string | null }[] } };
    const described = (name: string): string | null | undefined => __type.fields.find((field) => field.name === name)?.description;
    expect(['iniciais', 'visto_por', 'ultima', 'publicadas'].map(described)).toEqual([
      'a primeira letra',
      'quem vê',
      'A computed field, executes function "autor_ultima"',
      null,
    ]);
  });
}
