/** A site with two accounts, and people who have signed in to its administration in a browser of their own. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, ViewportSize } from 'playwright-core';
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

/**
 * Pages that no case has open, of each connection to the browser. A page that goes on has compiled the application: in a new one, which has
 * a process of its own, that is half of the processor time of opening a screen.
 */
const PUT_BY = new WeakMap<Browser, Map<string, Visit[]>>();

function putBy(browser: Browser, options: DeskOptions): Visit[] {
  const kinds = PUT_BY.get(browser) ?? new Map<string, Visit[]>();
  PUT_BY.set(browser, kinds);
  const { width, colorScheme, timezoneId } = options;
  const kind = JSON.stringify([width, colorScheme, timezoneId]);
  const visits = kinds.get(kind) ?? [];
  kinds.set(kind, visits);
  return visits;
}

/** Leaves nothing of a case in its page: neither what it stored, nor what was changed of the page, nor what was recorded of it. */
async function clearVisit({ page, context, troubles, requests }: Visit, origin: string, viewport: ViewportSize | null): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A document without script: the application writes no more.
  await page.goto(`${origin}/robots.txt`);
  if (viewport !== null) await page.setViewportSize(viewport);
  await page.evaluate(() => sessionStorage.clear());
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.detach();
  troubles.splice(0);
  requests.splice(0);
}

/**
 * Opens the administration as `person`, outside the frame. At the end the page is put by for the next one, without anything of this one;
 * `isAlone` is for a case that changes the page for good.
 */
export async function deskOf(
  browser: Browser,
  site: Pick<RunningSite, 'url'>,
  person: Person,
  { isAlone = false, ...options }: DeskOptions & { readonly isAlone?: boolean } = {},
): Promise<Desk> {
  const others = putBy(browser, options);
  const visit = (isAlone ? undefined : others.pop()) ?? (await visitIn(await newContext(browser, options)));
  const { page, context } = visit;
  const viewport = page.viewportSize();
  const answer = await context.request.post(`${site.url}/_session`, {
    headers: { Origin: site.url },
    data: { email: person.email, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`${person.email} could not sign in: ${await answer.text()}`);
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
    [Symbol.asyncDispose]: async () => {
      if (isAlone) return context.close();
      await clearVisit(visit, site.url, viewport);
      others.push(visit);
    },
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
