import { describe, expect, test } from 'vitest';
import { type CampoExtra, enderecoDaLista, temFiltro } from '../../../../client/components/lists/list-address.ts';
import { FiltrosDeLista } from '../../../../client/components/lists/list-filters/list-filters.tsx';
import { fraseDaLista, ResumoDaLista } from '../../../../client/components/lists/list-summary/list-summary.tsx';
import { Paginacao, paginasMostradas } from '../../../../client/components/lists/pagination/pagination.tsx';
import type { ListQuery } from '../../../../shared/routes/list-search.ts';
import { htmlOf, textOf } from './render.ts';

const CAMINHO = '/lai/documentos/leis';
const NOMES = { um: 'documento', varios: 'documentos' };
const TIPO: CampoExtra = { nome: 'tipo', rotulo: 'Tipo', valor: 'edital', opcoes: [{ valor: 'edital', rotulo: 'Edital' }] };

function consulta(mudancas: Partial<ListQuery> = {}): ListQuery {
  return { q: '', anos: [], ordem: 'recentes', pagina: 1, porPagina: 20, ...mudancas };
}

describe('the address of a list', () => {
  test('leaves defaults out and keeps the list own filters', () => {
    expect(enderecoDaLista(CAMINHO, consulta())).toBe(CAMINHO);
    expect(enderecoDaLista(CAMINHO, consulta({ q: 'férias', anos: [2024, 2026], pagina: 2 }), [TIPO])).toBe(
      `${CAMINHO}?q=f%C3%A9rias&ano=2024&ano=2026&pagina=2&tipo=edital`,
    );
  });

  test('order and page size are no filters', () => {
    expect(temFiltro(consulta({ ordem: 'titulo', porPagina: 50, pagina: 3 }))).toBe(false);
    expect(temFiltro(consulta(), [{ ...TIPO, valor: '' }])).toBe(false);
    expect(temFiltro(consulta(), [TIPO])).toBe(true);
    expect(temFiltro(consulta({ anos: [2024] }))).toBe(true);
  });
});

describe('the sentence above the results', () => {
  test('says count, years and words', () => {
    expect(fraseDaLista(37, consulta({ anos: [2024, 2026], q: 'aposentadoria' }), { nomes: NOMES })).toBe(
      '37 documentos · 2024 e 2026 · contém “aposentadoria”',
    );
    expect(fraseDaLista(1, consulta(), { nomes: NOMES })).toBe('1 documento');
    expect(fraseDaLista(0, consulta(), { nomes: NOMES, extras: [TIPO] })).toBe('0 documentos · Edital');
  });

  test('is announced, and each filter can be removed alone or all together', () => {
    const html = htmlOf(
      <ResumoDaLista
        caminho={CAMINHO}
        consulta={consulta({ q: 'lei', anos: [2024, 2026], pagina: 4 })}
        extras={[TIPO]}
        total={5}
        nomes={NOMES}
      />,
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

  test('shows no filter when none is in use', () => {
    expect(htmlOf(<ResumoDaLista caminho={CAMINHO} consulta={consulta()} total={5} nomes={NOMES} />)).not.toContain('<ul');
  });
});

test('the filters are a form that works without script and shows its state', () => {
  const html = htmlOf(
    <FiltrosDeLista
      caminho={CAMINHO}
      consulta={consulta({ q: 'lei', anos: [2019], porPagina: 50 })}
      anosDisponiveis={[2025, 2026]}
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

describe('pages of a list', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 9]],
    [4, 9, [1, 2, 3, 4, 5, 9]],
    [5, 9, [1, 4, 5, 6, 9]],
    [9, 9, [1, 8, 9]],
  ])('on page %d of %d the links are %o', (pagina, ultima, paginas) => {
    expect(paginasMostradas(pagina, ultima)).toEqual(paginas);
  });

  test('one page needs no links', () => {
    expect(htmlOf(<Paginacao pagina={1} porPagina={20} total={20} href={String} />)).toBe('');
  });

  test('the current page is marked and links end in the results', () => {
    const html = htmlOf(<Paginacao pagina={2} porPagina={20} total={41} href={(pagina) => `?pagina=${pagina}`} />);
    expect(html).toMatch(/<a href="\?pagina=2#resultados" aria-current="page"/);
    expect(html).toMatch(/<a href="\?pagina=1#resultados" rel="prev"/);
    expect(html).toMatch(/<a href="\?pagina=3#resultados" rel="next"/);
  });

  test('a page behind the last one leads back to it', () => {
    expect(htmlOf(<Paginacao pagina={9} porPagina={20} total={41} href={(pagina) => `?pagina=${pagina}`} />)).toMatch(
      /<a href="\?pagina=3#resultados" rel="prev"/,
    );
  });
});
