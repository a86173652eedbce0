/** `npm start`: builds when there is no build of these sources, then runs the production server. */
import { build, isBuilt } from './build.ts';

const root = process.cwd();
if (!(await isBuilt(root))) {
  process.stdout.write('Preparando as páginas (uma vez por versão)...\n');
  const { id } = await build(root);
  process.stdout.write(`Páginas prontas (versão ${id}).\n`);
}
// Only now: the server loads what the build generates.
const { run } = await import('../main.ts');
await run({ root, mode: 'production' });
