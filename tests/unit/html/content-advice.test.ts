import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../../server/backend/sanitize/sanitize-html.ts';
import { contentAdvice } from '../../../shared/html/content-advice.ts';

const FILE = '/nhostprovider/11111111-2222-4333-8444-555555555555';
const longSentence = `A ${'palavra '.repeat(30)}final.`;

const hasPage = (path: string): boolean => path !== '/nao-ha';

function codes(html: string): readonly string[] {
  return contentAdvice(html, hasPage).map(({ code }) => code);
}

describe('contentAdvice', () => {
  it.each([
    ['a heading two levels below the one before', '<h2>A</h2><h4>B</h4>', 'heading-skipped'],
    ['a first heading that is not the second level', '<h3>A</h3>', 'heading-skipped'],
    ['a paragraph of bold words alone', '<p><strong>Documentos necessários</strong></p>', 'heading-faked'],
    ['a link that says click here', '<p><a href="/x">Clique aqui</a></p>', 'link-vague'],
    ['a link that says here in other form', '<p><a href="/x"><strong>AQUI</strong>.</a></p>', 'link-vague'],
    ['a link whose words are an address', '<p><a href="https://a.br/x">https://a.br/x</a></p>', 'link-bare'],
    ['two addresses behind the same words', '<p><a href="/1">Edital</a> <a href="/2">Edital</a></p>', 'link-ambiguous'],
    ['a link to an address without a page', '<p><a href="/nao-ha?de=1#topo">Lista de espera</a></p>', 'link-without-page'],
    ['a picture without description', `<img src="${FILE}" alt="" />`, 'alt-missing'],
    ['a picture described by its file', `<img src="${FILE}" alt="IMG_2031.JPG" />`, 'alt-weak'],
    ['a picture whose description says picture of', `<img src="${FILE}" alt="Foto da sede" />`, 'alt-weak'],
    ['a sentence of more than 30 words', `<p>${longSentence}</p>`, 'sentence-long'],
    ['a table without header cells', '<table><tbody><tr><td>Mês</td></tr></tbody></table>', 'table-headless'],
    ['paragraphs with hyphens in front', '<p>- RG</p><p>- CPF</p>', 'list-typed'],
    ['a passage in capitals', '<p>ATENÇÃO AOS NOVOS PRAZOS DO RECADASTRAMENTO</p>', 'capitals'],
    ['a valid CPF', '<p>Maria, CPF 529.982.247-25</p>', 'cpf'],
    ['a valid CPF without dots, between elements', '<p>CPF <strong>52998224725</strong></p>', 'cpf'],
  ])('notes %s', (_name, html, code) => {
    expect(codes(html)).toEqual([code]);
  });

  it.each([
    ['headings in order', '<h2>A</h2><h3>B</h3><h2>C</h2>'],
    ['bold words inside a sentence', '<p><strong>Atenção:</strong> o prazo acaba hoje.</p>'],
    ['a link that names its target', '<p><a href="/leis">Lei 1.234, de 2020</a></p>'],
    [
      'a link to a file or to another site',
      `<p><a href="${FILE}">Edital</a> <a href="//x.br/nao-ha">Portal</a> <a href="https://x.br/nao-ha">Diário</a></p>`,
    ],
    ['the same link twice', '<p><a href="/1">Edital</a> e <a href="/1">Edital</a></p>'],
    ['a described picture', `<img src="${FILE}" alt="Fachada da sede, na Praça da República" />`],
    ['short sentences in one paragraph', `<p>${'Traga o documento. '.repeat(20)}</p>`],
    ['a table with header cells', '<table><tr><th scope="col">Mês</th></tr></table>'],
    ['a masked CPF', '<p>CPF ***.982.247-**</p>'],
    ['a process number that holds eleven digits', '<p>Processo 0529982247-25.2020.8.05.0001 e protocolo 152998224725</p>'],
    ['an acronym', '<p>CRP e DRAA</p>'],
    ['an empty text', ''],
  ])('says nothing of %s', (_name, html) => {
    expect(codes(html)).toEqual([]);
  });

  it('lists at most five of a kind', () => {
    const pictures = Array.from({ length: 9 }, (_, index) => `<img src="${FILE}" alt="${index}.jpg" />`);
    expect(codes(pictures.join(''))).toEqual(Array(5).fill('alt-weak'));
  });

  it('says the same once', () => {
    expect(codes('<p><a href="/x">aqui</a></p>'.repeat(9))).toEqual(['link-vague']);
  });

  it('reads any sanitised text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            '<p>',
            '</p>',
            '<a href="/x">',
            '</a>',
            '<h3>',
            '</h3>',
            'aqui',
            '- ',
            '<table>',
            '<td>',
            '.',
            ' ',
            'A',
            '<img alt="foto">',
          ),
          maxLength: 300,
        }),
        (html) => {
          for (const { message, excerpt } of contentAdvice(sanitizeHtml(html, 'corpo'), hasPage)) {
            expect(message).not.toBe('');
            expect(excerpt.length).toBeLessThanOrEqual(81);
          }
        },
      ),
    );
  });

  it('reads a text of the largest size', () => {
    const lines = '<p>- item <a href="/x">aqui</a></p>'.repeat(14_000);
    expect(contentAdvice(lines, hasPage).length).toBeGreaterThan(0);
    expect(codes(`<p>- ${'<strong>a</strong>'.repeat(25_000)}`)).toEqual(['sentence-long']);
  });
});
