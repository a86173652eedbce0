/** What goes to production, and by the image to others, has a licence that permits that. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, isLocal, ROOT, sourceFiles } from './tree.ts';

const PERMISSIVE = new Set(['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0']);

/** Packages by the beginning of their names, with the licence that they may have. */
const OTHERS: readonly { readonly of: RegExp; readonly licence: string; readonly because: string }[] = [
  { of: /^@img\/sharp-libvips-/, licence: 'LGPL-3.0-or-later', because: 'a library of its own file, which a user may replace' },
  { of: /^@img\/sharp-win32-/, licence: 'Apache-2.0 AND LGPL-3.0-or-later', because: 'the same, beside its binding' },
  { of: /^@img\/sharp-wasm32$/, licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT', because: 'the same, installed nowhere' },
  { of: /^@fontsource-variable\/source-sans-3$/, licence: 'OFL-1.1', because: 'a font, which may be given away with what uses it' },
  { of: /^css-mediaquery$/, licence: 'BSD', because: 'its file LICENSE is that of BSD-3-Clause' },
  { of: /^dompurify$/, licence: '(MPL-2.0 OR Apache-2.0)', because: 'we take it under Apache-2.0' },
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

// The notices of the image, its list of packages and `npm audit` leave out packages of development.
test('every package that the site or a browser runs is one of production', async () => {
  const isProduct = (file: string): boolean => !/^server\/tooling\/|^client\/gallery\//.test(file);
  const imports = (await Promise.all((await sourceFiles()).filter(isProduct).map(importsOf))).flat();
  const names = imports
    .filter(({ target, typeOnly }) => !typeOnly && !isLocal(target) && !/^(?:node|virtual):/.test(target))
    .map(({ target }) => /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
  const development = new Set(Object.entries(packages).flatMap(([place, { dev }]) => (dev === true ? [place] : [])));
  expect([...new Set(names)].filter((name) => development.has(`node_modules/${name}`))).toEqual([]);
});

test('every exception is needed', () => {
  for (const { of, licence } of OTHERS) expect(production.some((each) => of.test(each.name) && each.licence === licence)).toBe(true);
});
