/** Questions about the schema, as the tools of GraphQL ask them. */
import {
  assertValidSchema,
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { expect, test } from 'vitest';
import type { Fixture } from '../suite.ts';

const FULL = getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true, directiveIsRepeatable: true, specifiedByUrl: true });

/** Calls `visit` with each list of named things, wherever it is. */
function visitLists(value: unknown, visit: (names: readonly string[]) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const names = value.flatMap((item: unknown) =>
      typeof item === 'object' && item !== null && 'name' in item ? [String(item.name)] : [],
    );
    if (names.length > 1) visit(names);
  }
  for (const child of Object.values(value)) visitLists(child, visit);
}

export function introspectionCases({ ask, engine }: Fixture): void {
  test.each(['admin', 'editor', 'redacao', 'estranho'])('the whole schema of %s is rebuilt from its answer', async (role) => {
    const answer = (await ask.data(FULL, { role, trust: 'signed-in' })) as IntrospectionQuery;
    const rebuilt = buildClientSchema(answer);
    assertValidSchema(rebuilt);
    expect(printSchema(lexicographicSortSchema(rebuilt))).toBe(printSchema(lexicographicSortSchema(engine().schemaFor(role).whole())));
  });

  test('every list is sorted by name', async () => {
    let lists = 0;
    visitLists(await ask.data(FULL, { role: 'admin' }), (names) => {
      lists += 1;
      expect(names).toEqual([...names].sort());
    });
    expect(lists).toBeGreaterThan(100);
  });

  test('a role that the metadata excludes is refused, also one that it names nowhere else, and has only the names of types', async () => {
    for (const role of ['public', 'calado']) {
      for (const field of ['__schema { queryType { name } }', '__type(name: "noticia") { name }']) {
        expect(await ask.fault(`{ ${field} }`, { role })).toEqual({
          message: `introspection is disabled for role: "${role}"`,
          extensions: { code: 'not-supported', path: '$' },
        });
      }
    }
    expect((await ask.fault('{ noticia { id } __schema { queryType { name } } }')).message).toContain('introspection is disabled');
    expect(await ask.data('{ __typename noticia_by_pk(id: 1) { __typename } }')).toEqual({
      __typename: 'query_root',
      noticia_by_pk: { __typename: 'noticia' },
    });
  });

  test('questions stand beside rows, with aliases, fragments and variables', async () => {
    const query = `query ($n: String!) {
      tipo: __type(name: $n) { ...T kind fields { n: name type { name kind ofType { name } } } }
      noticia_by_pk(id: 1) { id }
      nada: __type(name: "nada") { name }
      __schema { queryType { ...T } mutationType { name } subscriptionType { name } directives { name locations } }
    } fragment T on __Type { name __typename }`;
    const answer = (n: string): Promise<unknown> => ask.data(query, { role: 'chefia', variables: { n } });
    const rest = {
      noticia_by_pk: { id: 1 },
      nada: null,
      __schema: {
        queryType: { name: 'query_root', __typename: '__Type' },
        mutationType: null,
        subscriptionType: expect.toBeOneOf([null, { name: 'subscription_root' }]),
        directives: [
          { name: 'cached', locations: ['QUERY'] },
          ...['include', 'skip'].map((name) => ({ name, locations: ['FIELD', 'FRAGMENT_SPREAD', 'INLINE_FRAGMENT'] })),
        ],
      },
    };
    expect(await answer('noticia')).toEqual({
      tipo: {
        name: 'noticia',
        __typename: '__Type',
        kind: 'OBJECT',
        fields: [
          { n: 'autor', type: { name: 'autor', kind: 'OBJECT', ofType: null } },
          { n: 'id', type: { name: null, kind: 'NON_NULL', ofType: { name: 'bigint' } } },
          { n: 'revisor', type: { name: 'autor', kind: 'OBJECT', ofType: null } },
        ],
      },
      ...rest,
    });
    expect(await answer('bigint')).toEqual({ tipo: { name: 'bigint', __typename: '__Type', kind: 'SCALAR', fields: null }, ...rest });
  });

  test('descriptions are those of the metadata, of the database, and of the dialect', async () => {
    const query = `query ($n: String!) { __type(name: $n) { description fields { name description } enumValues { name description } } }`;
    const described = async (n: string): Promise<unknown> => ask.data(query, { role: 'editor', variables: { n } });
    expect(await described('comentario')).toMatchObject({
      __type: {
        description: 'O que leitores escrevem',
        fields: [
          { name: 'aprovado', description: 'visto por um editor' },
          { name: 'id', description: null },
          { name: 'nota', description: null },
          { name: 'noticia', description: 'a notícia comentada' },
          { name: 'noticia_id', description: null },
          { name: 'peso', description: null },
          { name: 'texto', description: 'sem HTML' },
        ],
      },
    });
    expect(await described('humor_enum')).toMatchObject({
      __type: { enumValues: [{ name: 'alegre', description: 'contente' }, { description: null }, { description: null }] },
    });
    expect(await described('autor')).toMatchObject({ __type: { description: 'columns and relationships of "autor"' } });
    expect(await described('noticia_select_column')).toMatchObject({ __type: { description: 'select columns of table "noticia"' } });
  });

  test.each([
    ['{ __schema { nada } }', "field 'nada' not found in type: '__Schema'", '$.selectionSet.__schema.selectionSet.nada'],
    ['{ __type { name } }', "missing required field 'name'", '$.selectionSet.__type.args.name'],
    ['{ __schema }', "missing selection set for '__Schema'", '$.selectionSet.__schema.selectionSet'],
    [
      '{ noticia { __schema { types { name } } } }',
      "field '__schema' not found in type: 'noticia'",
      '$.selectionSet.noticia.selectionSet.__schema',
    ],
  ])('%s is refused', async (query, message, path) => {
    expect(await ask.fault(query, { role: 'editor' })).toEqual({ message, extensions: { code: 'validation-failed', path } });
  });

  test('lists inside lists inside lists, which multiply the answer, are refused', async () => {
    const query = '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }';
    expect((await ask.fault(query, { role: 'admin' })).message).toBe('introspection is nested too deeply');
    const twice = '{ __type(name: "autor_resumo") { fields { type { fields { name } } } } }';
    expect(await ask.data(twice, { role: 'admin' })).toMatchObject({ __type: { fields: expect.any(Array) as unknown } });
  });
}
