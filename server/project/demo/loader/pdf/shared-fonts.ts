/**
 * A document whose standard fonts are read once for all documents. pdfkit makes the tables of widths and kerning pairs anew for each font of
 * each document, which is a third of the time of printing a short one.
 */
import PDFDocument from 'pdfkit';

/** A standard font as pdfkit keeps it: what the file says, and what belongs to one document. */
interface LoadedFont {
  readonly document: unknown;
  /** Its name in the file. */
  readonly id: string;
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
    if (loaded === undefined) DocumentWithSharedFonts.#loaded.set(name, copyOf(opened, { document: null, id: '' }));
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

function copyOf(font: LoadedFont, own: LoadedFont): LoadedFont {
  return Object.assign(Object.create(Object.getPrototypeOf(font) as object) as LoadedFont, font, own);
}
