import { describe, expect, it } from 'vitest';
import { matchPage, parseAddress } from '../../../server/ssr/page-outcome.ts';
import { ROUTES } from '../../../shared/routes/table.ts';

describe('a request address', () => {
  it.each([
    ['/', { path: '/', query: '', payload: false }],
    ['/lai?q=a&b', { path: '/lai', query: '?q=a&b', payload: false }],
    ['/lai?', { path: '/lai', query: '', payload: false }],
    ['/_payload.json', { path: '/', query: '', payload: true }],
    ['/informacoes/noticia/3/_payload.json?x=1', { path: '/informacoes/noticia/3', query: '?x=1', payload: true }],
    ['/lai?next=/_payload.json', { path: '/lai', query: '?next=/_payload.json', payload: false }],
  ])('%s is taken apart', (target, address) => {
    expect(parseAddress(target)).toEqual(address);
  });
});

describe('the page of an address', () => {
  const match = (target: string) => matchPage(ROUTES, parseAddress(target));

  it('keeps the query of a moved address', () => {
    expect(match('/LAI/menucompleto/?a=1&b=%20')).toEqual({ kind: 'moved', to: '/lai/MenuCompleto?a=1&b=%20' });
  });

  it('names an unknown path without its query, cut to 200 characters', () => {
    const found = match(`/${'x'.repeat(400)}?segredo=1`);
    expect(found.kind === 'missing' && found.error.publicMessage).toBe(`Page not found: /${'x'.repeat(199)}`);
    expect(found.kind === 'missing' && found.route).toBeNull();
  });

  it('names a refused parameter with its query', () => {
    const found = match('/informacoes/noticia/abc?x=1');
    expect(found.kind === 'missing' && found.error.publicMessage).toBe('Page Not Found: /informacoes/noticia/abc?x=1');
    expect(found.kind === 'missing' && found.route?.id).toBe('noticia');
  });
});
