/** Starts the embedded backend on a data directory with a project, and prints `pronto` when it answers; the loader may print before. */
import { writeSync } from 'node:fs';
import { createEmbeddedBackend } from '../../../server/backend/embedded/backend.ts';
import { SILENT_LOG } from '../../../server/observability/log.ts';
import { emptyDirectory } from './empty-database.ts';

const [dataDirectory = '', projectDirectory = ''] = process.argv.slice(2);
try {
  await createEmbeddedBackend({
    dataDirectory,
    databaseUrl: undefined,
    projectDirectory,
    demonstration: 'auto',
    log: SILENT_LOG,
    emptyDatabase: await emptyDirectory(),
  });
  writeSync(1, 'pronto\n');
  setInterval(() => undefined, 60_000);
} catch (error) {
  writeSync(1, `${error instanceof Error ? error.name : String(error)}\n`);
}
