import { instante, porExtenso } from '../dates.ts';
import type { Bloco } from '../documents/document.ts';
import type { ConteudoPdf, Timbre } from './content.ts';
import { DocumentWithSharedFonts } from './shared-fonts.ts';
import { drawTable, type Folha } from './table.ts';

/**
 * Prints a demonstration document as a small tagged PDF with a text layer: standard Helvetica, no embedded font, compressed streams.
 * The bytes depend on the content alone: pdfkit derives the file identifier from the information fields, whose date is the act's.
 */
interface PdfImpresso {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

type Elemento = ReturnType<Folha['struct']>;

const MARGIN = 62;
const INK = '#1d2b2f';

function open(conteudo: ConteudoPdf, timbre: Timbre): Folha {
  return new DocumentWithSharedFonts({
    size: 'A4',
    margins: { top: 108, bottom: 84, left: MARGIN, right: MARGIN },
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    compress: true,
    bufferPages: true,
    info: {
      Title: conteudo.titulo,
      Author: `${timbre.nome} – ${timbre.sigla}`,
      Subject: timbre.aviso,
      CreationDate: new Date(instante(conteudo.data)),
    },
  });
}

function writeBlock(folha: Folha, raiz: Elemento, bloco: Bloco): void {
  if (typeof bloco === 'string') {
    raiz.add(folha.struct('P', {}, () => void folha.font('Helvetica').fontSize(10.5).text(bloco, { lineGap: 3 }).moveDown(0.6)));
  } else if ('titulo' in bloco) {
    raiz.add(folha.struct('H2', {}, () => void folha.moveDown(0.4).font('Helvetica-Bold').fontSize(12).text(bloco.titulo)));
  } else if ('lista' in bloco) {
    raiz.add(
      folha.struct('P', {}, () => {
        folha.font('Helvetica').fontSize(10.5);
        for (const item of bloco.lista) {
          folha.text(`•  ${item}`, { indent: 8, lineGap: 3 });
        }
        folha.moveDown(0.6);
      }),
    );
  } else {
    drawTable(folha, raiz, bloco);
  }
}

function writeSignatures(folha: Folha, raiz: Elemento, { conteudo, timbre }: { conteudo: ConteudoPdf; timbre: Timbre }): void {
  raiz.add(
    folha.struct(
      'P',
      {},
      () =>
        void folha
          .moveDown(0.6)
          .font('Helvetica')
          .fontSize(10.5)
          .text(`${timbre.municipio} (${timbre.uf}), ${porExtenso(conteudo.data)}.`),
    ),
  );
  for (const { nome, cargo } of conteudo.assinaturas) {
    raiz.add(
      folha.struct('P', {}, () => {
        folha.moveDown(0.7).font('Helvetica-Bold').text(nome);
        folha.font('Helvetica').text(cargo);
      }),
    );
  }
}

// Page furniture is an artifact (ISO 32000-1 §14.8.2.2): a screen reader does not read it on every page.
function writeFurniture(folha: Folha, timbre: Timbre): number {
  const { start, count } = folha.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    folha.switchToPage(index);
    const { width, height, margins } = folha.page;
    // The footer lies below the text area; with the margin in force pdfkit would open a new page for it.
    margins.bottom = 0;
    folha.markContent('Artifact', { type: 'Pagination' });
    folha.rect(0, 0, width, 10).fill(timbre.cor);
    folha.fillColor(timbre.cor).font('Helvetica-Bold').fontSize(10).text(timbre.nome, MARGIN, 40, { lineBreak: false });
    folha
      .fillColor('#4c5d61')
      .font('Helvetica')
      .fontSize(8.5)
      .text(`CNPJ ${timbre.cnpj}  ·  ${timbre.municipio} – ${timbre.uf}`, MARGIN, 56, { lineBreak: false });
    folha.rect(MARGIN, 76, width - 2 * MARGIN, 0.8).fill('#c4d3d3');
    folha.fillColor('#4c5d61').text(timbre.aviso, MARGIN, height - 52, { lineBreak: false });
    folha.text(`Página ${index - start + 1} de ${count}`, width - MARGIN - 60, height - 52, { lineBreak: false });
    folha.endMarkedContent();
  }
  return count;
}

/** Returns the finished file. Rejects only when pdfkit does. */
export function printPdf(conteudo: ConteudoPdf, timbre: Timbre): Promise<PdfImpresso> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfImpresso>();
  const folha = open(conteudo, timbre);
  const chunks: Uint8Array[] = [];
  let pages = 0;
  folha.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  folha.on('error', reject);
  folha.on('end', () => resolve({ bytes: Buffer.concat(chunks), pages }));

  const raiz = folha.struct('Document');
  folha.addStructure(raiz);
  folha.fillColor(INK);
  raiz.add(
    folha.struct('H1', {}, () => void folha.font('Helvetica-Bold').fontSize(15).text(conteudo.titulo, { lineGap: 2 }).moveDown(0.4)),
  );
  const { subtitulo } = conteudo;
  if (subtitulo !== undefined) {
    raiz.add(
      folha.struct('P', {}, () => void folha.font('Helvetica-Oblique').fontSize(10.5).text(subtitulo, { lineGap: 2 }).moveDown(0.8)),
    );
  }
  for (const bloco of conteudo.blocos) {
    writeBlock(folha, raiz, bloco);
  }
  writeSignatures(folha, raiz, { conteudo, timbre });
  raiz.end();
  pages = writeFurniture(folha, timbre);
  folha.end();
  return promise;
}
