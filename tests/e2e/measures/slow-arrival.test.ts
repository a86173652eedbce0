/** No part of a page moves while its document arrives in small pieces, as on a bad connection: what is painted first stays where it is. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { startLoadedSite } from '../../support/loaded-site.ts';
import { newVisit } from '../pages.ts';
import { layoutShift } from './first-screen.ts';

const site = inject('siteUrl');
let browser: Browser;
/** Between the browser and the site. */
let slow: Server;
let origin: string;

const PIECE_BYTES = 1_000;
/** Milliseconds; the browser paints between two pieces. */
const BETWEEN_PIECES = 10;

beforeAll(async () => {
  browser = await startBrowser();
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

interface Answer {
  readonly status: number;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** What is sent in place of the site's answer, by address. */
const inPlace = new Map<string, Answer>();

/** Fetches an address. `onPiece` is told what of the body has come so far. */
async function answerOf(url: string, accept: string, onPiece?: (soFar: string) => Promise<void>): Promise<Answer> {
  const answer = await fetch(url, { headers: { Accept: accept } });
  const fields = FIELDS.flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name) ?? ''] as const] : []));
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body ?? []) {
    pieces.push(piece);
    await onPiece?.(Buffer.concat(pieces).toString());
  }
  return { status: answer.status, fields, body: Buffer.concat(pieces) };
}

async function passOn(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { status, fields, body } = inPlace.get(req.url ?? '') ?? (await answerOf(`${site}${req.url}`, req.headers.accept ?? '*/*'));
  for (const [name, value] of fields) res.setHeader(name, value);
  res.statusCode = status;
  const isDocument = String(res.getHeader('content-type')).startsWith('text/html');
  const size = isDocument ? PIECE_BYTES : body.length;
  for (let at = 0; at < body.length; at += size) {
    res.write(body.subarray(at, at + size));
    if (isDocument) await pause(BETWEEN_PIECES);
  }
  res.end();
}

/** Part of the window that moves times how far, as browsers add it up; less than a line of text that moves by a pixel. */
const MOST_SHIFT = 0.0005;

/** Resolves when the document is stored: until then it may be streamed, with its late parts at its end. */
function stored(address: string): Promise<unknown> {
  return expect
    .poll(async () => {
      const answer = await fetch(`${site}${address}`, { headers: { Accept: 'text/html' } });
      await answer.text();
      return answer.headers.get('cache-status');
    })
    .toMatch(/^edge; hit/);
}

/** A phone, and a window in which two late parts of the home page are seen. */
const WINDOWS = [
  [360, 780],
  [1280, 1200],
] as const;

/** Returns how much of each window moves while the page arrives, where it is more than a line of text by a pixel. */
async function movements(address: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [width, height] of WINDOWS) {
    await using visit = await newVisit(browser, { width, height });
    const { page } = visit;
    await page.goto(`${origin}${address}`);
    await page.locator('footer#rodape').waitFor({ state: 'attached' });
    // React shows late parts a moment after they have come.
    await page.waitForFunction(() => document.querySelector('[data-espera]') === null);
    const shift = await layoutShift(page);
    if (shift >= MOST_SHIFT) found.push(`${shift} at ${width} px`);
  }
  return found;
}

test.each([
  '/',
  '/lai',
  '/lai/documentos/atasDoConselhoDePrevidencia',
  '/lai/pntp',
  '/lai/situacao',
  '/sic',
  '/ouvidoria',
  '/busca?q=ata',
  '/informacoes/faq',
])('%s stands still', async (address) => {
  await stored(address);
  expect(await movements(address)).toEqual([]);
});

test('a first answer, whose late parts take the place of signs of waiting, stands still', async () => {
  let connectionString = '';
  const fresh = await startLoadedSite({
    prepare: async (given) => {
      connectionString = given;
    },
  });
  const database = new pg.Client({ connectionString });
  try {
    await database.connect();
    // The news are held until the page has begun without its late parts, which wait half a second for each other (decision 0004).
    await database.query('begin; lock table noticia in access exclusive mode');
    const answer = await answerOf(`${fresh.url}/`, 'text/html', async (begun) => {
      if (begun.includes('<template id="B:0">')) await database.query('rollback');
    });
    expect(answer.body.toString()).toContain('<template id="B:0">');
    inPlace.set('/', answer);
    expect(await movements('/')).toEqual([]);
  } finally {
    inPlace.clear();
    await database.end();
    await fresh.stop();
  }
});

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
