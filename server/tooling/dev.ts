/**
 * `npm run dev`: the whole site from its sources; nothing is written to `dist/`. A change of `client/` is hot reload as Vite does it. After
 * a change of `server/` or `shared/` the parts of the server are composed again from the new code, and open pages reload; the database
 * stays open unless its own code changed. A changed `.graphql` file is compiled first.
 */
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'vite';
import { gallery } from './gallery.ts';
import { generate } from './generate.ts';
import { reloadingComposition } from './reloading-composition.ts';
import { createSourceModules } from './source-modules.ts';

const root = process.cwd();
await generate(root, { types: false });
// Vite listens for upgrades of a server that does not exist yet; it gets those of the site's server.
const hotReload = createHttpServer();
const vite = await createServer({
  root,
  appType: 'custom',
  plugins: [gallery()],
  server: { middlewareMode: true, hmr: { server: hotReload }, watch: { ignored: ['**/.data/**', '**/dist/**', '**/tests/**'] } },
});
const modules = createSourceModules(vite);
// From the modules that the composition comes from too: an error is told by its class.
const { run } = (await modules.load('/server/main.ts')) as typeof import('../main.ts');
await run({ root, compose: reloadingComposition({ root, vite, modules, hotReload }) });
