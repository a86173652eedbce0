/**
 * What subscriptions cost: memory of idle connections, and the way of one change to all subscribers of a list, when they share one live query and,
 * as the baseline, when each has a query of its own (the same list under another value of a variable). Both in one run, taking turns, on
 * the same connections to a backend in a process of its own.
 *
 *   node tests/bench/doors/subscriptions.ts [--connections 1000] [--rounds 5] [--on pglite,postgres]
 *
 * Prints KB of the server for each connection, and medians of milliseconds until the last subscriber has the change and of processor time of
 * the server (PGlite runs in it, a Postgres server's own time is left out). On a busy machine only the ratios tell.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { postgresForTests } from '../../support/postgres.ts';
import { type RunningSite, startSite } from '../../support/site.ts';
import { median, timed } from '../timing.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    on: { type: 'string', default: 'pglite,postgres' },
  },
});
const CONNECTIONS = Number(values.connections);
const ROUNDS = Number(values.rounds);
const SECRET = 'bench-of-subscriptions';
const ROWS = 50;
const LIST = 'subscription ($acima: Int!) { livro(order_by: {id: asc}, where: {id: {_gt: $acima}}) { id titulo autor { nome } } }';

type Kind = 'shared' | 'each';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

async function processOf({ process: { pid = 0 } }: RunningSite): Promise<{ readonly kb: number; readonly cpuMs: number }> {
  const [status, stat] = await Promise.all([readFile(`/proc/${pid}/status`, 'utf8'), readFile(`/proc/${pid}/stat`, 'utf8')]);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { kb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
}

async function change(site: RunningSite, query: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'x-hasura-admin-secret': SECRET };
  const answer = await fetch(`${site.url}/v1/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const text = await answer.text();
  if (!text.startsWith('{"data"')) throw new Error(text);
}

/** One subscriber: it counts its messages of one type and tells of each. */
class Subscriber {
  readonly #socket: WebSocket;
  #onMessage = (_type: string): void => undefined;

  constructor(url: string) {
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/v1/graphql`, 'graphql-transport-ws');
    this.#socket.on('message', (data: Buffer) => this.#onMessage(/"type":"(\w+)"/.exec(data.toString())?.[1] ?? ''));
  }

  async open(): Promise<void> {
    await once(this.#socket, 'open');
    const acknowledged = this.next('connection_ack');
    this.#socket.send('{"type":"connection_init"}');
    await acknowledged;
  }

  next(type: string): Promise<void> {
    return new Promise((resolve) => {
      this.#onMessage = (arrived) => (arrived === type ? resolve() : undefined);
    });
  }

  async subscribe(id: string, acima: number): Promise<void> {
    const first = this.next('next');
    this.#socket.send(JSON.stringify({ type: 'subscribe', id, payload: { query: LIST, variables: { acima } } }));
    await first;
  }

  complete(id: string): void {
    this.#socket.send(JSON.stringify({ type: 'complete', id }));
  }

  close(): void {
    this.#socket.terminate();
  }
}

/** Subscribes all, makes one change, and measures until the last one has it. */
async function round(
  site: RunningSite,
  subscribers: readonly Subscriber[],
  kind: Kind,
  number: number,
): Promise<{ ms: number; cpuMs: number }> {
  const id = `${kind}${number}`;
  await Promise.all(subscribers.map((subscriber, index) => subscriber.subscribe(id, kind === 'shared' ? 0 : -index)));
  const before = await processOf(site);
  const ms = await timed(async () => {
    const all = subscribers.map((subscriber) => subscriber.next('next'));
    await change(site, `mutation { update_livro_by_pk(pk_columns: {id: 1}, _set: {titulo: "${id}"}) { id } }`);
    await Promise.all(all);
  });
  const after = await processOf(site);
  for (const subscriber of subscribers) subscriber.complete(id);
  return { ms, cpuMs: after.cpuMs - before.cpuMs };
}

async function measure(name: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const project = { PROJECT_DIR: path.resolve('tests/support/foreign-project'), DEMO_CONTENT: 'on', GRAPHQL_ADMIN_SECRET: SECRET };
  const site = await startSite({ script: 'server/backend-alone.ts', environment: { ...project, ...environment } });
  const rows = Array.from({ length: ROWS }, (_, index) => `{id: ${100 + index}, titulo: "Livro ${index}", autor_id: 1, emprestavel: true}`);
  await change(site, `mutation { insert_livro(objects: [${rows.join(', ')}]) { affected_rows } }`);
  const empty = await processOf(site);
  const subscribers: Subscriber[] = [];
  for (let opened = 0; opened < CONNECTIONS; opened += 1) {
    const subscriber = new Subscriber(site.url);
    await subscriber.open();
    subscribers.push(subscriber);
  }
  const idle = await processOf(site);
  const results: Record<Kind, { ms: number; cpuMs: number }[]> = { shared: [], each: [] };
  for (let number = 0; number < ROUNDS; number += 1) {
    for (const kind of ['shared', 'each'] as const) results[kind].push(await round(site, subscribers, kind, number));
  }
  const end = await processOf(site);
  for (const subscriber of subscribers) subscriber.close();
  await site.stop();
  const of = (kind: Kind, what: 'ms' | 'cpuMs'): number => median(results[kind].map((result) => result[what]));
  process.stdout.write(`${name}: ${CONNECTIONS} connections, list of ${ROWS} rows, load ${loadavg()[0]?.toFixed(1)}\n`);
  process.stdout.write(
    `  idle: ${((idle.kb - empty.kb) / CONNECTIONS).toFixed(1)} KB each (${empty.kb} KB before, ${idle.kb} KB with them, ${end.kb} KB at the end)\n`,
  );
  for (const kind of ['shared', 'each'] as const) {
    process.stdout.write(
      `  ${kind.padEnd(6)} ${of(kind, 'ms').toFixed(0)} ms to the last, ${of(kind, 'cpuMs').toFixed(0)} ms of processor time\n`,
    );
  }
  process.stdout.write(
    `  ratio each/shared: ${(of('each', 'ms') / of('shared', 'ms')).toFixed(1)} time, ${(of('each', 'cpuMs') / of('shared', 'cpuMs')).toFixed(1)} processor time\n`,
  );
}

for (const kind of values.on.split(',')) {
  const postgres = kind === 'postgres' ? await postgresForTests() : undefined;
  await measure(kind, postgres === undefined ? {} : { DATABASE_URL: postgres.connectionString });
  await postgres?.stop();
}
