import { describe, expect, test } from 'vitest';
import { type CachedAssetsOptions, createCachedAssets } from '../../../server/builds/cached-assets.ts';
import type { Timers } from '../../../shared/time/timers.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A store whose questions are recorded, and timers that pass when the test says so. */
interface World {
  readonly options: CachedAssetsOptions;
  readonly asked: string[];
  readonly pass: () => void;
  readonly fail: (yes: boolean) => void;
}

function world(files: Map<string, string>): World {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let fails = false;
  const timers: Timers = {
    after: (_ms, act) => {
      waiting.push(act);
      return () => {};
    },
  };
  const answer = async <T>(question: string, value: T): Promise<T> => {
    asked.push(question);
    if (fails) throw new Error('the database is gone');
    return value;
  };
  return {
    asked,
    pass: () => {
      for (const act of waiting.splice(0)) act();
    },
    fail: (yes) => {
      fails = yes;
    },
    options: {
      build: 'own',
      log: SILENT_LOG,
      timers,
      releases: {
        names: (except) => answer(`names except ${except}`, [...files.keys()]),
        read: (name) => answer(`read ${name}`, files.has(name) ? bytes(files.get(name) ?? '') : null),
      },
    },
  };
}

describe('the files of other builds', () => {
  test('are read ahead, and then found while the store is gone', async () => {
    const { options, asked, fail } = world(
      new Map([
        ['a-1.css', 'A'],
        ['b-2.js', 'B'],
      ]),
    );
    const assets = createCachedAssets(options);
    await assets.preload();
    fail(true);
    expect([await assets.find('a-1.css'), await assets.find('b-2.js')]).toEqual([bytes('A'), bytes('B')]);
    expect(asked).toEqual(['names except own', 'read a-1.css', 'read b-2.js']);
  });

  test('are found though their build started later, and its other files are read ahead', async () => {
    const files = new Map<string, string>();
    const { options, asked, pass, fail } = world(files);
    const assets = createCachedAssets(options);
    await assets.preload();
    files.set('a-1.css', 'A').set('b-2.js', 'B');
    const asking = assets.find('a-1.css');
    pass();
    expect(await asking).toEqual(bytes('A'));
    await expect.poll(() => asked).toEqual(['names except own', 'names except own', 'read a-1.css', 'read b-2.js']);
    fail(true);
    expect(await assets.find('b-2.js')).toEqual(bytes('B'));
  });

  test('files of no build cost one question a second, however many are asked for', async () => {
    const { options, asked, pass } = world(new Map([['a-1.css', 'A']]));
    const assets = createCachedAssets(options);
    const first = Array.from({ length: 100 }, (_, n) => assets.find(`x-${n}.js`));
    expect(new Set(await Promise.all(first))).toEqual(new Set([null]));
    const second = Array.from({ length: 100 }, (_, n) => assets.find(`y-${n}.js`));
    expect(asked).toEqual(['names except own']);
    pass();
    expect(new Set(await Promise.all(second))).toEqual(new Set([null]));
    expect(asked).toEqual(['names except own', 'names except own']);
  });

  test('are forgotten when their build was removed', async () => {
    const files = new Map([['a-1.css', 'A']]);
    const { options, pass } = world(files);
    const assets = createCachedAssets(options);
    await assets.preload();
    files.clear();
    pass();
    expect(await assets.find('b-2.js')).toBeNull();
    pass();
    expect(await assets.find('a-1.css')).toBeNull();
  });

  test('are asked for again after a failure', async () => {
    const { options, pass, fail } = world(new Map([['a-1.css', 'A']]));
    const assets = createCachedAssets(options);
    fail(true);
    await expect(assets.find('a-1.css')).rejects.toThrow('gone');
    fail(false);
    pass();
    expect(await assets.find('a-1.css')).toEqual(bytes('A'));
  });
});
