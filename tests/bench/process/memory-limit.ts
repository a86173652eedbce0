/** A control group of Linux with a limit on memory, as a container has one. Wants root. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface LimitedGroup {
  readonly folder: string;
  /** MB of the processes, their files in the system's cache included. */
  most(): Promise<number>;
  remove(): Promise<void>;
}

/** Version 1 has a folder of its own for memory, and other names. */
const FIRST = '/sys/fs/cgroup/memory';
const NAMES = existsSync(FIRST)
  ? { root: FIRST, limit: 'memory.limit_in_bytes', most: 'memory.max_usage_in_bytes' }
  : { root: '/sys/fs/cgroup', limit: 'memory.max', most: 'memory.peak' };

/** Makes a group whose processes are ended by the system when they together need more. */
export async function limitMemory(megabytes: number): Promise<LimitedGroup> {
  const folder = path.join(NAMES.root, `portal-${process.pid}-${megabytes}`);
  await mkdir(folder);
  await writeFile(path.join(folder, NAMES.limit), String(megabytes * 1024 * 1024));
  return {
    folder,
    most: async () => Math.round(Number(await readFile(path.join(folder, NAMES.most), 'utf8')) / 1024 / 1024),
    remove: () => rmdir(folder),
  };
}

/** Returns the command that runs another one in a group. */
export function groupCommand(folder: string | undefined, command: readonly string[]): readonly [string, ...string[]] {
  const [first = '', ...rest] = command;
  return folder === undefined ? [first, ...rest] : ['/bin/sh', '-c', `echo $$ > ${folder}/cgroup.procs; exec "$@"`, 'sh', first, ...rest];
}
