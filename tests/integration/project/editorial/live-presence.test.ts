/** Presence as a subscription: an editor learns who opens and leaves a row without asking again. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../../server/backend/backend.ts';
import { openChangeFeed } from '../../../../server/backend/embedded/changes/change-feed.ts';
import { LiveQueries } from '../../../../server/backend/embedded/subscriptions/live-queries.ts';
import { ANA, BIA, PROJECT_ENGINES, type ProjectEngine } from './project-engine.ts';

const WHO = `subscription ($chave: String!) {
  presenca(where: {tabela: {_eq: "noticia"}, chave: {_eq: $chave}}, order_by: {usuario: asc}) { autor { nome } }
}`;
const ENTER = 'mutation { insert_presenca_one(object: {tabela: "noticia", chave: "7"}) { expira_em } }';
const LEAVE = 'mutation { delete_presenca(where: {chave: {_eq: "7"}}) { affected_rows } }';

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let project: ProjectEngine;
  beforeAll(async () => {
    project = await open();
  }, 120_000);
  afterAll(() => project.close());

  test('an editor sees others open and leave a row and change their names; the public sees nothing', async () => {
    const fail = (error: unknown): never => {
      throw error;
    };
    const feed = await openChangeFeed(project.database, { onBadPayload: fail, onListenerError: fail });
    const faults: unknown[] = [];
    const live = new LiveQueries({
      database: project.database,
      engine: project.engine,
      onChange: (listener) => feed.subscribe(listener),
      onFault: (error) => faults.push(error),
    });
    const subscribed = (caller: Caller): AsyncIterator<unknown> =>
      live.subscribe({ query: WHO, variables: { chave: '7' } }, { caller, signal: new AbortController().signal })[Symbol.asyncIterator]();
    const next = async (answers: AsyncIterator<unknown>): Promise<unknown> => (await answers.next()).value as unknown;
    const shows = (...names: string[]): unknown => ({
      kind: 'data',
      json: expect.toSatisfy(
        (json: string) => JSON.stringify(JSON.parse(json)) === JSON.stringify({ presenca: names.map((nome) => ({ autor: { nome } })) }),
      ) as string,
    });
    const bia = subscribed({ role: 'editor', trust: 'signed-in', session: BIA.session });
    expect(await next(bia)).toEqual(shows());
    await project.ask.data(ENTER, ANA);
    expect(await next(bia)).toEqual(shows('Ana'));
    await project.database.query("update auth.users set display_name = 'Ana Maria' where display_name = 'Ana'");
    expect(await next(bia)).toEqual(shows('Ana Maria'));
    await project.ask.data(LEAVE, ANA);
    expect(await next(bia)).toEqual(shows());
    expect(await next(subscribed({ role: 'public', trust: 'anonymous', session: {} }))).toMatchObject({
      errors: [{ message: "field 'presenca' not found in type: 'subscription_root'" }],
    });
    expect(faults).toEqual([]);
    await live.close();
    await feed.close();
  });
});
