/** The shape of the tree: sizes of folders and files, circles of imports, and the table of folders in the README. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBelow, importsOf, isLocal, ROOT, sourceFiles } from './tree.ts';

const MOST_FILES_IN_A_FOLDER = 25;
const FEWEST_LINES_OF_A_FILE = 15;
const MOST_LINES_OF_A_FILE = 300;

/** Folders of many small files that a tool names: one for each table, one for each operation. */
const NAMED_BY_A_TOOL = ['server/project/nhost/', 'shared/graphql/operations'];

/** The public face of a folder with internal files. */
const FACE = 'server/edge/index.ts';

const sources = await sourceFiles();
const imports = (await Promise.all(sources.map(importsOf))).flat();

describe('folders and files', () => {
  test('no folder holds more than 25 files', async () => {
    const files = await filesBelow(['shared', 'client', 'server', 'tests']);
    const folders = Map.groupBy(files, (file) => path.posix.dirname(file));
    const large = [...folders].filter(
      ([folder, { length }]) => length > MOST_FILES_IN_A_FOLDER && !NAMED_BY_A_TOOL.some((prefix) => folder.startsWith(prefix)),
    );
    expect(large.map(([folder, { length }]) => `${folder}: ${length} files`)).toEqual([]);
  });

  test('no source file has fewer than 15 lines or more than 300', async () => {
    const found: string[] = [];
    for (const file of sources) {
      if (file === FACE || file.endsWith('.d.ts')) continue;
      const lines = (await readFile(path.join(ROOT, file), 'utf8')).split('\n').length - 1;
      if (lines < FEWEST_LINES_OF_A_FILE || lines > MOST_LINES_OF_A_FILE) found.push(`${file}: ${lines} lines`);
    }
    expect(found).toEqual([]);
  });
});

describe('components', () => {
  test('each lies in a folder that has its name', () => {
    const components = sources.filter((file) => file.startsWith('client/components/') && file.endsWith('.tsx'));
    const misplaced = components.filter((file) => path.posix.basename(file, '.tsx') !== path.posix.basename(path.posix.dirname(file)));
    expect(components.length).toBeGreaterThan(0);
    expect(misplaced).toEqual([]);
  });
});

describe('imports', () => {
  test('server/message, the grammar of HTTP, imports nothing of the tree but itself', () => {
    const outward = imports.filter(
      ({ file, target }) => file.startsWith('server/message/') && isLocal(target) && !target.startsWith('server/message/'),
    );
    expect(outward.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  test('no circle of imports exists, of values or of types', () => {
    const edges = Map.groupBy(
      imports.filter(({ target }) => isLocal(target)),
      ({ file }) => file,
    );
    const found = circles(new Map([...edges].map(([file, list]) => [file, list.map(({ target }) => target)])));
    expect(found).toEqual([]);
  });
});

function circles(edges: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (node: string, trail: readonly string[]): void => {
    if (trail.includes(node)) found.push([...trail.slice(trail.indexOf(node)), node].join(' -> '));
    if (done.has(node)) return;
    done.add(node);
    for (const next of edges.get(node) ?? []) walk(next, [...trail, node]);
  };
  for (const node of edges.keys()) walk(node, []);
  return found;
}

/** Folders of the README's table: a name without a slash lies beside the name before it. */
async function foldersOfReadme(): Promise<readonly string[]> {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  const [section = ''] = /^## Layout\n[^]*?(?=^## )/m.exec(readme) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) => {
    let top = '';
    return [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => {
      if (name.includes('/')) top = name.slice(0, name.indexOf('/'));
      return name.includes('/') ? name : `${top}/${name}`;
    });
  });
}

describe('the layout table of the README', () => {
  test('names exactly the folders that lie two levels deep', async () => {
    const present: string[] = [];
    for (const top of ['shared', 'server', 'client', 'tests']) {
      const entries = await readdir(path.join(ROOT, top), { withFileTypes: true });
      present.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${top}/${name}`));
    }
    const named = (await foldersOfReadme()).filter((name) => !/\.tsx?$/.test(name) && name.split('/').filter(Boolean).length === 2);
    expect(named.toSorted()).toEqual(present.toSorted());
  });
});
