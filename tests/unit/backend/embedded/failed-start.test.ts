/** A start that fails says why it failed, also where what it had opened cannot be closed. */
import { expect, test, vi } from 'vitest';
import { followDisabledAccounts } from '../../../../server/backend/embedded/auth/disabled-accounts.ts';
import { openChangeFeed } from '../../../../server/backend/embedded/changes/change-feed.ts';
import { followMissedChanges } from '../../../../server/backend/embedded/changes/missed-changes.ts';
import type { Database } from '../../../../server/backend/embedded/database.ts';
import { SILENT_LOG } from '../../../support/silent-log.ts';

/** Listens, answers no statement, and cannot end listening. */
const broken = {
  query: () => Promise.reject(new Error('the first error')),
  listen: () => Promise.resolve(() => Promise.reject(new Error('the second error'))),
} as Partial<Database> as Database;
const options = { log: SILENT_LOG, timers: { after: () => () => undefined } };

test.each<readonly [string, () => Promise<unknown>]>([
  [
    'the horizon of changes',
    () => followMissedChanges({ ...options, database: broken, execute: () => Promise.reject(new Error('unused')) }),
  ],
  ['the disabled accounts', () => followDisabledAccounts(broken, options)],
])('%s', async (_name, start) => {
  await expect(start()).rejects.toThrow('the first error');
});

test('the feed of changes, which closes what knows the missed ones', async () => {
  const deaf = { listen: () => Promise.reject(new Error('the first error')) } as Partial<Database> as Database;
  const close = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('the second error')));
  const missed = { read: () => Promise.resolve([]), close };
  const feed = openChangeFeed(deaf, { missed, onBadPayload: () => undefined, onListenerError: () => undefined });
  await expect(feed).rejects.toThrow('the first error');
  expect(close).toHaveBeenCalledTimes(1);
});
