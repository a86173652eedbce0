/**
 * The files that a static check has to look at: those that differ from what it has passed. A rule that knows types can find a fault in a
 * file because of what the file imports, so the fingerprint of a file covers everything that it reaches by imports. The settings, the
 * versions of the tools and declarations that need no import count for every file.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow, importsIn, ROOT } from '../../architecture/tree.ts';

const PASSED = path.join(ROOT, 'node_modules/.cache/checked');
const SETTINGS = ['package-lock.json', 'tsconfig.json', '.oxlintrc.json', 'biome.json'];
const SOURCE = /\.[cm]?[jt]sx?$/;
const LOCAL = /^(?:client|server|shared|tests)\/.*\.\w+$/;
const DECLARES_FOR_OTHERS = /^declare (?:module|global)\b/m;

const digest = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url');

export interface Unchecked {
  readonly files: readonly string[];
  /** Of all files, these among them. */
  readonly total: number;
  /** Remembers that the check has passed all files as they were. */
  readonly passed: () => Promise<void>;
}

/** Returns the files that the check of this name has not passed as they are: by their own content, or with what they import. */
export async function uncheckedFiles(name: string, { withImports }: { readonly withImports: boolean }): Promise<Unchecked> {
  const top = (await readdir(ROOT, { withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name);
  const files = [...top, ...(await filesBelow(['.ci', 'client', 'deploy', 'docs', 'public', 'server', 'shared', 'tests']))];
  const fingerprints = await (withImports
    ? fingerprintsWithImports(
        files.filter((file) => SOURCE.test(file)),
        (file) => readFile(path.join(ROOT, file), 'utf8').catch(() => null),
      )
    : contents(files));
  const settings = await contents(SETTINGS);
  const base = digest(...settings.values());
  const current = new Map([...fingerprints].map(([file, fingerprint]) => [file, digest(base, fingerprint)]));
  const record = path.join(PASSED, `${name}.json`);
  const before = new Map(Object.entries(JSON.parse(await readFile(record, 'utf8').catch(() => '{}')) as Record<string, string>));
  return {
    files: [...current].filter(([file, fingerprint]) => before.get(file) !== fingerprint).map(([file]) => file),
    total: current.size,
    passed: async () => {
      await mkdir(PASSED, { recursive: true });
      const temporary = `${record}.${process.pid}`;
      await writeFile(temporary, JSON.stringify(Object.fromEntries(current)));
      await rename(temporary, record);
    },
  };
}

async function contents(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map(await Promise.all(files.map(async (file) => [file, digest(await readFile(path.join(ROOT, file), 'latin1'))] as const)));
}

/** Returns what stands for each file and all that it reaches. `readText` answers null for a file that is not there. */
export async function fingerprintsWithImports(
  files: readonly string[],
  readText: (file: string) => Promise<string | null>,
): Promise<ReadonlyMap<string, string>> {
  const own = new Map<string, string>();
  const targets = new Map<string, readonly string[]>();
  const declarations: string[] = [];
  const read = async (file: string): Promise<void> => {
    if (own.has(file)) return;
    own.set(file, '');
    const text = await readText(file);
    // Not there: for the check to say.
    if (text === null) return;
    own.set(file, digest(text));
    if (!SOURCE.test(file)) return;
    if (file.endsWith('.d.ts') || DECLARES_FOR_OTHERS.test(text)) declarations.push(text);
    const local = importsIn(file, text)
      .map(({ target }) => target)
      .filter((target) => LOCAL.test(target));
    targets.set(file, local);
    // Generated modules are none of the files, and are reached by imports alone.
    for (const target of local) await read(target);
  };
  for (const file of files) await read(file);
  return new Map(
    files.map((file) => {
      const reached = new Set([file]);
      for (const at of reached) for (const target of targets.get(at) ?? []) reached.add(target);
      return [file, digest(...declarations.toSorted(), ...[...reached].toSorted().map((at) => own.get(at) ?? ''))];
    }),
  );
}
