import { expect, test } from 'vitest';
import type { QueryOptions } from '../../../../../support/graphql-fixture/graphql-client.ts';
import type { Fixture } from '../suite.ts';

interface Case extends QueryOptions {
  readonly query: string;
  readonly message: string | RegExp;
  readonly code?: string;
  readonly path?: string;
}

const WHERE = '$.selectionSet.noticia.args.where';

const DOCUMENT_FAULTS: readonly Case[] = [
  { query: 'noticia {', message: 'not a valid graphql query', path: '$.query' },
  { query: '', message: 'not a valid graphql query' },
  { query: 'type A { b: Int }', message: 'not a valid graphql query' },
  // The size of the stack decides how far such a document is read before it is refused.
  { query: `{ ${'a { '.repeat(5000)} b ${'} '.repeat(5000)} }`, message: /not a valid graphql query|levels deep|not found/ },
  { query: 'mutation { insert_noticia { id } }', message: 'no mutations exist', path: '$' },
  {
    query: 'subscription { noticia { id } }',
    message: 'subscriptions are not supported over HTTP, use websockets instead',
    code: 'unexpected-payload',
    path: '$',
  },
  { query: 'subscription { noticia { id } }', role: 'ninguem', message: 'no subscriptions exist', path: '$' },
  { query: 'subscription { noticia { id } autor { id } }', message: 'subscriptions must select one top level field', path: '$' },
  { query: 'subscription { nada { id } }', message: "field 'nada' not found in type: 'subscription_root'", path: '$.selectionSet.nada' },
  { query: '{ nada }', message: "field 'nada' not found in type: 'query_root'", path: '$.selectionSet.nada' },
  { query: '{ constructor }', message: "field 'constructor' not found in type: 'query_root'" },
  { query: '{ __proto__ }', message: "field '__proto__' not found in type: 'query_root'" },
  { query: '{ noticia { id { x } } }', message: 'unexpected subselection set for non-object field' },
  { query: '{ noticia }', message: "missing selection set for 'noticia'" },
  {
    query: '{ noticia { autor } }',
    message: "missing selection set for 'autor'",
    path: '$.selectionSet.noticia.selectionSet.autor.selectionSet',
  },
  { query: '{ noticia(xyz: 1) { id } }', message: "'noticia' has no argument named 'xyz'" },
  { query: '{ noticia_by_pk { id } }', message: "missing required field 'id'", path: '$.selectionSet.noticia_by_pk.args.id' },
  { query: '{ noticia { ...Nada } }', message: 'reference to undefined fragment "Nada"', path: '$.selectionSet.noticia.selectionSet' },
  {
    query: '{ noticia { ...A } } fragment A on noticia { id ...B } fragment B on noticia { autor { noticias { ...A } } }',
    message: 'the fragment definition(s) A and B form a cycle',
    path: '$.selectionSet.noticia.selectionSet.A.selectionSet.B.selectionSet.autor.selectionSet.noticias.selectionSet',
  },
  {
    query:
      'query { n: noticia { ... on noticia { ...A } } } fragment A on noticia { ...B } fragment B on noticia { ...C } fragment C on noticia { ...A }',
    message: 'the fragment definition(s) A, B, and C form a cycle',
    path: '$.selectionSet.noticia.selectionSet.A.selectionSet.B.selectionSet.C.selectionSet',
  },
  {
    query: '{ noticia { ...Fora } } fragment Fora on noticia { ...A } fragment A on noticia { ...B } fragment B on noticia { ...A }',
    message: 'the fragment definition(s) A and B form a cycle',
    path: '$.selectionSet.noticia.selectionSet.Fora.selectionSet.A.selectionSet.B.selectionSet',
  },
  {
    query: '{ noticia { ...A } } fragment A on noticia { autor { noticias { ...A } } }',
    message: 'the fragment definition(s) A form a cycle',
    path: '$.selectionSet.noticia.selectionSet.A.selectionSet.autor.selectionSet.noticias.selectionSet',
  },
  {
    query: '{ noticia(order_by: {id: "asc"}) { id } }',
    message: "expected an enum value for type 'order_by', but found a string",
    path: '$.selectionSet.noticia.args.order_by[0].id',
  },
  {
    query: 'query ($o: order_by = "asc") { noticia(order_by: {id: $o}) { id } }',
    message: "expected an enum value for type 'order_by', but found a string",
  },
  {
    query: 'query ($o: order_by) { noticia(order_by: {id: $o}) { id } }',
    variables: { o: 1 },
    message: "expected an enum value for type 'order_by', but found a number",
  },
  {
    query: '{ noticia(distinct_on: "id", order_by: {id: asc}) { id } }',
    message: "expected an enum value for type 'noticia_select_column', but found a string",
  },
  {
    query: '{ a: noticia { id } a: autor { id } }',
    message: "selection of both 'noticia' and 'autor' specify the same response name, 'a'",
  },
  { query: '{ noticia(limit: 1, limit: 1) { id } }', message: "the argument 'limit' is given twice", path: '$.selectionSet.noticia' },
  {
    query: '{ noticia(limit: 1) { id } noticia(limit: 1, offset: 0) { id } }',
    message: "inconsistent arguments between multiple selections of field 'noticia'",
    path: '$.selectionSet.noticia',
  },
  {
    query: '{ noticia(limit: 1) { id } noticia(limit: 2) { id } }',
    message: "inconsistent arguments between multiple selections of field 'noticia'",
  },
  { query: '{ noticia @cached { id } }', message: "directive 'cached' is not allowed on a field", path: '$.selectionSet' },
  {
    query: 'mutation @cached { insert_noticia(objects: []) { affected_rows } }',
    role: 'editor',
    message: "directive 'cached' is not allowed on a mutation",
    path: '$',
  },
  { query: 'query @skip(if: true) { noticia { id } }', message: "directive 'skip' is not allowed on a query", path: '$' },
  {
    query: '{ noticia { id @include(if: true) @include(if: true) } }',
    message: "the following directives are used more than once: ['include']",
    path: '$.selectionSet.noticia.selectionSet',
  },
  {
    query: '{ noticia { id @include(if: true) @skip(if: false) @skip(if: false) @include(if: true) } }',
    message: "the following directives are used more than once: ['skip', 'include']",
  },
  {
    query: 'query @cached(refresh: 1) { noticia { id } }',
    message: "expected a boolean for type 'Boolean', but found an integer",
    path: '$.cached.args.refresh',
  },
  {
    query: 'query @cached @cached { noticia { id } }',
    message: "the following directives are used more than once: ['cached']",
    path: '$',
  },
  { query: '{ noticia @defer { id } }', message: "directive 'defer' is not defined in the schema" },
  { query: '{ noticia @include { id } }', message: "missing required field 'if'", path: '$.selectionSet.include.args.if' },
  { query: '{ noticia @skip(se: true) { id } }', message: "'skip' has no argument named 'se'", path: '$.selectionSet.skip' },
  { query: 'query @cached(para: 1) { noticia { id } }', message: "'cached' has no argument named 'para'", path: '$.cached' },
  { query: 'query A { noticia { id } } query B { noticia { id } }', message: /^exactly one operation has to be present/ },
  { query: 'fragment A on noticia { id }', message: /^exactly one operation has to be present/ },
  { query: 'query A { noticia { id } }', operationName: 'C', message: 'no such operation found in the document: "C"' },
  {
    query: '{ noticia { id } } query C { noticia { id } }',
    operationName: 'C',
    message: 'operationName cannot be used when an anonymous operation exists in the document',
    path: '$',
  },
  { query: 'query { noticia {} }', message: 'not a valid graphql query', path: '$.query' },
  { query: '{}', message: 'not a valid graphql query', path: '$.query' },
];

const VALUE_FAULTS: readonly Case[] = [
  { query: '{ noticia(where: {id: {_eq: null}}) { id } }', message: "unexpected null value for type 'bigint'", path: `${WHERE}.id._eq` },
  { query: '{ noticia(where: {dados: {_has_keys_any: null}}) { id } }', message: 'expected a list, but found null' },
  { query: '{ noticia(where: {dados: {_has_key: null}}) { id } }', message: "unexpected null value for type 'String'" },
  { query: '{ noticia(where: {id: {_in: null}}) { id } }', message: 'expected a list, but found null', path: `${WHERE}.id._in` },
  {
    query: '{ noticia(where: {id: {_in: [1, null]}}) { id } }',
    message: "unexpected null value for type 'bigint'",
    path: `${WHERE}.id._in[1]`,
  },
  { query: '{ noticia(where: {id: {_is_null: null}}) { id } }', message: "expected a boolean for type 'Boolean', but found null" },
  { query: '{ noticia(where: {id: null}) { id } }', message: "expected an object for type 'bigint_comparison_exp', but found null" },
  { query: '{ noticia(where: {_and: null}) { id } }', message: /^expected a list.*but found null$/ },
  { query: '{ noticia(where: {_not: null}) { id } }', message: "expected an object for type 'noticia_bool_exp', but found null" },
  { query: '{ noticia(where: {autor: null}) { id } }', message: "expected an object for type 'autor_bool_exp', but found null" },
  { query: '{ noticia(where: {tags: {_in: [null]}}) { id } }', message: "unexpected null value for type 'String'" },
  { query: '{ noticia(where: 1) { id } }', message: "expected an object for type 'noticia_bool_exp', but found an integer", path: WHERE },
  { query: '{ noticia(where: {id: 1}) { id } }', message: "expected an object for type 'bigint_comparison_exp', but found an integer" },
  {
    query: '{ noticia(where: {id: {_in: {a: 1}}}) { id } }',
    message: 'parsing Integer failed, expected Number, but encountered Object',
    code: 'parse-failed',
    path: `${WHERE}.id._in[0]`,
  },
  {
    query: '{ noticia(order_by: {id: {}}) { id } }',
    message: "expected an enum value for type 'order_by', but found an object",
    path: '$.selectionSet.noticia.args.order_by[0].id',
  },
  { query: '{ noticia(where: {id: {_ne: 1}}) { id } }', message: "field '_ne' not found in type: 'bigint_comparison_exp'" },
  { query: '{ noticia(where: {constructor: {_eq: 1}}) { id } }', message: "field 'constructor' not found in type: 'noticia_bool_exp'" },
  {
    query: '{ noticia(where: {id: {_eq: true}}) { id } }',
    message: 'parsing Integer failed, expected Number, but encountered Boolean',
    code: 'parse-failed',
    path: `${WHERE}.id._eq`,
  },
  {
    query: '{ noticia(where: {titulo: {_eq: 1}}) { id } }',
    message: 'parsing Text failed, expected String, but encountered Number',
    code: 'parse-failed',
  },
  { query: '{ noticia(where: {publicado_em: {_eq: 1}}) { id } }', message: /^parsing/, code: 'parse-failed' },
  { query: '{ amostra(where: {intervalo: {_eq: 1}}) { id } }', message: 'A string is expected for type : interval', code: 'parse-failed' },
  { query: '{ noticia(where: {autor_id: {_eq: 1.5}}) { id } }', message: /^The value 1\.5 lies outside/, code: 'parse-failed' },
  {
    query: '{ noticia(where: {autor_id: {_eq: 2147483648}}) { id } }',
    message: /^The value 2\.147483648e9 lies outside/,
    code: 'parse-failed',
  },
  { query: '{ noticia(where: {id: {_eq: 9223372036854775808}}) { id } }', message: /lies outside the bounds/, code: 'parse-failed' },
  {
    query: 'query ($n: Int) { noticia(limit: $n) { id } }',
    variables: { n: -1 },
    message: "expected a non-negative 32-bit integer for type 'Int', but found a number",
  },
  {
    query: '{ noticia(offset: "-1") { id } }',
    message: "expected a 32-bit integer, or a 64-bit integer represented as a string for type 'Int', but found a string",
  },
  {
    query: '{ comentario(where: {aprovado: {_eq: 1}}) { id } }',
    message: 'parsing Bool failed, expected Boolean, but encountered Number',
    code: 'parse-failed',
  },
  {
    query: '{ comentario(where: {aprovado: {_is_null: "true"}}) { id } }',
    message: "expected a boolean for type 'Boolean', but found a string",
  },
  {
    query: '{ noticia { id @skip(if: "true") } }',
    message: "expected a boolean for type 'Boolean', but found a string",
    path: '$.selectionSet.noticia.selectionSet.skip.args.if',
  },
  {
    query: 'query ($b: Boolean!) { noticia_aggregate { aggregate { count(distinct: $b) } } }',
    variables: { b: 1 },
    message: "expected a boolean for type 'Boolean', but found a number",
  },
  {
    query: '{ noticia(limit: -1) { id } }',
    message: "expected a non-negative 32-bit integer for type 'Int', but found an integer",
    path: '$.selectionSet.noticia.args.limit',
  },
  {
    query: '{ noticia(limit: 2147483648) { id } }',
    message: /^The value 2\.147483648e9 lies outside/,
    code: 'parse-failed',
    path: '$.selectionSet.noticia.args.limit',
  },
  {
    query: 'query ($n: Int) { noticia(limit: $n) { id } }',
    variables: { n: 1.5 },
    message: /^The value 1\.5 lies outside/,
    code: 'parse-failed',
  },
  { query: '{ noticia(offset: 1.0) { id } }', message: /^expected a 32-bit integer, .* for type 'Int', but found a float$/ },
  { query: '{ noticia(offset: 9223372036854775808) { id } }', message: /lies outside the bounds/, code: 'parse-failed' },
  { query: '{ noticia(limit: "1") { id } }', message: "expected a non-negative 32-bit integer for type 'Int', but found a string" },
  {
    query: '{ noticia(order_by: {id: up}) { id } }',
    message: /^expected one of the values \['asc', .*\] for type 'order_by', but found 'up'$/,
  },
  {
    query: '{ noticia(distinct_on: titulo, order_by: {id: asc}) { id } }',
    message: '"distinct_on" columns must match initial "order_by" columns',
    path: '$.selectionSet.noticia.args',
  },
  ...['order_by: {autor_id: asc}, distinct_on: [autor_id, publicado]', 'order_by: {autor: {id: asc}}, distinct_on: autor_id'].map(
    (args) => ({
      query: `{ noticia(${args}) { id } }`,
      role: 'editor',
      message: '"distinct_on" columns must match initial "order_by" columns',
    }),
  ),
  {
    query: '{ autor(where: {humor: {_eq: zangado}}) { id } }',
    message: "expected one of the values ['alegre', 'triste', 'unico'] for type 'humor_enum', but found 'zangado'",
  },
  { query: '{ noticia { dados(path: "a[") } }', message: /^parse json path error/, path: '$.selectionSet.noticia.selectionSet.dados.args' },
  {
    query: '{ noticia { dados(path: 5) } }',
    message: "expected a string for type 'String', but found an integer",
    path: '$.selectionSet.noticia.selectionSet.dados.args.path',
  },
  { query: '{ autor(where: {noticias_aggregate: {}}) { id } }', message: 'exactly one predicate should be specified' },
  { query: '{ autor(where: {noticias_aggregate: {count: {}}}) { id } }', message: "missing required field 'predicate'" },
  {
    query: '{ autor(where: {noticias_aggregate: {count: {predicate: null}}}) { id } }',
    message: "expected an object for type 'Int_comparison_exp', but found null",
    path: '$.selectionSet.autor.args.where.noticias_aggregate.count.predicate',
  },
];

const VARIABLE_FAULTS: readonly Case[] = [
  {
    query: 'query ($id: bigint!) { noticia_by_pk(id: $id) { id } }',
    message: 'expecting a value for non-nullable variable: "id"',
    path: '$',
  },
  {
    query: 'query ($id: bigint!) { noticia_by_pk(id: $id) { id } }',
    variables: { id: null },
    message: "unexpected null value for type 'bigint'",
    path: '$.selectionSet.noticia_by_pk.args.id',
  },
  { query: '{ noticia { id } }', variables: { sobra: 1 }, message: 'unexpected variables in variableValues: sobra', path: '$' },
  { query: '{ noticia { id } }', variables: { a: 1, b: 2 }, message: 'unexpected variables in variableValues: a, b', path: '$' },
  { query: '{ noticia(limit: $n) { id } }', message: 'unbound variable "n"', path: '$' },
  { query: '{ noticia(where: {dados: {_contains: {cor: $n}}}) { id } }', message: 'unbound variable "n"', path: '$' },
  { query: '{ noticia(where: {id: {_in: [$n]}}) { id } }', message: 'unbound variable "n"', path: '$' },
  {
    query: 'query ($n: Int, $n: Int) { noticia(limit: $n) { id } }',
    message: 'multiple definitions for variable "n"',
    code: 'parse-failed',
    path: '$',
  },
  {
    query: 'query ($id: Int!) { noticia(where: {titulo: {_eq: $id}}) { id } }',
    variables: { id: 1 },
    message: "variable 'id' is declared as 'Int!', but used where 'String' is expected",
  },
  {
    query: 'query ($ids: [Int!]) { noticia(where: {id: {_in: $ids}}) { id } }',
    variables: { ids: [1] },
    message: "variable 'ids' is declared as '[Int!]', but used where '[bigint!]' is expected",
  },
  {
    query: 'query ($where: ninguem_bool_exp) { noticia(where: $where) { id } }',
    variables: { where: {} },
    message: "variable 'where' is declared as 'ninguem_bool_exp', but used where 'noticia_bool_exp' is expected",
  },
  ...(
    [
      ['bigint', 'noticia_by_pk(id: $v)', 'bigint!', '_by_pk.args.id'],
      ['[bigint]', 'noticia(where: {id: {_in: $v}})', '[bigint!]', '.args.where.id._in'],
      ['bigint', 'noticia(where: {id: {_in: [$v]}})', 'bigint!', '.args.where.id._in[0]'],
      ['bigint!', 'noticia(where: {id: {_in: $v}})', '[bigint!]', '.args.where.id._in'],
      ['[bigint!]', 'noticia(where: {id: {_eq: $v}})', 'bigint', '.args.where.id._eq'],
      ['[[bigint!]!]', 'noticia(where: {id: {_in: $v}})', '[bigint!]', '.args.where.id._in'],
    ] as const
  ).map(([declared, field, expected, place]) => ({
    query: `query ($v: ${declared}) { ${field} { id } }`,
    variables: { v: 1 },
    message: `variable 'v' is declared as '${declared}', but used where '${expected}' is expected`,
    path: `$.selectionSet.noticia${place}`,
  })),
  { query: 'query ($id: bigint) { noticia(where: {id: {_eq: $id}}) { id } }', message: "unexpected null value for type 'bigint'" },
  {
    query: 'query ($id: bigint) { noticia(where: {id: {_eq: $id}}) { id } }',
    variables: { id: null },
    message: "unexpected null value for type 'bigint'",
  },
  {
    query: 'query ($w: noticia_bool_exp) { noticia(where: $w) { id } }',
    variables: { w: { id: { _eq: null } } },
    message: "unexpected null value for type 'bigint'",
    path: `${WHERE}.id._eq`,
  },
  {
    query: 'query ($w: noticia_bool_exp) { noticia(where: $w) { id } }',
    variables: { w: { segredo: { _eq: 's1' } } },
    message: "field 'segredo' not found in type: 'noticia_bool_exp'",
  },
  {
    query: 'query ($w: noticia_bool_exp) { noticia(where: $w) { id } }',
    variables: { w: 'x' },
    message: "expected an object for type 'noticia_bool_exp', but found a string",
  },
  {
    query: 'query ($ids: [bigint!]) { noticia(where: {id: {_in: $ids}}) { id } }',
    variables: { ids: [1, null] },
    message: "unexpected null value for type 'bigint'",
    path: `${WHERE}.id._in[1]`,
  },
];

const DATABASE_FAULTS: readonly Case[] = [
  { query: '{ noticia(offset: -1) { id } }', message: /OFFSET/, code: 'data-exception', path: '$' },
  {
    query: '{ noticia(where: {id: {_eq: "x"}}) { id } }',
    message: /invalid input syntax for type bigint/,
    code: 'data-exception',
    path: '$',
  },
  { query: '{ noticia(where: {nota: {_eq: "1,5"}}) { id } }', message: /invalid input syntax for type numeric/, code: 'data-exception' },
  { query: '{ noticia(where: {publicado_em: {_eq: "ontem"}}) { id } }', message: /invalid input syntax/, code: 'data-exception' },
  { query: '{ amostra_by_pk(id: "abc") { id } }', message: /invalid input syntax for type uuid/, code: 'data-exception', path: '$' },
  { query: '{ noticia(where: {id: {_eq: "9223372036854775808"}}) { id } }', message: /out of range/, code: 'data-exception', path: '$' },
  { query: '{ noticia(where: {publicado_em: {_eq: "2024-99-99"}}) { id } }', message: /out of range/, code: 'data-exception' },
  { query: '{ noticia(where: {titulo: {_regex: "("}}) { id } }', message: /regular expression/, code: 'data-exception' },
  {
    query: String.raw`{ noticia(where: {titulo: {_like: "P\\"}}) { id } }`,
    message: 'LIKE pattern must not end with escape character',
    code: 'bad-request',
  },
  { query: String.raw`{ noticia(where: {titulo: {_eq: "a\u0000"}}) { id } }`, message: /U\+0000/, code: 'data-exception' },
];

/** Names that the caller makes up are cut at 200 characters, so that an answer is not as long as the request. */
const [LONG, CUT] = ['x'.repeat(300), 'x'.repeat(200)];

const LONG_NAMES: readonly Case[] = [
  { query: 'query A { noticia { id } }', operationName: LONG, message: `no such operation found in the document: "${CUT}"` },
  { query: '{ noticia { id } }', variables: { [LONG]: 1 }, message: `unexpected variables in variableValues: ${CUT}` },
  {
    query: `{ noticia(where: {${LONG}: {}}) { id } }`,
    message: `field '${CUT}' not found in type: 'noticia_bool_exp'`,
    path: `${WHERE}.${CUT}`,
  },
  {
    query: 'query ($o: order_by) { noticia(order_by: {id: $o}) { id } }',
    variables: { o: LONG },
    message: /^expected one of the values .*, but found 'x{200}'$/,
  },
];

/** A text stands for itself, wholly. */
function exactly(pattern: string | RegExp): RegExp {
  return pattern instanceof RegExp ? pattern : new RegExp(`^${pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`);
}

export function faultCases({ ask }: Fixture): void {
  test.each(
    [...DOCUMENT_FAULTS, ...VALUE_FAULTS, ...VARIABLE_FAULTS, ...DATABASE_FAULTS, ...LONG_NAMES].map(
      (item) => [item.query.slice(0, 120), item] as const,
    ),
  )('%s', async (_, { query, message, code = 'validation-failed', path, ...question }) => {
    const fault = await ask.fault(query, question);
    expect(Object.keys(fault.extensions)).toEqual(['path', 'code']);
    expect(fault.extensions.code).toBe(code);
    expect(fault.message).toMatch(exactly(message));
    expect(fault.extensions.path).toMatch(exactly(path ?? /^\$/));
  });

  test('an error holds no data and no locations', async () => {
    const answer = await ask.answer('{ a: noticia { id } nada }');
    expect(Object.keys(answer).toSorted()).toEqual(['errors', 'kind']);
    expect(JSON.stringify(answer)).not.toContain('locations');
  });
}
