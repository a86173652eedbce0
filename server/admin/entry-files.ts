/** The files that the document of the administration application links, read from the Vite manifest of its own build. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export interface AdminEntryFiles {
  readonly styles: readonly string[];
  /** Modules that start the application, in order. */
  readonly scripts: readonly string[];
  /** Modules that those import, which the browser loads beside them rather than after them. */
  readonly imported: readonly string[];
}

/** Sources of the entry; the key of its chunk in the manifest. */
const ENTRY = 'client/admin/main.tsx';

interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** In development Vite serves the sources; hot reload of components needs its preamble before any of them. */
export const DEVELOPMENT_ENTRY_FILES: AdminEntryFiles = {
  styles: [],
  imported: [],
  scripts: ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', `/${ENTRY}`],
};

/** Reads the files of the build below `root`. @throws when there is no build of the application. */
export async function readAdminEntryFiles(root: string): Promise<AdminEntryFiles> {
  const text = await readFile(path.join(root, 'dist/admin/.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Readonly<Record<string, ManifestChunk>>;
  const entry = manifest[ENTRY];
  if (entry === undefined) throw new Error(`the manifest of the administration has no ${ENTRY}`);
  const imported = importedChunks(manifest, entry);
  const styles = [...imported.flatMap(({ css = [] }) => css), ...(entry.css ?? [])];
  return {
    styles: [...new Set(styles)].map((file) => `/${file}`),
    scripts: [`/${entry.file}`],
    imported: imported.map(({ file }) => `/${file}`),
  };
}

/** Returns the chunks that `chunk` imports, and those that they import, each once. */
function importedChunks(manifest: Readonly<Record<string, ManifestChunk>>, chunk: ManifestChunk): readonly ManifestChunk[] {
  const found = new Set<ManifestChunk>();
  const collect = ({ imports = [] }: ManifestChunk): void => {
    for (const key of imports) {
      const imported = manifest[key];
      if (imported === undefined || imported === chunk || found.has(imported)) continue;
      found.add(imported);
      collect(imported);
    }
  };
  collect(chunk);
  return [...found];
}
