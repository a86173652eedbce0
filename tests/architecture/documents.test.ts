/** What comments and documents point to exists: sections, decision records, files. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Documents whose paths in backquotes are read by people who look for the file. */
const GUIDES = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/specification.md', 'docs/glossary.md'];

const SOURCE = /\.(?:tsx?|css|sql|ya?ml|graphql|md)$/;

interface Text {
  readonly file: string;
  readonly text: string;
}

async function textsBelow(folder: string): Promise<readonly Text[]> {
  const entries = await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules') && !file.includes('/generated/'));
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(path.join(ROOT, file), 'utf8') })));
}

/** Returns the numbers of a citation such as "sections 7 and 9" or "decisions 0004, 0005". */
function numbersOf(citation: string): readonly string[] {
  return citation.match(/\d+/g) ?? [];
}

function citationsOf(texts: readonly Text[], pattern: RegExp): readonly (readonly [where: string, number: string])[] {
  return texts.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].flatMap(([whole, numbers = '']) =>
      numbersOf(numbers).map((number) => [`${file}: ${whole}`, number] as const),
    ),
  );
}

const MORE = String.raw`(?:(?:,\s*|\s+and\s+)\d+)*`;
const texts = (await Promise.all(['server', 'client', 'shared', 'tests', 'docs'].map(textsBelow))).flat();

describe('citations', () => {
  test('every section of the specification that is cited exists', async () => {
    const specification = await readFile(path.join(ROOT, 'docs/specification.md'), 'utf8');
    const sections = new Set([...specification.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number));
    const cited = citationsOf(texts, new RegExp(String.raw`[Ss]pecification\s+sections?\s+(\d+${MORE})`, 'g'));
    expect(cited.length).toBeGreaterThan(10);
    expect(cited.filter(([, number]) => !sections.has(number))).toEqual([]);
  });

  test('every decision that is cited has a record', async () => {
    const records = new Set((await readdir(path.join(ROOT, 'docs/decisions'))).map((name) => name.slice(0, 4)));
    const cited = citationsOf(texts, new RegExp(String.raw`decisions?\s+(\d{4}${MORE})`, 'g'));
    expect(cited.length).toBeGreaterThan(5);
    expect(cited.filter(([, number]) => !records.has(number))).toEqual([]);
  });

  test('the list of decisions names every record', async () => {
    const list = await readFile(path.join(ROOT, 'docs/decisions.md'), 'utf8');
    const records = await readdir(path.join(ROOT, 'docs/decisions'));
    expect(records.filter((name) => !list.includes(`(decisions/${name})`))).toEqual([]);
  });

  test('no comment cites a document by another name', () => {
    const others = /\b(?:[Ss]pec (?:sections?|Part)|architecture decisions?|spec\.md|domain\.md|protocols\.md|style\.md|stack\.md)\b/g;
    const found = texts.flatMap(({ file, text }) => [...text.matchAll(others)].map(([name]) => `${file}: ${name}`));
    expect(found.filter((place) => !place.startsWith('tests/architecture/'))).toEqual([]);
  });
});

describe('paths in the guides', () => {
  test.each(GUIDES)('%s names only files and folders that exist', async (guide) => {
    const text = await readFile(path.join(ROOT, guide), 'utf8');
    const named = [...text.matchAll(/`((?:server|client|shared|tests|docs|public)\/[^`\s]*)`/g)].map(([, name = '']) => name);
    const plain = named.filter((name) => !/[*{<…]/.test(name));
    expect(plain.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  });

  test('the layout in README.md names every folder and file of the four trees, and nothing else', async () => {
    const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
    const rows = /^## Layout$[^]*?(?=^## )/m.exec(readme)?.[0].match(/^\| `.*$/gm) ?? [];
    // The first name of a row has its tree in front, which the others share.
    const named = rows.flatMap((row) => {
      const names = [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      const tree = path.dirname(names[0] ?? '');
      return names.map((name) => (name.includes('/') ? name : `${tree}/${name}`));
    });
    const trees = ['shared', 'server', 'client', 'tests'];
    const there = (
      await Promise.all(trees.map(async (tree) => (await readdir(path.join(ROOT, tree))).map((name) => `${tree}/${name}`)))
    ).flat();
    expect(there.filter((file) => !named.some((name) => path.matchesGlob(file, name)))).toEqual([]);
    const inTrees = named.filter((name) => trees.includes(path.dirname(name)));
    expect(inTrees.filter((name) => !there.some((file) => path.matchesGlob(file, name)))).toEqual([]);
  });

  test('the table of faults names only tests that exist', async () => {
    const rows = (await readFile(path.join(ROOT, 'docs/faults.md'), 'utf8')).split('\n').filter((line) => line.startsWith('| '));
    const named = rows.flatMap((row) => [...(row.split(' | ').at(-1) ?? '').matchAll(/`([\w/-]+)`/g)].map(([, name = '']) => name));
    expect(named.length).toBeGreaterThan(40);
    const isThere = (name: string): boolean =>
      ['', 'integration/'].some((folder) => existsSync(path.join(ROOT, `tests/${folder}${name}.test.ts`)));
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });

  test('links between documents lead to files', async () => {
    const broken: string[] = [];
    for (const guide of [...GUIDES, 'docs/decisions.md', 'CHANGELOG.md']) {
      const text = await readFile(path.join(ROOT, guide), 'utf8');
      for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
        if (!/^[a-z]+:/.test(target) && !existsSync(path.join(ROOT, path.dirname(guide), target))) broken.push(`${guide} -> ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });
});
