/** Builds the bundles and what a start needs of the project into `dist/`, and records the sources' hash as the build id. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createBuilder } from 'vite';
import { BUILD_RECORD, type BuildRecord } from '../builds/record.ts';
import { generate } from './generate.ts';
import { sourceHash } from './is-built.ts';
import { prepareProject } from './prepared-project.ts';

/** Builds from the sources below `root`. @throws when an operation or a module does not compile; then there is no build record. */
export async function build(root: string): Promise<BuildRecord> {
  const record = path.join(root, BUILD_RECORD);
  await rm(record, { force: true });
  await generate(root, { types: false });
  const id = await sourceHash(root);
  // The bundler takes this over the mode: a shell or a test runner with another value would get development's React.
  process.env['NODE_ENV'] = 'production';
  const builder = await createBuilder({ root, logLevel: 'warn' });
  await Promise.all([builder.buildApp(), prepareProject(root)]);
  const written: BuildRecord = { id, timestamp: Date.now() };
  await writeFile(record, `${JSON.stringify(written)}\n`);
  return written;
}

if (import.meta.main) {
  const { id } = await build(process.cwd());
  process.stdout.write(`build ${id}\n`);
}
