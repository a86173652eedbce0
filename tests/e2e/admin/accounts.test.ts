/** An administrator makes an account, renews its password, and disables it; its person signs in with what the screens show. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningSite } from '../../support/site.ts';
import { axeViolations, connectBrowser } from '../pages.ts';
import { ANA, BIA, deskOf, siteWithEditors } from './desk.ts';

const EMAIL = 'caio@instituto.test';

let browser: Browser;
let site: RunningSite;

beforeAll(async () => {
  browser = await connectBrowser();
  site = await siteWithEditors();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Status of a sign-in, and the cookies that it sets. */
async function signIn(password: string): Promise<{ readonly status: number; readonly cookie: string }> {
  const answer = await fetch(`${site.url}/_session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: site.url },
    body: JSON.stringify({ email: EMAIL, password }),
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

async function takePassword(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Senha da conta' });
  const password = await dialog.getByRole('status').innerText();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Já anotei' }).click();
  return password;
}

test('an account is made, gets another password, and is disabled', async () => {
  await using desk = await deskOf(browser, site, ANA);
  const { page } = desk;
  await desk.open('/users/create');
  await page.getByRole('textbox', { name: 'Nome' }).fill('Caio Sá');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(EMAIL);
  await page.getByRole('button', { name: 'Salvar' }).click();
  const first = await takePassword(page);
  expect((await signIn(first)).status).toBe(200);

  await page.getByRole('link', { name: 'Caio Sá' }).click();
  await page.getByRole('button', { name: 'Fazer outra senha e encerrar as sessões' }).click();
  const second = await takePassword(page);
  expect(second).not.toBe(first);
  expect((await signIn(first)).status).toBe(401);
  const { status, cookie } = await signIn(second);
  expect(status).toBe(200);

  await page.getByRole('switch', { name: 'Conta parada: não entra' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Salvo', { exact: true }).waitFor();
  expect((await signIn(second)).status).toBe(401);
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
  await page.getByText('Já existe uma conta com este e-mail.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Nome' }).inputValue()).toBe('Outra Bia');
});

test('an editor has no screen of accounts', async () => {
  await using desk = await deskOf(browser, site, BIA);
  await desk.open('/');
  expect(await desk.page.getByRole('link', { name: 'Contas da equipe' }).count()).toBe(0);
});
