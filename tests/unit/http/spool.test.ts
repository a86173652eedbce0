import { mkdir, mkdtemp, open, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSpool } from '../../../server/http/spool.ts';

let folder: string;
/** What the timers under way would do. */
let due: Set<() => void>;
/** Until it is resolved, the disk takes no byte. */
let disk: PromiseWithResolvers<void>;

const timers = {
  after: (_ms: number, act: () => void) => {
    due.add(act);
    return () => void due.delete(act);
  },
};

interface Writes {
  readonly writeFile: (this: object, data: unknown) => Promise<void>;
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'recebidos-'));
  due = new Set();
  disk = Promise.withResolvers();
  await using file = await open(path.join(folder, 'arquivo'), 'w');
  const handles = Object.getPrototypeOf(file) as Writes;
  const { writeFile } = handles;
  vi.spyOn(handles, 'writeFile').mockImplementation(async function (this: object, data) {
    await disk.promise;
    return writeFile.call(this, data);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

test('a file whose disk hangs is refused in time, and what was begun is removed when the disk goes on', async () => {
  const spooled = path.join(folder, 'envios');
  const content = Readable.from([Buffer.from('abc')]);
  const receiving = createSpool(spooled, { timers }).receive(content, 100);
  receiving.catch(() => undefined);
  await expect.poll(async () => [await readdir(spooled), due.size]).toEqual([[expect.any(String)], 1]);
  for (const act of due) act();
  await expect(receiving).rejects.toMatchObject({
    code: 'BACKEND_TIMEOUT',
    status: 504,
    detail: 'the disk of files on their way in',
  });
  expect(content.destroyed).toBe(true);
  disk.resolve();
  await expect.poll(() => readdir(spooled)).toEqual([]);
});

test('a slow sender is no slow disk', async () => {
  disk.resolve();
  const content = new Readable({ read: () => undefined });
  const receiving = createSpool(path.join(folder, 'envios'), { timers }).receive(content, 100);
  content.push('abc');
  await expect.poll(() => readdir(path.join(folder, 'envios'))).toHaveLength(1);
  await expect.poll(() => [content.readableLength, due.size]).toEqual([0, 0]);
  content.push(null);
  expect((await receiving).size).toBe(3);
});

describe('on a disk that became read-only', () => {
  /** What `rm` cannot remove, as no file can be there: a folder in its place. */
  async function keep(file: string): Promise<void> {
    await rm(file);
    await mkdir(file);
  }

  test('a file that cannot be removed is refused for the fault of the disk', async () => {
    const spooled = path.join(folder, 'envios');
    const receiving = createSpool(spooled, { timers }).receive(Readable.from([Buffer.from('abc')]), 100);
    receiving.catch(() => undefined);
    await expect.poll(async () => [await readdir(spooled), due.size]).toEqual([[expect.any(String)], 1]);
    const [name = ''] = await readdir(spooled);
    await keep(path.join(spooled, name));
    disk.reject(Object.assign(new Error('read-only file system'), { code: 'EROFS' }));
    await expect(receiving).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
  });

  test('a file that cannot be removed is discarded without an error', async () => {
    disk.resolve();
    const file = await createSpool(path.join(folder, 'envios'), { timers }).receive(Readable.from([Buffer.from('abc')]), 100);
    await keep(file.path);
    await expect(file.discard()).resolves.toBeUndefined();
  });
});

test('a file that is gone when it is looked at does not stop the sweep', async () => {
  await symlink('nowhere', path.join(folder, 'a'));
  await writeFile(path.join(folder, 'b'), '');
  await createSpool(folder, { abandonedAfterMs: -60_000 }).sweep();
  expect(await readdir(folder)).toEqual(['a']);
});
