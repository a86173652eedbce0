import { expect, test } from 'vitest';
import type { Fixture } from '../suite.ts';

const ATTACKS = [
  `'; drop table noticia; --`,
  `' or '1'='1`,
  `" or 1=1 --`,
  `\\'; select pg_sleep(10); --`,
  `$1`,
  `$$; drop table noticia; $$`,
  `{"a"}`,
  `}', '{`,
  `a","b`,
  `\\`,
  `/* */ union select segredo from noticia --`,
];

export function injectionCases({ ask, database }: Fixture): void {
  test.each(ATTACKS)('%j is compared as a plain value', async (text) => {
    const query = `query ($t: String!, $l: [String!]!, $j: jsonb!, $p: String) { noticia(where: {_or: [
      {titulo: {_eq: $t}}, {titulo: {_in: $l}}, {tags: {_contains: $l}}, {tags: {_eq: [$t]}}, {dados: {_eq: $j}}, {dados: {_has_key: $t}}
    ]}) { id } noticia_by_pk(id: 1) { titulo dados(path: $p) } }`;
    const path = /[[\]{}'"\s]/.test(text) ? '$' : text;
    const data = await ask.data(query, { variables: { t: text, l: [text, `x${text}`], j: { [text]: text }, p: path } });
    expect(data).toMatchObject({ noticia: [], noticia_by_pk: { titulo: 'Primeira' } });
    const literal = `{ noticia(where: {titulo: {_eq: ${JSON.stringify(text)}}, tags: {_contains: [${JSON.stringify(text)}]}}) { id } }`;
    expect(await ask.data(literal)).toEqual({ noticia: [] });
    expect(await ask.data('{ noticia_aggregate { aggregate { count } } }', { role: 'admin' })).toEqual({
      noticia_aggregate: { aggregate: { count: 6 } },
    });
  });

  test('values of variables never become part of the SQL text', async () => {
    database().take();
    await ask.data(
      'query ($t: String, $w: noticia_bool_exp!) { noticia(where: {_and: [{titulo: {_eq: $t}}, $w]}) { id } a: noticia(where: {titulo: {_eq: "marca;1"}}, limit: 2) { id } }',
      {
        variables: { t: 'marca2', w: { titulo: { _like: 'marca3' }, dados: { _eq: { marca4: 1 } } } },
      },
    );
    const [query] = database().take();
    expect(query?.text).not.toContain('marca');
    expect(JSON.stringify(query?.values)).toMatch(/marca2.*marca3.*marca4.*marca;1/);
  });

  test.each([["o'marca"], ['\\\\marca'], ['$$marca$$'], ['marca\\u0027'], ['marca\\u00e9'], ['marca;--/*']])(
    'the constant %s of a document stays a parameter, for it has a character beyond those of keys and dates',
    async (text) => {
      database().take();
      await ask.data(`{ noticia(where: {titulo: {_eq: "${text}"}}) { id } }`);
      const [query] = database().take();
      expect(query?.text).not.toContain('marca');
      expect(query?.values?.join()).toContain('marca');
    },
  );

  test('a plain constant of a document is written into the statement, so that a statement without variables is planned once', async () => {
    database().take();
    const rows = await ask.data('{ noticia(where: {id: {_in: [1, 2]}, titulo: {_neq: "outra_marca"}}, order_by: {id: asc}) { id } }');
    expect(rows).toEqual({ noticia: [{ id: 1 }, { id: 2 }] });
    const [query] = database().take();
    expect(query?.text).toContain("'outra_marca'::text::");
    expect(query?.values ?? []).toEqual([]);
  });

  test('a text is unchanged in an array parameter', async () => {
    const odd = ['a,b', 'c"d', '\\', '{x}', 'NULL', ' ', 'é'];
    await database().query('update noticia set tags = $1::text::text[] where id = 2', [
      `{${odd.map((item) => JSON.stringify(item)).join(',')}}`,
    ]);
    const query = 'query ($t: [String!]) { noticia(where: {tags: {_eq: $t}}) { tags } }';
    expect(await ask.data(query, { variables: { t: odd } })).toEqual({ noticia: [{ tags: odd }] });
    await database().query("update noticia set tags = '{geral}' where id = 2");
  });
}
