/** Files as people send them: documents printed from a program or scanned, pictures of a telephone, tables. */
import { buffer } from 'node:stream/consumers';
import { createZipArchiveSync, ZipEntry } from 'node:zlib';
import PDFDocument from 'pdfkit';
import sharp, { type Sharp } from 'sharp';

export const CPF = '529.982.247-25';

const PARAGRAPH =
  'O conselho deliberativo aprovou por unanimidade a política de investimentos do exercício, com os limites nela previstos.';

type Printed = InstanceType<typeof PDFDocument>;

/** Prints a PDF; `write` puts what is wanted on its first page. */
export function printed(write: (pdf: Printed) => unknown, options: ConstructorParameters<typeof PDFDocument>[0] = {}): Promise<Buffer> {
  const pdf = new PDFDocument(options);
  const bytes = buffer(pdf);
  write(pdf);
  pdf.end();
  return bytes;
}

/** A document of that many pages of text, with `more` at the end of the last one. */
export function textPdf(pages = 1, more = '', options: ConstructorParameters<typeof PDFDocument>[0] = {}): Promise<Buffer> {
  return printed((pdf) => {
    for (let page = 1; page <= pages; page += 1) {
      if (page > 1) pdf.addPage();
      pdf.text(`Página ${page}. ${PARAGRAPH}`);
    }
    pdf.text(more);
  }, options);
}

/** A document whose pages are pictures. */
export async function scannedPdf(): Promise<Buffer> {
  const page = await photograph();
  return printed((pdf) => {
    pdf.image(page, 0, 0, { width: 400 });
  });
}

export function photograph(): Promise<Buffer> {
  return colours().jpeg().toBuffer();
}

/** A photograph of a telephone, turned, that says where it was taken. */
export function photographWithPlace(): Promise<Buffer> {
  return colours()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '15/1 47/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '47/1 52/1 0/1' } })
    .jpeg()
    .toBuffer();
}

function colours(): Sharp {
  return sharp({ create: { width: 320, height: 200, channels: 3, background: '#357', noise: { type: 'gaussian', mean: 90, sigma: 30 } } });
}

/** Types of the documents of office programs, by the ending of their names. */
export const OFFICE_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
} as const;

export type OfficeEnding = keyof typeof OFFICE_TYPES;

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The parts of an empty document, but for its body: `body` is XML of the part that holds the text. */
function skeleton(ending: OfficeEnding, body: string): Readonly<Record<string, string>> {
  switch (ending) {
    case 'docx':
      return {
        '[Content_Types].xml': `<Types><Override PartName="/word/document.xml" ContentType="${OFFICE_TYPES.docx}.main+xml"/></Types>`,
        'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
      };
    case 'xlsx':
      return {
        '[Content_Types].xml': `<Types><Override PartName="/xl/workbook.xml" ContentType="${OFFICE_TYPES.xlsx}.main+xml"/></Types>`,
        'xl/workbook.xml': `<workbook xmlns="${SHEET}"/>`,
        'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}"><sheetData>${body}</sheetData></worksheet>`,
      };
    case 'odt':
    case 'ods':
      return {
        mimetype: OFFICE_TYPES[ending],
        'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body>${body}</office:body></office:document-content>`,
      };
  }
}

/** A packed document with this body and more parts beside it. */
export function office(ending: OfficeEnding, body: string, more: Readonly<Record<string, string | Buffer>> = {}): Buffer {
  const parts: Readonly<Record<string, string | Buffer>> = { ...skeleton(ending, body), ...more };
  const entries = Object.entries(parts).map(([name, content]) =>
    ZipEntry.createSync(name, typeof content === 'string' ? Buffer.from(content) : content, {
      method: name === 'mimetype' ? 'store' : 'deflate',
    }),
  );
  return Buffer.concat([...createZipArchiveSync(entries)]);
}

/** A picture of the format with what cameras and programs write into it: where it was taken, with what, and who edited it. */
export function pictureWithMetadata(format: 'jpeg' | 'png' | 'webp' | 'avif', what: 'place' | 'camera' | 'xmp'): Promise<Buffer> {
  const place = { GPSLatitudeRef: 'S', GPSLatitude: '15/1 47/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '47/1 52/1 0/1' };
  const picture = colours();
  if (what === 'xmp')
    return picture.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><autor>Ana</autor></x:xmpmeta>').toFormat(format).toBuffer();
  return picture
    .withExif(what === 'place' ? { IFD3: place } : { IFD0: { Make: 'Fabricante', Artist: 'Ana' } })
    .toFormat(format)
    .toBuffer();
}
