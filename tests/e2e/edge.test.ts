/** The site behind its edge cache: stored pages, changed rows, and a change during a render. */
import pg from 'pg';
import type { Browser, Response } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PAGINAS_DE_ATENDIMENTO } from '../../shared/routes/familias/atendimento.ts';
import { routePath } from '../../shared/routes/url.ts';
import { startBrowser } from '../support/browser.ts';
import { migratedPostgres } from '../support/embedded/migrated-database.ts';
import type { TestPostgres } from '../support/postgres.ts';
import { writeContent } from '../support/replicas/content.ts';
import { type RunningSite, startSite } from '../support/site.ts';
import { hydrated, newVisit, quiet } from './pages.ts';

const TOKEN = 'um-segredo-so-para-este-teste';
const LIST = routePath('noticias');

let browser: Browser;
let postgres: TestPostgres;
let site: RunningSite;
let editor: pg.Client;

beforeAll(async () => {
  browser = await startBrowser();
  postgres = await migratedPostgres();
  // Before the site starts: the purges of these changes would take what the first case has stored.
  await writeContent(postgres.connectionString);
  site = await startSite({ environment: { DATABASE_URL: postgres.connectionString, DEMO_CONTENT: 'off', PURGE_TOKEN: TOKEN } });
  editor = new pg.Client({ connectionString: postgres.connectionString });
  await editor.connect();
});
afterAll(async () => {
  await editor.end();
  await browser.close();
  await site.stop();
  await postgres.stop();
});
beforeEach(async () => {
  const answer = await fetch(`${site.url}/_edge/purge`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ all: true, mode: 'hard' }),
  });
  if (!answer.ok) throw new Error(`the purge was refused with ${answer.status}`);
});

interface Seen {
  readonly status: number;
  readonly cache: string;
  readonly html: string;
  readonly policy: string;
  readonly tag: string;
}

async function see(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Seen> {
  const answer = await fetch(`${site.url}${path}`, { headers });
  const { headers: fields, status } = answer;
  return {
    status,
    cache: fields.get('cache-status') ?? '',
    html: await answer.text(),
    policy: fields.get('content-security-policy') ?? '',
    tag: fields.get('etag') ?? '',
  };
}

/** Repeats a request until the response is a stored one; the settled document is stored a moment after the first response. */
async function stored(path: string): Promise<Seen> {
  let seen = await see(path);
  await expect
    .poll(async () => {
      seen = await see(path);
      return seen.cache;
    })
    .toMatch(/^edge; hit/);
  return seen;
}

const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

/** Waits until the stored response has the encoding of browsers; until then each response is encoded on the fly, with a weak entity tag. */
async function encoded(path: string): Promise<Seen> {
  let seen = await stored(path);
  await expect
    .poll(async () => {
      seen = await see(path, BROWSER);
      return seen.tag;
    })
    .toMatch(/^"/);
  return seen;
}

/** Returns the paths whose response satisfies `judge`. */
async function filtered(paths: readonly string[], judge: (seen: Seen) => boolean): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) if (judge(await see(path))) found.push(path);
  return found;
}

/** Locks a table while `work` runs, so that every render waits. */
async function holding(table: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  try {
    await client.query(`begin; lock table ${pg.escapeIdentifier(table)} in access exclusive mode`);
    await work();
    await client.query('rollback');
  } finally {
    await client.end();
  }
}

async function purges(): Promise<number> {
  const answer = await fetch(`${site.url}/_edge/stats`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  const stats: unknown = await answer.json();
  return typeof stats === 'object' && stats !== null && 'purges' in stats ? Number(stats.purges) : Number.NaN;
}

/** Makes the next request of the home page a miss, whatever an earlier case has stored. */
async function purgeHome(): Promise<void> {
  const answer = await fetch(`${site.url}/_edge/purge`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: '/', mode: 'hard' }),
  });
  if (!answer.ok) throw new Error(`the purge answered ${answer.status}`);
}

async function newestNews(): Promise<{ readonly id: string; readonly titulo: string }> {
  const { rows } = await editor.query<{ id: string; titulo: string }>(
    'select id::text, titulo from noticia where publicado and publicado_em <= now() order by publicado_em desc, id desc limit 1',
  );
  const [row] = rows;
  if (row === undefined) throw new Error('there is no news');
  return row;
}

/** Executable inline scripts, without the JSON data blocks. */
const INLINE_SCRIPT = /<script(?![^>]*(?:\ssrc=|type="application\/(?:ld\+)?json"))[^>]*>/g;

describe('a document', () => {
  test('a stored document has a content policy without nonce, and hydrates', async () => {
    await encoded('/');
    await using visit = await newVisit(browser);
    const response = await visit.page.goto(site.url);
    await hydrated(visit.page);
    await quiet(visit);
    const html = (await response?.text()) ?? '';
    expect(response?.headers()).toMatchObject({
      'cache-status': expect.stringMatching(/^edge; hit/) as string,
      'content-security-policy': expect.stringMatching(/script-src 'self';/) as string,
      'content-encoding': expect.stringMatching(/^(?:br|zstd|gzip)$/) as string,
      etag: expect.stringMatching(/^"/) as string,
    });
    expect(html.match(INLINE_SCRIPT)).toBeNull();
    expect(html).not.toMatch(/nonce|<template|hidden id="S:/);
    expect(visit.troubles).toEqual([]);
  });

  test('a streamed document has a nonce of its own, is not stored, and hydrates', async () => {
    await purgeHome();
    await using visit = await newVisit(browser);
    let response: Response | null = null;
    await holding('noticia', async () => {
      response = await visit.page.goto(site.url, { waitUntil: 'commit' });
      await visit.page.locator('footer').waitFor();
    });
    await hydrated(visit.page);
    await quiet(visit);
    const headers = (response as Response | null)?.headers() ?? {};
    expect(headers).toMatchObject({
      'cache-status': 'edge; fwd=uri-miss; fwd-status=200',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringMatching(/script-src 'self' 'nonce-[^']+';/) as string,
    });
    expect(headers['etag']).toBeUndefined();
    expect(visit.troubles).toEqual([]);
    expect((await stored('/')).policy).toMatch(/script-src 'self';/);
  });

  test('a stored document is answered with 304 to a browser that has it', async () => {
    const { tag } = await encoded('/');
    const again = await see('/', { ...BROWSER, 'If-None-Match': tag });
    expect(again.status).toBe(304);
    expect(again.cache).toMatch(/^edge; hit/);
  });
});

describe('a change of a row', () => {
  test('purges the pages that show the row and no other page', async () => {
    const { id, titulo } = await newestNews();
    const page = routePath('noticia', { id });
    const showing = ['/', LIST, page];
    const others = [routePath('organograma'), routePath('sic'), routePath('faq'), routePath('documentos', { category: 'dair' })];
    for (const path of showing) expect((await stored(path)).html).toContain(titulo);
    for (const path of others) await stored(path);
    const novo = `Título corrigido ${Date.now()}`;
    await editor.query('update noticia set titulo = $1 where id = $2', [novo, id]);
    await using visit = await newVisit(browser, { script: false });
    await expect.poll(async () => await visit.page.goto(site.url + page).then(() => visit.page.locator('h1').innerText())).toBe(novo);
    const old = await filtered(showing, ({ html }) => !html.includes(novo));
    const gone = await filtered(others, ({ cache }) => !cache.startsWith('edge; hit'));
    expect({ old, gone }).toEqual({ old: [], gone: [] });
    await editor.query('update noticia set titulo = $1 where id = $2', [titulo, id]);
  });

  test('unpublishing a page purges its stored response', async () => {
    const { id } = await newestNews();
    const page = routePath('noticia', { id });
    await stored(page);
    await editor.query('update noticia set publicado = false where id = $1', [id]);
    await expect.poll(async () => (await see(page)).status).toBe(404);
    await editor.query('update noticia set publicado = true where id = $1', [id]);
    await expect.poll(async () => (await see(page)).status).toBe(200);
  });

  test('a change during a render keeps that render out of the store', async () => {
    const page = routePath('ouvidoria');
    const resumo = 'Como a pesquisa é feita';
    await editor.query(`insert into pagina (slug, titulo, resumo, publicado, publicado_em) values ($1, 'Pesquisa', $2, true, now())`, [
      PAGINAS_DE_ATENDIMENTO.satisfacao,
      resumo,
    ]);
    const novo = `Resumo que ultrapassa ${Date.now()}`;
    // The pages about the channel are read at once, its subjects have to wait: the render holds the old text while the new one is written.
    await holding('assunto', async () => {
      await using visit = await newVisit(browser, { script: false });
      await visit.page.goto(site.url + page, { waitUntil: 'commit' });
      await visit.page.getByText(resumo).first().waitFor({ state: 'attached' });
      const before = await purges();
      await editor.query('update pagina set resumo = $1 where slug = $2', [novo, PAGINAS_DE_ATENDIMENTO.satisfacao]);
      await expect.poll(purges).toBeGreaterThan(before);
    });
    const after = await stored(page);
    expect(after.html).toContain(novo);
    expect(after.html).not.toContain(resumo);
    await editor.query('delete from pagina where slug = $1', [PAGINAS_DE_ATENDIMENTO.satisfacao]);
  });
});
