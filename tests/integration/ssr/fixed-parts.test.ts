/** Bar, menus, footer and parts of the home page are written from memory. The documents are those of a site that renders them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Diretor, EMPTY_SITE_STATE, type SiteState } from '../../../shared/site-state/site-state.ts';
import { type Answer, CHEIO, type Comparison, startComparison, TITULOS, variations } from './fixed-parts-site.ts';

const PAGINAS = Object.keys(TITULOS).map((slug) => `/paginas/${slug}`);
const ADDRESSES = ['/', '/lai', '/lai/MenuCompleto', '/informacoes/faq', '/sic', '/busca', '/admin', ...PAGINAS];
/** They have something late. */
const STREAMED = ['/', '/lai'];
const REFUSED = [
  ['/nada/"aqui"?x=<&', 404],
  ['/paginas/nenhuma', 404],
  ['/lai/documentos/dair/7', 410],
] as const;

const [site] = CHEIO.siteConfig;
const STATES: Readonly<Record<string, SiteState>> = {
  vazio: EMPTY_SITE_STATE,
  cheio: CHEIO,
  'sem menu': { ...CHEIO, dataMenu: [] },
  'sem instituto': { ...CHEIO, siteConfig: [] },
  'sem logo': {
    ...CHEIO,
    siteConfig: site === undefined ? [] : [{ ...site, logo: null, url_radar: null, cnpj: null, aviso_global: null }],
  },
  'menu largo': {
    ...CHEIO,
    dataMenu: CHEIO.dataMenu.map((item) => ({
      ...item,
      filhos: item.filhos.flatMap((filho) => [filho, { ...filho, id: filho.id + 90 }, filho]),
    })),
  },
};

let sites: Comparison;
beforeAll(async () => {
  sites = await startComparison();
});
afterAll(async () => {
  await sites[Symbol.asyncDispose]();
});

/** Where two answers differ first, short enough to be read; null where they are equal. */
function difference(found: Answer, expected: Answer): unknown {
  for (const part of ['html', 'stored'] as const) {
    const [one = '', other = ''] = [found[part], expected[part]];
    const at = Array.from({ length: one.length }, (_, index) => index).findIndex((index) => one[index] !== other[index]);
    if (one !== other)
      return { part, found: one.slice(Math.max(at - 80, 0), at + 80), expected: other.slice(Math.max(at - 80, 0), at + 80) };
  }
  const changed = Object.keys({ ...found.headers, ...expected.headers }).filter((name) => found.headers[name] !== expected.headers[name]);
  return changed.length === 0 && found.status === expected.status ? null : { changed, status: found.status };
}

describe('a page has the same bytes with its parts from memory and rendered', () => {
  it.each(Object.keys(STATES))('every address has the same bytes, whichever page was rendered before it, in the state %s', async (name) => {
    sites.show(STATES[name] ?? EMPTY_SITE_STATE);
    for (const address of [...ADDRESSES, ...ADDRESSES.toReversed()]) {
      const expected = await sites.rendering(address);
      expect([address, expected.status]).toEqual([address, 200]);
      expect([address, difference(await sites.remembering(address), expected)]).toEqual([address, null]);
    }
  });

  it.each(Object.keys(STATES))('streamed, and in what is stored after the stream, in the state %s', async (name) => {
    sites.show(STATES[name] ?? EMPTY_SITE_STATE);
    for (const address of STREAMED) {
      const expected = await sites.rendering(address, 'streamed');
      const whole = await sites.rendering(address);
      expect(expected.html).toContain('nonce="NONCE"');
      // The first fills the memory, the second is written from it.
      for (const turn of [1, 2])
        expect([address, turn, difference(await sites.remembering(address, 'streamed'), expected)]).toEqual([address, turn, null]);
      expect(difference({ ...whole, html: expected.stored ?? '' }, whole)).toBeNull();
    }
  });

  it('a page has the same bytes after any single change of the state', async () => {
    for (const [name, estado] of variations(CHEIO)) {
      sites.show(estado);
      for (const address of ['/', '/lai']) {
        expect([name, address, difference(await sites.remembering(address), await sites.rendering(address))]).toEqual([
          name,
          address,
          null,
        ]);
      }
    }
  }, 60_000);

  it('a page has the same bytes when a former state is set again', async () => {
    for (const estado of [CHEIO, EMPTY_SITE_STATE, CHEIO]) {
      sites.show(estado);
      expect(difference(await sites.remembering('/'), await sites.rendering('/'))).toBeNull();
    }
  });

  it.each(REFUSED)('a page has the same bytes where %s is answered with %i', async (address, status) => {
    for (const estado of Object.values(STATES)) {
      sites.show(estado);
      await sites.remembering('/lai');
      const expected = await sites.rendering(address);
      expect(expected.status).toBe(status);
      expect(difference(await sites.remembering(address), expected)).toBeNull();
    }
  });
});

describe('the memory of fixed parts', () => {
  it.each(['whole', 'streamed'] as const)('spares a page that goes out %s the render of its footer', async (way) => {
    let reads = 0;
    const [diretor] = CHEIO.diretoriaExecutiva;
    const watched = Object.defineProperty({ ...diretor }, 'nome', { enumerable: true, get: () => `Antônia ${reads++ < 0}` });
    sites.show({ ...CHEIO, diretoriaExecutiva: [watched as Diretor] });
    await sites.remembering('/');
    const before = reads;
    expect((await sites.remembering('/', way)).html).toContain('Antônia');
    expect(reads).toBe(before);
    await sites.rendering('/', way);
    expect(reads).toBeGreaterThan(before);
  });
});
