/**
 * The accounts that may not sign in, held in process: an access token lives for fifteen minutes, and one of a disabled account is refused
 * without asking the database. A notification of the database tells every replica of a change; one that was lost is made up for within a minute.
 */
import type { Timers } from '../../../../shared/time/timers.ts';
import type { Logger } from '../../../observability/log.ts';
import { startBackgroundRefresh } from '../../background-refresh.ts';
import type { Database } from '../database.ts';

const CHANNEL = 'embutido_contas';
const RELOAD_MS = 60_000;

export interface DisabledAccounts {
  has(userId: string): boolean;
  close(): Promise<void>;
}

export interface DisabledAccountsOptions {
  readonly log: Logger;
  readonly timers?: Timers;
}

/** Reads the accounts and follows their changes while open. */
export async function followDisabledAccounts(database: Database, { log, timers }: DisabledAccountsOptions): Promise<DisabledAccounts> {
  let disabled: ReadonlySet<string> = new Set();
  const reading = startBackgroundRefresh({
    load: async () => {
      const { rows } = await database.query('select id::text from auth.users where disabled');
      disabled = new Set(rows.map(({ id }) => String(id)));
    },
    nextInMs: () => RELOAD_MS,
    failure: 'the disabled accounts could not be read',
    log,
    timers,
  });
  const unlisten = await database.listen(CHANNEL, reading.refreshInBackground, reading.refreshInBackground);
  const close = async (): Promise<void> => {
    reading.close();
    await unlisten();
  };
  try {
    // After listening, so that no change falls between.
    await reading.refresh();
  } catch (error) {
    await Promise.allSettled([close()]);
    throw error;
  }
  return { has: (userId) => disabled.has(userId), close };
}
