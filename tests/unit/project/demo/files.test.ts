import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../server/project/demo/loader/content.ts';
import { arquivosDoDocumento, csvBytes } from '../../../../server/project/demo/loader/files.ts';
import { type ConteudoPdf, textOf } from '../../../../server/project/demo/loader/pdf/content.ts';
import { printPdf } from '../../../../server/project/demo/loader/pdf/render.ts';
import { readPeople } from '../../../../server/project/demo/loader/people.ts';
import { initialsOf, readPictures, renderPicture } from '../../../../server/project/demo/loader/pictures.ts';
import { printerFor } from '../../../../server/project/demo/loader/printer.ts';

const CONTEUDO: ConteudoPdf = {
  titulo: 'Ata da 1ª reunião',
  subtitulo: 'Realizada em março',
  data: '2026-03-12',
  blocos: [
    'Às nove horas.',
    { titulo: 'Pauta' },
    { lista: ['Um', 'Dois'] },
    { tabela: 'Valores', cabecalho: ['Item', 'R$'], linhas: [['Total', '1,00']] },
  ],
  assinaturas: [{ nome: 'Fulana', cargo: 'Presidente' }],
};

const PRINTER = printerFor(readPeople());
const { timbre: TIMBRE } = PRINTER;
const PICTURES = readPictures(readPeople());

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

describe('printed documents', () => {
  it('are tagged PDFs in Portuguese with a title and no embedded font', async () => {
    const { bytes, pages } = await printPdf(CONTEUDO, TIMBRE);
    const text = latin1(bytes);
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text).toContain('/Lang (pt-BR)');
    expect(text).toContain('/Marked true');
    expect(text).toContain('/DisplayDocTitle true');
    expect(text).toContain('/BaseFont /Helvetica');
    expect(text).not.toContain('/FontFile');
    expect(pages).toBe(1);
  });

  it('have the same bytes for the same content', async () => {
    const [first, second] = await Promise.all([printPdf(CONTEUDO, TIMBRE), printPdf(CONTEUDO, TIMBRE)]);
    expect(Buffer.compare(Buffer.from(first.bytes), Buffer.from(second.bytes))).toBe(0);
  });

  it('grow to a second page and keep the footer off a page of its own', async () => {
    const blocos = Array.from({ length: 40 }, () => 'Texto da ata, com várias palavras. '.repeat(6));
    const { pages } = await printPdf({ ...CONTEUDO, blocos }, TIMBRE);
    expect(pages).toBeGreaterThan(2);
    expect(pages).toBeLessThan(6);
  });

  it('stay small: one of each category is below 12 KB', async () => {
    const { documentos } = readContent(new Date('2026-11-21T12:00:00Z'));
    const porCategoria = new Map(documentos.map((documento) => [documento.categoria_slug, documento]));
    expect(porCategoria.size).toBeGreaterThan(40);
    for (const [categoria, documento] of porCategoria) {
      const [principal] = arquivosDoDocumento(documento, PRINTER);
      const { bytes } = (await principal?.arquivo.make()) ?? { bytes: new Uint8Array(12_000) };
      expect([categoria, bytes.length < 12_000]).toEqual([categoria, true]);
    }
  });

  it('give their words in reading order', () => {
    expect(textOf(CONTEUDO)).toBe(
      'Ata da 1ª reunião\nRealizada em março\nÀs nove horas.\nPauta\nUm\nDois\nValores\nItem | R$\nTotal | 1,00\nFulana, Presidente',
    );
  });
});

describe('open data annexes', () => {
  it('are UTF-8 with BOM, semicolons and a final line end', () => {
    expect(
      Buffer.from(
        csvBytes([
          ['item', 'valor'],
          ['ação', '1,00'],
        ]),
      ).toString('utf8'),
    ).toBe('\uFEFFitem;valor\r\nação;1,00\r\n');
  });
});

describe('pictures', () => {
  const names = ['cabecalho', 'sede', 'banner-censo', 'social', 'logo', 'retrato-helena'];

  it.each(names)('%s has the size that its row says', async (nome) => {
    const imagem = PICTURES.all.find((candidata) => candidata.nome === nome);
    expect(imagem).toBeDefined();
    if (imagem === undefined) {
      return;
    }
    const bytes = await renderPicture(imagem);
    const { width, height, format } = await sharp(bytes).metadata();
    expect({ width, height, format }).toEqual({ width: imagem.largura, height: imagem.altura, format: imagem.formato });
    expect(bytes.length).toBeLessThan(250_000);
  });

  it('have names of their own and an alternative text', () => {
    expect(new Set(PICTURES.all.map(({ nome }) => nome)).size).toBe(PICTURES.all.length);
    expect(PICTURES.all.filter(({ alt }) => alt === '').map(({ nome }) => nome)).toEqual([]);
  });

  it('refuse a name that no picture has', () => {
    expect(() => PICTURES.idOf('nada')).toThrow(new RangeError('no picture is called nada'));
  });

  it.each([
    ['Sílvia Wanzeler Cabral', 'SC'],
    ['Édson', 'E'],
    ['Maria das Dores', 'MD'],
  ])('take the initials of %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
