/** The site on a project that is not its own: it says which table it misses, and opens nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { GraphqlAnswer } from '../../../../server/backend/backend.ts';
import { requireSiteTables } from '../../../../server/backend/site-tables.ts';
import { readConfig } from '../../../../server/config/config.ts';
import { openContent } from '../../../../server/content.ts';
import { StartupError } from '../../../../server/observability/startup-report.ts';
import { PROJECT_ENGINES } from '../../project/editorial/project-engine.ts';

test('the start names the first table that the project lacks, in one line', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'portal-'));
  const reading = readConfig({ DATA_DIR: directory, PROJECT_DIR: 'tests/support/foreign-project', DEMO_CONTENT: 'off' });
  if (reading.kind === 'faulty') throw new Error(reading.faults.join());
  const { config } = reading;
  const options = {
    root: process.cwd(),
    config,
    log: pino({ enabled: false }),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
  try {
    const failure: unknown = await openContent(options).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(StartupError);
    expect(String(failure)).toMatch(
      /^StartupError: the project has no table "\w+" that the public may read, .*PROJECT_DIR.*npm run backend.*$/,
    );
    // Nothing stays open: the directory can be opened again.
    await expect(openContent(options)).rejects.toThrow('the project has no table');
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('the site’s own project answers without an error, and of tables that are asked for late a missing one is named too', async () => {
  const [, open] = PROJECT_ENGINES[0];
  const project = await open();
  try {
    const answers: GraphqlAnswer[] = [];
    const asked: string[] = [];
    const askWith = (change: (query: string) => string): Promise<void> =>
      requireSiteTables({
        execute: async ({ query }, options) => {
          asked.push(query);
          const answer = await project.engine.execute({ query: change(query) }, options);
          answers.push(answer);
          return answer;
        },
      });
    await askWith((query) => query);
    expect(answers.map(({ kind }) => kind)).toEqual(['data']);
    const tables = [...(asked[0] ?? '').matchAll(/(\w+)\(limit: 0\)/g)].map(([, table]) => table ?? '');
    expect(tables.length).toBeGreaterThan(30);
    const last = tables.at(-1) ?? '';
    await expect(askWith((query) => query.replace(` ${last}(`, ' ausente('))).rejects.toThrow('no table "ausente"');
  } finally {
    await project.close();
  }
});
