/** What a screen reader finds on the key pages: their landmarks, headings and controls, in their order. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { newVisit } from '../pages.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Roles by which people move about a page, and headings down to those of its parts. Items and rows are content. */
const STATIONS =
  /^ *- (?:(?:alert|banner|button|checkbox|combobox|complementary|contentinfo|form|main|navigation|radio|search|searchbox|textbox)\b|heading .*\[level=[12]\])/;

/** Returns the stations of a part of a page, one after the other. */
async function stationsOf(page: Page, within: string): Promise<readonly string[]> {
  const tree = await page.locator(within).ariaSnapshot();
  const stations = tree.split('\n').filter((line) => STATIONS.test(line));
  return stations.map((line) => line.replace(/^ *- /, '').replace(/:(?: .*)?$/, ''));
}

/** Opens a page once it is stored: until then its late parts may come behind the footer. */
async function openStored(page: Page, address: string): Promise<void> {
  await expect
    .poll(async () => {
      const answer = await fetch(`${site}${address}`, { headers: { Accept: 'text/html' } });
      await answer.text();
      return answer.headers.get('cache-status');
    })
    .toMatch(/^edge; hit/);
  await page.goto(`${site}${address}`);
}

test.each([
  [
    '/',
    'body',
    [
      'navigation "Atalhos da página"',
      'complementary "Avisos do site"',
      'banner',
      'search "Buscar no site"',
      'searchbox "Buscar no site"',
      'button "Buscar"',
      'navigation "Menu principal"',
      'main',
      'heading "Instituto de Previdência dos Servidores de Vila Serena" [level=1]',
      'navigation "Serviços mais procurados"',
      'heading "Próximas datas" [level=2]',
      'heading "Comunicados" [level=2]',
      'heading "Notícias" [level=2]',
      'heading "Transparência" [level=2]',
      'heading "Em destaque" [level=2]',
      'heading "Precisa de ajuda?" [level=2]',
      'contentinfo',
      'heading "Fale com a gente" [level=2]',
      'heading "Diretoria executiva" [level=2]',
      'heading "Outros contatos" [level=2]',
      'navigation "Links do rodapé"',
      'heading "O instituto" [level=2]',
      'heading "Transparência" [level=2]',
      'heading "Atendimento" [level=2]',
      'heading "Este site" [level=2]',
    ],
  ],
  [
    '/lai/documentos/atasDoConselhoDePrevidencia',
    'main',
    [
      'main',
      'navigation "Você está aqui"',
      'heading "Atas do Conselho de Previdência" [level=1]',
      'form "Filtros da lista"',
      'searchbox "Buscar nesta lista"',
      'button "Aplicar filtros"',
      'heading "Documentos" [level=2]',
      'navigation "Páginas"',
      'heading "Sobre esta lista" [level=2]',
    ],
  ],
  [
    '/busca?q=prova+de+vida',
    'main',
    [
      'main',
      'navigation "Você está aqui"',
      'heading "Busca" [level=1]',
      'search "O que você procura?"',
      'searchbox "O que você procura?"',
      'button "Buscar"',
      'heading "Resultados" [level=2]',
      'navigation "Filtros da busca"',
      'navigation "Páginas da busca"',
    ],
  ],
])('%s has its stations in order', async (address, within, stations) => {
  await using visit = await newVisit(browser, { script: false });
  await openStored(visit.page, address);
  expect(await stationsOf(visit.page, within)).toEqual(stations);
});

test('a form with errors has the summary of them before its fields, which keep their names', async () => {
  await using visit = await newVisit(browser, { script: false });
  const { page } = visit;
  await openStored(page, '/sic');
  await page.getByRole('button', { name: 'Enviar o pedido' }).click();
  await page.waitForLoadState();
  expect(await stationsOf(page, 'main')).toEqual([
    'main',
    'navigation "Você está aqui"',
    'heading "Serviço de Informação ao Cidadão (SIC)" [level=1]',
    'heading "Fazer um pedido" [level=2]',
    'form "Pedido de informação"',
    'heading "Há 4 problemas no formulário" [level=2]',
    'textbox "Que informação você quer?" [invalid]',
    'combobox "Assunto (opcional)"',
    'combobox "Em que formato (opcional)"',
    'radio "Só pelo acompanhamento, com o protocolo e o código"',
    'radio "Retirar no balcão do SIC"',
    'radio "Por carta"',
    'textbox "Nome ou nome social" [invalid]',
    'textbox "E-mail" [invalid]',
    'textbox "Telefone (opcional)"',
    'textbox "CPF ou CNPJ (opcional)"',
    'button "Arquivos (opcional)"',
    'button "Enviar o pedido"',
    'heading "Todas as formas de pedir" [level=2]',
    'heading "Como funciona" [level=2]',
    'heading "Norma local e outras informações" [level=2]',
    'complementary "Contato do SIC"',
    'heading "Onde pedir" [level=2]',
  ]);
});
