/** The text of one XML part of an office document, as a reader sees it: runs of a paragraph together, paragraphs and cells apart. */
import { Parser } from 'htmlparser2';
import { CpfColumns, isCpfHeading } from './cpf-columns.ts';

export interface OfficePart {
  /** In pieces, in the order of the part. */
  readonly text: string[];
  /** Whether the part names a program, or a template that is fetched from another machine and may bring one. */
  hasPrograms: boolean;
  /** Whether the part says that the document is encrypted. */
  isLocked: boolean;
  /** CPF numbers that its tables keep as numbers. */
  readonly cpfs: ReadonlySet<string>;
}

/** Local names of elements whose end, and of empty ones, that part words. In OpenDocument `s` is a space. */
const BREAKS = new Set(['p', 'h', 'si', 'c', 'is', 'table-cell', 'br', 'cr', 'tab', 'line-break', 's', 'lpstr', 'property']);

/** Attributes in which a table keeps the value of a cell that is shown in another form. */
const VALUES = ['office:value', 'office:string-value'];

/** The texts of a workbook, to which its cells refer by their numbers. */
export const SHARED_TEXTS = 'xl/sharedStrings.xml';

/** Which of the shared texts head a column of CPF numbers. */
export class SharedHeadings {
  readonly numbers = new Set<string>();
  #count = 0;

  add(text: string): void {
    if (isCpfHeading(text)) this.numbers.add(String(this.#count));
    this.#count += 1;
  }
}

/** The text of a part is not held a second time as a whole. */
const SLICE_BYTES = 65_536;

const PROGRAM = /macroEnabled|vbaProject/i;
const ELSEWHERE = /^(?:https?:|\\\\|file:\/+\\\\)/i;

/**
 * Reads the part of `name`, one slice after the other. The grammar is read leniently and no entity of the document's own is expanded.
 * @throws what `onText` throws for the length of a text
 */
export function readOfficePart(
  name: string,
  bytes: Uint8Array,
  { onText, headings }: { readonly onText: (length: number) => void; readonly headings: SharedHeadings },
): OfficePart {
  const columns = new CpfColumns(headings.numbers);
  const part: OfficePart = { text: [], hasPrograms: false, isLocked: false, cpfs: columns.found };
  const isShared = name === SHARED_TEXTS;
  let isIndex = false;
  let shared = '';
  const parser = new Parser(
    {
      onopentag(element, attributes) {
        const local = localName(element);
        // A cell of type `s` holds the number of a shared text and no value.
        if (local === 'c') isIndex = attributes['t'] === 's';
        columns.open(local, attributes);
        for (const value of VALUES) if (attributes[value] !== undefined) part.text.push(attributes[value], '\n');
        part.isLocked ||= local === 'encryption-data';
        part.hasPrograms ||= namesProgram(name, attributes);
      },
      ontext(text) {
        columns.text(text);
        if (isIndex) return;
        if (isShared) shared += text;
        part.text.push(text);
        onText(text.length);
      },
      onclosetag(element) {
        const local = localName(element);
        if (local === 'c') isIndex = false;
        columns.close(local);
        if (isShared && local === 'si') {
          headings.add(shared);
          shared = '';
        }
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
