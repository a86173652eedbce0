/**
 * Every route and every category without script on a narrow screen, and with script on a wide one. Of the lists of categories, which are one
 * design, those that differ in their controls are looked at in every theme, with every size of letters, and with script.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ROUTES } from '../../shared/routes/table.ts';
import type { Layout } from '../../shared/routes/types.ts';
import { startBrowser } from '../support/browser.ts';
import { type Address, discoverAddresses } from './addresses.ts';
import { axeFaults, faultsInThemes, faultsOfZoom, openEverything } from './measures/appearance.ts';
import { writeAudit } from './measures/audit-record.ts';
import { faultsOfFirstScreen, faultsOfLength, layoutShift, screensOf, widthInLettersOfBrowser } from './measures/first-screen.ts';
import { smallTargets } from './measures/targets.ts';
import { hydrated, overflowing, quiet, type Visit, visitAgain } from './pages.ts';

const site = inject('siteUrl');
const addresses = await discoverAddresses(site);

const PHONE = { width: 360, height: 780 };

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  if (process.env['WRITE_AUDIT'] === '1') await writeAudit([...audited.values()]);
});

/** Violations that axe found on each page, for the site's own statement of accessibility. */
const audited = new Map<string, number>();

test('the walk reaches every route of the table and the list of every category', async () => {
  const reached = new Set<string>(addresses.map(({ route }) => route.id));
  expect(ROUTES.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([]);
  expect(ROUTES.length).toBeGreaterThanOrEqual(27);
  const categories = addresses.filter(({ route }) => route.id === 'documentos').map(({ input }) => input.params['category']);
  const { registros } = (await (await fetch(`${site}/lai/situacao.json`)).json()) as { registros: { categoria: string }[] };
  expect(new Set(categories)).toEqual(new Set(registros.map(({ categoria }) => categoria)));
});

/** In pixels: where the small page header may end and where the content must begin. */
const FIRST_SCREEN = { wide: { header: 560, content: 620 }, phone: { header: 520, content: 700 } };

/** A title of many lines makes the header higher: nothing of it is cut. */
const LONG_TITLE = { length: 55, header: 600 };

/** On a machine with much to do the parser may stop between a control and its words. */
const SMALL_SHIFT = 0.001;

interface Facts {
  readonly lang: string | null;
  readonly title: string;
  readonly headings: readonly string[];
  readonly layout: Layout;
  readonly breadcrumb: readonly string[];
  /** All text of the main part, closed details included, with single spaces; also of late parts that are shown after it. */
  readonly text: string;
  /** Names of the fields of forms in the main part, each once however many choices it has, and whether that part has rows. */
  readonly controls: string;
}

/** Reads the facts that every page must have from its markup. */
function factsOf({ page }: Visit): Promise<Facts> {
  return page.evaluate(() => {
    const clean = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
    const texts = (selector: string): string[] => [...document.querySelectorAll(selector)].map(({ textContent }) => clean(textContent));
    // The layouts by what only they have: the transparency menu, and the site's footer, which a frame goes without.
    const inLai = document.querySelector('nav[aria-label="Seções da transparência"]') !== null;
    return {
      lang: document.documentElement.getAttribute('lang'),
      title: document.title,
      headings: texts('h1'),
      layout: inLai ? 'lai' : document.querySelector('footer#rodape') !== null ? 'default' : 'iframe',
      breadcrumb: texts('nav[aria-label="Você está aqui"] li'),
      text: [...document.querySelectorAll('main, body > [id^="S:"]')]
        .filter((part) => part.checkVisibility())
        .map(({ textContent }) => clean(textContent))
        .join(' '),
      controls: [
        ...new Set([...document.querySelectorAll('main [name]')].map((control) => control.getAttribute('name'))),
        document.querySelector('main li > article') === null ? 'no rows' : 'rows',
      ].join(),
    };
  });
}

function faultsOfFacts({ path, route }: Address, facts: Facts): readonly string[] {
  const checks: readonly (readonly [boolean, string])[] = [
    [facts.lang === 'pt-BR', `lang is ${facts.lang}`],
    [facts.title.trim() !== '' && facts.title !== 'Ops!!!', `title is "${facts.title}"`],
    [facts.headings.length === 1 && facts.headings[0] !== '', `headings are ${JSON.stringify(facts.headings)}`],
    [facts.layout === route.layout, `layout is ${facts.layout}, not ${route.layout}`],
    [path === '/' || route.layout === 'iframe' || facts.breadcrumb.length >= 2, `breadcrumb is ${JSON.stringify(facts.breadcrumb)}`],
    [facts.text.length > 40, `the main part says only "${facts.text}"`],
  ];
  return checks.filter(([good]) => !good).map(([, fault]) => fault);
}

/** Fields whose text a page must contain when it shows the row. */
const NAMES = new Set(['titulo', 'nome', 'pergunta', 'rotulo', 'descricao']);

function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => (NAMES.has(key) && typeof field === 'string' ? [field] : namesIn(field)));
}

/** Each operation of the page that found rows with names must have left at least one of those names on it. */
async function faultsOfContent({ path }: Address, text: string): Promise<readonly string[]> {
  const payload = (await (await fetch(`${site}${path === '/' ? '' : path}/_payload.json`)).json()) as {
    readonly kind: string;
    readonly results: readonly unknown[];
  };
  if (payload.kind !== 'data') return [`the payload is ${JSON.stringify(payload)}`];
  return payload.results.flatMap((result, index) => {
    const names = namesIn(result).map((name) => name.replace(/\s+/g, ' ').trim());
    const missing = result === null || (names.length > 0 && !names.some((name) => text.includes(name)));
    return missing ? [`nothing of operation ${index} is on the page: ${names.slice(0, 3).join(' | ')}`] : [];
  });
}

/** Whether this is the first page of a layout in a context: with it the header, the menus and the footer are checked, and not again. */
function isFirstOf(layout: Layout, seen: Set<Layout>): boolean {
  const isFirst = !seen.has(layout);
  seen.add(layout);
  return isFirst;
}

const wideFrames = new Set<Layout>();
const phoneFrames = new Set<Layout>();
const wideLooks = new Set<string>();
const phoneLooks = new Set<string>();

/** Visits the page with script: hydration sends no data request, and axe finds no violation. */
async function walkWithScript(address: Address): Promise<{ readonly faults: readonly string[]; readonly facts: Facts }> {
  await using visit = await visitAgain(browser);
  const response = await visit.page.goto(`${site}${address.path}`, { waitUntil: 'load' });
  await hydrated(visit.page);
  const facts = await factsOf(visit);
  const faults = [...faultsOfFacts(address, facts), ...(await faultsOfContent(address, facts.text))];
  faults.push(...faultsOfFirstScreen(await screensOf(visit.page), FIRST_SCREEN.wide));
  const shift = await layoutShift(visit.page);
  if (shift > SMALL_SHIFT) faults.push(`the layout shifts by ${shift}`);
  if (response?.status() !== 200) faults.push(`status is ${response?.status()}`);
  if (response?.headers()['content-language'] !== 'pt-BR') faults.push(`content-language is ${response?.headers()['content-language']}`);
  const part = isFirstOf(facts.layout, wideFrames) ? 'page' : 'content';
  // Axe's rule of targets takes a quarter of its time, and has run on the phone.
  const violations = await axeFaults(visit.page, { part, script: true, checked: wideLooks, not: part === 'page' ? [] : ['target-size'] });
  audited.set(address.path, violations.length);
  faults.push(...violations, ...(await smallTargets(visit.page)));
  await quiet(visit);
  faults.push(...visit.requests.filter((request) => request.includes('/v1/graphql')).map((request) => `asked again: ${request}`));
  const documents = visit.requests.filter((request) => request === `GET ${address.path}`).length;
  if (documents !== 1) faults.push(`the document was loaded ${documents} times`);
  return { facts, faults: [...faults, ...visit.troubles] };
}

/** Visits the same page without script, on a narrow screen, and looks closer when its design has not been seen. */
async function walkWithoutScript(
  address: Address,
): Promise<{ readonly faults: readonly string[]; readonly facts: Facts; readonly isNew: boolean }> {
  await using visit = await visitAgain(browser, { script: false, ...PHONE });
  const response = await visit.page.goto(`${site}${address.path}`, { waitUntil: 'load' });
  const facts = await factsOf(visit);
  const faults = [...faultsOfFacts(address, facts), ...(await faultsOfContent(address, facts.text)), ...(await overflowing(visit.page))];
  const screens = await screensOf(visit.page);
  const isLong = (facts.headings[0]?.length ?? 0) > LONG_TITLE.length;
  const limits = isLong ? { ...FIRST_SCREEN.phone, header: LONG_TITLE.header } : FIRST_SCREEN.phone;
  faults.push(...faultsOfFirstScreen(screens, limits), ...faultsOfLength(screens, address.route.id, PHONE.height));
  if (response?.status() !== 200) faults.push(`status is ${response?.status()}`);
  await quiet(visit);
  const isNew = isNewDesign(address, facts);
  if (isNew) {
    faults.push(...(await faultsOfZoom(visit.page)));
    await visit.page.setViewportSize(PHONE);
    await openEverything(visit.page);
    faults.push(...(await widthInLettersOfBrowser(visit.page)));
    const part = isFirstOf(facts.layout, phoneFrames) ? 'page' : 'content';
    faults.push(...(await faultsInThemes(visit.page, { part, checked: phoneLooks })));
  }
  return { facts, faults: [...faults, ...visit.troubles], isNew };
}

const openedLists = new Set<string>();

/** One list of a category stands for those with the same controls. */
function isNewDesign({ route }: Address, { controls }: Facts): boolean {
  if (route.id !== 'documentos') return true;
  const isNew = !openedLists.has(controls);
  openedLists.add(controls);
  return isNew;
}

describe('every page has its content and passes axe, with script and without', () => {
  test.concurrent.for(addresses.map((address) => [address.path, address] as const))('%s', async ([, address], { expect }) => {
    const plain = await walkWithoutScript(address);
    const faults = plain.faults.map((fault) => `without script: ${fault}`);
    if (plain.isNew) {
      const script = await walkWithScript(address);
      const differing = (['title', 'headings', 'breadcrumb'] as const).filter(
        (name) => JSON.stringify(script.facts[name]) !== JSON.stringify(plain.facts[name]),
      );
      faults.push(...script.faults, ...differing.map((name) => `${name} differs without script`));
    }
    expect(faults).toEqual([]);
  });
});
