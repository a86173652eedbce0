import { expect, test } from 'vitest';
import { PUBLIC_CALLER } from '../../../../../../server/backend/backend.ts';
import type { QueryOptions } from '../../../../../support/graphql-fixture/graphql-client.ts';
import type { Fixture } from '../suite.ts';

export function planCases({ ask, database, engine, restart }: Fixture): void {
  test('one statement answers all root fields, so they see one snapshot', async () => {
    database().take();
    await ask.data(
      '{ noticia { id autor { nome } comentarios { id } } autor { id } noticia_aggregate { aggregate { count } nodes { id } } }',
    );
    expect(database().take()).toHaveLength(1);
  });

  test('requests of one moment that come again are one statement, with the answer of each', async () => {
    const queries = [
      '{ noticia(order_by: {id: asc}) { id titulo } }',
      '{ autor(order_by: {id: asc}) { nome } noticia_aggregate { aggregate { count } } }',
      '{ mais: autor_resumo(order_by: {autor_id: asc}) { total } menos: autor_resumo_aggregate { aggregate { count } } }',
    ];
    const apart = [];
    for (const query of queries) apart.push(await ask.data(query));
    const together = (): Promise<unknown[]> => Promise.all(queries.map((query) => ask.data(query)));
    await together();
    database().take();
    expect(await together()).toEqual(apart);
    expect(database().take()).toHaveLength(1);
  });

  test('a request for constants only sends no statement', async () => {
    database().take();
    expect(await ask.data('{ __typename }')).toEqual({ __typename: 'query_root' });
    expect(database().take()).toEqual([]);
  });

  test('requests that differ in values share one statement, prepared when it is used again', async () => {
    const query = 'query ($id: bigint!, $t: [String!], $n: Int) { noticia(where: {id: {_gt: $id}, titulo: {_in: $t}}, limit: $n) { id } }';
    database().take();
    await ask.data(query, { variables: { id: 1, t: ['Segunda'], n: 1 } });
    await ask.data(query, { variables: { id: '2', t: [], n: 5 } });
    await ask.data(query, { variables: { id: '3', t: [], n: 5 } });
    const [first, second, third] = database().take();
    expect(first?.options.name).toBeUndefined();
    expect(second).toMatchObject({ text: first?.text, options: { name: expect.stringMatching(/^gql_[0-9a-f]{32}$/) } });
    expect(third).toMatchObject({ text: first?.text, options: { name: second?.options.name } });
    expect(second?.values).toEqual(['2', '{}', '5']);
  });

  test('a statement has the time and the signal of its caller, whether it is prepared or not', async () => {
    database().take();
    const { signal } = new AbortController();
    for (const query of ['{ humor(limit: 1) { valor } }', 'query ($n: Int) { humor(limit: $n) { valor } }']) {
      for (let run = 0; run < 2; run += 1)
        await engine().execute({ query, variables: query.startsWith('query') ? { n: 1 } : {} }, { caller: PUBLIC_CALLER, signal });
      const [first, second] = database().take();
      expect(first?.options).toEqual({ timeoutMs: 5_000, signal });
      expect(second?.options).toEqual({ timeoutMs: 5_000, signal, name: expect.stringMatching(/^gql_/) });
      await engine().execute({ query: query.replace('valor', 'v: valor') }, { caller: PUBLIC_CALLER, timeoutMs: 70 });
      expect(database().take()[0]?.options).toEqual({ timeoutMs: 70 });
    }
  });

  test('roles, booleans and nulls that change the statement do not share it', async () => {
    const query = 'query ($com: Boolean!, $n: Int) { noticia(limit: $n) { id titulo @include(if: $com) } }';
    database().take();
    for (let run = 0; run < 2; run += 1) {
      await ask.data(query, { variables: { com: true, n: 1 } });
      await ask.data(query, { variables: { com: false, n: 1 } });
      await ask.data(query, { variables: { com: true, n: null } });
      await ask.data(query, { variables: { com: true, n: 1 }, role: 'admin' });
    }
    const names = database()
      .take()
      .map(({ options }) => options.name);
    expect(names.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
    expect(new Set(names.slice(4)).size).toBe(4);
  });

  test('a condition in a variable is prepared when its plan is used again, and another condition is another plan', async () => {
    const query = 'query ($w: noticia_bool_exp) { noticia(where: $w) { id titulo } }';
    database().take();
    for (const id of [1, 2, 3]) await ask.data(query, { variables: { w: { id: { _eq: id } } } });
    await ask.data(query, { variables: { w: { titulo: { _eq: 'x' } } } });
    const names = database()
      .take()
      .map(({ options }) => options.name);
    expect(names).toEqual([undefined, expect.stringMatching(/^gql_/), names[1], undefined]);
  });

  test('a condition of hundreds of parts is planned each time, so that callers do not choose how much is kept', async () => {
    const query = 'query ($w: noticia_bool_exp) { noticia(where: $w) { id } }';
    const namesOf = async (parts: number): Promise<readonly unknown[]> => {
      database().take();
      for (const first of [0, 1]) {
        const w = { _or: Array.from({ length: parts }, (_, index) => ({ id: { _eq: first + index } })) };
        await ask.data(query, { variables: { w } });
      }
      return database()
        .take()
        .map(({ options }) => options.name);
    };
    expect(await namesOf(3)).toEqual([undefined, expect.stringMatching(/^gql_/)]);
    expect(await namesOf(300)).toEqual([undefined, undefined]);
  });

  test('a single ordering in place of a list shares no plan with a list of none', async () => {
    const query = 'query ($o: [noticia_order_by!]) { noticia(where: {id: {_lt: 3}}, order_by: $o) { id } }';
    await ask.data(query, { variables: { o: [] } });
    expect(await ask.data(query, { variables: { o: { id: 'desc' } } })).toEqual({ noticia: [{ id: 2 }, { id: 1 }] });
    expect(await ask.data(query, { variables: { o: [{ id: 'asc' }] } })).toEqual({ noticia: [{ id: 1 }, { id: 2 }] });
  });

  test('documents with values of their own prepare nothing, whatever the role', async () => {
    database().take();
    for (const id of [1, 2, 3]) await ask.data(`{ noticia(where: {id: {_eq: ${id}}}) { id } }`, { role: 'admin' });
    const names = database()
      .take()
      .map(({ options }) => options.name);
    expect(names).toEqual([undefined, undefined, undefined]);
  });

  test('a search of the public is prepared when it comes again; that of another caller is planned for its words', async () => {
    const query = 'query ($t: String) { noticia(where: {titulo: {_ilike: $t}}) { id } }';
    const namesOf = async (question: QueryOptions): Promise<readonly unknown[]> => {
      database().take();
      for (const t of ['%a%', '%b%']) await ask.data(query, { ...question, variables: { t } });
      return database()
        .take()
        .map(({ options }) => options.name);
    };
    expect(await namesOf({ role: 'public' })).toEqual([undefined, expect.stringMatching(/^gql_/)]);
    expect(await namesOf({ role: 'public', trust: 'signed-in' })).toEqual([undefined, undefined]);
    expect(await namesOf({ role: 'admin' })).toEqual([undefined, undefined]);
  });

  test('a document of more than 64 KB is read anew each time, and so is never prepared', async () => {
    const namesOf = async (length: number): Promise<readonly unknown[]> => {
      const query = '{ humor { valor } } #'.padEnd(length, '.');
      database().take();
      for (let run = 0; run < 2; run += 1) await ask.data(query);
      return database()
        .take()
        .map(({ options }) => options.name);
    };
    expect(await namesOf(65_536)).toEqual([undefined, expect.stringMatching(/^gql_/)]);
    expect(await namesOf(65_537)).toEqual([undefined, undefined]);
  });

  test('a plan that was compiled for a trusted caller of a role passes no limit of an anonymous one', async () => {
    const query = `{ autor { ${'chefe { '.repeat(12)} id ${'} '.repeat(12)} } }`;
    expect(await ask.answer(query, { role: 'public', trust: 'service' })).toMatchObject({ kind: 'data' });
    expect((await ask.fault(query, { role: 'public' })).message).toBe('the selection is more than 10 levels deep');
  });

  test('a cached plan checks the values of the next request', async () => {
    const query = 'query ($w: noticia_bool_exp!) { noticia(where: $w) { id } }';
    expect(await ask.data(query, { variables: { w: { id: { _in: [1] } } } })).toEqual({ noticia: [{ id: 1 }] });
    expect((await ask.fault(query, { variables: { w: { id: { _in: [null] } } } })).message).toBe("unexpected null value for type 'bigint'");
    expect((await ask.fault(query, { variables: { w: { id: { _in: ['x'] } } } })).extensions.code).toBe('data-exception');
  });

  test('limits and booleans of the document stand in the statement, where the planner sees them', async () => {
    database().take();
    await ask.data('{ noticia(where: {publicado: {_eq: true}}, limit: 2) { id } }', { role: 'admin' });
    await ask.data('query ($n: Int!) { noticia(limit: $n) { id } }', { role: 'admin', variables: { n: 2 } });
    const [written, given] = database().take();
    expect(written).toMatchObject({ text: expect.stringMatching(/"publicado" = true.* limit 2\b/), values: [] });
    expect(given).toMatchObject({ text: expect.stringContaining('limit $1'), values: ['2'] });
  });

  test('a view that several root fields read is planned for each of them with its own conditions', async () => {
    const fields = [
      'um: autor_resumo_aggregate(where: {total: {_eq: 1}}) { aggregate { count } }',
      'todos: autor_resumo(order_by: {autor_id: asc}) { total autor { nome } }',
      'maiores: autor_resumo(where: {total: {_gt: 1}}, order_by: {autor_id: asc}, limit: 1) { autor_id }',
    ];
    const apart = await Promise.all(fields.map((field) => ask.data(`{ ${field} }`)));
    database().take();
    const together = await ask.data(`{ ${fields.join(' ')} }`);
    const [statement] = database().take();
    expect(together).toEqual(Object.assign({}, ...apart));
    const { rows } = await database().query(`explain (format json) ${statement?.text}`, statement?.values);
    expect(JSON.stringify(rows)).not.toContain('CTE Scan');
  });

  test('rows that an offset skips are not built', async () => {
    database().take();
    await ask.data('{ autor(order_by: {id: asc}, limit: 1, offset: 2) { id equipe { id } } }', { role: 'admin' });
    const [statement] = database().take();
    const { rows } = await database().query(`explain (analyze, format json) ${statement?.text}`, statement?.values);
    const nodes = JSON.stringify(rows[0]?.['QUERY PLAN']).split('"Parent Relationship":"SubPlan"').slice(1);
    const loops = nodes.map((node) => /"Actual Loops":(\d+)/.exec(node)?.[1]);
    expect(loops).toEqual(['1']);
  });

  test('a column that was added or dropped is known to or forgotten by the next start', async () => {
    await database().script('alter table larga add column nova integer default 7');
    expect((await ask.fault('{ larga { nova } }')).message).toBe("field 'nova' not found in type: 'larga'");
    await restart();
    expect(await ask.data('{ larga { nova } }')).toEqual({ larga: [{ nova: 7 }] });
    await database().script('alter table larga drop column nova');
    await restart();
    expect((await ask.fault('{ larga { nova } }')).message).toBe("field 'nova' not found in type: 'larga'");
  });
}
