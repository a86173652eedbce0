import { describe, expect, test } from 'vitest';
import { type ExtraFilter, filteredListAddress, hasFilter, monthFilter } from '../../../../client/components/lists/list-address.ts';
import { ListFilters } from '../../../../client/components/lists/list-filters/list-filters.tsx';
import { ListSummary, listSentence } from '../../../../client/components/lists/list-summary/list-summary.tsx';
import { Pagination, shownPages } from '../../../../client/components/lists/pagination/pagination.tsx';
import type { ListQuery } from '../../../../shared/routes/list-search.ts';
import { htmlOf, textOf } from './render.ts';

const CAMINHO = '/lai/documentos/leis';
const NOMES = { one: 'documento', many: 'documentos' };
const TIPO: ExtraFilter = { name: 'tipo', label: 'Tipo', value: 'edital', options: [{ value: 'edital', label: 'Edital' }] };

function consulta(mudancas: Partial<ListQuery> = {}): ListQuery {
  return { q: '', years: [], order: 'recentes', page: 1, pageSize: 20, ...mudancas };
}

describe('the address of a list', () => {
  test('the address of a list leaves out defaults and keeps the filters of that list', () => {
    expect(filteredListAddress(CAMINHO, consulta())).toBe(CAMINHO);
    expect(filteredListAddress(CAMINHO, consulta({ q: 'férias', years: [2024, 2026], page: 2 }), [TIPO])).toBe(
      `${CAMINHO}?q=f%C3%A9rias&ano=2024&ano=2026&pagina=2&tipo=edital`,
    );
  });

  test('order and page size do not count as filters of a list', () => {
    expect(hasFilter(consulta({ order: 'titulo', pageSize: 50, page: 3 }))).toBe(false);
    expect(hasFilter(consulta(), [{ ...TIPO, value: '' }])).toBe(false);
    expect(hasFilter(consulta(), [TIPO])).toBe(true);
    expect(hasFilter(consulta({ years: [2024] }))).toBe(true);
  });
});

describe('the sentence above the results', () => {
  test('the sentence above the results has their count, the years and the words', () => {
    expect(listSentence(37, consulta({ years: [2024, 2026], q: 'aposentadoria' }), { nouns: NOMES })).toBe(
      '37 documentos · 2024 e 2026 · contém “aposentadoria”',
    );
    expect(listSentence(1, consulta(), { nouns: NOMES })).toBe('1 documento');
    expect(listSentence(0, consulta(), { nouns: NOMES, extras: [TIPO] })).toBe('0 documentos · Edital');
  });

  test('the sentence above the results is announced, and its links remove one filter or all', () => {
    const html = htmlOf(
      <ListSummary path={CAMINHO} query={consulta({ q: 'lei', years: [2024, 2026], page: 4 })} extras={[TIPO]} total={5} nouns={NOMES} />,
    );
    expect(html).toMatch(/<p role="status"[^>]*>5 documentos/);
    const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'));
    expect(links).toEqual([
      `${CAMINHO}?ano=2024&ano=2026&tipo=edital`,
      `${CAMINHO}?q=lei&ano=2026&tipo=edital`,
      `${CAMINHO}?q=lei&ano=2024&tipo=edital`,
      `${CAMINHO}?q=lei&ano=2024&ano=2026`,
      CAMINHO,
    ]);
    expect(textOf(html)).toContain('Limpar filtros');
  });

  test('who searches for words that are in more rows than a search finds is told that list and files are not whole', () => {
    const summaryOf = (total: number, q: string): string =>
      textOf(htmlOf(<ListSummary path={CAMINHO} query={consulta({ q })} total={total} nouns={NOMES} />));
    expect(summaryOf(1_001, 'lei')).toContain('A lista e os arquivos para baixar têm só os resultados mais novos.');
    expect(summaryOf(1_000, 'lei')).not.toContain('mais novos');
    expect(summaryOf(13_925, '')).not.toContain('mais novos');
  });

  test('the sentence above the results names no filter when none is in use', () => {
    expect(htmlOf(<ListSummary path={CAMINHO} query={consulta()} total={5} nouns={NOMES} />)).not.toContain('<ul');
  });
});

test('the filters are a form that works without script and shows its state', () => {
  const html = htmlOf(
    <ListFilters
      path={CAMINHO}
      query={consulta({ q: 'lei', years: [2019], pageSize: 50 })}
      availableYears={[2025, 2026]}
      extras={[TIPO]}
    />,
  );
  expect(html).toMatch(/<form [^>]*action="\/lai\/documentos\/leis" method="get"/);
  expect(html).toMatch(/name="q"[^>]*value="lei"/);
  const anos = [...html.matchAll(/<input type="checkbox" name="ano"( checked="")? value="(\d+)"/g)].map(([, marcado, ano]) => [
    ano,
    marcado !== undefined,
  ]);
  expect(anos).toEqual([
    ['2026', false],
    ['2025', false],
    ['2019', true],
  ]);
  expect(html).toMatch(/<option value="50" selected=""/);
  expect(html).toMatch(/<option value="edital" selected=""/);
  for (const [, id] of html.matchAll(/<label for="([^"]+)"/g)) expect(html).toContain(`id="${id}"`);
});

describe('the filter by month', () => {
  test('offers the months that have entries, in their order, and the chosen one', () => {
    const labels = (value: string): readonly string[] => monthFilter(value, [{ mes: 11 }, { mes: 3 }]).options.map(({ label }) => label);
    expect(labels('')).toEqual(['março', 'novembro']);
    expect(labels('3')).toEqual(['março', 'novembro']);
    expect(labels('7')).toEqual(['março', 'julho', 'novembro']);
  });
});

describe('pages of a list', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 9]],
    [4, 9, [1, 2, 3, 4, 5, 9]],
    [5, 9, [1, 4, 5, 6, 9]],
    [9, 9, [1, 8, 9]],
  ])('on page %d of %d the links are %o', (pagina, ultima, paginas) => {
    expect(shownPages(pagina, ultima)).toEqual(paginas);
  });

  test('a list of one page has no page links', () => {
    expect(htmlOf(<Pagination page={1} pageSize={20} total={20} href={String} />)).toBe('');
  });

  test('the page links mark the current page and lead to the results', () => {
    const html = htmlOf(<Pagination page={2} pageSize={20} total={41} href={(pagina) => `?pagina=${pagina}`} />);
    expect(html).toMatch(/<a href="\?pagina=2#resultados" aria-current="page"/);
    expect(html).toMatch(/<a href="\?pagina=1#resultados" rel="prev"/);
    expect(html).toMatch(/<a href="\?pagina=3#resultados" rel="next"/);
  });

  test('a page after the last one has a link to the last one', () => {
    expect(htmlOf(<Pagination page={9} pageSize={20} total={41} href={(pagina) => `?pagina=${pagina}`} />)).toMatch(
      /<a href="\?pagina=3#resultados" rel="prev"/,
    );
  });
});
