/**
 * What a browser loads for one page: kilobytes of JavaScript in brotli and requests until the page is usable, after a
 * link was pointed at, and after reading to the end with the wheel; and the time of long tasks at a quarter of the processor. Every site runs as its users
 * run it, on the same content; each visit has an empty browser cache and finds its page stored. Needs `npm run build`.
 *
 *   node tests/bench/browser/page-load.ts [--before <another built checkout>] [--rounds 5] [--data <directory to keep>] [--list]
 *
 * Usable: all that comes without an interaction is loaded. `--list` prints each request of home until then.
 */
import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../../support/browser.ts';
import { loadedDataDirectory } from '../../support/loaded-site.ts';
import { type RunningSite, startSite } from '../../support/site.ts';
import { median } from '../timing.ts';

const { values } = parseArgs({
  options: {
    before: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    data: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
});

/** Home, and the first item of the list of news; a list whose filters are in its address. */
const NEWS = '/informacoes/noticias';
const LIST = '/lai/documentos/atasDoConselhoDePrevidencia';

/** Longer than the first look for a new build, which comes a second after the start. */
const QUIET_MS = 2_500;
/** How a visitor reads: by the wheel, a screen at a time. */
const SCROLL_PX = 800;
const SCROLL_PAUSE_MS = 200;

/** The processor is slowed down by this. */
const PROCESSOR_SHARE = 4;

const compress = promisify(brotliCompress);

interface Loaded {
  readonly requests: number;
  /** Bytes in brotli. */
  readonly script: number;
  readonly names: readonly string[];
}

interface Visited {
  readonly usable: Loaded;
  readonly started: Loaded;
  readonly read: Loaded;
}

interface Tasks {
  readonly count: number;
  readonly longest: number;
  /** The sum of what each took over 50 ms. */
  readonly blocking: number;
}

async function visit(browser: Browser, root: string, address: string): Promise<Visited> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const loaded = async (): Promise<Loaded> => ({
      requests: requests.length,
      script: await scriptBytes(root, requests),
      names: [...requests],
    });
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    const usable = await loaded();
    await page.locator('footer a').first().dispatchEvent('pointerover', { pointerType: 'mouse' });
    await page.waitForTimeout(QUIET_MS);
    const started = await loaded();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.mouse.move(640, 450);
    for (let y = 0; y < height; y += SCROLL_PX) {
      await page.mouse.wheel(0, SCROLL_PX);
      await page.waitForTimeout(SCROLL_PAUSE_MS);
    }
    await page.waitForTimeout(QUIET_MS);
    return { usable, started, read: await loaded() };
  } finally {
    await context.close();
  }
}

/** Sums the scripts in brotli's best form, whatever form the server sends. */
async function scriptBytes(root: string, names: readonly string[]): Promise<number> {
  const sizes = names.map(async (name) => {
    if (!name.endsWith('.js')) return 0;
    const folder = name.startsWith('/assets/') ? 'dist/client' : 'public';
    return (await compress(await readFile(path.join(root, folder, name)))).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function longTasks(browser: Browser, address: string): Promise<Tasks> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SHARE });
    await page.addInitScript(() => {
      const tasks: number[] = [];
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
      Object.assign(window, { tasks });
    });
    await page.goto(address);
    await page.waitForTimeout(QUIET_MS * 2);
    const tasks = await page.evaluate(() => (window as unknown as { readonly tasks: readonly number[] }).tasks);
    return {
      count: tasks.length,
      longest: Math.max(0, ...tasks),
      blocking: tasks.reduce((sum, duration) => sum + duration - 50, 0),
    };
  } finally {
    await context.close();
  }
}

async function firstNewsItem(site: RunningSite): Promise<string> {
  const list = await (await fetch(`${site.url}${NEWS}`)).text();
  const [href] = /\/informacoes\/noticia\/\d+/.exec(list) ?? [];
  if (href === undefined) throw new Error('the list of news names none');
  return href;
}

interface Subject {
  readonly name: string;
  /** The checkout that it was built in. */
  readonly root: string;
  readonly site: RunningSite;
}

async function startSubjects(directory: string): Promise<readonly Subject[]> {
  const roots: (readonly [string, string])[] = [['after', process.cwd()]];
  if (values.before !== '') roots.unshift(['before', path.resolve(values.before)]);
  const subjects: Subject[] = [];
  for (const [index, [name, root]] of roots.entries()) {
    const port = 23_100 + index + (process.pid % 1_000) * 2;
    const site = await startSite({ copyOf: directory, root, port, script: path.join(root, 'server/main.ts') });
    subjects.push({ name, root, site });
  }
  return subjects;
}

const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1).padStart(6);
const cell = ({ script, requests }: Loaded): string => `${kilobytes(script)} KB ${String(requests).padStart(3)} requests`;

async function directoryWithContent(): Promise<string> {
  if (values.data === '') return loadedDataDirectory();
  const kept = path.resolve(values.data);
  if (existsSync(kept)) return kept;
  const loaded = await loadedDataDirectory();
  await cp(loaded, kept, { recursive: true, filter: (file) => !file.endsWith('.sock') });
  return kept;
}

const addressOf = async (site: RunningSite, name: string): Promise<string> =>
  `${site.url}${name.startsWith('/') ? name : await firstNewsItem(site)}`;

async function measure(name: string): Promise<void> {
  process.stdout.write(`\n${name}\n`);
  for (const { name: subject, root, site } of subjects) {
    const address = await addressOf(site, name);
    // More than once: what is stored and compressed at leisure is what the next visitors get.
    for (let times = 0; times < 2; times += 1) await visit(browser, root, address);
    const { usable, started, read } = await visit(browser, root, address);
    process.stdout.write(`${subject.padEnd(7)} usable ${cell(usable)} | started ${cell(started)} | read ${cell(read)}\n`);
    if (values.list && name === '/') process.stdout.write(`${usable.names.join('\n')}\n`);
  }
  const tasks = new Map<string, Tasks[]>(subjects.map((subject) => [subject.name, []]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const subject of subjects) tasks.get(subject.name)?.push(await longTasks(browser, await addressOf(subject.site, name)));
  }
  for (const [subject, found] of tasks) {
    const of = (key: keyof Tasks): number => Math.round(median(found.map((task) => task[key])));
    process.stdout.write(`${subject.padEnd(7)} long tasks ${of('count')}, longest ${of('longest')} ms, blocking ${of('blocking')} ms\n`);
  }
}

const directory = await directoryWithContent();
const subjects = await startSubjects(directory);
const browser = await startBrowser();
try {
  for (const name of ['/', 'news item', LIST]) await measure(name);
} finally {
  await browser.close();
  for (const { site } of subjects) await site.stop();
}
