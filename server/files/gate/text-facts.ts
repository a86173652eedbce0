/** Reads a text, such as a table of open data. Runs in the inspection process. */
import { readFile } from 'node:fs/promises';
import { findCpfs, maskedCpf } from '../../../shared/content/cpf.ts';
import { type FileFacts, MAX_TEXT } from './facts.ts';

export async function textFacts(path: string): Promise<FileFacts> {
  const bytes = await readFile(path);
  // No text of any encoding that spreadsheets write without a mark has this byte.
  if (bytes.includes(0)) return { kind: 'unreadable', detail: 'not a text' };
  const text = decoded(bytes);
  const cpfs = findCpfs(text).map(({ digits }) => ({ masked: maskedCpf(digits), page: 0 }));
  return { kind: 'text', text: text.slice(0, MAX_TEXT), cpfs };
}

/** In UTF-8, or as Windows writes it. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
