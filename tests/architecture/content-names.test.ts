/** A table of the content model is named in the content rules and in `.graphql` files, and nowhere else in the code. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MIGRATIONS = 'server/project/nhost/migrations/default';

interface Exception {
  /** Path prefix of the files. */
  readonly in: string;
  /** The names that they may hold; every name when left out. */
  readonly names?: readonly string[];
  readonly reason: string;
}

const EXCEPTIONS: readonly Exception[] = [
  { in: 'shared/content/content-rules.ts', reason: 'the one place' },
  { in: 'server/project/', reason: 'the project itself and its demonstration rows' },
  { in: 'shared/routes/', reason: 'route ids, query parameters, and groups of tables, which the test of the rules checks' },
  { in: 'shared/atendimento/estatistica/', names: ['assunto', 'pessoa'], reason: 'dimensions of the statistics' },
  { in: 'shared/open-data/', names: ['arquivo', 'pagina'], reason: 'columns of the open data' },
  { in: 'server/publicacao/', reason: 'groups of the tables that files are read from' },
  { in: 'client/admin/', reason: 'the descriptions of content types, which a test compares with the tables, and what is made from them' },
  { in: 'client/gallery/', reason: 'rows that stories show, whose types the compiler checks' },
  {
    in: 'client/',
    names: ['arquivo', 'assunto', 'comunicado', 'contato', 'documento', 'reuniao', 'unidade'],
    reason: 'words and fields of pages',
  },
  { in: 'shared/readers/feedback.ts', reason: 'ids of routes, which the compiler checks' },
  {
    in: 'server/email-subscriptions/',
    names: ['noticia', 'comunicado', 'documento'],
    reason: 'what a message may tell of, as its query answers it',
  },
  { in: 'shared/cases/', names: ['contato'], reason: 'a channel of cases' },
  { in: 'server/cases/', names: ['contato'], reason: 'a channel of cases' },
  { in: 'shared/cases/inbox-filter.ts', names: ['assunto'], reason: 'a filter in the address of the list of cases' },
  { in: 'server/cases/staff/case-list-file.ts', names: ['assunto'], reason: 'a heading of the file' },
  { in: 'server/http/forms/received-form.ts', names: ['arquivo'], reason: 'the name of an attachment that has none' },
  { in: 'server/backend/site-state-parser.ts', names: ['pagina'], reason: 'a value of a column of menu items' },
  { in: 'server/backend/nhost/storage-response-head.ts', names: ['arquivo'], reason: 'the name of a download that has none' },
  { in: 'server/http/content-disposition.ts', names: ['arquivo'], reason: 'the name of a download that has none' },
];

/** What the compiler checks against generated types: `Rows['table']`, `Row<'table'>`, `Pick<Row, 'table'>` and ids of routes. */
const CHECKED_BY_TYPES = /(?<=[\w\]])\['\w+'\]|<(?:\w+, )?'\w+'>|\broutePath\('\w+'/g;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** A whole literal, with what a group of the cache may add; or a table inside a statement. */
const NAME = /(['"`])([a-z_]+)(?::\*|\+)?\1|\bpublic\.([a-z_]+)/g;

async function tableNames(): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const folder of await readdir(path.join(ROOT, MIGRATIONS))) {
    const sql = await readFile(path.join(ROOT, MIGRATIONS, folder, 'up.sql'), 'utf8');
    for (const [, name = ''] of sql.matchAll(/^create (?:or replace )?(?:table|view) public\.(\w+)/gm)) names.add(name);
  }
  return names;
}

async function sourceFiles(): Promise<readonly string[]> {
  const tops = await Promise.all(
    ['shared', 'client', 'server'].map(async (top) => {
      const entries = await readdir(path.join(ROOT, top), { recursive: true });
      return entries.map((entry) => path.posix.join(top, entry.split(path.sep).join('/')));
    }),
  );
  return tops.flat().filter((file) => /\.tsx?$/.test(file) && !file.includes('/generated/'));
}

/** One exception for each name: what it is needed for is seen by the name. */
const ALLOWED = EXCEPTIONS.flatMap(({ in: prefix, names = [null] }) => names.map((name) => ({ prefix, name })));

test('names of tables stand in the content rules only, and each exception is needed', async () => {
  const tables = await tableNames();
  expect(tables.size).toBeGreaterThan(50);
  const found: string[] = [];
  const needed = new Set<unknown>();
  for (const file of await sourceFiles()) {
    const code = (await readFile(path.join(ROOT, file), 'utf8')).replaceAll(COMMENT, '').replaceAll(CHECKED_BY_TYPES, '');
    for (const [, , literal, inStatement] of code.matchAll(NAME)) {
      const name = literal ?? inStatement ?? '';
      if (!tables.has(name)) continue;
      const allowed = ALLOWED.filter((one) => file.startsWith(one.prefix) && (one.name ?? name) === name);
      for (const one of allowed) needed.add(one);
      if (allowed.length === 0) found.push(`${file}: ${name}`);
    }
  }
  expect(found).toEqual([]);
  expect(ALLOWED.filter((one) => !needed.has(one))).toEqual([]);
});
