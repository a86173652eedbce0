/** The text of one XML part of an office document, as a reader sees it: runs of a paragraph together, paragraphs and cells apart. */
import { Parser } from 'htmlparser2';

export interface OfficePart {
  /** In pieces, in the order of the part. */
  readonly text: string[];
  /** Whether the part names a program, or a template that is fetched from another machine and may bring one. */
  hasPrograms: boolean;
  /** Whether the part says that the document is encrypted. */
  isLocked: boolean;
}

/** Local names of elements whose end, and of empty ones, that part words. In OpenDocument `s` is a space. */
const BREAKS = new Set(['p', 'h', 'si', 'c', 'is', 'table-cell', 'br', 'cr', 'tab', 'line-break', 's', 'lpstr', 'property']);

/** Attributes in which a table keeps the value of a cell that is shown in another form. */
const VALUES = ['office:value', 'office:string-value'];

/** The text of a part is not held a second time as a whole. */
const SLICE_BYTES = 65_536;

const PROGRAM = /macroEnabled|vbaProject/i;
const ELSEWHERE = /^(?:https?:|\\\\|file:\/+\\\\)/i;

/**
 * Reads the part of `name`, one slice after the other. The grammar is read leniently and no entity of the document's own is expanded.
 * @throws what `onText` throws for the length of a text
 */
export function readOfficePart(name: string, bytes: Uint8Array, onText: (length: number) => void): OfficePart {
  const part: OfficePart = { text: [], hasPrograms: false, isLocked: false };
  let isIndex = false;
  const parser = new Parser(
    {
      onopentag(element, attributes) {
        const local = localName(element);
        // A cell of type `s` holds the number of a shared text and no value.
        if (local === 'c') isIndex = attributes['t'] === 's';
        for (const value of VALUES) if (attributes[value] !== undefined) part.text.push(attributes[value], '\n');
        part.isLocked ||= local === 'encryption-data';
        part.hasPrograms ||= namesProgram(name, attributes);
      },
      ontext(text) {
        if (isIndex) return;
        part.text.push(text);
        onText(text.length);
      },
      onclosetag(element) {
        const local = localName(element);
        if (local === 'c') isIndex = false;
        if (BREAKS.has(local)) part.text.push('\n');
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    parser.write(decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true }));
  }
  parser.end(decoder.decode());
  return part;
}

function localName(element: string): string {
  return element.slice(element.indexOf(':') + 1);
}

function namesProgram(part: string, attributes: Readonly<Record<string, string>>): boolean {
  if (part === '[Content_Types].xml') return PROGRAM.test(attributes['ContentType'] ?? '');
  const { Type = '', Target = '', TargetMode = '' } = attributes;
  return (
    part.endsWith('.rels') &&
    (PROGRAM.test(Type) || (Type.endsWith('/attachedTemplate') && TargetMode === 'External' && ELSEWHERE.test(Target)))
  );
}

/** XML 1.0 §4.3.3: UTF-16 begins with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
}
