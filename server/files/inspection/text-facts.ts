/**
 * Reads a text, such as a table of open data. One in the encoding of Windows, which spreadsheets in Brazil write, or in UTF-16, which their
 * "Texto Unicode" is, gets a copy in UTF-8: texts are served as that. Runs in the inspection process.
 */
import { readFile } from 'node:fs/promises';
import { findCpfs, maskedCpf } from '../../../shared/content/cpf.ts';
import { type FileFacts, type InspectionOrder, MAX_TEXT, type UnwrittenCopy } from './facts.ts';
import { writeCopy } from './published-copy.ts';

/** Spreadsheets take a text without it for one of Windows. */
const BYTE_ORDER_MARK = '\uFEFF';

export async function textFacts({ path, cleanedPath }: InspectionOrder): Promise<FileFacts | UnwrittenCopy> {
  const bytes = await readFile(path);
  const decoding = decoded(bytes);
  // No text has this character, and none of an encoding that spreadsheets write without a mark this byte.
  if (decoding === null || decoding.text.includes('\0')) return { kind: 'unreadable', detail: 'not a text' };
  const { text, isConverted } = decoding;
  const fault = isConverted ? await writeCopy(Buffer.from(BYTE_ORDER_MARK + text), cleanedPath) : null;
  const cpfs = findCpfs(text).map(({ digits }) => ({ masked: maskedCpf(digits), page: 0 }));
  return fault ?? { kind: 'text', text: text.slice(0, MAX_TEXT), isConverted, cpfs };
}

interface Decoding {
  readonly text: string;
  readonly isConverted: boolean;
}

/** Null where the mark of UTF-16 stands before what is none, such as a file that was cut. */
function decoded(bytes: Buffer): Decoding | null {
  const utf16 = utf16In(bytes);
  if (utf16 !== null) return textOfUtf16(bytes, utf16);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isConverted: false };
  } catch {
    if (isDamagedUtf8(bytes)) return { text: bytes.toString('utf8'), isConverted: false };
    return { text: new TextDecoder('windows-1252').decode(bytes), isConverted: true };
  }
}

/** The encoding that the mark at the beginning says (RFC 2781 §3.2). */
function utf16In([first, second]: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function textOfUtf16(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): Decoding | null {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), isConverted: true };
  } catch {
    return null;
  }
}

/** Whether a text is of UTF-8 but for some bytes: read as one of Windows, it would lose all its other accents. */
function isDamagedUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  const wrong = text.split('\uFFFD').length - 1;
  return (text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0) > wrong;
}
