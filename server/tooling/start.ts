/** `npm start`: builds when there is no build of these sources, then becomes the production server. */
import { spawnSync } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { isBuilt } from './is-built.ts';
import { becomeServer } from './server-process.ts';

const root = process.cwd();
enableCompileCache(path.join(root, 'node_modules/.cache/compilacao'));
if (!(await isBuilt(root))) {
  process.stdout.write('Building the pages (once per version)...\n');
  // In a process of its own: the bundler's memory goes back to the system with it.
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'build.ts')], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
await becomeServer(root);
