import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { chunkGroups } from './server/tooling/chunks.ts';
import { classNamesWhereUsed, shortClassNames } from './server/tooling/class-names.ts';
import { UNBUNDLED_PACKAGES } from './server/tooling/runtime-packages.ts';
import { sourcePlaces } from './server/tooling/source-places.ts';

/**
 * The oldest browsers that get the interactions (decision 0152): the last ones of telephones and computers that get no newer system, as Android 6
 * (Chrome 106), Windows 7 (Chrome 109, Firefox 115) and the iPhone 7 (Safari 15.6).
 */
const OLDEST_BROWSERS = ['chrome106', 'edge106', 'firefox115', 'safari15.6'];

/** Names the module of a page for its folder: every page's file is called `page.tsx`. */
function chunkFileName({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string {
  const [, page] = /\/client\/pages\/([^/]+)\/page\.tsx$/.exec(facadeModuleId ?? '') ?? [];
  return `assets/${page ?? '[name]'}-[hash].js`;
}

/**
 * Lets the bundler leave out what of react-router nothing imports. It is one module, and its components are made by calls and named by
 * assignments that count as effects: links, forms and fetchers would come along, two thirds of it.
 */
function routerWithoutEffects(): Plugin {
  return {
    name: 'router-without-effects',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\// },
      handler: (code) => {
        const unnamed = code.replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '');
        return { code: unnamed.replaceAll(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'), map: null };
      },
    },
  };
}

const belowWidth = (_: string, em: string): string => `(max-width:${Number(em) - 0.01}em)`;

/** The build makes `(width < 48em)` to `not (min-width:48em)`, and Safari 16.3 reads no `not` without a kind of medium. */
function upperWidths(): Plugin {
  return {
    name: 'upper-widths',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
          const styles = typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString();
          file.source = styles
            .replaceAll(/\(not (\(min-width:\d+em\))\)/g, 'not $1')
            .replaceAll(/\bnot \(min-width:(\d+)em\)/g, belowWidth);
        }
      },
    },
  };
}

/** Tells of a part that does not load, as Vite's own helper does; `client/version/chunk-load-errors.ts` listens. */
const IMPORT_HELPER = `export const __vitePreload = (load) => load().catch((error) => {
  const event = new Event('vite:preloadError', { cancelable: true });
  event.payload = error;
  window.dispatchEvent(event);
  if (!event.defaultPrevented) throw error;
});`;

/**
 * Imports what is loaded later without Vite's list of what each file imports, with which its helper begins to load all of them at once. Both are
 * more bytes than they save time: pages are loaded before their links are followed, and a document names the files of its own page.
 */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: { filter: { id: /vite\/preload-helper\.js$/ }, handler: () => ({ code: IMPORT_HELPER, map: null }) },
    // Where Vite would write the list.
    renderChunk: (code) => ({ code: code.replaceAll(/,\s*__VITE_PRELOAD__/g, ''), map: null }),
  };
}

/**
 * Node keeps the text of what it runs in memory: in two bytes for each character where one of them is not ASCII, and with the comments, of which
 * those of licences stay.
 */
const SMALL_TEXT = { charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } } as const;

/** What Node starts: the server, and its threads and processes. */
const SITE_ENTRIES = {
  main: 'server/main.ts',
  backup: 'server/backup.ts',
  'reencrypt-cases': 'server/reencrypt-cases.ts',
  'pglite-worker': 'server/backend/embedded/database/pglite-worker.ts',
  'upgrade-worker': 'server/backend/embedded/upgrade/upgrade-worker.ts',
  'demonstration-loader': 'server/backend/embedded/demonstration/process.ts',
  decoder: 'server/images/decoder/process.ts',
  inspection: 'server/files/inspection/process.ts',
  'open-data-database': 'server/publicacao/database/process.ts',
};

const SITE_BUNDLE: EnvironmentOptions = {
  consumer: 'server',
  resolve: { noExternal: true, external: UNBUNDLED_PACKAGES },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    ssr: true,
    target: 'node24',
    minify: false,
    // Log lines name the lines of the sources, which lie beside the bundle. Node reads a map at the first error and keeps it: the packages,
    // in a file of their own, go without.
    sourcemap: true,
    rolldownOptions: {
      input: SITE_ENTRIES,
      output: {
        ...SMALL_TEXT,
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
        codeSplitting: {
          groups: [
            // Loaded where a collector is configured. The API itself belongs to the metrics too.
            { name: 'packages-of-traces', test: /\/node_modules\/@opentelemetry\/(?!api\/)/, priority: 1 },
            { name: 'packages', test: /\/node_modules\// },
          ],
        },
      },
    },
  },
};

function smallPackages(): Plugin {
  return {
    name: 'small-packages',
    applyToEnvironment: ({ name }) => name === 'site',
    generateBundle(_options, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (!name.startsWith('packages-')) continue;
        if (file.type === 'asset') delete bundle[name];
        // What is left of other characters are names of people in licences.
        else file.code = file.code.normalize('NFD').replaceAll(/[^\0-\x7f]/g, '');
      }
    },
  };
}

const BUILD_PLUGINS = [
  routerWithoutEffects(),
  plainImports(),
  upperWidths(),
  classNamesWhereUsed(),
  sourcePlaces({ root: import.meta.dirname, directory: 'dist/site', entries: SITE_ENTRIES }),
  smallPackages(),
];

export default defineConfig(({ command }) => ({
  plugins: [react(), ...(command === 'build' ? BUILD_PLUGINS : [])],
  appType: 'custom',
  // Express serves public/ itself; nothing of it belongs to a build.
  publicDir: false,
  build: {
    target: OLDEST_BROWSERS,
    // A data: URL would need a wider content policy than 'self'.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      ...(command === 'build' ? { generateScopedName: shortClassNames(import.meta.dirname) } : {}),
    },
  },
  environments: {
    client: {
      // rxjs has a build in the classes of today's JavaScript; without this it comes as functions that imitate them.
      resolve: { conditions: ['es2015', ...defaultClientConditions] },
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        modulePreload: false,
        manifest: true,
        rolldownOptions: {
          input: { boot: 'client/boot.ts', 'sem-script': 'client/styles/no-script.css' },
          output: {
            codeSplitting: { groups: chunkGroups(import.meta.dirname) },
            chunkFileNames: chunkFileName,
          },
        },
      },
    },
    // The administration is a build of its own, so that no chunk of the public pages depends on what it imports.
    admin: {
      consumer: 'client',
      define: { 'process.env.NODE_ENV': JSON.stringify(command === 'build' ? 'production' : 'development') },
      build: { outDir: 'dist/admin', emptyOutDir: true, manifest: true, rolldownOptions: { input: 'client/admin/main.tsx' } },
    },
    // The service worker is one file at a fixed address, which the server completes.
    worker: {
      consumer: 'client',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/worker',
        emptyOutDir: true,
        rolldownOptions: { input: { trabalhador: 'client/offline/worker.ts' }, output: { entryFileNames: '[name].js' } },
      },
    },
    ssr: {
      // Built, it holds its packages, so that React and Apollo are the production ones whatever NODE_ENV says. In development they
      // stay outside, where Node loads them as they are.
      ...(command === 'build' ? { resolve: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        ssr: true,
        target: 'node24',
        emitAssets: false,
        rolldownOptions: { input: { 'entry-server': 'client/entry-server.tsx' }, output: SMALL_TEXT },
      },
    },
    // The server as few files, for a start that neither reads hundreds of modules nor strips their types. Packages with binaries stay outside.
    ...(command === 'build' ? { site: SITE_BUNDLE } : {}),
  },
  builder: {
    async buildApp(builder) {
      const { client, admin, worker, ssr, site } = builder.environments;
      if (client === undefined || admin === undefined || worker === undefined || ssr === undefined || site === undefined)
        throw new Error('the build needs its environments');
      await builder.build(client);
      await builder.build(admin);
      await builder.build(worker);
      await builder.build(ssr);
      await builder.build(site);
    },
  },
}));
