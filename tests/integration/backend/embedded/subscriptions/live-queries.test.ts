import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresDatabase } from '../../../../../server/backend/embedded/database/postgres-database.ts';
import { postgresForTests } from '../../../../support/postgres.ts';
import { DATABASE_KINDS, type TestDatabase } from '../database/databases.ts';
import { installLiveFixture, liveOver, resetRows } from './live-fixture.ts';

const COMMENTS = 'subscription { comentario(order_by: {id: asc}, where: {noticia_id: {_eq: 1}}) { id texto } }';
const AUTHORS = 'subscription { autor(order_by: {id: asc}, limit: 1) { nome } }';

describe.each(DATABASE_KINDS)('live queries on $kind', ({ open }) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await open();
    await installLiveFixture(opened.database);
  });

  afterEach(() => resetRows(opened.database));

  afterAll(() => opened.stop());

  test('answer at once, and again when the rows have changed', async () => {
    await using fixture = await liveOver(opened.database);
    const comments = fixture.subscribe(COMMENTS);
    expect(await comments.data()).toEqual({ comentario: [{ id: 1, texto: 'bom' }] });
    await fixture.database.query("update comentario set texto = 'ótimo' where id = 1");
    expect(await comments.data()).toEqual({ comentario: [{ id: 1, texto: 'ótimo' }] });
    await fixture.database.query('truncate comentario');
    expect(await comments.data()).toEqual({ comentario: [] });
  });

  test('run once for a thousand subscribers of one list, and once more for one change', async () => {
    await using fixture = await liveOver(opened.database);
    const subscribers = Array.from({ length: 1_000 }, () => fixture.subscribe(COMMENTS));
    const first = await Promise.all(subscribers.map(({ next }) => next()));
    expect([new Set(first).size, fixture.runs()]).toEqual([1, 1]);
    const second = Promise.all(subscribers.map(({ data }) => data()));
    await fixture.database.query("update comentario set texto = 'ótimo' where id = 1");
    expect(new Set((await second).map((data) => JSON.stringify(data)))).toEqual(new Set(['{"comentario":[{"id":1,"texto":"ótimo"}]}']));
    expect(fixture.runs()).toBe(1);
  });

  describe('of a stream', () => {
    const stream = (args: string): string => `subscription { comentario_stream(${args}) { id texto } }`;
    const ids = (data: unknown): readonly number[] => {
      const { comentario_stream: rows } = data as { readonly comentario_stream: readonly { readonly id: number }[] };
      return rows.map(({ id }) => id);
    };
    const EDITOR = { role: 'editor' };

    test('give the rows behind the cursor in batches, and then what is new', async () => {
      await using fixture = await liveOver(opened.database);
      const rows = fixture.subscribe(stream('batch_size: 4, cursor: {initial_value: {id: 1}}'), EDITOR);
      expect(ids(await rows.data())).toEqual([2, 3, 4, 5]);
      expect(ids(await rows.data())).toEqual([6]);
      const next = rows.data();
      await fixture.database.query("update comentario set texto = 'lido' where id = 2");
      await fixture.database.query("insert into comentario (id, noticia_id, texto) values (7, 1, 'novo'), (8, 1, 'novo')");
      expect(ids(await next)).toEqual([7, 8]);
    });

    test('say once that there is nothing yet, and wait', async () => {
      await using fixture = await liveOver(opened.database);
      const where = 'batch_size: 9, cursor: [{initial_value: {texto: "bom"}, ordering: ASC}], where: {noticia_id: {_eq: 1}, id: {_gt: 8}}';
      const rows = fixture.subscribe(stream(where), EDITOR);
      expect(await rows.data()).toEqual({ comentario_stream: [] });
      await fixture.database.query("insert into comentario (id, noticia_id, texto) values (9, 1, 'curto'), (10, 1, 'alto')");
      expect(ids(await rows.data())).toEqual([9]);
    });

    test('a stream goes backwards, with variables, over the rows that the role sees', async () => {
      await using fixture = await liveOver(opened.database);
      const query = `subscription ($c: [comentario_stream_cursor_input]!, $n: Int!) { comentario_stream(cursor: $c, batch_size: $n) { id } }`;
      const variables = { c: [{ initial_value: { id: 6 }, ordering: 'DESC' }], n: 2 };
      const [all, visible] = [fixture.subscribe(query, EDITOR, variables), fixture.subscribe(query, {}, variables)];
      expect([ids(await all.data()), ids(await all.data())]).toEqual([
        [5, 4],
        [3, 2],
      ]);
      expect(ids(await visible.data())).toEqual([3, 1]);
    });

    test('run once for all who are at the same place', async () => {
      await using fixture = await liveOver(opened.database);
      const query = stream('batch_size: 10, cursor: {initial_value: {id: 0}}');
      const subscribers = Array.from({ length: 100 }, () => fixture.subscribe(query, EDITOR));
      expect(new Set((await Promise.all(subscribers.map(({ data }) => data()))).map((data) => ids(data).length))).toEqual(new Set([6]));
      const next = Promise.all(subscribers.map(({ data }) => data()));
      await fixture.database.query("insert into comentario (id, noticia_id, texto) values (7, 1, 'novo')");
      expect(new Set((await next).map((data) => String(ids(data))))).toEqual(new Set(['7']));
      // The first batch, and at the place behind it what is there and what has come.
      expect(fixture.runs()).toBeLessThanOrEqual(3);
    });

    const args = '$.selectionSet.comentario_stream.args';
    test.each([
      ['batch_size: 1, cursor: []', 'one streaming column field is expected', args],
      ['batch_size: 1, cursor: {initial_value: {id: 1, nota: 1}}', 'multiple column cursors are not supported yet', args],
      ['cursor: {initial_value: {id: 1}}', "missing required field 'batch_size'", `${args}.batch_size`],
      ['batch_size: 1, cursor: {initial_value: {id: null}}', "unexpected null value for type 'Int'", `${args}.cursor[0].initial_value.id`],
      [
        'batch_size: -1, cursor: {initial_value: {id: 1}}',
        "expected a non-negative 32-bit integer for type 'Int', but found an integer",
        `${args}.batch_size`,
      ],
    ])('are refused with %s', async (given, message, path) => {
      await using fixture = await liveOver(opened.database);
      expect(await fixture.subscribe(stream(given), EDITOR).next()).toEqual({
        kind: 'errors',
        errors: [{ message, extensions: { code: 'validation-failed', path } }],
      });
    });
  });

  test('tell a later subscriber the last answer without a run', async () => {
    await using fixture = await liveOver(opened.database);
    await fixture.subscribe(COMMENTS).data();
    expect(await fixture.subscribe(COMMENTS).data()).toEqual({ comentario: [{ id: 1, texto: 'bom' }] });
    expect(fixture.runs()).toBe(1);
  });

  test('are not run by the changes of other tables', async () => {
    await using fixture = await liveOver(opened.database);
    const [comments, authors] = [fixture.subscribe(COMMENTS), fixture.subscribe(AUTHORS)];
    await Promise.all([comments.data(), authors.data()]);
    fixture.runs();
    await fixture.database.query("update autor set nome = 'Anna' where id = 1");
    expect(await authors.data()).toEqual({ autor: [{ nome: 'Anna' }] });
    await fixture.database.query("update comentario set texto = 'ótimo' where id = 1");
    expect(await comments.data()).toEqual({ comentario: [{ id: 1, texto: 'ótimo' }] });
    expect(fixture.runs()).toBe(2);
  });

  test('send nothing when the text of the answer is the same', async () => {
    await using fixture = await liveOver(opened.database);
    const comments = fixture.subscribe(COMMENTS);
    await comments.data();
    const next = comments.data();
    await fixture.database.query("update comentario set texto = 'outro' where id = 3");
    await fixture.database.query("update comentario set texto = 'ótimo' where id = 1");
    expect(await next).toEqual({ comentario: [{ id: 1, texto: 'ótimo' }] });
  });

  test('follow the tables behind the row filter of the role, its views included', async () => {
    await using fixture = await liveOver(opened.database);
    const news = fixture.subscribe('subscription { noticia_aggregate { aggregate { count } } }');
    expect(await news.data()).toEqual({ noticia_aggregate: { aggregate: { count: 4 } } });
    await fixture.database.query('update noticia set publicado = false where id = 1');
    expect(await news.data()).toEqual({ noticia_aggregate: { aggregate: { count: 3 } } });
    const nobody = fixture.subscribe('subscription { ninguem { id } }', { role: 'editor', session: { 'x-hasura-nome': 'Ana' } });
    expect(await nobody.data()).toEqual({ ninguem: [{ id: 1 }] });
    await fixture.database.query("update autor set nome = 'Anna' where id = 1");
    expect(await nobody.data()).toEqual({ ninguem: [] });
  });

  test('follow the tables behind conditions, orderings, relationships, views and functions', async () => {
    await using fixture = await liveOver(opened.database);
    const editor = { role: 'editor' };
    const queries = [
      'subscription { autor(where: {noticias: {id: {_eq: 4}}}) { nome } }',
      'subscription { autor(order_by: {noticias_aggregate: {max: {visitas: desc_nulls_last}}}, limit: 1) { nome } }',
      'subscription { autor_by_pk(id: 2) { noticias(order_by: {id: asc}) { id } } }',
    ];
    const byEditor = queries.map((query) => fixture.subscribe(query, editor));
    const summary = fixture.subscribe('subscription { autor_resumo(where: {autor_id: {_eq: 2}}) { total } }');
    await Promise.all([...byEditor, summary].map(({ data }) => data()));
    await fixture.database.query(
      `insert into noticia (id, titulo, autor_id, visitas, publicado) values (7, 'Nova', 2, 9223372036854775807, true)`,
    );
    await fixture.database.query('delete from noticia where id = 1 or id = 4').catch(() => undefined);
    expect(await byEditor[2]?.data()).toEqual({ autor_by_pk: { noticias: [{ id: 3 }, { id: 4 }, { id: 7 }] } });
    expect(await summary.data()).toEqual({ autor_resumo: [{ total: 2 }] });
    await fixture.database.query('update noticia set autor_id = 3 where id = 4');
    expect(await byEditor[0]?.data()).toEqual({ autor: [{ nome: 'Célia' }] });
  });

  test('are apart for other roles, other variables and other values of the session variables that they use', async () => {
    await using fixture = await liveOver(opened.database);
    const voter = (id: number, more = {}) => ({
      role: 'eleitor',
      session: { 'x-hasura-user-id': `6f1c1b7e-0000-4000-8000-00000000000${id}`, ...more },
    });
    const votes = 'subscription { voto(order_by: {noticia_id: asc}) { noticia_id } }';
    const [first, same, second] = [
      fixture.subscribe(votes, voter(1)),
      fixture.subscribe(votes, voter(1, { 'x-hasura-outra': 'x' })),
      fixture.subscribe(votes, voter(2)),
    ];
    expect(await first.data()).toEqual({ voto: [{ noticia_id: 1 }, { noticia_id: 2 }] });
    expect(await same.data()).toEqual({ voto: [{ noticia_id: 1 }, { noticia_id: 2 }] });
    expect(await second.data()).toEqual({ voto: [{ noticia_id: 1 }] });
    expect(fixture.runs()).toBe(2);
    const byId = 'subscription ($id: Int!) { autor_by_pk(id: $id) { nome } }';
    expect(await fixture.subscribe(byId, {}, { id: 1 }).data()).toEqual({ autor_by_pk: { nome: 'Ana' } });
    expect(await fixture.subscribe(byId, {}, { id: 4 }).data()).toEqual({ autor_by_pk: null });
    expect(await fixture.subscribe(byId, { role: 'editor' }, { id: 4 }).data()).toEqual({ autor_by_pk: { nome: 'Davi' } });
    expect(fixture.runs()).toBe(3);
  });

  test('end when the last subscriber has left, and begin anew for the next one', async () => {
    await using fixture = await liveOver(opened.database, { mostQueries: 1 });
    const [one, other] = [fixture.subscribe(COMMENTS), fixture.subscribe(COMMENTS)];
    await Promise.all([one.data(), other.data()]);
    one.leave();
    expect(await one.next()).toBeUndefined();
    expect(await fixture.subscribe(AUTHORS).next()).toMatchObject({ errors: [{ extensions: { code: 'too-many-subscriptions' } }] });
    other.leave();
    expect(await other.next()).toBeUndefined();
    fixture.runs();
    await fixture.database.query("update comentario set texto = 'ótimo' where id = 1");
    expect(await fixture.subscribe(AUTHORS).data()).toEqual({ autor: [{ nome: 'Ana' }] });
    expect(fixture.runs()).toBe(1);
  });

  test('run again, all of them, after a gap', async () => {
    await using fixture = await liveOver(opened.database);
    const [comments, authors] = [fixture.subscribe(COMMENTS), fixture.subscribe(AUTHORS)];
    await Promise.all([comments.data(), authors.data()]);
    await fixture.database.script(
      `set session_replication_role = replica; update comentario set texto = 'ótimo'; set session_replication_role = origin`,
    );
    fixture.runs();
    fixture.emit({ kind: 'gap' });
    expect(await comments.data()).toMatchObject({ comentario: [{ texto: 'ótimo' }] });
    // The authors are as they were, so nothing tells that they were read.
    let runs = fixture.runs();
    while (runs < 2) {
      await new Promise((resolve) => setImmediate(resolve));
      runs += fixture.runs();
    }
    // A run is counted when it begins, so the run after the gap may still read what the next statement writes.
    await fixture.database.query("update autor set nome = 'Anna' where id = 1");
    expect(await authors.data()).toEqual({ autor: [{ nome: 'Anna' }] });
    expect(runs).toBe(2);
  });

  test('run again when the time of a table has come', async () => {
    await using fixture = await liveOver(opened.database);
    const news = fixture.subscribe('subscription { noticia(where: {id: {_eq: 5}}) { id } }');
    expect(await news.data()).toEqual({ noticia: [] });
    // The trigger of the table is off, as if the clock alone had moved.
    await fixture.database.script(
      "set session_replication_role = replica; update noticia set publicado_em = '2020-01-01' where id = 5; set session_replication_role = origin",
    );
    fixture.live.invalidate(['noticia_visivel']);
    expect(await news.data()).toEqual({ noticia: [{ id: 5 }] });
  });

  test('give a fault of the request as the last answer', async () => {
    await using fixture = await liveOver(opened.database);
    const faulty = fixture.subscribe('subscription { comentario(offset: -1) { id } }');
    expect(await faulty.next()).toMatchObject({ errors: [{ extensions: { code: 'data-exception' } }] });
    expect(await faulty.next()).toBeUndefined();
    const unknown = fixture.subscribe('subscription { segredo { id } }');
    expect(await unknown.next()).toMatchObject({ errors: [{ extensions: { code: 'validation-failed' } }] });
    expect(await unknown.next()).toBeUndefined();
  });
});

test('each of two replicas on one Postgres is told of what the other one changes, once for a transaction', async () => {
  const server = await postgresForTests();
  const [one, other] = await Promise.all([1, 2].map(() => openPostgresDatabase({ connectionString: server.connectionString })));
  if (one === undefined || other === undefined) throw new Error('there are two');
  await installLiveFixture(one);
  const replicas = await Promise.all([liveOver(one), liveOver(other)]);
  // At once: both find the table without a trigger.
  const authors = replicas.map((replica) => replica.subscribe(AUTHORS));
  await Promise.all(authors.map(({ data }) => data()));
  for (const replica of replicas) replica.runs();
  await one.transaction(async (tx) => {
    await tx.query("update autor set nome = 'Anna' where id = 1");
    await tx.query("update autor set nome = 'Aninha' where id = 1");
  });
  expect(await Promise.all(authors.map(({ data }) => data()))).toEqual([{ autor: [{ nome: 'Aninha' }] }, { autor: [{ nome: 'Aninha' }] }]);
  expect(replicas.map((replica) => replica.runs())).toEqual([1, 1]);
  for (const replica of replicas) await replica[Symbol.asyncDispose]();
  await Promise.all([one.close(), other.close()]);
  await server.stop();
});
