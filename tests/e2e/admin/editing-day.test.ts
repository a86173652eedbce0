/** An editor writes, previews and publishes, on each way of installing the site. The cases go on from each other. */
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routePath } from '../../../shared/routes/url.ts';
import { axeViolations, connectBrowser, newVisit, type Visit } from '../pages.ts';
import { BIA, signIn } from './desk.ts';
import { INSTALLATIONS } from './installations.ts';

const LIST = routePath('noticias');
const OTHER_PAGE = routePath('faq');
const TITLE = 'Mutirão de atendimento na praça';
const PICTURE = 'Fila de atendimento na praça';
const SUMMARY = 'Das 8h às 14h, com senha na entrada.';

describe.each(INSTALLATIONS)('on a site in $mode mode', ({ start, hasPreview }) => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof start>>;
  let visit: Visit;
  let page: Page;
  /** Addresses of what was written. */
  let form = '';
  let news = '';

  beforeAll(async () => {
    [browser, site] = await Promise.all([connectBrowser(), start()]);
    visit = await newVisit(browser);
    ({ page } = visit);
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  const read = async (path: string): Promise<{ readonly status: number; readonly text: string; readonly from: string }> => {
    const answer = await fetch(site.url + path);
    return { status: answer.status, text: await answer.text(), from: answer.headers.get('cache-status') ?? '' };
  };
  const titlesOnList = async (): Promise<readonly string[]> =>
    [...(await read(LIST)).text.matchAll(/<h[23][^>]*>(?:<[^>]+>)*([^<]+)/g)].map(([, title = '']) => title);
  const stored = async (path: string): Promise<void> => {
    await expect.poll(async () => (await read(path)).from).toMatch(/; hit/);
  };
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page
      .getByText(/^(?:Salvo|Criado)/)
      .first()
      .waitFor();
    await page
      .getByText(/^(?:Salvo|Criado)/)
      .first()
      .waitFor({ state: 'hidden' });
  };
  const openForm = async (address: string): Promise<void> => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Salvar' }).waitFor();
  };
  /** Ends each case. */
  const nothingWrong = async (): Promise<void> => {
    // What fades in has its contrast when it stands.
    await expect.poll(() => axeViolations(page), { timeout: 10_000 }).toEqual([]);
    expect(visit.troubles.splice(0)).toEqual([]);
  };

  test('signs in', async () => {
    await page.goto(`${site.url}/admin`);
    await nothingWrong();
    await signIn(page, site, BIA);
    await page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Início' }).waitFor();
    await page.goto(`${site.url}/admin/app`);
    await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Conteúdos do site' }).count()).toBe(1);
    await nothingWrong();
  });

  test('writes a news item with a picture', async () => {
    await openForm(`${site.url}/admin/app/noticia/create`);
    await page.getByRole('textbox', { name: 'Título' }).fill(TITLE);
    await page.getByRole('textbox', { name: 'Resumo' }).fill(SUMMARY);
    await page.getByRole('button', { name: 'Enviar uma imagem nova' }).click();
    await page.getByLabel('O que a imagem mostra').fill(PICTURE);
    const buffer = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#357' } })
      .png()
      .toBuffer();
    await page.getByLabel('Imagem (JPEG, PNG, WebP, AVIF ou GIF)').setInputFiles({ name: 'fila.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByText('Arquivo enviado: fila.png').waitFor();
    await nothingWrong();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.waitForURL(/\/noticia\/\d+$/);
    form = page.url();
    news = routePath('noticia', { id: form.slice(form.lastIndexOf('/') + 1) });
    expect([(await read(news)).status, await titlesOnList()]).toEqual([404, expect.not.arrayContaining([TITLE])]);
  });

  const seesThePage = async (): Promise<void> => {
    await openForm(form);
    await page.getByRole('button', { name: 'Ver como o público verá' }).click();
    const shown = page.frameLocator('iframe[title="A página em computador"]');
    await shown.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    await shown.getByRole('img', { name: PICTURE }).waitFor();
    expect((await read(news)).status).toBe(404);
    // Nothing published refers to the picture: who has signed in sees it, and nobody else.
    const isShown = (): Promise<boolean> =>
      shown.getByRole('img', { name: PICTURE }).evaluate((img) => (img as HTMLImageElement).naturalWidth > 0);
    await expect.poll(isShown).toBe(true);
    await page.getByRole('button', { name: 'Voltar ao formulário' }).focus();
    await nothingWrong();
  };
  const isToldThatItCannot = async (): Promise<void> => {
    await openForm(form);
    await page.getByRole('button', { name: 'Ver como o público verá' }).click();
    await page.getByText('A pré-visualização não está disponível neste servidor.').waitFor();
    expect(visit.troubles.splice(0).filter((trouble) => !trouble.includes('501'))).toEqual([]);
    await nothingWrong();
  };
  test('sees the page before anybody else does, or is told that this installation cannot show it', async () => {
    await (hasPreview ? seesThePage() : isToldThatItCannot());
    expect((await read(news)).status).toBe(404);
  });

  test('publishes it: it is on the list once, and other pages stay stored', async () => {
    for (const path of [OTHER_PAGE, LIST]) await stored(path);
    await openForm(form);
    await page.getByRole('switch', { name: 'Publicado' }).click();
    await save();
    await expect.poll(async () => (await titlesOnList()).filter((title) => title === TITLE)).toEqual([TITLE]);
    expect((await read(OTHER_PAGE)).from).toMatch(/; hit/);
    expect((await read(news)).text).toContain(`alt="${PICTURE}"`);
    await nothingWrong();
  });
});
