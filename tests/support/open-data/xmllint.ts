/** Checks XML against a schema with xmllint of libxml2. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Whether the program is installed. */
export function hasXmllint(): boolean {
  return spawnSync('xmllint', ['--version']).error === undefined;
}

export interface NamedXml {
  readonly name: string;
  readonly text: string;
}

/** Returns what is wrong with the documents by a schema of this folder, RELAX NG (`.rng`) or XML Schema (`.xsd`). */
export async function xmlFaults(documents: readonly NamedXml[], schema: 'atom.rng' | 'sitemap.xsd'): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'xml-'));
  try {
    const files = documents.map((_document, index) => `${index}.xml`);
    await Promise.all(documents.map(({ text }, index) => writeFile(path.join(folder, `${index}.xml`), text)));
    const kind = schema.endsWith('.rng') ? '--relaxng' : '--schema';
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', kind, path.join(import.meta.dirname, schema), ...files], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const lines = stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'));
    if (status !== 0 && lines.length === 0) return [`xmllint ended with ${status}`];
    return lines.map((line) => line.replace(/^(\d+)\.xml/, (_file, index: string) => documents[Number(index)]?.name ?? index));
  } finally {
    await rm(folder, { recursive: true });
  }
}
