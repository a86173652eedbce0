import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Browsers of the last two years or so; every figure is a version that Baseline calls widely available. */
const EVERGREEN = ['chrome120', 'edge120', 'firefox121', 'safari17.2'];

/**
 * What would otherwise be dozens of small files. All component and page styles are one stylesheet: a page blocks on two requests, and the
 * next pages on none. The start module and what it imports stay apart and small; frame, components and libraries, which every page needs,
 * are one module; pages follow one by one.
 */
const GROUPS = [
  { name: 'estilos', test: /\/client\/(?:components|layouts|pages|routing)\/.*\.css$/, priority: 3 },
  { name: 'partida', test: /\/client\/(?:boot|routing\/browser|routing\/chunk-guard|accessibility\/.*)\.ts$/, priority: 2 },
  { name: 'comum', test: /\/client\/(?:components|layouts|estado|apollo|routing)\/.*\.tsx?$/, priority: 1 },
];

export default defineConfig(({ command }) => ({
  plugins: [react()],
  appType: 'custom',
  // Express serves public/ itself; nothing of it belongs to a build.
  publicDir: false,
  build: {
    target: EVERGREEN,
    // A data: URL would need a wider content policy than 'self'.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        rolldownOptions: {
          input: { boot: 'client/boot.ts', 'sem-script': 'client/sem-script.css' },
          output: { codeSplitting: { groups: GROUPS } },
        },
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
        rolldownOptions: { input: { 'entry-server': 'client/entry-server.tsx' } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (client === undefined || ssr === undefined) throw new Error('the build needs its client and ssr environments');
      await builder.build(client);
      await builder.build(ssr);
    },
  },
}));
