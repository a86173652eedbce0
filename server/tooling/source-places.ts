/**
 * Lets modules of the server be bundled that name files by their own place: `new URL('./name.ts', import.meta.url)` becomes the entry of the
 * bundle of that name, which a thread or a process starts with, and every other `import.meta.url` stays the address of the source.
 */
import path from 'node:path';
import type { Plugin } from 'vite';

const STARTED_MODULE = /new URL\(["'](\.[^"']+\.ts)["'], import\.meta\.url\)/g;

export interface SourcePlacesOptions {
  readonly root: string;
  /** Folder of the bundle, below the root; all its files are in it. */
  readonly directory: string;
  /** Names of the bundle's entries, and their sources below the root. */
  readonly entries: Readonly<Record<string, string>>;
}

export function sourcePlaces({ root, directory, entries }: SourcePlacesOptions): Plugin {
  const names = new Map(Object.entries(entries).map(([name, source]) => [path.join(root, source), name]));
  const entryUrl = (source: string): string => {
    const name = names.get(source);
    if (name === undefined) throw new Error(`${source} is started by a URL, but it is no entry of the bundle`);
    return `new URL('./${name}.js', import.meta.url)`;
  };
  return {
    name: 'source-places',
    applyToEnvironment: ({ name }) => name === 'site',
    transform: {
      filter: { id: /\/server\/.*\.ts$/, code: 'import.meta.url' },
      handler(code, id) {
        const source = path.relative(path.join(root, directory), id).split(path.sep).join('/');
        const parts = code.split(STARTED_MODULE);
        const own = `new URL(${JSON.stringify(source)}, import.meta.url).href`;
        // Every second part is what the expression found: the name of a module.
        const placed = parts.map((part, index) =>
          index % 2 === 0 ? part.replaceAll('import.meta.url', own) : entryUrl(path.resolve(path.dirname(id), part)),
        );
        return { code: placed.join(''), map: null };
      },
    },
  };
}
