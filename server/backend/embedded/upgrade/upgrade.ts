/** Upgrades the database in the data directory that an older major version of Postgres made, before it is opened. */
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { StartupError } from '../../../observability/startup-report.ts';
import { type DataDirectory, isCreationUnfinished, majorOf, POSTGRES_MAJOR } from '../data-directory/layout.ts';
import { openPgliteDatabase } from '../database/pglite-database.ts';
import { readInstallation } from '../migrations/installation.ts';
import { isUpgradable } from './engines.ts';
import {
  beginUpgrade,
  finishUpgrade,
  isThere,
  keptFolder,
  markVerified,
  spaceFor,
  type UpgradeFolders,
  upgradeFolders,
} from './folders.ts';
import type { ReportProgress } from './transfer.ts';
import type { FromUpgrade, UpgradeFault, UpgradeJob } from './upgrade-worker.ts';

/**
 * Finishes an upgrade that was interrupted, or upgrades a database of an older major version that is known; does nothing for any other. The
 * caller holds the lock of the directory.
 *
 * @throws StartupError when it cannot be done. The older database is then as it was.
 */
export async function upgradeDatabase(directory: DataDirectory, report: ReportProgress): Promise<void> {
  try {
    const finished = await finishUpgrade(directory);
    if (finished !== undefined) return reportKept(report, finished);
    const major = await majorOf(directory.database);
    if (major === undefined || !isUpgradable(major) || (await isCreationUnfinished(directory))) return;
    await refuseWithoutRoom(directory, major);
    await makeAndProve(directory, major, report);
    reportKept(report, (await finishUpgrade(directory)) ?? keptFolder(directory, major));
  } catch (error) {
    const folders = upgradeFolders(directory);
    // Frees the disk at once; what is verified stays for the next start.
    if (!(await isThere(folders.mark))) await rm(folders.work, { recursive: true, force: true });
    throw refusal(directory, error);
  }
}

function reportKept(report: ReportProgress, kept: string): void {
  report(
    `The database is one of Postgres ${POSTGRES_MAJOR} now. The older one is kept in ${kept}; delete it when the site has what it needs`,
    0,
    0,
  );
}

async function refuseWithoutRoom(directory: DataDirectory, major: string): Promise<void> {
  const kept = keptFolder(directory, major);
  if (await isThere(kept)) throw new Error(`the older database would be kept in ${kept}, which is there already; move that folder away`);
  const { needed, free } = await spaceFor(directory);
  if (free < needed) throw new Error(`it takes up to ${megabytes(needed)} MB of disk, and ${megabytes(free)} MB are free`);
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 2 ** 20);
}

async function makeAndProve(directory: DataDirectory, major: string, report: ReportProgress): Promise<void> {
  const folders = upgradeFolders(directory);
  report(`Upgrading the database from Postgres ${major} to ${POSTGRES_MAJOR}`, 0, 0);
  await beginUpgrade(directory, folders);
  await runWorker({ major, copy: folders.copy, made: folders.made }, report);
  await proveStart(folders);
  await markVerified(folders, major);
}

/** Opens the new database as the site does and reads the record of the migrations. */
async function proveStart(folders: UpgradeFolders): Promise<void> {
  const database = await openPgliteDatabase({ directory: folders.made });
  try {
    await readInstallation(database);
  } finally {
    await database.close();
  }
}

async function runWorker(job: UpgradeJob, report: ReportProgress): Promise<void> {
  const worker = new Worker(new URL('./upgrade-worker.ts', import.meta.url), { workerData: job, name: 'upgrade' });
  const ended = Promise.withResolvers<void>();
  worker.on('message', (message: FromUpgrade) => {
    if (message.kind === 'progress') report(message.message, message.done, message.total);
    else if (message.kind === 'verified') ended.resolve();
    else ended.reject(new UpgradeError(message.message, message.fault));
  });
  worker.on('error', ended.reject);
  worker.on('exit', (code) => ended.reject(new Error(`the thread of the upgrade ended with code ${code}`)));
  try {
    await ended.promise;
  } finally {
    await worker.terminate();
  }
}

class UpgradeError extends Error {
  override readonly name = 'UpgradeError';
  readonly fault: UpgradeFault;

  constructor(message: string, fault: UpgradeFault) {
    super(message);
    this.fault = fault;
  }
}

const WAYS_OUT: Readonly<Record<UpgradeFault, string>> = {
  'package-missing': 'Install the optional packages of package.json (npm ci without --omit=optional), or',
  'disk-full': 'Make room on the disk and start again, or',
  other: 'Start again when its cause is gone, or',
};

function refusal(directory: DataDirectory, error: unknown): StartupError {
  const reason = error instanceof Error ? error.message : String(error);
  const fault = error instanceof UpgradeError ? error.fault : 'other';
  return new StartupError(
    `DATA_DIR: the database in ${directory.database} is of an older Postgres and could not be upgraded to ${POSTGRES_MAJOR}: ${reason}. ` +
      `The older database was not changed. ${WAYS_OUT[fault]} run the version of the site that made it.`,
    { cause: error },
  );
}
