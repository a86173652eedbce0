/** Every screen of the administration: accessible by axe, without violations of its policy, and as wide as the window. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTENT_TYPES } from '../../../client/admin/resources/content-types.ts';
import { startBrowser } from '../../support/browser.ts';
import { DUE_CASES, writeDueCases, YEAR_OF_DUE_CASES } from '../../support/cases/due-cases.ts';
import type { RunningSite } from '../../support/site.ts';
import { axeViolations, overflowing } from '../pages.ts';
import { ANA, deskOf, siteWithEditors } from './desk.ts';

let browser: Browser;
let site: RunningSite;

beforeAll(async () => {
  browser = await startBrowser();
  site = await siteWithEditors({ prepare: writeDueCases });
  // Something for the figures of the running site to count.
  await fetch(site.url);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const OPERATIONS = '/funcionamento';
const DESK = ['/estatisticas', '/guarda', OPERATIONS];
const LISTS = ['/', ...CONTENT_TYPES.map(({ table }) => `/${table}`)];
const FORMS = [
  ...['noticia', 'comunicado', 'pagina', 'documento', 'unidade', 'reuniao', 'servico', 'menu_item'].map((table) => `/${table}/create`),
  '/noticia/1',
  '/documento/1',
  '/categoria_documento/leis',
  '/configuracao_site/1',
];
const WIDE = [...LISTS, ...FORMS, ...DESK, '/tela-que-nao-existe', '/casos'];

/** Buttons that show nothing, or that no keyboard reaches, names that came in English with the libraries, and properties that became attributes. */
async function unusable(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll('button')].filter((button) => button.checkVisibility());
    const shows = (button: HTMLButtonElement): boolean =>
      button.innerText.trim() !== '' || button.querySelector('svg, img') !== null || getComputedStyle(button, '::after').content !== 'none';
    const blank = buttons.filter((button) => !shows(button));
    const hidden = [...document.querySelectorAll('.RaSimpleFormIterator-action')].filter(
      (action) => getComputedStyle(action).visibility === 'hidden',
    );
    const named = [...document.querySelectorAll('[aria-label], [title]')].flatMap((element) =>
      ['aria-label', 'title'].map((name) => element.getAttribute(name) ?? ''),
    );
    const english = named.filter((name) => /^(?:Clear|Close|Go to|Loading|Open|Select|Sort)\b/.test(name));
    const objects = [...document.querySelectorAll('*')].flatMap(({ attributes }) =>
      [...attributes].filter(({ value }) => value.startsWith('[object ')),
    );
    return [
      ...blank.map(({ outerHTML }) => `blank button ${outerHTML.slice(0, 120)}`),
      ...hidden.map(() => 'hidden actions of a row'),
      ...english.map((name) => `in English: ${name}`),
      ...objects.map(({ name, value }) => `an object for a text: ${name}=${value}`),
    ];
  });
}

/**
 * Hides the rows of tables that are like one above them but for their words: axe would check each of ten again. What its rules ask of a row are
 * the elements, their attributes and colours, whether there is a text, and whether a place is large enough to be touched.
 */
function hideRepeatedRows(page: Page): Promise<void> {
  return page.evaluate(() => {
    const shapeOf = (element: Element): string => {
      const { width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, fontSize, fontWeight, opacity } = getComputedStyle(element);
      const isBlank = element.textContent.trim() === '';
      const styles = [color, backgroundColor, fontSize, fontWeight, opacity];
      return [element.localName, element.role, ...element.getAttributeNames(), isBlank, width < 24, height < 24, ...styles].join();
    };
    for (const table of document.querySelectorAll('tbody')) {
      const shapes = new Set<string>();
      for (const row of table.rows) {
        const shape = [row, ...row.querySelectorAll('*')].map(shapeOf).join('\n');
        if (shapes.has(shape)) row.style.display = 'none';
        shapes.add(shape);
      }
    }
  });
}

/** In pixels: the size of the smallest letters. */
const LEAST_LETTERS = 14;

/** Texts whose letters are too small, and what floats over the rows of a list. */
function hardToRead(page: Page): Promise<readonly string[]> {
  return page.evaluate((least) => {
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    const sizeOf = (element: Element): number => {
      const { fontSize, transform } = getComputedStyle(element);
      return Number.parseFloat(fontSize) * new DOMMatrixReadOnly(transform).a;
    };
    const shown = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility({ visibilityProperty: true }));
    const small = shown.filter((element) => hasText(element) && element.getBoundingClientRect().width > 1 && sizeOf(element) < least);
    const floating = [...document.querySelectorAll('main a, main button')].filter(
      (element) => getComputedStyle(element).position === 'fixed',
    );
    return [
      ...small.map((element) => `letters of ${sizeOf(element)} px: ${element.textContent?.trim().slice(0, 40)}`),
      ...floating.map((element) => `floats: ${element.outerHTML.slice(0, 120)}`),
    ];
  }, LEAST_LETTERS);
}

/** A form without a change has no text to keep. */
async function keptTexts(page: Page): Promise<readonly string[]> {
  const keys = await page.evaluate(() => Object.keys(localStorage));
  return keys.filter((key) => key.startsWith('rascunho:')).map((key) => `keeps ${key}`);
}

test.each([
  ['wide and light', { width: 1280, colorScheme: 'light' }, WIDE],
  ['wide and dark', { width: 1280, colorScheme: 'dark' }, ['/', '/noticia', '/noticia/1', '/documento/1']],
  ['narrow', { width: 360, colorScheme: 'light' }, [...LISTS.slice(0, 8), ...FORMS, ...DESK, '/canal_atendimento/sic']],
] as const)(
  'screens are accessible and fit the window: %s',
  async (_name, options, screens) => {
    await using desk = await deskOf(browser, site, ANA, options);
    const faults: string[] = [];
    for (const [index, screen] of screens.entries()) {
      await (index === 0 ? desk.open(screen) : desk.goTo(screen));
      await desk.page.getByRole('heading', { level: 1 }).waitFor();
      // Its tables come with the answer of the server.
      if (screen === OPERATIONS) await desk.page.getByRole('table', { name: 'Páginas montadas' }).waitFor();
      // Narrow screens have the colours of the wide ones, and the same elements but for the frame.
      const not = index > 0 && options.width === 360 && WIDE.includes(screen) ? ['color-contrast'] : [];
      const asked = index === 0 ? {} : ({ without: 'frame', not } as const);
      const found = [
        ...(await overflowing(desk.page)),
        ...(await keptTexts(desk.page)),
        ...(await unusable(desk.page)),
        ...(await hardToRead(desk.page)),
        // Only what is there can be withdrawn.
        ...(screen.endsWith('/create') ? await desk.page.getByRole('heading', { name: 'Retirada' }).allInnerTexts() : []),
      ];
      await hideRepeatedRows(desk.page);
      found.push(...(await axeViolations(desk.page, asked)));
      for (const fault of found) faults.push(`${screen}: ${fault}`);
    }
    expect(faults).toEqual([]);
    expect(desk.visit.troubles).toEqual([]);
    // Some forty screens, each with axe.
  },
  360_000,
);

test('a report of the first screen that has more rows leads to all of them, and an unknown report says that there is nothing', async () => {
  await using desk = await deskOf(browser, site, ANA, { width: 360 });
  const { page } = desk;
  // One more than the first screen shows.
  const notices = Array.from({ length: 9 }, (_, number) => `{titulo: "Aviso de teste ${number}", resumo: "Nada a fazer."}`);
  const query = `mutation { insert_comunicado(objects: [${notices.join()}]) { affected_rows } }`;
  const written = await desk.context.request.post(`${site.url}/v1/graphql`, { headers: { Origin: site.url }, data: { query } });
  expect(await written.json()).toEqual({ data: { insert_comunicado: { affected_rows: 9 } } });
  await desk.open('/');
  const card = page.getByRole('region', { name: 'Últimas alterações' });
  const few = await card.getByRole('listitem').count();
  await card.getByRole('link', { name: 'E há mais. Ver todos: Últimas alterações' }).click();
  await page.getByRole('heading', { level: 1, name: 'Relatório do dia' }).waitFor();
  await expect.poll(() => card.getByRole('listitem').count()).toBeGreaterThan(few);
  expect([...(await axeViolations(page, { without: 'frame' })), ...(await overflowing(page))]).toEqual([]);
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
  await desk.goTo('/relatorios/desconhecido');
  await page.getByText('Nada a mostrar neste relatório.').waitFor();
  expect(desk.visit.troubles).toEqual([]);
});

test('a file of statistics is told each error by its line, foretold, imported and undone', async () => {
  await using desk = await deskOf(browser, site, ANA, { width: 360 });
  await desk.open('/estatisticas');
  const { page } = desk;
  const choose = (text: string, encoding: BufferEncoding = 'utf8'): Promise<void> =>
    page
      .getByLabel('Arquivo CSV com as estatísticas')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text, encoding) });
  const head = '\uFEFFcanal;ano;mes;dimensao;valor;quantidade\r\n';
  await choose(`${head}ouvidoria;2019;1;assunto;Perícia;5`, 'latin1');
  await page.getByText('O arquivo não está em UTF-8.').waitFor();
  await choose(`${head}ouvidoria;2019;1;total;;x\r\nouv;2019;13;total;;5\r\n`);
  await page.getByText('há 3 problemas, e nada foi importado').waitFor();
  expect(await page.getByRole('list', { name: 'Problemas do arquivo' }).getByRole('listitem').allTextContents()).toEqual([
    'Linha 2: A quantidade “x” não é um número inteiro de 0 a 1.000.000.',
    'Linha 3: O canal “ouv” não existe: use ouvidoria ou sic.',
    'Linha 3: “13” não é um mês, de 1 a 12.',
  ]);
  expect([...(await axeViolations(page, { without: 'frame' })), ...(await overflowing(page))]).toEqual([]);
  const focused = (): Promise<void> => page.getByLabel('Arquivo CSV com as estatísticas').and(page.locator(':focus')).waitFor();
  await page.getByLabel('Arquivo CSV com as estatísticas').focus();
  await choose(`${head}ouvidoria;2019;1;total;;50\r\n`);
  await page.getByRole('button', { name: 'Importar 1 mês' }).waitFor();
  await focused();
  expect([...(await axeViolations(page, { without: 'frame' })), ...(await overflowing(page))]).toEqual([]);
  await page.getByRole('button', { name: 'Importar 1 mês' }).click();
  await page.getByText('Ana Lima importou em').waitFor();
  await focused();
  await page.getByRole('button', { name: 'Desfazer Ouvidoria, janeiro de 2019' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  // The button is gone with what it undid.
  await page.getByText('Ouvidoria, janeiro de 2019: desfeito por Ana Lima').and(page.locator(':focus')).waitFor();
  expect(desk.visit.troubles).toEqual([]);
});

test('cases past their term of keeping are erased by a typed word, the act is recorded, and the report stays as it was', async () => {
  await using desk = await deskOf(browser, site, ANA, { width: 360 });
  const { page } = desk;
  const report = async (): Promise<unknown> => {
    const query = `{ relatorio_de_casos(args: {canal: "ouvidoria", anos: "${YEAR_OF_DUE_CASES}"}) {
      parte ano dimensao valor mes_inicio mes_fim minimo maximo media } }`;
    const answer = await desk.context.request.post(`${site.url}/v1/graphql`, { headers: { Origin: site.url }, data: { query } });
    return answer.json();
  };
  const before = await report();
  expect(before).toMatchObject({
    data: {
      relatorio_de_casos: expect.arrayContaining([
        expect.objectContaining({ dimensao: 'total', minimo: DUE_CASES, maximo: DUE_CASES }),
      ]) as unknown,
    },
  });
  await desk.open('/guarda');
  const due = await page.getByRole('list', { name: 'Casos a eliminar' }).getByRole('listitem').allTextContents();
  expect(due).toHaveLength(DUE_CASES);
  await page.getByRole('button', { name: `Eliminar ${DUE_CASES} casos` }).click();
  const dialog = page.getByRole('dialog', { name: `Eliminar ${DUE_CASES} casos?` });
  const confirm = dialog.getByRole('button', { name: `Eliminar ${DUE_CASES} casos` });
  const word = dialog.getByLabel('Escreva ELIMINAR para confirmar');
  expect(await confirm.isDisabled()).toBe(true);
  await word.fill('eliminar');
  expect(await confirm.isDisabled()).toBe(true);
  // What fades in has its contrast when it stands.
  await expect.poll(() => axeViolations(page)).toEqual([]);
  await word.fill('ELIMINAR');
  await confirm.click();
  // The button that opened the dialog is gone with the last case.
  await page.getByText('Nenhum caso passou do prazo de guarda.').and(page.locator(':focus')).waitFor();
  await page.getByText(new RegExp(`^Ana Lima eliminou ${DUE_CASES} casos em `)).click();
  const protocols = due.map((line) => line.slice(0, line.indexOf(','))).toSorted();
  await page.getByText(protocols.join(', '), { exact: true }).waitFor();
  expect(await report()).toEqual(before);
  expect(desk.visit.troubles).toEqual([]);
});

test('the document has its own policy, is never stored, and asks not to be listed', async () => {
  const answer = await fetch(`${site.url}/admin/app`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  const html = await answer.text();
  const nonce = /<meta property="csp-nonce" nonce="([^"]+)">/.exec(html)?.[1] ?? '';
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain('unsafe');
  expect([answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')]).toEqual(['private, no-store', 'noindex, nofollow']);
  // Where no mail server is configured, the forms of cases say that nobody tells the citizen.
  expect(html).toMatch(/<html [^>]*data-without-mail/);
  // Who has no JavaScript reads whom to ask.
  expect(html).toMatch(/<noscript>.*peça a quem cuida deste computador.*<\/noscript>/s);
  const second = await fetch(`${site.url}/admin/app`);
  expect(await second.text()).not.toContain(nonce);
});

test('the first screen loads what it imports at once, and the parts of forms with the first form', async () => {
  const manifest = JSON.parse(await readFile(path.resolve('dist/admin/.vite/manifest.json'), 'utf8')) as Readonly<
    Record<string, { readonly file: string }>
  >;
  const fileOf = (source: string): string => `/${manifest[source]?.file ?? ''}`;
  const ofForms = ['forms/content-form.tsx', 'editing/rich-text/rich-text-field.tsx', 'editing/history/history-dialog.tsx'].map((source) =>
    fileOf(`client/admin/${source}`),
  );
  const html = await (await fetch(`${site.url}/admin/app`)).text();
  const declared = [...html.matchAll(/(?:<link rel="modulepreload" href|<script type="module" src)="([^"]+)"/g)].map(
    ([, file = '']) => file,
  );
  await using desk = await deskOf(browser, site, ANA, { isAlone: true });
  await desk.open('/');
  await desk.page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
  const scripts = (): readonly string[] =>
    [...new Set(desk.visit.requests.filter((request) => request.endsWith('.js')))].map((request) => request.replace('GET ', ''));
  expect(scripts().toSorted()).toEqual(declared.toSorted());
  await desk.goTo('/pagina/create');
  await desk.page.getByRole('textbox', { name: 'Corpo' }).or(desk.page.getByRole('toolbar')).first().waitFor();
  expect(ofForms.map((file) => [file, scripts().includes(file)])).toEqual(ofForms.map((file, index) => [file, index < 2]));
});

test('a form with texts in HTML is shown once their editor has come, so that nothing in it moves, and another one at once', async () => {
  await using desk = await deskOf(browser, site, ANA);
  const { page } = desk;
  const code = Promise.withResolvers<void>();
  await page.route('**/rich-text-field-*.js', async (route) => {
    await code.promise;
    await route.fallback();
  });
  await page.goto(`${site.url}/admin/app/faq_categoria/create`);
  await page.getByRole('button', { name: 'Salvar' }).waitFor();
  const asked = page.waitForRequest('**/rich-text-field-*.js');
  await page.goto(`${site.url}/admin/app/noticia/1`);
  await asked;
  await page.waitForTimeout(500);
  expect(await page.getByRole('button', { name: 'Salvar' }).count()).toBe(0);
  code.resolve();
  const below = page.getByRole('button', { name: 'Enviar uma imagem nova' });
  await below.waitFor();
  const place = await below.boundingBox();
  await page.waitForTimeout(500);
  expect(await below.boundingBox()).toEqual(place);
});

test('a form whose editor of texts cannot be loaded says so in its place', async () => {
  await using desk = await deskOf(browser, site, ANA);
  const { page } = desk;
  await page.route('**/rich-text-field-*.js', (route) => route.abort());
  await page.goto(`${site.url}/admin/app/noticia/1`);
  await page.getByText('Esta parte da tela não pôde ser carregada. Confira sua conexão.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Título' }).inputValue()).not.toBe('');
});

test('the public pages load nothing of the administration', async () => {
  const manifest = await readFile(path.resolve('dist/client/.vite/manifest.json'), 'utf8');
  expect(Object.keys(JSON.parse(manifest) as object).filter((key) => /client\/admin\/|react-admin|@mui|@emotion/.test(key))).toEqual([]);
  const pages = await Promise.all(
    ['/', '/informacoes/noticias', '/lai'].map(async (address) => (await fetch(`${site.url}${address}`)).text()),
  );
  const administration = await readFile(path.resolve('dist/admin/.vite/manifest.json'), 'utf8');
  const files = Object.values(JSON.parse(administration) as Readonly<Record<string, { readonly file: string }>>).map(({ file }) => file);
  expect(files.length).toBeGreaterThan(0);
  const shared = files.filter((file) => file.endsWith('.js') && pages.some((html) => html.includes(file)));
  expect(shared).toEqual([]);
});
