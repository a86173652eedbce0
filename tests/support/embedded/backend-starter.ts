/**
 * Starts the embedded backend on a data directory with a project, and prints `pronto` when it answers; the loader may print before. With a third
 * argument it prints what it reports meanwhile, and the whole message of an error in place of its name.
 */
import { writeSync } from 'node:fs';
import { createEmbeddedBackend } from '../../../server/backend/embedded/backend.ts';
import { SILENT_LOG } from '../silent-log.ts';
import { putEmptyDatabase } from './empty-database.ts';

const [dataDirectory = '', projectDirectory = '', isReporting] = process.argv.slice(2);
const line = (text: string): void => void writeSync(1, `${text}\n`);
try {
  await createEmbeddedBackend({
    dataDirectory,
    databaseUrl: undefined,
    projectDirectory,
    demonstration: 'auto',
    log: SILENT_LOG,
    putEmptyDatabase,
    ...(isReporting === undefined ? {} : { onProgress: line }),
  });
  line('pronto');
  setInterval(() => undefined, 60_000);
} catch (error) {
  line(error instanceof Error ? (isReporting === undefined ? error.name : error.message) : String(error));
}
