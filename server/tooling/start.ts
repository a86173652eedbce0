/** `npm start`: builds when there is no build of these sources, then runs the production server. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { isBuilt } from './is-built.ts';

const root = process.cwd();
// Half of a later start would be compiling the same modules again.
enableCompileCache(path.join(root, 'node_modules/.cache/compilacao'));
if (!(await isBuilt(root))) {
  process.stdout.write('Building the pages (once per version)...\n');
  const { build } = await import('./build.ts');
  const { id } = await build(root);
  process.stdout.write(`Pages built (version ${id}).\n`);
}
// Only now: the server loads what the build generates.
const { run } = await import('../main.ts');
await run({ root, mode: 'production' });
