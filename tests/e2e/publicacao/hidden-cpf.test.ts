/** A CPF that a visitor typed into an address: no answer of any family repeats it, in body or fields, nothing is stored under it, and no log has it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HIDDEN_CPF } from '../../../shared/content/cpf.ts';
import { exportUrl, OPENSEARCH_PATH, payloadUrl } from '../../../shared/routes/url.ts';
import { startBrowser } from '../../support/browser.ts';
import { freePort } from '../../support/free-port.ts';
import { startLoadedSite } from '../../support/loaded-site.ts';
import type { RunningSite } from '../../support/site.ts';
import { type Address, discoverAddresses } from '../addresses.ts';
import { hydrated, newVisit } from '../pages.ts';

const CPF = '529.982.247-25';
const WRITINGS = [CPF, '52998224725', '529%2E982%2E247-25', '529+982+247+25'];

/** No row of the demonstration and no address of a file has these digits. */
const TRACE = /529\D{0,3}982\D{0,3}247|982\.247|%2E982/;

let site: RunningSite;
let metricsPort: number;
let pages: readonly Address[];

beforeAll(async () => {
  metricsPort = await freePort();
  const environment = { ACCESS_LOG: 'on', LOG_LEVEL: 'debug', METRICS_PORT: String(metricsPort) };
  site = await startLoadedSite({ environment });
  pages = await discoverAddresses(site.url);
});
afterAll(() => site.stop());

async function read(target: string): Promise<{ readonly status: number; readonly text: string; readonly cache: string }> {
  const answer = await fetch(site.url + target, { redirect: 'manual' });
  const fields = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return { status: answer.status, text: `${fields}\n${await answer.text()}`, cache: answer.headers.get('cache-status') ?? '' };
}

/** The page with the number in each of its parameters and in one that it does not declare, its data, its files, and an address below it. */
function targetsOf({ path, route }: Address, written: string): readonly string[] {
  const query = `?${[...new Set([...route.search.map(({ name }) => name), 'x'])].map((name) => `${name}=a+${written}`).join('&')}`;
  const formats = route.formats.filter((format) => format !== 'zip');
  return [
    path + query,
    payloadUrl(path) + query,
    `${path.toUpperCase()}/${query}`,
    `${path === '/' ? '' : path}/${written}`,
    `${path === '/' ? '' : path}/${written}?q=${written}`,
    ...formats.map((format) => exportUrl(path, format) + query),
  ];
}

test('a CPF is repeated by no page, no data of a page, no file, no redirect and no error', async () => {
  expect(new Set(pages.map(({ route }) => route.id)).size).toBeGreaterThan(30);
  const other = [
    '/',
    '/dados/',
    '/dados/reunioes.csv?ano=',
    '/_image?url=',
    '/_icon/x.svg?icons=',
    '/nhostprovider/',
    '/_tema/',
    '/assets/',
    '/v1/x/',
    '/health/',
    `${OPENSEARCH_PATH}?q=`,
    '/robots.txt?',
    '/sitemap.xml?x=',
    '/_novidades/',
    '/_casos/',
    '/_session/',
    '/admin?tela=',
  ];
  for (const written of WRITINGS) {
    const targets = [...pages.flatMap((page) => targetsOf(page, written)), ...other.map((target) => target + written)];
    for (const target of targets) {
      const { text } = await read(target);
      expect.soft([target, TRACE.exec(text)?.[0]]).toEqual([target, undefined]);
    }
  }
});

test('a search with a CPF tells its visitor so, and finds the words beside it', async () => {
  const { text } = await read(`/busca?q=contracheque+${CPF}`);
  expect(text).toContain('Tiramos o CPF do que você digitou.');
  expect(text).toContain(`contracheque ${HIDDEN_CPF}`);
  expect(text).toContain('Pedir segunda via do contracheque');
  const alone = await read(`/busca?q=${CPF}`);
  expect(alone.text).toContain('Digite uma ou mais palavras.');
});

test('a CPF is no part of a key: another number finds what was stored for this one', async () => {
  // It is stored a moment after the first response.
  await expect.poll(async () => (await read('/busca?q=prova+de+vida+529.982.247-25')).cache).toMatch(/hit/);
  expect((await read('/busca?q=prova+de+vida+111.444.777-35')).cache).toMatch(/hit/);
});

test('a CPF is in no line of the log, which has the addresses, and in no metric', async () => {
  await read(`/${CPF}/nada?q=${CPF}`);
  await expect.poll(() => site.output()).toMatch(/"path":"[^"]*\/nada"/);
  const lines = site.output();
  expect(lines).toMatch(/"path":"\/busca".*"msg":"access"|"msg":"access".*"path":"\/busca"/);
  expect(TRACE.exec(lines)?.[0]).toBeUndefined();
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain('# HELP');
  expect(TRACE.exec(metrics)?.[0]).toBeUndefined();
});

test('a CPF stays out of the page when the application takes it over', async () => {
  const browser = await startBrowser();
  try {
    await using visit = await newVisit(browser, { width: 800, height: 600 });
    const { page } = visit;
    await page.goto(`${site.url}/busca?q=contracheque+${CPF}`);
    await hydrated(page);
    const shown = await page.evaluate(
      () => document.documentElement.outerHTML + document.title + [...document.querySelectorAll('input')].map(({ value }) => value).join(),
    );
    expect([TRACE.exec(shown)?.[0], visit.troubles]).toEqual([undefined, []]);
  } finally {
    await browser.close();
  }
});
