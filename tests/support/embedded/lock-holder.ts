/** Locks the directory of its first argument, prints `locked`, and holds it until it is killed. Prints the error's name when it cannot. */
import { lockDirectory } from '../../../server/backend/embedded/data-directory/lock.ts';

try {
  await lockDirectory(process.argv[2] ?? '');
  console.log('locked');
  setInterval(() => undefined, 60_000);
} catch (error) {
  console.log(error instanceof Error ? error.name : String(error));
}
