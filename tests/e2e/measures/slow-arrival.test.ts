/** No part of a page moves while its document arrives in small pieces, as on a bad connection: what is painted first stays where it is. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectBrowser, newVisit } from '../pages.ts';
import { layoutShift } from './first-screen.ts';

const site = inject('siteUrl');
let browser: Browser;
/** Between the browser and the site. */
let slow: Server;
let origin: string;

const PIECE_BYTES = 2_000;
/** Milliseconds; the browser paints between two pieces. */
const BETWEEN_PIECES = 15;

beforeAll(async () => {
  browser = await connectBrowser();
  slow = createServer((req, res) => void passOn(req, res).catch(() => res.destroy()));
  await once(slow.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  slow.closeAllConnections();
  slow.close();
});

/** Of the fields of the site those that decide how a page is shown. */
const FIELDS = ['content-type', 'content-security-policy', 'link'];

async function passOn(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const answer = await fetch(`${site}${req.url}`, { headers: { Accept: req.headers.accept ?? '*/*' } });
  const body = Buffer.from(await answer.arrayBuffer());
  for (const name of FIELDS) if (answer.headers.has(name)) res.setHeader(name, answer.headers.get(name) ?? '');
  res.statusCode = answer.status;
  const isDocument = answer.headers.get('content-type')?.startsWith('text/html') === true;
  const size = isDocument ? PIECE_BYTES : body.length;
  for (let at = 0; at < body.length; at += size) {
    res.write(body.subarray(at, at + size));
    if (isDocument) await pause(BETWEEN_PIECES);
  }
  res.end();
}

/** Part of the window that moves times how far, as browsers add it up; less than a line of text that moves by a pixel. */
const MOST_SHIFT = 0.0005;

/** Resolves when the document is stored: one that is streamed begins with signs of waiting, which are not as high as what takes their place. */
function stored(address: string): Promise<unknown> {
  return expect
    .poll(async () => {
      const answer = await fetch(`${site}${address}`, { headers: { Accept: 'text/html' } });
      await answer.text();
      return answer.headers.get('cache-status');
    })
    .toMatch(/^edge; hit/);
}

test.each(['/', '/lai', '/lai/documentos/atasDoConselhoDePrevidencia', '/sic', '/busca?q=ata', '/informacoes/faq'])(
  '%s stands still',
  async (address) => {
    await stored(address);
    for (const [width, height] of [
      [360, 780],
      [1280, 900],
    ] as const) {
      await using visit = await newVisit(browser, { width, height });
      const { page } = visit;
      await page.goto(`${origin}${address}`);
      await page.locator('footer#rodape').waitFor({ state: 'attached' });
      expect([width, await layoutShift(page)]).toEqual([width, expect.toSatisfy((shift: number) => shift < MOST_SHIFT)]);
    }
  },
);

test('a page whose content is pushed down is found', async () => {
  await using visit = await newVisit(browser);
  const { page } = visit;
  await page.goto(`${origin}/sic`);
  await page.evaluate(() => {
    const late = document.createElement('p');
    late.textContent = 'Um aviso que chega tarde.';
    document.querySelector('main')?.before(late);
  });
  expect(await layoutShift(page)).toBeGreaterThan(MOST_SHIFT);
});
