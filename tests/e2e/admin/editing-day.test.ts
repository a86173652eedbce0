/** The whole day of an editor, from the sign-in to the sign-out, on each way of installing the site. The cases go on from each other. */
import { createHash } from 'node:crypto';
import type { Browser, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_TIME_ZONE } from '../../../shared/locale/dates.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { wallTime } from '../../../shared/time/wall-time.ts';
import { CPF, textPdf } from '../../integration/uploads/documents.ts';
import { startBrowser } from '../../support/browser.ts';
import { ANA, BIA, type Desk, deskOf, signIn } from './desk.ts';
import { INSTALLATIONS } from './installations.ts';
import { beginDay, type WorkingDay } from './working-day.ts';

const OTHER_PAGE = routePath('faq');
const LIST = routePath('noticias');
const TITLE = 'Mutirão de atendimento na praça';
const PICTURE = 'Fila de atendimento na praça';
const LATER = 'Horário de atendimento no feriado';
const SUMMARY = 'Das 8h às 14h, com senha na entrada.';
const MISTAKE = 'Das 8h às 14h, com sanha na entrada.';
const DOCUMENT = 'Ata da reunião de abertura';
const CATEGORY = 'Atas do Conselho Fiscal';
const REASON = 'Publicada na categoria errada.';
const APPROVED = 'Plantão de dúvidas sobre a prova de vida';
const WRONG = 'Todas as terças, às 25h.';
const MENDED = 'Todas as terças, às 15h.';
const RETURNED = 'O horário não existe.\nConfira com o atendimento.';

describe.each(INSTALLATIONS)('on a site in $mode mode', ({ mode, start }) => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof start>>;
  let day: WorkingDay;
  let page: Page;
  /** Addresses of what was written. */
  let form = '';
  let news = '';
  let documentForm = '';
  let documentPage = '';
  let file = '';
  /** The moment of the news item that publishes itself, and its page. */
  let moment = 0;
  let later = '';

  beforeAll(async () => {
    [browser, site] = await Promise.all([startBrowser(), start()]);
    // The screens of both modes are the same.
    day = await beginDay(browser, site, { withAxe: mode === 'embedded' });
    ({ page } = day);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  /** Has another person publish, or not. */
  const askForApproval = async (desk: Desk, isAsked: boolean): Promise<void> => {
    const query = `mutation { update_configuracao_site(where: {}, _set: {exige_aprovacao: ${isAsked}}) { affected_rows } }`;
    const answer = await desk.context.request.post(`${site.url}/v1/graphql`, { headers: { Origin: site.url }, data: { query } });
    expect(await answer.json()).toEqual({ data: { update_configuracao_site: { affected_rows: 1 } } });
  };

  const statusOf = async (path: string): Promise<number> => (await day.read(path)).status;

  test('signs in', async () => {
    await page.goto(`${site.url}/admin`);
    await day.isAccessible();
    await signIn(page, site, BIA);
    await page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Início' }).waitFor();
    await page.goto(`${site.url}/admin/app`);
    await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Conteúdos do site' }).count()).toBe(1);
    await day.isAccessible();
    expect(day.troubles()).toEqual([]);
  });

  test('schedules a news item for a minute that comes while the day goes on', async () => {
    await day.openForm('/noticia/create');
    await page.getByRole('textbox', { name: 'Título' }).fill(LATER);
    await page.getByRole('switch', { name: 'Publicado' }).click();
    // A form knows minutes. A quarter of one is enough to save before it comes.
    moment = Math.ceil((Date.now() + 15_000) / 60_000) * 60_000;
    await page.getByLabel('Data de publicação').fill(wallTime(moment, DEFAULT_TIME_ZONE));
    later = routePath('noticia', { id: await day.create() });
    const status = await statusOf(later);
    expect(status === 404 || Date.now() >= moment).toBe(true);
    expect(day.troubles()).toEqual([]);
  });

  test('writes a news item with a picture', async () => {
    await day.openForm('/noticia/create');
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
    await day.isAccessible();
    const id = await day.create();
    form = `/noticia/${id}`;
    news = routePath('noticia', { id });
    expect([await statusOf(news), await day.titlesOnList()]).toEqual([404, expect.not.arrayContaining([TITLE])]);
    expect(day.troubles()).toEqual([]);
  });

  test('the editor sees the page before the public does', async () => {
    await day.openForm(form);
    await page.getByRole('button', { name: 'Ver como o público verá' }).click();
    const shown = page.frameLocator('iframe[title="A página em computador"]');
    await shown.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    await shown.getByRole('img', { name: PICTURE }).waitFor();
    expect(await statusOf(news)).toBe(404);
    // Nothing published refers to the picture: a signed-in user sees it, and a visitor does not.
    const isShown = (): Promise<boolean> =>
      shown.getByRole('img', { name: PICTURE }).evaluate((img) => (img as HTMLImageElement).naturalWidth > 0);
    await expect.poll(isShown).toBe(true);
    await page.getByRole('button', { name: 'Voltar ao formulário' }).focus();
    await day.isAccessible();
    expect(day.troubles()).toEqual([]);
  });

  test('publishes it: it is on the list once, and other pages stay stored', async () => {
    await day.stored(OTHER_PAGE, LIST);
    await day.openForm(form);
    await page.getByRole('switch', { name: 'Publicado' }).click();
    await day.save();
    await expect.poll(async () => (await day.titlesOnList()).filter((title) => title === TITLE)).toEqual([TITLE]);
    expect((await day.read(OTHER_PAGE)).from).toMatch(/; hit/);
    expect((await day.read(news)).text).toContain(`alt="${PICTURE}"`);
    await day.isAccessible();
    // An editor who only passes by the date changes nothing.
    await page.getByLabel('Data de publicação').focus();
    await page.getByRole('button', { name: 'Versões' }).focus();
    expect(await page.getByRole('button', { name: 'Salvar' }).isDisabled()).toBe(true);
    expect(day.troubles()).toEqual([]);
  });

  test('publishes a document: its file is refused for a CPF with the reason, and another one can be downloaded', async () => {
    await day.openForm('/documento/create');
    await page.getByRole('combobox', { name: 'Categoria' }).fill(CATEGORY);
    await page.getByRole('option', { name: CATEGORY }).click();
    await page.getByRole('textbox', { name: 'Título' }).fill(DOCUMENT);
    await page.getByRole('button', { name: 'Incluir' }).first().click();
    await page.getByRole('button', { name: 'Enviar um arquivo novo' }).click();
    const send = async (name: string, buffer: Buffer): Promise<void> => {
      await page
        .getByLabel('Arquivo', { exact: true })
        .and(page.locator('input[type=file]'))
        .setInputFiles({ name, mimeType: 'application/pdf', buffer });
      await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    };
    await send('lista.pdf', await textPdf(1, `Servidor de CPF ${CPF}`));
    await page.getByText('O arquivo não foi enviado:').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'CPF' }).first().waitFor();
    await day.isAccessible();
    expect(day.troubles('422')).toEqual([]);
    const bytes = await textPdf(1);
    await send('ata.pdf', bytes);
    await page.getByText('Arquivo enviado: ata.pdf').waitFor();
    await page.getByRole('switch', { name: 'Publicado' }).click();
    documentForm = `/documento/${await day.create()}`;
    const address = page.getByRole('link', { name: 'Ver no site' });
    documentPage = (await address.getAttribute('href')) ?? '';
    await expect.poll(() => statusOf(documentPage)).toBe(200);
    file = /id="arquivos".*?href="(\/nhostprovider\/[^"]+)"/s.exec((await day.read(documentPage)).text)?.[1] ?? '';
    const downloaded = await fetch(site.url + file);
    const sum = createHash('sha256').update(new Uint8Array(await downloaded.arrayBuffer()));
    expect([downloaded.status, sum.digest('hex')]).toEqual([200, createHash('sha256').update(bytes).digest('hex')]);
    expect(day.troubles()).toEqual([]);
  });

  test('puts the news item off to the next day: it leaves the site, and the first screen names it', async () => {
    await day.stored(LIST);
    await day.openForm(form);
    await page.getByLabel('Data de publicação').fill(wallTime(Date.now() + 86_400_000, DEFAULT_TIME_ZONE));
    await page.getByRole('textbox', { name: 'Resumo' }).fill(MISTAKE);
    await page.getByRole('note').filter({ hasText: 'O público passa a ver este conteúdo em ' }).waitFor();
    await day.save();
    await expect.poll(() => statusOf(news)).toBe(404);
    await expect.poll(() => day.titlesOnList()).not.toContain(TITLE);
    expect((await day.read(OTHER_PAGE)).from).toMatch(/; hit/);
    await page.getByRole('link', { name: 'Início' }).click();
    await page.getByRole('region', { name: 'Agendado' }).getByRole('link', { name: TITLE }).click();
    await page.getByLabel('Data de publicação').fill(wallTime(Date.now() - 3_600_000, DEFAULT_TIME_ZONE));
    await day.save();
    await expect.poll(() => statusOf(news)).toBe(200);
    expect(day.troubles()).toEqual([]);
  });

  test('takes the news item and the document from the site, with the reason for the document', async () => {
    await day.openForm(form);
    await page
      .getByText('Não há exclusão: o que sai do site fica guardado aqui e pode voltar. Para tirar do site, desligue “Publicado” e salve.')
      .waitFor();
    await page.getByRole('switch', { name: 'Publicado' }).click();
    await day.save();
    await expect.poll(() => statusOf(news)).toBe(404);
    await expect.poll(() => day.titlesOnList()).not.toContain(TITLE);
    await page.getByRole('link', { name: 'Notícias', exact: true }).click();
    await page.getByRole('row').filter({ hasText: TITLE }).filter({ hasText: 'Rascunho' }).waitFor();
    await day.isAccessible();
    await day.openForm(documentForm);
    await page.getByText('Para tirar do site, preencha “Retirado em”, com o motivo, e salve.').waitFor();
    await page.getByLabel('Retirado em').fill(wallTime(Date.now(), DEFAULT_TIME_ZONE));
    await page.getByRole('textbox', { name: 'Motivo da retirada' }).fill(REASON);
    await day.save();
    await expect.poll(() => statusOf(documentPage)).toBe(410);
    expect((await day.read(documentPage)).text).toContain(REASON);
    await expect.poll(async () => (await fetch(site.url + file)).status).toBe(404);
    expect(day.troubles()).toEqual([]);
  });

  test('sees what changed since the first version, and brings it back', async () => {
    await day.openForm(form);
    await page.getByRole('button', { name: 'Versões' }).click();
    const dialog = page.getByRole('dialog', { name: 'Versões deste conteúdo' });
    const published = dialog.getByRole('listitem').filter({ hasText: 'Mudou: ' }).last();
    await published.getByRole('button', { name: 'Ver as diferenças' }).click();
    // From that version to the form.
    await published.getByRole('deletion').filter({ hasText: 'Retirado: senha' }).waitFor();
    await published.getByRole('insertion').filter({ hasText: 'Acrescentado: sanha' }).waitFor();
    // Its date too, as people write it.
    const words = await published.innerText();
    expect(words).toContain('Data de publicação: desta versão até o formulário');
    expect(words).not.toMatch(/\d{4}-\d\d-\d\dT/);
    await day.isAccessible();
    await published.getByRole('button', { name: 'Trazer esta versão para o formulário' }).click();
    expect(await page.getByRole('textbox', { name: 'Resumo' }).inputValue()).toBe(SUMMARY);
    // What was taken from the site stays so until somebody publishes it.
    expect(await page.getByRole('switch', { name: 'Publicado' }).isChecked()).toBe(false);
    await page.getByRole('switch', { name: 'Publicado' }).click();
    await day.save();
    await expect.poll(async () => (await day.read(news)).text).toContain(SUMMARY);
    await expect.poll(() => day.titlesOnList()).toContain(TITLE);
    expect(day.troubles()).toEqual([]);
  });

  test('sends a text for approval, mends it for the reason of its return, and another person publishes it', async () => {
    await using desk = await deskOf(browser, site, ANA);
    const ana = desk.page;
    await askForApproval(desk, true);
    await day.openForm('/noticia/create');
    await page.getByRole('textbox', { name: 'Título' }).fill(APPROVED);
    await page.getByRole('textbox', { name: 'Resumo' }).fill(WRONG);
    const id = await day.create();
    const address = routePath('noticia', { id });
    // An author sees the page before anybody has approved it, and does not publish it.
    await page.getByRole('button', { name: 'Ver como o público verá' }).click();
    await page.frameLocator('iframe[title="A página em computador"]').getByRole('heading', { level: 1, name: APPROVED }).waitFor();
    await page.getByRole('button', { name: 'Voltar ao formulário' }).click();
    await page.getByRole('button', { name: 'Enviar para aprovação' }).click();
    const panel = page.getByRole('region', { name: 'Aprovação' });
    await panel.getByText('Você enviou este conteúdo').waitFor();
    // The button is gone, and the keyboard goes on beside it.
    expect(await panel.getByRole('heading', { name: 'Aprovação' }).evaluate((heading) => heading === document.activeElement)).toBe(true);
    await day.isAccessible();

    await desk.open('/');
    const awaiting = ana.getByRole('region', { name: 'À espera de aprovação' });
    await awaiting.getByText(`enviado por ${BIA.displayName}`).waitFor();
    await awaiting.getByRole('link', { name: APPROVED }).click();
    await ana.getByRole('button', { name: 'Devolver com o motivo' }).click();
    await ana.getByRole('button', { name: 'Devolver', exact: true }).click();
    await ana.getByText('Escreva o motivo').waitFor();
    // Nothing of what is pasted is cut without a word.
    await ana.keyboard.insertText('a'.repeat(2_001));
    await ana.getByRole('button', { name: 'Devolver', exact: true }).click();
    await ana.getByText('Escreva no máximo 2.000 caracteres.').waitFor();
    await ana.keyboard.press('Control+A');
    await ana.keyboard.insertText(RETURNED);
    await ana.getByRole('button', { name: 'Devolver', exact: true }).click();
    await ana.getByRole('button', { name: 'Enviar de novo para aprovação' }).waitFor();
    // Who has the form open hears of it.
    await panel.getByText('Confira com o atendimento.').waitFor();
    await page.getByText('Mudou a aprovação deste conteúdo').waitFor();

    await day.open('/');
    const returned = page.getByRole('region', { name: 'Devolvidos' });
    await returned.getByText('O horário não existe.').waitFor();
    await day.isAccessible();
    await returned.getByRole('link', { name: APPROVED }).click();
    await panel
      .getByRole('note')
      .filter({ hasText: `Devolvido por ${ANA.displayName}` })
      .getByText('Confira com o atendimento.')
      .waitFor();
    await page.getByRole('textbox', { name: 'Resumo' }).fill(MENDED);
    // What is not saved is not sent.
    expect(await panel.getByRole('button', { name: 'Enviar de novo para aprovação' }).isDisabled()).toBe(true);
    await day.save();
    await panel.getByRole('button', { name: 'Enviar de novo para aprovação' }).click();
    await panel.getByText('Você enviou este conteúdo').waitFor();
    await page.getByRole('switch', { name: 'Publicado' }).click();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('A publicação precisa da aprovação de outra pessoa').first().waitFor();
    await day.isAccessible();
    expect(await statusOf(address)).toBe(404);
    // A form that is opened anew has what was saved.
    await desk.open(`/noticia/${id}`);
    await ana.getByText('Devolvido antes por').waitFor();
    await ana.getByRole('switch', { name: 'Publicado' }).click();
    await ana.getByRole('button', { name: 'Salvar' }).click();
    await expect.poll(async () => (await day.read(address)).text).toContain(MENDED);
    await ana.getByRole('region', { name: 'Aprovação' }).getByText('Este conteúdo está publicado, ou marcado para aparecer.').waitFor();
    await desk.open('/');
    await ana.getByRole('region', { name: 'Últimas alterações' }).waitFor();
    expect(await awaiting.count()).toBe(0);
    await askForApproval(desk, false);
    await page.reload();
    expect([...day.troubles(), ...desk.visit.troubles]).toEqual([]);
  });

  test('another file and title of a published document are public once another person has approved them', async () => {
    await using desk = await deskOf(browser, site, ANA);
    const ana = desk.page;
    await day.openForm(documentForm);
    await page.getByLabel('Retirado em').fill('');
    await page.getByRole('textbox', { name: 'Motivo da retirada' }).fill('');
    await day.save();
    await expect.poll(() => statusOf(documentPage)).toBe(200);
    await askForApproval(desk, true);
    // No field is there to be moved while the state of the approval is not.
    const answered = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const late = async (route: Route): Promise<void> => {
      if (route.request().postData()?.includes('query Approval') === true) {
        asked.resolve();
        await answered.promise;
      }
      await route.continue();
    };
    await page.route('**/v1/graphql', late);
    // A form that was open before would show what it knew of it.
    const opened = page.goto(`${site.url}/admin/app${documentForm}`);
    await asked.promise;
    expect(await page.getByRole('textbox', { name: 'Título' }).count()).toBe(0);
    answered.resolve();
    await opened;
    await page.getByRole('button', { name: 'Salvar' }).waitFor();
    await page.unroute('**/v1/graphql', late);
    const panel = page.getByRole('region', { name: 'Aprovação' });
    const send = async (name: string): Promise<void> => {
      await page
        .getByLabel('Arquivo', { exact: true })
        .and(page.locator('input[type=file]'))
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: await textPdf(2) });
      await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    };
    // The address of the present file keeps what was approved.
    await page.getByText('use “Enviar um arquivo novo” e salve ou envie as mudanças').waitFor();
    expect(await page.getByRole('button', { name: 'Trocar por uma nova versão' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Enviar um arquivo novo' }).click();
    await send('ata-corrigida.pdf');
    await page.getByText('Arquivo enviado: ata-corrigida.pdf').waitFor();
    await page.getByRole('textbox', { name: 'Título' }).fill(`${DOCUMENT}, corrigida`);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('em vez de salvar, envie as mudanças').first().waitFor();
    await panel.getByRole('button', { name: 'Enviar as mudanças para aprovação' }).click();
    await panel.getByText('Você enviou este conteúdo').waitFor();
    await panel.getByRole('insertion').filter({ hasText: 'corrigida' }).first().waitFor();
    // What is taken back is in the form again, and is sent once more.
    const copying = panel.getByRole('button', { name: 'Copiar as mudanças', description: /continuam à espera de aprovação/ });
    await copying.waitFor();
    const title = page.getByRole('textbox', { name: 'Título' });
    await title.fill(`${DOCUMENT}, escrita depois`);
    await panel.getByText('O que você escreveu depois não foi enviado').waitFor();
    await panel.getByRole('button', { name: 'Retirar o pedido', description: /^Retirar cancela o envio: .*voltam ao formulário/ }).click();
    await page.getByText('as mudanças voltaram ao formulário, menos onde você escreveu depois').waitFor();
    expect(await title.inputValue()).toBe(`${DOCUMENT}, escrita depois`);
    await title.fill(`${DOCUMENT}, corrigida`);
    await page.getByText('Rascunho guardado.').waitFor();
    await panel.getByRole('button', { name: 'Enviar as mudanças para aprovação' }).click();
    await panel.getByText('Você enviou este conteúdo').waitFor();
    // The form shows again what the public sees, and no draft has what was sent.
    expect(await page.getByRole('textbox', { name: 'Título' }).inputValue()).toBe(DOCUMENT);
    // One that was offered before and neither taken nor discarded stays aside.
    const drafts = async (): Promise<unknown> => {
      const query = '{ rascunho(where: {tabela: {_eq: "documento"}}) { dados } }';
      const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => /:documento:\d+$/.test(key)));
      return [
        await (await page.context().request.post(`${site.url}/v1/graphql`, { headers: { Origin: site.url }, data: { query } })).json(),
        kept,
      ];
    };
    await expect.poll(drafts).toEqual([{ data: { rascunho: [] } }, []]);
    await day.isAccessible();
    const { text } = await day.read(documentPage);
    expect([text.includes(file), text.includes('corrigida')]).toEqual([true, false]);
    await desk.open('/');
    await ana.getByRole('region', { name: 'À espera de aprovação' }).getByRole('link', { name: DOCUMENT }).click();
    await ana.getByRole('link', { name: 'ata-corrigida.pdf' }).waitFor();
    // What the person who approves has written in the same form stays there beside the approved changes.
    const number = ana.getByRole('textbox', { name: 'Número' });
    await number.fill('7');
    await ana.getByText('envie-o depois que estas mudanças forem publicadas ou devolvidas').waitFor();
    await ana.getByRole('button', { name: 'Publicar as mudanças' }).click();
    await ana.getByText(/^Mudanças publicadas/).waitFor();
    await ana.getByRole('textbox', { name: 'Título' }).and(ana.locator('[value$="corrigida"]')).waitFor();
    await expect.poll(() => number.inputValue()).toBe('7');
    await ana.getByText('Mudanças publicadas. O que você escreveu continua no formulário.').waitFor();
    await number.fill('');
    await expect.poll(async () => (await day.read(documentPage)).text).toContain(`${DOCUMENT}, corrigida`);
    expect((await day.read(documentPage)).text).not.toContain(file);
    // So do those of a document that was withdrawn since, which would not be carried out.
    await day.openForm(documentForm);
    const proposed = async (title: string): Promise<void> => {
      await page.getByRole('textbox', { name: 'Título' }).fill(title);
      await panel.getByRole('button', { name: 'Enviar as mudanças para aprovação' }).click();
      await panel.getByText('Você enviou este conteúdo').waitFor();
    };
    await proposed(`${DOCUMENT}, de Bia`);
    await ana.getByRole('button', { name: 'Publicar as mudanças' }).waitFor();
    await ana.getByLabel('Retirado em').fill(wallTime(Date.now(), DEFAULT_TIME_ZONE));
    await ana.getByRole('textbox', { name: 'Motivo da retirada' }).fill(REASON);
    await ana.getByRole('button', { name: 'Salvar' }).click();
    await ana.getByText('Depois disso o conteúdo foi retirado do site, e as mudanças não se publicam mais.').waitFor();
    expect(await ana.getByRole('button', { name: 'Publicar as mudanças' }).count()).toBe(0);
    await ana.getByRole('button', { name: 'Devolver com o motivo' }).click();
    await ana.keyboard.insertText(REASON);
    await ana.getByRole('button', { name: 'Devolver', exact: true }).click();
    // Another person is told before that the own changes take the place of these, which stay for their author.
    await ana.getByText(`${BIA.displayName} enviou as mudanças acima, e elas voltaram.`).waitFor();
    await ana.getByRole('textbox', { name: 'Título' }).fill(`${DOCUMENT}, de Ana`);
    await ana.getByRole('button', { name: 'Enviar as mudanças para aprovação' }).click();
    await ana.getByText('Você enviou este conteúdo').waitFor();
    await day.openForm(documentForm);
    await page.getByRole('button', { name: 'Comparar os dois textos' }).click();
    await page.getByText('de Bia').first().waitFor();
    await page.keyboard.press('Escape');
    await ana.getByRole('button', { name: 'Retirar o pedido de aprovação' }).click();
    await ana.getByText('Pedido retirado').waitFor();
    await askForApproval(desk, false);
    const id = documentForm.slice(documentForm.lastIndexOf('/') + 1);
    const query = `mutation { update_documento_by_pk(pk_columns: {id: ${id}}, _set: {retirado_em: null, retirado_motivo: null}) { id } }`;
    const shown = await desk.context.request.post(`${site.url}/v1/graphql`, { headers: { Origin: site.url }, data: { query } });
    expect(await shown.json()).toEqual({ data: { update_documento_by_pk: { id: expect.anything() } } });
    await askForApproval(desk, true);
    // Changes of what has left the site meanwhile go back to their author: nobody could publish them.
    await day.openForm(documentForm);
    await page.getByRole('textbox', { name: 'Título' }).fill(`${DOCUMENT}, outra vez`);
    await panel.getByRole('button', { name: 'Enviar as mudanças para aprovação' }).click();
    await panel.getByText('Você enviou este conteúdo').waitFor();
    await page.getByRole('switch', { name: 'Publicado' }).click();
    await day.save();
    await desk.open('/');
    await ana.getByRole('region', { name: 'À espera de aprovação' }).getByRole('link', { name: DOCUMENT }).click();
    await ana.getByText('Depois disso o conteúdo saiu do site, e as mudanças não se publicam mais.').waitFor();
    expect(await ana.getByRole('button', { name: 'Publicar as mudanças' }).count()).toBe(0);
    await askForApproval(desk, false);
    // What waits for nobody any more says how it is published.
    await page.reload();
    await panel.getByText('Depois disso o conteúdo saiu do site: retire o pedido, confira as mudanças e salve.').waitFor();
    await ana.getByRole('button', { name: 'Devolver com o motivo' }).click();
    await ana.keyboard.insertText(REASON);
    await ana.getByRole('button', { name: 'Devolver', exact: true }).click();
    await panel.getByText('Este site não pede mais aprovação. Copie as mudanças para o formulário').waitFor();
    // Who gives the request up keeps the changes.
    await panel
      .getByRole('button', { name: 'Desistir do pedido', description: /^Desistir tira este conteúdo da lista de devolvidos\./ })
      .click();
    await page.getByText('Pedido encerrado: as mudanças voltaram ao formulário').waitFor();
    await panel.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Título' }).inputValue()).toBe(`${DOCUMENT}, outra vez`);
    // The button went with the panel; the keyboard goes on in the form.
    expect(await page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true);
    await day.save();
    // Each test begins without the screen of the one before.
    await page.goto(`${site.url}/admin/app`);
    expect([...day.troubles(), ...desk.visit.troubles]).toEqual([]);
  });

  test('signs out: the cookies are gone, and the way back shows nothing but the sign-in', async () => {
    const signInScreen = page.getByRole('heading', { level: 1, name: 'Entrar na administração do site' });
    await day.openForm(form);
    // The bar with the account stays where it is, however far the form is scrolled.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByRole('button', { name: BIA.displayName }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await signInScreen.waitFor();
    expect((await page.context().cookies()).filter(({ name }) => name.startsWith('apollo:'))).toEqual([]);
    await page.goBack();
    await signInScreen.waitFor();
    expect(await page.content()).not.toContain(TITLE);
  });

  test('the scheduled news item appears on the site at its moment, without any editor signed in', async () => {
    // Most of a minute may be left.
    await expect.poll(() => statusOf(later), { timeout: Math.max(0, moment - Date.now()) + 30_000, interval: 500 }).toBe(200);
    expect(Date.now()).toBeGreaterThanOrEqual(moment);
    await expect.poll(() => day.titlesOnList()).toContain(LATER);
  });
});
