/** The screen of a row that does not exist behind the edge of the site: stored, and with the query that each visitor wrote. */
import { expect, test } from 'vitest';
import { FAKE_ROUTES } from '../ssr/fake-site.tsx';
import { ssrSite } from '../ssr/ssr-server.ts';
import { startSite } from './site-world.ts';

async function missingRows() {
  const pages = ssrSite();
  pages.backend.answer('Principal', { artigo: null });
  const site = await startSite(pages.app, { routes: FAKE_ROUTES });
  const shown = async (path: string, fields: Readonly<Record<string, string>> = {}): Promise<string> => {
    const { status, headers, body } = await site.get(path, { headers: fields });
    expect([path, status]).toEqual([path, 404]);
    const text = /Page Not Found: ([^<"]*)/.exec(body)?.[1] ?? '';
    return `${text} ${String(headers['cache-status']).includes('hit') ? 'hit' : 'miss'}`;
  };
  return { site, shown, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

test('the message keeps the query of each address, and each address is stored (specification section 2)', async () => {
  await using rows = await missingRows();
  expect(await rows.shown('/artigos/7')).toBe('/artigos/7 miss');
  expect(await rows.shown('/artigos/7?x=1&amp')).toBe('/artigos/7?x=1&amp;amp miss');
  expect(await rows.shown('/artigos/7')).toBe('/artigos/7 hit');
  expect(await rows.shown('/artigos/7?x=1&amp')).toBe('/artigos/7?x=1&amp;amp hit');
  expect(await rows.shown('/artigos/7/_payload.json?_b=b1&x=2')).toBe('/artigos/7?x=2 miss');
});

test('a long query is cut to an address of 200 characters', async () => {
  await using rows = await missingRows();
  const [text = ''] = (await rows.shown(`/artigos/7?${'x'.repeat(500)}`)).split(' ');
  expect(text).toBe(`/artigos/7?${'x'.repeat(200 - '/artigos/7?'.length)}`);
});

test('a query that a client sends in X-Original-Query is neither shown nor a variant of its own', async () => {
  await using rows = await missingRows();
  expect(await rows.shown('/artigos/7', { 'X-Original-Query': '?claimed=1' })).toBe('/artigos/7 miss');
  expect(await rows.shown('/artigos/7')).toBe('/artigos/7 hit');
  expect(await rows.shown('/artigos/7?x=1', { 'X-Original-Query': '?claimed=1' })).toBe('/artigos/7?x=1 miss');
});
