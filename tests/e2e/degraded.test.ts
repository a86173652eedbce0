/** A site that loses its database: each page shows a message and recovers without a restart. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '../../shared/routes/table.ts';
import { payloadUrl } from '../../shared/routes/url.ts';
import { startBrowser } from '../support/browser.ts';
import { migratedPostgres } from '../support/embedded/migrated-database.ts';
import type { TestPostgres } from '../support/postgres.ts';
import { type RunningSite, startSite } from '../support/site.ts';
import { axeViolations, hydrated, newVisit } from './pages.ts';

/** A TCP relay to the database that the test can close. */
interface Way {
  readonly connectionString: string;
  open(): Promise<void>;
  close(): Promise<void>;
}

async function wayTo(connectionString: string): Promise<Way> {
  const target = new URL(connectionString);
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const own = new URL(connectionString);
  own.host = `127.0.0.1:${port}`;
  return {
    connectionString: own.href,
    open: () => listen(port),
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}

const TOKEN = 'um-segredo-so-para-este-teste';

const OPERATOR = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

/** Whichever other parts are in the database. */
const DATABASE_DOWN: unknown = expect.arrayContaining([expect.stringMatching(/^database: /)]);

const readiness = async (): Promise<readonly [number, unknown]> => {
  const answer = await fetch(`${site.url}/health/ready`);
  return [answer.status, await answer.json()];
};

/** An address that was never requested, so that the edge has no stored response for it. */
const UNREAD = '/informacoes/noticias?ano=1999';

let browser: Browser;
let postgres: TestPostgres;
let way: Way;
let site: RunningSite;

beforeAll(async () => {
  browser = await startBrowser();
  postgres = await migratedPostgres();
  way = await wayTo(postgres.connectionString);
  site = await startSite({ environment: { DATABASE_URL: way.connectionString, DEMO_CONTENT: 'off', PURGE_TOKEN: TOKEN } });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await way.close();
  await postgres.stop();
});

test('a page without stored response shows the error screen while the database is down, and recovers with it', async () => {
  await using visit = await newVisit(browser);
  const { page } = visit;
  await way.close();
  try {
    const response = await page.goto(`${site.url}${UNREAD}`);
    expect(response?.status()).toBe(503);
    expect(response?.headers()).toMatchObject({ 'content-language': 'pt-BR', 'retry-after': '10' });
    expect(await page.title()).toBe('Ops!!!');
    expect(await page.locator('h1').allInnerTexts()).toEqual(['Ops!!!']);
    const text = await page.locator('main').innerText();
    expect(text).toContain('ERRO');
    expect(text).toContain('Lamentamos mas ocorreu um erro inesperado.');
    expect(text).toContain('O conteúdo do site está indisponível no momento. Tente de novo em alguns minutos.');
    // As a word: the code of the error may have these digits.
    expect(text).not.toMatch(/\b404\b/);
    expect(await axeViolations(page)).toEqual([]);
    const button = page.getByRole('link', { name: 'Voltar Para Pagina Inicial' });
    expect(await button.getAttribute('href')).toBe('/');
  } finally {
    await way.open();
  }
  await expect.poll(async () => (await page.goto(`${site.url}${UNREAD}`))?.status(), { timeout: 20_000 }).toBe(200);
  expect(await page.locator('h1').innerText()).toBe('Notícias');
});

test('a page whose late parts fail keeps its layout and shows a button to try again', async () => {
  await using visit = await newVisit(browser);
  const { page } = visit;
  await way.close();
  try {
    const response = await page.goto(`${site.url}/busca?q=abono`);
    expect(response?.status()).toBe(200);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('footer#rodape').isVisible()).toBe(true);
    // The mouse over the link brings the application, which tries again in vain.
    await page.getByRole('link', { name: 'Tentar de novo' }).first().hover();
    await page.getByRole('button', { name: 'Tentar de novo' }).first().waitFor();
  } finally {
    await way.open();
  }
  await expect
    .poll(
      async () => {
        const again = page.getByRole('button', { name: 'Tentar de novo' });
        if ((await again.count()) > 0) await again.first().click();
        return page.getByText('Nada encontrado para “abono”').isVisible();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe(true);
});

test('without script a failed part shows a link to the same page, which works after the outage', async () => {
  await using visit = await newVisit(browser, { script: false, width: 360, height: 780 });
  const { page } = visit;
  await way.close();
  try {
    expect((await page.goto(`${site.url}/busca?q=auxilio`))?.status()).toBe(200);
    expect(await page.getByRole('link', { name: 'Tentar de novo' }).first().isVisible()).toBe(true);
  } finally {
    await way.open();
  }
  await expect
    .poll(
      async () => {
        const again = page.getByRole('link', { name: 'Tentar de novo' });
        if ((await again.count()) > 0) await again.first().click();
        return page.getByText('Nada encontrado para “auxilio”').isVisible();
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(true);
});

test('stored pages are served during an outage and revalidated after it', async () => {
  // What the visitor opens and what a page previews: pages without parameters and their data.
  const kept = ROUTES.filter(({ params, cache }) => Object.keys(params).length === 0 && cache.kind !== 'never');
  const opened = kept.flatMap(({ path }) => [path, payloadUrl(path)]);
  const read = ['/', '/informacoes/noticias', '/lai', '/lai/_payload.json'];
  const see = async (path: string): Promise<{ readonly cache: string; readonly status: number; readonly text: string }> => {
    const answer = await fetch(`${site.url}${path}`);
    return { cache: answer.headers.get('cache-status') ?? '', status: answer.status, text: await answer.text() };
  };
  const texts = new Map<string, string>();
  for (const path of opened) await expect.poll(async () => (await see(path)).cache).toMatch(/^edge; hit/);
  for (const path of read) {
    await expect.poll(async () => (await see(path)).cache).toMatch(/^edge; hit/);
    texts.set(path, (await see(path)).text);
  }
  // A visitor's browser fetches the data of links ahead.
  const plain = ROUTES.filter(({ params }) => Object.keys(params).length === 0);
  for (const { path } of plain) await (await fetch(site.url + payloadUrl(path))).arrayBuffer();
  await using visit = await newVisit(browser);
  await way.close();
  try {
    // As old as after a change: they may only stand in for an error.
    const purge = await fetch(`${site.url}/_edge/purge`, {
      method: 'POST',
      headers: OPERATOR,
      body: JSON.stringify({ all: true, mode: 'soft' }),
    });
    expect(purge.status).toBe(200);
    for (const path of read) {
      const seen = await see(path);
      expect({ path, ...seen }).toMatchObject({
        path,
        status: 200,
        cache: expect.stringMatching(/^edge; fwd=stale; .*detail=stale-if-error/) as string,
      });
      expect(seen.text).toBe(texts.get(path));
    }
    expect(await readiness()).toMatchObject([200, { status: 'degraded', reasons: DATABASE_DOWN }]);
    const response = await visit.page.goto(site.url);
    expect(response?.status()).toBe(200);
    await hydrated(visit.page);
    await visit.page.getByRole('link', { name: 'Notícias' }).first().click();
    await visit.page.waitForURL(`${site.url}/informacoes/noticias`);
    await expect.poll(() => visit.page.locator('h1').innerText()).toBe('Notícias');
    expect(visit.troubles).toEqual([]);
  } finally {
    await way.open();
  }
  for (const path of read) await expect.poll(async () => (await see(path)).cache, { timeout: 20_000 }).toMatch(/^edge; hit/);
  await expect.poll(readiness).toMatchObject([200, { status: 'ready', reasons: [] }]);
});

test('a site without a stored page is not ready while the database is down', async () => {
  const purge = { all: true, mode: 'hard' };
  await way.close();
  try {
    // A page that is rebuilt in the background after the last outage may be stored after a purge.
    const readinessAfterPurge = async (): Promise<unknown> => {
      const answer = await fetch(`${site.url}/_edge/purge`, { method: 'POST', headers: OPERATOR, body: JSON.stringify(purge) });
      expect(answer.status).toBe(200);
      return readiness();
    };
    await expect.poll(readinessAfterPurge).toMatchObject([503, { status: 'unavailable', reasons: DATABASE_DOWN }]);
  } finally {
    await way.open();
  }
  await expect.poll(readiness).toMatchObject([200, { status: 'ready' }]);
});
