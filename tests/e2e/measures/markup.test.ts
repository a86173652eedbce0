/** The HTML of every route as the server sends it: what its head says, and whether it is valid. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Address, discoverAddresses } from '../addresses.ts';

const site = inject('siteUrl');
const require = createRequire(import.meta.url);

interface SentPage {
  readonly address: Address;
  readonly html: string;
}

let pages: readonly SentPage[];
let folder: string;

beforeAll(async () => {
  const addresses = await discoverAddresses(site);
  // As it is stored: a streamed document has its late parts elsewhere.
  const read = async ({ path: target }: Address): Promise<string> => {
    const answer = await fetch(`${site}${target}`);
    expect([target, answer.status]).toEqual([target, 200]);
    return answer.text();
  };
  const sent: SentPage[] = [];
  // One after the other: a busy site refuses some of many at once.
  for (const address of addresses) {
    await read(address);
    sent.push({ address, html: await read(address) });
  }
  pages = sent;
  folder = await mkdtemp(path.join(tmpdir(), 'paginas-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The values of an attribute of all elements in the head that begin like `start`. */
function valuesOf(html: string, start: string, attribute: string): readonly string[] {
  const head = html.slice(0, html.indexOf('</head>'));
  const elements = [...head.matchAll(new RegExp(`<${start}[^>]*>`, 'g'))].map(([element]) => element);
  return elements.flatMap((element) => new RegExp(` ${attribute}="([^"]*)"`).exec(element)?.[1] ?? []);
}

/** The address of the site is a choice of its operator. */
function pathOf(address = ''): string {
  const url = URL.parse(address);
  return url === null ? '' : url.pathname + url.search;
}

function faultsOfHead({ address: { path: address, route }, html }: SentPage): readonly string[] {
  const colours = valuesOf(html, 'meta name="theme-color"', 'media');
  const [image = ''] = valuesOf(html, 'meta property="og:image"', 'content');
  const [alt = ''] = valuesOf(html, 'meta property="og:image:alt"', 'content');
  const canonical = valuesOf(html, 'link rel="canonical"', 'href');
  const published = valuesOf(html, 'meta property="article:(?:published|modified)_time"', 'content');
  const hasDates = ['noticia', 'comunicado', 'pagina'].includes(route.id);
  const checks: readonly (readonly [boolean, string])[] = [
    [colours.length === 2, `theme-color for ${JSON.stringify(colours)}`],
    [valuesOf(html, 'link rel="apple-touch-icon"', 'href')[0] === '/icone-180.png', 'no apple-touch-icon'],
    [/^https?:\/\/[^/]+\/./.test(image), `og:image is "${image}"`],
    [alt !== '', 'og:image:alt is empty'],
    [canonical.length === 1 && pathOf(canonical[0]) === address, `canonical is ${JSON.stringify(canonical)}`],
    [
      !hasDates || (published.length === 2 && published.every((time) => !Number.isNaN(Date.parse(time)))),
      `times are ${JSON.stringify(published)}`,
    ],
  ];
  return checks.filter(([good]) => !good).map(([, fault]) => `${address}: ${fault}`);
}

test('the head of every page names colours, icons, a picture in words, the times of articles and its own address', () => {
  expect(pages.flatMap(faultsOfHead)).toEqual([]);
});

test('the canonical address of a filtered list is that of the list', async () => {
  for (const address of ['/busca?q=ata', '/lai/documentos/dair?ano=2025', '/informacoes/noticias?q=prova']) {
    const html = await (await fetch(`${site}${address}`)).text();
    expect(valuesOf(html, 'link rel="canonical"', 'href').map(pathOf)).toEqual([address.split('?')[0]]);
  }
});

const hasJava = spawnSync('java', ['-version']).error === undefined;

/** For a program of some seconds, half of whose processor time a better compiler and collectors took. The stack is for the slower code. */
const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss8m'];

interface Message {
  readonly type: string;
  readonly subType?: string;
  readonly url: string;
  readonly message: string;
  readonly extract?: string;
}

test.skipIf(!hasJava)('the HTML of every page is valid (skipped where Java is missing)', { timeout: 180_000 }, async () => {
  const nameOf = (index: number): string => path.join(folder, `${index}.html`);
  await Promise.all(pages.map(({ html }, index) => writeFile(nameOf(index), html)));
  const jar = require.resolve('vnu-jar/build/dist/vnu.jar');
  const files = pages.map((_page, index) => nameOf(index));
  // React closes void elements with a slash, which HTML allows.
  const options = ['--format', 'json', '--filterpattern', '.*[Tt]railing slash on void.*'];
  const { stderr } = spawnSync('java', [...SHORT_LIVED, '-jar', jar, ...options, ...files], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const { messages } = JSON.parse(stderr) as { readonly messages: readonly Message[] };
  const faults = messages.map(({ url, message, extract = '' }) => {
    const address = pages[Number(path.basename(url, '.html'))]?.address.path;
    return `${address}: ${message} ${extract.replaceAll(/\s+/g, ' ')}`;
  });
  expect(faults).toEqual([]);
});
