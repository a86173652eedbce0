import { expect, test } from 'vitest';
import * as dadosAbertos from '../../../../client/pages/dados-abertos/page.tsx';
import { EMPTY_SITE_STATE } from '../../../../shared/site-state/site-state.ts';
import { textOf } from '../components/render.ts';
import { renderPage } from './render-page.tsx';

test('the page of the open data shows how a set is cited, with its address of this site', () => {
  const html = renderPage(dadosAbertos, '/lai/dados-abertos', { results: { Pagina: { pagina: [] } } });
  expect(textOf(html)).toContain(
    'Documentos da transparência . Disponível em: https://site.example/dados/documentos.csv . Acesso em: dia, mês e ano da sua consulta.',
  );
});

test('the page of the open data names the types of notices that an address takes, and no type where they are not known', () => {
  const filters = (tiposDeComunicado: readonly string[]): string => {
    const vocabularios = { ...EMPTY_SITE_STATE.vocabularios, tiposDeComunicado };
    return textOf(renderPage(dadosAbertos, '/lai/dados-abertos', { results: { Pagina: { pagina: [] } }, estado: { vocabularios } }));
  };
  expect(filters(['aviso', 'prazo'])).toMatch(/mes , tipo \( aviso , prazo \)/);
  expect(filters([])).toMatch(/mes , tipo \./);
  expect(filters([])).toContain('ordem ( recentes , antigos , numero , titulo )');
  expect(filters([])).toContain('situacao ( em_dia , atrasada , nao_se_aplica )');
});
