/** A small Nhost project on disk, for tests of the runner and of the whole backend. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface TestProject {
  readonly directory: string;
  readonly bootstrap: string;
  write(file: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

export const TABLE = 'create table public.aviso (id int primary key, titulo text not null);';

export async function testProject(migrations: Readonly<Record<string, string>> = { '1000_aviso': TABLE }): Promise<TestProject> {
  const directory = await mkdtemp(path.join(tmpdir(), 'projeto-'));
  const write = async (file: string, text: string): Promise<void> => {
    const target = path.join(directory, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  };
  await write('bootstrap/1_base.sql', 'create schema if not exists base;');
  await write('nhost/metadata/version.yaml', 'version: 3\n');
  for (const [name, sql] of Object.entries(migrations)) await write(`nhost/migrations/default/${name}/up.sql`, sql);
  return { directory, bootstrap: path.join(directory, 'bootstrap'), write, remove: () => rm(directory, { recursive: true, force: true }) };
}
