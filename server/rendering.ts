/** What turns routes into documents: the bundles of the build, or Vite's own modules in development. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RequestHandler } from 'express';
import type { Renderer } from '../client/entry-server.tsx';
import { type AdminEntryFiles, DEVELOPMENT_ENTRY_FILES, readAdminEntryFiles } from './admin/entry-files.ts';
import { type BuildRecord, readBuildRecord } from './builds/record.ts';
import type { PageStateOf } from './purge/state-purges.ts';
import { type DevelopmentModules, developmentRenderer } from './ssr/development.ts';
import { type Assets, type Manifest, manifestAssets } from './ssr/document/assets.ts';

export interface Rendering {
  readonly build: BuildRecord;
  readonly renderer: () => Renderer | Promise<Renderer>;
  readonly assets: Assets;
  /** What the document of the administration application links. */
  readonly adminFiles: AdminEntryFiles;
  /** Whether the sources are rendered, which change, and not a build. */
  readonly isDevelopment: boolean;
  /** Returns the part of the site's state that a page carries; null in development, where nothing is stored. */
  readonly pageStateOf: PageStateOf | null;
  /** Serves development's modules; none in production. */
  readonly middleware: readonly RequestHandler[];
}

/** Opens the build below `root`, or renders from the modules of the sources. @throws StartupError when there is no build. */
export async function openRendering(root: string, modules: DevelopmentModules | undefined): Promise<Rendering> {
  return modules === undefined ? builtRendering(root) : developmentRendering(modules);
}

async function builtRendering(root: string): Promise<Rendering> {
  const build = await readBuildRecord(root);
  const manifest = JSON.parse(await readFile(path.join(root, 'dist/client/.vite/manifest.json'), 'utf8')) as Manifest;
  const bundle = (await import(/* @vite-ignore */ pathToFileURL(path.join(root, 'dist/server/entry-server.js')).href)) as {
    createSiteRenderer(): Renderer;
  };
  const renderer = bundle.createSiteRenderer();
  return {
    build,
    renderer: () => renderer,
    assets: manifestAssets(manifest),
    adminFiles: await readAdminEntryFiles(root),
    isDevelopment: false,
    pageStateOf: (state, layout, routeId) => renderer.pageStateOf(state, layout, routeId),
    middleware: [],
  };
}

function developmentRendering(modules: DevelopmentModules): Rendering {
  const { renderer, assets } = developmentRenderer(modules);
  const now = Date.now();
  return {
    build: { id: `dev-${now}`, timestamp: now },
    renderer,
    assets,
    adminFiles: DEVELOPMENT_ENTRY_FILES,
    isDevelopment: true,
    pageStateOf: null,
    middleware: [modules.middleware],
  };
}
