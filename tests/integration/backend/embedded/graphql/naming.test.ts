/** The names of another convention: the same answers under other words. */
import { assertValidSchema, buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGraphqlEngine, type GraphqlEngine } from '../../../../../server/backend/embedded/graphql/engine.ts';
import { graphqlClient } from '../../../../support/graphql-fixture/graphql-client.ts';
import { installMutationFixture, mutationMetadata } from '../../../../support/mutation-fixture/project.ts';
import { openPostgres } from './postgres-database.ts';
import type { OpenDatabase } from './suite.ts';

const ADMIN = { role: 'admin' };

describe('graphql-default', () => {
  let opened: OpenDatabase;
  let engine: GraphqlEngine;
  const ask = graphqlClient(() => engine);

  beforeAll(async () => {
    opened = await openPostgres();
    await installMutationFixture(opened.database);
  });
  beforeEach(async () => {
    const metadata = await mutationMetadata();
    const customization = { convention: 'graphql-default', root: { prefix: '', suffix: '' }, type: { prefix: '', suffix: '' } } as const;
    const tables = metadata.tables.map((table) => (table.table.name === 'etiqueta' ? { ...table, customName: 'marcaDe' } : table));
    engine = await createGraphqlEngine({ database: opened.database, metadata: { ...metadata, tables, customization } });
  });
  afterAll(() => opened.close());

  test('writes, reads, orders and counts by its words', async () => {
    const insertion = `mutation ($ordem: LivroOnConflict) {
      insertAutor(objects: [{nome: "Ana", criadoPor: "x", pais: BR, dados: {a: 1}, livros: {data: [{titulo: "Um"}], onConflict: $ordem}}]) {
        affectedRows returning { criadoPor pais livrosAggregate { aggregate { count stddevPop { id } } __typename } } __typename } }`;
    const ordem = { constraint: 'livro_autor_id_titulo_key', updateColumns: ['alteradoPor'] };
    expect(await ask.data(insertion, { ...ADMIN, variables: { ordem } })).toEqual({
      insertAutor: {
        affectedRows: 2,
        returning: [
          { criadoPor: 'x', pais: 'BR', livrosAggregate: { aggregate: { count: 1, stddevPop: { id: 0 } }, __typename: 'LivroAggregate' } },
        ],
        __typename: 'AutorMutationResponse',
      },
    });
    const query = `query ($onde: AutorBoolExp!) { autor(where: $onde, orderBy: [{criadoPor: ASC_NULLS_FIRST}], distinctOn: criadoPor) { id __typename }
      livroByPk(id: 1) { autorId } autorAggregate { aggregate { count } } }`;
    const onde = { dados: { _hasKey: 'a' }, pais: { _eq: 'BR', _isNull: false }, criadoPor: { _nin: ['y'] } };
    expect(await ask.data(query, { ...ADMIN, variables: { onde } })).toEqual({
      autor: [{ id: 1, __typename: 'Autor' }],
      livroByPk: { autorId: 1 },
      autorAggregate: { aggregate: { count: 1 } },
    });
    const change = `mutation { updateAutorByPk(pkColumns: {id: 1}, _deleteKey: {dados: "a"}) { dados } insertMarcaDeOne(object: {livroId: 1, nome: "m"}) { nome }
      updateMarcaDeMany(updates: [{where: {nome: {_eq: "m"}}, _set: {nome: "n"}}]) { affectedRows } deleteMarcaDe(where: {}) { affectedRows } }`;
    expect(await ask.data(change, ADMIN)).toEqual({
      updateAutorByPk: { dados: {} },
      insertMarcaDeOne: { nome: 'm' },
      updateMarcaDeMany: [{ affectedRows: 1 }],
      deleteMarcaDe: { affectedRows: 1 },
    });
  });

  test('names types in Pascal case, and keeps custom names, scalars and roots', async () => {
    const answer = (await ask.data(getIntrospectionQuery(), ADMIN)) as IntrospectionQuery;
    const { __schema: described } = answer;
    assertValidSchema(buildClientSchema(answer));
    const names = new Set(described.types.map(({ name }) => name));
    const expected = [
      'query_root',
      'mutation_root',
      'Autor',
      'LivroPublicado',
      'AutorSetInput',
      'OrderBy',
      'IntComparisonExp',
      'marcaDeBoolExp',
      'PaisEnum',
    ];
    for (const name of [...expected, 'PaisEnumComparisonExp', 'StringArrayComparisonExp', 'JsonbCastExp', 'bigint', 'CursorOrdering'])
      expect(names).toContain(name);
    expect([...names].filter((name) => name.includes('_') && !name.startsWith('__')).toSorted()).toEqual(
      expect.arrayContaining(['mutation_root', 'query_root', 'subscription_root']),
    );
  });

  test('tells faults by the words of the request', async () => {
    expect(await ask.fault('{ autor(orderBy: {id: asc}) { id } }', ADMIN)).toMatchObject({
      message: expect.stringMatching(/^expected one of the values \['ASC', .*for type 'OrderBy', but found 'asc'$/) as string,
      extensions: { path: '$.selectionSet.autor.args.orderBy[0].id' },
    });
    expect((await ask.fault('{ autor(order_by: {}) { id } }', ADMIN)).message).toBe("'autor' has no argument named 'order_by'");
    expect((await ask.fault('mutation { updateAutorByPk(_set: {}) { id } }', ADMIN)).message).toBe("missing required field 'pkColumns'");
  });
});
