/** Files in the administration: what interrupts an upload, what is confirmed, new versions, and the focus point of pictures. */
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatBytes } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { scannedPdf, textPdf } from '../../integration/uploads/documents.ts';
import { startBrowser } from '../../support/browser.ts';
import type { RunningSite } from '../../support/site.ts';
import { ANA, BIA, type Desk, deskOf, PASSWORD, siteWithEditors } from '../admin/desk.ts';
import { axeViolations, overflowing } from '../pages.ts';

let browser: Browser;
let site: RunningSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([startBrowser(), siteWithEditors()]);
});
afterAll(() => Promise.all([browser.close(), site.stop()]));

/** Opens a form of the administration, signed in. */
async function deskAt(path: string, width = 1280): Promise<Desk> {
  const desk = await deskOf(browser, site, ANA, { width });
  await desk.open(path);
  await desk.page.getByRole('button', { name: 'Salvar', exact: true }).waitFor();
  return desk;
}

interface Chosen {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

async function picture(background: string): Promise<Chosen> {
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
  return { name: 'foto.png', mimeType: 'image/png', buffer };
}

const pdf = (buffer: Buffer): Chosen => ({ name: 'ata.pdf', mimeType: 'application/pdf', buffer });

const FILES = '**/v1/files*';
const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Enviar', exact: true }).click();
const sendAgain = (page: Page): Promise<void> => page.getByRole('button', { name: 'Tentar de novo' }).click();
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Salvar', exact: true }).click();
const description = (page: Page): ReturnType<Page['getByLabel']> => page.getByLabel('O que a imagem mostra');

/** Chooses and describes a new picture in the form of a news item. */
async function choosePicture(page: Page, chosen: Chosen): Promise<void> {
  await page.getByRole('button', { name: 'Enviar uma imagem nova' }).click();
  await page.getByLabel('Imagem (JPEG, PNG, WebP, AVIF ou GIF)').setInputFiles(chosen);
  await description(page).fill('Fachada da sede');
}

describe('an upload', () => {
  test('says how large the picture is, is cancelled, and is sent again', async () => {
    await using desk = await deskAt('/noticia/1');
    const { page } = desk;
    const chosen = await picture('#123456');
    await choosePicture(page, chosen);
    await page.getByText(`${formatBytes(chosen.buffer.length)}, 300 × 200 pixels`, { exact: true }).waitFor();
    await page.route(FILES, () => undefined);
    await send(page);
    await page.getByRole('button', { name: 'Cancelar' }).press('Enter');
    // A second Enter does not send it.
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'O envio foi cancelado.' }).and(page.locator(':focus')).waitFor();
    expect(await description(page).inputValue()).toBe('Fachada da sede');
    const focused = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor();
    await page.unroute(FILES);
    await sendAgain(page);
    await page.getByText('Arquivo enviado: foto.png').waitFor();
    await focused('Enviar');
  });

  test('asks before its form is left, and ends when its panel is closed', async () => {
    await using desk = await deskAt('/noticia/5');
    const { page } = desk;
    await choosePicture(page, await picture('#56789a'));
    await page.route(FILES, () => undefined);
    const started = page.waitForRequest(FILES);
    await send(page);
    await started;
    const asked = page.waitForEvent('dialog');
    const left = page.getByRole('link', { name: 'Notícias', exact: true }).click();
    await (await asked).dismiss();
    await left;
    await page.getByRole('button', { name: 'Cancelar' }).waitFor();
    const ended = page.waitForEvent('requestfailed', { predicate: (request) => request.url().endsWith('/v1/files') });
    await page.getByRole('button', { name: 'Enviar uma imagem nova' }).click();
    expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  });

  test('is tried again after the network was lost', async () => {
    await using desk = await deskAt('/noticia/2');
    const { page } = desk;
    await choosePicture(page, await picture('#234567'));
    await page.route(FILES, (route) => route.abort('connectionreset'));
    await send(page);
    await page.getByText('A conexão caiu durante o envio. Tente de novo.').waitFor();
    expect(await description(page).inputValue()).toBe('Fachada da sede');
    await page.unroute(FILES);
    await sendAgain(page);
    await page.getByText('Arquivo enviado: foto.png').waitFor();
  });

  test('renews an expired session once and goes on, with what was typed', async () => {
    await using desk = await deskAt('/noticia/3');
    const { page } = desk;
    await page.getByLabel('Chapéu').fill('Escrito antes');
    await choosePicture(page, await picture('#345678'));
    await page.context().addCookies([{ name: 'apollo:default.token', value: 'not.a.token', url: site.url, httpOnly: true }]);
    const requests: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname === '/v1/files' || pathname === '/_session/refresh') requests.push(`${response.status()} ${pathname}`);
    });
    // Requests of the form renew too, and one renewal serves all of them.
    await page.route('**/v1/graphql', (route) => route.abort());
    await send(page);
    await page.getByText('Arquivo enviado: foto.png').waitFor();
    expect(requests).toEqual(['401 /v1/files', '200 /_session/refresh', '201 /v1/files']);
    expect(await page.getByLabel('Chapéu').inputValue()).toBe('Escrito antes');
  });

  test('stores nothing in the name of another person who has signed in meanwhile, and keeps what was typed', async () => {
    await using desk = await deskOf(browser, site, ANA, { isAlone: true });
    const { page, context } = desk;
    await desk.open('/noticia/6');
    await choosePicture(page, await picture('#567890'));
    await context.request.post(`${site.url}/_session`, { headers: { Origin: site.url }, data: { email: BIA.email, password: PASSWORD } });
    const other = await context.newPage();
    await other.goto(`${site.url}/admin/app`);
    await other.getByRole('navigation', { name: 'Conteúdos do site' }).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/v1/files') sent.push(request.method());
    });
    await send(page);
    const question = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await question.getByRole('button', { name: 'Agora não' }).click();
    await page.getByText('Sua sessão terminou. Entre de novo e repita o envio.').waitFor();
    expect([await description(page).inputValue(), sent]).toEqual(['Fachada da sede', []]);
    await sendAgain(page);
    await question.getByLabel('Senha').fill(PASSWORD);
    await question.getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('Arquivo enviado: foto.png').waitFor();
    expect(sent).toEqual(['POST']);
  });

  test('an upload after the session has ended says so, and keeps what was typed', async () => {
    await using desk = await deskAt('/noticia/4');
    const { page } = desk;
    await choosePicture(page, await picture('#456789'));
    await page.route('**/v1/graphql', (route) => route.abort());
    await page.context().clearCookies({ name: 'apollo:default.refresh' });
    await page.context().addCookies([{ name: 'apollo:default.token', value: 'not.a.token', url: site.url, httpOnly: true }]);
    await send(page);
    const question = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await question.getByRole('button', { name: 'Agora não' }).click();
    await page.getByText('Sua sessão terminou. Entre de novo e repita o envio.').waitFor();
    expect(await description(page).inputValue()).toBe('Fachada da sede');
    await sendAgain(page);
    await question.getByLabel('Senha').fill(PASSWORD);
    await question.getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('Arquivo enviado: foto.png').waitFor();
  });
});

describe('several files', () => {
  const months = async (): Promise<readonly Chosen[]> =>
    Promise.all(
      Array.from({ length: 4 }, async (_value, index) => ({
        name: `balancete-2026-${String(index + 1).padStart(2, '0')}.pdf`,
        mimeType: 'application/pdf',
        buffer: await textPdf(1, `Balancete do mês ${index + 1}`),
      })),
    );
  const chooseSeveral = async (page: Page, chosen: readonly Chosen[]): Promise<void> => {
    await page.getByRole('button', { name: 'Enviar vários arquivos' }).click();
    await page.getByLabel('Escolha os arquivos').setInputFiles([...chosen]);
    await page.getByRole('status').getByText(`${chosen.length} arquivos escolhidos.`).waitFor();
  };
  const told = (page: Page, summary: string): Promise<void> => page.getByRole('status').getByText(summary, { exact: true }).waitFor();

  test('become rows of a document: one that fails and one that is refused leave the others as they are, and are sent again or left out', async () => {
    await using desk = await deskAt('/documento/7');
    const { page } = desk;
    const roles = page.getByRole('combobox', { name: 'Papel' });
    const before = await roles.count();
    const [first, second, , ...others] = await months();
    const damaged: Chosen = { name: 'balancete-2026-03.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 cortado') };
    await chooseSeveral(
      page,
      [first, second, damaged, ...others].filter((file) => file !== undefined),
    );
    await expect.poll(() => axeViolations(page, { without: 'frame' })).toEqual([]);
    // The second one meets a broken connection.
    let count = 0;
    await page.route(FILES, (route) => {
      count += 1;
      return count === 2 ? route.abort('connectionreset') : route.continue();
    });
    await page.getByRole('button', { name: 'Enviar 4 arquivos' }).click();
    await told(page, '2 de 4 arquivos enviados. 2 não foram enviados.');
    const item = (name: string): ReturnType<Page['getByRole']> => page.getByRole('group', { name, exact: true });
    await item('balancete-2026-02.pdf').getByText('A conexão caiu durante o envio. Tente de novo.').waitFor();
    await item('balancete-2026-03.pdf').getByText('O arquivo não foi enviado:').waitFor();
    await expect.poll(() => axeViolations(page, { without: 'frame' })).toEqual([]);
    expect(await roles.count()).toBe(before + 2);
    // A save would leave the two out without a word.
    await page.getByText('Antes de salvar, envie o arquivo que você escolheu, ou feche o envio.').waitFor();
    await page.getByRole('button', { name: 'Tentar de novo: balancete-2026-02.pdf' }).press('Enter');
    await item('balancete-2026-02.pdf').getByText('Enviado.').waitFor();
    await item('balancete-2026-02.pdf').and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Tirar da lista: balancete-2026-03.pdf' }).press('Enter');
    await page.getByLabel('Escolha os arquivos').and(page.locator(':focus')).waitFor();
    await told(page, '3 de 3 arquivos enviados.');
    await save(page);
    await page.getByText('Salvo', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => roles.count()).toBe(before + 3);
    expect(
      await page.getByRole('textbox', { name: 'Rótulo' }).evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value)),
    ).toEqual(expect.arrayContaining(['balancete 2026 01', 'balancete 2026 02', 'balancete 2026 04']));
  });

  test('are sent from the list of files, where a picture waits until it is described, and what is unsent is asked about', async () => {
    await using desk = await deskOf(browser, site, ANA, { width: 360 });
    const { page } = desk;
    await desk.open('/arquivo');
    const [first, second] = await months();
    await chooseSeveral(
      page,
      [await picture('#6789ab'), first, second].filter((file) => file !== undefined),
    );
    expect(await overflowing(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enviar 2 arquivos' }).click();
    await told(page, '2 de 3 arquivos enviados.');
    await page.getByRole('link', { name: 'balancete-2026-01.pdf' }).first().waitFor();
    const asked = page.waitForEvent('dialog');
    const left = page.getByRole('link', { name: 'balancete-2026-01.pdf' }).first().click();
    await (await asked).dismiss();
    await left;
    await description(page).fill('Fachada da sede');
    await page.getByRole('button', { name: 'Enviar 1 arquivo' }).click();
    await told(page, '3 de 3 arquivos enviados.');
    await page.getByRole('link', { name: 'foto.png' }).first().click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Texto alternativo' }).inputValue()).toBe('Fachada da sede');
  });
});

describe('documents of several files', () => {
  test('are not public, name title and year by the file, are made once more where that failed, and never twice', async () => {
    await using desk = await deskOf(browser, site, ANA, { width: 360 });
    const { page } = desk;
    await desk.open('/documento');
    await page.getByRole('button', { name: 'Cadastrar documentos de vários arquivos' }).click();
    const category = page.getByLabel('Categoria dos documentos');
    await category.selectOption({ label: 'Decretos' });
    const chosen: readonly Chosen[] = await Promise.all(
      ['decreto_7-2019.pdf', 'decreto_8.pdf'].map(async (name) => ({ name, mimeType: 'application/pdf', buffer: await textPdf(1, name) })),
    );
    const choose = (): Promise<void> => page.getByLabel('Escolha os arquivos').setInputFiles([...chosen]);
    await page.getByLabel('Exercício dos que não o têm no nome').fill('1900');
    await page.getByText('Um ano de 1988 a 2100.').waitFor();
    expect(await page.getByLabel('Escolha os arquivos').count()).toBe(0);
    await page.getByLabel('Exercício dos que não o têm no nome').fill('2021');
    await choose();
    await page.getByText('2 arquivos escolhidos.').waitFor();
    expect(await category.isDisabled()).toBe(true);
    expect([...(await axeViolations(page, { without: 'frame' })), ...(await overflowing(page))]).toEqual([]);
    let failures = 1;
    // The document is made, and the answer is lost on its way.
    await page.route('**/v1/graphql', async (route) => {
      if (failures === 0 || route.request().postData()?.includes('mutation Create') !== true) return route.continue();
      failures -= 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Enviar 2 arquivos' }).click();
    await page.getByText('1 documento cadastrado, ainda fora do site.').waitFor();
    expect([...(await axeViolations(page, { without: 'frame' })), ...(await overflowing(page))]).toEqual([]);
    // It is made where its file was sent for, and once by a double click.
    await category.selectOption({ label: 'Portarias' });
    await page.getByRole('button', { name: 'Cadastrar de novo: decreto_7-2019.pdf' }).dblclick();
    await page.getByText('2 documentos cadastrados, ainda fora do site.').waitFor();
    await category.selectOption({ label: 'Decretos' });
    await page.getByRole('link', { name: 'Mostrá-los no começo da lista' }).click();
    const row = (title: string): ReturnType<Page['getByRole']> =>
      page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
    // The column of the year is not shown on a narrow screen.
    await expect.poll(() => row('decreto 7-2019').textContent()).toContain('2019');
    await expect.poll(() => row('decreto 8').textContent()).toContain('2021');
    expect(await row('decreto 7-2019').count()).toBe(1);
    expect(await (await fetch(`${site.url}/lai/documentos/decretos`)).text()).not.toContain('decreto 8');
    await choose();
    await page.getByText('2 arquivos já cadastrados ficaram de fora: decreto_7-2019.pdf, decreto_8.pdf.').waitFor();
  });
});

describe('documents of a spreadsheet', () => {
  test('are made of all its rows or of none, are foretold before, are not public, and are never made twice', async () => {
    await using desk = await deskOf(browser, site, ANA, { width: 360 });
    const { page } = desk;
    await desk.open('/documento');
    await page.getByRole('button', { name: 'Importar documentos de uma planilha' }).click();
    const choose = (category: string): Promise<void> =>
      page.getByLabel('Arquivo CSV').setInputFiles({
        name: 'acervo.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          `categoria;titulo;exercicio\r\nDecretos;Decreto do acervo;2017\r\n${category};Portaria do acervo;2018\r\n`,
          'latin1',
        ),
      });
    const fitsAll = async (): Promise<void> => {
      expect([...(await axeViolations(page, { without: 'frame' })), ...(await overflowing(page))]).toEqual([]);
    };
    await choose('Portária');
    await page.getByRole('heading', { name: 'acervo.csv: 1 problema, e nada foi importado' }).waitFor();
    await page.getByText('Linha 3, coluna categoria: A categoria “Portária” não existe.').waitFor();
    await fitsAll();
    await choose('Portarias');
    await page.getByText('2 documentos novos, 0 alterados e 0 como no site.').waitFor();
    expect(await page.getByRole('list', { name: 'O que muda em cada linha' }).getByRole('listitem').allInnerTexts()).toEqual([
      'Linha 2, novo: Decreto do acervo',
      'Linha 3, novo: Portaria do acervo',
    ]);
    await fitsAll();
    const rows = page.getByRole('row').filter({ hasText: 'do acervo' });
    expect(await rows.count()).toBe(0);
    await page.getByRole('button', { name: 'Importar 2 documentos' }).dblclick();
    await page.getByText('acervo.csv: 2 documentos cadastrados, ainda fora do site, e 0 alterados.').waitFor();
    await choose('Portarias');
    await page.getByText('0 documentos novos, 0 alterados e 2 como no site.').waitFor();
    expect(await page.getByRole('button', { name: /^Importar \d/ }).count()).toBe(0);
    // All of it is done, and the answer is lost on its way.
    await page.route('**/v1/graphql', async (route) => {
      if (route.request().postData()?.includes('mutation Import') !== true) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await choose('Leis');
    await page.getByText('1 documento novo, 0 alterados e 1 como no site.').waitFor();
    await page.getByRole('button', { name: 'Importar 1 documento' }).click();
    await page.getByText('O servidor não respondeu, e pode ter importado tudo ou nada.').waitFor();
    await choose('Leis');
    await page.getByText('0 documentos novos, 0 alterados e 2 como no site.').waitFor();
    await page.getByRole('textbox', { name: 'Buscar' }).fill('do acervo');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await (await fetch(`${site.url}/lai/documentos/decretos`)).text()).not.toContain('do acervo');
  });
});

describe('scans of several files', () => {
  test('are published with one justification, and the list is read again once for all of them', async () => {
    await using desk = await deskOf(browser, site, ANA, { width: 360 });
    const { page } = desk;
    await desk.open('/documento');
    await page.getByRole('button', { name: 'Cadastrar documentos de vários arquivos' }).click();
    await page.getByLabel('Categoria dos documentos').selectOption({ label: 'Decretos' });
    const buffer = await scannedPdf();
    await page
      .getByLabel('Escolha os arquivos')
      .setInputFiles([1, 2, 3, 4].map((number) => ({ name: `escaneado_${number}-2018.pdf`, mimeType: 'application/pdf', buffer })));
    await page.getByRole('button', { name: 'Enviar 4 arquivos' }).click();
    const reason = page.getByLabel('Por que publicar os 4 mesmo assim');
    await reason.fill('Só existem as versões em papel.');
    expect([...(await axeViolations(page, { without: 'frame' })), ...(await overflowing(page))]).toEqual([]);
    let reads = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('query List($where: documento_bool_exp') === true) reads += 1;
    });
    await page.getByRole('button', { name: 'Publicar os 4 mesmo assim' }).click();
    await page.getByText('4 documentos cadastrados, ainda fora do site.').waitFor();
    expect(await reason.count()).toBe(0);
    await expect.poll(() => reads).toBeGreaterThan(0);
    expect(reads).toBe(1);
  });
});

describe('the file of a document', () => {
  test('is published as a scan with a justification, and its address answers with a new version', async () => {
    await using desk = await deskAt('/documento/1');
    const { page } = desk;
    await page.getByRole('button', { name: 'Enviar um arquivo novo' }).first().click();
    const first = await scannedPdf();
    await page.getByLabel('Arquivo', { exact: true }).and(page.locator('input[type=file]')).setInputFiles(pdf(first));
    await send(page);
    const confirm = page.getByRole('button', { name: 'Publicar mesmo assim' });
    await page.getByLabel('Por que publicar mesmo assim').fill('Curta');
    expect(await confirm.isDisabled()).toBe(true);
    expect(await axeViolations(page, { without: 'frame' })).toEqual([]);
    await page.getByLabel('Por que publicar mesmo assim').fill('Só existe a versão em papel.');
    const stored = page.waitForResponse((response) => new URL(response.url()).pathname === '/v1/files' && response.status() === 201);
    await confirm.click();
    const { processedFiles } = (await (await stored).json()) as { readonly processedFiles: readonly [{ readonly id: string }] };
    await page.getByText('Arquivo enviado: ata.pdf').waitFor();
    const version = page.getByRole('button', { name: 'Trocar por uma nova versão' }).first();
    const written = Promise.withResolvers<void>();
    await page.route('**/v1/graphql', async (route) => {
      if (route.request().postData()?.includes('mutation Update') === true) await written.promise;
      await route.continue();
    });
    await save(page);
    // A finished save makes the rows of a list anew, and with them what is open in them.
    await expect.poll(() => version.isDisabled()).toBe(true);
    written.resolve();
    const address = `${site.url}/nhostprovider/${processedFiles[0].id}`;
    const bytes = async (): Promise<Buffer> => Buffer.from(await (await fetch(address)).arrayBuffer());
    await expect.poll(async () => (await bytes()).equals(first)).toBe(true);

    const second = await textPdf(2);
    await version.click();
    await page
      .getByLabel('Arquivo', { exact: true })
      .and(page.locator('input[type=file]'))
      .setInputFiles({ ...pdf(second), name: 'ata-corrigida.pdf' });
    await page.getByText('Antes de salvar, envie o arquivo que você escolheu, ou feche o envio.').waitFor();
    expect(await page.getByRole('button', { name: 'Salvar', exact: true }).isDisabled()).toBe(true);
    // The button keeps the focus, and a text field submits its form: neither saves.
    let saves = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('mutation Update') === true) saves += 1;
    });
    await page.getByRole('textbox', { name: 'Título', exact: true }).first().fill('Ata digitada outra vez');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Salvar', exact: true }).press('Enter');
    await send(page);
    await page.getByText('Arquivo enviado: ata-corrigida.pdf').waitFor();
    await expect.poll(async () => (await bytes()).equals(second)).toBe(true);
    await expect.poll(() => page.getByRole('combobox', { name: 'Arquivo' }).first().inputValue()).toBe('ata-corrigida.pdf');
    expect(saves).toBe(0);
  });
});

describe('a picture', () => {
  test('is put into a text with its description and its size', async () => {
    await using desk = await deskAt('/noticia/5');
    const { page } = desk;
    await page.getByRole('textbox', { name: 'Texto', exact: true }).click();
    await page.keyboard.press('Control+A');
    await page.getByRole('button', { name: 'Inserir imagem' }).click();
    const dialog = page.getByRole('dialog', { name: 'Inserir imagem' });
    await dialog.locator('input[type=file]').setInputFiles(await picture('#567890'));
    const sending = dialog.getByRole('button', { name: 'Enviar', exact: true });
    expect(await sending.isDisabled()).toBe(true);
    await dialog.getByLabel('O que a imagem mostra').fill('Fila na praça');
    expect(await axeViolations(page)).toEqual([]);
    await sending.click();
    await dialog.getByText('Arquivo enviado: foto.png').waitFor();
    const written = page.waitForRequest((request) => request.postData()?.includes('mutation Update') === true);
    await dialog.getByRole('button', { name: 'Inserir no texto' }).click();
    await save(page);
    // The words that were selected are still there.
    expect((await written).postData()).toMatch(/<\/p><img [^>]*alt=\\"Fila na praça\\" width=\\"300\\" height=\\"200\\"/);
    const publicPage = async (): Promise<string> => (await fetch(site.url + routePath('noticia', { id: 5 }))).text();
    await expect.poll(publicPage).toMatch(/<img [^>]*alt="Fila na praça"/);
  });

  test.each([360, 1280])(
    'has a focus point that the arrow keys move, %i pixels wide, where it is chosen and in its own form',
    async (width) => {
      await using desk = await deskAt('/noticia/6', width);
      const { page } = desk;
      await choosePicture(page, await picture(width === 360 ? '#678901' : '#789012'));
      const stored = page.waitForResponse((response) => new URL(response.url()).pathname === '/v1/files' && response.status() === 201);
      await send(page);
      const { processedFiles } = (await (await stored).json()) as { readonly processedFiles: readonly [{ readonly id: string }] };
      await page.getByText('Arquivo enviado: foto.png').waitFor();
      await page.getByRole('button', { name: 'Escolher o ponto de foco' }).click();
      const point = page.getByRole('slider', { name: 'Ponto de foco da imagem' });
      expect(await point.getAttribute('aria-valuetext')).toBe('no meio');
      await point.focus();
      for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
      expect(await point.getAttribute('aria-valuetext')).toBe('no meio (40% da largura, 45% da altura)');
      expect([...(await axeViolations(page, { without: 'frame' })), ...(await overflowing(page))]).toEqual([]);
      await page.getByRole('button', { name: 'Salvar o ponto de foco' }).press('Enter');
      await page.getByText('Ponto de foco salvo.').waitFor();

      await desk.open(`/arquivo/${processedFiles[0].id}`);
      const own = page.getByRole('slider', { name: 'Ponto de foco' });
      expect(await own.getAttribute('aria-valuetext')).toBe('no meio (40% da largura, 45% da altura)');
      await own.click({ position: { x: 10, y: 10 } });
      expect(await own.getAttribute('aria-valuetext')).toMatch(/^em cima, à esquerda/);
      expect([...(await axeViolations(page, { without: 'frame' })), ...(await overflowing(page))]).toEqual([]);
      await page.getByRole('button', { name: 'Voltar ao meio' }).click();
      await save(page);
      await page.getByText('Salvo', { exact: true }).waitFor();
      await page.reload();
      expect(await own.getAttribute('aria-valuetext')).toBe('no meio');
    },
  );

  test.each([360, 1280])('a picture of the identity of the site is sent from its form, %i pixels wide', async (width) => {
    await using desk = await deskAt('/configuracao_site/1', width);
    const { page } = desk;
    await page.getByRole('button', { name: 'Enviar uma imagem nova: Imagem do cabeçalho', exact: true }).click();
    const panel = page.getByRole('group', { name: 'Novo envio: Imagem do cabeçalho', exact: true });
    await panel.locator('input[type=file]').setInputFiles(await picture(width === 360 ? '#890123' : '#901234'));
    await send(page);
    await page.getByText('Arquivo enviado: foto.png').waitFor();
    const path = await page.getByRole('textbox', { name: 'Imagem do cabeçalho', exact: true }).inputValue();
    expect(path).toMatch(/^\/nhostprovider\/[0-9a-f-]{36}$/);
    expect([...(await axeViolations(page, { without: 'frame' })), ...(await overflowing(page))]).toEqual([]);
    await save(page);
    await expect.poll(async () => (await fetch(`${site.url}/busca`)).text()).toContain(path.split('/').at(-1));
    expect((await fetch(site.url + path)).headers.get('content-type')).toBe('image/png');
  });
});
