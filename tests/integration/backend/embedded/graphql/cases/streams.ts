/** Subscriptions that are prepared and run by hand; `live-queries.test.ts` has what runs them when rows change. */
import { expect, test } from 'vitest';
import type { Caller, GraphqlAnswer } from '../../../../../../server/backend/backend.ts';
import type { PreparedSubscription } from '../../../../../../server/backend/embedded/graphql/engine.ts';
import type { Fixture } from '../suite.ts';

const EDITOR: Caller = { role: 'editor', trust: 'signed-in', session: {} };
const PUBLIC: Caller = { role: 'public', trust: 'anonymous', session: {} };

export function streamCases({ ask, engine, database }: Fixture): void {
  const run = (subscription: PreparedSubscription): Promise<GraphqlAnswer> => subscription.run(new AbortController().signal);
  const prepared = (query: string, caller = EDITOR, variables = {}): PreparedSubscription => {
    const found = engine().prepare({ query, variables }, caller);
    if (found?.kind !== 'prepared') throw new Error(`not prepared: ${JSON.stringify(found)}`);
    return found;
  };
  /** The ids of a stream's batches until one is empty. */
  const batches = async (args: string, caller = EDITOR): Promise<readonly (readonly number[])[]> => {
    const found: (readonly number[])[] = [];
    let next: PreparedSubscription | undefined = prepared(`subscription { comentario_stream(${args}) { id } }`, caller);
    while (next !== undefined) {
      const answer = await run(next);
      if (answer.kind === 'errors') throw new Error(JSON.stringify(answer.errors));
      const data = JSON.parse(answer.json) as { readonly comentario_stream: readonly { readonly id: number }[] };
      if (data.comentario_stream.length === 0) break;
      found.push(data.comentario_stream.map(({ id }) => id));
      next = next.after?.(answer);
    }
    return found;
  };

  test('a stream goes on behind the last row of each batch', async () => {
    expect(await batches('batch_size: 2, cursor: {initial_value: {id: 1}}')).toEqual([[2, 3], [4, 5], [6]]);
    expect(await batches('batch_size: 4, cursor: [{initial_value: {id: 6}, ordering: DESC}]')).toEqual([[5, 4, 3, 2], [1]]);
    expect(await batches('batch_size: 9, cursor: {initial_value: {id: 2}, ordering: ASC}, where: {id: {_lt: 5}}')).toEqual([[3, 4]]);
    expect(await batches('batch_size: 9, cursor: {initial_value: {texto: ""}}, where: {id: {_in: [1, 2]}}')).toEqual([[1, 2]]);
  });

  test('a stream may begin at a value that is a variable', async () => {
    const query = 'subscription ($id: Int!) { comentario_stream(batch_size: 1, cursor: {initial_value: {id: $id}}) { id } }';
    const first = prepared(query, EDITOR, { id: 4 });
    const answer = await run(first);
    expect(answer).toEqual({ kind: 'data', json: expect.stringMatching(/"id" : 5\}/) as unknown });
    const second = first.after?.(answer);
    expect(second && (await run(second))).toEqual({ kind: 'data', json: expect.stringMatching(/"id" : 6\}/) as unknown });
  });

  test('a stream may go by a column that is true or false', async () => {
    const [ids = [], ...more] = await batches('batch_size: 9, cursor: {initial_value: {aprovado: false}}');
    expect([new Set(ids), more]).toEqual([new Set([1, 3, 4, 5, 6]), []]);
  });

  test('a stream has the rows that the role may see', async () => {
    expect(await batches('batch_size: 9, cursor: {initial_value: {id: 0}}', PUBLIC)).toEqual([[1, 3, 6]]);
  });

  test('a stream without rows behind its cursor has no place to go on', async () => {
    const stream = prepared('subscription { comentario_stream(batch_size: 1, cursor: {initial_value: {id: 99}}) { id } }');
    const answer = await run(stream);
    expect(answer).toEqual({ kind: 'data', json: expect.stringMatching(/^\{"comentario_stream": *\[\]\}$/) as unknown });
    expect(stream.after?.(answer)).toBeUndefined();
    expect(prepared('subscription { autor { id } }').after).toBeUndefined();
  });

  test.each([
    ['', 'one streaming column field is expected'],
    ['null', 'one streaming column field is expected'],
    ['{initial_value: {id: 1, texto: "a"}}', 'multiple column cursors are not supported yet'],
    ['{initial_value: {id: 1}}, {initial_value: {texto: "a"}}', 'multiple column cursors are not supported yet'],
  ])('a stream with the cursor [%s] is refused', (cursor, message) => {
    const query = `subscription { comentario_stream(batch_size: 1, cursor: [${cursor}]) { id } }`;
    expect(engine().prepare({ query }, EDITOR)).toEqual({
      kind: 'errors',
      errors: [{ message, extensions: { code: 'validation-failed', path: '$.selectionSet.comentario_stream.args' } }],
    });
  });

  test('a stream without a cursor is refused', () => {
    const query = 'subscription { comentario_stream(batch_size: 1, cursor: null) { id } }';
    expect(engine().prepare({ query }, EDITOR)).toMatchObject({ errors: [{ message: 'one streaming column field is expected' }] });
  });

  test('a role subscribes to the roots that its permission names, which may be others than those of its queries', () => {
    const answerTo = (field: string): unknown => engine().prepare({ query: `subscription { ${field} { peso } }` }, PUBLIC)?.kind;
    expect(answerTo('voto')).toBe('prepared');
    expect(answerTo('voto_stream(batch_size: 1, cursor: {initial_value: {noticia_id: 0}})')).toBe('prepared');
    expect(answerTo('voto_by_pk(noticia_id: 1, eleitor: "6f1c1b7e-0000-4000-8000-000000000002")')).toBe('errors');
  });

  test('statements of subscriptions are prepared at once and give way to others', async () => {
    database().take();
    await run(prepared('subscription { autor(order_by: {nome: asc}) { id nome } }'));
    await ask.data('{ autor(order_by: {nome: desc}) { id nome } }');
    const [subscription, query] = database().take();
    expect(subscription?.options).toMatchObject({ yields: true, name: expect.stringMatching(/^gql_/) as unknown, timeoutMs: 10_000 });
    expect(query?.options?.yields).not.toBe(true);
  });

  test('a subscription names the tables and functions that it reads, wherever they stand in it', () => {
    const readsOf = (field: string): unknown => {
      const { relations, functions } = prepared(`subscription { ${field} }`, { ...EDITOR, role: 'admin', trust: 'service' }).reads;
      return [relations, functions].map((names) => names.map(({ schema, name }) => `${schema}.${name}`).toSorted());
    };
    expect(readsOf('autor { id }')).toEqual([['public.autor'], []]);
    expect(readsOf('pecas { id }')).toEqual([['acervo.item'], []]);
    expect(readsOf('noticia(where: {comentarios: {id: {_gt: 0}}}) { autor { nome } votos_aggregate { aggregate { count } } }')).toEqual([
      ['public.autor', 'public.comentario', 'public.noticia', 'public.voto'],
      [],
    ]);
    expect(readsOf('autor(order_by: {noticias_aggregate: {count: asc}}) { iniciais }')).toEqual([
      ['public.autor', 'public.noticia'],
      ['public.autor_iniciais'],
    ]);
    expect(readsOf('noticias_de(args: {escrita_por: 1}) { id }')).toEqual([[], ['public.noticias_de']]);
    expect(readsOf('comentario_stream(batch_size: 1, cursor: {initial_value: {id: 0}}) { noticia { id } }')).toEqual([
      ['public.comentario', 'public.noticia'],
      [],
    ]);
  });

  test('subscriptions with the same answers have the same key, and others another', () => {
    const query = 'subscription ($n: Int) { autor(limit: $n) { id } }';
    const keyOf = (caller: Caller, n: number): string => prepared(query, caller, { n }).key;
    expect(keyOf(EDITOR, 1)).toBe(keyOf(EDITOR, 1));
    const service: Caller = { ...EDITOR, trust: 'service' };
    expect(new Set([keyOf(EDITOR, 1), keyOf(EDITOR, 2), keyOf(service, 1), keyOf(PUBLIC, 1)]).size).toBe(4);
  });

  test('a subscription that asks the database nothing has its answer', async () => {
    expect(await run(prepared('subscription { __typename }'))).toEqual({ kind: 'data', json: '{"__typename":"subscription_root"}' });
  });

  test('only a subscription of one field can be prepared', () => {
    expect(engine().prepare({ query: '{ autor { id } }' }, EDITOR)).toBeUndefined();
    expect(engine().prepare({ query: 'subscription { autor { id } noticia { id } }' }, EDITOR)).toMatchObject({
      errors: [{ message: 'subscriptions must select one top level field' }],
    });
    expect(engine().prepare({ query: 'subscription { autor { id } }' }, { ...EDITOR, role: 'nobody' })).toMatchObject({
      errors: [{ message: 'no subscriptions exist' }],
    });
  });
}
