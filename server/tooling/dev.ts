/** `npm run dev`: the whole site with Vite's middleware and hot reload; nothing is written to `dist/`. */
import { run } from '../main.ts';
import { generate } from './generate.ts';

const root = process.cwd();
await generate(root, { types: false });
await run({ root, mode: 'development' });
