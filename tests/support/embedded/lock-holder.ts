/** Locks the directory of its first argument, prints `locked`, and holds it until it is killed. Prints the error's name when it cannot. */
import { writeSync } from 'node:fs';
import { lockDirectory } from '../../../server/backend/embedded/data-directory/lock.ts';

try {
  await lockDirectory(process.argv[2] ?? '');
  writeSync(1, 'locked\n');
  setInterval(() => undefined, 60_000);
} catch (error) {
  writeSync(1, `${error instanceof Error ? error.name : String(error)}\n`);
}
