import { describe, expect, test } from 'vitest';
import { createSiteTarget } from '../../../server/http/site-target.ts';
import { HIDDEN_CPF } from '../../../shared/content/cpf.ts';
import { targetWithoutCpf } from '../../../shared/content/hidden-cpf.ts';
import { refusedParameterMessage, unknownRouteMessage } from '../../../shared/errors/codes.ts';
import { createImageTarget } from '../../../shared/images/image-target.ts';
import { declaredSearch } from '../../../shared/routes/match.ts';
import { SITE_SEARCH, searchVariables } from '../../../shared/routes/site-search.ts';
import { ROUTES } from '../../../shared/routes/table.ts';

/** Writings of one CPF, as people and programs put it into an address. */
const WRITINGS = [
  '529.982.247-25',
  '52998224725',
  '529982247-25',
  '529+982+247+25',
  '529%20982%20247%2025',
  '529.982.247%2F25',
  '529%2E982%2E247%2D25',
  '%35%32998224725',
  '529.982.247%E2%80%9325',
];

/** Any of its digits, but for the two groups that are in many numbers. */
const TRACES = /529|224725|247-25|98224/;

describe('an address with a CPF', () => {
  test.each(WRITINGS)('%s is shown nowhere', (written) => {
    const targets = [
      `/busca?q=contracheque+${written}`,
      `/busca/_payload.json?q=${written}&pagina=2`,
      `/x/${written}/y`,
      `/${written}?a=${written}`,
    ];
    for (const target of targets) {
      const shown = targetWithoutCpf(target);
      expect(shown).not.toMatch(TRACES);
      expect(shown).toContain(HIDDEN_CPF);
      expect(targetWithoutCpf(shown)).toBe(shown);
    }
  });

  test.each([
    '/informacoes/noticias/52998224726',
    '/busca?q=lei+n%C2%BA+8.112%2F1990&pagina=2',
    '/nhostprovider/0b54a2f0-1f2e-4c3d-9a8b-529982247251',
    '/assets/entry-a52998224725b.js',
    '/busca?q=%zz+12345678901',
    '/_image?url=%2Fnhostprovider%2F0b54a2f0-1f2e-4c3d-9a8b-123456789012&w=640',
    '/busca?q=91+98888-7777+e+52.998.224/0001-25',
  ])('is told from one with other numbers, which stays: %s', (target) => {
    expect(targetWithoutCpf(target)).toBe(target);
  });

  test('keeps what stands beside it, as it was written', () => {
    expect(targetWithoutCpf('/busca?q=jo%C3%A3o+529.982.247-25&ano=2025&x=a%2Fb+c')).toBe(
      '/busca?q=jo%C3%A3o%20***.***.***-**&ano=2025&x=a%2Fb+c',
    );
    // A typing error in a number with all its signs is still the number of a person.
    expect(targetWithoutCpf('/busca?q=529.982.247-26')).toBe(`/busca?q=${HIDDEN_CPF}`);
  });

  test('all CPFs share one key, so that nothing is stored under a number', () => {
    const target = createSiteTarget({ routes: ROUTES, imageTarget: createImageTarget({ avif: true }) });
    const keyOf = (written: string): string => target({ url: targetWithoutCpf(`/busca?q=${written}`), rawHeaders: [] }).key;
    expect(new Set([...WRITINGS, '111.444.777-35'].map(keyOf))).toEqual(new Set([`/busca?q=${HIDDEN_CPF}`]));
  });
});

describe('what a page reads of such an address', () => {
  test('the browser reads no CPF from an address that still has it', () => {
    const { q } = declaredSearch(SITE_SEARCH, new URLSearchParams('q=contracheque 529.982.247-25'));
    expect(q).toEqual([`contracheque ${HIDDEN_CPF}`]);
    expect(searchVariables({ q: q?.[0] ?? '', tipo: '', ano: 0, categoria: '', pagina: 1 })).toMatchObject({ texto: 'contracheque' });
  });

  test('has none where a long text is cut within it', () => {
    const { q } = declaredSearch(SITE_SEARCH, new URLSearchParams(`q=${'a'.repeat(90)} 529.982.247-25`));
    expect(q?.[0]).not.toMatch(TRACES);
  });

  test('has none in the text of an error', () => {
    expect(unknownRouteMessage('/529.982.247-25')).toBe(`Page not found: /${HIDDEN_CPF}`);
    expect(refusedParameterMessage('/noticias/529.982.247-25?x=52998224725')).toBe(
      `Page Not Found: /noticias/${HIDDEN_CPF}?x=${HIDDEN_CPF}`,
    );
  });
});
