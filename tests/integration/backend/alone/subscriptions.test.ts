/** Subscriptions of `npm run backend`, by the protocol's own client and by the site's, over real sockets to a process of its own. */
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApolloClient, InMemoryCache } from '@apollo/client';
import { parse } from 'graphql';
import { type Client, createClient } from 'graphql-ws';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createSubscriptionLink } from '../../../../client/apollo/subscription-link.ts';
import { emptyDataDirectory } from '../../../support/embedded/empty-database.ts';
import { freePort } from '../../../support/free-port.ts';
import { installedNginx, startBalancer } from '../../../support/nginx.ts';
import { postgresForTests } from '../../../support/postgres.ts';
import { type RunningSite, startSite } from '../../../support/site.ts';

const SECRET = 'um segredo de dezesseis';
const ENVIRONMENT = {
  PROJECT_DIR: path.resolve('tests/support/foreign-project'),
  DEMO_CONTENT: 'on',
  GRAPHQL_ADMIN_SECRET: SECRET,
};

/** Starts the backend on the given data directory, or on a new one; initdb has made the database of either before. */
async function start(
  environment: Readonly<Record<string, string>> = {},
  more: { dataDirectory?: string; port?: number } = {},
): Promise<RunningSite> {
  const place = more.dataDirectory === undefined ? { copyOf: await emptyDataDirectory() } : {};
  return startSite({ script: 'server/backend-alone.ts', environment: { ...ENVIRONMENT, ...environment }, ...more, ...place });
}

const addressOf = ({ url }: Pick<RunningSite, 'url'>): string => `${url.replace('http:', 'ws:')}/v1/graphql`;

function clientOf(site: Pick<RunningSite, 'url'>, headers: Readonly<Record<string, string>> = {}): Client {
  return createClient({ url: addressOf(site), webSocketImpl: WebSocket, retryAttempts: 0, connectionParams: { headers } });
}

const BOOKS = 'subscription { livro(order_by: {id: asc}) { titulo } }';
const RENAME = 'mutation ($titulo: String!) { update_livro_by_pk(pk_columns: {id: 1}, _set: {titulo: $titulo}) { titulo } }';

async function only(client: Client, query: string, variables: Record<string, unknown>): Promise<unknown> {
  const answers: unknown[] = [];
  for await (const { data, errors } of client.iterate({ query, variables })) answers.push(errors ?? data);
  return answers;
}

describe.each(['PGlite', 'Postgres'])('on %s', (kind) => {
  test('a mutation over one connection reaches the subscribers of another, as far as their role sees it', async () => {
    const postgres = kind === 'Postgres' ? await postgresForTests() : undefined;
    const site = await start(postgres === undefined ? {} : { DATABASE_URL: postgres.connectionString });
    const [visitor, administrator] = [clientOf(site), clientOf(site, { 'x-hasura-admin-secret': SECRET })];
    const books = visitor.iterate({ query: BOOKS });
    expect((await books.next()).value).toEqual({ data: { livro: [{ titulo: 'Primeiro' }, { titulo: 'Segundo' }] } });
    const all = administrator.iterate({ query: 'subscription { livro_aggregate { aggregate { count } } }' });
    expect((await all.next()).value).toEqual({ data: { livro_aggregate: { aggregate: { count: 3 } } } });
    expect(await only(administrator, RENAME, { titulo: 'Novo' })).toEqual([{ update_livro_by_pk: { titulo: 'Novo' } }]);
    expect((await books.next()).value).toEqual({ data: { livro: [{ titulo: 'Novo' }, { titulo: 'Segundo' }] } });
    expect(await only(visitor, '{ livro(order_by: {id: asc}, limit: 1) { titulo } }', {})).toEqual([{ livro: [{ titulo: 'Novo' }] }]);
    await Promise.all([visitor.dispose(), administrator.dispose()]);
    await site.stop();
    await postgres?.stop();
  });
});

const nginx = installedNginx();

test.skipIf(nginx === undefined)('subscribers of two replicas behind a balancer learn what one of them has written', async () => {
  const postgres = await postgresForTests();
  const first = await start({ DATABASE_URL: postgres.connectionString });
  const second = await start({ DATABASE_URL: postgres.connectionString });
  const balancer = await startBalancer(
    nginx ?? '',
    [first, second].map(({ url }) => Number(new URL(url).port)),
  );
  const books = [first, second].map((replica) => clientOf(replica).iterate({ query: BOOKS }));
  const balanced = clientOf(balancer);
  books.push(balanced.iterate({ query: BOOKS }));
  await Promise.all(books.map((answers) => answers.next()));
  const administrator = clientOf(balancer, { 'x-hasura-admin-secret': SECRET });
  await only(administrator, RENAME, { titulo: 'Novo' });
  const renamed = { data: { livro: [{ titulo: 'Novo' }, { titulo: 'Segundo' }] } };
  expect((await Promise.all(books.map((answers) => answers.next()))).map(({ value }) => value as unknown)).toEqual([
    renamed,
    renamed,
    renamed,
  ]);
  await Promise.all([balanced.dispose(), administrator.dispose()]);
  await balancer.stop();
  await Promise.all([first.stop(), second.stop()]);
  await postgres.stop();
});

test('a process that is to end closes its connections with 1012 and ends', async () => {
  const site = await start();
  const socket = new WebSocket(addressOf(site), 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send('{"type":"connection_init"}');
  await once(socket, 'message');
  const [closed, ended] = [once(socket, 'close'), once(site.process, 'exit')];
  site.process.kill('SIGTERM');
  expect((await closed)[0]).toBe(1012);
  expect(await ended).toEqual([0, null]);
  await site.stop();
});

test("the site's client connects again after a kill with the specified waits, and learns what has changed", async () => {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'portal-'));
  await cp(await emptyDataDirectory(), dataDirectory, { recursive: true });
  const port = await freePort();
  const first = await start({}, { dataDirectory, port });
  const restarted = Promise.withResolvers<RunningSite>();
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms);
    if (waits.length === 3) await restarted.promise;
  };
  const link = createSubscriptionLink({
    url: addressOf(first),
    ended: new AbortController().signal,
    wait,
    beforeRetry: () => Promise.resolve(),
    random: () => 0,
    webSocketImpl: WebSocket,
  });
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  const values: unknown[] = [];
  const waiting: (() => void)[] = [];
  const arrived = (count: number): Promise<void> =>
    new Promise((resolve) => waiting.push(() => (values.length >= count ? resolve() : undefined)));
  const subscription = client.subscribe({ query: parse(BOOKS), fetchPolicy: 'no-cache' }).subscribe((result) => {
    values.push(result.data);
    for (const check of waiting) check();
  });
  await arrived(1);
  const exited = once(first.process, 'exit');
  first.process.kill('SIGKILL');
  await exited;
  const second = await start({}, { dataDirectory, port });
  const administrator = clientOf(second, { 'x-hasura-admin-secret': SECRET });
  await only(administrator, RENAME, { titulo: 'Depois' });
  const again = arrived(2);
  restarted.resolve(second);
  await again;
  expect(waits).toEqual([1_300, 2_300, 4_300]);
  expect(values.at(-1)).toMatchObject({ livro: [{ titulo: 'Depois' }, { titulo: 'Segundo' }] });
  subscription.unsubscribe();
  await administrator.dispose();
  await second.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});
