/**
 * Rendering in development: Vite serves the browser's modules with hot reload, and each request renders with the newest code. Loaded by
 * the development server only; production never imports it.
 */
import type { Server } from 'node:http';
import type { RequestHandler } from 'express';
import type { EnvironmentModuleNode } from 'vite';
import type { Renderer } from '../../client/entry-server.tsx';
import { pageFolder } from '../../shared/routes/table.ts';
import type { Assets, DocumentAssets } from './document/assets.ts';

export interface DevelopmentRendering {
  /** Serves modules, styles and the hot reload client. Mount it before everything else. */
  readonly middleware: RequestHandler;
  readonly renderer: () => Promise<Renderer>;
  readonly assets: Assets;
  close(): Promise<void>;
}

export interface DevelopmentOptions {
  /** The repository's folder. */
  readonly root: string;
  readonly server: Server;
}

const ENTRY_SERVER = '/client/entry-server.tsx';

/** Starts Vite inside our own server; its hot reload socket shares the server's port. */
export async function createDevelopment({ root, server }: DevelopmentOptions): Promise<DevelopmentRendering> {
  const { createServer, isRunnableDevEnvironment } = await import('vite');
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true, hmr: { server } } });
  const { ssr } = vite.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error('the ssr environment cannot run modules');
  const entry = async (): Promise<typeof import('../../client/entry-server.tsx')> => ssr.runner.import(ENTRY_SERVER);
  return {
    middleware: vite.middlewares,
    renderer: async () => (await entry()).createSiteRenderer(),
    assets: {
      fonts: [],
      forRoute: async (rotaId) => {
        await entry();
        return developmentAssets([...ssr.moduleGraph.idToModuleMap.values()], rotaId);
      },
    },
    close: () => vite.close(),
  };
}

/**
 * The files of a document in development. Styles are linked as Vite serves them, so that a page is not drawn bare before its modules
 * run; those of other pages are left out.
 */
function developmentAssets(modules: readonly EnvironmentModuleNode[], rotaId: string | null): DocumentAssets {
  const own = rotaId === null ? null : `/${pageFolder(rotaId)}`;
  const styles = modules
    .map(({ url }) => url)
    .filter((url) => url.endsWith('.css') && (!url.includes('/client/pages/') || (own !== null && url.includes(own))));
  return {
    styles: ['/client/styles/global.css', ...styles],
    noScriptStyle: '/client/styles/no-script.css',
    // Hot reload of components needs its preamble before any of them.
    scripts: ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', '/client/boot.ts'],
    modules: [],
  };
}
