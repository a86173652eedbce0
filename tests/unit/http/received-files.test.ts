/** Files on their way in: what is known of one that has arrived, and what is left of one that has not. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSpool, HEAD_BYTES, spaceFault } from '../../../server/http/spool.ts';
import { AppError } from '../../../shared/errors/app-error.ts';

let folder: string;

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'recebidos-')), 'envios');
});
afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const pieces = (...lengths: readonly number[]): readonly Buffer[] => lengths.map((length, index) => Buffer.alloc(length, index + 1));

test('a file that has arrived is known by its length, its digest and its first bytes, until it is discarded', async () => {
  const chunks = pieces(4_000, 4_000, 4_000);
  const whole = Buffer.concat(chunks);
  const file = await createSpool(folder).receive(Readable.from(chunks), whole.length);
  expect({ ...file, head: sha256(Buffer.from(file.head)) }).toMatchObject({
    size: 12_000,
    sha256: sha256(whole),
    head: sha256(whole.subarray(0, HEAD_BYTES)),
  });
  expect(await buffer(file.open())).toEqual(whole);
  expect(await readFile(file.path)).toEqual(whole);
  await file.discard();
  await file.discard();
  expect(await readdir(folder)).toEqual([]);
});

test('a file that is a byte too long is refused, and nothing is left of it', async () => {
  const content = Readable.from(pieces(60, 41));
  const receiving = createSpool(folder).receive(content, 100);
  await expect(receiving).rejects.toMatchObject({ code: 'UPLOAD_TOO_LARGE', detail: 'more than 100 bytes' });
  expect([content.destroyed, await readdir(folder)]).toEqual([true, []]);
});

test('a file whose sender fails is given up with the sender’s error, and nothing is left of it', async () => {
  const cut = new Error('the sender has left');
  const content = new Readable({ read: () => undefined });
  content.push('abc');
  content.destroy(cut);
  await expect(createSpool(folder).receive(content, 100)).rejects.toBe(cut);
  expect(await readdir(folder)).toEqual([]);
});

test('a file that was written under a name of the spool is taken over', async () => {
  const spool = createSpool(folder);
  const [name, other] = [await spool.nextPath(), await spool.nextPath()];
  expect([path.dirname(name), name === other]).toEqual([folder, false]);
  const whole = Buffer.concat(pieces(70_000, 70_000));
  await writeFile(name, whole);
  const { size, sha256: digest, head, path: kept } = await spool.adopt(name);
  expect([size, digest, kept, Buffer.from(head)]).toEqual([140_000, sha256(whole), name, whole.subarray(0, HEAD_BYTES)]);
});

test('files that a killed process has left are removed after a day, by the first file and by a sweep', async () => {
  const leave = async (hours: number): Promise<string> => {
    const file = await createSpool(folder, { abandonedAfterMs: 1e12 }).nextPath();
    await writeFile(file, 'abc');
    const then = new Date(Date.now() - hours * 3_600_000);
    await utimes(file, then, then);
    return path.basename(file);
  };
  const young = await leave(23);
  await leave(25);
  const spool = createSpool(folder);
  await spool.nextPath();
  expect(await readdir(folder)).toEqual([young]);
  await leave(25);
  await spool.nextPath();
  expect(await readdir(folder)).toHaveLength(2);
  await spool.sweep();
  expect(await readdir(folder)).toEqual([young]);
});

test('an old file that cannot be removed keeps neither the other old ones nor a new one', async () => {
  const old = new Date(0);
  // A folder in place of a file is what no removal of a file takes.
  await mkdir(path.join(folder, '0'), { recursive: true });
  await writeFile(path.join(folder, '1'), 'abc');
  for (const name of ['0', '1']) await utimes(path.join(folder, name), old, old);
  const spool = createSpool(folder);
  await expect(spool.receive(Readable.from([Buffer.from('abc')]), 100)).resolves.toMatchObject({ size: 3 });
  expect(await readdir(folder)).not.toContain('1');
});

test('a sweep of a folder that is not there does nothing', async () => {
  await expect(createSpool(folder).sweep()).resolves.toBeUndefined();
});

test('a folder that cannot be made is tried again with the next file', async () => {
  await writeFile(folder, 'in its place');
  const spool = createSpool(folder);
  await expect(spool.nextPath()).rejects.toMatchObject({ code: 'EEXIST' });
  // It is no fault of who sends a file.
  await expect(spool.receive(Readable.from(['a']), 10)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE', cause: { code: 'EEXIST' } });
  await rm(folder);
  await expect(spool.nextPath()).resolves.toContain(folder);
});

test.each(['ENOSPC', 'EDQUOT', '53100'])('a disk that is full says so by %s', (code) => {
  const cause = Object.assign(new Error('full'), { code });
  expect(spaceFault(cause)).toBeInstanceOf(AppError);
  expect(spaceFault(cause)).toMatchObject({ code: 'NO_SPACE', cause });
});

test.each([
  [Object.assign(new Error('no'), { code: 'EACCES' })],
  [Object.assign(new Error('no'), { code: 53_100 })],
  [new Error('ENOSPC')],
  [{ code: 'ENOSPC' }],
  [null],
])('any other fault stays as it is: %s', (cause) => {
  expect(spaceFault(cause)).toBe(cause);
});
