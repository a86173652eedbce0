import { describe, expect, it } from 'vitest';
import { formTarget, type Here, isPlainClick, routerTarget } from '../../../../client/routing/link-target.ts';
import { ROUTES } from '../../../../shared/routes/table.ts';

const HERE: Here = { href: 'https://site.br/lai?q=a', documentPolicy: 'site', routes: ROUTES };
const LINK = { target: '', download: false, reload: false };

describe('a link that the router follows', () => {
  it.each([
    ['a page', 'https://site.br/informacoes/noticias?ano=2026', '/informacoes/noticias?ano=2026'],
    ['a page with a fragment', 'https://site.br/informacoes/faq#p3', '/informacoes/faq#p3'],
    ['the same page with another query', 'https://site.br/lai?q=b#resultados', '/lai?q=b#resultados'],
    ['the same page without a fragment', 'https://site.br/lai?q=a', '/lai?q=a'],
  ])('is %s', (_name, href, expected) => {
    expect(routerTarget({ ...LINK, href }, HERE)).toBe(expected);
  });

  it.each([
    ['another origin', { href: 'https://outro.br/lai' }],
    ['another scheme', { href: 'mailto:a@b.br' }],
    ['a fragment of the page that is there', { href: 'https://site.br/lai?q=a#topo' }],
    ['a file', { href: 'https://site.br/nhostprovider/9f' }],
    ['an unknown path', { href: 'https://site.br/nada' }],
    ['a path in another letter case', { href: 'https://site.br/LAI' }],
    ['a page of another content policy', { href: 'https://site.br/admin' }],
    ['another window', { href: 'https://site.br/lai', target: '_blank' }],
    ['a download', { href: 'https://site.br/lai', download: true }],
    ['one that asks for a whole load', { href: 'https://site.br/lai', reload: true }],
    ['no address', { href: '' }],
  ])('is not %s', (_name, link) => {
    expect(routerTarget({ ...LINK, ...link }, HERE)).toBeNull();
  });

  it('leaves the page with the translator to the browser, and what is linked there', () => {
    const translated = 'https://site.br/lai?libras=1';
    expect(routerTarget({ ...LINK, href: translated }, HERE)).toBeNull();
    expect(routerTarget({ ...LINK, href: 'https://site.br/lai' }, { ...HERE, href: translated, documentPolicy: 'libras' })).toBeNull();
  });

  it('leaves a document of another policy to the browser', () => {
    expect(
      routerTarget({ ...LINK, href: 'https://site.br/lai' }, { ...HERE, href: 'https://site.br/admin', documentPolicy: 'quadro' }),
    ).toBeNull();
  });
});

describe('a click', () => {
  const CLICK = { button: 0, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, defaultPrevented: false };

  it.each([
    [{}, true],
    [{ button: 1 }, false],
    [{ ctrlKey: true }, false],
    [{ metaKey: true }, false],
    [{ shiftKey: true }, false],
    [{ altKey: true }, false],
    [{ defaultPrevented: true }, false],
  ])('a click with %o is plain: %s', (change, plain) => {
    expect(isPlainClick({ ...CLICK, ...change })).toBe(plain);
  });
});

describe('a GET form', () => {
  const FORM = { method: 'get', action: 'https://site.br/informacoes/noticias', target: '', reload: false };

  it('leads to its page with the fields that have a value', () => {
    const fields = [
      ['q', 'São João'],
      ['ano', '2025'],
      ['ano', '2026'],
      ['ordem', ''],
    ] as const;
    expect(formTarget({ ...FORM, fields }, HERE)).toBe('/informacoes/noticias?q=S%C3%A3o+Jo%C3%A3o&ano=2025&ano=2026');
  });

  it('forgets the query of its own action', () => {
    expect(formTarget({ ...FORM, action: 'https://site.br/busca?q=velho', fields: [['q', 'novo']] }, HERE)).toBe('/busca?q=novo');
  });

  it.each([
    ['a POST', { method: 'post' }],
    ['another origin', { action: 'https://outro.br/busca' }],
    ['one that asks for a whole load', { reload: true }],
  ])('is left to the browser when it is %s', (_name, change) => {
    expect(formTarget({ ...FORM, ...change, fields: [] }, HERE)).toBeNull();
  });
});
