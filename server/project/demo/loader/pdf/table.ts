import type PDFDocument from 'pdfkit';
import type { Bloco } from '../documents/document.ts';

/** The PDF that is being written, at its current page. */
export type Folha = InstanceType<typeof PDFDocument>;

type Elemento = ReturnType<Folha['struct']>;
type Tabela = Extract<Bloco, { tabela: string }>;

const PADDING = 5;
const SIZE = 9;

// The first column holds words, the others mostly numbers: it gets a double share.
function widths(columns: number, total: number): readonly number[] {
  const share = total / (columns + 1);
  return Array.from({ length: columns }, (_, index) => (index === 0 ? share * 2 : share));
}

function drawRow(folha: Folha, row: Elemento, cells: readonly string[], head: boolean): void {
  const { left, right } = folha.page.margins;
  const columns = widths(cells.length, folha.page.width - left - right);
  folha.font(head ? 'Helvetica-Bold' : 'Helvetica').fontSize(SIZE);
  const height =
    Math.max(...cells.map((cell, index) => folha.heightOfString(cell, { width: (columns[index] ?? 0) - 2 * PADDING }))) + 2 * PADDING;
  if (folha.y + height > folha.page.height - folha.page.margins.bottom) {
    folha.addPage();
  }
  const top = folha.y;
  let x = left;
  cells.forEach((cell, index) => {
    const width = columns[index] ?? 0;
    const start = x;
    row.add(
      folha.struct(head ? 'TH' : 'TD', {}, () => {
        folha.text(cell, start + PADDING, top + PADDING, { width: width - 2 * PADDING, align: index > 0 ? 'right' : 'left' });
      }),
    );
    x += width;
  });
  row.end();
  folha.markContent('Artifact', { type: 'Layout' });
  folha.rect(left, top + height - 0.6, x - left, head ? 1.2 : 0.5).fill('#9fb4b5');
  folha.endMarkedContent();
  folha.fillColor('#1d2b2f');
  folha.x = left;
  folha.y = top + height;
}

/** Draws a captioned table with tagged header and data cells; rows are never cut between pages. */
export function drawTable(folha: Folha, raiz: Elemento, { tabela, cabecalho, linhas }: Tabela): void {
  const table = folha.struct('Table');
  raiz.add(table);
  table.add(
    folha.struct(
      'Caption',
      {},
      () =>
        void folha
          .moveDown(0.3)
          .font('Helvetica-Bold')
          .fontSize(SIZE + 0.5)
          .text(tabela)
          .moveDown(0.3),
    ),
  );
  for (const [index, cells] of [cabecalho, ...linhas].entries()) {
    const row = folha.struct('TR');
    table.add(row);
    drawRow(folha, row, cells, index === 0);
  }
  table.end();
  folha.moveDown(1.2);
}
