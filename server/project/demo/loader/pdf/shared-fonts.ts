/**
 * A document whose standard fonts are read once for all documents. pdfkit makes the tables of widths and kerning pairs anew for each font of
 * each document, measures a word anew wherever it stands, and makes the bytes of a line letter by letter: half of the time of printing a short one.
 */
import PDFDocument from 'pdfkit';

/** A standard font as pdfkit keeps it: what the file says, and what belongs to one document. */
interface LoadedFont extends FontFile {
  readonly document: unknown;
  /** Its name in the file. */
  readonly id: string;
}

interface FontFile {
  readonly font: {
    /** By the names of two glyphs with a zero between them. */
    readonly kernPairs: Readonly<Record<string, number>>;
    getKernPair: (left: string, right: string) => number;
  };
  readonly widthOfString: (text: string, size: number) => number;
}

/** Not part of pdfkit's types. Its exact version is pinned, and a test compares the bytes of printed documents. */
interface FontsOfDocument {
  readonly _fontFamilies: Record<string, LoadedFont>;
  readonly _font: LoadedFont;
  readonly _fontCount: number;
}

export class DocumentWithSharedFonts extends PDFDocument {
  static readonly #loaded = new Map<string, LoadedFont>();

  override font(name: string): this {
    const loaded = DocumentWithSharedFonts.#loaded.get(name);
    if (loaded !== undefined) give(this, name, loaded);
    super.font(name);
    const { _font: opened } = this as unknown as FontsOfDocument;
    // As it is now, before a page uses it.
    if (loaded === undefined)
      DocumentWithSharedFonts.#loaded.set(name, copyOf(opened, { document: null, id: '', ...measuredOnce(opened) }));
    return this;
  }

  override addContent(data: string | Uint8Array): this {
    super.addContent(lineOf(data));
    return this;
  }
}

/** The constructor of pdfkit asks for a font already, before this class has methods of its own. */
function give(document: DocumentWithSharedFonts, name: string, loaded: LoadedFont): void {
  const { _fontFamilies: fonts, _fontCount: count } = document as unknown as FontsOfDocument;
  if (Object.hasOwn(fonts, name)) return;
  fonts[name] = copyOf(loaded, { document, id: `F${count + 1}` });
  Object.assign(document, { _fontCount: count + 1 });
}

function copyOf(font: LoadedFont, own: Pick<LoadedFont, 'document' | 'id'>): LoadedFont {
  return Object.assign(Object.create(Object.getPrototypeOf(font) as object) as LoadedFont, font, own);
}

/** The widths of the texts of all documents are some thousands. pdfkit joins the names of two glyphs to a text for each pair of letters. */
function measuredOnce(opened: LoadedFont): FontFile {
  const pairs = new Map<string, Map<string, number>>();
  for (const [names, amount] of Object.entries(opened.font.kernPairs)) {
    const [left = '', right = ''] = names.split('\0');
    pairs.set(left, (pairs.get(left) ?? new Map<string, number>()).set(right, amount));
  }
  const font = Object.assign(opened.font, { getKernPair: (left: string, right: string) => pairs.get(left)?.get(right) ?? 0 });
  const widths = new Map<string, number>();
  const widthOfString = (text: string, size: number): number => {
    const width = widths.get(text) ?? opened.widthOfString(text, 1000);
    widths.set(text, width);
    return width * (size / 1000);
  };
  return { font, widthOfString };
}

/** pdfkit ends each text with a new line. */
function lineOf(data: string | Uint8Array): Uint8Array {
  return typeof data === 'string' ? Buffer.from(`${data}\n`, 'latin1') : data;
}
