import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { DataDirectoryInUseError } from '../../../server/backend/embedded/data-directory/lock.ts';
import { PostgresListener } from '../../../server/backend/embedded/database/postgres-listener.ts';
import { faultOfServer, openServerDatabase, refuseUnfitServer } from '../../../server/backend/embedded/owned-database.ts';
import { readBuildRecord } from '../../../server/builds/record.ts';
import { configurationText, reportStartupFailure, StartupError } from '../../../server/observability/startup-report.ts';

function told(error: unknown): { readonly written: string; readonly logged: readonly unknown[] } {
  const logged: unknown[] = [];
  let written = '';
  reportStartupFailure(error, { error: (fields) => logged.push(fields['err']) }, (text) => {
    written += text;
  });
  return { written, logged };
}

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a failed start', () => {
  it('writes one message without a stack for a StartupError', () => {
    expect(told(new StartupError('There is no build'))).toEqual({ written: 'There is no build\n', logged: [] });
    expect(told(new DataDirectoryInUseError('/dados')).logged).toEqual([]);
  });

  it('logs the stack of an unexpected error', () => {
    const error = new TypeError('x is not a function');
    expect(told(error)).toEqual({ written: 'x is not a function\n', logged: [error] });
  });

  it('writes what an error was caused by', () => {
    const cause = new AggregateError([new Error('connect ECONNREFUSED ::1:443'), new Error('connect ECONNREFUSED 127.0.0.1:443')]);
    expect(told(new Error('the GraphQL service', { cause: new Error('no answer', { cause }) })).written).toBe(
      'the GraphQL service: no answer: connect ECONNREFUSED ::1:443, connect ECONNREFUSED 127.0.0.1:443\n',
    );
    expect(told(new Error('no answer within 5 s', { cause: new Error('5 s') })).written).toBe('no answer within 5 s\n');
  });

  it('names the build command when there is no build', async () => {
    const empty = await mkdtemp(path.join(tmpdir(), 'sem-construcao-'));
    const error = await thrownBy(readBuildRecord(empty));
    await rm(empty, { recursive: true });
    expect(told(error)).toEqual({ written: 'There is no build: run npm run build first.\n', logged: [] });
  });

  it('names the variable of an unreachable database and not its password', async () => {
    const { written, logged } = told(
      await thrownBy(openServerDatabase({ connectionString: 'postgres://portal:segredo@127.0.0.1:1/portal' })),
    );
    expect(written).toMatch(/^DATABASE_URL: .*127\.0\.0\.1:1/);
    expect(written).not.toContain('segredo');
    expect(logged).toEqual([]);
  });

  it('names the variable of a database whose connection for notices fails during the start', async () => {
    const connectionString = 'postgres://portal:segredo@127.0.0.1:1/portal';
    const listener = new PostgresListener({ config: { connectionString }, onLost: vi.fn<() => void>(), onRestored: vi.fn<() => void>() });
    const error = await thrownBy(listener.listen('canal', vi.fn<() => void>(), vi.fn<() => void>()));
    const { written, logged } = told(faultOfServer(error));
    expect(written).toMatch(/^DATABASE_URL: the database connection failed: .*127\.0\.0\.1:1/);
    expect(logged).toEqual([]);
  });

  it.each([
    [
      '14.24 (Debian 14.24-1.pgdg120+1)',
      'UTF8',
      'DATABASE_URL: the server is Postgres 14.24 (Debian 14.24-1.pgdg120+1), and the site needs 15 or a newer one.\n',
    ],
    ['9.6.24', 'UTF8', 'DATABASE_URL: the server is Postgres 9.6.24, and the site needs 15 or a newer one.\n'],
    ['15.20 (Debian 15.20-0+deb12u1)', 'UTF8', ''],
    ['19beta1', 'UTF8', ''],
    [
      '18.4',
      'SQL_ASCII',
      'DATABASE_URL: the database has the encoding SQL_ASCII, and the site needs UTF8 (createdb --encoding UTF8 --template template0).\n',
    ],
  ])('names a server that is too old or has another encoding: %s, %s', async (version, encoding, message) => {
    const close = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('the second error')));
    const error = await thrownBy(refuseUnfitServer({ query: async () => ({ rows: [{ version, encoding }], rowCount: 1 }), close }));
    expect(error === undefined ? '' : told(error).written).toBe(message);
    expect(close).toHaveBeenCalledTimes(message === '' ? 0 : 1);
  });
});

describe('the text of an invalid configuration', () => {
  it('lists the faults, and the warnings when there are any', () => {
    expect(configurationText(['a', 'b'], [])).toBe('The configuration has faults:\n  - a\n  - b\n');
    expect(configurationText(['a'], ['c'])).toBe('The configuration has faults:\n  - a\nIt also has warnings:\n  - c\n');
  });
});
