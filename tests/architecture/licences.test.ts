/** What goes to production, and by the image to others, has a licence that permits that. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './tree.ts';

const PERMISSIVE = new Set(['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0']);

/** Packages by the beginning of their names, with the licence that they may have. */
const OTHERS: readonly { readonly of: RegExp; readonly licence: string; readonly because: string }[] = [
  { of: /^@img\/sharp-libvips-/, licence: 'LGPL-3.0-or-later', because: 'a library of its own file, which a user may replace' },
  { of: /^@img\/sharp-win32-/, licence: 'Apache-2.0 AND LGPL-3.0-or-later', because: 'the same, beside its binding' },
  { of: /^@img\/sharp-wasm32$/, licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT', because: 'the same, installed nowhere' },
  { of: /^png-js$/, licence: '', because: 'its file LICENSE is that of MIT; its package.json names none' },
];

interface Locked {
  readonly dev?: boolean;
  readonly license?: string;
}

function isPermitted(name: string, licence: string): boolean {
  return PERMISSIVE.has(licence) || OTHERS.some((other) => other.of.test(name) && other.licence === licence);
}

const { packages } = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
const production = Object.entries(packages)
  .filter(([place, { dev }]) => place !== '' && dev !== true)
  .map(([place, { license = '' }]) => ({ place, name: place.replace(/^.*node_modules\//, ''), licence: license }));

test('every package of production has a permitted licence', () => {
  expect(production.length).toBeGreaterThan(100);
  expect(production.filter(({ name, licence }) => !isPermitted(name, licence))).toEqual([]);
  expect(isPermitted('sharp', 'GPL-3.0-only')).toBe(false);
});

test('the installed packages name the licences of the lock file', async () => {
  const differing: string[] = [];
  for (const { place, name, licence } of production) {
    const file = path.join(ROOT, place, 'package.json');
    if (!existsSync(file)) continue;
    const { license = '' } = JSON.parse(await readFile(file, 'utf8')) as { readonly license?: string | { readonly type: string } };
    const named = typeof license === 'string' ? license : license.type;
    if (named !== licence) differing.push(`${name}: ${named} in place of ${licence}`);
  }
  expect(differing).toEqual([]);
});

test('every exception is needed', () => {
  for (const { of, licence } of OTHERS) expect(production.some((each) => of.test(each.name) && each.licence === licence)).toBe(true);
});
