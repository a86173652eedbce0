/** `npm start`: builds when there is no build of these sources, then runs the production server. */
import { run } from '../main.ts';
import { build, isBuilt } from './build.ts';

const root = process.cwd();
if (!(await isBuilt(root))) {
  process.stdout.write('Preparando as páginas (uma vez por versão)...\n');
  const { id } = await build(root);
  process.stdout.write(`Páginas prontas (versão ${id}).\n`);
}
await run({ root, mode: 'production' });
