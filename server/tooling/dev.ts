/** `npm run dev`: the whole site with Vite's middleware and hot reload; nothing is written to `dist/`. */
import { generate } from './generate.ts';

const root = process.cwd();
await generate(root, { types: false });
// Only now: the server loads what was just generated.
const { run } = await import('../main.ts');
await run({ root, mode: 'development' });
