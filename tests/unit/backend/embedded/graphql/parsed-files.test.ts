/** Metadata that the build has parsed: a text that it saw is not parsed again, and any other one is. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOf, openParsedFiles } from '../../../../../server/backend/embedded/graphql/metadata/parsed-files.ts';
import { readMetadata } from '../../../../../server/backend/embedded/graphql/metadata/reader.ts';

const DATABASES = '- { name: default, tables: "!include default/tables.yaml" }';

let directory: string;
let built: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'metadados-'));
  built = await mkdtemp(path.join(tmpdir(), 'construido-'));
  await mkdir(path.join(directory, 'databases/default'), { recursive: true });
  await writeFile(path.join(directory, 'version.yaml'), 'version: 3');
  await writeFile(path.join(directory, 'databases/databases.yaml'), DATABASES);
  await writeFile(path.join(directory, 'databases/default/tables.yaml'), '- table: a');
});
afterAll(() => Promise.all([directory, built].map((folder) => rm(folder, { recursive: true }))));

/** Metadata of which the build saw one text, for which it has another value than the parser would give. */
async function tablesWith(text: string, value: unknown): Promise<readonly string[]> {
  const file = path.join(built, 'metadados.json');
  await writeFile(file, JSON.stringify({ [hashOf(text)]: value }));
  const { tables } = await readMetadata(directory, openParsedFiles(file));
  return tables.map(({ table }) => table.name);
}

test('takes the parsed value of a text that the build saw', async () => {
  expect(await tablesWith('- table: a', [{ table: 'parsed' }])).toEqual(['parsed']);
});

test('parses a file whose text the build did not see', async () => {
  expect(await tablesWith('- table: b', [{ table: 'parsed' }])).toEqual(['a']);
});

test('follows the includes of a parsed value', async () => {
  expect(await tablesWith(DATABASES, [{ name: 'default', tables: '!include default/tables.yaml' }])).toEqual(['a']);
});

test.each([
  ['is not there', undefined],
  ['was cut', '{"a'],
])('parses every file where the file of the build %s', async (_name, text) => {
  const file = path.join(built, 'outro.json');
  if (text !== undefined) await writeFile(file, text);
  const { tables } = await readMetadata(directory, openParsedFiles(file));
  expect(tables).toHaveLength(1);
});
