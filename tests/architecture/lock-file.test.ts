/** `npm ci` refuses a lock file that lacks a package which another one names, on whatever platform it is for. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

interface LockedPackage {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

describe.each(['package-lock.json', 'tests/conformance/package-lock.json', 'tests/mutation/package-lock.json'])('%s', (file) => {
  test('has an entry for every optional package, and no download address', async () => {
    const { packages } = JSON.parse(await readFile(file, 'utf8')) as { packages: Readonly<Record<string, LockedPackage>> };
    const names = new Set(Object.keys(packages).map((key) => key.replace(/^.*node_modules\//, '')));
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined && resolved.startsWith('http'))).toEqual([]);
  });
});
