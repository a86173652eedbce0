/** Rendering in development: each request renders with the newest modules of the sources. */
import type { RequestHandler } from 'express';
import type { Renderer } from '../../client/entry-server.tsx';
import { pageFolder } from '../../shared/routes/table.ts';
import type { Assets, DocumentAssets } from './document/assets.ts';

/** The modules of the sources, as the development server serves and runs them. */
export interface DevelopmentModules {
  /** Serves the browser's modules, styles and the hot reload client. Mount it before everything else. */
  readonly middleware: RequestHandler;
  /** Runs a module, named by its path from the root; one that has not changed since runs once. */
  load(path: string): Promise<unknown>;
  /** Addresses of all modules that were run. */
  urls(): readonly string[];
}

const ENTRY_SERVER = '/client/entry-server.tsx';

/** Renders from the modules, which are loaded again after a change. */
export function developmentRenderer(modules: DevelopmentModules): {
  readonly renderer: () => Promise<Renderer>;
  readonly assets: Assets;
} {
  const entry = async (): Promise<typeof import('../../client/entry-server.tsx')> =>
    (await modules.load(ENTRY_SERVER)) as typeof import('../../client/entry-server.tsx');
  return {
    renderer: async () => (await entry()).createSiteRenderer(),
    assets: {
      fonts: [],
      forRoute: async (routeId) => {
        await entry();
        return developmentAssets(modules.urls(), routeId);
      },
    },
  };
}

/**
 * The files of a document in development. Styles are linked as Vite serves them, so that a page has its styles before its modules
 * run; those of other pages are left out.
 */
function developmentAssets(urls: readonly string[], routeId: string | null): DocumentAssets {
  const own = routeId === null ? null : `/${pageFolder(routeId)}`;
  const styles = urls.filter((url) => url.endsWith('.css') && (!url.includes('/client/pages/') || (own !== null && url.includes(own))));
  return {
    styles: ['/client/styles/global.css', ...styles],
    noScriptStyle: '/client/styles/no-script.css',
    // Hot reload of components needs its preamble before any of them.
    scripts: ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', '/client/boot.ts'],
    modules: [],
  };
}
