/** The text of a CSV as spreadsheets write it: with `;`, `,` or tabs, in UTF-8, UTF-16 or Windows-1252, with or without a byte order mark. */
import Papa from 'papaparse';

/** A line of the file with its cells; `line` counts as editors of texts do, from one. */
export interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
}

export type CsvText =
  | { readonly kind: 'lines'; readonly lines: readonly CsvLine[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

const LARGEST_BYTES = 10_000_000;

/** Reads the bytes of a chosen file. Lines without any value are left out. */
export function readCsv(bytes: Uint8Array): CsvText {
  if (bytes.length === 0) return { kind: 'unreadable', reason: 'O arquivo está vazio.' };
  if (bytes.length > LARGEST_BYTES) return { kind: 'unreadable', reason: 'O arquivo é grande demais: o limite é de 10 MB.' };
  // ZIP, or the container of older workbooks: Excel and LibreOffice.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)) {
    return { kind: 'unreadable', reason: 'Este arquivo é uma pasta de trabalho. No Excel ou no LibreOffice, salve a planilha como CSV.' };
  }
  const text = decoded(bytes).replaceAll(/\r\n?/g, '\n');
  if (text.includes('\0')) return { kind: 'unreadable', reason: 'Este arquivo não é um CSV.' };
  const lines = split(text);
  return lines === null
    ? { kind: 'unreadable', reason: 'Há aspas que abrem e não fecham: confira o arquivo.' }
    : { kind: 'lines', lines: lines.filter(({ cells }) => cells.some((cell) => cell !== '')) };
}

/** Windows-1252 is what Excel writes as plain "CSV"; no text of it with accents is UTF-8 by chance. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** RFC 4180 section 2, with the separator of the headings; null where a quote is left open. */
function split(text: string): readonly CsvLine[] | null {
  const lines: CsvLine[] = [];
  let line = 1;
  let from = 0;
  let isOpen = false;
  Papa.parse<readonly string[]>(text, {
    delimiter: separatorOf(text),
    newline: '\n',
    step: ({ data, errors, meta: { cursor } }) => {
      isOpen ||= errors.some(({ code }) => code === 'MissingQuotes');
      lines.push({ line, cells: data.map(plain) });
      line += text.slice(from, cursor).split('\n').length - 1;
      from = cursor;
    },
  });
  return isOpen ? null : lines;
}

/** The one that the first line has most of: Papa Parse's guess takes a file of two columns for one of one, and looks into texts. */
function separatorOf(text: string): string {
  const [headings = ''] = /\S.*/.exec(text) ?? [];
  const most = (a: string, b: string): string => (headings.split(b).length > headings.split(a).length ? b : a);
  return [',', '\t'].reduce(most, ';');
}

/** A cell without spaces around it, and without the apostrophe by which the files of the site keep a text from being a formula. */
function plain(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, '');
}
