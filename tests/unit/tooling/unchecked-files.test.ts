import { describe, expect, test } from 'vitest';
import { fingerprintsWithImports } from '../../support/runner/unchecked-files.ts';

const TREE: Readonly<Record<string, string>> = {
  'server/app.ts': "import { send } from './http/send.ts';\nsend();\n",
  'server/http/send.ts': "export { send } from '../../shared/wire.ts';\n",
  'server/alone.ts': 'export const alone = 1;\n',
  'shared/wire.ts': "import { names } from './generated/names.ts';\nexport const send = (): string => names;\n",
};
const FILES = Object.keys(TREE);

/** Files of the tree whose fingerprint differs when these files have another text. */
async function changedBy(others: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const of = (tree: Readonly<Record<string, string>>): ReturnType<typeof fingerprintsWithImports> =>
    fingerprintsWithImports(FILES, (file) => Promise.resolve(tree[file] ?? null));
  const [before, after] = [await of(TREE), await of({ ...TREE, ...others })];
  return FILES.filter((file) => before.get(file) !== after.get(file));
}

describe('a file is looked at again', () => {
  test('a file is looked at again when it changes, and so are all that reach it by imports', async () => {
    expect(await changedBy({ 'shared/wire.ts': 'export const send = async (): Promise<void> => {};\n' })).toEqual([
      'server/app.ts',
      'server/http/send.ts',
      'shared/wire.ts',
    ]);
    expect(await changedBy({ 'server/app.ts': '// nothing is sent\n' })).toEqual(['server/app.ts']);
  });

  test('a file is looked at again when a generated module that it reaches changes', async () => {
    expect(await changedBy({ 'shared/generated/names.ts': "export const names = 'a';\n" })).toEqual([
      'server/app.ts',
      'server/http/send.ts',
      'shared/wire.ts',
    ]);
  });

  test('every file is looked at again when declarations that hold without an import change', async () => {
    expect(await changedBy({ 'server/alone.ts': "declare module 'vitest' {}\n" })).toEqual(FILES);
  });

  test('no file is looked at again when nothing has changed', async () => {
    expect(await changedBy({})).toEqual([]);
  });
});
