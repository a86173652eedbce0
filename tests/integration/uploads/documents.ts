/** Files as people send them: documents printed from a program or scanned, pictures of a telephone, tables. */
import { buffer } from 'node:stream/consumers';
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
