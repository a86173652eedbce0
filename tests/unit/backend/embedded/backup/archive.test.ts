import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ArchiveEntry,
  ArchiveError,
  proveArchive,
  readArchive,
  writeArchive,
} from '../../../../../server/backend/embedded/backup/archive.ts';
import { type Manifest, manifestNow } from '../../../../../server/backend/embedded/backup/manifest.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'arquivo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Content {
  readonly rows: readonly string[];
  /** Names of files, and the bytes that they have in the store. */
  readonly files: Readonly<Record<string, string>>;
  readonly change?: (manifest: Manifest) => Manifest;
}

const WHOLE: Content = { rows: ['"(1,um)"\n', '"(2,dois)"\n'], files: { [digest('foto')]: 'foto', [digest('ata')]: 'ata' } };

/** Writes the archive as a backup does. */
async function archive(name: string, { rows, files, change = (manifest) => manifest }: Content): Promise<string> {
  const file = path.join(folder, name);
  const writer = writeArchive(createWriteStream(file));
  const pieces: { name: string; sha256: string }[] = [];
  for (const [index, text] of rows.entries()) pieces.push(await writer.addRows(0, index, Buffer.from(text)));
  const counted = { count: 0, bytes: 0, missing: [] as string[] };
  for (const [sha256, text] of Object.entries(files)) {
    if ((await writer.addFile(sha256, text.length, Readable.from([Buffer.from(text)]))) === sha256) {
      counted.count += 1;
      counted.bytes += text.length;
    } else {
      counted.missing.push(sha256);
    }
  }
  const columns = [{ name: 'id', type: 'integer', generated: false }];
  const tables = [{ name: 'public.nota', columns, rows: String(rows.length), digest: '0', pieces }];
  await writer.finish(change(manifestNow({ migrations: [], tables, sequences: [], files: counted }, new Date(0))));
  return file;
}

async function entries(file: string): Promise<readonly string[]> {
  const found: string[] = [];
  const textOf = async (entry: ArchiveEntry): Promise<string> =>
    entry.kind === 'rows' ? entry.bytes.toString() : Buffer.concat(await entry.content.toArray()).toString();
  for await (const entry of readArchive(file)) found.push(await textOf(entry));
  return found;
}

test('an archive gives back rows and files, and what the manifest says', async () => {
  const file = await archive('inteiro', WHOLE);
  const { createdAt, files, tables } = await proveArchive(file);
  expect([createdAt, files, tables[0]?.pieces.length]).toEqual(['1970-01-01T00:00:00.000Z', { count: 2, bytes: 7, missing: [] }, 2]);
  expect(await entries(file)).toEqual(['"(1,um)"\n', '"(2,dois)"\n', 'foto', 'ata']);
});

test('a file that was damaged in its store is named in the manifest, and the rest can be restored', async () => {
  const damaged = digest('outra');
  const file = await archive('danificado', { ...WHOLE, files: { ...WHOLE.files, [damaged]: 'xxxxx' } });
  expect((await proveArchive(file)).files).toEqual({ count: 2, bytes: 7, missing: [damaged] });
});

test('what is added after the output has failed is refused with the error of the output', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  const output = new Writable({ write: (_chunk, _encoding, done) => done(full) });
  const failed = new Promise((resolve) => output.once('close', resolve));
  const writer = writeArchive(output);
  output.write('');
  await failed;
  await expect(writer.addRows(0, 0, Buffer.from('linha'))).rejects.toBe(full);
});

test('an archive that was cut anywhere is refused', async () => {
  const bytes = await readFile(await archive('cortado', WHOLE));
  const file = path.join(folder, 'pedaco');
  for (let kept = 0; kept < bytes.length; kept += Math.ceil(bytes.length / 40)) {
    await writeFile(file, bytes.subarray(0, kept));
    await expect(proveArchive(file)).rejects.toThrow(ArchiveError);
  }
});

const withoutPiece = (manifest: Manifest): Manifest => ({
  ...manifest,
  tables: manifest.tables.map((table) => ({ ...table, pieces: table.pieces.slice(1) })),
});

test.each([
  ['rows that the manifest does not name', { ...WHOLE, change: withoutPiece }, 'it holds rows that its manifest does not name'],
  [
    'fewer files than the manifest counts',
    { ...WHOLE, change: (manifest: Manifest) => ({ ...manifest, files: { ...manifest.files, count: 3 } }) },
    'it holds 2 files in place of 3',
  ],
  [
    'a damaged file that the manifest does not name',
    {
      ...WHOLE,
      files: { [digest('ata')]: 'atb' },
      change: (manifest: Manifest) => ({ ...manifest, files: { count: 0, bytes: 0, missing: [] } }),
    },
    `arquivos/${digest('ata')} is damaged`,
  ],
])('%s are refused', async (_, content, message) => {
  await expect(proveArchive(await archive(digest(message), content))).rejects.toThrow(message);
});

test('a file that is no archive is refused', async () => {
  const file = path.join(folder, 'texto');
  await writeFile(file, 'isto é um texto');
  await expect(proveArchive(file)).rejects.toThrow('it cannot be read to its end');
});
