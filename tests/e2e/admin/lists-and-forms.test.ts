/** Lists and forms of the administration: search, refusals at their fields, several rows at once, two editors at one row, the keyboard alone. */
import { buffer } from 'node:stream/consumers';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import type { RunningSite } from '../../support/site.ts';
import { axeViolations, overflowing } from '../pages.ts';
import { ANA, BIA, type Desk, deskOf, guestOf, PASSWORD, signIn, siteWithEditors } from './desk.ts';

let browser: Browser;
let site: RunningSite;

beforeAll(async () => {
  browser = await startBrowser();
  site = await siteWithEditors();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

test('the sign-in leads to the application in its frame, which the policies of both documents allow', async () => {
  await using guest = await guestOf(browser);
  const { visit } = guest;
  await signIn(visit.page, site, ANA);
  const application = visit.page.frameLocator('iframe');
  await application.getByRole('region', { name: 'Início', exact: true }).and(application.locator(':focus')).waitFor();
  expect(await visit.page.evaluate(() => document.activeElement?.localName)).toBe('iframe');
  await application.getByRole('link', { name: 'Notícias', exact: true }).click();
  await application.getByRole('table').waitFor();
  expect(visit.troubles).toEqual([]);
});

test('a list is searched, and a row is found without its accents', async () => {
  await using desk = await deskOf(browser, site, BIA);
  await desk.open('/noticia');
  await desk.page.getByRole('textbox', { name: 'Buscar' }).fill('audiencia censo');
  await desk.page.getByRole('link', { name: 'Audiência pública discute censo, contas e investimentos' }).waitFor();
  await expect.poll(() => desk.page.getByRole('row').count()).toBe(2);
  expect(desk.visit.troubles).toEqual([]);
});

test('what the filter of a list leaves is saved as a file for spreadsheets, in the frame of the site too', async () => {
  await using guest = await guestOf(browser);
  const { visit } = guest;
  await signIn(visit.page, site, BIA);
  const application = visit.page.frameLocator('iframe');
  await application.getByRole('link', { name: 'Notícias', exact: true }).click();
  await application.getByRole('textbox', { name: 'Buscar' }).fill('audiencia censo');
  await expect.poll(() => application.getByRole('row').count()).toBe(2);
  const [download] = await Promise.all([
    visit.page.waitForEvent('download'),
    application.getByRole('button', { name: 'Exportar (CSV)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^noticia-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await buffer(await download.createReadStream())).toString().trimEnd().split('\r\n');
  expect([lines.length, lines[0]?.slice(0, 10), lines[1]]).toEqual([
    2,
    '\uFEFFIdentific',
    expect.stringContaining('Audiência pública discute censo'),
  ]);
  await application.getByText('Arquivo salvo com 1 registro.').waitFor();
  await application.getByRole('button', { name: 'Exportar (CSV)' }).and(application.locator(':focus')).waitFor();
  expect(visit.troubles).toEqual([]);
});

test('a screen reader is told the page, the order and the choice of a list', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  const sentences = page.getByRole('status').getByRole('paragraph');
  const told = async (...wanted: readonly RegExp[]): Promise<void> => {
    await expect.poll(() => sentences.allInnerTexts()).toEqual(wanted.map((sentence) => expect.stringMatching(sentence) as string));
  };
  await desk.open('/noticia');
  await told(/^\d+ registros\.$/, /^Página 1 de \d+\.$/, /^Ordenado por Data de publicação, decrescente\.$/);
  await page.getByRole('button', { name: 'Ir para a página 2', exact: true }).click();
  await told(/registros/, /^Página 2 de/, /publicação/);
  await page.getByRole('button', { name: 'Título', exact: true }).click();
  await told(/registros/, /^Página 1 de/, /^Ordenado por Título, crescente\.$/);
  await page.getByRole('checkbox').nth(1).click();
  await page.getByRole('checkbox').nth(2).click();
  await told(/registros/, /^Página 1 de/, /Título/, /^2 escolhidos\.$/);
  expect(desk.visit.troubles).toEqual([]);
});

test('an entry of a menu that was deleted is brought back from its list', async () => {
  await using desk = await deskOf(browser, site, ANA);
  const { page } = desk;
  await desk.open('/menu_item');
  const entry = page.getByRole('row').filter({ hasText: 'Acesso rápido' }).first();
  const title = await entry.getByRole('rowheader').getByRole('link').innerText();
  const entries = page.getByRole('rowheader').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  const count = await entries.count();
  await entry.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect.poll(() => entries.count()).toBe(count - 1);
  await page.getByRole('button', { name: 'Excluídos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Excluídos de “Menus”' });
  await dialog.getByText(`${ANA.displayName} excluiu em`).waitFor();
  await expect.poll(() => axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: `Trazer de volta: ${title}` }).press('Enter');
  await dialog.getByRole('status').filter({ hasText: 'Está na lista.' }).and(page.locator(':focus')).waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await expect.poll(() => entries.count()).toBe(count);
  expect(desk.visit.troubles).toEqual([]);
});

test('a deleted row whose name the database makes is called by what it had to have, and is brought back once', async () => {
  await using desk = await deskOf(browser, site, ANA);
  const { page } = desk;
  await desk.open('/numero_documento');
  await page.getByRole('checkbox').nth(1).click();
  await page.getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await page.getByRole('button', { name: 'Excluídos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Excluídos de “Números dos documentos”' });
  await dialog
    .getByRole('heading', { name: /Documento: [^;]+; O que é: [^;]+; Dia a que se refere: \d\d\/\d\d\/\d{4}; Valor: / })
    .waitFor();
  await dialog.getByRole('button', { name: /^Trazer de volta: Documento/ }).press('Enter');
  await dialog.getByText('Está na lista.').waitFor();
  expect(await dialog.getByRole('button', { name: /^Trazer de volta/ }).count()).toBe(0);
  expect(desk.visit.troubles).toEqual([]);
});

test('an address without a row says so, and leads to the list', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  for (const key of ['999999', 'sem-numero']) {
    await desk.open(`/noticia/${key}`);
    await page.getByRole('region', { name: 'Conteúdo não encontrado' }).and(page.locator(':focus')).waitFor();
    await page.getByText('Não há conteúdo neste endereço. Ele pode ter sido excluído.').waitFor();
  }
  await page.getByRole('link', { name: 'Ver a lista: Notícias' }).click();
  await page.getByRole('table').waitFor();
  expect(desk.visit.troubles).toEqual([]);
});

test('a refusal of the database stands at its field', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/termo_glossario/create');
  await page.getByRole('textbox', { name: 'Termo' }).fill('Pecúlio');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Preencha este campo').waitFor();
  await page.getByRole('textbox', { name: 'Definição' }).fill('Dinheiro guardado.');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.waitForURL(/\/termo_glossario\/\d+$/);
  await desk.open('/termo_glossario/create');
  await page.getByRole('textbox', { name: 'Termo' }).fill('Pecúlio');
  await page.getByRole('textbox', { name: 'Definição' }).fill('Outra definição.');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.locator('p').filter({ hasText: 'Já existe outro registro com este valor.' }).waitFor();
  // As a field that the form refuses, it gets the focus.
  await page.getByRole('textbox', { name: 'Termo' }).and(page.locator(':focus')).waitFor();
  expect(await page.getByRole('textbox', { name: 'Definição' }).inputValue()).toBe('Outra definição.');
});

test('an address of the site that leads nowhere is told, and is saved all the same', async () => {
  await using desk = await deskOf(browser, site, ANA);
  const { page } = desk;
  await desk.open('/redirecionamento/create');
  await page.getByRole('textbox', { name: 'Endereço antigo' }).fill('/antigo/beneficios.php');
  const address = page.getByRole('textbox', { name: 'Endereço novo' });
  const told = page.getByRole('status').filter({ hasText: 'O público não encontra nada neste endereço do site.' });
  for (const leadsNowhere of ['/beneficios/pensoes', '/noticias/999999', `${site.url}/nada`]) {
    await address.fill('/beneficios');
    await told.waitFor({ state: 'detached' });
    await address.fill(leadsNowhere);
    await told.waitFor();
  }
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.waitForURL(/\/redirecionamento\/.*beneficios/);
  await told.waitFor();
  expect(await address.inputValue()).toBe(`${site.url}/nada`);
});

test('what helps to fill a field stays beside what is wrong in it', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/documento/create');
  await page.getByRole('textbox', { name: 'Em poucas palavras' }).fill('Sem título.');
  await page.getByRole('button', { name: 'Salvar' }).click();
  const described = await page
    .getByRole('textbox', { name: 'Título' })
    .and(page.locator('[aria-invalid=true]'))
    .evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.innerText);
  expect(described).toMatch(/^Preencha este campo\s+Sem CPF completo: mostre só parte dele\.$/);
});

test('a whole CPF, or a day to come, is told at the entry of a list that has it, whose help is not said twice', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  // A contract of the demonstration, with payments.
  await desk.open('/documento/13');
  const help = page.getByText('Aparecem na página do contrato, na do processo de contratação e nos dados abertos.');
  await help.waitFor();
  await page.locator('[name="pagamentos.1.referente_a"]').fill('Diária de 529.982.247-25');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.locator('[name="pagamentos.1.referente_a"]:focus[aria-invalid=true]').waitFor();
  expect(await page.getByRole('textbox', { name: 'Título' }).getAttribute('aria-invalid')).not.toBe('true');
  expect(await help.count()).toBe(1);
  await page.locator('[name="pagamentos.1.referente_a"]').fill('Diária');
  await page.locator('[name="pagamentos.1.pago_em"]').fill('2090-12-31');
  await page.getByRole('button', { name: 'Salvar' }).click();
  const refused = page.locator('[name="pagamentos.1.pago_em"]:focus[aria-invalid=true]');
  await refused.waitFor();
  const described = await refused.evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.innerText);
  expect(described).toBe('O pagamento de 31/12/2090 ainda não foi feito: confira a data.');
});

test('the fields and buttons of a file of a document stand apart', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/documento/1');
  const places = [
    page.getByRole('combobox', { name: 'Arquivo' }),
    page.getByRole('button', { name: 'Enviar um arquivo novo' }),
    page.getByRole('combobox', { name: 'Papel' }),
    page.getByRole('textbox', { name: 'Rótulo' }),
  ];
  const boxes = await Promise.all(
    places.map((place) =>
      place.first().evaluate((element) => (element.closest('.MuiInputBase-root') ?? element).getBoundingClientRect().toJSON() as DOMRect),
    ),
  );
  const gaps = boxes.slice(1).map(({ top }, index) => top - (boxes[index]?.bottom ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(8);
});

test('files are listed by the name of their type and a size in words, and a list that is not counted says of how many it has more', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/arquivo');
  await page.getByText('1 a 10 de mais de 1.000').waitFor();
  await page.getByRole('status').getByText('Mais de 1.000 registros.').waitFor();
  // Which files are the newest depends on the day on which the demonstration was loaded.
  await page.getByRole('textbox', { name: 'Buscar' }).fill('balancete-2026-09.csv');
  await expect
    .poll(() => page.getByRole('row').filter({ hasText: 'balancete-2026-09.csv' }).getByRole('cell').allInnerTexts())
    .toEqual(['CSV', expect.stringMatching(/^\d+ bytes$/), expect.stringMatching(/^21\/10\/2026/)]);
  await page.getByRole('link', { name: 'balancete-2026-09.csv' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Tamanho' }).inputValue()).toMatch(/^\d+ bytes$/);
  expect(await page.getByRole('textbox', { name: 'Tipo' }).inputValue()).toBe('CSV');
});

test('a title that is too long for a line is refused with its length, stays as it is, and leaves the form in sight', async () => {
  await using desk = await deskOf(browser, site, BIA, { width: 700 });
  const { page } = desk;
  const paragraph = 'Palavra '.repeat(625).trim();
  await desk.open('/noticia/create');
  const title = page.getByRole('textbox', { name: 'Título' });
  await title.fill(paragraph);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Este campo aceita até 500 caracteres, e este texto tem 4.999.').waitFor();
  expect(await title.inputValue()).toBe(paragraph);
  // A row may have such a title from elsewhere, as from an import.
  const query = 'mutation Stretch($titulo: String!) { update_noticia(where: {id: {_eq: 8}}, _set: {titulo: $titulo}) { affected_rows } }';
  await desk.context.request.post(`${site.url}/v1/graphql`, {
    headers: { Origin: site.url },
    data: { query, variables: { titulo: paragraph } },
  });
  await desk.open('/noticia/8');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(paragraph);
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(80);
  // What is stored stays, and the rest of its row is saved.
  await page.getByRole('textbox', { name: 'Chapéu' }).fill('Importada');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Salvo', { exact: true }).waitFor();
  expect(await title.inputValue()).toBe(paragraph);
  await title.fill(`${paragraph}!`);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('este texto tem 5.000.').waitFor();
  await title.fill('Um título que cabe');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Um título que cabe');
});

test('a stored text that is too long stays in a row of a form whose place another row has left', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  const days = 'Segunda '.repeat(80).trim();
  const horario = ['Terça', days].map((dias) => ({ dias, abre: '08:00', fecha: '14:00' }));
  const query = 'mutation Stretch($horario: jsonb!) { update_unidade(where: {id: {_eq: 2}}, _set: {horario: $horario}) { affected_rows } }';
  await desk.context.request.post(`${site.url}/v1/graphql`, { headers: { Origin: site.url }, data: { query, variables: { horario } } });
  await desk.open('/unidade/2');
  await page.getByRole('button', { name: 'Tirar', exact: true }).first().click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Salvo', { exact: true }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Dias' }).inputValue()).toBe(days);
});

test('amounts and coordinates are typed and shown in Brazilian notation, and what is none is refused as it was typed', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  const stored = async (query: string): Promise<unknown> => {
    const answer = await desk.context.request.post(`${site.url}/v1/graphql`, { headers: { Origin: site.url }, data: { query } });
    return answer.json();
  };
  await desk.open('/pagamento/create');
  await page.getByRole('combobox', { name: 'Contrato ou aditivo' }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Pago em').fill('2026-11-20');
  await page.getByRole('textbox', { name: 'O que foi pago' }).fill('Parcela em reais');
  const amount = page.getByLabel('Valor');
  for (const [typed, refusal] of [
    ['1,234.56', 'Não é possível ler este número. Escreva como 1.234,56.'],
    ['1.234,567', 'Este campo aceita até 2 casas depois da vírgula, como 1.234,56.'],
    ['99999999999999999999', 'Este campo aceita até 16 algarismos antes da vírgula.'],
    ['1234567890123456,78', 'Este número tem algarismos demais: o site guarda até 15, sem arredondar.'],
  ] as const) {
    await amount.fill('');
    await amount.pressSequentially(typed);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText(refusal).waitFor();
    expect(await amount.inputValue()).toBe(typed);
  }
  await amount.fill('');
  await amount.pressSequentially('R$ 1.234,56');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.waitForURL(/\/pagamento\/\d+$/);
  expect(await stored('{ pagamento(where: {referente_a: {_eq: "Parcela em reais"}}) { valor } }')).toEqual({
    data: { pagamento: [{ valor: 1234.56 }] },
  });
  await expect.poll(() => amount.inputValue()).toBe('1.234,56');
  await desk.open('/unidade/1');
  await page.getByLabel('Latitude').fill('-1.455833');
  await page.getByLabel('Longitude').fill('-48,49');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Salvo', { exact: true }).waitFor();
  expect(await stored('{ unidade(where: {id: {_eq: 1}}) { latitude longitude } }')).toEqual({
    data: { unidade: [{ latitude: -1.455833, longitude: -48.49 }] },
  });
  expect(await page.getByLabel('Latitude').inputValue()).toBe('-1,455833');
  expect(desk.visit.troubles).toEqual([]);
});

test('two people at one row know of each other; the second to save is told, and both texts are kept', async () => {
  await using ana = await deskOf(browser, site, ANA);
  await using bia = await deskOf(browser, site, BIA);
  const topOf = async (name: string): Promise<number> =>
    (await bia.page.getByRole('button', { name, exact: true }).boundingBox())?.y ?? Number.NaN;
  const places = async (): Promise<readonly number[]> => [await topOf('Versões'), await topOf('Salvar')];
  await bia.open('/noticia/1');
  const before = await places();
  // Nothing stands above the first buttons but the bar and the edge of the form.
  expect(await topOf('Versões')).toBeLessThan(100);
  await ana.open('/noticia/1');
  await ana.page.getByText(`${BIA.displayName} está editando este conteúdo agora.`).waitFor();
  await bia.page.getByText(`${ANA.displayName} está editando este conteúdo agora.`).waitFor();
  // What somebody is about to press does not move because another person comes.
  expect(await places()).toEqual(before);
  await bia.page.getByRole('textbox', { name: 'Chapéu' }).fill('De Bia');
  await bia.page.getByRole('textbox', { name: 'Autor' }).fill('Bia');
  await bia.page.getByRole('button', { name: 'Salvar' }).click();
  await bia.page.getByText('Salvo', { exact: true }).waitFor();
  await ana.page.getByRole('textbox', { name: 'Chapéu' }).fill('De Ana');
  await ana.page.getByRole('textbox', { name: 'Crédito' }).fill('Ana');
  await ana.page.getByRole('button', { name: 'Salvar' }).click();
  const dialog = ana.page.getByRole('dialog', { name: 'Este conteúdo mudou enquanto você editava' });
  await dialog.waitFor();
  expect(await dialog.textContent()).toMatch(/De Ana.*De Bia|De Bia.*De Ana/);
  await expect.poll(() => axeViolations(ana.page)).toEqual([]);
  await dialog.getByRole('radio', { name: 'Fica o texto que já foi salvo' }).click();
  // The row is saved once more while the choice is open.
  await bia.page.getByText('Salvo', { exact: true }).waitFor({ state: 'hidden' });
  await bia.page.getByRole('textbox', { name: 'Crédito' }).fill('Bia');
  await bia.page.getByRole('button', { name: 'Salvar' }).click();
  await bia.page.getByText('Salvo', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Usar estas escolhas' }).click();
  await dialog.getByRole('group', { name: 'Crédito' }).waitFor();
  await dialog.getByRole('button', { name: 'Usar estas escolhas' }).click();
  const written = async ({ page }: Desk): Promise<readonly string[]> =>
    Promise.all(['Chapéu', 'Autor', 'Crédito'].map((name) => page.getByRole('textbox', { name }).inputValue()));
  await expect.poll(() => written(ana)).toEqual(['De Bia', 'Bia', 'Ana']);
  await ana.page.getByRole('button', { name: 'Salvar' }).click();
  await ana.page.getByText('Salvo', { exact: true }).waitFor();
  await bia.load('/noticia/1');
  expect(await written(bia)).toEqual(['De Bia', 'Bia', 'Ana']);
});

test('entries that two people added to one list stay both, unless the second to save decides otherwise', async () => {
  await using ana = await deskOf(browser, site, ANA);
  await using bia = await deskOf(browser, site, BIA);
  // A contract of the demonstration.
  for (const desk of [ana, bia]) await desk.open('/documento/13');
  const names = ({ page }: Desk): Promise<readonly string[]> =>
    page
      .locator('[name^="fiscais."][name$=".pessoa_nome"]')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const add = async (desk: Desk, name: string): Promise<void> => {
    const place = (await names(desk)).length;
    await desk.page.getByRole('group', { name: 'Fiscais do contrato' }).getByRole('button', { name: 'Incluir', exact: true }).click();
    await desk.page.locator(`[name="fiscais.${place}.pessoa_nome"]`).fill(name);
    await desk.page.getByRole('button', { name: 'Salvar' }).click();
  };
  const before = await names(bia);
  await add(bia, 'Da Bia');
  await bia.page.getByText('Salvo', { exact: true }).waitFor();
  await add(ana, 'Da Ana');
  const dialog = ana.page.getByRole('dialog', { name: 'Este conteúdo mudou enquanto você editava' });
  const ofBia = dialog.getByRole('checkbox', { name: 'Só na lista que já foi salva: Nome: Da Bia' });
  const ofAna = dialog.getByRole('checkbox', { name: 'Só na sua lista: Nome: Da Ana' });
  await ofBia.waitFor();
  expect([await ofBia.isChecked(), await ofAna.isChecked(), await dialog.getByRole('checkbox').count()]).toEqual([true, true, 2]);
  await expect.poll(() => axeViolations(ana.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Usar estas escolhas' }).click();
  await expect.poll(() => names(ana)).toEqual([...before, 'Da Bia', 'Da Ana']);
  await ana.page.getByRole('button', { name: 'Salvar' }).click();
  await ana.page.getByText('Salvo', { exact: true }).waitFor();
  await bia.load('/documento/13');
  await expect.poll(() => names(bia)).toEqual([...before, 'Da Bia', 'Da Ana']);
});

test('a new form keeps nothing before the editor writes in it, and nothing of it is left', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  const kept = (): Promise<readonly string[]> =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('rascunho:')));
  await desk.open('/noticia/create');
  await page.getByRole('textbox', { name: 'Título' }).waitFor();
  expect([await kept(), await page.getByText('Vale depois de salvar.').count()]).toEqual([[], 0]);
  await page.getByRole('link', { name: 'Início' }).click();
  await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
  expect([await kept(), await page.getByText('Texto novo: notícia').count()]).toEqual([[], 0]);
  await desk.open('/noticia/create');
  await page.getByRole('textbox', { name: 'Título' }).fill('Um começo');
  await page.getByText('Rascunho guardado.').waitFor();
  // No field is there to be moved while it is not known whether a draft is offered.
  const answered = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const late = async (route: Route): Promise<void> => {
    if (route.request().postData()?.includes('query Draft') === true) {
      asked.resolve();
      await answered.promise;
    }
    await route.continue();
  };
  await page.route('**/v1/graphql', late);
  page.once('dialog', (dialog) => void dialog.accept());
  const opened = page.goto(`${site.url}/admin/app/noticia/create`);
  await asked.promise;
  // What a form needs besides has come.
  await opened;
  await page.waitForLoadState('load');
  expect(await page.getByRole('textbox', { name: 'Título' }).count()).toBe(0);
  answered.resolve();
  await page.getByRole('textbox', { name: 'Título' }).waitFor();
  expect(await page.getByText('Há um texto que não foi salvo').count()).toBe(1);
  await page.unroute('**/v1/graphql', late);
  await page.getByRole('button', { name: 'Descartar' }).click();
});

test('a moment is that of the institution’s clock, whatever the clock of the browser', async () => {
  await using desk = await deskOf(browser, site, BIA, { timezoneId: 'Asia/Tokyo' });
  const { page } = desk;
  await desk.open('/banner_comunicado/create');
  await page.getByRole('textbox', { name: 'Título', exact: true }).fill('Vale no ano que vem');
  const from = page.getByLabel('Exibir a partir de');
  await from.fill('2031-01-02T23:30');
  await page.getByText('Horário de Brasília.').first().waitFor();
  await page.getByRole('switch', { name: 'Publicado' }).click();
  await page
    .getByRole('note')
    .filter({ hasText: /em 2 de janeiro de 2031.* 23:30, sem/ })
    .waitFor();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.waitForURL(/\/banner_comunicado\/\d+$/);
  expect(await from.inputValue()).toBe('2031-01-02T23:30');
  const answer = await desk.context.request.post(`${site.url}/v1/graphql`, {
    headers: { Origin: site.url },
    data: { query: '{ banner_comunicado(where: {titulo: {_eq: "Vale no ano que vem"}}) { exibir_de } }' },
  });
  expect(await answer.json()).toEqual({ data: { banner_comunicado: [{ exibir_de: '2031-01-03T02:30:00+00:00' }] } });
  await desk.open('/banner_comunicado');
  await page.getByRole('cell', { name: 'Agendado: 02/01/2031' }).waitFor();
  await page.getByRole('cell', { name: /02\/01\/2031,? 23:30/ }).waitFor();
  expect(desk.visit.troubles).toEqual([]);
});

test('a date of which a part is missing is told when it is left, and is not saved as none', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/noticia/5');
  const date = page.getByLabel('Data de publicação');
  const before = await date.inputValue();
  expect(before).not.toBe('');
  // The day alone is taken away.
  await date.focus();
  await page.keyboard.press('Backspace');
  await page.getByRole('textbox', { name: 'Chapéu' }).fill('Com data');
  await page.getByText('A data está incompleta. Complete-a ou apague-a.').waitFor();
  const note = page.getByRole('note').filter({ hasText: 'Vale depois de salvar.' });
  const sentence = await note.textContent();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await date.and(page.locator(':focus')).waitFor();
  // The sentence about the public is that of the stored date.
  expect(await note.textContent()).toBe(sentence);
  await date.fill(before);
  await page.getByRole('textbox', { name: 'Chapéu' }).focus();
  await page.getByText('A data está incompleta').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Salvo', { exact: true }).waitFor();
  await page.reload();
  await expect.poll(() => date.inputValue()).toBe(before);
  expect(desk.visit.troubles).toEqual([]);
});

test('a day that is taken away is saved as none, and one of which a part is missing is not', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/documento/9');
  const day = page.getByLabel('Vigência: fim');
  const before = await day.inputValue();
  expect(before).not.toBe('');
  const title = page.getByRole('textbox', { name: 'Título' });
  const save = page.getByRole('button', { name: 'Salvar' });
  const saved = page.getByText('Salvo', { exact: true });
  await day.focus();
  await page.keyboard.press('Backspace');
  await title.focus();
  await page.getByText('A data está incompleta. Complete-a ou apague-a.').waitFor();
  await day.fill('');
  await title.focus();
  await page.getByText('A data está incompleta').waitFor({ state: 'detached' });
  await expect.poll(() => save.getAttribute('aria-disabled')).not.toBe('true');
  await save.click();
  await saved.waitFor();
  await desk.load('/documento/9');
  expect(await day.inputValue()).toBe('');
  await day.fill(before);
  await save.click();
  await saved.waitFor();
  expect(desk.visit.troubles).toEqual([]);
});

test('a screen reader is told what follows from a date once the date is left, and from the switch at once', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/noticia/5');
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const region of document.querySelectorAll('output, [aria-live]'))
      new MutationObserver(() => heard.push(region.textContent)).observe(region, { subtree: true, childList: true, characterData: true });
  });
  const heard = (): Promise<readonly string[]> => page.evaluate(() => (window as unknown as { readonly heard: string[] }).heard);
  await page.getByRole('textbox', { name: 'Título' }).press('a');
  await page.getByRole('note').filter({ hasText: 'Vale depois de salvar.' }).waitFor();
  await page.getByLabel('Data de publicação').focus();
  // Its parts stand in the order of the browser's language.
  await page.keyboard.type('10102031');
  await page.getByRole('note').filter({ hasText: 'em 10 de outubro de 2031' }).waitFor();
  expect((await heard()).filter((text) => text.startsWith('O público'))).toEqual([]);
  await page.getByRole('button', { name: 'Versões' }).focus();
  await expect.poll(async () => (await heard()).some((text) => text.includes('em 10 de outubro de 2031'))).toBe(true);
  await page.getByRole('switch', { name: 'Publicado' }).click();
  await expect.poll(async () => (await heard()).at(-1)).toContain('Só quem edita o site o vê. Vale depois de salvar.');
  expect((await heard()).filter((text) => text.startsWith('O público'))).toHaveLength(2);
  expect(desk.visit.troubles).toEqual([]);
});

test('the clock of an open application is that of the identity of the site, as it is now', async () => {
  await using desk = await deskOf(browser, site, ANA);
  const { page } = desk;
  await desk.open('/configuracao_site/1');
  await page.getByRole('combobox', { name: 'Fuso horário' }).click();
  await page.getByRole('option', { name: 'Acre (UTC−5)' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Salvo', { exact: true }).waitFor();
  await desk.goTo('/banner_comunicado/create');
  await page.getByText('Horário do Acre.').first().waitFor();
  // Another administrator sets it back; this window is looked at again.
  const query = 'mutation { update_configuracao_site(where: {}, _set: {fuso_horario: "America/Sao_Paulo"}) { affected_rows } }';
  await desk.context.request.post(`${site.url}/v1/graphql`, { headers: { Origin: site.url }, data: { query } });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await page.getByText('Horário de Brasília.').first().waitFor();
  expect(desk.visit.troubles).toEqual([]);
});

test('the choice of a picture offers pictures alone', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  const choicesOf = async (name: string): Promise<readonly string[]> => {
    await page.getByRole('combobox', { name, exact: true }).click();
    const choices = page.getByRole('listbox', { name }).getByRole('option');
    await choices.first().waitFor();
    return choices.allInnerTexts();
  };
  await desk.open('/noticia/create');
  const pictures = await choicesOf('Imagem');
  expect(pictures.filter((name) => !/\.(?:jpe?g|png|webp|avif|gif)$/i.test(name))).toEqual([]);
  await desk.open('/documento/create');
  await page.getByRole('button', { name: 'Incluir' }).first().click();
  expect((await choicesOf('Arquivo')).some((name) => name.endsWith('.pdf'))).toBe(true);
  expect(desk.visit.troubles).toEqual([]);
});

test('a document that is published without anything to download says so until it has an address', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/documento/create');
  await page.getByRole('combobox', { name: 'Categoria' }).click();
  await page.getByRole('option').first().click();
  const address = page.getByRole('textbox', { name: 'Endereço em outro portal' });
  await address.waitFor();
  const lacking = page.getByRole('note').filter({ hasText: 'não encontra nele o que baixar' });
  expect(await lacking.count()).toBe(0);
  await page.getByRole('switch', { name: 'Publicado' }).click();
  await lacking.waitFor();
  await address.fill('https://www.gov.br/previdencia');
  await lacking.waitFor({ state: 'detached' });
  await desk.load('/documento/13');
  await page.getByText('O público vê este conteúdo agora.').first().waitFor();
  expect(await lacking.count()).toBe(0);
  expect(desk.visit.troubles).toEqual([]);
});

test('the preview advises on the texts of the form', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/noticia/2');
  await page.getByRole('textbox', { name: 'Texto', exact: true }).fill(`${'Muitas palavras seguidas '.repeat(12)}cansam.`);
  await page.getByRole('button', { name: 'Ver como o público verá' }).click();
  const dialog = page.getByRole('dialog', { name: 'Como o público verá a página' });
  await dialog.getByText('Página pronta.').waitFor();
  await dialog.getByText('Ver as sugestões para Texto').click();
  await dialog.getByRole('listitem').filter({ hasText: 'Muitas palavras seguidas' }).waitFor();
  // The keys that are pressed within the page lead back too.
  const frame = dialog.locator('iframe');
  await expect.poll(() => frame.evaluate((element) => (element as HTMLIFrameElement).contentDocument?.readyState)).toBe('complete');
  await frame.contentFrame().getByRole('link').first().focus();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(desk.visit.troubles).toEqual([]);
});

test('a session that ends while an editor writes is continued on the same screen, and the save is done', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/noticia/3');
  await page.getByRole('textbox', { name: 'Chapéu' }).fill('Escrito antes do fim');
  await desk.context.clearCookies();
  await page.getByRole('button', { name: 'Salvar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await dialog.getByText(BIA.email).waitFor();
  await expect.poll(() => axeViolations(page)).toEqual([]);
  await dialog.getByLabel('Senha').fill('errada');
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await dialog.getByText('Senha incorreta.').waitFor();
  await dialog.getByLabel('Senha').fill(PASSWORD);
  await page.route('**/_session', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await dialog.getByText('Sem conexão com o servidor. Tente de novo.').waitFor();
  // The network was at fault: what was typed stays, and is not called wrong.
  expect(await dialog.getByLabel('Senha').inputValue()).toBe(PASSWORD);
  expect(await dialog.getByLabel('Senha').getAttribute('aria-invalid')).toBe('false');
  await page.unroute('**/_session');
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await page.getByText('Salvo', { exact: true }).waitFor();
  expect(await dialog.count()).toBe(0);
  await desk.load('/noticia/3');
  expect(await page.getByRole('textbox', { name: 'Chapéu' }).inputValue()).toBe('Escrito antes do fim');
  // The requests without a session were refused, one did not arrive, and nothing else.
  expect(desk.visit.troubles.filter((trouble) => !trouble.includes('401') && !trouble.includes('net::ERR_FAILED'))).toEqual([]);
});

test('what is written while a save is under way stays in the form, and is saved next', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/noticia/5');
  const kicker = page.getByRole('textbox', { name: 'Chapéu' });
  const save = page.getByRole('button', { name: 'Salvar' });
  const answered = Promise.withResolvers<void>();
  await page.route('**/v1/graphql', async (route) => {
    const response = route.request().postData()?.includes('mutation Update(') === true ? await route.fetch() : null;
    if (response === null) return route.fallback();
    await answered.promise;
    await route.fulfill({ response });
  });
  await kicker.fill('Antes de salvar');
  await Promise.all([page.waitForRequest((request) => request.postData()?.includes('mutation Update(') === true), save.click()]);
  await kicker.press('Home');
  await page.keyboard.type('Durante ');
  answered.resolve();
  await page.getByText('Salvo', { exact: true }).waitFor();
  await save.and(page.locator(':not([aria-disabled=true])')).waitFor();
  await page.keyboard.type('e não ');
  expect(await kicker.inputValue()).toBe('Durante e não Antes de salvar');
  const [written] = await Promise.all([
    page.waitForResponse((response) => response.request().postData()?.includes('mutation Update(') === true),
    save.click(),
  ]);
  expect(((await written.json()) as { readonly errors?: unknown }).errors).toBeUndefined();
  await save.and(page.locator('[aria-disabled=true]')).waitFor();
  await desk.load('/noticia/5');
  expect(await kicker.inputValue()).toBe('Durante e não Antes de salvar');
  expect(desk.visit.troubles).toEqual([]);
});

test('what is written while a new row is saved goes on in the form of the row, and is no draft of another new one', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/noticia/create');
  await page.getByRole('textbox', { name: 'Título' }).fill('Notícia que se escreve enquanto é salva');
  const kicker = page.getByRole('textbox', { name: 'Chapéu' });
  await kicker.fill('Antes de salvar');
  const answered = Promise.withResolvers<void>();
  await page.route('**/v1/graphql', async (route) => {
    const response = route.request().postData()?.includes('mutation Create(') === true ? await route.fetch() : null;
    if (response === null) return route.fallback();
    await answered.promise;
    await route.fulfill({ response });
  });
  const asked = page.waitForRequest((request) => request.postData()?.includes('mutation Create(') === true);
  await Promise.all([asked, page.getByRole('button', { name: 'Salvar' }).click()]);
  await kicker.press('Home');
  await page.keyboard.type('Durante ');
  answered.resolve();
  await page.waitForURL(/\/\d+$/);
  await page.getByRole('button', { name: 'Versões' }).waitFor();
  await kicker.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('e não ');
  expect(await kicker.inputValue()).toBe('Durante e não Antes de salvar');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Salvo', { exact: true }).waitFor();
  await desk.load('/noticia/create');
  await kicker.waitFor();
  expect([await kicker.inputValue(), await page.getByText('Há um texto que não foi salvo').count()]).toEqual(['', 0]);
  expect(desk.visit.troubles).toEqual([]);
});

test('a page that is withdrawn says what leads to it, and one whose address changes is found at the old one', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  const save = async (): Promise<void> => {
    const [written] = await Promise.all([
      page.waitForResponse((response) => response.request().postData()?.includes('mutation Update(') === true),
      page.getByRole('button', { name: 'Salvar' }).click(),
    ]);
    expect(((await written.json()) as { readonly errors?: unknown }).errors).toBeUndefined();
    await page.getByRole('button', { name: 'Salvar' }).and(page.locator('[aria-disabled=true]')).waitFor();
  };
  await desk.open('/pagina/12');
  const address = page.getByRole('textbox', { name: 'Endereço, depois de /paginas/' });
  expect(await address.inputValue()).toBe('acessibilidade');
  const links = page.getByRole('status').filter({ hasText: 'ainda há links que levam a ele' });
  const published = page.getByRole('switch', { name: 'Publicado' });
  expect(await links.count()).toBe(0);
  await published.click();
  await save();
  await links.getByRole('link', { name: 'página “Mapa do site”' }).waitFor();
  await expect.poll(() => axeViolations(page)).toEqual([]);
  await published.click();
  await save();
  await links.waitFor({ state: 'detached' });

  await address.fill('para-todos');
  await save();
  const found = (): Promise<string> =>
    fetch(`${site.url}/paginas/acessibilidade`).then(({ url, status }) => `${status} ${new URL(url).pathname}`);
  await expect.poll(found).toBe('200 /paginas/para-todos');
  await address.fill('acessibilidade');
  await save();
  await expect.poll(found).toBe('200 /paginas/acessibilidade');
  expect(desk.visit.troubles).toEqual([]);
});

/** Opens the question that a request without a session brings, and closes it without an answer. */
async function declineToSignIn(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await dialog.getByRole('button', { name: 'Agora não' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Answers the question that a request without a session brings. */
async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await dialog.getByLabel('Senha').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Entrar' }).click();
}

const NOT_SAVED = 'Sua sessão terminou e nada foi salvo. O que você escreveu continua nesta tela: entre de novo e repita.';

/** Whether the open document asks before it is left. */
const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

test('a save whose session has ended is told as not saved when the editor does not sign in, and keeps text and draft', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/noticia/4');
  const kicker = page.getByRole('textbox', { name: 'Chapéu' });
  await kicker.fill('Escrito e não salvo');
  await page.getByText('Rascunho guardado.').waitFor();
  await desk.context.clearCookies();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await declineToSignIn(page);
  await page.getByRole('alert').filter({ hasText: NOT_SAVED }).waitFor();
  expect(await page.getByText('Salvo', { exact: true }).count()).toBe(0);
  expect(await kicker.inputValue()).toBe('Escrito e não salvo');
  expect(await asksBeforeLeaving(page)).toBe(true);
  expect(await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('rascunho:')))).toBe(true);
  // The network is there: the sentence names no cause.
  await page.getByText('O rascunho está guardado só neste computador por enquanto.', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Salvar' }).click();
  await signInAgain(page);
  await page.getByText('Salvo', { exact: true }).waitFor();
  await desk.load('/noticia/4');
  expect(await kicker.inputValue()).toBe('Escrito e não salvo');

  await desk.open('/noticia');
  await page
    .getByRole('checkbox', { name: /^Escolher (?!todos)/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Retirar do site' }).click();
  await desk.context.clearCookies();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await declineToSignIn(page);
  await page.getByRole('alert').filter({ hasText: NOT_SAVED }).waitFor();
  expect(await page.getByText('Retirado do site', { exact: true }).count()).toBe(0);
  expect(desk.visit.troubles.filter((trouble) => !trouble.includes('401'))).toEqual([]);
});

test('a choice that was not read for want of a session is no fault of the save, and is read after the sign-in', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/noticia/4');
  await page.getByRole('textbox', { name: 'Chapéu' }).fill('Escrito ao lado de uma escolha');
  await page.getByText('Rascunho guardado.').waitFor();
  await desk.context.clearCookies();
  const picture = page.getByRole('combobox', { name: 'Imagem', exact: true });
  await picture.fill('outra');
  await declineToSignIn(page);
  const save = page.getByRole('button', { name: 'Salvar' });
  await save.click();
  await declineToSignIn(page);
  await page.getByRole('alert').filter({ hasText: NOT_SAVED }).waitFor();
  expect(await picture.getAttribute('aria-invalid')).toBe('true');
  await save.and(page.locator(':focus')).waitFor();

  await page.getByRole('button', { name: 'Entrar de novo' }).click();
  await signInAgain(page);
  // The button that had the focus has gone with its bar.
  await page.locator('#main-content > section:focus').waitFor();
  await expect.poll(() => picture.getAttribute('aria-invalid')).toBe('false');
  await save.click();
  await page.getByText('Salvo', { exact: true }).waitFor();
  expect(desk.visit.troubles.filter((trouble) => !trouble.includes('401'))).toEqual([]);
});

/** Presses the button of the save whenever it can be pressed from now on, as an impatient person does. */
function pressWhenOffered(page: Page): Promise<void> {
  return page.evaluate(() => {
    const press = (): void => {
      const buttons = [...document.querySelectorAll('button')];
      buttons.find((button) => button.textContent === 'Salvar' && button.ariaDisabled !== 'true')?.click();
    };
    new MutationObserver(press).observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-disabled'] });
  });
}

test('a save that the server could not do is told beside its button, and the form is not left without a question', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/noticia/4');
  await page.getByRole('textbox', { name: 'Chapéu' }).fill('Escrito enquanto o banco parou');
  const fault = { errors: [{ message: 'database query error', extensions: { path: '$', code: 'unexpected' } }] };
  await page.route('**/v1/graphql', (route) =>
    route.request().postData()?.includes('mutation Update(') === true ? route.fulfill({ json: fault }) : route.fallback(),
  );
  const button = page.getByRole('button', { name: 'Salvar' });
  await button.click();
  const reason = page.getByText('O servidor não conseguiu concluir. Tente de novo em instantes.');
  const notice = page.locator('.MuiSnackbar-root');
  await notice.and(page.locator(':has-text("O servidor não conseguiu concluir.")')).waitFor();
  await page.keyboard.press('Escape');
  await notice.waitFor({ state: 'detached' });
  expect(await reason.count()).toBe(1);
  expect(await asksBeforeLeaving(page)).toBe(true);
  expect(await axeViolations(page)).toEqual([]);

  await page.unroute('**/v1/graphql');
  await button.click();
  await page.getByText('Salvo', { exact: true }).waitFor();
  expect(await reason.count()).toBe(0);
  expect(await asksBeforeLeaving(page)).toBe(false);
  expect(desk.visit.troubles).toEqual([]);
});

test('a new row whose session has ended is told as not saved when the editor does not sign in, and is made once after the sign-in', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/termo_glossario/create');
  const term = page.getByRole('textbox', { name: 'Termo' });
  await term.fill('Termo sem sessão');
  await page.getByRole('textbox', { name: 'Definição' }).fill('Escrita antes do fim.');
  await desk.context.clearCookies();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await declineToSignIn(page);
  await page.getByRole('alert').filter({ hasText: NOT_SAVED }).waitFor();
  expect(await page.getByText(/Invalid|dataProvider/).count()).toBe(0);
  expect([await term.inputValue(), await asksBeforeLeaving(page)]).toEqual(['Termo sem sessão', true]);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await pressWhenOffered(page);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await signInAgain(page);
  await page.waitForURL(/\/termo_glossario\/\d+$/);
  await page.getByRole('button', { name: 'Versões' }).waitFor();
  // The refusal of the ended session, and the row.
  expect(sent.filter((text) => text.includes('insert_termo_glossario'))).toHaveLength(2);
  await desk.load('/termo_glossario');
  await page.getByRole('textbox', { name: 'Buscar' }).fill('Termo sem sessão');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  expect(desk.visit.troubles.filter((trouble) => !trouble.includes('401'))).toEqual([]);
});

test('a row stays when the session has ended before its deletion, and goes after the sign-in', async () => {
  await using desk = await deskOf(browser, site, ANA);
  const { page } = desk;
  await desk.open('/termo_glossario/create');
  await page.getByRole('textbox', { name: 'Termo' }).fill('Termo a excluir');
  await page.getByRole('textbox', { name: 'Definição' }).fill('Não fica.');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.waitForURL(/\/termo_glossario\/\d+$/);
  const address = page.url();
  const remove = page.getByRole('button', { name: 'Excluir', exact: true });
  // The row itself is no attribute of the button.
  expect(await remove.getAttribute('record')).toBeNull();
  // A second Enter does not delete.
  await remove.press('Enter');
  await page.getByRole('button', { name: 'Cancelar' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await remove.and(page.locator(':focus')).waitFor();
  await remove.click();
  const confirm = page.getByRole('dialog', { name: /^Excluir/ }).getByRole('button', { name: 'Confirmar' });
  await desk.context.clearCookies();
  await confirm.click();
  await declineToSignIn(page);
  await page.getByRole('alert').filter({ hasText: NOT_SAVED }).waitFor();
  expect([page.url(), await page.getByText('Excluído', { exact: true }).count()]).toEqual([address, 0]);

  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await remove.click();
  await confirm.click();
  await signInAgain(page);
  await page.waitForURL(/\/termo_glossario(?:\?|$)/);
  await page.getByRole('textbox', { name: 'Buscar' }).fill('Termo a excluir');
  await page.getByText(/^Nada em .* com estes filtros/).waitFor();
  expect(desk.visit.troubles.filter((trouble) => !trouble.includes('401'))).toEqual([]);
});

test('several rows leave the site together, after a question', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/termo_glossario');
  expect(await page.getByRole('button', { name: 'Retirar do site' }).count()).toBe(0);
  await desk.open('/pergunta_frequente');
  await page.getByRole('table').waitFor();
  const [first, second] = await page.getByRole('checkbox', { name: /^Escolher (?!todos)/ }).all();
  await first?.click();
  await second?.click();
  await page.getByRole('button', { name: 'Retirar do site' }).click();
  await page.getByText('2 conteúdos deixam de aparecer no site.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect.poll(() => page.getByText('Rascunho', { exact: true }).count()).toBeGreaterThanOrEqual(2);
  // The button that had the focus is gone with the choice.
  await page.getByRole('checkbox', { name: 'Escolher todos desta página' }).and(page.locator(':focus')).waitFor();
  await desk.open('/documento');
  await page
    .getByRole('checkbox', { name: /^Escolher (?!todos)/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Retirar do site' }).click();
  await page.getByRole('dialog').getByText('Para que leia o motivo, abra o documento e preencha a retirada').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  expect(desk.visit.troubles).toEqual([]);
});

test('rows of several pages of a list are chosen together, and keep their dates when they are published', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  const dates = async (): Promise<unknown> => {
    const query = '{ noticia(order_by: {id: asc}) { id publicado_em } }';
    const answer = await desk.context.request.post(`${site.url}/v1/graphql`, { headers: { Origin: site.url }, data: { query } });
    return answer.json();
  };
  const before = await dates();
  await desk.open('/noticia');
  const whole = page.getByRole('checkbox', { name: 'Escolher todos desta página' });
  await whole.click();
  await page.getByRole('button', { name: 'Ir para a página 2' }).click();
  await expect.poll(() => whole.isChecked()).toBe(false);
  await whole.click();
  await page.getByText('20 escolhidos', { exact: true }).waitFor();
  await whole.click();
  await page.getByText('10 escolhidos', { exact: true }).waitFor();
  await whole.click();
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await page.getByText('20 conteúdos aparecem no site agora.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await page.getByText('Publicado', { exact: true }).and(page.locator('.MuiSnackbar-root *')).first().waitFor();
  expect(await dates()).toEqual(before);
  await desk.open('/documento');
  await whole.click();
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await page.getByRole('dialog').getByText('O que foi retirado com motivo continua retirado.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  expect(desk.visit.troubles).toEqual([]);
});

test('all rows that a search finds are chosen and leave the site in parts, and those of a part that fails stay chosen', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  const ask = async (query: string): Promise<unknown> =>
    (await desk.context.request.post(`${site.url}/v1/graphql`, { headers: { Origin: site.url }, data: { query } })).json();
  const many = Array.from(
    { length: 600 },
    (_, n) => `{categoria_id: 1, pergunta: "Muitas ${n}", resposta_html: "<p>x</p>", ordem: 900, publicado: true}`,
  );
  expect(await ask(`mutation { insert_pergunta_frequente(objects: [${many.join(' ')}]) { affected_rows } }`)).toMatchObject({
    data: { insert_pergunta_frequente: { affected_rows: 600 } },
  });
  const published = async (): Promise<unknown> => {
    const where = '{pergunta: {_like: "Muitas %"}, publicado: {_eq: true}}';
    const answer = await ask(`{ pergunta_frequente_aggregate(where: ${where}) { aggregate { count } } }`);
    return (answer as { data: { pergunta_frequente_aggregate: { aggregate: { count: number } } } }).data.pergunta_frequente_aggregate
      .aggregate.count;
  };
  await desk.open('/pergunta_frequente');
  await page.getByRole('textbox', { name: 'Buscar' }).fill('Muitas');
  await page.getByText('1 a 10 de 600').waitFor();
  await page.getByRole('checkbox', { name: 'Escolher todos desta página' }).click();
  await page.getByRole('button', { name: 'Escolher todos', exact: true }).click();
  await page.getByText('600 escolhidos', { exact: true }).waitFor();
  let parts = 0;
  await page.route('**/v1/graphql', (route) => {
    if (route.request().postData()?.includes('UpdateMany') === true) parts += 1;
    return parts === 3 ? route.abort() : route.continue();
  });
  const withdraw = async (sentence: string): Promise<void> => {
    await page.getByRole('button', { name: 'Retirar do site' }).click();
    await page.getByText(sentence).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await withdraw('600 conteúdos deixam de aparecer no site.');
  await page.getByText('500 de 600 estão feitos, e os outros continuam escolhidos. Sem conexão').waitFor();
  expect(await published()).toBe(100);
  await page.unroute('**/v1/graphql');
  await withdraw('100 conteúdos deixam de aparecer no site.');
  await expect.poll(published).toBe(0);
  await expect.poll(() => page.getByText('escolhidos', { exact: false }).count()).toBe(0);
});

test('a phone shows whom a row is about, and not the office of a member alone', async () => {
  await using desk = await deskOf(browser, site, BIA, { width: 360 });
  const { page } = desk;
  await desk.open('/membro_orgao');
  await page.getByRole('rowheader').first().getByText('Helena Castanho Vilhena').waitFor();
  expect([...(await overflowing(page)), ...(await axeViolations(page))]).toEqual([]);
});

test('a window that becomes narrow, as by zoom, is read and scrolled, and its menu opens and closes', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/noticia');
  await page.setViewportSize({ width: 400, height: 500 });
  const openMenu = page.getByRole('button', { name: 'Abrir o menu' });
  await openMenu.waitFor();
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await openMenu.click();
  const menu = page.getByRole('navigation', { name: 'Conteúdos do site' });
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await openMenu.waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('table').waitFor();
  expect(desk.visit.troubles).toEqual([]);
});

test('the form of a new row says that what it proposes is seen after a save, and forced colours tell what is idle and what is wrong', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/reuniao/create');
  await page.getByRole('note').getByText('O público vê este conteúdo agora. Vale depois de salvar.').waitFor();
  await page.emulateMedia({ forcedColors: 'active' });
  const isGray = (): Promise<boolean> =>
    page.getByRole('button', { name: 'Salvar' }).evaluate((button) => {
      const probe = document.body.appendChild(document.createElement('p'));
      probe.style.color = 'GrayText';
      const gray = getComputedStyle(probe).color;
      probe.remove();
      return getComputedStyle(button).color === gray;
    });
  // The colour of a button takes its time to change.
  await expect.poll(isGray).toBe(true);
  await page.getByRole('textbox', { name: 'Local' }).fill('Sede');
  await page.getByRole('button', { name: 'Salvar' }).click();
  const fault = page.getByText('Preencha este campo').first();
  await fault.waitFor();
  expect(await fault.evaluate((text) => Number(getComputedStyle(text).fontWeight))).toBeGreaterThanOrEqual(700);
  const notice = page.locator('.MuiSnackbarContent-root');
  expect(await notice.evaluate((box) => getComputedStyle(box).borderTopStyle)).toBe('solid');
  await page.emulateMedia({ forcedColors: null });
});

test('the buttons for chosen rows stand within the window of a phone', async () => {
  await using desk = await deskOf(browser, site, BIA, { width: 320 });
  const { page } = desk;
  await desk.open('/noticia');
  const whole = page.getByRole('checkbox', { name: 'Escolher todos desta página' });
  await whole.click();
  await page.getByRole('button', { name: 'Retirar do site' }).waitFor();
  expect(await overflowing(page)).toEqual([]);
  await whole.click();
  expect(desk.visit.troubles).toEqual([]);
});

test('a screen that is gone to names the document, and has the focus by its name', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  const { keyboard } = page;
  const isAt = async (heading: string): Promise<void> => {
    await page.getByRole('region', { name: heading, exact: true }).and(page.locator(':focus')).waitFor();
    expect(await page.title()).toBe(`${heading} - Administração do site`);
  };
  await desk.open('/');
  await page.getByRole('link', { name: 'Glossário', exact: true }).focus();
  await keyboard.press('Enter');
  await isAt('Glossário');
  // Its ring is not behind the bar.
  const ring = await page.evaluate(() => {
    const place = document.activeElement ?? document.body;
    const { outlineWidth, outlineOffset } = getComputedStyle(place);
    const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    return place.getBoundingClientRect().top - Number.parseFloat(outlineWidth) - Number.parseFloat(outlineOffset) - bar;
  });
  expect(ring).toBeGreaterThanOrEqual(0);
  await page.getByRole('link', { name: 'Notícias', exact: true }).focus();
  await keyboard.press('Enter');
  await isAt('Notícias');
  const row = page.getByRole('table').getByRole('link').first();
  const title = (await row.innerText()).trim();
  await row.focus();
  await keyboard.press('Enter');
  await isAt(title);
  await page.goBack();
  await isAt('Notícias');
  expect(desk.visit.troubles).toEqual([]);
});

test('the first screen takes a focus that is nowhere, without its ring, and none from who has gone into the menu', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.load('/noticia/6');
  await page.locator('section:focus').waitFor();
  expect(await page.locator(':focus-visible').count()).toBe(0);
  // The menu is there before the row that gives the screen its name.
  const answer = Promise.withResolvers<void>();
  await page.route('**/v1/graphql', async (route) => {
    if (route.request().postData()?.startsWith('{"query":"query Row(') === true) await answer.promise;
    await route.fallback();
  });
  await page.reload();
  const place = page.getByRole('link', { name: 'Glossário', exact: true });
  await place.focus();
  answer.resolve();
  await page.getByRole('textbox', { name: 'Título' }).waitFor();
  expect(await place.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(desk.visit.troubles).toEqual([]);
});

test('a save leaves the focus at its button', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  const save = page.getByRole('button', { name: 'Salvar' });
  await desk.open('/termo_glossario/1');
  await page.getByRole('textbox', { name: 'Definição' }).fill('Outra definição.');
  await save.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Salvo', { exact: true }).waitFor();
  await save.and(page.locator(':focus')).waitFor();
  await expect.poll(() => save.isDisabled()).toBe(true);
  expect(desk.visit.troubles).toEqual([]);
});

test('the keyboard goes on beside a filter and a row of a form that were taken away', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).first().press('Enter');
  const isAt = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor();
  await desk.open('/noticia');
  await press('Filtrar por');
  await page.getByRole('menu').getByText('Categoria').waitFor();
  await page.keyboard.press('Enter');
  await press('Tirar este filtro');
  await isAt('Filtrar por');
  await desk.open('/documento/create');
  await press('Incluir');
  await press('Tirar');
  await isAt('Incluir');
  expect(desk.visit.troubles).toEqual([]);
});

test('forced colours show the page of a list, where a menu ends, and which button of a text is pressed or idle', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const colourOf = (place: Locator): Promise<string> => place.evaluate((element) => getComputedStyle(element).color);
  await page.emulateMedia({ forcedColors: 'active' });
  await desk.open('/noticia');
  expect(await colourOf(button('Página 1'))).not.toBe(await colourOf(button('Ir para a página 2')));
  await button('Filtrar por').press('Enter');
  const menu = page.locator('.MuiPopover-paper').filter({ has: page.getByRole('menu') });
  expect(await menu.evaluate((element) => getComputedStyle(element).borderBlockEndStyle)).toBe('solid');
  await page.keyboard.press('Escape');
  await desk.open('/noticia/2');
  await button('Negrito').waitFor();
  const undo = await button('Desfazer').evaluate((element) => [getComputedStyle(element).color, getComputedStyle(element).opacity]);
  expect([undo[0] === (await colourOf(button('Itálico'))), undo[1]]).toEqual([false, '1']);
  await button('Negrito').press('Enter');
  await expect.poll(() => button('Negrito').getAttribute('aria-pressed')).toBe('true');
  expect(await colourOf(button('Negrito'))).not.toBe(await colourOf(button('Itálico')));
  await button('Negrito').press('Enter');
  await page.emulateMedia({ forcedColors: 'none' });
  expect(desk.visit.troubles).toEqual([]);
});

test('letters of twice the size stay apart from the names of their fields', async () => {
  await using desk = await deskOf(browser, site, BIA);
  const { page } = desk;
  await desk.open('/noticia/2');
  await page.getByRole('textbox', { name: 'Resumo' }).waitFor();
  // The name of a field that looks up its record moves above it when the record has come.
  for (const name of ['Categoria', 'Imagem']) await expect.poll(() => page.getByRole('combobox', { name }).inputValue()).not.toBe('');
  const overlaps = (): Promise<readonly string[]> =>
    page.locator('.MuiInputLabel-shrink').evaluateAll((labels) =>
      labels.flatMap((label) => {
        const box = label.nextElementSibling?.querySelector('input:not(.MuiSelect-nativeInput), textarea') ?? null;
        if (!label.checkVisibility() || box === null) return [];
        const numberOf = (element: Element, name: string): number => Number.parseFloat(getComputedStyle(element).getPropertyValue(name));
        // What a line has above and below its letters may lie over another.
        const around = (numberOf(label, 'line-height') - numberOf(label, 'font-size')) / 2;
        const top = box.getBoundingClientRect().top + numberOf(box, 'padding-top') + around;
        return label.getBoundingClientRect().bottom - around * 0.75 <= top ? [] : [label.textContent];
      }),
    );
  await expect.poll(overlaps).toEqual([]);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect.poll(overlaps).toEqual([]);
});

test('letters of twice the size leave forms and lists as wide as a phone', async () => {
  await using desk = await deskOf(browser, site, BIA, { width: 360 });
  const { page } = desk;
  const widths: number[] = [];
  for (const [screen, button] of [
    ['/noticia/create', 'Salvar'],
    ['/feriado', 'Exportar (CSV)'],
    ['/documento', 'Exportar (CSV)'],
  ] as const) {
    await desk.open(screen);
    await page.getByRole('button', { name: button }).waitFor();
    if (screen === '/documento')
      await page
        .getByText(/^Agendado: /)
        .first()
        .waitFor();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    widths.push(await page.evaluate(() => document.documentElement.scrollWidth));
  }
  expect(widths).toEqual([360, 360, 360]);
});

test('a day by keyboard alone: signs in, writes a news item, publishes it, signs out', async () => {
  await using guest = await guestOf(browser);
  const { page } = guest;
  const { keyboard } = page;
  /** Goes on with the tab key until `target` has the focus. */
  const goTo = async (target: Locator): Promise<void> => {
    // Found once: to find it by role at each step takes longer than the step.
    const wanted = await target.evaluateHandle((element) => element);
    for (let steps = 0; steps < 200; steps += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${String(target)}`);
  };
  await page.goto(`${site.url}/admin`);
  await goTo(page.getByLabel('E-mail'));
  await keyboard.type(BIA.email);
  await goTo(page.getByLabel('Senha', { exact: true }));
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  const application = page.frameLocator('iframe');
  await goTo(application.getByRole('link', { name: 'Notícias', exact: true }));
  await keyboard.press('Enter');
  await goTo(application.getByRole('link', { name: 'Criar' }));
  await keyboard.press('Enter');
  await goTo(application.getByRole('textbox', { name: 'Título' }));
  await keyboard.type('Notícia escrita sem mouse');
  await goTo(application.getByRole('textbox', { name: 'Texto' }));
  await keyboard.type('Escrita só com o teclado.');
  await goTo(application.getByRole('switch', { name: 'Publicado' }));
  await keyboard.press('Space');
  await goTo(application.getByRole('button', { name: 'Salvar' }));
  await keyboard.press('Enter');
  const shown = application.getByRole('link', { name: 'Ver no site' });
  await shown.waitFor();
  const address = `${site.url}${await shown.getAttribute('href')}`;
  await expect.poll(async () => (await fetch(address)).text()).toContain('Escrita só com o teclado.');
  await goTo(page.getByRole('button', { name: 'Sair' }));
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Entrar na administração do site' }).waitFor();
  expect((await page.context().cookies()).filter(({ name }) => name.startsWith('apollo:'))).toEqual([]);
});

test('an editor reads the identity of the site, and has no button that saves it', async () => {
  await using desk = await deskOf(browser, site, BIA);
  await desk.open('/configuracao_site/1');
  await desk.page.getByRole('textbox', { name: 'Nome do instituto' }).waitFor();
  expect(await desk.page.getByRole('button', { name: 'Salvar' }).count()).toBe(0);
});

test('a visitor who has not signed in opens the row of the address after the sign-in', async () => {
  await using guest = await guestOf(browser);
  const { page } = guest;
  await page.goto(`${site.url}/admin/app/noticia/2`);
  await page.waitForURL(`${site.url}/admin?registro=noticia/2`);
  await page.getByLabel('E-mail').fill(BIA.email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.frameLocator('iframe').getByRole('textbox', { name: 'Título' }).waitFor();
  expect(page.frames().map((frame) => new URL(frame.url()).pathname)).toContain('/admin/app/noticia/2');
});

test('a visitor who has not signed in is led to the sign-in', async () => {
  await using guest = await guestOf(browser);
  const { visit } = guest;
  await visit.page.goto(`${site.url}/admin/app/noticia`);
  await visit.page.waitForURL(`${site.url}/admin`);
  expect(await visit.page.getByRole('heading', { level: 1 }).textContent()).toBe('Entrar na administração do site');
});
