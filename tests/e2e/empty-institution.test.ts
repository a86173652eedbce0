/** The site of an institution that has written nothing yet: every page is usable, and no page promises what is not there. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '../../shared/routes/table.ts';
import { startBrowser } from '../support/browser.ts';
import { migratedPostgres } from '../support/embedded/migrated-database.ts';
import { onDatabase } from '../support/loaded-site.ts';
import type { TestPostgres } from '../support/postgres.ts';
import { ADMINISTRATOR, type RunningSite, startSite } from '../support/site.ts';
import { axeFaults } from './measures/appearance.ts';
import { axeViolations, hydrated, newContext, newVisit, overflowing, visitIn } from './pages.ts';

const PLAIN = ROUTES.filter(({ params }) => Object.keys(params).length === 0).map(({ path, layout }) => [path, layout] as const);
const PAGES = [...PLAIN, ['/busca?q=abono', 'default'], ['/lai/documentos/leis', 'lai']] as const;

const NAME = 'Fundo de Previdência de Serra Azul';

let browser: Browser;
let database: TestPostgres;
let site: RunningSite;

beforeAll(async () => {
  [browser, database] = await Promise.all([startBrowser(), migratedPostgres()]);
  const environment = {
    ...onDatabase(database),
    DEMO_CONTENT: 'off',
    SITE_TITLE: NAME,
    SITE_DESCRIPTION: 'Previdência de quem trabalha por Serra Azul.',
    SITE_FAVICON: '/logo.svg',
    SITE_SOCIAL_IMAGE: '/cabecalho.svg',
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  };
  site = await startSite({ environment });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await database.stop();
});

/** Headings that nothing follows before the next one of the same or a higher level, or before the end of their part of the page. */
function headingsOverNothing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const MEDIA = 'img, svg, picture, input, select, textarea, button, iframe, canvas, video';
    const headings = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')].filter((heading) => heading.checkVisibility());
    const level = (heading: Element): number => Number(heading.tagName[1]);
    const isEmpty = (heading: HTMLElement, index: number): boolean => {
      const part = heading.closest('main, aside, footer, header, nav') ?? document.body;
      const next = headings.slice(index + 1).find((other) => part.contains(other) && level(other) <= level(heading));
      const range = document.createRange();
      range.setStartAfter(heading);
      if (next === undefined) range.setEndAfter(part.lastChild ?? part);
      else range.setEndBefore(next);
      const content = range.cloneContents();
      for (const hidden of content.querySelectorAll('script, style, template, [hidden]')) hidden.remove();
      return content.textContent.trim() === '' && content.querySelector(MEDIA) === null;
    };
    return headings.filter(isEmpty).map((heading) => `${heading.tagName} “${heading.textContent}” stands over nothing`);
  });
}

/** Lists and grids without an item, which leave a gap or a border around nothing. */
function emptyContainers(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main ul, main ol, main dl, main table, footer ul')]
      .filter((element) => element.children.length === 0)
      .map(
        (element) => `an empty ${element.tagName.toLowerCase()} in ${element.parentElement?.className ?? ''}, where an EmptyState belongs`,
      ),
  );
}

test('every page has its heading, its content and a menu on a phone and on a wide screen, and axe finds nothing', {
  timeout: 300_000,
}, async () => {
  await using visit = await newVisit(browser, { width: 360, height: 800 });
  const { page, troubles } = visit;
  const faults: string[] = [];
  // With the first page of a layout its header, menus and footer are checked, and a look of texts with the first page that has it.
  const frames = new Set<string>();
  const checked = new Set<string>();
  for (const [path, layout] of PAGES) {
    const part = frames.has(layout) ? 'content' : 'page';
    frames.add(layout);
    await page.setViewportSize({ width: 360, height: 800 });
    const response = await page.goto(`${site.url}${path}`);
    await hydrated(page);
    const headings = await page.locator('h1').allInnerTexts();
    const found = [
      ...(await overflowing(page)),
      ...(await headingsOverNothing(page)),
      ...(await axeFaults(page, { part, script: true, checked })),
    ];
    await page.setViewportSize({ width: 1280, height: 800 });
    found.push(...(await overflowing(page)), ...(await headingsOverNothing(page)), ...(await emptyContainers(page)), ...troubles.splice(0));
    if (response?.status() !== 200) found.push(`status ${response?.status()}`);
    if (headings.length !== 1 || headings[0] === '' || headings[0] === 'Ops!!!') found.push(`headings ${JSON.stringify(headings)}`);
    if (path !== '/admin' && (await page.locator('[data-menu] a[href="/lai"]').count()) !== 1) found.push('no menu');
    if ((await page.getByText('Este site mostra conteúdo de demonstração.').count()) > 0) found.push('says that it is a demonstration');
    faults.push(...found.map((fault) => `${path}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

test('every entry of the menu leads to a page', async () => {
  const html = await (await fetch(site.url)).text();
  const menu = /<nav[^>]*data-menu.*?<\/nav>/s.exec(html)?.[0] ?? '';
  const hrefs = [...menu.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
  expect(hrefs.length).toBeGreaterThan(10);
  const statuses = await Promise.all(hrefs.map(async (href) => `${href} ${(await fetch(site.url + href)).status}`));
  expect(statuses).toEqual(hrefs.map((href) => `${href} 200`));
});

test('name, description, icon and social image are the configured ones', async () => {
  await using visit = await newVisit(browser);
  const { page } = visit;
  await page.goto(site.url);
  const attribute = (selector: string, name: string): Promise<string | null> => page.locator(selector).first().getAttribute(name);
  expect(await page.title()).toBe(NAME);
  expect(await page.locator('h1').innerText()).toBe(NAME);
  expect(await page.locator('header').first().innerText()).toContain(NAME);
  expect(await page.locator('footer#rodape').innerText()).toContain(NAME);
  expect(await attribute('meta[name="description"]', 'content')).toBe('Previdência de quem trabalha por Serra Azul.');
  expect(await attribute('link[rel="icon"]', 'href')).toBe('/logo.svg');
  expect(await attribute('meta[property="og:image"]', 'content')).toMatch(/\/cabecalho\.svg$/);
  expect(await attribute('meta[property="og:site_name"]', 'content')).toBe(NAME);
  await page.goto(`${site.url}/sic`);
  expect(await page.title()).toBe(`Serviço de Informação ao Cidadão (SIC) - ${NAME}`);
});

test('the pages of the channels say that contacts are missing, and do not send visitors to them', async () => {
  const sic = await (await fetch(`${site.url}/sic`)).text();
  expect(sic).toContain('Ainda não publicamos os contatos.');
  expect(sic).not.toContain('estão nesta página');
  expect(await (await fetch(`${site.url}/contato/faleConosco`)).text()).not.toContain('ligue ou escreva');
  expect(await (await fetch(site.url)).text()).not.toContain('para consultar e baixar');
});

test('the transparency page says that nothing is published yet, and calls no list late', async () => {
  const html = await (await fetch(`${site.url}/lai`)).text();
  expect(html).toContain('Nenhum documento foi publicado até agora');
  expect(html).not.toMatch(/>listas? atrasadas?<|\d listas? atrasadas?/);
});

test('the first page and the states of the lists say that the site is being prepared, and what will be published', async () => {
  const [home = '', states = ''] = await Promise.all(['/', '/lai/situacao'].map(async (path) => (await fetch(site.url + path)).text()));
  for (const html of [home, states]) expect(html).toContain('Este site está em preparação');
  expect(states).toContain('Nenhum documento publicado até agora');
  expect(states).toContain('Próximo prazo');
  expect(states).not.toMatch(/Atrasada|\d listas? atrasadas?/);
});

test('neither a list nor the open data call late what nobody has begun', async () => {
  const [list = '', file = ''] = await Promise.all(
    ['/lai/documentos/dair', '/lai/situacao.csv'].map(async (path) => (await fetch(site.url + path)).text()),
  );
  expect(list).toContain('O primeiro aparece aqui assim que for publicado.');
  expect(list).not.toMatch(/Atrasada|em atraso|Sem prazo fixo/);
  expect(file).toContain(';A publicar;;');
  expect(file).not.toContain('Atrasada');
});

test('pages that wait for their first row say whom to ask meanwhile', async () => {
  const paths = ['/servicos', '/informacoes/mapa', '/informacoes/calendario', '/lai/numeros'];
  const pages = await Promise.all(paths.map(async (path) => (await fetch(site.url + path)).text()));
  expect(paths.filter((_path, at) => pages[at]?.includes('Precisa saber agora?') !== true)).toEqual([]);
});

test('the self-assessment counts no page that has nothing to show', async () => {
  const html = await (await fetch(`${site.url}/lai/pntp`)).text();
  expect(html).toContain('7 de 34');
  const empty = ['/institucional/organograma', '/institucional/diretoria-executiva', '/informacoes/mapa', '/informacoes/faq', '/servicos'];
  expect(empty.filter((path) => new RegExp(`<td[^>]*><a href="${path}"`).test(html))).toEqual([]);
});

const STEPS = 'O que ainda falta ao site';

/** Follows a step of the administration's first screen to its form. */
async function follow(page: Page, step: string): Promise<void> {
  await page.goto(`${site.url}/admin/app`);
  await page.getByRole('heading', { name: STEPS }).waitFor();
  expect(await page.getByRole('heading', { name: 'Publicações atrasadas' }).count()).toBe(0);
  await page.getByRole('link', { name: step }).click();
  await page.getByRole('button', { name: 'Salvar' }).waitFor();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.waitForURL(/\/\d+$/);
}

// Last, because the site is not empty afterwards.
test('the first steps lead to a site with its name, a logo, a contact, a page and a council', { timeout: 300_000 }, async () => {
  const context = await newContext(browser, { width: 360 });
  const answer = await context.request.post(`${site.url}/_session`, { data: ADMINISTRATOR, headers: { origin: site.url } });
  expect(answer.status()).toBe(200);
  await using visit = await visitIn(context);
  const { page } = visit;
  const textOf = async (address: string): Promise<string> => (await fetch(`${site.url}${address}`)).text();

  await page.goto(`${site.url}/admin/app/relatorios/late`);
  await page.getByText('Nada a mostrar neste relatório.').waitFor();
  await follow(page, 'Diga o nome e a cor do instituto');
  expect([...(await axeViolations(page)), ...(await overflowing(page))]).toEqual([]);
  await page.getByRole('textbox', { name: 'Nome do instituto' }).fill('Previdência de Serra Azul');
  await page.getByRole('textbox', { name: 'Sigla' }).fill('PSA');
  await page.getByRole('textbox', { name: 'Município ou Estado' }).fill('Serra Azul');
  await page.getByRole('textbox', { name: 'UF' }).fill('SP');
  await page.getByRole('textbox', { name: 'CNPJ' }).fill('11.222.333/0001-80');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Este CNPJ não existe').waitFor();
  await page.getByRole('textbox', { name: 'CNPJ' }).fill('11.222.333/0001-81');
  await page.getByRole('combobox', { name: 'Fuso horário' }).click();
  await page.getByRole('option', { name: 'Acre (UTC−5)' }).click();
  await save(page);
  await expect.poll(() => textOf('/')).toContain('Previdência de Serra Azul');

  await follow(page, 'Escolha o logotipo');
  await page.getByRole('textbox', { name: 'Logotipo' }).fill('/logo.svg');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Salvo', { exact: true }).waitFor();

  await follow(page, 'Cadastre um telefone, um e-mail e o endereço');
  await page.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Telefone' }).click();
  await page.getByRole('textbox', { name: 'Contato', exact: true }).fill('(16) 3987-0000');
  await save(page);
  await expect.poll(() => textOf('/contato/faleConosco')).toContain('(16) 3987-0000');

  await follow(page, 'Escreva a primeira página');
  await page.getByRole('textbox', { name: 'Título', exact: true }).fill('Quem somos');
  await page.getByRole('switch', { name: 'Publicado' }).click();
  await save(page);
  await expect.poll(async () => (await fetch(`${site.url}/paginas/quem-somos`)).status).toBe(200);

  await page.goto(`${site.url}/admin/app`);
  await page.getByRole('link', { name: 'Cadastre os feriados dos próximos meses' }).click();
  const national = page.getByRole('button', { name: 'Cadastrar os feriados nacionais' });
  await national.click();
  await page.getByText('20 feriados cadastrados.').waitFor();
  await page.getByRole('link', { name: 'Natal' }).first().waitFor();
  await national.click();
  await page.getByText('A lista já tem todos.').waitFor();
  expect([...(await axeViolations(page)), ...(await overflowing(page))]).toEqual([]);

  await follow(page, 'Cadastre a diretoria, os conselhos e o comitê');
  await page.getByRole('textbox', { name: 'Nome' }).fill('Conselho Fiscal de Serra Azul');
  await page.getByRole('combobox', { name: 'Página do site' }).click();
  await page.getByRole('option', { name: 'Conselho Fiscal' }).click();
  await save(page);
  await expect.poll(() => textOf('/institucional/conselho-fiscal')).toContain('Conselho Fiscal de Serra Azul');

  await page.goto(`${site.url}/admin/app`);
  await page.getByRole('link', { name: 'Abrir o site em outra aba' }).waitFor();
  expect([...(await axeViolations(page)), ...(await overflowing(page))]).toEqual([]);
  expect(await page.getByRole('heading', { name: 'Não terminado' }).count()).toBe(0);
  expect(await page.getByRole('note').filter({ hasText: STEPS }).getByRole('listitem').allInnerTexts()).toEqual([
    'Diga quem responde à Ouvidoria e ao SIC: os formulários já recebem mensagens, e ninguém as lê',
    'Diga quem decide os recursos do SIC',
    'Cadastre a unidade que atende, com endereço e horário',
    'Cadastre os membros da diretoria, dos conselhos e do comitê',
    'Cadastre o primeiro serviço da Carta de Serviços',
    'Cadastre o primeiro documento da Transparência',
  ]);

  // In Brasília and in UTC it is the next day already.
  await page.goto(`${site.url}/admin/app/noticia/create`);
  await page.getByRole('textbox', { name: 'Título' }).fill('Novo horário');
  await page.getByLabel('Data de publicação').fill('2026-01-02T23:30');
  await page.getByText('Horário do Acre').first().waitFor();
  await page.getByRole('switch', { name: 'Publicado' }).click();
  await save(page);
  const news = `/informacoes/noticia/${page.url().slice(page.url().lastIndexOf('/') + 1)}`;
  await expect.poll(() => textOf(news)).toContain('<time dateTime="2026-01-03T04:30:00+00:00">2 de janeiro de 2026');
  expect(visit.troubles).toEqual([]);
});
