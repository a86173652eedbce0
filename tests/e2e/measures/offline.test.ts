/** The service worker behind a door that can be shut: what was read is readable without network, and a new build leaves no old screen. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';

const site = inject('siteUrl');
const LIST = '/lai/documentos/atasDoConselhoDePrevidencia';

/** `shut` breaks every connection; `deployed` answers as another build does. */
let door: 'open' | 'shut' | 'deployed' = 'open';
let browser: Browser;

const server = createServer((req, res) => {
  void (async () => {
    if (door === 'shut') return void req.socket.destroy();
    const answer = await fetch(`${site}${req.url}`, { redirect: 'manual', headers: { accept: req.headers.accept ?? '*/*' } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const fields = [...answer.headers].filter(
      ([name]) => !/^(?:content-(?:encoding|length)|connection|keep-alive|transfer-encoding)$/.test(name),
    );
    const isText = /html|javascript/.test(answer.headers.get('content-type') ?? '');
    const body = door === 'deployed' && isText ? bytes.toString().replaceAll(build, 'outraversao').replace('</h1>', ' (nova)</h1>') : bytes;
    res.writeHead(answer.status, Object.fromEntries(fields)).end(body);
  })().catch(() => res.destroy());
});
let url: string;
let build: string;

beforeAll(async () => {
  browser = await startBrowser();
  ({ id: build } = (await (await fetch(`${site}/builds/latest.json`)).json()) as { readonly id: string });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

/** The names of what the worker keeps from its installation on carry its build. */
function precached(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url: address }) => new URL(address).search);
  });
}

test('a list that was read is shown without network with its date, a form is not, and a new build leaves no old screen', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, locale: 'pt-BR' });
  try {
    const page = await context.newPage();
    await page.goto(`${url}${LIST}`);
    const worker = await page.evaluateHandle(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    // With it Firefox shows no copy (client/offline/worker.ts).
    expect(await worker.evaluate(async ({ navigationPreload }) => (await navigationPreload.getState()).enabled)).toBe(false);
    // The worker sees the requests from now on.
    await page.reload();
    await page.goto(`${url}/sic`);
    const heading = (): Promise<string> => page.locator('h1').innerText();
    await expect.poll(() => page.evaluate(async () => (await (await caches.open('paginas-lidas')).keys()).length)).toBe(1);

    door = 'shut';
    server.closeAllConnections();
    await page.goto(`${url}${LIST}`);
    expect(await page.getByRole('status').first().innerText()).toMatch(/^Sem conexão\. Esta é a cópia de \d/);
    expect(await page.locator('main a[href^="/lai/documentos/"]').count()).toBeGreaterThan(3);
    await page.goto(`${url}/sic`);
    expect(await heading()).toBe('Sem conexão');
    await page.getByRole('link', { name: /Atas do Conselho/ }).click();
    await page.waitForURL(`${url}${LIST}`);

    door = 'deployed';
    await page.reload();
    expect(await heading()).toContain('(nova)');
    expect(await page.locator('.copia-guardada').count()).toBe(0);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect.poll(() => precached(page)).toEqual([expect.stringContaining('outraversao') as string]);
    expect(await heading()).toContain('(nova)');
  } finally {
    await context.close();
  }
});
