/** The own account at /admin?tela=conta: one-time codes and another password; and the link for who has lost the password. */
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { startLoadedSite } from '../../support/loaded-site.ts';
import { ADMINISTRATOR, type RunningSite } from '../../support/site.ts';
import { openSmtpSink, type SmtpSink } from '../../support/smtp-sink.ts';
import { guestOf } from '../admin/desk.ts';
import { axeViolations, hydrated, newVisit, overflowing } from '../pages.ts';
import { emptyFrame, frameOf, sendSignIn, signIn, signOut } from './signed-in.ts';

let browser: Browser;
let site: RunningSite;
let mail: SmtpSink;

beforeAll(async () => {
  browser = await startBrowser();
  mail = await openSmtpSink();
  site = await startLoadedSite({ environment: { SMTP_URL: mail.url, MAIL_FROM: 'site@instituto.example' } });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await mail.close();
});

async function openAccount(page: Page): Promise<void> {
  await page.goto(`${site.url}/admin?tela=conta`);
  await page.getByRole('heading', { name: 'Sua conta' }).waitFor();
  await hydrated(page);
}

test('changes the password with the present one, and ends the sessions of other browsers', async () => {
  const next = { ...ADMINISTRATOR, password: 'outra senha de quem administra' };
  await using here = await guestOf(browser);
  await using there = await guestOf(browser);
  const { page } = here;
  for (const guest of [here, there]) await emptyFrame(guest.page);
  await signIn(there.page, site.url);
  await signIn(page, site.url);
  await openAccount(page);
  const [present, wanted] = [page.getByLabel('Senha atual'), page.getByLabel('Nova senha')];
  const send = page.getByRole('button', { name: 'Mudar a senha' });

  const { promise: seen, resolve: isSeen } = Promise.withResolvers<void>();
  await page.route('**/_session/password', async (route) => {
    await seen;
    await route.continue();
  });
  await present.fill('errada');
  await wanted.fill(next.password);
  await send.click();
  await page.getByRole('status').filter({ hasText: 'Enviando…' }).waitFor();
  await page.keyboard.press('Enter');
  expect(await send.evaluate((button) => [button === document.activeElement, button.getAttribute('aria-disabled')])).toEqual([
    true,
    'true',
  ]);
  isSeen();
  await page.getByText('A senha atual não confere.').waitFor();
  await expect.poll(() => page.locator('#senha-atual:focus').count()).toBe(1);
  expect([await present.getAttribute('aria-invalid'), await wanted.getAttribute('aria-invalid')]).toEqual(['true', null]);
  expect([...(await axeViolations(page)), ...(await overflowing(page))]).toEqual([]);
  expect(here.visit.requests.filter((request) => request === 'POST /_session/password')).toHaveLength(1);

  const sessions = page.getByRole('listitem').filter({ hasText: 'Último uso' });
  expect(await sessions.count()).toBeGreaterThan(1);
  await present.fill(ADMINISTRATOR.password);
  await send.click();
  await page.getByText('A senha foi mudada.').waitFor();
  // The others were ended with it.
  expect(await sessions.allInnerTexts()).toEqual([expect.stringContaining('(esta sessão)')]);
  expect([await present.inputValue(), await wanted.inputValue()]).toEqual(['', '']);
  await there.context.clearCookies({ name: 'apollo:default.token' });
  await there.page.goto(`${site.url}/admin`);
  await there.page.getByRole('heading', { name: 'Entrar na administração do site' }).waitFor();
  await signOut(page);
  await sendSignIn(page, ADMINISTRATOR);
  await page.getByText('E-mail ou senha incorretos.').waitFor();
  await signIn(page, site.url, next);

  await openAccount(page);
  await present.fill(next.password);
  await wanted.fill(ADMINISTRATOR.password);
  await send.click();
  await page.getByText('A senha foi mudada.').waitFor();
});

test('changes the password without script', async () => {
  const next = { ...ADMINISTRATOR, password: 'senha mudada sem script' };
  await using visit = await newVisit(browser, { script: false });
  const { page } = visit;
  const change = async (from: string, to: string): Promise<void> => {
    await page.getByLabel('Senha atual').fill(from);
    await page.getByLabel('Nova senha').fill(to);
    await page.getByRole('button', { name: 'Mudar a senha' }).click();
  };
  await signIn(page, site.url);
  await page.goto(`${site.url}/admin?tela=conta`);
  await change('errada', next.password);
  await page.getByText('A senha atual não confere.').waitFor();
  await change(ADMINISTRATOR.password, next.password);
  await page.getByText('A senha foi mudada.').waitFor();
  expect(page.url()).toBe(`${site.url}/admin?tela=conta&feito=senha`);
  await change(next.password, ADMINISTRATOR.password);
  await page.getByText('A senha foi mudada.').waitFor();
});

test('asks for a code of the next step at the sign-in once one-time codes are on', async () => {
  await using visit = await guestOf(browser);
  const { page } = visit;
  await emptyFrame(page);
  await signIn(page, site.url);
  await openAccount(page);
  const turnOn = page.getByRole('button', { name: 'Ligar os códigos de uso único' });
  await page.getByLabel('Confirme sua senha').fill('errada');
  await turnOn.click();
  await page.getByText('A senha atual não confere.').waitFor();
  expect(await page.locator('main code').count()).toBe(0);
  await page.getByLabel('Confirme sua senha').fill(ADMINISTRATOR.password);
  await turnOn.click();
  await page.locator('main code').waitFor();
  // Each form of these steps goes with the focus, which the next part takes.
  await page.locator('#ligar-codigo:focus').waitFor();
  const totp = new TOTP({ secret: Secret.fromBase32((await page.locator('main code').textContent()) ?? '') });
  expect([...(await axeViolations(page)), ...(await overflowing(page))]).toEqual([]);
  // A step later than the clock's is accepted too, for clocks that go wrong, so the test waits for none.
  const begun = Date.now();
  const [first, second] = [totp.generate({ timestamp: begun }), totp.generate({ timestamp: begun + 30_000 })];
  await page.getByLabel('Código de 6 algarismos').fill(first);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await page.getByText('Os códigos de uso único estão ligados.').waitFor();
  await page.locator('[aria-live]:focus').waitFor();
  await page.getByText('Guarde estes códigos de reserva agora').waitFor();
  const reserve = await page.locator('main ol code').allTextContents();
  expect(reserve).toHaveLength(10);
  expect([...(await axeViolations(page)), ...(await overflowing(page))]).toEqual([]);

  await signOut(page);
  await sendSignIn(page, ADMINISTRATOR);
  const code = page.getByLabel('Código de 6 algarismos');
  await page.getByText('Perdeu o aparelho?').waitFor();
  await code.fill(first);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await page.getByText('Código incorreto ou já usado.').waitFor();
  expect(await frameOf(page)).toBeNull();
  await code.fill(second);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect.poll(() => frameOf(page)).toBe('/admin/app');

  await openAccount(page);
  const off = page.locator('form').filter({ has: page.getByRole('button', { name: 'Desligar os códigos' }) });
  await off.getByLabel('Código de 6 algarismos').fill(second);
  await off.getByRole('button').click();
  await page.getByText('O código não confere.').waitFor();
  expect(await off.isVisible()).toBe(true);

  // The device is lost: one recovery code signs in, another one turns the codes off.
  await signOut(page);
  await sendSignIn(page, ADMINISTRATOR);
  await code.fill(reserve[0] ?? '');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect.poll(() => frameOf(page)).toBe('/admin/app');
  await openAccount(page);
  await page.getByText('Restam 9 códigos de reserva').waitFor();
  await off.getByLabel('Código de 6 algarismos').fill(reserve[1] ?? '');
  await off.getByRole('button').click();
  await page.getByText('Os códigos de uso único foram desligados.').waitFor();
});

test('names the open sessions, and ends another one without script', async () => {
  await using visit = await newVisit(browser, { script: false });
  await using there = await newVisit(browser, { script: false });
  const { page } = visit;
  await signIn(page, site.url);
  await signIn(there.page, site.url);
  await page.goto(`${site.url}/admin?tela=conta`);
  await page
    .getByRole('button', { name: 'Encerrar as outras' })
    .or(page.getByRole('button', { name: /^Encerrar esta sessão/ }))
    .first()
    .waitFor();
  const sessions = page.getByRole('listitem').filter({ hasText: 'Último uso' });
  expect(await sessions.filter({ hasText: '(esta sessão)' }).allInnerTexts()).toEqual([expect.stringContaining('Chrome em')]);
  const before = await sessions.count();
  expect(before).toBeGreaterThan(1);
  await sessions
    .getByRole('button', { name: /^Encerrar esta sessão \(Chrome em/ })
    .first()
    .click();
  await page.getByText('Encerramento feito.').waitFor();
  await expect.poll(() => sessions.count()).toBe(before - 1);
  for (let left = before - 2; left > 0; left -= 1) {
    await sessions.getByRole('button').first().click();
    await expect.poll(() => sessions.count()).toBe(left);
  }
  await there.context.clearCookies({ name: 'apollo:default.token' });
  await there.page.goto(`${site.url}/admin?tela=conta`);
  await there.page.getByRole('heading', { name: 'Entrar na administração do site' }).waitFor();
});

test('who has forgotten the password chooses another by the link of an e-mail, without script, on a phone', async () => {
  await using checked = await guestOf(browser, { width: 360 });
  await using visit = await newVisit(browser, { script: false, width: 360 });
  const { page } = visit;
  const checks = async (): Promise<void> => {
    await checked.page.goto(page.url());
    expect([...(await axeViolations(checked.page)), ...(await overflowing(checked.page))]).toEqual([]);
  };
  await page.goto(`${site.url}/admin`);
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
  await page.getByRole('heading', { name: 'Senha da conta', level: 1 }).waitFor();
  await checks();
  const email = page.getByLabel('E-mail');
  await email.fill('ana@');
  await page.getByRole('button', { name: 'Enviar o link' }).click();
  await page.getByText('Confira o e-mail: falta alguma parte.').waitFor();
  expect([await email.inputValue(), await email.getAttribute('aria-invalid'), await page.title()]).toEqual([
    'ana@',
    'true',
    expect.stringMatching(/^Erro: /),
  ]);
  await email.fill(ADMINISTRATOR.email);
  await page.getByRole('button', { name: 'Enviar o link' }).click();
  await page.getByText('Veja seu e-mail').waitFor();
  await checks();
  // Quoted-printable breaks lines (RFC 2045 §6.7).
  const sources = (): readonly string[] => mail.messages.map(({ source }) => source.replaceAll('=\r\n', ''));
  const links = (): readonly string[] => sources().flatMap((source) => /http\S+password-link\S+/.exec(source) ?? []);
  await expect.poll(() => links().length).toBe(1);
  expect(mail.messages.at(-1)?.to).toBe(ADMINISTRATOR.email);
  const [link = ''] = links();
  const before = mail.messages.length;
  await page.goto(link);
  await checks();
  const [wanted, again] = [page.getByLabel('Nova senha', { exact: true }), page.getByLabel('Repita a nova senha')];
  await wanted.fill('curta');
  await page.getByRole('button', { name: 'Guardar a senha' }).click();
  await wanted.and(page.locator('[aria-invalid=true]')).waitFor();
  expect(await page.getByText('A senha tem de 8 a 50 caracteres.').count()).toBe(2);
  for (const field of [wanted, again]) await field.fill('a senha que Ana escolheu');
  await page.getByRole('button', { name: 'Guardar a senha' }).click();
  await page.getByText('A senha foi escolhida. Entre com ela.').waitFor();
  await expect.poll(() => sources().slice(before)).toEqual([expect.stringContaining('site foi trocada. Foi em ')]);
  await sendSignIn(page, { ...ADMINISTRATOR, password: 'a senha que Ana escolheu' });
  await expect.poll(() => frameOf(page)).toBe('/admin/app');
  await page.goto(link);
  await page.getByText('Este link não vale mais').waitFor();
});
