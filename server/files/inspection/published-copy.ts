/**
 * The copy of a file that is published in its place: a picture without its metadata, a text in UTF-8. Runs in the inspection process, which has the
 * permission to write this one file.
 */
import { writeFile } from 'node:fs/promises';
import type { UnwrittenCopy } from './facts.ts';

/** Returns why the copy could not be written; null where it was. */
export async function writeCopy(copy: Uint8Array, path: string): Promise<UnwrittenCopy | null> {
  try {
    await writeFile(path, copy);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { kind: 'unwritten', code, detail: error instanceof Error ? error.message : String(error) };
  }
}
