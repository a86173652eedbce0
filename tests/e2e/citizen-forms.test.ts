/** The forms of citizens as people use them: with and without script, by keyboard, on a narrow screen, and when the line is cut. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { axeFaults, faultsInThemes } from './measures/appearance.ts';
import { hydrated, newVisit, overflowing, quiet, typedSlowly, visitAgain } from './pages.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const SUBMIT = 'form[action^="/_casos"] button[type=submit]';
const TEXT = 'O atendimento demorou três horas na terça-feira, no posto do centro.';

interface FormOfChannel {
  readonly path: string;
  readonly protocol: RegExp;
  /** How many problems an empty form has. */
  readonly problems: number;
  readonly fill: (page: Page) => Promise<void>;
}

async function fillContact(page: Page): Promise<void> {
  await page.getByLabel('Nome ou nome social').fill('Rita de Souza');
  await page.getByLabel('E-mail', { exact: true }).fill('rita@exemplo.org');
}

const FORMS: readonly FormOfChannel[] = [
  {
    path: '/contato/faleConosco',
    protocol: /^FC-\d{4}-\d{6}-\d$/,
    problems: 3,
    fill: async (page) => {
      await fillContact(page);
      await page.getByLabel('Mensagem', { exact: true }).fill(TEXT);
    },
  },
  {
    path: '/ouvidoria',
    protocol: /^OUV-\d{4}-\d{6}-\d$/,
    problems: 3,
    fill: async (page) => {
      await page.getByLabel('Não quero me identificar').check();
      await page.getByLabel('Denúncia', { exact: true }).check();
      await page.getByLabel('Conte o que aconteceu').fill(TEXT);
    },
  },
  {
    path: '/sic',
    protocol: /^SIC-\d{4}-\d{6}-\d$/,
    problems: 4,
    fill: async (page) => {
      await page.getByLabel('Que informação você quer?').fill(TEXT);
      await page.getByLabel('Só pelo acompanhamento').check();
      await fillContact(page);
    },
  },
];

/** Looks of texts that were checked before in a window of that width. */
const wideLooks = new Set<string>();
const phoneLooks = new Set<string>();

/** What axe and the width of the window find in each appearance; the styles of a system's preferences need no script. */
async function faultsInEachAppearance(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const appearance of [{ colorScheme: 'dark' }, { contrast: 'more' }, { forcedColors: 'active' }, {}] as const) {
    await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none', ...appearance });
    faults.push(...(await overflowing(page)).map((fault) => `${JSON.stringify(appearance)}: ${fault}`));
  }
  return [...faults, ...(await faultsInThemes(page, { part: 'page', script: true, checked: phoneLooks }))];
}

/** Returns protocol and code of the receipt that is shown. */
async function receiptOn(page: Page): Promise<readonly [string, string]> {
  await page.waitForURL(`${site}/_casos/recibo`);
  const [protocol = '', code = ''] = await page.locator('dd code').allTextContents();
  return [protocol, code];
}

describe.each(FORMS)('$path', ({ path, protocol, problems, fill }) => {
  test('works without script at 360 px: problems with their fields, then a receipt and the case', async () => {
    await using visit = await visitAgain(browser, { script: false, width: 360, height: 740 });
    const { page } = visit;
    await page.goto(`${site}${path}`);
    await page.locator(SUBMIT).click();
    await page.waitForLoadState();
    expect(await page.title()).toMatch(/^Erro: /);
    // What is read before the form is known to a citizen who has sent it: the problems are in the first screen.
    expect((await page.locator('#problemas').boundingBox())?.y).toBeLessThan(740);
    expect(await page.locator('#problemas-titulo').textContent()).toBe(`Há ${problems} problemas no formulário`);
    for (const link of await page.locator('#problemas a').all()) {
      const field = (await link.getAttribute('href')) ?? '';
      expect(await page.locator(`${field}-erro`).count()).toBe(1);
      expect(await page.locator(field).count()).toBe(1);
    }
    await fill(page);
    await page.locator(SUBMIT).click();
    const [number, code] = await receiptOn(page);
    expect(number).toMatch(protocol);
    await page.getByRole('button', { name: 'Acompanhar este registro' }).click();
    expect(await page.locator('h2').first().textContent()).toBe(`Protocolo ${number}`);
    await page.getByRole('link', { name: 'Consultar outro protocolo' }).click();
    await page.locator('#campo-protocolo').fill(number.toLowerCase());
    await page.locator('#campo-codigo').fill(code);
    await page.getByRole('button', { name: 'Consultar' }).click();
    expect(await page.locator('h2').first().textContent()).toBe(`Protocolo ${number}`);
  });

  test('the script checks the form before it is sent, and two clicks are one submission', async () => {
    await using visit = await visitAgain(browser);
    const { page, requests, troubles } = visit;
    await page.goto(`${site}${path}`);
    await hydrated(page);
    await quiet(visit);
    expect(requests.filter((request) => /\/send-/.test(request))).toEqual([]);
    await page.locator(SUBMIT).click();
    await page.waitForFunction(() => document.activeElement?.id === 'problemas');
    expect(await page.locator('#problemas li').count()).toBe(problems);
    expect(await faultsInThemes(page, { part: 'content', script: true, checked: wideLooks })).toEqual([]);
    await page.locator('#problemas a').first().click();
    expect(await page.evaluate(() => document.activeElement?.id.startsWith('campo-'))).toBe(true);
    await fill(page);
    if (path !== '/contato/faleConosco') await expectFilesLookedAt(page);
    await typedSlowly(page);
    await page.evaluate((selector) => {
      const button = document.querySelector<HTMLButtonElement>(selector);
      button?.click();
      button?.click();
    }, SUBMIT);
    const [number] = await receiptOn(page);
    expect(number).toMatch(protocol);
    expect(requests.filter((request) => request.startsWith('POST /_casos'))).toHaveLength(1);
    expect(await axeFaults(page, { part: 'page', script: true, checked: wideLooks })).toEqual([]);
    expect(troubles).toEqual([]);
  });
});

/** A file that the form does not take is told at its field when it is chosen, and no more once it is taken back. */
async function expectFilesLookedAt(page: Page): Promise<void> {
  const field = page.locator('#campo-anexos');
  await field.setInputFiles({ name: 'foto.heic', mimeType: 'image/heic', buffer: Buffer.from('x') });
  const fault = page.locator('[aria-live="polite"] #campo-anexos-erro');
  expect(await fault.textContent()).toBe('Erro: O tipo do arquivo não é aceito. Use PDF, JPG, PNG, ODT, DOCX, XLSX, ODS ou CSV.');
  expect(await field.getAttribute('aria-describedby')).toBe('campo-anexos-dica campo-anexos-erro');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await field.setInputFiles([]);
  await fault.waitFor({ state: 'detached' });
  expect(await field.getAttribute('aria-invalid')).toBe(null);
}

/** Goes on by Tab until what is called so has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < 20 && (await page.evaluate(() => document.activeElement?.textContent)) !== name; stop += 1)
    await page.keyboard.press('Tab');
}

/** What is typed, and the keys between the fields. */
test.each<readonly [string, string, readonly string[], string]>([
  [
    '/contato/faleConosco',
    '#campo-nome',
    ['Rita de Souza', '{Tab}', 'rita@exemplo.org', '{Tab}', '{Tab}', '{Tab}', TEXT],
    'Enviar a mensagem',
  ],
  [
    '/sic',
    '#campo-texto',
    [TEXT, '{Tab}', '{Tab}', '{Tab}', '{Space}', '{Tab}', 'Rita de Souza', '{Tab}', 'rita@exemplo.org'],
    'Enviar o pedido',
  ],
])('%s is filled and sent by keyboard alone at 360 px', async (path, first, typed, send) => {
  await using visit = await visitAgain(browser, { width: 360, height: 740 });
  const { page } = visit;
  await page.goto(`${site}${path}`);
  await hydrated(page);
  expect(await overflowing(page)).toEqual([]);
  await page.locator(first).focus();
  for (const text of typed) {
    const [, key] = /^\{(\w+)\}$/.exec(text) ?? [];
    await (key === undefined ? page.keyboard.type(text, { delay: 0 }) : page.keyboard.press(key));
  }
  await tabTo(page, send);
  await typedSlowly(page);
  await page.keyboard.press('Enter');
  expect(await receiptOn(page)).toHaveLength(2);
  expect(await overflowing(page)).toEqual([]);
});

test('a manifestation is written by keyboard alone', async () => {
  await using visit = await visitAgain(browser, { width: 360, height: 740 });
  const { page } = visit;
  await page.goto(`${site}/ouvidoria`);
  await hydrated(page);
  expect(await overflowing(page)).toEqual([]);
  await page.locator('#campo-identificacao').focus();
  // The first arrow chooses the second option, the next one the third.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(TEXT, { delay: 0 });
  expect(await page.locator('form [name=identificacao]:checked').getAttribute('value')).toBe('anonima');
  await tabTo(page, 'Enviar a manifestação');
  await typedSlowly(page);
  await page.keyboard.press('Enter');
  const [protocol, code] = await receiptOn(page);
  expect(protocol).toMatch(/^OUV-/);
  expect(await faultsInEachAppearance(page)).toEqual([]);
  await page.goto(`${site}/_casos/acompanhar`);
  expect(await page.getByText('Perdeu o protocolo ou o código?').isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Consultar' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'problemas');
  expect(await faultsInEachAppearance(page)).toEqual([]);
  await page.locator('#problemas a').first().press('Enter');
  await page.keyboard.type(protocol);
  await page.keyboard.press('Tab');
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Protocolo ${protocol}` }).waitFor();
  expect(await faultsInEachAppearance(page)).toEqual([]);
  await page.getByRole('button', { name: 'Acrescentar ao caso' }).press('Enter');
  // The problem leads to the field of the form that was sent, of those on the page.
  await page.locator('form[action$="/complementar"] a[href="#complemento-texto"]').press('Enter');
  await page.keyboard.type('Foi no posto do centro.');
  await page.getByRole('button', { name: 'Acrescentar ao caso' }).press('Enter');
  await page.getByText('Acrescentamos sua mensagem ao caso.').waitFor();
  await page.waitForLoadState();
  expect(await page.getByRole('list').getByText('Foi no posto do centro.').count()).toBe(1);
  // Neither loading the page again nor going back to it asks the browser to send the form again.
  const shown = async (): Promise<void> => {
    await page.getByRole('heading', { name: `Protocolo ${protocol}` }).waitFor();
    expect(await page.getByText('Acrescentamos sua mensagem ao caso.').count()).toBe(0);
    expect(await page.getByRole('list').getByText('Foi no posto do centro.').count()).toBe(1);
  };
  await page.reload();
  await shown();
  await page.getByLabel('O que você quer acrescentar').fill('Eram nove horas.');
  await page.getByRole('button', { name: 'Acrescentar ao caso' }).press('Enter');
  await page.getByText('Acrescentamos sua mensagem ao caso.').waitFor();
  await page.goBack();
  await shown();
  await page.getByRole('button', { name: 'Encerrar a consulta' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.textContent.includes('A consulta foi encerrada'));
  expect(await faultsInEachAppearance(page)).toEqual([]);
  await page.goto(`${site}/_casos/recibo`);
  await page.getByText('Este recibo não está mais disponível.').waitFor();
  await page.goBack();
  await page.goBack();
  await page.waitForFunction(() => document.activeElement?.textContent.includes('A consulta não está aberta neste navegador'));
  expect([await page.locator('#campo-protocolo').inputValue(), await page.locator('#campo-codigo').inputValue()]).toEqual([protocol, '']);
  expect(await faultsInEachAppearance(page)).toEqual([]);
});

test('the long name of a sent file, and a protocol in letters of 200 %, are divided at 360 px, and printed', async () => {
  const name = 'IMG_20261120_103022_comprovante_de_residencia_atualizado.pdf';
  await using visit = await visitAgain(browser, { script: false, width: 360, height: 740 });
  const { page } = visit;
  await page.goto(`${site}/ouvidoria`);
  await page.getByLabel('Não quero me identificar').check();
  await page.getByLabel('Denúncia', { exact: true }).check();
  await page.getByLabel('Conte o que aconteceu').fill(TEXT);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
  await page.locator(SUBMIT).click();
  const [protocol] = await receiptOn(page);
  await page.getByRole('button', { name: 'Acompanhar este registro' }).click();
  await page.getByRole('button', { name }).waitFor();
  expect(await overflowing(page)).toEqual([]);
  const heading = page.getByRole('heading', { name: protocol });
  const rightIn = async (fontSize: string): Promise<number> => {
    await heading.evaluate((element, size) => element.style.setProperty('font-size', size), fontSize);
    return heading.locator('span').evaluate((span) => span.getBoundingClientRect().right);
  };
  expect(await rightIn('3rem')).toBeLessThanOrEqual(360);
  await page.locator('#complemento-texto').fill('Segue a foto que faltou.');
  await page.locator('#complemento-anexos').setInputFiles({ name: 'foto.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b\n') });
  await page.getByRole('button', { name: 'Acrescentar ao caso' }).click();
  await page.getByRole('button', { name: 'foto.csv' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText(name).isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Acrescentar ao caso' }).isVisible()).toBe(false);
  expect(await page.locator('main').getByRole('link').allInnerTexts()).toEqual([]);
});

/** What the form that is being sent says, and what has the focus: its button, which a second press sends nothing by and a pointer does not light up. */
async function expectSending(page: Page): Promise<void> {
  await page.locator('form[action^="/_casos"] [role=status]', { hasText: 'Enviando…' }).waitFor();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.outerHTML)).toMatch(/^<button type="submit".* aria-disabled="true"/);
  const look = (): Promise<string> =>
    page.locator(SUBMIT).evaluate(async (button) => {
      await Promise.all(button.getAnimations().map(({ finished }) => finished));
      return getComputedStyle(button).backgroundColor;
    });
  await page.locator(SUBMIT).hover();
  const underThePointer = await look();
  await page.mouse.move(0, 0);
  expect(await look()).toBe(underThePointer);
}

test('a line that is cut loses nothing: the text stays, and the next attempt is the same submission', async () => {
  await using visit = await newVisit(browser);
  const { page, context } = visit;
  const keys: string[] = [];
  const { promise: seen, resolve: isSeen } = Promise.withResolvers<void>();
  await page.route('**/_casos/**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(/name="chave"\r\n\r\n([^\r]+)/.exec(route.request().postData() ?? '')?.[1] ?? '');
    if (keys.length > 1) return route.continue();
    // The server has it, and its answer is lost.
    await route.fetch();
    await seen;
    return route.abort();
  });
  await page.goto(`${site}/contato/faleConosco`);
  await hydrated(page);
  await fillContact(page);
  await page.getByLabel('Mensagem', { exact: true }).fill(TEXT);
  await typedSlowly(page);
  await context.setOffline(true);
  await page.locator(SUBMIT).click();
  await page.waitForFunction(() => document.activeElement?.textContent.includes('Seu aparelho está sem internet, e nada foi enviado.'));
  expect(await page.getByLabel('Mensagem', { exact: true }).inputValue()).toBe(TEXT);
  await context.setOffline(false);
  await page.locator(SUBMIT).click();
  await expectSending(page);
  isSeen();
  // What the attempt without network had as its problem stands there until this one has its own.
  await expect.poll(() => page.locator(SUBMIT).getAttribute('aria-disabled')).toBe('false');
  expect(await page.locator('#problemas').textContent()).toContain('Seu texto continua nesta página; tente de novo.');
  await page.reload();
  await hydrated(page);
  await expect.poll(() => page.getByLabel('Mensagem', { exact: true }).inputValue()).toBe(TEXT);
  await typedSlowly(page);
  await page.locator(SUBMIT).click();
  await receiptOn(page);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a text that was typed before the script came is counted', async () => {
  await using visit = await newVisit(browser);
  const { page } = visit;
  await page.goto(`${site}/sic`);
  const { promise: typed, resolve: isTyped } = Promise.withResolvers<void>();
  // The application is fetched when the field is entered.
  await page.route(/\.js$/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.locator('#campo-texto').fill(TEXT);
  isTyped();
  await expect.poll(() => page.locator('[data-contador="campo-texto"]').textContent()).toContain('Restam');
});

test('a form that is sent without network before its application has come stays in its page, which says why', async () => {
  await using visit = await newVisit(browser, { width: 360, height: 740 });
  const { page, context } = visit;
  await page.goto(`${site}/sic`);
  await quiet(visit);
  await context.route(/\.js$/, (route) => route.abort());
  await context.setOffline(true);
  await page.locator('#campo-texto').fill(TEXT);
  const told: string[] = [];
  page.on('dialog', (dialog) => {
    told.push(dialog.message());
    void dialog.accept();
  });
  await page.locator(SUBMIT).click();
  expect(told).toEqual([expect.stringContaining('Seu aparelho está sem internet, e nada foi enviado.')]);
  expect([page.url(), await page.locator('#campo-texto').inputValue()]).toEqual([`${site}/sic`, TEXT]);
});

test('Back from a receipt leads past the form, so that the next person at the machine reads nothing of what was sent', async () => {
  await using visit = await newVisit(browser);
  const { page } = visit;
  await page.goto(`${site}/lai`);
  await page.goto(`${site}/ouvidoria`);
  await hydrated(page);
  await page.getByLabel('Não quero me identificar').check();
  await page.getByLabel('Denúncia', { exact: true }).check();
  await page.getByLabel('Conte o que aconteceu').fill(TEXT);
  await typedSlowly(page);
  await page.locator(SUBMIT).click();
  await receiptOn(page);
  await page.getByRole('button', { name: 'Fechar o recibo' }).click();
  await page.waitForFunction(() => document.activeElement?.textContent.includes('A consulta foi encerrada'));
  await page.goBack();
  await page.getByText('Este recibo não está mais disponível.').waitFor();
  await page.goBack();
  await page.waitForURL((url) => !url.pathname.startsWith('/_casos'));
  expect(page.url()).toBe(`${site}/lai`);
});

describe('a form that came back', () => {
  /** Sends the form before its script is there, and waits for that of the page in which it comes back. */
  async function sendEmpty(page: Page): Promise<void> {
    await page.goto(`${site}/sic`);
    await page.evaluate(() => document.querySelector<HTMLFormElement>('form[action^="/_casos"]')?.submit());
    await page.waitForURL(`${site}/_casos/pedido`);
    await page.locator('#guardar-rascunho').waitFor();
  }
  const sic = FORMS.find(({ path }) => path === '/sic');

  test('keeps what is written when it is sent without network, and is sent again from there', async () => {
    await using visit = await newVisit(browser, { width: 360, height: 740 });
    const { page, context } = visit;
    await sendEmpty(page);
    await sic?.fill(page);
    await context.setOffline(true);
    await page.locator(SUBMIT).click();
    await page.waitForFunction(() => document.activeElement?.textContent.includes('Seu texto continua nesta página'));
    expect(page.url()).toBe(`${site}/_casos/pedido`);
    expect(await page.locator('#campo-texto').inputValue()).toBe(TEXT);
    expect(await page.locator('#problemas').count()).toBe(0);
    await context.setOffline(false);
    expect(await axeFaults(page, { part: 'page', script: true, checked: phoneLooks })).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    await page.locator(SUBMIT).click();
    expect((await receiptOn(page))[0]).toMatch(/^SIC-/);
    // The browser asks nobody whether it shall send the form that came back again.
    await page.goBack();
    await page.waitForURL(`${site}/sic`);
    expect(await page.evaluate(() => [localStorage.getItem('rascunho-sic'), sessionStorage.getItem('rascunho-sic')])).toEqual([null, null]);
  });

  test('keeps what is written when it is still faulty and a network that the browser believes in gives no answer', async () => {
    await using visit = await newVisit(browser);
    const { page, context } = visit;
    await sendEmpty(page);
    await page.locator('#campo-texto').fill(TEXT);
    await context.route('**/_casos/**', (route) => route.abort());
    await page.locator(SUBMIT).click();
    await page.waitForFunction(() => document.activeElement?.textContent.includes('Seu texto continua nesta página'));
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    expect(await page.locator('#campo-texto').inputValue()).toBe(TEXT);
  });

  test('keeps a draft where its reader asks for it, which the empty form takes up until it is discarded', async () => {
    await using visit = await newVisit(browser);
    const { page } = visit;
    await sendEmpty(page);
    await page.locator('#guardar-rascunho').check();
    await page.locator('#campo-texto').fill(TEXT);
    await page.goto(`${site}/sic`);
    await expect.poll(() => page.locator('#campo-texto').inputValue()).toBe(TEXT);
    await sendEmpty(page);
    expect(await page.locator('#guardar-rascunho').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Descartar o rascunho e limpar o formulário' }).click();
    await page.waitForURL(`${site}/sic`);
    expect(await page.locator('#campo-texto').inputValue()).toBe('');
    expect(await page.evaluate(() => localStorage.getItem('rascunho-sic'))).toBe(null);
    const counter = page.locator('[data-contador="campo-texto"]');
    await page.locator('#campo-texto').fill(TEXT);
    await counter.filter({ hasText: 'Restam' }).waitFor();
    await page.getByRole('button', { name: 'Descartar o rascunho e limpar o formulário' }).click();
    await expect.poll(() => counter.textContent()).toBe('');
  });

  test('is sent once to say what is still wrong, and keeps its files', async () => {
    await using visit = await newVisit(browser, { width: 360, height: 740 });
    const { page } = visit;
    await sendEmpty(page);
    await sic?.fill(page);
    await page.getByLabel('Nome ou nome social').fill('');
    await expectFilesLookedAt(page);
    // The server alone sees that this is no PDF.
    await page
      .locator('#campo-anexos')
      .setInputFiles({ name: 'lista.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\0programa') });
    const { promise: seen, resolve: isSeen } = Promise.withResolvers<void>();
    await page.route('**/_casos/**', async (route) => {
      await seen;
      await route.continue();
    });
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    await page.locator(SUBMIT).click();
    await expectSending(page);
    isSeen();
    await page.waitForFunction(() => document.activeElement?.textContent.includes('Há 2 problemas no formulário'));
    expect(sent).toBe(1);
    expect(await page.locator('#campo-texto').inputValue()).toBe(TEXT);
    expect(await page.locator('[aria-invalid="true"]').evaluateAll((fields) => fields.map(({ id }) => id))).toEqual([
      'campo-nome',
      'campo-anexos',
    ]);
    expect(
      await page
        .locator('#campo-nome')
        .evaluate((field) => document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent),
    ).toBe('Erro: Informe seu nome.');
    expect(await axeFaults(page, { part: 'page', script: true, checked: phoneLooks })).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    await page.getByRole('link', { name: 'Informe seu nome.' }).click();
    await page.keyboard.type('Rita de Souza');
    const files = (): Promise<number | undefined> =>
      page.locator('#campo-anexos').evaluate((field) => (field as HTMLInputElement).files?.length);
    expect(await files()).toBe(1);
    await page.locator('#campo-anexos').setInputFiles([]);
    await page.locator(SUBMIT).click();
    expect((await receiptOn(page))[0]).toMatch(/^SIC-/);
    expect(sent).toBe(2);
  });
});

test('what a citizen adds to a case stays in its page while there is no network or a file is wrong, and is sent from there', async () => {
  await using visit = await newVisit(browser, { width: 360, height: 740 });
  const { page, context } = visit;
  await page.goto(`${site}/ouvidoria`);
  await hydrated(page);
  await page.getByLabel('Não quero me identificar').check();
  await page.getByLabel('Denúncia', { exact: true }).check();
  await page.getByLabel('Conte o que aconteceu').fill(TEXT);
  await typedSlowly(page);
  await page.locator(SUBMIT).click();
  const [protocol] = await receiptOn(page);
  await page.getByRole('button', { name: 'Acompanhar este registro' }).click();
  await page.waitForURL(`${site}/_casos/acompanhar?protocolo=${protocol}`);
  const text = page.locator('#complemento-texto');
  const files = page.locator('#complemento-anexos');
  await text.fill('Segue a foto.');
  await page.locator('[data-contador="complemento-texto"]').filter({ hasText: 'Restam' }).waitFor();
  await files.setInputFiles({ name: 'programa.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') });
  await page.locator('#complemento-anexos-erro').waitFor();
  await files.setInputFiles({ name: 'foto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\0programa') });
  await page.locator('#complemento-anexos-erro').waitFor({ state: 'detached' });
  const send = page.getByRole('button', { name: 'Acrescentar ao caso' });
  const kept = async (): Promise<readonly unknown[]> => [
    await text.inputValue(),
    await files.evaluate((field) => (field as HTMLInputElement).files?.[0]?.name),
  ];
  await context.setOffline(true);
  await send.click();
  await page.waitForFunction(() => document.activeElement?.textContent.includes('Seu texto continua nesta página'));
  expect(await kept()).toEqual(['Segue a foto.', 'foto.pdf']);
  await context.setOffline(false);
  const asked = page.waitForEvent('dialog');
  await page.getByRole('button', { name: 'Encerrar a consulta' }).click({ noWaitAfter: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  expect(await kept()).toEqual(['Segue a foto.', 'foto.pdf']);
  await send.click();
  await page.waitForFunction(() => document.activeElement?.textContent.includes('Há 1 problema no formulário'));
  expect(await kept()).toEqual(['Segue a foto.', 'foto.pdf']);
  expect(await axeFaults(page, { part: 'page', script: true, checked: phoneLooks })).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
  await page.getByRole('link', { name: /O arquivo está danificado/ }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('complemento-anexos');
  await files.setInputFiles({ name: 'foto.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b\n') });
  await send.click();
  await page.getByText('Acrescentamos sua mensagem ao caso.').waitFor();
  await page.getByRole('button', { name: 'foto.csv' }).waitFor();
  await page.waitForLoadState();
  expect(await page.getByRole('list').getByText('Segue a foto.').count()).toBe(1);
  expect(page.url()).toBe(`${site}/_casos/acompanhar?protocolo=${protocol}`);
  await text.fill('Mais uma coisa.');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'foto.csv' }).click();
  expect((await download).suggestedFilename()).toBe('foto.csv');
  expect(await text.inputValue()).toBe('Mais uma coisa.');
});

test('how much of large files has been sent is shown on a slow line', async () => {
  await using visit = await newVisit(browser, { width: 360, height: 740 });
  const { page, context } = visit;
  await page.goto(`${site}/ouvidoria`);
  await hydrated(page);
  await page.getByLabel('Não quero me identificar').check();
  await page.getByLabel('Denúncia', { exact: true }).check();
  await page.getByLabel('Conte o que aconteceu').fill(TEXT);
  const buffer = Buffer.alloc(4_000_000, 'a;b\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'notas.csv', mimeType: 'text/csv', buffer });
  await typedSlowly(page);
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await line.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 100_000 });
  await page.locator(SUBMIT).click();
  await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0);
  expect(await page.locator('progress').evaluate((bar) => (bar as HTMLProgressElement).max)).toBeGreaterThan(buffer.length);
  expect(await page.getByLabel('Arquivos enviados').isVisible()).toBe(true);
  expect(await overflowing(page)).toEqual([]);
  await line.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  expect((await receiptOn(page))[0]).toMatch(/^OUV-/);
});

test('a case that is closed in one tab leaves the others, its receipt too', async () => {
  await using visit = await newVisit(browser, { width: 360, height: 740 });
  const { page, context } = visit;
  await page.goto(`${site}/ouvidoria`);
  await hydrated(page);
  await page.getByLabel('Não quero me identificar').check();
  await page.getByLabel('Denúncia', { exact: true }).check();
  await page.getByLabel('Conte o que aconteceu').fill(TEXT);
  await typedSlowly(page);
  await page.locator(SUBMIT).click();
  const [protocol] = await receiptOn(page);
  await page.getByRole('button', { name: 'Acompanhar este registro' }).click();
  await page.getByRole('heading', { name: `Protocolo ${protocol}` }).waitFor();
  const others = await Promise.all([context.newPage(), context.newPage()]);
  for (const [index, path] of ['/_casos/recibo', `/_casos/acompanhar?protocolo=${protocol}`].entries()) {
    await others[index]?.goto(`${site}${path}`, { waitUntil: 'networkidle' });
    await others[index]?.getByText(protocol).first().waitFor();
  }
  await page.getByRole('button', { name: 'Encerrar a consulta' }).click();
  for (const other of others) {
    await other.getByText('A consulta foi encerrada').waitFor();
    expect(await other.getByText(protocol).count()).toBe(0);
  }
});
