/** The process that reads uploads: what ends it, and that the rest of the server goes on. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confinement, createInspector, INSPECTION_LIMITS } from '../../../server/files/inspection/inspector.ts';
import { textPdf } from './documents.ts';

let folder: string;
let pdf: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inspecao-'));
  pdf = path.join(folder, 'a');
  await writeFile(pdf, await textPdf());
});
afterAll(() => rm(folder, { recursive: true }));

const STAYS = new AbortController().signal;

test('reads a document within its limits', async () => {
  const inspector = createInspector();
  expect(await inspector({ kind: 'pdf', path: pdf, cleanedPath: '' }, STAYS)).toMatchObject({
    kind: 'pdf',
    pages: 1,
    pagesWithoutText: [],
  });
});

test.each([
  ['time', { timeMs: 1 }, 'not done within 1 ms'],
  ['memory', { memoryBytes: 1 }, 'bytes of memory'],
  ['its answer', { answerLength: 10 }, 'more than 10 characters'],
])('the inspector is ended at its limit of %s', async (_name, limit, detail) => {
  const inspector = createInspector({ ...INSPECTION_LIMITS, ...limit });
  expect(await inspector({ kind: 'pdf', path: pdf, cleanedPath: '' }, STAYS)).toEqual({
    kind: 'exhausted',
    detail: expect.stringContaining(detail) as string,
  });
});

test.each(['pdf', 'picture', 'text'] as const)('the inspector may read its file of kind %s, and do nothing else', async (kind) => {
  const may = ['fs.read', 'fs.write', 'child', 'worker', 'net'].map((scope) => `process.permission.has('${scope}')`).join(', ');
  const script = `console.log([process.permission.has('fs.read', '${pdf}'), process.permission.has('fs.read', '/etc/passwd'), ${may}].join())`;
  const options = confinement({ kind, path: pdf, cleanedPath: path.join(folder, 'c') });
  const { stdout } = await promisify(execFile)(process.execPath, [...options, '-e', script]);
  expect(stdout.trim()).toBe('true,false,false,false,false,false,false');
});

test.each([
  ['/dev/full', 'NO_SPACE', 'ENOSPC'],
  ['/proc/copia', 'BACKEND_UNAVAILABLE', 'ENOENT'],
])('a disk that does not take the copy of a picture, %s, is no fault of the picture', async (cleanedPath, code, system) => {
  const picture = path.join(folder, 'b');
  await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Copyright: 'Ana' } })
    .jpeg()
    .toFile(picture);
  const inspecting = createInspector()({ kind: 'picture', path: picture, cleanedPath }, STAYS);
  await expect(inspecting).rejects.toMatchObject({ code, cause: { code: system } });
});

test('ends when the client has left, and the next file has its turn', async () => {
  const inspector = createInspector();
  const leaving = new AbortController();
  const first = inspector({ kind: 'pdf', path: pdf, cleanedPath: '' }, leaving.signal);
  const second = inspector({ kind: 'pdf', path: pdf, cleanedPath: '' }, STAYS);
  leaving.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
  expect(await second).toMatchObject({ kind: 'pdf' });
});
