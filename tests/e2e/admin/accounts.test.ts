/** An administrator makes accounts, renews a password, and disables one; people sign in with what the screens show, and answer citizens. */
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_TOTP_PATH, TOTP_SECRET_PATH } from '../../../shared/session/session-address.ts';
import { startBrowser } from '../../support/browser.ts';
import type { RunningSite } from '../../support/site.ts';
import { axeViolations, overflowing, visitAgain } from '../pages.ts';
import { ANA, BIA, type Desk, deskOf, guestOf, PASSWORD, siteWithEditors } from './desk.ts';

const EMAIL = 'caio@instituto.test';

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

/** Status of a sign-in, and the cookies that it sets. */
async function signIn(password: string, email = EMAIL): Promise<{ readonly status: number; readonly cookie: string }> {
  const answer = await fetch(`${site.url}/_session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: site.url },
    body: JSON.stringify({ email, password }),
  });
  await answer.body?.cancel();
  const cookie = answer.headers
    .getSetCookie()
    .map((field) => field.split(';')[0])
    .join('; ');
  return { status: answer.status, cookie };
}

/** Whether the session of these cookies can still be renewed. */
async function renewal(cookie: string): Promise<number> {
  const answer = await fetch(`${site.url}/_session/refresh`, { method: 'POST', headers: { Origin: site.url, Cookie: cookie } });
  await answer.body?.cancel();
  return answer.status;
}

/** What the owner of an account does by the session of these cookies. */
async function asOwner(cookie: string, path: string, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  const answer = await fetch(`${site.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', Origin: site.url, Cookie: cookie },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

async function takePassword(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Senha da conta' });
  const password = await dialog.getByRole('status').first().innerText();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copiar a senha' }).click();
  await dialog.getByRole('status').filter({ hasText: 'Copiada.' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Já anotei' }).click();
  return password;
}

test('an account is made, gets another password, loses codes whose device is lost, gets another address, and is disabled', async () => {
  await using desk = await deskOf(browser, site, ANA);
  const { page } = desk;
  await desk.open('/users/create');
  await page.getByRole('textbox', { name: 'Nome' }).fill('Caio Sá');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(EMAIL);
  await page.getByRole('button', { name: 'Salvar' }).click();
  const first = await takePassword(page);
  expect((await signIn(first)).status).toBe(200);

  const rights = Promise.withResolvers<void>();
  await page.route('**/v1/graphql', async (route) => {
    if (route.request().postData()?.includes('AnswersCases') === true) await rights.promise;
    await route.fallback();
  });
  const isAsked = page.waitForRequest((request) => request.postData()?.includes('AnswersCases') === true);
  await page.getByRole('link', { name: 'Caio Sá' }).click();
  await isAsked;
  const button = page.getByRole('button', { name: 'Fazer outra senha e encerrar as sessões' });
  const place = await button.boundingBox();
  rights.resolve();
  await expect.poll(() => page.getByRole('switch', { name: /^Também responde aos cidadãos/ }).isEnabled()).toBe(true);
  expect(await button.boundingBox()).toEqual(place);
  await button.click();
  const question = page.getByRole('dialog', { name: 'Fazer outra senha para esta conta?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await question.waitFor({ state: 'hidden' });
  expect((await signIn(first)).status).toBe(200);
  await button.click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  const second = await takePassword(page);
  expect(second).not.toBe(first);
  expect((await signIn(first)).status).toBe(401);
  const { status, cookie } = await signIn(second);
  expect(status).toBe(200);

  const lostCodes = page.getByRole('button', { name: 'Desligar os códigos de uso único' });
  expect(await lostCodes.isDisabled()).toBe(true);
  const { totpSecret } = (await asOwner(cookie, TOTP_SECRET_PATH, { currentPassword: second })) as { readonly totpSecret: string };
  await asOwner(cookie, OWN_TOTP_PATH, { code: new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate(), active: true });
  expect((await signIn(second)).cookie).not.toContain('apollo:');
  await desk.load(new URL(page.url()).pathname.replace('/admin/app', ''));
  await lostCodes.press('Enter');
  await page.getByRole('dialog', { name: 'Desligar os códigos desta conta?' }).getByRole('button', { name: 'Confirmar' }).press('Enter');
  await page.getByText('Os códigos de uso único desta conta estão desligados.').waitFor();
  await expect.poll(() => lostCodes.isDisabled()).toBe(true);
  expect(await lostCodes.and(page.locator(':focus')).count()).toBe(1);
  expect((await signIn(second)).status).toBe(200);

  await page.getByRole('textbox', { name: 'E-mail' }).fill('caio@outro.exemplo.gov.br');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Salvo', { exact: true }).waitFor();
  expect([(await signIn(second)).status, (await signIn(second, 'caio@outro.exemplo.gov.br')).status]).toEqual([401, 200]);

  await page.getByRole('switch', { name: 'Conta parada: não entra' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Salvo', { exact: true }).waitFor();
  // The word of the save before may still be there.
  await expect.poll(async () => (await signIn(second, 'caio@outro.exemplo.gov.br')).status).toBe(401);
  expect(await renewal(cookie)).toBe(401);
  expect(desk.visit.troubles).toEqual([]);
});

test('an address that another account has is refused with the reason', async () => {
  await using desk = await deskOf(browser, site, ANA);
  const { page } = desk;
  await desk.open('/users/create');
  await page.getByRole('textbox', { name: 'Nome' }).fill('Outra Bia');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(BIA.email);
  await page.getByRole('button', { name: 'Salvar' }).click();
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await email.and(page.locator('[aria-invalid=true]:focus')).waitFor();
  const described = (await email.getAttribute('aria-describedby')) ?? '';
  expect(await page.locator(`[id="${described}"]`).innerText()).toBe('Já existe uma conta com este e-mail.');
  expect(await page.getByRole('textbox', { name: 'Nome' }).inputValue()).toBe('Outra Bia');
});

test('who administers gets another own address by the present password, and no other password here', async () => {
  const { cookie } = await signIn(PASSWORD, ANA.email);
  const iris = { email: 'iris@instituto.test', displayName: 'Íris Melo', role: 'administrador' } as const;
  const headers = { 'Content-Type': 'application/json', Origin: site.url, Cookie: cookie };
  const made = await fetch(`${site.url}/_session/users`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...iris, password: PASSWORD }),
  });
  expect(made.status).toBe(201);
  await using desk = await deskOf(browser, site, iris);
  const { page } = desk;
  await desk.open('/users');
  await page.getByRole('link', { name: iris.displayName }).click();
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await email.fill('iris@outro.exemplo.gov.br');
  expect(await page.getByRole('button', { name: 'Fazer outra senha e encerrar as sessões' }).count()).toBe(0);
  const save = page.getByRole('button', { name: 'Salvar' });
  await save.click();
  const password = page.getByLabel('Sua senha atual');
  await password.and(page.locator('[aria-invalid=true]:focus')).waitFor();
  await password.fill(PASSWORD);
  expect(await axeViolations(page)).toEqual([]);
  await save.click();
  await page.getByText('Salvo', { exact: true }).waitFor();
  await expect.poll(() => password.inputValue()).toBe('');
  expect((await signIn(PASSWORD, 'iris@outro.exemplo.gov.br')).status).toBe(200);
});

test('an editor has no screen of accounts', async () => {
  await using desk = await deskOf(browser, site, BIA);
  await desk.open('/');
  expect(await desk.page.getByRole('link', { name: 'Contas da equipe' }).count()).toBe(0);
  // Nor those of cases; both say whom to ask.
  for (const path of ['/users', '/casos']) {
    await desk.load(path);
    await desk.page.getByRole('alert').filter({ hasText: 'peça a um administrador do site' }).waitFor();
  }
});

const OLGA = { email: 'olga@instituto.test', displayName: 'Olga Nunes', role: 'ouvidor' } as const;

const QUITERIA = { nome: 'Quitéria Plantada', email: 'quiteria@exemplo.org', documento: '529.982.247-25', forma_resposta: 'email' };

function manifestation(texto: string): ReturnType<typeof submitted> {
  return submitted('manifestacao', { ...QUITERIA, identificacao: 'identificada', tipo: 'reclamacao', texto });
}

/** Sends a form as a browser without script does; returns protocol and access code of its receipt. */
async function submitted(form: string, typed: Readonly<Record<string, string>>): Promise<readonly [protocol: string, code: string]> {
  const answer = await fetch(`${site.url}/_casos/${form}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: site.url, Accept: 'text/html' },
    body: new URLSearchParams(typed),
  });
  const Cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const receipt = await (await fetch(`${site.url}/_casos/recibo`, { headers: { Cookie } })).text();
  const [protocol = '', code = ''] = [...receipt.matchAll(/<code[^>]*>([^<]+)<\/code>/g)].map(([, text]) => text ?? '');
  return [protocol, code];
}

const RUI = { email: 'rui@instituto.test', displayName: 'Rui Sá', role: 'ouvidor' } as const;

/** Makes the account of a person who answers citizens, unless a case before has made it. */
async function hasAccount(person: typeof OLGA | typeof RUI): Promise<void> {
  await using administration = await deskOf(browser, site, ANA);
  const made = await administration.context.request.post(`${site.url}/_session/users`, {
    headers: { Origin: site.url },
    data: { ...person, password: PASSWORD },
  });
  expect([201, 409]).toContain(made.status());
}

test('the second of two people at one case is told that the step is no longer possible, and keeps the text', async () => {
  for (const person of [OLGA, RUI]) await hasAccount(person);
  const [protocol] = await manifestation('O posto do centro fechou antes da hora na sexta-feira.');
  await using olga = await deskOf(browser, site, OLGA);
  await using rui = await deskOf(browser, site, RUI);
  for (const desk of [olga, rui]) {
    await desk.open('/casos');
    await desk.page.getByRole('link', { name: protocol }).click();
    await desk.page.getByRole('heading', { name: 'O que fazer agora' }).waitFor();
  }
  // Rui came second, so his first sign finds hers.
  const olgaIsThere = rui.page.getByText('Olga Nunes está com este caso aberto agora.');
  await olgaIsThere.waitFor();
  const confirm = (desk: Desk, step: string): Promise<void> => desk.page.getByRole('button', { name: `Confirmar: ${step}` }).click();
  const choose = (desk: Desk, step: string): Promise<void> => desk.page.getByRole('button', { name: step, exact: true }).click();
  const field = (desk: Desk, name: string) => desk.page.getByRole('textbox', { name });

  // Both begin the same step, which is possible for the second as well.
  await choose(rui, 'Mudar assunto, tipo ou área');
  await field(rui, 'Nota interna').fill('Rui leu e classificou.');
  await choose(olga, 'Iniciar ou retomar a análise');
  await confirm(olga, 'Iniciar ou retomar a análise');
  await olga.page.getByRole('button', { name: 'Encaminhar à área', exact: true }).waitFor();
  await confirm(rui, 'Mudar assunto, tipo ou área');
  await rui.page.getByText('Nada foi salvo e nada do seu texto se perdeu').waitFor();
  await rui.page.getByRole('region', { name: 'O que fazer agora' }).getByText('Olga Nunes').waitFor();
  expect(await rui.page.getByText('O cidadão acrescentou algo').count()).toBe(0);
  expect(await field(rui, 'Nota interna').inputValue()).toBe('Rui leu e classificou.');
  await confirm(rui, 'Mudar assunto, tipo ou área');
  await rui.page.getByText('Rui leu e classificou.').first().waitFor();

  // Both answer: the answer of the second is not possible any more.
  for (const desk of [olga, rui]) {
    await desk.page.reload();
    await choose(desk, 'Responder');
    await field(desk, 'Resposta ao cidadão').fill(desk === olga ? 'A resposta de Olga.' : 'A resposta de Rui.');
  }
  await confirm(olga, 'Responder');
  // Her text alone stands in the field before it is sent.
  await olga.page.getByRole('button', { name: 'Complementar ou corrigir a resposta' }).waitFor();
  await confirm(rui, 'Responder');
  await rui.page.getByText('este passo não é mais possível').waitFor();
  // The form went with the focus.
  await rui.page.getByRole('region', { name: 'O que fazer agora' }).and(rui.page.locator(':focus')).waitFor();
  await rui.page.getByText('A resposta de Olga.').first().waitFor();
  expect(await field(rui, 'Resposta ao cidadão').inputValue()).toBe('A resposta de Rui.');
  await expect.poll(() => axeViolations(rui.page, { without: 'frame' })).toEqual([]);
  await rui.page.reload();
  await rui.page.getByText('este passo não é mais possível').waitFor();
  expect(await field(rui, 'Resposta ao cidadão').inputValue()).toBe('A resposta de Rui.');
  await rui.page.getByRole('button', { name: 'Descartar o texto' }).click();
  await field(rui, 'Resposta ao cidadão').waitFor({ state: 'detached' });

  // Who leaves the case is there no more at the next sign.
  const left = olga.page.waitForResponse((response) => response.request().postData()?.includes('LeaveRow') === true);
  await olga.open('/casos');
  await left;
  const found = rui.page.waitForResponse((response) => response.request().postData()?.includes('WhoIsAtCase') === true);
  await rui.page.reload();
  expect(await (await found).json()).toEqual({ data: { presenca: [] } });
  await expect.poll(() => olgaIsThere.count()).toBe(0);
  expect(olga.visit.troubles).toEqual([]);
});

test('what a citizen adds while the staff writes is told as that, shown beside the form, and leaves what was typed', async () => {
  await hasAccount(OLGA);
  const [protocolo, codigo] = await manifestation('O posto do bairro não abriu na segunda-feira de manhã.');
  await using desk = await deskOf(browser, site, OLGA);
  const { page } = desk;
  await desk.open('/casos');
  await page.getByRole('link', { name: protocolo }).click();
  await page.getByRole('button', { name: 'Prorrogar o prazo' }).click();
  await page.getByText(/^O prazo passa de [a-zç-]+, [0-9/]{10}, para [a-zç-]+, [0-9/]{10}\.$/).waitFor();
  const reason = page.getByRole('textbox', { name: 'Justificativa da prorrogação' });
  await reason.fill('Falta ouvir o posto.');
  const added = new FormData();
  for (const [name, value] of Object.entries({ protocolo, codigo, texto: 'Na terça também não abriu.' })) added.append(name, value);
  added.append('anexos', new File(['dia\n1\n'], 'dias.csv', { type: 'text/csv' }));
  await fetch(`${site.url}/_casos/complementar`, { method: 'POST', redirect: 'manual', headers: { Origin: site.url }, body: added });
  const confirm = page.getByRole('button', { name: 'Confirmar: Prorrogar o prazo' });
  await confirm.click();
  const steps = page.getByRole('region', { name: 'O que fazer agora' });
  await steps.getByText('O cidadão acrescentou algo a este caso enquanto você escrevia.').waitFor();
  await steps.getByText('Nada foi salvo e nada do seu texto se perdeu').waitFor();
  await steps.getByText('Na terça também não abriu.').waitFor();
  await steps.getByRole('link', { name: /^dias\.csv/ }).waitFor();
  expect(await page.getByText('Outra pessoa').count()).toBe(0);
  expect(await reason.inputValue()).toBe('Falta ouvir o posto.');
  await expect.poll(() => axeViolations(page, { without: 'frame' })).toEqual([]);
  await confirm.click();
  await page.getByText('Falta ouvir o posto.').first().waitFor();
  await reason.waitFor({ state: 'detached' });
});

test('a step whose session has ended is told as not taken when the person does not sign in, who is not asked again before the next attempt', async () => {
  await hasAccount(OLGA);
  const [protocol] = await manifestation('A rampa do posto está interditada desde terça-feira.');
  await using desk = await deskOf(browser, site, OLGA, { isAlone: true });
  const { page } = desk;
  await page.clock.install();
  await desk.open('/casos');
  await page.getByRole('link', { name: protocol }).click();
  const question = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  const confirm = page.getByRole('button', { name: 'Confirmar: Mudar assunto, tipo ou área' });
  const note = page.getByRole('textbox', { name: 'Nota interna' });
  await page.getByRole('button', { name: 'Mudar assunto, tipo ou área' }).click();
  await note.fill('Olga escreveu antes do fim.');
  await desk.context.clearCookies();
  await confirm.click();
  await question.getByRole('button', { name: 'Agora não' }).click();
  await page.getByText('Sua sessão terminou e nada foi salvo.').waitFor();
  await question.waitFor({ state: 'detached' });
  // The case is read again by itself, every half minute and after each failure; that is no act of the person.
  for (let halfMinutes = 0; halfMinutes < 3; halfMinutes += 1) {
    const refused = page.waitForResponse(`${site.url}/_session/refresh`);
    await page.clock.runFor(31_000);
    await refused;
  }
  expect([await question.count(), await page.getByText('O servidor não conseguiu concluir').count()]).toEqual([0, 0]);
  expect(await note.inputValue()).toBe('Olga escreveu antes do fim.');
  await confirm.click();
  await question.getByLabel('Senha').fill(PASSWORD);
  await question.getByRole('button', { name: 'Entrar' }).click();
  await page.getByText('Olga escreveu antes do fim.').first().waitFor();
  await note.waitFor({ state: 'detached' });
  expect(desk.visit.troubles.filter((trouble) => !trouble.includes('401'))).toEqual([]);
});

test('a person who answers citizens sees their cases and no content, and answers one by keyboard with a file that the citizen then sees', async () => {
  {
    await hasAccount(OLGA);
    await using administration = await deskOf(browser, site, ANA);
    await administration.open('/');
    expect(await administration.page.getByRole('link', { name: 'Casos dos cidadãos' }).count()).toBe(0);
  }
  const [protocol, code] = await manifestation('O atendimento demorou três horas na terça-feira, no posto do centro.');
  await using desk = await deskOf(browser, site, OLGA);
  const { page } = desk;
  await desk.open('/');
  expect(await page.getByRole('link', { name: 'Notícias' }).count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Casos dos cidadãos' }).press('Enter');
  await page.getByLabel('Protocolo, ou palavras do texto').fill(protocol.slice(0, 15));
  await page.keyboard.press('Enter');
  await page.getByText('1 caso na página 1.').waitFor();
  expect(await axeViolations(page, { without: 'frame' })).toEqual([]);
  await page.getByRole('link', { name: protocol }).press('Enter');

  const reason = page.getByLabel('Motivo para ver os dados pessoais');
  await reason.press('Enter');
  await page.getByText('Escreva o motivo, com pelo menos 3 letras').waitFor();
  expect(await page.getByText('Quitéria').count()).toBe(0);
  await reason.fill('Conferir o cadastro');
  await reason.press('Enter');
  await page.getByText('52998224725').waitFor();
  await page.getByText('Olga Nunes: Conferir o cadastro').waitFor();

  await page.getByRole('button', { name: 'Iniciar ou retomar a análise' }).press('Enter');
  await page.getByRole('button', { name: 'Confirmar: Iniciar ou retomar a análise' }).press('Enter');
  // The form of the step is gone with its button.
  await page.getByRole('region', { name: 'O que fazer agora' }).and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Responder' }).press('Enter');
  const answer = page.getByRole('textbox', { name: 'Resposta ao cidadão' });
  // A step that was opened opens again, and nothing of it was recovered: nothing was written.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('caso')))).toBe(true);
  await page.reload();
  await answer.waitFor();
  expect(await page.getByText('Recuperamos o que você escreveu').count()).toBe(0);
  await page.getByRole('button', { name: 'Confirmar: Responder' }).press('Enter');
  await page.getByText('Preencha este campo.').waitFor();
  await answer.fill('Pedimos desculpas. O posto tem agora dois atendentes.');
  expect(await axeViolations(page, { without: 'frame' })).toEqual([]);
  await page.reload();
  await page.getByText('Recuperamos o que você escreveu e não enviou.').waitFor();
  expect(await answer.inputValue()).toBe('Pedimos desculpas. O posto tem agora dois atendentes.');
  await page
    .getByLabel('Anexar arquivos')
    .setInputFiles({ name: 'escala.csv', mimeType: 'text/csv', buffer: Buffer.from('dia;pessoas\n1;2\n') });
  await page.getByRole('button', { name: 'Confirmar: Responder' }).press('Enter');
  await page.getByRole('link', { name: /escala\.csv/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Responder' }).count()).toBe(0);
  await page.setViewportSize({ width: 360, height: 800 });
  // The menu takes its time to fold.
  await expect.poll(() => overflowing(page)).toEqual([]);
  expect(desk.visit.troubles).toEqual([]);
  const ofTheStaff = page.url();

  const track = async (): Promise<void> => {
    await page.goto(`${site.url}/_casos/acompanhar`);
    await page.getByRole('textbox', { name: 'Protocolo' }).fill(protocol);
    await page.getByRole('textbox', { name: 'Código de acesso' }).fill(code);
    await page.keyboard.press('Enter');
  };
  await track();
  await page.getByText('O posto tem agora dois atendentes.').first().waitFor();
  await page.getByRole('button', { name: /escala\.csv/ }).waitFor();
  await page.getByRole('radio', { name: '3, nem satisfeito' }).check();
  await page.getByRole('radio', { name: 'Em parte' }).check();
  await page.getByRole('button', { name: 'Enviar a avaliação' }).click();
  await page.getByRole('radio', { name: 'Em parte' }).waitFor({ state: 'detached' });
  await page.goto(ofTheStaff);
  // What decides whether the case may be ended before its term.
  expect(
    await page
      .getByRole('definition')
      .filter({ hasText: /^Em parte$/ })
      .innerText(),
  ).toBe('Em parte');
  expect(await page.getByText('Reaberta').count()).toBe(0);

  await track();
  await page.getByRole('textbox', { name: 'O que faltou' }).fill('Na quarta-feira demorou de novo.');
  await page.getByRole('button', { name: 'Reabrir a manifestação' }).click();
  await page.getByText('Na quarta-feira demorou de novo.').first().waitFor();
  await page.goto(ofTheStaff);
  await page.getByText(/^Reaberta pelo cidadão em .* Não pode ser reaberta de novo\.$/).waitFor();
  expect(await page.getByText('O cidadão pode reabrir até').count()).toBe(0);
  expect(await axeViolations(page, { without: 'frame' })).toEqual([]);

  // What is written for the withdrawal of a file outlives the form, a request that fails, and the screen; a step beside it leaves it alone.
  const withdrawal = page.getByRole('form', { name: 'Retirar escala.csv' });
  const why = withdrawal.getByRole('textbox', { name: 'Por que retirar' });
  await page.getByRole('button', { name: 'Retirar escala.csv' }).click();
  await why.fill('Era a escala de outro posto.');
  await page.getByRole('button', { name: 'Retirar escala.csv' }).dblclick();
  expect(await why.inputValue()).toBe('Era a escala de outro posto.');
  await page.route('**/v1/graphql', (route) =>
    route.request().postData()?.includes('WithdrawFile') === true ? route.abort() : route.continue(),
  );
  await withdrawal.getByRole('button', { name: 'Retirar o arquivo' }).click();
  await withdrawal.getByText('Sem conexão com o servidor.').waitFor();
  await page.unroute('**/v1/graphql');
  await page.getByRole('button', { name: 'Anotar' }).click();
  await page.getByRole('textbox', { name: 'Nota interna' }).fill('Pedi a escala certa.');
  await page.getByRole('button', { name: 'Confirmar: Anotar' }).click();
  await page.getByText('Pedi a escala certa.').first().waitFor();
  await desk.open('/casos');
  await page.goto(ofTheStaff);
  expect(await why.inputValue()).toBe('Era a escala de outro posto.');
  await withdrawal.getByRole('button', { name: 'Retirar o arquivo' }).click();
  await page.getByText('Era a escala de outro posto.').first().waitFor();
  await withdrawal.waitFor({ state: 'detached' });

  await desk.open('/casos');
  const row = page.getByRole('row').filter({ hasText: protocol });
  await row.getByText(/^Reaberta em \d{2}\/\d{2}\/\d{4}$/).waitFor();
  expect(await axeViolations(page, { without: 'frame' })).toEqual([]);
});

test('who decides an appeal reads it above the form, where the authority stands, and the citizen reads the decision', async () => {
  await hasAccount(OLGA);
  const [protocol, code] = await submitted('pedido', { ...QUITERIA, texto: 'Peço os valores dos contratos de 2025.' });
  await using desk = await deskOf(browser, site, OLGA);
  const { page } = desk;
  const confirm = (step: string): Promise<void> => page.getByRole('button', { name: `Confirmar: ${step}` }).click();
  await desk.open('/casos');
  await page.getByRole('link', { name: protocol }).click();
  await page.getByRole('button', { name: 'Responder', exact: true }).click();
  await page.getByLabel('Tipo da resposta').selectOption('acesso_negado');
  await page.getByLabel('Fundamento da negativa').selectOption({ index: 1 });
  await page.getByRole('textbox', { name: 'Resposta ao cidadão' }).fill('Os valores são sigilosos.');
  await confirm('Responder');
  await page.getByText('O cidadão pode recorrer até').waitFor();

  await using citizen = await guestOf(browser, { width: 360 });
  const track = async (): Promise<void> => {
    await citizen.page.goto(`${site.url}/_casos/acompanhar`);
    await citizen.page.getByRole('textbox', { name: 'Protocolo' }).fill(protocol);
    await citizen.page.getByRole('textbox', { name: 'Código de acesso' }).fill(code);
    await citizen.page.keyboard.press('Enter');
  };
  await track();
  await citizen.page.getByRole('textbox', { name: 'Por que a resposta não atende' }).fill('A lei obriga a publicar os valores.');
  await citizen.page.getByRole('button', { name: 'Enviar o recurso' }).click();
  await citizen.page.getByText('Registramos seu recurso.').waitFor();

  await page.reload();
  await page.getByRole('button', { name: 'Decidir o recurso' }).click();
  const reason = await page.getByText('A lei obriga a publicar os valores.').boundingBox();
  const decision = page.getByRole('textbox', { name: 'Texto da decisão' });
  expect(reason?.y).toBeLessThan((await decision.boundingBox())?.y ?? 0);
  expect(await page.getByRole('textbox', { name: 'Autoridade que decidiu' }).inputValue()).toBe('Diretora-Presidente');
  await page.getByLabel('Decisão', { exact: false }).first().selectOption('provido');
  await decision.fill('Entreguem-se os valores.');
  expect(await axeViolations(page, { without: 'frame' })).toEqual([]);
  await confirm('Decidir o recurso');
  await page.getByText('Diretora-Presidente: provido').waitFor();
  await track();
  await citizen.page.getByText('Entreguem-se os valores.').waitFor();
  expect(desk.visit.troubles).toEqual([]);
});

test('who got no answer complains without script, is first in the list of who answers, and reads the decision', async () => {
  await hasAccount(OLGA);
  await using desk = await deskOf(browser, site, OLGA);
  const { page } = desk;
  const arrived = new Date(Date.now() - 45 * 86_400_000).toISOString().slice(0, 10);
  const letter = { canal: 'sic', canal_entrada: 'carta', recebido_em: arrived, ...QUITERIA, texto: 'Peço a lista dos contratos de 2025.' };
  const registered = await desk.context.request.post(`${site.url}/_casos/equipe/caso`, {
    headers: { Origin: site.url, Accept: 'application/json' },
    multipart: { ...letter, chave: crypto.randomUUID() },
  });
  const { protocolo, codigo } = ((await registered.json()) as { readonly recibo: Readonly<Record<string, string>> }).recibo;

  await using citizen = await visitAgain(browser, { script: false, width: 360, height: 740 });
  const own = citizen.page;
  await own.goto(`${site.url}/_casos/acompanhar`);
  await own.locator('#campo-protocolo').fill(protocolo ?? '');
  await own.locator('#campo-codigo').fill(codigo ?? '');
  await own.getByRole('button', { name: 'Consultar' }).click();
  await own.getByText('A resposta está atrasada').waitFor();
  await own.getByRole('link', { name: 'reclamar da falta de resposta' }).click();
  await own.getByLabel('Quer dizer mais?').fill('a'.repeat(10_001));
  await own.getByRole('button', { name: 'Enviar a reclamação' }).click();
  await own.getByRole('link', { name: /10\.000/ }).waitFor();
  expect(await own.locator('#reclamacao-texto').inputValue()).toHaveLength(10_001);
  await own.locator('#reclamacao-texto').fill('Preciso da lista.');
  await own.getByRole('button', { name: 'Enviar a reclamação' }).click();
  await own.getByText('Registramos sua reclamação.').waitFor();
  await own.getByRole('heading', { name: 'Sua reclamação por falta de resposta' }).waitFor();
  expect(await own.getByRole('button', { name: 'Enviar a reclamação' }).count()).toBe(0);
  expect(await overflowing(own)).toEqual([]);

  await desk.open('/casos');
  const first = page.getByRole('row').nth(1);
  await first
    .filter({ hasText: protocolo ?? '' })
    .getByText('Reclamação', { exact: true })
    .waitFor();
  await first.getByRole('link').click();
  await page.getByText('O cidadão reclamou da falta de resposta').waitFor();
  await page.getByText('Preciso da lista.').waitFor();
  await page.getByRole('button', { name: 'Decidir a reclamação' }).click();
  await page.getByLabel('Decisão', { exact: false }).first().selectOption('provido');
  await page.getByRole('textbox', { name: 'Autoridade que decidiu' }).fill('Regina Farias');
  await page.getByRole('textbox', { name: 'Texto da decisão' }).fill('O setor responde em três dias.');
  expect(await axeViolations(page, { without: 'frame' })).toEqual([]);
  await page.getByRole('button', { name: 'Confirmar: Decidir a reclamação' }).click();
  await page.getByText('Regina Farias: provido').waitFor();
  expect(await page.getByRole('button', { name: 'Responder', exact: true }).count()).toBe(1);
  expect(desk.visit.troubles).toEqual([]);

  await own.reload();
  await own.getByText('O setor responde em três dias.').waitFor();
  await own.getByRole('link', { name: 'Leia a decisão' }).waitFor();
});

test('a letter is registered once on a narrow screen; its text survives a reload, and the next person at the machine does not read it', async () => {
  for (const person of [OLGA, RUI]) await hasAccount(person);
  await using desk = await deskOf(browser, site, OLGA, { width: 360 });
  const { page, context } = desk;
  const signInAs = async ({ email }: typeof OLGA | typeof RUI): Promise<void> => {
    const answer = await context.request.post(`${site.url}/_session`, {
      headers: { Origin: site.url },
      data: { email, password: PASSWORD },
    });
    expect(answer.ok()).toBe(true);
  };
  await desk.open('/casos/novo');
  await page.getByLabel('O que é').selectOption('ouvidoria');
  await page.getByRole('button', { name: 'Registrar o caso' }).click();
  await page.getByText('Há 4 problemas no formulário').waitFor();
  expect([...(await axeViolations(page, { without: 'frame' })), ...(await overflowing(page))]).toEqual([]);
  await page.getByRole('link', { name: 'Escreva pelo menos 20 caracteres' }).click();
  await page.keyboard.type('O atendimento demorou três horas na terça-feira.');
  await page.getByLabel('Nome ou nome social').fill('Quitéria Plantada');
  await page.getByLabel('Por onde chegou').selectOption('carta');
  await page.getByLabel('A pessoa quer se identificar?').selectOption('identificada');
  await page.getByLabel('Tipo').selectOption('reclamacao');
  await page.getByLabel('Telefone').fill('(91) 98765-4321');
  // A date of which a part is missing is no date that was left out.
  await page.getByLabel('Tipo').selectOption('denuncia');
  await page.getByLabel('Quando aconteceu').focus();
  await page.keyboard.type('10');
  await page.getByRole('button', { name: 'Registrar o caso' }).click();
  await page.getByRole('link', { name: 'Digite a data como dia, mês e ano: 31/12/2026.' }).waitFor();
  await page.getByLabel('Tipo').selectOption('reclamacao');
  const kept = (): Promise<string> => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  await expect.poll(kept).toContain(':registro');
  expect(await kept()).not.toMatch(/Quit|demorou|98765/);

  await signInAs(RUI);
  await desk.load('/casos/novo');
  expect(await page.getByLabel('O que é').inputValue()).toBe('');
  await signInAs(OLGA);
  await desk.load('/casos/novo');
  await page.getByText('Recuperamos o que você escreveu e não enviou.').waitFor();
  expect(await page.getByLabel('Nome ou nome social').inputValue()).toBe('Quitéria Plantada');
  await page.getByRole('button', { name: 'Registrar o caso' }).dblclick();
  await page.getByRole('heading', { name: 'Recibo' }).waitFor();
  expect([...(await axeViolations(page, { without: 'frame' })), ...(await overflowing(page))]).toEqual([]);
  const valueOf = (name: string): Promise<string> => page.locator(`dt:text-is("${name}") + dd`).innerText();
  const [protocol, code] = [await valueOf('Protocolo'), await valueOf('Código de acesso')];
  expect(await kept()).not.toContain(':registro');
  await page.getByRole('link', { name: 'Ver o caso na lista' }).click();
  await page.getByRole('link', { name: protocol }).click();
  await page.getByText('Ninguém da equipe o vê, e este caso não tem e-mail').waitFor();
  expect(await page.getByRole('button', { name: 'Enviar o recibo de novo por e-mail' }).count()).toBe(0);
  expect(await overflowing(page)).toEqual([]);
  expect(desk.visit.troubles).toEqual([]);

  await page.goto(`${site.url}/_casos/acompanhar`);
  await page.getByRole('textbox', { name: 'Protocolo' }).fill(protocol);
  await page.getByRole('textbox', { name: 'Código de acesso' }).fill(code);
  await page.keyboard.press('Enter');
  await page.getByText('Manifestação registrada').first().waitFor();
});
