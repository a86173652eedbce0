/**
 * The browser of the tests: the first of `CHROMIUM_PATH`, an installed one, and the one in `@sparticuz/chromium`. An installed one comes
 * first because it is newer: up to version 153 a module that failed to load once fails ever after.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { extract } from 'tar-fs';

/** The shell without windows comes first: it opens and checks a page in four fifths of a whole browser's processor time. */
const INSTALLED = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Parts of the address bar that are pages of their own: each window would load and run them, which costs more than most pages under test. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright 1.65 turns off. The browser reads the last list only, so these names are given again. */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Nothing of the browser may ask the network for anything but the pages under test. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  // As a whole browser lays out text; the shell makes it wider.
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // What a browser does on a fast network. The shell knows of none, and loads pictures from 2500 pixels away.
  '--blink-settings=lazyLoadingImageMarginPxUnknown=1250',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR].join()}`,
];

interface Executable {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Starts a headless browser, without those of Playwright's own arguments that are named. Each test file starts one, which takes a fifth of a second
 * of processor time: a browser in another process, which files connect to, makes that process and theirs take twice as much to speak with it.
 * @throws with one line that says what to install when there is none.
 */
export async function startBrowser(without: readonly string[] = []): Promise<Browser> {
  const executable = await findBrowser();
  return chromium.launch({
    executablePath: executable.path,
    args: FLAGS,
    ignoreDefaultArgs: [...without],
    env: { ...(process.env as Record<string, string>), ...executable.environment },
  });
}

/** Returns the program that `startBrowser` starts. */
export async function findBrowser(): Promise<Executable> {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen !== undefined && chosen !== '') {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist`);
    return { path: chosen, environment: {} };
  }
  const installed = INSTALLED.find((candidate) => existsSync(candidate));
  if (installed !== undefined) return { path: installed, environment: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBundled();
  throw new Error('The browser tests need Chromium: install it (for example: apt-get install chromium) or set CHROMIUM_PATH.');
}

/** The package's own start-up arguments turn web security off, so only its files are used: the program and the libraries beside it. */
async function unpackBundled(): Promise<Executable> {
  const source = path.resolve('node_modules/@sparticuz/chromium/bin');
  const version: unknown = JSON.parse(await readFile(path.resolve('node_modules/@sparticuz/chromium/package.json'), 'utf8')).version;
  const target = path.join(tmpdir(), `chromium-${String(version)}-${process.getuid?.() ?? 0}`);
  const program = path.join(target, 'chromium');
  if (!existsSync(path.join(target, 'complete'))) {
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    await writeFile(program, brotliDecompressSync(await readFile(path.join(source, 'chromium.br'))), { mode: 0o755 });
    for (const archive of ['al2023.tar.br', 'swiftshader.tar.br']) await unpack(path.join(source, archive), target);
    await writeFile(path.join(target, 'complete'), '');
  }
  const libraries = [path.join(target, 'lib'), process.env['LD_LIBRARY_PATH'] ?? ''].filter((part) => part !== '').join(':');
  return { path: program, environment: { LD_LIBRARY_PATH: libraries } };
}

async function unpack(archive: string, target: string): Promise<void> {
  const bytes = brotliDecompressSync(await readFile(archive));
  await new Promise<void>((resolve, reject) => {
    const sink = extract(target);
    sink.once('finish', () => resolve());
    sink.once('error', reject);
    sink.end(bytes);
  });
}
