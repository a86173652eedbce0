import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DataDirectoryInUseError } from '../../../server/backend/embedded/data-directory/lock.ts';
import { openServerDatabase } from '../../../server/backend/embedded/owned-database.ts';
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

describe('a start that failed', () => {
  it('is told in one text when the operator can mend it', () => {
    expect(told(new StartupError('There is no build'))).toEqual({ written: 'There is no build\n', logged: [] });
    expect(told(new DataDirectoryInUseError('/dados')).logged).toEqual([]);
  });

  it('is logged with its stack when nobody expected it', () => {
    const error = new TypeError('x is not a function');
    expect(told(error)).toEqual({ written: 'x is not a function\n', logged: [error] });
  });

  it('without a build names the command that makes one', async () => {
    const empty = await mkdtemp(path.join(tmpdir(), 'sem-construcao-'));
    const error = await thrownBy(readBuildRecord(empty));
    await rm(empty, { recursive: true });
    expect(told(error)).toEqual({ written: 'There is no build: run npm run build first.\n', logged: [] });
  });

  it('without its database names the variable and keeps the password to itself', async () => {
    const { written, logged } = told(await thrownBy(openServerDatabase('postgres://portal:segredo@127.0.0.1:1/portal', () => undefined)));
    expect(written).toMatch(/^DATABASE_URL: .*127\.0\.0\.1:1/);
    expect(written).not.toContain('segredo');
    expect(logged).toEqual([]);
  });
});

describe('the text of a faulty configuration', () => {
  it('lists faults, and warnings where there are some', () => {
    expect(configurationText(['a', 'b'], [])).toBe('The configuration has faults:\n  - a\n  - b\n');
    expect(configurationText(['a'], ['c'])).toBe('The configuration has faults:\n  - a\nIt also has warnings:\n  - c\n');
  });
});
