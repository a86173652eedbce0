/** People who sign in at /admin, for the browser tests of the session. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { SESSION_KEY } from '../../../shared/session/session-entries.ts';
import { ADMINISTRATOR } from '../../support/site.ts';

export type Account = typeof ADMINISTRATOR;

/** The cookies of a session, by name. */
export async function sessionCookies(
  context: BrowserContext,
): Promise<Readonly<Record<string, Awaited<ReturnType<BrowserContext['cookies']>>[number]>>> {
  const cookies = await context.cookies();
  return Object.fromEntries(cookies.filter(({ name }) => name.startsWith('apollo:')).map((cookie) => [cookie.name, cookie]));
}

/** Fills in the sign-in at /admin and sends it. */
export async function sendSignIn(page: Page, account: Account): Promise<void> {
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Senha', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

/** Signs in at /admin, which frames the application then. */
export async function signIn(page: Page, site: string, account: Account = ADMINISTRATOR): Promise<void> {
  await page.goto(`${site}/admin`);
  await sendSignIn(page, account);
  await expect.poll(() => frameOf(page)).toBe('/admin/app');
}

/**
 * Answers the application in its frame with an empty document, for cases that look at the page around it: the whole application is loaded at
 * each sign-in, which takes more than all the rest of one.
 */
export async function emptyFrame(page: Page): Promise<void> {
  await page.route('**/admin/app**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Vazio</title>' }));
}

/** Resolves when the browser has noted its session, which the script of the page does some time after it is shown. */
export async function sessionNoted(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).not.toBeNull();
}

/** Address of what /admin frames; null while it frames nothing. */
export async function frameOf(page: Page): Promise<string | null> {
  // At once: a frame that has been counted may be gone before its attribute is asked for.
  return page.locator('iframe').evaluateAll(([frame]) => frame?.getAttribute('src') ?? null);
}

/** Signs out with the button of the bar. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByRole('heading', { name: 'Entrar na administração do site' }).waitFor();
}
