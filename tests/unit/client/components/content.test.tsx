import { expect, test } from 'vitest';
import { DescriptionList } from '../../../../client/components/content/description-list/description-list.tsx';
import { Table } from '../../../../client/components/content/table/table.tsx';
import { CartaoDeSecao } from '../../../../client/components/documents/cartao-de-secao/cartao-de-secao.tsx';
import { Breadcrumbs } from '../../../../client/components/navigation/breadcrumbs/breadcrumbs.tsx';
import { TableOfContents } from '../../../../client/components/navigation/table-of-contents/table-of-contents.tsx';
import { CartaoDePessoa } from '../../../../client/components/people/cartao-de-pessoa/cartao-de-pessoa.tsx';
import { Organograma } from '../../../../client/components/people/organograma/organograma.tsx';
import { htmlOf, textOf } from './render.ts';

test('Breadcrumbs marks the current page and links the steps above it', () => {
  const html = htmlOf(
    <Breadcrumbs
      steps={[
        { label: 'Início', to: '/' },
        { label: 'Institucional', to: null },
        { label: 'Organograma', to: null },
      ]}
    />,
  );
  expect(html).toContain('<nav aria-label="Você está aqui"');
  expect(html).toContain('<a href="/">Início</a>');
  expect(html.match(/aria-current="page"/g)).toHaveLength(1);
  expect(html).toContain('<span aria-current="page">Organograma</span>');
  expect(htmlOf(<Breadcrumbs steps={[]} />)).toBe('');
});

test('Table names its region with its caption and its rows with their header', () => {
  const html = htmlOf(
    <Table
      caption="Rentabilidade"
      columns={[
        { key: 'mes', label: 'Mês', rowHeader: true, cell: (linha: { mes: string; valor: string }) => linha.mes },
        { key: 'valor', label: 'Valor', cell: (linha: { mes: string; valor: string }) => linha.valor },
      ]}
      rows={[{ mes: 'Janeiro', valor: '0,92%' }]}
      rowKey={(linha) => linha.mes}
    />,
  );
  const id = /<caption id="([^"]+)"/.exec(html)?.[1];
  expect(html).toContain(`aria-labelledby="${id}" tabindex="0"`);
  expect(html).toContain('<th scope="row">Janeiro</th>');
  expect(html.match(/<th scope="col"/g)).toHaveLength(2);
});

test.each([
  [4, 0, true],
  [3, 0, false],
  [4, 3, false],
])('a row of %i columns, %i of numbers, names its facts for phones: %s', (count, numbers, named) => {
  const html = htmlOf(
    <Table
      caption="Listas"
      columns={Array.from({ length: count }, (_nothing, index) => ({
        key: `c${index}`,
        label: `Coluna ${index}`,
        rowHeader: index === 0,
        align: index < count - numbers ? ('start' as const) : ('end' as const),
        cell: (row: string) => `${row}${index}`,
      }))}
      rows={['fato']}
      rowKey={(row) => row}
    />,
  );
  expect(html.includes('data-coluna="Coluna 1">fato1')).toBe(named);
  // The name of a row is its own.
  expect(html).toContain('<th scope="row">fato0</th>');
});

test('DescriptionList leaves out facts without value', () => {
  const html = htmlOf(
    <DescriptionList
      items={[
        { label: 'Número', value: '3' },
        { label: 'Valor', value: null },
        { label: 'Fonte', value: '' },
      ]}
    />,
  );
  expect(textOf(html)).toBe('Número 3');
  expect(htmlOf(<DescriptionList items={[{ label: 'Valor', value: null }]} />)).toBe('');
});

test('Organograma is one nested list, with the bodies above the units', () => {
  const folha = { id: 2, nome: 'Setor de Folha', sigla: null, href: '/institucional/unidade/2', titular: null, filhos: [] };
  const html = htmlOf(
    <Organograma
      rotulo="Organograma"
      orgaos={[{ id: 1, nome: 'Conselho Fiscal', href: '/institucional/conselho-fiscal' }]}
      raizes={[{ id: 1, nome: 'Presidência', sigla: 'PRES', href: null, titular: 'Helena', filhos: [folha] }]}
    />,
  );
  expect(html).toMatch(
    /^<ul[^>]*aria-label="Organograma">.*Conselho Fiscal.*Presidência \(PRES\).*<ul[^>]*><li[^>]*>.*Setor de Folha.*<\/li><\/ul><\/li><\/ul>$/s,
  );
});

test('TableOfContents needs two headings', () => {
  expect(htmlOf(<TableOfContents items={[{ id: 'a', text: 'A', level: 2 }]} />)).toBe('');
  expect(
    htmlOf(
      <TableOfContents
        items={[
          { id: 'a', text: 'A', level: 2 },
          { id: 'b', text: 'B', level: 3 },
        ]}
      />,
    ),
  ).toContain('href="#b"');
});

test('CartaoDeSecao shows its first categories and leads to the rest', () => {
  const categorias = ['leis', 'decretos', 'portarias'].map((slug) => ({ slug, rotulo: slug, descricao: '', total: 1, ultimoEm: null }));
  const html = htmlOf(
    <CartaoDeSecao
      limit={2}
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

test.each([
  ['(91) 3000-0000', '<a href="tel:+559130000000">(91) 3000-0000</a>'],
  ['+55 91 3000-0000', '<a href="tel:+559130000000">+55 91 3000-0000</a>'],
  ['0800 091 2345', '<a href="tel:08000912345">0800 091 2345</a>'],
  ['ramal da presidência', '<span>ramal da presidência</span>'],
])('CartaoDePessoa calls the number %s as it is dialled', (telefone, shown) => {
  expect(htmlOf(<CartaoDePessoa pessoa={{ nome: 'Rosa Baía', cargo: null, foto: null, telefone }} />)).toContain(shown);
});
