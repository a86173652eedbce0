/** A database of its own for each suite, on one Postgres server for the whole run (postgres-global.ts) or on that of `TEST_DATABASE_URL`. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { serverBinaries, startServer, type TestPostgres } from './postgres-server.ts';

export type { TestPostgres } from './postgres-server.ts';

/** Port of the test run's main process, which starts the server for the first suite that asks for its address. */
export const SERVER_PORT_VARIABLE = 'TEST_POSTGRES_PORT';

/** A database that others are copied from. It is made once on each server, and stays there. */
export interface Template {
  /** Another one for other content. */
  readonly name: string;
  /** Fills the empty database, and leaves no connection open. */
  readonly fill: (connectionString: string) => Promise<void>;
}

/** A database on a real server, for one suite, empty without a template. `stop` removes it, and the server when this call started it. */
export async function postgresForTests(template?: Template): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return databaseOn(given, template);
  const port = process.env[SERVER_PORT_VARIABLE];
  return port === undefined ? postgresFrom(await serverBinaries(), template) : databaseOn(await serverOfThisRun(Number(port)), template);
}

/** Asks for the address of the server. @throws what kept it from starting. */
async function serverOfThisRun(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const answer = await text(socket);
  if (!answer.startsWith('postgresql:')) throw new Error(answer);
  return answer;
}

/** A database on a server of its own, run by the binaries of this folder. */
export async function postgresFrom(binaries: string, template?: Template): Promise<TestPostgres> {
  const server = await startServer(binaries);
  try {
    const database = await databaseOn(server.connectionString, template);
    return { connectionString: database.connectionString, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

let databases = 0;

/** Creates a database of its own on a server that runs already. */
async function databaseOn(serverUrl: string, template?: Template): Promise<TestPostgres> {
  databases += 1;
  const name = `teste_${process.pid}_${Date.now().toString(36)}_${databases}`;
  await administer(serverUrl, async (client) => {
    if (template !== undefined) await fillOnce(client, serverUrl, template);
    await client.query(creation(name, template?.name));
  });
  const drop = `drop database if exists ${pg.escapeIdentifier(name)} with (force)`;
  return {
    connectionString: urlOf(serverUrl, name),
    stop: () => administer(serverUrl, async (client) => void (await client.query(drop))),
  };
}

/** It has its name only once it is whole. Who comes meanwhile waits. */
async function fillOnce(client: pg.Client, serverUrl: string, { name, fill }: Template): Promise<void> {
  await client.query('select pg_advisory_lock(hashtext($1))', [name]);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const unfinished = `${name}_${process.pid}`;
    await client.query(creation(unfinished));
    await fill(urlOf(serverUrl, unfinished));
    await client.query(`alter database ${pg.escapeIdentifier(unfinished)} rename to ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [name]);
  }
}

/** Files of the template are copied as they are: a third of the time that the write-ahead log of each of their blocks takes. */
function creation(name: string, template = 'template0'): string {
  return `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)} encoding 'UTF8' strategy file_copy`;
}

function urlOf(serverUrl: string, database: string): string {
  const own = new URL(serverUrl);
  own.pathname = `/${database}`;
  return own.href;
}

async function administer(serverUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
