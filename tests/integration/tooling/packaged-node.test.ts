import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

interface Outcome {
  readonly code: number;
  readonly output: string;
}

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'no-de-pacote-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const script = async (name: string): Promise<string> =>
  (JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts[name] ?? '';

/** Runs an npm script as npm does, with the directory of `node` first in PATH. */
function runWith(nodeDirectory: string, command: string): Promise<Outcome> {
  const env = { PATH: `${nodeDirectory}:/usr/bin:/bin` };
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', command], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}

/** Writes an executable `node` that answers every call with `line` and the exit code of the loader, 127. */
async function brokenNode(line: string): Promise<string> {
  const file = path.join(directory, 'node');
  await writeFile(file, `#!/bin/sh\necho "${line}" >&2\nexit 127\n`);
  await chmod(file, 0o755);
  return directory;
}

describe.each(['postinstall', 'prestart'])('%s', (name) => {
  test('names the package to install when the packaged Node cannot load libatomic', async () => {
    const outcome = await runWith(await brokenNode('node: error while loading shared libraries: libatomic.so.1'), await script(name));
    expect(outcome.code).toBe(1);
    expect(outcome.output.split('\n').filter((line) => line.includes('install libatomic1 on Debian'))).toHaveLength(1);
  });

  test('says nothing when the packaged Node starts', async () => {
    expect(await runWith(path.dirname(process.execPath), await script(name))).toEqual({ code: 0, output: '' });
  });
});
