import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MadePicture } from '../../../server/images/decoder/transform.ts';
import { type DerivativeKey, slotOf, slotsOf, versionOf } from '../../../server/images/derivative-key.ts';
import { DerivativeStore } from '../../../server/images/derivative-store.ts';
import type { Logger } from '../../../server/observability/log.ts';

let directory: string;
let lines: string[];
const clock = { ms: 0 };
const opened: DerivativeStore[] = [];

beforeEach(async () => {
  directory = path.join(await mkdtemp(path.join(tmpdir(), 'derivados-')), 'derivatives');
  lines = [];
  clock.ms = 0;
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(path.dirname(directory), { recursive: true, force: true });
});

function start(bytes = 1_000_000): DerivativeStore {
  const ignore = (): void => undefined;
  const log: Logger = { debug: ignore, info: ignore, warn: (_fields, message) => lines.push(message), error: ignore };
  const store = new DerivativeStore({ directory, bytes, now: () => clock.ms, log });
  opened.push(store);
  return store;
}

function key(name: string, version = '1'): DerivativeKey {
  return { slot: slotOf(name, { width: 320, quality: 75, format: 'webp' }), version: versionOf('t', version) };
}

function picture(text: string): MadePicture {
  return { type: 'webp', bytes: Buffer.from(text) };
}

async function put(store: DerivativeStore, at: DerivativeKey, text: string): Promise<void> {
  store.put(at, picture(text));
  await store.settled();
}

async function textAt(store: DerivativeStore, at: DerivativeKey): Promise<string | null> {
  return (await store.get(at))?.bytes.toString() ?? null;
}

function fileOf({ slot, version }: DerivativeKey): string {
  return path.join(directory, slot.slice(0, 2), `${slot}.${version}`);
}

describe('DerivativeStore', () => {
  test('are read back unchanged, also after a restart', async () => {
    const first = start();
    await put(first, key('a'), 'pixels');
    expect(await first.get(key('a'))).toEqual(picture('pixels'));
    await first.close();
    const second = start();
    // Before the directory is read, and after it.
    expect(await textAt(second, key('a'))).toBe('pixels');
    await second.settled();
    expect(await textAt(second, key('a'))).toBe('pixels');
    expect(second.bytes).toBe(first.bytes);
  });

  test('derivatives of an older version are not returned, and the new one replaces the old one', async () => {
    const store = start();
    await put(store, key('a', '1'), 'old');
    expect(await textAt(store, key('a', '2'))).toBeNull();
    await put(store, key('a', '2'), 'new');
    expect([await textAt(store, key('a', '1')), await textAt(store, key('a', '2'))]).toEqual([null, 'new']);
    expect(await readdir(path.dirname(fileOf(key('a'))))).toHaveLength(1);
  });

  test('are removed beyond the bound of bytes, the least recently used first', async () => {
    const store = start(3 * 4_096);
    for (const name of ['a', 'b', 'c']) await put(store, key(name), name);
    await store.get(key('a'));
    await put(store, key('d'), 'd');
    await store.settled();
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((name) => textAt(store, key(name))))).toEqual(['a', null, 'c', 'd']);
    expect(store.bytes).toBe(3 * 4_096);
  });

  test('derivatives of an earlier run are removed beyond the bound, the oldest first', async () => {
    const first = start();
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      await put(first, key(name), name);
      await utimes(fileOf(key(name)), index, index);
    }
    await first.close();
    const second = start(2 * 4_096);
    await second.settled();
    expect(await Promise.all(['a', 'b', 'c'].map((name) => textAt(second, key(name))))).toEqual([null, 'b', 'c']);
  });

  test('larger than the bound are not stored', async () => {
    const store = start(4_096);
    await put(store, key('a'), 'x'.repeat(5_000));
    expect(await textAt(store, key('a'))).toBeNull();
    expect(await readdir(directory).catch(() => [])).toEqual([]);
  });

  test('are not stored with a bound of 0', async () => {
    const store = start(0);
    await put(store, key('a'), 'x');
    expect(await textAt(store, key('a'))).toBeNull();
  });

  test('are removed in every width, quality and format', async () => {
    const store = start();
    await put(store, key('a'), 'a');
    await put(store, key('b'), 'b');
    store.forget(slotsOf('a'));
    await store.settled();
    expect([await textAt(store, key('a')), await textAt(store, key('b'))]).toEqual([null, 'b']);
  });

  test('are compared by their length after their checksum was right once', async () => {
    const store = start();
    await put(store, key('a'), 'pixels');
    expect(await textAt(store, key('a'))).toBe('pixels');
    const file = await readFile(fileOf(key('a')));
    await writeFile(fileOf(key('a')), file.toString('latin1').replace('pixels', 'pixelx'), 'latin1');
    expect(await textAt(store, key('a'))).toBe('pixelx');
    await writeFile(fileOf(key('a')), file.subarray(0, -1));
    expect(await textAt(store, key('a'))).toBeNull();
    // The damaged file is removed behind the answer.
    await store.settled();
    await put(store, key('a'), 'again');
    expect(await textAt(store, key('a'))).toBe('again');
  });

  test('are returned in any version by getAny', async () => {
    const store = start();
    await put(store, key('a', '1'), 'old');
    expect(await store.getAny(key('a').slot)).toEqual({ version: key('a', '1').version, picture: picture('old') });
    expect(await store.getAny(key('b').slot)).toBeNull();
  });
});

describe('a disk that fails', () => {
  test.each([
    ['cut short', (file: Buffer) => file.subarray(0, file.length - 1)],
    ['of no bytes', () => Buffer.alloc(0)],
    ['with one bit turned', (file: Buffer) => Buffer.from(file.map((byte, index) => (index === file.length - 1 ? byte ^ 1 : byte)))],
    ['with another head', (file: Buffer) => Buffer.concat([Buffer.from('x'), file])],
  ])('gives no picture that is %s, and drops it', async (_name, spoil) => {
    const store = start();
    await put(store, key('a'), 'pixels');
    await writeFile(fileOf(key('a')), spoil(await readFile(fileOf(key('a')))));
    expect(await textAt(store, key('a'))).toBeNull();
    await store.settled();
    expect(await readdir(path.dirname(fileOf(key('a'))))).toEqual([]);
    await put(store, key('a'), 'again');
    expect(await textAt(store, key('a'))).toBe('again');
  });

  test('has no partial files after a kill: the next start removes temporary files', async () => {
    await mkdir(path.join(directory, 'ab'), { recursive: true });
    await writeFile(path.join(directory, 'f81d4fae-1.tmp'), 'half');
    await writeFile(path.join(directory, 'ab', 'strange'), 'x');
    const store = start();
    await store.settled();
    expect(await readdir(directory, { recursive: true })).toEqual(['ab']);
  });

  test('causes misses while it is missing, and is used again with the next picture', async () => {
    const store = start();
    await put(store, key('a'), 'a');
    await rm(directory, { recursive: true });
    expect(await textAt(store, key('a'))).toBeNull();
    await put(store, key('a'), 'b');
    expect([await textAt(store, key('a')), lines]).toEqual(['b', []]);
  });

  test('causes one log line when it is read-only, and is tried again after a pause', async () => {
    // A file where the directory should be fails for the superuser too.
    await writeFile(directory, 'x');
    const store = start();
    for (const name of ['a', 'b', 'c']) {
      await put(store, key(name), name);
      expect(await textAt(store, key(name))).toBeNull();
      clock.ms += 31_000;
    }
    expect(lines).toHaveLength(1);
    await rm(directory);
    await put(store, key('d'), 'd');
    expect(await textAt(store, key('d'))).toBe('d');
  });
});
