/** A database of its own for each suite, on one Postgres server for the whole run (postgres-global.ts) or on that of `TEST_DATABASE_URL`. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { serverBinaries, startServer, type TestPostgres } from './postgres-server.ts';

export type { TestPostgres } from './postgres-server.ts';

/** Port of the test run's main process, which starts the server for the first suite that asks for its address. */
export const SERVER_PORT_VARIABLE = 'TEST_POSTGRES_PORT';

/** An empty database on a real server, for one suite. `stop` removes it, and the server when this call started it. */
export async function postgresForTests(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return databaseOn(given);
  const port = process.env[SERVER_PORT_VARIABLE];
  return port === undefined ? postgresFrom(await serverBinaries()) : databaseOn(await serverOfThisRun(Number(port)));
}

/** Asks for the address of the server. @throws what kept it from starting. */
async function serverOfThisRun(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const answer = await text(socket);
  if (!answer.startsWith('postgresql:')) throw new Error(answer);
  return answer;
}

/** An empty database on a server of its own, run by the binaries of this folder. */
export async function postgresFrom(binaries: string): Promise<TestPostgres> {
  const server = await startServer(binaries);
  try {
    const database = await databaseOn(server.connectionString);
    return { connectionString: database.connectionString, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

let databases = 0;

/** Creates a database of its own on a server that runs already. */
async function databaseOn(serverUrl: string): Promise<TestPostgres> {
  databases += 1;
  const name = `teste_${process.pid}_${Date.now().toString(36)}_${databases}`;
  await administer(serverUrl, `create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8'`);
  const own = new URL(serverUrl);
  own.pathname = `/${name}`;
  const drop = `drop database if exists ${pg.escapeIdentifier(name)} with (force)`;
  return { connectionString: own.href, stop: () => administer(serverUrl, drop) };
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
