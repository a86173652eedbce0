/** Runs the modules of the sources through Vite, and lets go of those that a change makes old: the changed ones and all that import them. */
import path from 'node:path';
import { createServerModuleRunner, type ViteDevServer } from 'vite';
import type { DevelopmentModules } from '../ssr/development.ts';

export interface SourceModules extends DevelopmentModules {
  /** Forgets the modules of a file, and whatever imports them. Returns whether there were any. */
  forget(file: string): boolean;
  /** True while the module, named by its path from the root, is the one that its file and its imports still describe. */
  isCurrent(path: string): boolean;
}

export function createSourceModules(vite: ViteDevServer): SourceModules {
  const { ssr } = vite.environments;
  // Its own hot reload would run every module again for one that changed, and with them the database.
  const runner = createServerModuleRunner(ssr, { hmr: false });
  const graph = runner.evaluatedModules;

  const forgetModule = (id: string, seen: Set<string>): void => {
    const module = graph.getModuleById(id);
    if (module === undefined || seen.has(id)) return;
    seen.add(id);
    graph.invalidateModule(module);
    for (const importer of module.importers) forgetModule(importer, seen);
  };
  return {
    middleware: vite.middlewares,
    load: (name) => runner.import(name),
    urls: () => [...ssr.moduleGraph.idToModuleMap.values()].map(({ url }) => url),
    forget(file) {
      // Vite does so too, but only after its plugins have been told of the change.
      ssr.moduleGraph.onFileChange(file);
      const modules = [...(graph.getModulesByFile(file) ?? [])];
      const seen = new Set<string>();
      for (const { id } of modules) forgetModule(id, seen);
      return modules.length > 0;
    },
    isCurrent: (name) => graph.getModuleById(path.join(vite.config.root, name))?.evaluated === true,
  };
}
