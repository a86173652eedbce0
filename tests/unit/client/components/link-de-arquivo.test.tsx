import { describe, expect, test } from 'vitest';
import { LinhaDeDocumento } from '../../../../client/components/documents/linha-de-documento/linha-de-documento.tsx';
import {
  type ArquivoParaBaixar,
  LinkDeArquivo,
  tipoDoArquivo,
} from '../../../../client/components/documents/link-de-arquivo/link-de-arquivo.tsx';
import { htmlOf, textOf } from './render.ts';

function arquivo(mudancas: Partial<ArquivoParaBaixar> = {}): ArquivoParaBaixar {
  return { href: '/nhostprovider/1', rotulo: 'Ata nº 3/2026', mime: 'application/pdf', bytes: 412_345, paginas: 6, ...mudancas };
}

describe('the text of a file link', () => {
  test.each([
    [{}, 'Ata nº 3/2026 (PDF, 412 kB, 6 páginas)'],
    [{ paginas: 1 }, 'Ata nº 3/2026 (PDF, 412 kB, 1 página)'],
    [{ paginas: null }, 'Ata nº 3/2026 (PDF, 412 kB)'],
    [{ paginas: null, bytes: null }, 'Ata nº 3/2026 (PDF)'],
    [{ mime: 'text/csv', paginas: null, bytes: 900 }, 'Ata nº 3/2026 (CSV, 900 bytes)'],
    [{ mime: 'image/webp', paginas: null }, 'Ata nº 3/2026 (imagem, 412 kB)'],
    [{ mime: 'application/x-nunca-visto', paginas: null }, 'Ata nº 3/2026 (arquivo, 412 kB)'],
  ])('the text of a file link with %o is "%s"', (mudancas, texto) => {
    expect(`Ata nº 3/2026 (${tipoDoArquivo(arquivo(mudancas))})`).toBe(texto);
    expect(textOf(htmlOf(<LinkDeArquivo arquivo={arquivo(mudancas)} />))).toBe(texto);
  });
});

test('a document of a list links to its page and to each of its files', () => {
  const html = htmlOf(
    <LinhaDeDocumento
      documento={{
        id: 7,
        titulo: 'Ata nº 3/2026',
        href: '/lai/documentos/atasDoConselhoFiscal/7',
        data: '2026-03-04',
        ementa: 'Contas de fevereiro.',
        situacao: { rotulo: 'Vigente', tone: 'success' },
        arquivos: [arquivo(), arquivo({ href: '/nhostprovider/2', rotulo: 'Anexo' })],
      }}
    />,
  );
  expect(html).toMatch(/<h3[^>]*><a href="\/lai\/documentos\/atasDoConselhoFiscal\/7">Ata nº 3\/2026<\/a><\/h3>/);
  expect(html).toContain('<time dateTime="2026-03-04">04/03/2026</time>');
  expect(html.match(/href="\/nhostprovider\/\d"/g)).toEqual(['href="/nhostprovider/1"', 'href="/nhostprovider/2"']);
  // On phones the second file is a link to the files of the page.
  expect(html).toContain('href="/lai/documentos/atasDoConselhoFiscal/7#arquivos"');
});
