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

/** A page of someone who has not signed in. At its end it is put by for the next one, without anything of this one. */
interface Guest extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly visit: Visit;
  readonly page: Page;
}

export interface Screens {
  /**
   * Shows a screen, and waits until it has what it asked for: by walking there from a screen of nothing where the application is open already
   * and has nothing unfinished, or else by loading it. An address that leads to no screen is only told by `load`.
   */
  readonly open: (path: string) => Promise<void>;
  /** Shows a screen in the same way, with the whole application loaded anew. */
  readonly load: (path: string) => Promise<void>;
  /** Goes to a screen with another heading in the open application, as the way back and forth does, and waits in the same way. */
  readonly goTo: (path: string) => Promise<void>;
}

export type Desk = Guest & Screens;

export interface DeskOptions {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** Of the browser's clock. */
  readonly timezoneId?: string;
}

/** A page that no case has open, and whose application is open in it, if it is: person, site and looks of the page. */
interface PutBy {
  readonly visit: Visit;
  readonly application: string | null;
}

/**
 * Pages that no case has open, of each browser, by time zone. A page that goes on has compiled the application: in a new one,
 * which has a process of its own, that is half of the processor time of opening a screen. Where the application is open, most of the rest is
 * done as well.
 */
const PUT_BY = new WeakMap<Browser, Map<string | undefined, PutBy[]>>();

function putBy(browser: Browser, timezoneId: string | undefined): PutBy[] {
  const zones = PUT_BY.get(browser) ?? new Map<string | undefined, PutBy[]>();
  PUT_BY.set(browser, zones);
  const pages = zones.get(timezoneId) ?? [];
  zones.set(timezoneId, pages);
  return pages;
}

/** Leaves nothing of a case in its page: neither what it stored, nor what was changed of the page. */
async function clearVisit({ page, context }: Visit): Promise<void> {
  const { origin } = new URL(page.url());
  // A document without script: the application writes no more.
  if (origin !== 'null') await page.goto(`${origin}/robots.txt`);
  await context.clearCookies();
  if (origin === 'null') return;
  await page.evaluate(() => sessionStorage.clear());
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.detach();
}

/** Runs in a page: whether the application is open in it, with no text or question of what was done before. */
function isAtRest(): boolean {
  return (
    location.pathname.startsWith('/admin/app') &&
    document.querySelector('h1') !== null &&
    document.querySelector('[role=dialog], [role=menu], [role=listbox]') === null &&
    dispatchEvent(new Event('beforeunload', { cancelable: true })) &&
    !Object.keys(localStorage).some((key) => key.startsWith('rascunho:'))
  );
}

function walkTo(page: Page, path: string): Promise<void> {
  return page.evaluate((address) => {
    // The router counts its entries, and asks an open form only about those with a number.
    const { idx } = history.state as { readonly idx: number };
    history.pushState({ idx: idx + 1 }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, `/admin/app${path}`);
}

const NOTHING = '/nenhuma-tela';

/** Leads the open application to a screen that shows nothing, and takes the sentence about what was done before away. */
async function walkToNothing(page: Page): Promise<void> {
  if (new URL(page.url()).pathname !== `/admin/app${NOTHING}`) await walkTo(page, NOTHING);
  await page.getByRole('heading', { level: 1, name: 'Tela não encontrada' }).waitFor();
  const notice = page.locator('.MuiSnackbar-root');
  if ((await notice.count()) > 0) await page.keyboard.press('Escape');
  await notice.first().waitFor({ state: 'detached' });
}

/** Leaves the application open for the next case of the same person, if it is as a new one would be: else closes it. */
async function putAway(visit: Visit, application: string | null): Promise<PutBy> {
  const { page, troubles, requests } = visit;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const stays = application !== null && troubles.length === 0 && (await page.evaluate(isAtRest));
  if (stays) {
    await walkToNothing(page);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  } else await clearVisit(visit);
  troubles.splice(0);
  requests.splice(0);
  return { visit, application: stays ? application : null };
}

interface GuestOptions extends DeskOptions {
  /** For a case that changes the page for good. */
  readonly isAlone?: boolean;
}

/** Gives a page to someone who has not signed in. */
export function guestOf(browser: Browser, options: GuestOptions = {}): Promise<Guest> {
  return takePage(browser, null, options);
}

/** Takes a page with this application, or one without any. */
async function takePage(
  browser: Browser,
  application: string | null,
  options: GuestOptions,
): Promise<Guest & { readonly isOpen: boolean }> {
  const { isAlone = false, width = 1280, colorScheme = 'light', timezoneId } = options;
  const others = putBy(browser, timezoneId);
  const place = [application, null].map((wanted) => others.findIndex((other) => other.application === wanted)).find((index) => index >= 0);
  const [found] = isAlone ? [] : others.splice(place ?? 0, 1);
  const visit = found?.visit ?? (await visitIn(await newContext(browser, timezoneId === undefined ? {} : { timezoneId })));
  const isOpen = found !== undefined && found.application !== null && found.application === application;
  if (found !== undefined && found.application !== null && !isOpen) await clearVisit(visit);
  const { page, context } = visit;
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  return {
    context,
    visit,
    page,
    isOpen,
    [Symbol.asyncDispose]: async () => {
      if (isAlone) return context.close();
      others.push(await putAway(visit, application));
    },
  };
}

/** Opens the administration as `person`, outside the frame. At the end its page is put by for the next case. */
export async function deskOf(browser: Browser, site: Pick<RunningSite, 'url'>, person: Person, options: GuestOptions = {}): Promise<Desk> {
  const { width, colorScheme } = options;
  const guest = await takePage(browser, JSON.stringify([site.url, person.email, width, colorScheme]), options);
  const { context, visit } = guest;
  if (!guest.isOpen) {
    const answer = await context.request.post(`${site.url}/_session`, {
      headers: { Origin: site.url },
      data: { email: person.email, password: PASSWORD },
    });
    if (!answer.ok()) throw new Error(`${person.email} could not sign in: ${await answer.text()}`);
  }
  return { ...guest, ...screensOf(visit, site) };
}

/** The ways to the screens of the application in a page that is signed in. */
export function screensOf(visit: Visit, site: Pick<RunningSite, 'url'>): Screens {
  const { page } = visit;
  const load = async (path: string): Promise<void> => {
    await page.goto(`${site.url}/admin/app${path}`);
    await page
      .getByRole('navigation', { name: 'Conteúdos do site' })
      .or(page.getByRole('button', { name: 'Abrir o menu' }))
      .first()
      .waitFor();
    await settled(visit);
  };
  const goTo = async (path: string): Promise<void> => {
    const heading = page.getByRole('heading', { level: 1 });
    const before = await heading.innerText();
    await walkTo(page, path);
    await expect.poll(() => heading.allInnerTexts()).not.toEqual([before]);
    await settled(visit);
  };
  const open = async (path: string): Promise<void> => {
    if (!(await page.evaluate(isAtRest))) return load(path);
    await walkToNothing(page);
    return goTo(path);
  };
  return { load, goTo, open };
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
