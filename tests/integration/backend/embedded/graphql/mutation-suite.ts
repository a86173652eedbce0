/** Mutations of the dialect, on any `Database`: the files `mutations-*.test.ts` beside this one run it. Every test begins with empty tables, which the engine has read anew. */
import { printSchema } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Queryable } from '../../../../../server/backend/embedded/database.ts';
import { createGraphqlEngine, type GraphqlEngine } from '../../../../../server/backend/embedded/graphql/engine.ts';
import { type GraphqlClient, graphqlClient } from '../../../../support/graphql-fixture/graphql-client.ts';
import { installMutationFixture, mutationMetadata } from '../../../../support/mutation-fixture/project.ts';
import type { OpenDatabase } from './suite.ts';

const ADMIN = { role: 'admin' };
const EDITOR = { role: 'editor', session: { 'X-Hasura-User-Id': 'ana' } };
const CHECK_FAILED = { code: 'permission-error', message: 'check constraint of an insert/update permission has failed' };

async function faultOf(
  ask: GraphqlClient,
  ...question: Parameters<GraphqlClient['fault']>
): Promise<{ code: unknown; message: string; path: unknown }> {
  const { message, extensions } = await ask.fault(...question);
  return { message, code: extensions['code'], path: extensions['path'] };
}

/** Defines the suite. `open` gives an empty database. */
export function mutationContract(name: string, open: () => Promise<OpenDatabase>): void {
  describe(`mutations over ${name}`, () => {
    let opened: OpenDatabase;
    let engine: GraphqlEngine;
    const ask = graphqlClient(() => engine);

    beforeAll(async () => {
      opened = await open();
    });
    beforeEach(async () => {
      await installMutationFixture(opened.database);
      engine = await createGraphqlEngine({ database: opened.database, metadata: await mutationMetadata() });
    });
    afterAll(() => opened.close());

    const rows = (query: string): Promise<unknown> => ask.data(query, ADMIN);
    const authors = (...names: readonly string[]): Promise<unknown> =>
      ask.data('mutation ($objects: [autor_insert_input!]!) { insert_autor(objects: $objects) { affected_rows } }', {
        ...ADMIN,
        variables: { objects: names.map((nome) => ({ nome, dono: 'ana' })) },
      });

    test('mutations of a signed-in caller have more time than the caller’s queries', async () => {
      const caller = { ...EDITOR, trust: 'signed-in' } as const;
      const limitsOf = (query: string): Promise<ReadonlySet<unknown>> =>
        opened.database.transaction(async (tx) => {
          const limits = new Set<unknown>();
          const recorded: Queryable['query'] = (text, values, options) => {
            limits.add(options?.timeoutMs);
            return tx.query(text, values, options);
          };
          await engine.executeWithin({ query: recorded, script: tx.script.bind(tx) }, { query }, { caller });
          return limits;
        });
      expect(await limitsOf('mutation { delete_autor(where: {}) { affected_rows } }')).toEqual(new Set([25_000]));
      expect(await limitsOf('{ autor { id } }')).toEqual(new Set([10_000]));
    });

    describe('a permission for backends', () => {
      const insertion = 'mutation { insert_serie_one(object: {base: 2}) { dobro } }';
      const asking = { 'x-hasura-use-backend-only-permissions': 'true' };

      test('a permission for backends is there for a caller that has the admin secret and asks for it', async () => {
        for (const word of ['true', 'T', 'yes', 'Y']) {
          const session = { 'x-hasura-use-backend-only-permissions': word };
          expect(await ask.data(insertion, { role: 'maquina', trust: 'service', session })).toEqual({ insert_serie_one: { dobro: 4 } });
        }
        const removal = 'mutation { delete_serie(where: {}) { affected_rows } }';
        expect(await ask.data(removal, { role: 'maquina', trust: 'service', session: asking })).toEqual({
          delete_serie: { affected_rows: 4 },
        });
      });

      test('a permission for backends is a fault for a caller that asks for it in a word that is neither yes nor no', async () => {
        const session = { 'x-hasura-use-backend-only-permissions': 'talvez' };
        expect(await faultOf(ask, insertion, { role: 'maquina', trust: 'service', session })).toEqual({
          code: 'bad-request',
          message: expect.stringMatching(
            /^x-hasura-use-backend-only-permissions: {2}Not a valid boolean text\. True values are \["true","t",/,
          ),
          path: '$',
        });
      });

      test.each([
        ['a token', 'signed-in', asking],
        ['the secret alone', 'service', {}],
        ['the secret and refuses it', 'service', { 'x-hasura-use-backend-only-permissions': 'No' }],
      ] as const)('a permission for backends is not there for a caller that has %s', async (_case, trust, session) => {
        expect(await faultOf(ask, insertion, { role: 'maquina', trust, session })).toEqual({
          code: 'validation-failed',
          message: "field 'insert_serie_one' not found in type: 'mutation_root'",
          path: '$.selectionSet.insert_serie_one',
        });
        expect(
          await ask.data('mutation { update_serie(where: {}, _set: {base: 1}) { affected_rows } }', { role: 'maquina', trust, session }),
        ).toEqual({
          update_serie: { affected_rows: 0 },
        });
      });
    });

    describe('a function that writes', () => {
      const sell = 'mutation ($n: bigint!) { vender(args: {numero: $n, acrescimo: 2.5}) { preco alterado_por autor { nome } } }';
      const one = 'mutation { insert_autor_one(object: {nome: "Ana", ativo: true, livros: {data: [{titulo: "Um"}]}}) { livros { id } } }';
      const bookId = async (): Promise<unknown> => {
        const { insert_autor_one: autor } = (await ask.data(one, ADMIN)) as { insert_autor_one: { livros: { id: number }[] } };
        return autor.livros[0]?.id;
      };

      test('is a mutation that answers with the rows that it wrote', async () => {
        const n = await bookId();
        expect(await ask.data(sell, { ...EDITOR, variables: { n } })).toEqual({
          vender: [{ preco: 2.5, alterado_por: 'ana', autor: { nome: 'Ana' } }],
        });
      });

      test('a function that returns one row gives it, or null', async () => {
        await authors('Ana');
        expect(await ask.data('mutation { batizar(args: {numero: 1}) { nome } }', EDITOR)).toEqual({ batizar: { nome: 'Ana!' } });
        expect(await ask.data('mutation { batizar(args: {numero: 9}) { nome } }', EDITOR)).toEqual({ batizar: null });
        expect(await ask.data('mutation { a: batizar(args: {numero: 9}) { nome } __typename }', EDITOR)).toEqual({
          a: null,
          __typename: 'mutation_root',
        });
      });

      test('alone is one statement without a transaction, prepared when it comes again, that says who acts', async () => {
        await authors('Ana', 'Bia');
        const sent: unknown[] = [];
        const { database } = opened;
        const recorded: typeof database = {
          ...database,
          kind: database.kind,
          query: (text, values, options) => {
            sent.push(options?.name);
            return database.query(text, values, options);
          },
          script: (text) => database.script(text),
          listen: (...call) => database.listen(...call),
          probe: (ms) => database.probe(ms),
          close: () => database.close(),
          transaction: () => Promise.reject(new Error('no transaction is needed')),
        };
        const alone = await createGraphqlEngine({ database: recorded, metadata: await mutationMetadata() });
        const client = graphqlClient(() => alone);
        sent.length = 0;
        for (const numero of [1, 2]) {
          const query = 'mutation ($n: Int!) { batizar(args: {numero: $n}) { id } }';
          expect(await client.data(query, { ...EDITOR, variables: { n: numero } })).toEqual({ batizar: { id: numero } });
        }
        expect(sent).toEqual([undefined, expect.stringMatching(/^gql_/)]);
        const { rows: written } = await database.query("select papel, usuario from registro where papel = 'editor'");
        expect(written).toEqual([1, 2].map(() => ({ papel: 'editor', usuario: 'ana' })));
        const both = 'mutation { a: batizar(args: {numero: 1}) { id } b: batizar(args: {numero: 2}) { id } }';
        expect((await client.fault(both, EDITOR)).message).toBe('database query error');
      });

      test('writes nothing when another field of the request fails', async () => {
        const n = await bookId();
        const query = 'mutation ($n: bigint!) { vender(args: {numero: $n}) { id } insert_pais_one(object: {sigla: "BR"}) { sigla } }';
        expect((await ask.fault(query, { ...ADMIN, variables: { n } })).extensions.code).toBe('constraint-violation');
        expect(await rows('{ livro { preco } }')).toEqual({ livro: [{ preco: null }] });
      });

      test('is there for the roles that the metadata names, and is no query', async () => {
        const names = (role: string): unknown => engine.schemaFor(role).whole().getMutationType()?.getFields()['vender'];
        expect([names('editor'), names('admin')]).toEqual([expect.anything(), expect.anything()]);
        expect(names('caixa')).toBeUndefined();
        expect(engine.schemaFor('editor').whole().getQueryType()?.getFields()).not.toHaveProperty('vender');
      });

      test('is a query where the metadata exposes it as one', async () => {
        await bookId();
        expect(await ask.data('{ sortear { titulo } }', EDITOR)).toEqual({ sortear: [{ titulo: 'Um' }] });
      });
    });

    describe('an insert', () => {
      test('writes rows of every kind of value in their order and answers in the order of the selection', async () => {
        const text = await ask.text(
          `mutation ($grande: bigint) { insert_autor(objects: [
            {nome: "Ana \\"A\\"", dados: {a: [1, 2.50], n: null}, apelidos: ["x,y", "\\"z\\""], saldo: 123456789.10},
            {nome: "Bia", pais: BR, visitas: $grande}, {nome: "Caio", dados: null, ativo: false}
          ]) { returning { nome saldo dados apelidos pais visitas ativo } __typename affected_rows } }`,
          { ...ADMIN, variables: { grande: '9223372036854775807' } },
        );
        expect(text.replaceAll('" : ', '":').replaceAll(', ', ',')).toBe(
          '{"insert_autor":{"returning":[' +
            '{"nome":"Ana \\"A\\"","saldo":123456789.10,"dados":{"a": [1,2.50],"n": null},"apelidos":["x,y","\\"z\\""],"pais":null,"visitas":0,"ativo":true},' +
            '{"nome":"Bia","saldo":0.00,"dados":null,"apelidos":null,"pais":"BR","visitas":9223372036854775807,"ativo":true},' +
            '{"nome":"Caio","saldo":0.00,"dados":null,"apelidos":null,"pais":null,"visitas":0,"ativo":false}' +
            '],"__typename":"autor_mutation_response","affected_rows":3}}',
        );
      });

      test('an insert of rows with the same columns is one statement, whatever their number', async () => {
        const statements: string[] = [];
        const { database } = opened;
        const counting: Database = {
          ...database,
          kind: database.kind,
          query: (...call) => database.query(...call),
          script: (text) => database.script(text),
          listen: (...call) => database.listen(...call),
          probe: (ms) => database.probe(ms),
          close: () => database.close(),
          transaction: (work) =>
            database.transaction((tx) =>
              work({
                script: (text) => tx.script(text),
                query: (text, ...rest) => {
                  statements.push(text);
                  return tx.query(text, ...rest);
                },
              }),
            ),
        };
        const counted = graphqlClient(() => countedEngine);
        const countedEngine = await createGraphqlEngine({ database: counting, metadata: await mutationMetadata() });
        const objects = Array.from({ length: 500 }, (__, index) => ({ nome: `Autor ${index}` }));
        const query = 'mutation ($objects: [autor_insert_input!]!) { insert_autor(objects: $objects) { affected_rows } }';
        expect(await counted.data(query, { ...ADMIN, variables: { objects } })).toEqual({ insert_autor: { affected_rows: 500 } });
        expect(statements.filter((text) => text.startsWith('insert'))).toHaveLength(1);
        await counted.data(query, { ...ADMIN, variables: { objects: [{ nome: 'x' }, { nome: 'y', saldo: 1 }, { nome: 'z', saldo: 2 }] } });
        expect(statements.filter((text) => text.startsWith('insert'))).toHaveLength(3);
      });

      test('writes what the object refers to before it and what refers to the object after it, and counts all of them', async () => {
        const mutation = `mutation { insert_livro(objects: [{
          titulo: "Um", autor: {data: {nome: "Ana", ficha: {data: {biografia: "vida"}}}}, etiquetas: {data: [{nome: "a"}, {nome: "b"}]}
        }]) { affected_rows returning { titulo autor { nome ficha { biografia } } etiquetas(order_by: {nome: asc}) { nome } } } }`;
        expect(await ask.data(mutation, ADMIN)).toEqual({
          insert_livro: {
            affected_rows: 5,
            returning: [{ titulo: 'Um', autor: { nome: 'Ana', ficha: { biografia: 'vida' } }, etiquetas: [{ nome: 'a' }, { nome: 'b' }] }],
          },
        });
      });

      test('writes the related rows of each of several rows, between rows without', async () => {
        const objects = [
          '{nome: "a"}',
          '{nome: "b", livros: {data: [{titulo: "B"}]}}',
          '{nome: "c", livros: {data: [{titulo: "C"}]}}',
          '{nome: "d"}',
        ];
        const query = `mutation { insert_autor(objects: [${objects.join(', ')}]) { affected_rows returning { nome livros { titulo } } } }`;
        expect(await ask.data(query, ADMIN)).toEqual({
          insert_autor: {
            affected_rows: 6,
            returning: [
              { nome: 'a', livros: [] },
              { nome: 'b', livros: [{ titulo: 'B' }] },
              { nome: 'c', livros: [{ titulo: 'C' }] },
              { nome: 'd', livros: [] },
            ],
          },
        });
      });

      test('an insert of a row that is there already needs no related rows where none are given', async () => {
        await authors('Ana');
        const again = (livros: string): string =>
          `mutation { insert_autor_one(object: {nome: "Ana", livros: {data: [${livros}]}}, on_conflict: {constraint: autor_nome_unico, update_columns: []}) { id } }`;
        expect(await ask.data(again(''), ADMIN)).toEqual({ insert_autor_one: null });
        expect((await ask.fault(again('{titulo: "x"}'), ADMIN)).message).toBe(
          'cannot proceed to insert array relations since insert to table "autor" affects zero rows',
        );
      });

      test('answers the rows under several aliases', async () => {
        const query =
          'mutation { insert_autor(objects: [{nome: "a"}, {nome: "b"}]) { um: returning { nome } n: affected_rows dois: returning { n: nome dono } t: __typename } }';
        expect(await ask.data(query, ADMIN)).toEqual({
          insert_autor: {
            um: [{ nome: 'a' }, { nome: 'b' }],
            n: 2,
            dois: [
              { n: 'a', dono: null },
              { n: 'b', dono: null },
            ],
            t: 'autor_mutation_response',
          },
        });
      });

      test('gives related rows a key of several columns', async () => {
        await ask.data('mutation { insert_livro_one(object: {titulo: "Um", autor: {data: {nome: "Ana"}}}) { id } }', ADMIN);
        const after = 'insert_etiqueta_one(object: {livro_id: 1, nome: "a", anotacoes: {data: [{texto: "x"}, {texto: "y"}]}})';
        expect(await ask.data(`mutation { ${after} { anotacoes(order_by: {texto: asc}) { texto livro_id etiqueta } } }`, ADMIN)).toEqual({
          insert_etiqueta_one: { anotacoes: ['x', 'y'].map((texto) => ({ texto, livro_id: 1, etiqueta: 'a' })) },
        });
        const before = 'insert_anotacao_one(object: {texto: "z", a_etiqueta: {data: {livro_id: 1, nome: "b"}}})';
        expect(await ask.data(`mutation { ${before} { texto livro_id etiqueta a_etiqueta { nome } } }`, ADMIN)).toEqual({
          insert_anotacao_one: { texto: 'z', livro_id: 1, etiqueta: 'b', a_etiqueta: { nome: 'b' } },
        });
        const both = before.replace('texto: "z"', 'texto: "z", livro_id: 1, etiqueta: "b"');
        expect((await ask.fault(`mutation { ${both} { texto } }`, ADMIN)).message).toBe(
          'cannot insert object relationship "a_etiqueta" as "livro_id", "etiqueta" column values are already determined',
        );
        const twice = after.replace('{texto: "x"}', '{texto: "x", livro_id: 1, etiqueta: "a"}').replace('"a", anot', '"c", anot');
        expect((await ask.fault(`mutation { ${twice} { nome } }`, ADMIN)).message).toBe(
          'cannot insert "livro_id", "etiqueta" columns as their values are already being determined by parent insert',
        );
      });

      test('takes an absent, null or empty relationship for none', async () => {
        const one = (relations: string): Promise<unknown> =>
          ask.data(`mutation { insert_autor_one(object: {${relations}}) { livros { id } } }`, ADMIN);
        expect(await one('nome: "a", livros: null, ficha: null')).toEqual({ insert_autor_one: { livros: [] } });
        expect(await one('nome: "b", livros: {data: []}')).toEqual({ insert_autor_one: { livros: [] } });
      });

      test('refuses a key that a nested row determines too', async () => {
        expect(
          await faultOf(ask, 'mutation { insert_livro_one(object: {titulo: "x", autor_id: 1, autor: {data: {nome: "N"}}}) { id } }', ADMIN),
        ).toEqual({
          code: 'validation-failed',
          message: 'cannot insert object relationship "autor" as "autor_id" column values are already determined',
          path: '$.selectionSet.insert_livro_one.args.object[0].autor',
        });
        const twice =
          'mutation { insert_autor_one(object: {nome: "P", livros: {data: [{titulo: "x"}, {titulo: "y", autor_id: 2}]}}) { id } }';
        expect(await faultOf(ask, twice, ADMIN)).toMatchObject({
          message: 'cannot insert "autor_id" columns as their values are already being determined by parent insert',
          path: '$.selectionSet.insert_autor_one.args.object[0].livros.data[1]',
        });
      });

      test('names the place of what the database or a check refuses', async () => {
        const placeOf = async (field: string, question: typeof EDITOR | typeof ADMIN = ADMIN): Promise<unknown> =>
          String((await faultOf(ask, `mutation { ${field} { affected_rows } }`, question)).path).replace('$.selectionSet.', '');
        const twice = '{nome: "Ana"}, {nome: "Ana"}';
        expect(await placeOf(`insert_autor(objects: [${twice}])`)).toBe('insert_autor.args.objects');
        expect(await placeOf('insert_autor(objects: [{nome: "Ana", dono: "outro"}])', EDITOR)).toBe('insert_autor.args.objects');
        expect(await placeOf(`insert_autor(objects: [{nome: "Bia", ficha: {data: {biografia: "b"}}}, ${twice}])`)).toBe(
          'insert_autor.args.objects[1]',
        );
        expect(await placeOf('insert_autor(objects: [{nome: "Bia", livros: {data: [{titulo: "x"}, {titulo: "x"}]}}])')).toBe(
          'insert_autor.args.objects[0].livros.data',
        );
        expect(await placeOf('insert_livro(objects: {titulo: "", autor: {data: {nome: "Ana"}}})')).toBe('insert_livro.args.objects[0]');
        await authors('Ana');
        expect(await placeOf('insert_livro(objects: {titulo: "x", autor: {data: {nome: "Ana"}}})')).toBe(
          'insert_livro.args.objects[0].autor.data',
        );
        const one = await faultOf(ask, 'mutation { insert_autor_one(object: {nome: "Ana"}) { id } }', ADMIN);
        expect(one.path).toBe('$.selectionSet.insert_autor_one.args.object');
      });

      test('an insert of null into a required column is refused at its place', async () => {
        for (const [nome, variables] of [
          ['null', {}],
          ['$n', { n: null }],
        ] as const) {
          const mutation = `mutation ${nome === 'null' ? '' : '($n: String)'} { insert_autor(objects: [{nome: ${nome}}]) { affected_rows } }`;
          expect(await faultOf(ask, mutation, { ...ADMIN, variables })).toEqual({
            code: 'validation-failed',
            message: "unexpected null value for type 'String'",
            path: '$.selectionSet.insert_autor.args.objects[0].nome',
          });
        }
        expect((await faultOf(ask, 'mutation { update_autor(where: {}, _set: {nome: null}) { affected_rows } }', ADMIN)).path).toBe(
          '$.selectionSet.update_autor.args._set.nome',
        );
        expect(await faultOf(ask, 'mutation { update_autor(where: {}, _set: null) { affected_rows } }', ADMIN)).toMatchObject({
          message: "expected an object for type 'autor_set_input', but found null",
        });
      });

      test('null in place of an object is refused with the type that is expected', async () => {
        const path = '$.selectionSet.insert_autor_one.args.object';
        expect(await faultOf(ask, 'mutation { insert_autor_one(object: null) { id } }', ADMIN)).toEqual({
          code: 'validation-failed',
          message: "expected an object for type 'autor_insert_input', but found null",
          path,
        });
        expect(await faultOf(ask, 'mutation { insert_autor(objects: null) { affected_rows } }', ADMIN)).toMatchObject({
          message: 'expected a list, but found null',
        });
        for (const [given, message, place] of [
          [
            'update_autor_by_pk(pk_columns: null, _set: {}) { id }',
            "expected an object for type 'autor_pk_columns_input', but found null",
            'pk_columns',
          ],
          ['update_autor_by_pk(pk_columns: {id: null}, _set: {}) { id }', "unexpected null value for type 'Int'", 'pk_columns.id'],
          ['insert_autor_one(object: {nome: "Bia", livros: {data: null}}) { id }', 'expected a list, but found null', 'object.livros.data'],
          [
            'insert_autor_one(object: {nome: "Bia"}, on_conflict: {constraint: null}) { id }',
            "expected an enum value for type 'autor_constraint', but found null",
            'on_conflict.constraint',
          ],
        ] as const) {
          const [field = ''] = given.split('(');
          const path = `$.selectionSet.${field}.args.${place}`;
          expect(await faultOf(ask, `mutation { ${given} }`, ADMIN)).toEqual({ code: 'validation-failed', message, path });
        }
      });

      test('an insert of no rows writes nothing', async () => {
        expect(await ask.data('mutation { insert_autor(objects: []) { affected_rows returning { id } } }', ADMIN)).toEqual({
          insert_autor: { affected_rows: 0, returning: [] },
        });
      });

      test('an insert of rows without a value takes the defaults; columns that the database makes are not offered', async () => {
        expect(
          await ask.data('mutation { insert_serie(objects: [{base: 2}, {}, {}]) { returning { numero base dobro } } }', ADMIN),
        ).toEqual({
          insert_serie: {
            returning: [
              { numero: 1, base: 2, dobro: 4 },
              { numero: 2, base: null, dobro: null },
              { numero: 3, base: null, dobro: null },
            ],
          },
        });
        for (const column of ['numero', 'dobro']) {
          const { message } = await ask.fault(`mutation { insert_serie(objects: [{${column}: 1}]) { affected_rows } }`, ADMIN);
          expect(message).toBe(`field '${column}' not found in type: 'serie_insert_input'`);
        }
      });

      test('reaches the table behind a view that Postgres can write through, and no other view', async () => {
        const schema = printSchema(engine.schemaFor('admin').whole());
        expect(schema).toContain('insert_livro_publicado(');
        expect(schema).not.toContain('insert_autor_total');
        expect(/input livro_publicado_set_input \{[^}]*maiusculas/.test(schema)).toBe(false);
      });
    });

    describe('on_conflict', () => {
      const bia = (conflict: string): string =>
        `mutation { insert_autor(objects: [{nome: "Bia", saldo: 5}], on_conflict: {constraint: autor_nome_unico${conflict}}) { affected_rows returning { nome saldo } } }`;

      test('on_conflict without columns leaves the other row as it is', async () => {
        await authors('Bia');
        expect(await ask.data(bia(''), ADMIN)).toEqual({ insert_autor: { affected_rows: 0, returning: [] } });
        expect(
          await ask.data(
            'mutation { insert_autor_one(object: {nome: "Bia"}, on_conflict: {constraint: autor_nome_unico, update_columns: []}) { id } }',
            ADMIN,
          ),
        ).toEqual({ insert_autor_one: null });
      });

      test.each([
        ['on_conflict: null', 'autor_on_conflict', '$.selectionSet.insert_autor.args.on_conflict'],
        [
          'on_conflict: {constraint: autor_nome_unico, update_columns: [saldo], where: null}',
          'autor_bool_exp',
          '$.selectionSet.insert_autor.args.on_conflict.where',
        ],
      ])('on_conflict that is null is refused: %s', async (conflict, type, path) => {
        expect(await faultOf(ask, `mutation { insert_autor(objects: [{nome: "Bia"}], ${conflict}) { affected_rows } }`, ADMIN)).toEqual({
          code: 'validation-failed',
          message: `expected an object for type '${type}', but found null`,
          path,
        });
      });

      test('gives the named columns to the other row where its condition holds', async () => {
        await authors('Bia');
        expect(await ask.data(bia(', update_columns: [saldo], where: {saldo: {_gt: 100}}'), ADMIN)).toMatchObject({
          insert_autor: { affected_rows: 0 },
        });
        expect(await ask.data(bia(', update_columns: saldo, where: {saldo: {_lt: 100}}'), ADMIN)).toEqual({
          insert_autor: { affected_rows: 1, returning: [{ nome: 'Bia', saldo: 5 }] },
        });
      });

      test('holds the other row to the filter and the check of the update permission', async () => {
        await authors('Bia');
        await ask.data('mutation { insert_autor_one(object: {nome: "Alheio", dono: "outro"}) { id } }', ADMIN);
        const upsert = (nome: string, saldo: number): string =>
          `mutation { insert_autor(objects: [{nome: "${nome}", saldo: ${saldo}, dono: "ana"}], on_conflict: {constraint: autor_nome_unico, update_columns: [saldo]}) { affected_rows } }`;
        expect(await ask.data(upsert('Bia', 7), EDITOR)).toEqual({ insert_autor: { affected_rows: 1 } });
        expect(await ask.data(upsert('Alheio', 7), EDITOR)).toEqual({ insert_autor: { affected_rows: 0 } });
        expect(await faultOf(ask, upsert('Bia', -7), EDITOR)).toMatchObject(CHECK_FAILED);
        expect(await rows('{ autor(order_by: {nome: asc}) { nome saldo } }')).toEqual({
          autor: [
            { nome: 'Alheio', saldo: 0 },
            { nome: 'Bia', saldo: 7 },
          ],
        });
      });

      test('on_conflict of a role that may not update can only leave the other row as it is', async () => {
        await authors('Ana');
        const mutation = (columns: string): string =>
          `mutation { insert_autor(objects: [{nome: "Ana"}], on_conflict: {constraint: autor_nome_unico, update_columns: [${columns}]}) { affected_rows } }`;
        expect(await ask.data(mutation(''), { role: 'caixa' })).toEqual({ insert_autor: { affected_rows: 0 } });
        expect(await faultOf(ask, mutation('nome'), { role: 'caixa' })).toEqual({
          code: 'validation-failed',
          message: "expected one of the values ['_PLACEHOLDER'] for type 'autor_update_column', but found 'nome'",
          path: '$.selectionSet.insert_autor.args.on_conflict.update_columns[0]',
        });
        expect(await faultOf(ask, mutation('_PLACEHOLDER'), { role: 'caixa' })).toEqual({
          code: 'validation-failed',
          message: 'erroneous column name',
          path: '$.selectionSet.insert_autor.args.on_conflict',
        });
      });

      test('on_conflict that leaves a nested row as it is stops the rows that refer to it', async () => {
        await authors('Bia');
        const nested = 'autor: {data: {nome: "Bia"}, on_conflict: {constraint: autor_nome_unico}}';
        expect(await faultOf(ask, `mutation { insert_livro_one(object: {titulo: "x", ${nested}}) { id } }`, ADMIN)).toMatchObject({
          code: 'not-supported',
          message: 'cannot proceed to insert object relation "autor" since insert to table "autor" affects zero rows',
        });
        const parent = 'object: {nome: "Bia", livros: {data: [{titulo: "x"}]}}, on_conflict: {constraint: autor_nome_unico}';
        expect((await faultOf(ask, `mutation { insert_autor_one(${parent}) { id } }`, ADMIN)).message).toBe(
          'cannot proceed to insert array relations since insert to table "autor" affects zero rows',
        );
      });
    });

    describe('an update', () => {
      test('sets, increments and changes jsonb values in one statement', async () => {
        await ask.data('mutation { insert_autor_one(object: {nome: "Ana", dados: {a: 1, l: [1, 2, 3], o: {k: {v: 1}}}}) { id } }', ADMIN);
        const change = (operators: string): Promise<unknown> =>
          ask.data(
            `mutation { update_autor(where: {nome: {_like: "A%"}}, ${operators}) { affected_rows returning { nome saldo visitas dados } } }`,
            ADMIN,
          );
        const answer = (dados: unknown, more: object = {}): unknown => ({
          update_autor: { affected_rows: 1, returning: [{ nome: 'Ana', saldo: 0, visitas: 0, dados, ...more }] },
        });
        expect(await change('_append: {dados: {b: 2}}, _inc: {saldo: 1.5, visitas: 2}, _set: {pais: BR}')).toEqual(
          answer({ a: 1, b: 2, l: [1, 2, 3], o: { k: { v: 1 } } }, { saldo: 1.5, visitas: 2 }),
        );
        expect(await change('_delete_key: {dados: "a"}, _inc: {saldo: -1.5, visitas: -2}')).toEqual(
          answer({ b: 2, l: [1, 2, 3], o: { k: { v: 1 } } }),
        );
        expect(await change('_delete_at_path: {dados: ["o", "k", "v"]}')).toEqual(answer({ b: 2, l: [1, 2, 3], o: { k: {} } }));
        expect(await change('_set: {dados: [1]}')).toEqual(answer([1]));
        expect(await change('_prepend: {dados: [0]}')).toEqual(answer([0, 1]));
        expect(await change('_delete_elem: {dados: -1}')).toEqual(answer([0]));
        expect(await change('_delete_key: {dados: null}')).toEqual(answer(null));
        expect(await change('_set: {dados: [2]}')).toEqual(answer([2]));
        expect(await change('_set: {dados: null}')).toEqual(answer(null));
      });

      test('an update without a value changes nothing', async () => {
        await authors('Ana');
        expect(await ask.data('mutation { update_autor(where: {}, _set: {}) { affected_rows returning { id } } }', ADMIN)).toEqual({
          update_autor: { affected_rows: 0, returning: [] },
        });
        expect(await ask.data('mutation { update_autor(where: {}) { affected_rows } }', ADMIN)).toEqual({
          update_autor: { affected_rows: 0 },
        });
      });

      test('an update without a value sets what the permission presets', async () => {
        await ask.data(
          'mutation { insert_livro_one(object: {titulo: "x", preco: 1, autor: {data: {nome: "Ana", dono: "ana"}}}) { id } }',
          ADMIN,
        );
        const mutation = 'mutation { update_livro(where: {}, _set: {}) { affected_rows returning { alterado_por } } }';
        expect(await ask.data(mutation, EDITOR)).toEqual({ update_livro: { affected_rows: 1, returning: [{ alterado_por: 'ana' }] } });
      });

      test('answers related rows as they are afterwards', async () => {
        await ask.data(
          'mutation { insert_autor(objects: [{nome: "Ana", livros: {data: [{titulo: "Um"}]}}, {nome: "Bia"}]) { affected_rows } }',
          ADMIN,
        );
        const mutation = `mutation { update_livro(where: {}, _set: {autor_id: 2}) { affected_rows
          returning { titulo autor { nome livros { titulo } } } } }`;
        expect(await ask.data(mutation, ADMIN)).toEqual({
          update_livro: { affected_rows: 1, returning: [{ titulo: 'Um', autor: { nome: 'Bia', livros: [{ titulo: 'Um' }] } }] },
        });
        const byKey =
          'mutation { update_livro_by_pk(pk_columns: {id: 1}, _set: {autor_id: 1}) { autor { nome livros_ids: livros { id } } } }';
        expect(await ask.data(byKey, ADMIN)).toEqual({ update_livro_by_pk: { autor: { nome: 'Ana', livros_ids: [{ id: 1 }] } } });
      });

      test('refuses a column in two operators', async () => {
        for (const [field, place] of [
          ['update_autor(where: {}, _set: {saldo: 1}, _inc: {saldo: 1}) { affected_rows }', 'update_autor.args'],
          ['update_autor_by_pk(pk_columns: {id: 1}, _set: {saldo: 1}, _inc: {saldo: 1}) { id }', 'update_autor_by_pk.args'],
          [
            'update_autor_many(updates: [{where: {}, _set: {saldo: 1}, _inc: {saldo: 1}}]) { affected_rows }',
            'update_autor_many.args.updates[0]',
          ],
        ] as const) {
          expect(await faultOf(ask, `mutation { ${field} }`, ADMIN)).toEqual({
            code: 'validation-failed',
            message: "Column found in multiple operators: ['saldo'].",
            path: `$.selectionSet.${place}`,
          });
        }
        const two = 'update_autor(where: {}, _set: {saldo: 1, visitas: 1}, _inc: {visitas: 1, saldo: 1}) { affected_rows }';
        expect((await ask.fault(`mutation { ${two} }`, ADMIN)).message).toMatch(/: \['(?:saldo', 'visitas|visitas', 'saldo)'\]\.$/);
      });

      test.each(['update_autor(where: null, _set: {nome: "x"})', 'delete_autor(where: null)'])(
        '%s is refused: null is not every row',
        async (field) => {
          await authors('Ana');
          const fault = await faultOf(ask, `mutation { ${field} { affected_rows } }`, ADMIN);
          expect(fault).toMatchObject({
            code: 'validation-failed',
            message: "expected an object for type 'autor_bool_exp', but found null",
          });
          expect(await rows('{ autor { nome } }')).toEqual({ autor: [{ nome: 'Ana' }] });
        },
      );

      test('an update by the primary key answers the row, or null where there is none', async () => {
        await authors('Ana');
        const mutation = `mutation { a: update_autor_by_pk(pk_columns: {id: 1}, _set: {nome: "Bia"}) { id nome }
          b: update_autor_by_pk(pk_columns: {id: 9}, _set: {nome: "Caio"}) { id } }`;
        expect(await ask.data(mutation, ADMIN)).toEqual({ a: { id: 1, nome: 'Bia' }, b: null });
      });

      test('an update of several groups runs them in their order', async () => {
        await authors('Ana', 'Bia');
        const mutation = `mutation { update_autor_many(updates: [
          {where: {nome: {_eq: "Ana"}}, _set: {nome: "Caio"}}, {where: {nome: {_eq: "Caio"}}, _inc: {visitas: 3}}, {where: {nome: {_eq: "Ana"}}, _set: {nome: "x"}}
        ]) { affected_rows returning { nome visitas } } }`;
        expect(await ask.data(mutation, ADMIN)).toEqual({
          update_autor_many: [
            { affected_rows: 1, returning: [{ nome: 'Caio', visitas: 0 }] },
            { affected_rows: 1, returning: [{ nome: 'Caio', visitas: 3 }] },
            { affected_rows: 0, returning: [] },
          ],
        });
      });
    });

    describe('a delete', () => {
      test('a delete answers the rows with the related rows that are left', async () => {
        await ask.data(
          'mutation { insert_autor_one(object: {nome: "Ana", livros: {data: [{titulo: "Um"}, {titulo: "Dois"}]}}) { id } }',
          ADMIN,
        );
        const mutation =
          'mutation { delete_autor(where: {nome: {_eq: "Ana"}}) { affected_rows returning { nome livros(order_by: {id: asc}) { titulo } } } }';
        expect(await ask.data(mutation, ADMIN)).toEqual({
          delete_autor: { affected_rows: 1, returning: [{ nome: 'Ana', livros: [] }] },
        });
        expect(await rows('{ livro { id } }')).toEqual({ livro: [] });
      });

      test('a delete by the primary key answers the row, or null', async () => {
        await authors('Ana');
        const mutation = 'mutation { a: delete_autor_by_pk(id: 1) { nome } b: delete_autor_by_pk(id: 1) { nome } }';
        expect(await ask.data(mutation, ADMIN)).toEqual({ a: { nome: 'Ana' }, b: null });
      });
    });

    describe('one request', () => {
      test('runs its fields in their order in one transaction', async () => {
        const mutation = `mutation { a: insert_autor_one(object: {nome: "Ana"}) { id } b: update_autor(where: {}, _inc: {visitas: 1}) { affected_rows }
          c: delete_autor(where: {visitas: {_eq: 1}}) { affected_rows } __typename }`;
        expect(await ask.data(mutation, ADMIN)).toEqual({
          a: { id: 1 },
          b: { affected_rows: 1 },
          c: { affected_rows: 1 },
          __typename: 'mutation_root',
        });
        expect(await ask.data('mutation { __typename }', ADMIN)).toEqual({ __typename: 'mutation_root' });
      });

      test('writes nothing when a later field fails', async () => {
        const mutation =
          'mutation { a: insert_autor_one(object: {nome: "Ana"}) { id } b: insert_livro_one(object: {titulo: "x", autor_id: 99}) { id } }';
        expect(await faultOf(ask, mutation, ADMIN)).toMatchObject({
          code: 'constraint-violation',
          path: '$.selectionSet.insert_livro_one.args.object',
        });
        expect(await rows('{ autor { id } }')).toEqual({ autor: [] });
      });

      test.each([
        [
          'a value that is there already',
          'insert_autor_one(object: {nome: "Ana"}) { id }',
          'constraint-violation',
          'Uniqueness violation. ',
        ],
        [
          'a row that is not there',
          'insert_livro_one(object: {titulo: "x", autor_id: 99}) { id }',
          'constraint-violation',
          'Foreign key violation. ',
        ],
        ['a missing value', 'insert_livro_one(object: {autor_id: 1}) { id }', 'constraint-violation', 'Not-NULL violation. '],
        [
          'a value against a check',
          'insert_livro_one(object: {titulo: "", autor_id: 1}) { id }',
          'permission-error',
          'Check constraint violation. ',
        ],
        [
          'a number that is too large',
          'update_autor(where: {}, _set: {saldo: 1e30}) { affected_rows }',
          'data-exception',
          'numeric field overflow',
        ],
      ])('is refused for %s', async (__, field, code, message) => {
        await authors('Ana');
        const fault = await faultOf(ask, `mutation { ${field} }`, ADMIN);
        expect(fault.code).toBe(code);
        expect(fault.message).toContain(message);
      });

      test('tells the database who acts', async () => {
        await ask.data('mutation { insert_autor_one(object: {nome: "Ana"}) { id } }', EDITOR);
        const { rows: written } = await opened.database.query('select * from registro');
        expect(written).toEqual([{ tabela: 'autor', papel: 'editor', usuario: 'ana' }]);
        const { rows: after } = await opened.database.query("select nullif(current_setting('hasura.user', true), '') as user");
        expect(after).toEqual([{ user: null }]);
      });
    });

    describe('a permission', () => {
      test('sets what it presets and offers only its columns', async () => {
        expect(await ask.data('mutation { insert_autor_one(object: {nome: "Ana"}) { nome criado_por } }', EDITOR)).toEqual({
          insert_autor_one: { nome: 'Ana', criado_por: 'ana' },
        });
        const { message } = await ask.fault('mutation { insert_autor_one(object: {nome: "B", criado_por: "x"}) { id } }', EDITOR);
        expect(message).toBe("field 'criado_por' not found in type: 'autor_insert_input'");
      });

      test('may preset null, a text and a boolean, in a new row and in one that is there', async () => {
        await authors('Ana');
        const livros = '{ livro { titulo preco publicado alterado_por } }';
        const revisor = { role: 'revisor' };
        await ask.data('mutation { insert_livro(objects: {titulo: "Um", autor_id: 1}) { affected_rows } }', revisor);
        const row = { titulo: 'Um', preco: null, publicado: false, alterado_por: 'ninguém' };
        expect(await rows(livros)).toEqual({ livro: [row] });
        const sell = 'mutation { update_livro(where: {}, _set: {preco: 5, publicado: true}) { affected_rows } }';
        for (const change of [
          'update_livro(where: {}, _set: {titulo: "Um"})',
          'insert_livro(objects: {titulo: "Um", autor_id: 1}, on_conflict: {constraint: livro_autor_id_titulo_key, update_columns: titulo})',
        ]) {
          await ask.data(sell, ADMIN);
          expect(await ask.data(`mutation { a: ${change} { affected_rows } }`, revisor)).toEqual({ a: { affected_rows: 1 } });
          expect(await rows(livros)).toEqual({ livro: [row] });
        }
      });

      test('needs its session variables', async () => {
        expect(await faultOf(ask, 'mutation { insert_autor_one(object: {nome: "Ana"}) { id } }', { role: 'editor' })).toMatchObject({
          code: 'not-found',
          message: 'missing session variable: "x-hasura-user-id"',
        });
      });

      test('checks inserted rows, also through relationships, and a check that is null has failed', async () => {
        await ask.data(
          'mutation { insert_autor(objects: [{nome: "Minha", dono: "ana"}, {nome: "Alheia", dono: null}]) { affected_rows } }',
          ADMIN,
        );
        const book = (autor: number): string =>
          `mutation { insert_livro_one(object: {titulo: "x", autor_id: ${autor}}) { autor { nome } publicado } }`;
        expect(await ask.data(book(1), EDITOR)).toMatchObject({ insert_livro_one: { publicado: false } });
        expect(await faultOf(ask, book(2), EDITOR)).toMatchObject(CHECK_FAILED);
        const price = 'mutation { update_livro(where: {}, _set: {titulo: "y"}) { affected_rows } }';
        expect(await faultOf(ask, price, EDITOR)).toEqual({ ...CHECK_FAILED, path: '$' });
        expect(await rows('{ livro { titulo } }')).toEqual({ livro: [{ titulo: 'x' }] });
        expect(await faultOf(ask, 'mutation { insert_autor_one(object: {nome: "Ana", dono: "outro"}) { id } }', EDITOR)).toMatchObject(
          CHECK_FAILED,
        );
      });

      test('updates and deletes only the rows of its filter', async () => {
        await ask.data(
          'mutation { insert_autor(objects: [{nome: "Minha", dono: "ana"}, {nome: "Alheia", dono: "outro"}]) { affected_rows } }',
          ADMIN,
        );
        expect(await ask.data('mutation { update_autor(where: {}, _inc: {saldo: 1}) { returning { nome } } }', EDITOR)).toEqual({
          update_autor: { returning: [{ nome: 'Minha' }] },
        });
        expect(await ask.data('mutation { delete_autor(where: {}) { returning { nome } } }', EDITOR)).toEqual({
          delete_autor: { returning: [{ nome: 'Minha' }] },
        });
      });

      test('a permission to insert alone answers how many rows, and shows none', async () => {
        expect(await ask.data('mutation { insert_autor(objects: [{nome: "Ana"}]) { affected_rows } }', { role: 'caixa' })).toEqual({
          insert_autor: { affected_rows: 1 },
        });
        const caixa = { role: 'caixa' };
        expect((await ask.fault('mutation { insert_autor(objects: []) { returning { id } } }', caixa)).message).toContain(
          "field 'returning' not found",
        );
        expect((await ask.fault('mutation { insert_autor_one(object: {nome: "x"}) { id } }', caixa)).message).toContain(
          "field 'insert_autor_one' not found",
        );
        expect((await ask.fault('mutation { delete_autor(where: {}) { affected_rows } }', caixa)).message).toContain(
          "field 'delete_autor' not found",
        );
        expect(await faultOf(ask, 'mutation { insert_autor(objects: [{nome: "proibido"}]) { affected_rows } }', caixa)).toMatchObject(
          CHECK_FAILED,
        );
      });

      test('a role without a permission has no mutations', async () => {
        expect((await ask.fault('mutation { insert_autor(objects: []) { affected_rows } }', { role: 'leitor' })).message).toBe(
          'no mutations exist',
        );
      });
    });
  });
}
