/**
 * One server per data directory.
 *
 * PGlite does not notice a second process on its directory and both would destroy it. A pid file cannot tell (pids are reused, and in
 * containers every pid is 1), so the lock is a listening Unix socket inside the directory: the kernel answers whether its owner lives.
 * It also works between containers of one machine that share a volume, not between machines that share a network disk.
 *
 * Sockets are numbered `servidor-<n>.sock` and the highest number counts. A server never removes its own
 * socket: a starter to which it does not answer makes `n + 1` with link(2), in which only one of several succeeds. A removed name could be
 * made twice.
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { close, constants, open } from 'node:fs';
import { link, readdir, unlink } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { hasErrorCode } from '../../../../shared/errors/error-code.ts';
import { StartupError } from '../../../observability/startup-report.ts';

/** Another server that runs now owns the data directory. */
export class DataDirectoryInUseError extends StartupError {
  override readonly name = 'DataDirectoryInUseError';
  readonly directory: string;

  constructor(directory: string) {
    super(
      `the data directory ${directory} is in use by another running server. ` +
        'Stop that server, or set DATA_DIR to another directory (several replicas of one site need DATABASE_URL)',
    );
    this.directory = directory;
  }
}

export interface DirectoryLock {
  release(): Promise<void>;
}

const NUMBERED = /^servidor-(\d{1,15})\.sock$/;
/** Bytes of sun_path, its final zero included, where it is shortest (macOS 104, Linux 108). */
const LONGEST_SOCKET_PATH = 103;
/** Far more than starters that disturb each other need. */
const ATTEMPTS = 50;

/** What is done with a connection to the lock: a caller that asks only whether the owner lives closes it at once. */
type Answer = (connection: Socket) => void;

/**
 * Takes the lock of an existing directory. `answer` gets the connections of other processes of this user; without it they are closed.
 * @throws DataDirectoryInUseError when a living process holds it.
 */
export async function lockDirectory(directory: string, answer: Answer = (connection) => connection.destroy()): Promise<DirectoryLock> {
  const reachable = await socketFolder(directory);
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const lock = await attemptLock(directory, reachable.folder, answer);
      if (lock !== undefined) return lock;
    }
  } finally {
    await reachable.release();
  }
  throw new Error(`the lock of the data directory ${directory} could not be taken: other servers keep starting on it`);
}

/** One attempt; undefined when another starter was faster and the state must be looked at again. */
async function attemptLock(directory: string, folder: string, answer: Answer): Promise<DirectoryLock | undefined> {
  const highest = await highestNumber(directory);
  if (highest > 0 && (await isAlive(path.join(folder, socketName(highest))))) throw new DataDirectoryInUseError(directory);
  const temporary = `servidor-${randomUUID()}.novo`;
  const lock = await listen(path.join(folder, temporary), answer).catch((error: unknown) => {
    throw new Error(`the data directory ${directory} cannot hold the server's lock, a Unix socket; it must be on a local file system`, {
      cause: error,
    });
  });
  const mine = socketName(highest + 1);
  try {
    await link(path.join(directory, temporary), path.join(directory, mine));
  } catch (error) {
    await lock.release();
    if (hasErrorCode(error, 'EEXIST')) return undefined;
    throw error;
  } finally {
    await unlink(path.join(directory, temporary)).catch(() => undefined);
  }
  // A starter that listed the directory earlier may make a number that was used and removed meanwhile: only the highest counts.
  if ((await highestNumber(directory)) !== highest + 1) {
    await lock.release();
    return undefined;
  }
  await removeLower(directory, highest + 1);
  return lock;
}

function socketName(number: number): string {
  return `servidor-${number}.sock`;
}

async function numbers(directory: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir(directory)) {
    const number = NUMBERED.exec(name)?.[1];
    if (number !== undefined) found.push(Number(number));
  }
  return found;
}

async function highestNumber(directory: string): Promise<number> {
  return Math.max(0, ...(await numbers(directory)));
}

async function removeLower(directory: string, mine: number): Promise<void> {
  for (const number of await numbers(directory)) {
    // A name that is gone already was removed by its own attempt.
    if (number < mine) await unlink(path.join(directory, socketName(number))).catch(() => undefined);
  }
}

/** Whether a process listens on the socket. Every error but a refused connection and a missing socket counts as yes. */
async function isAlive(socketPath: string): Promise<boolean> {
  const probe = connect(socketPath);
  try {
    await once(probe, 'connect');
    return true;
  } catch (error) {
    return !hasErrorCode(error, 'ECONNREFUSED', 'ENOENT');
  } finally {
    probe.destroy();
  }
}

/** Connects to the process that owns a directory; undefined when there is none. The caller closes the connection. */
export async function connectToOwner(directory: string): Promise<Socket | undefined> {
  const reachable = await socketFolder(directory);
  try {
    const connection = connect(path.join(reachable.folder, socketName(await highestNumber(directory))));
    await once(connection, 'connect');
    return connection;
  } catch (error) {
    if (hasErrorCode(error, 'ECONNREFUSED', 'ENOENT')) return undefined;
    throw error;
  } finally {
    await reachable.release();
  }
}

async function listen(socketPath: string, answer: Answer): Promise<DirectoryLock> {
  // They would keep the server from closing.
  const connections = new Set<Socket>();
  const server = createServer((connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
    // The other side may go at any moment.
    connection.on('error', () => connection.destroy());
    answer(connection);
  });
  server.listen(socketPath);
  await once(server, 'listening');
  // The lock alone does not keep the process alive.
  server.unref();
  const release = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const connection of connections) connection.destroy();
    });
  return { release };
}

/**
 * The folder by a name short enough for a socket address. A long one is reached through `/proc/self/fd`, where Linux gives every open
 * directory a short name; systems without it need a shorter data directory.
 */
async function socketFolder(directory: string): Promise<{ readonly folder: string; release(): Promise<void> }> {
  const longestName = path.join(directory, `servidor-${randomUUID()}.novo`);
  if (Buffer.byteLength(longestName) <= LONGEST_SOCKET_PATH) return { folder: directory, release: () => Promise.resolve() };
  if (process.platform !== 'linux') {
    throw new Error(
      `the path of the data directory is too long for a Unix socket (${LONGEST_SOCKET_PATH} bytes with its name): ${directory}`,
    );
  }
  const descriptor = await promisify(open)(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  return { folder: `/proc/self/fd/${descriptor}`, release: () => promisify(close)(descriptor) };
}
