/** The source files of the tree and what they import, read from their text. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

export interface Import {
  readonly file: string;
  /** A path from the root for a relative specifier, and the specifier itself for a package. */
  readonly target: string;
  readonly typeOnly: boolean;
}

/** Returns all files below these top folders, by their paths from the root. Generated and installed files are left out. */
export async function filesBelow(tops: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const top of tops) {
    for (const entry of await readdir(path.join(ROOT, top), { recursive: true, withFileTypes: true })) {
      const file = path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
      if (entry.isFile() && !/\/(?:generated|node_modules)\//.test(file)) found.push(file);
    }
  }
  return found;
}

/** Returns the TypeScript modules of the product. */
export async function sourceFiles(): Promise<readonly string[]> {
  return (await filesBelow(['shared', 'client', 'server'])).filter((file) => /\.tsx?$/.test(file));
}

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:[\w*\s{},$]+\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** Returns the imports of a file: of values and of types, static and dynamic. */
export async function importsOf(file: string): Promise<readonly Import[]> {
  return importsIn(file, await readFile(path.join(ROOT, file), 'utf8'));
}

/** Returns the imports of a file with this text. */
export function importsIn(file: string, text: string): readonly Import[] {
  return [...text.matchAll(IMPORT)].map((found) => {
    const specifier = found[2] ?? found[3] ?? '';
    const target = specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
    return { file, target, typeOnly: found[1] !== undefined };
  });
}

export function isLocal(target: string): boolean {
  return /^(?:shared|client|server)\//.test(target);
}
