/** The rooms of server/edge import each other in one direction, types included, in the order that the header of its index.ts lists. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const EDGE = path.resolve(import.meta.dirname, '../../server/edge');
const ROOMS = ['request', 'response', 'store', 'policy', 'origin', 'delivery', 'flight'];
const MAX_FLOORS = 10;

const files = (await readdir(EDGE, { recursive: true })).filter((file) => file.endsWith('.ts'));

async function importsOf(file: string): Promise<readonly string[]> {
  const text = await readFile(path.join(EDGE, file), 'utf8');
  const specifiers = [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)'/gm)].map(([, specifier = '']) => specifier);
  return specifiers.map((specifier) => path.posix.join(path.posix.dirname(file), specifier)).filter((target) => !target.startsWith('..'));
}

const imports = new Map(await Promise.all(files.map(async (file) => [file, await importsOf(file)] as const)));

/** Position of a file's room; the files above all rooms come last. */
function position(file: string): number {
  const room = file.includes('/') ? ROOMS.indexOf(file.slice(0, file.indexOf('/'))) : ROOMS.length;
  if (room < 0) throw new Error(`server/edge/${file} is in no room`);
  return room;
}

/** Length of the longest chain of imports that starts at a file. */
function floors(file: string, above: readonly string[] = []): number {
  if (above.includes(file)) throw new Error(`circular import: ${[...above, file].join(' -> ')}`);
  const below = (imports.get(file) ?? []).map((target) => floors(target, [...above, file]));
  return 1 + Math.max(0, ...below);
}

test('the header of index.ts lists the rooms in the order that this test enforces', async () => {
  const text = await readFile(path.join(EDGE, 'index.ts'), 'utf8');
  expect([...text.matchAll(/^ \*   (\w+) {2,}/gm)].map(([, room]) => room)).toEqual(ROOMS);
});

test('a room imports only itself and the rooms before it', () => {
  const upward = [...imports].flatMap(([file, targets]) =>
    targets.filter((target) => position(target) > position(file)).map((target) => `${file} -> ${target}`),
  );
  expect(upward).toEqual([]);
});

test(`no chain of imports, types included, is longer than ${MAX_FLOORS} files`, () => {
  expect(imports.size).toBeGreaterThan(40);
  expect(files.filter((file) => floors(file) > MAX_FLOORS)).toEqual([]);
});
