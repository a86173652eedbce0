/** A data directory that is a file system of its own, which a test fills and makes read-only. Linux alone has the mount namespaces for it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Whether this user may mount a file system for a process of its own. */
export function canMount(): boolean {
  return spawnSync('unshare', [...NAMESPACE, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
}

/** Root of a namespace of users, so that no privilege is needed where the system allows these. */
const NAMESPACE = ['--mount', '--propagation', 'private', '--map-root-user'];

/** The command that mounts an empty file system of that size on the directory and becomes the server; for `SiteOptions.startedBy`. */
export function onOwnDisk(directory: string, megabytes: number): readonly string[] {
  const script = `mount -t tmpfs -o size=${megabytes}m none "$0" && exec "$@"`;
  return ['unshare', ...NAMESPACE, 'sh', '-c', script, directory];
}

export interface OwnDisk {
  /** Leaves no byte free. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  makeReadOnly(): void;
  makeWritable(): void;
}

/** The disk of a process that `onOwnDisk` started. */
export function ownDisk(pid: number, directory: string): OwnDisk {
  const filler = path.join(`/proc/${pid}/root`, directory, 'enchimento');
  const mount = (...command: readonly string[]): void => {
    execFileSync('nsenter', ['--target', String(pid), '--user', '--preserve-credentials', '--mount', ...command]);
  };
  return {
    async fill() {
      const block = Buffer.alloc(1024 * 1024);
      // Smaller and smaller blocks, until none fits.
      for (let size = block.length; size >= 1; size >>= 1) {
        while (await appended(filler, block.subarray(0, size)));
      }
    },
    makeRoom: () => rm(filler),
    makeReadOnly() {
      // Files that are open keep what they may do, as with a disk that the system has taken back after a fault.
      mount('mount', '--bind', directory, directory);
      remountReadOnly(() => mount('mount', '-o', 'remount,bind,ro', directory));
    },
    makeWritable: () => mount('umount', directory),
  };
}

/** The site may be writing a file at that moment, on which the kernel says that the mount point is busy; the write ends by itself. */
function remountReadOnly(remount: () => void): void {
  for (let attempts = 100; ; attempts -= 1) {
    try {
      return remount();
    } catch (error) {
      if (attempts === 0 || !String(error).includes('busy')) throw error;
    }
  }
}

async function appended(file: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await writeFile(file, bytes, { flag: 'a' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
