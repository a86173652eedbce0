/** A site with two accounts, and people who have signed in to its administration in a browser of their own. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type LoadedSiteOptions, startLoadedSite } from '../../support/loaded-site.ts';
import type { RunningSite } from '../../support/site.ts';
import { newContext, type Visit, visitIn } from '../pages.ts';

const SECRET = 'segredo-de-instalacao-dos-testes';
export const PASSWORD = 'senha longa dos testes';

export interface Person {
  readonly email: string;
  readonly displayName: string;
  readonly role: 'editor' | 'administrador' | 'ouvidor';
}

export const ANA: Person = { email: 'ana@instituto.test', displayName: 'Ana Lima', role: 'administrador' };
export const BIA: Person = { email: 'bia@instituto.test', displayName: 'Bia Reis', role: 'editor' };

/** Starts a site with the demonstration and both accounts. */
export async function siteWithEditors(options: Pick<LoadedSiteOptions, 'prepare'> = {}): Promise<RunningSite> {
  const site = await startLoadedSite({ ...options, environment: { GRAPHQL_ADMIN_SECRET: SECRET } });
  await makeAccounts(site, SECRET);
  return site;
}

/** Makes both accounts as an administrator does, on any installation. */
export async function makeAccounts(site: Pick<RunningSite, 'url'>, adminSecret: string): Promise<void> {
  for (const person of [ANA, BIA]) {
    const make = (): Promise<Response> =>
      fetch(`${site.url}/_session/users`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: site.url, 'X-Hasura-Admin-Secret': adminSecret },
        body: JSON.stringify({ ...person, password: PASSWORD }),
      });
    let answer = await make();
    // A site that has just started on a busy machine may refuse work for a moment, and has done nothing then.
    while (answer.status === 503) {
      await pause(500);
      answer = await make();
    }
    if (answer.status !== 201) throw new Error(`the account of ${person.email} was not made: ${await answer.text()}`);
  }
}

export interface Desk extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly visit: Visit;
  readonly page: Page;
  /** Opens a screen of the application and waits until it has what it asked for. */
  open(path: string): Promise<void>;
  /** Goes to a screen with another heading in the open application, as the way back and forth does, and waits in the same way. */
  goTo(path: string): Promise<void>;
}

export interface DeskOptions {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** Of the browser's clock. */
  readonly timezoneId?: string;
}

/** Opens the administration as `person`, outside the frame. */
export async function deskOf(browser: Browser, site: Pick<RunningSite, 'url'>, person: Person, options: DeskOptions = {}): Promise<Desk> {
  const context = await newContext(browser, options);
  const answer = await context.request.post(`${site.url}/_session`, {
    headers: { Origin: site.url },
    data: { email: person.email, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`${person.email} could not sign in: ${await answer.text()}`);
  const visit = await visitIn(context);
  const { page } = visit;
  return {
    context,
    visit,
    page,
    open: async (path) => {
      await page.goto(`${site.url}/admin/app${path}`);
      await page
        .getByRole('navigation', { name: 'Conteúdos do site' })
        .or(page.getByRole('button', { name: 'Abrir o menu' }))
        .first()
        .waitFor();
      await settled(visit);
    },
    goTo: async (path) => {
      const heading = page.getByRole('heading', { level: 1 });
      const before = await heading.innerText();
      await page.evaluate((address) => {
        // The router counts its entries, and asks an open form only about those with a number.
        const { idx } = history.state as { readonly idx: number };
        history.pushState({ idx: idx + 1 }, '', address);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
      }, `/admin/app${path}`);
      await expect.poll(() => heading.allInnerTexts()).not.toEqual([before]);
      await settled(visit);
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** Waits until a screen, its code included, has come and has the answers to all that it asked. */
async function settled({ page, inFlight }: Visit): Promise<void> {
  // What a late part asks is under way when the page is idle for the first time, and shown when it is for the second.
  const isLoading = async (): Promise<boolean> => {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    return inFlight.size > 0 || (await page.getByText(/^Carregando/).count()) > 0;
  };
  await expect.poll(async () => [await isLoading(), await isLoading()]).toEqual([false, false]);
}

/** Signs in as a person does: by the form of the page. */
export async function signIn(page: Page, site: Pick<RunningSite, 'url'>, person: Person): Promise<void> {
  await page.goto(`${site.url}/admin`);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
}
