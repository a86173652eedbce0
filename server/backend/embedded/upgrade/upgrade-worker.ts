/**
 * Entry of the thread that upgrades a database: it reads a copy of the older one and fills a new one. A fault of an engine, or its memory, ends
 * with the thread.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { errorCodeOf } from '../../../../shared/errors/error-code.ts';
import { createNewEngine, MissingPackagesError, openOlderEngine } from './engines.ts';
import { transfer } from './transfer.ts';
import { verifySame } from './verification.ts';

export interface UpgradeJob {
  readonly major: string;
  /** A copy of the older database; opening it changes it. */
  readonly copy: string;
  /** An empty folder for the new one. */
  readonly made: string;
}

export type FromUpgrade =
  | { readonly kind: 'progress'; readonly message: string; readonly done: number; readonly total: number }
  | { readonly kind: 'verified' }
  | { readonly kind: 'failed'; readonly message: string; readonly fault: UpgradeFault };

export type UpgradeFault = 'package-missing' | 'disk-full' | 'other';

function post(message: FromUpgrade): void {
  parentPort?.postMessage(message, []);
}

async function run({ major, copy, made }: UpgradeJob): Promise<void> {
  const report = (message: string, done: number, total: number): void => post({ kind: 'progress', message, done, total });
  const older = await openOlderEngine(major, copy);
  const newer = await createNewEngine(made);
  await transfer(older, newer, report);
  await verifySame(older.database, newer, report);
  await newer.close();
  await older.database.close();
  post({ kind: 'verified' });
}

/** Node's names, and the SQLSTATE of Postgres. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

function faultOf(error: unknown): UpgradeFault {
  if (error instanceof MissingPackagesError) return 'package-missing';
  return DISK_FULL.has(errorCodeOf(error)) ? 'disk-full' : 'other';
}

await run(workerData as UpgradeJob).catch((error: unknown) =>
  post({ kind: 'failed', message: error instanceof Error ? error.message : String(error), fault: faultOf(error) }),
);
