/** Redirects that the institution has set: for addresses without a page, for rows that are gone, and never in place of a page. */
import { describe, expect, it } from 'vitest';
import type { FindRedirect } from '../../../server/ssr/response/configured-redirect.ts';
import { open, startSsr } from './ssr-server.ts';

const SET: Readonly<Record<string, ReturnType<FindRedirect>>> = {
  '/antiga': { kind: 'moved', to: '/lai', status: 301 },
  '/edital.pdf': { kind: 'moved', to: 'https://arquivos.example/edital.pdf', status: 308 },
  '/retirada': { kind: 'gone', reason: null },
  '/mural': { kind: 'gone', reason: 'O mural foi <encerrado> em 2017.' },
  '/lai/documentos/dair/7': { kind: 'gone', reason: null },
  '/artigos/7': { kind: 'moved', to: '/artigos/8', status: 308 },
  '/': { kind: 'moved', to: '/fora', status: 301 },
};

async function ask(path: string) {
  await using site = await startSsr({ redirect: (asked, query) => SET[`${asked}${query}`] ?? SET[asked] ?? null });
  const { message, end } = await open(`${site.origin}${path}`);
  const body = await end;
  expect(site.log).toEqual([]);
  return { status: message.statusCode, headers: message.headers, body };
}

describe('a set redirect', () => {
  it.each([
    ['/antiga', 301, '/lai'],
    ['/antiga?x=1', 301, '/lai'],
    ['/edital.pdf', 308, 'https://arquivos.example/edital.pdf'],
  ])('a set redirect of %s answers %i, which no cache stores', async (path, status, to) => {
    const answer = await ask(path);
    expect(answer).toMatchObject({ status, headers: { location: to, 'cdn-cache-control': 'no-store' }, body: '' });
  });

  it('is data in a payload, since fetch would follow it to a document', async () => {
    const { status, body } = await ask('/antiga/_payload.json');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ kind: 'redirect', to: '/lai', status: 301 });
  });

  it('a redirect set to gone answers 410 with the screen', async () => {
    const { status, body } = await ask('/retirada');
    expect(status).toBe(410);
    expect(body).toContain('Este conteúdo foi retirado do site.');
    expect((await ask('/mural')).body).toContain('Este conteúdo foi retirado do site. Motivo: O mural foi &lt;encerrado&gt; em 2017.');
  });

  it('a redirect set to gone leads to the list that the page was in; a page that never was leads to none', async () => {
    const toList = 'href="/lai/documentos/dair"';
    expect((await ask('/lai/documentos/dair/7')).body).toContain(toList);
    expect((await ask('/lai/documentos/dair/8')).body).not.toContain(toList);
  });

  it('does not take the place of a page', async () => {
    expect((await ask('/')).status).toBe(200);
  });

  it.each([
    ['that is there', { __typename: 'artigo', id: 7, titulo: 'Sete' }, 200],
    ['that is gone', null, 308],
    ['that was withdrawn', { __typename: 'artigo', id: 7, titulo: 'retirado' }, 308],
  ])('the address of a row %s with a set redirect answers %3$s', async (_name, artigo, status) => {
    await using site = await startSsr({ redirect: (path) => SET[path] ?? null });
    site.backend.answer('Principal', { artigo });
    site.backend.answer('Comentarios', { comentarios: [] });
    site.backend.answer('Relacionados', { relacionados: [] });
    const { message, end } = await open(`${site.origin}/artigos/7`);
    await end;
    expect([message.statusCode, message.headers.location]).toEqual([status, status === 308 ? '/artigos/8' : undefined]);
  });
});
