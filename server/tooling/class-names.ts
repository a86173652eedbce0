/** The names of the classes of style modules in a build, and how few bytes they take in the browser's scripts. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Returns the short names of all classes and movements of the style modules: their numbers in the order of files and names, the same in both builds. The
 * names that Vite makes itself are seven percent of a page's bytes and a seventh of the stylesheet's, all of it in the visitor's way.
 */
export function shortClassNames(root: string): (name: string, file: string) => string {
  const numbers = new Map<string, number>();
  for (const file of globSync('client/**/*.module.css', { cwd: root }).sort()) {
    const styles = readFileSync(path.join(root, file), 'utf8');
    for (const [, name] of styles.matchAll(/(?:\.|@keyframes\s+)([a-zA-Z_][\w-]*)/g)) {
      const source = `${file} ${name}`;
      if (!numbers.has(source)) numbers.set(source, numbers.size);
    }
  }
  return (name, file) => {
    const source = `${path.relative(root, file)} ${name}`;
    const number = numbers.get(source);
    if (number === undefined) throw new Error(`no class of the style modules is called ${source}`);
    // The underscore keeps them apart from the names of global styles, and from those that blockers of advertisements hide.
    return `_${number.toString(36)}`;
  };
}

/**
 * Lets the bundler write the name of a class where it is used. As properties of an object, the names of all pages and of all their classes would
 * be part of the application.
 */
export function classNamesWhereUsed(): Plugin[] {
  const applyToEnvironment: Plugin['applyToEnvironment'] = ({ name }) => name === 'client';
  return [
    {
      name: 'class-names-by-name',
      applyToEnvironment,
      transform: {
        filter: { id: /\/client\/.*\.tsx?$/ },
        handler: (code) => ({
          code: code.replaceAll(/^import (\w+) from (?=['"].*\.module\.css['"])/gm, 'import * as $1 from '),
          map: null,
        }),
      },
    },
    {
      name: 'stylesheet-without-its-names',
      enforce: 'post',
      applyToEnvironment,
      transform: {
        filter: { id: /\.module\.css$/ },
        handler(code) {
          // A class of that name would be found as all classes together.
          if (code.includes('\t"default": ')) throw new Error('no class can be called default');
          // Its rules belong to the stylesheet even if no name of it is left in a script.
          return { code, map: null, moduleSideEffects: 'no-treeshake' };
        },
      },
    },
  ];
}
