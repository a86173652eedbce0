/** The files that a document links, read from the Vite manifest. */
import { pageFile } from '../../../shared/routes/table.ts';

/** One entry of `dist/client/.vite/manifest.json`. */
interface ManifestChunk {
  readonly file: string;
  readonly name?: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  /** Files that the chunk's styles name. */
  readonly assets?: readonly string[];
}

export type Manifest = Readonly<Record<string, ManifestChunk>>;

export interface DocumentAssets {
  /** Stylesheets, site first, page last. */
  readonly styles: readonly string[];
  /** Stylesheet for readers without script. */
  readonly noScriptStyle: string | null;
  /** Modules that start the page's script, in order. */
  readonly scripts: readonly string[];
  /** Modules that hydration of the page imports, without those of the entry, which imports its own. */
  readonly modules: readonly string[];
}

export interface Assets {
  /** Fonts of every page's first lines of text, which the browser loads before it has read the stylesheet. */
  readonly fonts: readonly string[];
  /** Assets of a route's page; null for an error screen, which is not hydrated. */
  forRoute(routeId: string | null): DocumentAssets | Promise<DocumentAssets>;
}

const BOOT = 'client/boot.ts';
/** Name of the chunk that the start module brings at an interaction that needs it; others it brings for what lives without. */
const APPLICATION = 'entry-client';
const NO_SCRIPT_STYLE = 'client/styles/no-script.css';

/** Makes the assets of a production build. @throws when the manifest lacks the entries. */
export function manifestAssets(manifest: Manifest): Assets {
  const boot = manifest[BOOT];
  const entryKey = boot?.dynamicImports?.find((key) => manifest[key]?.name === APPLICATION);
  const entry = entryKey === undefined ? undefined : manifest[entryKey];
  if (boot === undefined || entryKey === undefined || entry === undefined)
    throw new Error(`the manifest has no ${BOOT} that starts ${APPLICATION}`);
  const known = new Map<string | null, DocumentAssets>();
  return {
    // The upright face; the italic one is rare enough to wait for the stylesheet.
    fonts: (entry.assets ?? []).filter((file) => /-normal-[^/]*\.woff2$/.test(file)).map(publicPath),
    forRoute: (routeId) => {
      const kept = known.get(routeId);
      if (kept !== undefined) return kept;
      const assets = { ...documentAssets(manifest, entryKey, routeId), scripts: [publicPath(boot.file)] };
      known.set(routeId, assets);
      return assets;
    },
  };
}

function documentAssets(manifest: Manifest, entry: string, routeId: string | null): Omit<DocumentAssets, 'scripts'> {
  const keys = routeId === null ? [BOOT, entry] : [BOOT, entry, pageFile(routeId)];
  const chunks = reachable(manifest, keys);
  const noScript = manifest[NO_SCRIPT_STYLE];
  // The browser loads these with the entry.
  const started = new Set(reachable(manifest, [BOOT, entry]).map(({ file }) => file));
  return {
    styles: unique(chunks.flatMap(({ css }) => css ?? [])).map(publicPath),
    noScriptStyle: noScript === undefined ? null : publicPath(noScript.file),
    modules: unique(chunks.map(({ file }) => file))
      .filter((file) => !started.has(file))
      .map(publicPath),
  };
}

/** The chunks of `keys` and of everything they import statically, dependencies first, as their styles must come. */
function reachable(manifest: Manifest, keys: readonly string[]): readonly ManifestChunk[] {
  const seen = new Set<string>();
  const ordered: ManifestChunk[] = [];
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    for (const dependency of chunk.imports ?? []) visit(dependency);
    ordered.push(chunk);
  };
  for (const key of keys) visit(key);
  return ordered;
}

function publicPath(file: string): string {
  return `/${file}`;
}

function unique(items: readonly string[]): readonly string[] {
  return [...new Set(items)];
}
