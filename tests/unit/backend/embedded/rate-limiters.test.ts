import { expect, test } from 'vitest';
import { type Database, DatabaseError } from '../../../../server/backend/embedded/database.ts';
import { createAttemptLimiter, createRateLimiter } from '../../../../server/backend/embedded/rate-limiters.ts';
import type { Logger } from '../../../../server/observability/log.ts';

const FAULT = new DatabaseError('permission denied for table tentativa', { code: '42501' });

/** A server that refuses each statement. */
const DATABASE: Pick<Database, 'kind' | 'query'> = { kind: 'postgres', query: () => Promise.reject(FAULT) };
const database = DATABASE as Database;

function recordingLog(): { readonly log: Logger; readonly lines: unknown[] } {
  const lines: unknown[] = [];
  const write = (fields: object, message: string): void => void lines.push({ ...fields, message });
  return { log: { debug: write, info: write, warn: write, error: write }, lines };
}

const message = 'the database did not count for a limit, so this replica counts alone';

test('a replica whose database does not count says so, and what it has decided alone', async () => {
  const { log, lines } = recordingLog();
  const rules = [
    { name: 'navegador', points: 1, seconds: 60 },
    { name: 'endereco', points: 9, seconds: 60 },
  ];
  const limiter = createRateLimiter(database, rules, { log });
  expect([await limiter.count(['a', 'b']), await limiter.count(['a', 'b'])]).toEqual([0, 60]);
  expect(lines).toEqual([0, 60].map((waitSeconds) => ({ err: FAULT, limits: ['navegador', 'endereco'], waitSeconds, message })));
});

test('so does one that counts the attempts of a sign-in', async () => {
  const { log, lines } = recordingLog();
  const limiter = createAttemptLimiter(database, { keyPrefix: 'conta', points: 1, duration: 60 }, { log });
  await limiter.consume('a');
  await expect(limiter.consume('a')).rejects.toMatchObject({ remainingPoints: 0 });
  expect(lines).toEqual([0, 1].map(() => ({ err: FAULT, limits: ['conta'], message })));
});
