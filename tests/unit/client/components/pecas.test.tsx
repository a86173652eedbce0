import { expect, test } from 'vitest';
import { Definicoes } from '../../../../client/components/content/description-list/description-list.tsx';
import { Tabela } from '../../../../client/components/content/table/table.tsx';
import { CartaoDeSecao } from '../../../../client/components/documents/cartao-de-secao/cartao-de-secao.tsx';
import { Migalhas } from '../../../../client/components/navigation/breadcrumbs/breadcrumbs.tsx';
import { Indice } from '../../../../client/components/navigation/table-of-contents/table-of-contents.tsx';
import { Organograma } from '../../../../client/components/people/organograma/organograma.tsx';
import { htmlOf, textOf } from './render.ts';

test('Migalhas marks the current page and links the steps above it', () => {
  const html = htmlOf(
    <Migalhas
      caminhos={[
        { rotulo: 'Início', to: '/' },
        { rotulo: 'Institucional', to: null },
        { rotulo: 'Organograma', to: null },
      ]}
    />,
  );
  expect(html).toContain('<nav aria-label="Você está aqui"');
  expect(html).toContain('<a href="/">Início</a>');
  expect(html.match(/aria-current="page"/g)).toHaveLength(1);
  expect(html).toContain('<span aria-current="page">Organograma</span>');
  expect(htmlOf(<Migalhas caminhos={[]} />)).toBe('');
});

test('Tabela names its region with its caption and its rows with their header', () => {
  const html = htmlOf(
    <Tabela
      legenda="Rentabilidade"
      colunas={[
        { chave: 'mes', rotulo: 'Mês', cabecalhoDeLinha: true, celula: (linha: { mes: string; valor: string }) => linha.mes },
        { chave: 'valor', rotulo: 'Valor', celula: (linha: { mes: string; valor: string }) => linha.valor },
      ]}
      linhas={[{ mes: 'Janeiro', valor: '0,92%' }]}
      chaveDaLinha={(linha) => linha.mes}
    />,
  );
  const id = /<caption id="([^"]+)"/.exec(html)?.[1];
  expect(html).toContain(`aria-labelledby="${id}" tabindex="0"`);
  expect(html).toContain('<th scope="row">Janeiro</th>');
  expect(html.match(/<th scope="col"/g)).toHaveLength(2);
});

test('Definicoes leaves out facts without value', () => {
  const html = htmlOf(
    <Definicoes
      itens={[
        { rotulo: 'Número', valor: '3' },
        { rotulo: 'Valor', valor: null },
        { rotulo: 'Fonte', valor: '' },
      ]}
    />,
  );
  expect(textOf(html)).toBe('Número 3');
  expect(htmlOf(<Definicoes itens={[{ rotulo: 'Valor', valor: null }]} />)).toBe('');
});

test('Organograma is one nested list', () => {
  const folha = { id: 2, nome: 'Setor de Folha', sigla: null, href: '/institucional/unidade/2', titular: null, filhos: [] };
  const html = htmlOf(
    <Organograma
      rotulo="Organograma"
      raizes={[{ id: 1, nome: 'Presidência', sigla: 'PRES', href: null, titular: 'Helena', filhos: [folha] }]}
    />,
  );
  expect(html).toMatch(
    /^<ul[^>]*aria-label="Organograma">.*Presidência \(PRES\).*<ul[^>]*><li[^>]*>.*Setor de Folha.*<\/li><\/ul><\/li><\/ul>$/s,
  );
});

test('Indice needs two headings', () => {
  expect(htmlOf(<Indice itens={[{ id: 'a', texto: 'A', nivel: 2 }]} />)).toBe('');
  expect(
    htmlOf(
      <Indice
        itens={[
          { id: 'a', texto: 'A', nivel: 2 },
          { id: 'b', texto: 'B', nivel: 3 },
        ]}
      />,
    ),
  ).toContain('href="#b"');
});

test('CartaoDeSecao shows its first categories and leads to the rest', () => {
  const categorias = ['leis', 'decretos', 'portarias'].map((slug) => ({ slug, rotulo: slug, descricao: '', total: 1, ultimoEm: null }));
  const html = htmlOf(
    <CartaoDeSecao
      limite={2}
      secao={{ chave: 'legislacao', nome: 'Legislação', descricao: 'Normas.', icone: null, categorias, links: [] }}
    />,
  );
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/lai/documentos/leis',
    '/lai/documentos/decretos',
    '/lai/MenuCompleto#secao-legislacao',
  ]);
  expect(textOf(html)).toContain('Ver os 3 itens de Legislação');
});
