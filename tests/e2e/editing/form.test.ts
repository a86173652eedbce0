/** Writing in the administration: what a crash, a lost network and a second person do to a text, and what the public sees of it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routePath } from '../../../shared/routes/url.ts';
import { startBrowser } from '../../support/browser.ts';
import type { RunningSite } from '../../support/site.ts';
import { ANA, BIA, type Desk, deskOf, type Person, siteWithEditors } from '../admin/desk.ts';
import { axeViolations } from '../pages.ts';

let browser: Browser;
let site: RunningSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([startBrowser(), siteWithEditors()]);
});
afterAll(() => Promise.all([browser.close(), site.stop()]));

const atDesk = (person: Person = ANA, width = 1280): Promise<Desk> => deskOf(browser, site, person, { width, timezoneId: 'America/Bahia' });

async function openForm(desk: Desk, id: number): Promise<void> {
  await desk.open(`/noticia/${id}`);
  await kicker(desk.page).waitFor();
}

const kicker = (page: Page): ReturnType<Page['getByLabel']> => page.getByLabel('Chapéu');
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Salvar', exact: true }).click();

/** The page of a news item as the public gets it. */
async function publicText(id: number): Promise<string> {
  const answer = await fetch(site.url + routePath('noticia', { id }));
  expect(answer.status).toBe(200);
  return answer.text();
}

describe('a text that is being written', () => {
  test('is offered back after the page was left, by another browser of the same person too', async () => {
    {
      await using desk = await atDesk();
      await openForm(desk, 1);
      await kicker(desk.page).fill('Rascunho de Ana');
      await desk.page.getByText('Rascunho guardado.').waitFor();
    }
    // Nothing of the one before is in this browser: the text comes from the server.
    await using elsewhere = await atDesk();
    const again = elsewhere.page;
    await openForm(elsewhere, 1);
    await again.getByRole('button', { name: 'Recuperar o texto' }).click();
    await expect.poll(() => kicker(again).inputValue()).toBe('Rascunho de Ana');
    // The button is gone, and the editor goes on in the form.
    await again.getByRole('textbox', { name: 'Título' }).and(again.locator(':focus')).waitFor();
    expect(await publicText(1)).not.toContain('Rascunho de Ana');
  });

  test('a draft that its author has neither kept nor discarded is offered again after a newer text was saved', async () => {
    await using desk = await atDesk();
    const { page } = desk;
    await openForm(desk, 4);
    await kicker(page).fill('Primeiro rascunho');
    await page.getByText('Rascunho guardado.').waitFor();
    await openForm(desk, 4);
    await page.getByRole('button', { name: 'Recuperar o texto' }).waitFor();
    await kicker(page).fill('Texto seguinte');
    await page.getByText('Rascunho guardado.').waitFor();
    await save(page);
    await expect.poll(() => publicText(4)).toContain('Texto seguinte');
    await openForm(desk, 4);
    await page.getByRole('button', { name: 'Comparar os dois textos' }).click();
    const dialog = page.getByRole('dialog', { name: 'Este conteúdo mudou enquanto você editava' });
    await dialog.getByText('Primeiro').first().waitFor();
    // Each button that leads to the choice goes with it, and the keyboard stays in the form.
    const isInForm = (): Promise<void> => page.locator('form :focus').waitFor();
    for (const name of ['Decidir depois', 'Usar estas escolhas']) {
      await dialog.getByRole('button', { name }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await isInForm();
      if (name === 'Decidir depois') await page.getByRole('button', { name: 'Escolher entre os dois textos' }).press('Enter');
    }
    await expect.poll(() => kicker(page).inputValue()).toBe('Primeiro rascunho');
    await isInForm();
  });

  test('survives a lost network and a crash in the browser itself', async () => {
    await using desk = await atDesk();
    const { context, page: again } = desk;
    {
      await using crashing = await context.newPage();
      await crashing.goto(`${site.url}/admin/app/noticia/2`);
      await kicker(crashing).waitFor();
      await crashing.waitForLoadState('networkidle');
      await crashing.route('**/v1/graphql', (route) => route.abort());
      await kicker(crashing).fill('Sem rede');
      await crashing.getByText('O rascunho está guardado só neste computador por enquanto.').waitFor();
    }
    await openForm(desk, 2);
    await again.getByRole('button', { name: 'Recuperar o texto' }).click();
    await expect.poll(() => kicker(again).inputValue()).toBe('Sem rede');
    await context.setOffline(true);
    await save(again);
    await again.getByText('Sem conexão. O que você salvar segue quando ela voltar.').waitFor();
    expect(await publicText(2)).not.toContain('Sem rede');
    await context.setOffline(false);
    await expect.poll(() => publicText(2)).toContain('Sem rede');
    await again.reload();
    await kicker(again).waitFor();
    await again.getByRole('button', { name: 'Versões' }).click();
    await again.getByText('Mudou: Chapéu.').waitFor();
    expect(await again.getByRole('button', { name: 'Recuperar o texto' }).count()).toBe(0);
  });

  test('a text is not lost when another editor saves first: both texts are shown, and the choice is saved', async () => {
    await using ana = await atDesk();
    await using bia = await atDesk(BIA);
    const [first, second] = [ana.page, bia.page];
    for (const desk of [ana, bia]) await openForm(desk, 3);
    await kicker(first).fill('Da primeira');
    await second.getByLabel('Autor').fill('Bia');
    await kicker(second).fill('Da segunda');
    await save(first);
    await expect.poll(() => publicText(3)).toContain('Da primeira');
    await save(second);
    const dialog = second.getByRole('dialog', { name: 'Este conteúdo mudou enquanto você editava' });
    await dialog.getByText('primeira').first().waitFor();
    // The dialog tells it alone: a notice would cover its buttons on a telephone.
    expect(await second.locator('.MuiSnackbar-root').count()).toBe(0);
    expect(await axeViolations(second)).toEqual([]);
    await dialog.getByRole('button', { name: 'Decidir depois' }).click();
    await dialog.waitFor({ state: 'detached' });
    const questions: string[] = [];
    second.once('dialog', (question) => {
      questions.push(question.type());
      void question.dismiss();
    });
    await second.getByRole('link', { name: 'Notícias', exact: true }).click();
    await expect.poll(() => questions).toEqual(['confirm']);
    const isLeftSilently = (): Promise<boolean> => second.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await isLeftSilently()).toBe(false);
    await second.getByRole('button', { name: 'Escolher entre os dois textos' }).click();
    await dialog.getByRole('radio', { name: 'Fica o texto que já foi salvo' }).check();
    await dialog.getByRole('button', { name: 'Usar estas escolhas' }).click();
    await expect.poll(() => kicker(second).inputValue()).toBe('Da primeira');
    await expect.poll(() => second.getByLabel('Autor').inputValue()).toBe('Bia');
    await save(second);
    await expect.poll(() => publicText(3)).toContain('Bia');
    expect(await publicText(3)).toContain('Da primeira');
    await expect.poll(isLeftSilently).toBe(true);
  });

  test('a draft is offered back with the difference when another editor has saved since, and overwrites nothing', async () => {
    await using ana = await atDesk();
    await using bia = await atDesk(BIA);
    const [again, second] = [ana.page, bia.page];
    await openForm(ana, 5);
    await again.route('**/v1/graphql', (route) => route.abort());
    await kicker(again).fill('Rascunho antigo');
    await again.getByText('O rascunho está guardado só neste computador por enquanto.').waitFor();
    await again.goto(`${site.url}/robots.txt`);
    await again.unroute('**/v1/graphql');
    await openForm(bia, 5);
    await kicker(second).fill('Salvo depois');
    await second.getByLabel('Autor').fill('Bia');
    await save(second);
    await expect.poll(() => publicText(5)).toContain('Salvo depois');
    await openForm(ana, 5);
    await again.getByText('Depois que ele foi começado, este conteúdo foi salvo de novo').waitFor();
    expect(await again.getByRole('button', { name: 'Recuperar o texto' }).count()).toBe(0);
    await again.getByRole('button', { name: 'Comparar os dois textos' }).click();
    const dialog = again.getByRole('dialog', { name: 'Este conteúdo mudou enquanto você editava' });
    await dialog.getByText('antigo').first().waitFor();
    // What the draft left as it was is not asked about: the answer that is given beforehand would take it back.
    expect(await dialog.getByRole('group', { name: 'Autor' }).count()).toBe(0);
    const shown = await publicText(5);
    expect([shown.includes('Salvo depois'), shown.includes('Rascunho antigo')]).toEqual([true, false]);
  });

  test('is shown as the public will see it, at both widths, and nothing of it is published', async () => {
    await using desk = await atDesk();
    const { page } = desk;
    await openForm(desk, 4);
    await page.getByLabel('Título', { exact: false }).first().fill('Título que ninguém viu');
    await page.getByRole('button', { name: 'Ver como o público verá' }).click();
    const frame = page.frameLocator('iframe[title="A página em computador"]');
    await frame.getByRole('heading', { level: 1, name: 'Título que ninguém viu' }).waitFor();
    await page.getByRole('button', { name: 'Telefone' }).click();
    const narrow = page.locator('iframe[title="A página em telefone"]');
    await expect.poll(async () => (await narrow.boundingBox())?.width).toBe(360);
    expect(await publicText(4)).not.toContain('Título que ninguém viu');
  });

  test('can be brought back to an earlier version', async () => {
    await using desk = await atDesk();
    const { page } = desk;
    await openForm(desk, 5);
    const before = await kicker(page).inputValue();
    await kicker(page).fill('Mudança por engano');
    await save(page);
    await expect.poll(() => publicText(5)).toContain('Mudança por engano');
    await page.getByRole('button', { name: 'Versões' }).click();
    await page.getByRole('button', { name: 'Ver as diferenças' }).first().click();
    await page.locator('ins', { hasText: 'Mudança' }).first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Trazer esta versão para o formulário' }).first().click();
    await expect.poll(() => kicker(page).inputValue()).toBe(before);
    // Among what came may be whether it is published, which stands at the other end of the form.
    const told = page.getByText('Voltou ao que era nesta versão: Chapéu. Nada foi salvo ainda: confira e salve.');
    await told.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await save(page);
    await told.waitFor({ state: 'detached' });
  });

  test('stays in its form when the system turns to dark colours', async () => {
    await using desk = await atDesk();
    const { page } = desk;
    await openForm(desk, 8);
    await kicker(page).fill('Escrito de dia');
    const colour = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await colour();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(colour).not.toBe(light);
    // A screen that is loaded anew says so before it shows its form.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await kicker(page).inputValue()).toBe('Escrito de dia');
  });

  test('has a save of its files alone among its versions, with what changed in them, and the files of each version to bring back', async () => {
    await using desk = await atDesk();
    const { page } = desk;
    await desk.open('/documento/7');
    const label = page.getByRole('textbox', { name: 'Rótulo' }).first();
    const before = await label.inputValue();
    await label.fill('Íntegra assinada');
    await save(page);
    await page.getByText('Salvo', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Versões' }).click();
    const latest = page.getByRole('dialog', { name: 'Versões deste conteúdo' }).getByRole('listitem').first();
    await latest.getByText('Mudou: Arquivos.').waitFor();
    await latest.getByText('Igual ao que está no formulário.').waitFor();
    await latest.getByRole('button', { name: 'Ver o que mudou em Arquivos' }).click();
    await latest.locator('ins', { hasText: 'Íntegra assinada' }).waitFor();
    const first = page.getByRole('dialog', { name: 'Versões deste conteúdo' }).getByRole('listitem').last();
    await first.getByRole('button', { name: 'Ver as diferenças' }).click();
    await first.getByRole('heading', { name: 'Arquivos: desta versão até o formulário' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await first.getByRole('button', { name: 'Trazer esta versão para o formulário' }).click();
    await expect.poll(() => label.inputValue()).toBe(before);
    await save(page);
    // What tells of the version goes when the save is answered.
    await page.getByText('Voltou ao que era nesta versão: Arquivos.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Versões' }).click();
    await latest.getByRole('button', { name: 'Ver o que mudou em Arquivos' }).click();
    await latest.locator('del', { hasText: 'Íntegra assinada' }).waitFor();
  });

  test('has all its aids on a telephone', async () => {
    await using desk = await atDesk(ANA, 360);
    const { page } = desk;
    await openForm(desk, 6);
    await page.getByRole('button', { name: 'Versões' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe('a file', () => {
  test('a file that is no picture is refused with the reason, and a picture is stored with its description', async () => {
    await using desk = await atDesk();
    const { page } = desk;
    await openForm(desk, 7);
    await page.getByRole('button', { name: 'Enviar uma imagem nova' }).click();
    const chooser = page.getByLabel('Imagem (JPEG, PNG, WebP, AVIF ou GIF)');
    await page.getByLabel('O que a imagem mostra').fill('Fachada da sede');
    await chooser.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('MZ not a picture') });
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByText('O arquivo não foi enviado:').waitFor();
    expect(await axeViolations(page, { without: 'frame' })).toEqual([]);
    const png = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 30 } });
    await chooser.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: png });
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByText('Arquivo enviado: foto.png').waitFor();
    await save(page);
    await expect.poll(() => publicText(7)).toContain('alt="Fachada da sede"');
  });
});
