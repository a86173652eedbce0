/**
 * Which file of the browser's build a module goes to. What would otherwise be dozens of small files is a few: the start module, what
 * changes with the time, the application with what most pages or home and lists need, what home and other pages share, what lists and other pages
 * share, what only others share, and one for each page. What is loaded when something needs it (navigation, router, Apollo, map) follows by itself.
 */
import path from 'node:path';
import type { Rolldown } from 'vite';

/** Chunks are named for the modules that others import first. */
const START = 'boot';
const APPLICATION = 'entry-client';
/** What lives without the application may not bring it along. */
const ISLANDS = 'islands';
const SHARED_BY_PAGES = 'partes';
/** The part of those that lists need, which are most pages of the site: a list loads nothing else of them, and a text no filters. */
const SHARED_BY_LISTS = 'listas';
/** What the home page shares with others and lists have no use for: pictures and cards. */
const SHARED_BY_HOME = 'cartoes';

/** All component and page styles are one stylesheet: the first page blocks on one request, and the next pages on none. */
const STYLES = /\/client\/(?:components|layouts|pages|routing)\/.*\.css$/;

/** What most pages have a use for; what a few pages share of their own follows by itself. */
const COMPONENTS = /\/client\/components\/(?!charts\/)/;

/** What so few pages share (the charts of two reports) is no part of what the others load. */
const FEW_PAGES = 2;

/** What modules of another format need of the bundler. */
const RUNTIME = /rolldown\/runtime\.js$/;

/** The bundler's module graph. */
export interface ModuleGraph {
  getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'> | null;
}

/** Returns the function that names the file of a module, or says null where the bundler decides. `root` is the folder of `client/`. */
export function chunkNames(root: string): (id: string, graph: ModuleGraph) => string | null {
  const idOf = (file: string): string => path.join(root, 'client', file);
  let closures: ReturnType<typeof closuresOf> | null = null;
  return (id, graph) => {
    closures ??= closuresOf(idOf, graph);
    const { start, islands, application, home, lists, pages } = closures;
    if (start.has(id)) return START;
    if (islands.has(id)) return ISLANDS;
    if (application.has(id) || STYLES.test(id) || RUNTIME.test(id)) return APPLICATION;
    const users = pages.filter((page) => page.has(id)).length;
    if (users < 2) return null;
    if (users > pages.length / 2) return APPLICATION;
    if (home.has(id)) return lists.has(id) ? APPLICATION : SHARED_BY_HOME;
    if (!COMPONENTS.test(id) || users <= FEW_PAGES) return null;
    return lists.has(id) ? SHARED_BY_LISTS : SHARED_BY_PAGES;
  };
}

/**
 * Returns the groups of files. A group takes along what its modules import, so what is needed first comes first: it would else be looked for in
 * the file of the application, which would be loaded for it.
 */
export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
  const nameOf = chunkNames(root);
  const only = (name: string, priority: number): Rolldown.CodeSplittingGroup => ({
    debugName: name,
    name: (id, graph) => (nameOf(id, graph) === name ? name : null),
    priority,
  });
  return [only(START, 3), only(ISLANDS, 2), only(APPLICATION, 1), { debugName: 'pages', name: nameOf }];
}

function closuresOf(idOf: (file: string) => string, graph: ModuleGraph) {
  const closureOf = (entry: string): ReadonlySet<string> => {
    const found = new Set([entry]);
    for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
    return found;
  };
  return {
    start: closureOf(idOf('boot.ts')),
    islands: closureOf(idOf('islands/islands.ts')),
    application: closureOf(idOf('entry-client.tsx')),
    home: closureOf(idOf('pages/inicio/page.tsx')),
    lists: closureOf(idOf('pages/documentos/page.tsx')),
    pages: (graph.getModuleInfo(idOf('pages/registry.ts'))?.dynamicallyImportedIds ?? []).map(closureOf),
  };
}
