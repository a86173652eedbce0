/**
 * A copy of the database in process while its server runs, for a backup that another process makes. That process asks over the lock of the data
 * directory. Nothing writes while the files are copied, so the copy is what a power loss would leave, which Postgres opens by its log; it shares
 * its blocks with the original where the file system can. The copy is removed when the connection ends, whichever side ends it.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, cp, readdir, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { StartupError } from '../../../observability/startup-report.ts';
import type { DataDirectory } from '../data-directory/layout.ts';
import { connectToOwner } from '../data-directory/lock.ts';
import type { Database } from '../database.ts';

const REQUEST = 'copiar\n';
const PREFIX = 'banco.copia-';

/** Milliseconds in which a client that connects must ask. */
const ASK_MS = 5_000;

/** Milliseconds in which the server must have copied its database; 100 GB at 200 MB a second take eight minutes. */
const COPY_MS = 900_000;

/** Returns what answers the connections to the lock of a server. `database` is undefined while it starts. */
export function answerCopies(directory: DataDirectory, database: () => Database | undefined): (connection: Socket) => void {
  return (connection) => {
    connection.setTimeout(ASK_MS, () => connection.destroy());
    connection.setEncoding('utf8').once('data', (text: string | Buffer) => {
      const opened = database();
      if (text !== REQUEST || opened === undefined) {
        connection.destroy();
        return;
      }
      connection.setTimeout(0);
      void sendCopy(connection, directory, opened);
    });
  };
}

async function sendCopy(connection: Socket, { root, database: original }: DataDirectory, database: Database): Promise<void> {
  const copy = path.join(root, `${PREFIX}${randomUUID()}`);
  // What can't be removed now, `removeCopies` removes at the next start: no reason to end the server, as a rejection without handler would.
  const remove = (): Promise<void> => rm(copy, { recursive: true, force: true }).catch(() => undefined);
  try {
    // A transaction that does nothing: every other statement waits for its end.
    await database.transaction(() => cp(original, copy, { recursive: true, mode: constants.COPYFILE_FICLONE }));
    if (connection.destroyed) return await remove();
    connection.once('close', () => void remove());
    connection.write(`${copy}\n`);
  } catch {
    // A full disk, say: the other process finds no answer and says that there is none.
    connection.destroy();
    await remove();
  }
}

/** Removes what a server that was killed has left. The caller holds the lock of the directory. */
export async function removeCopies({ root }: DataDirectory): Promise<void> {
  const names = (await readdir(root)).filter((name) => name.startsWith(PREFIX));
  for (const name of names) await rm(path.join(root, name), { recursive: true, force: true });
}

export interface LiveCopy {
  /** A Postgres directory that nothing else opens. */
  readonly directory: string;
  /** Ends the connection; the server then removes the copy. */
  release(): void;
}

/** Asks the server of a data directory for a copy; undefined when none runs. @throws StartupError when it gives none. */
export async function askForCopy({ root }: DataDirectory, withinMs: number = COPY_MS): Promise<LiveCopy | undefined> {
  const connection = await connectToOwner(root);
  if (connection === undefined) return undefined;
  connection.setEncoding('utf8').write(REQUEST);
  connection.setTimeout(withinMs, () => connection.destroy());
  const closed = once(connection, 'close').then(() => undefined);
  const line = await Promise.race([once(connection, 'data').then(([text]) => String(text)), closed]);
  if (line?.endsWith('\n') !== true) {
    throw new StartupError(
      `DATA_DIR: the server that uses ${root} gave no copy of its database: it starts or ends, hangs, or its disk is full`,
    );
  }
  connection.setTimeout(0);
  return { directory: line.slice(0, -1), release: () => connection.destroy() };
}
