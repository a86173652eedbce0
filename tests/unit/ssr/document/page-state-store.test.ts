import { expect, it } from 'vitest';
import { createSitePartStore } from '../../../../server/ssr/document/page-state-store.ts';
import { parseSitePart, type SitePart, sitePartHash } from '../../../../shared/builds/page-state-file.ts';

const part = (total: number): SitePart => ({ estado: { totaisLai: { documentos: total, categorias: 1 } }, icones: {} });

it('gives equal content the same address in every store, and other content another', () => {
  const address = createSitePartStore().keep(part(1));
  expect(createSitePartStore().keep(part(1))).toBe(address);
  expect(createSitePartStore().keep(part(2))).not.toBe(address);
});

it('returns what was kept under its address, readable as it was', () => {
  const store = createSitePartStore();
  const hash = sitePartHash(store.keep(part(7))) ?? '';
  expect(parseSitePart(JSON.parse(String(store.find(hash))))).toEqual(part(7));
  expect(store.find('0000000000000000')).toBeNull();
});

it('keeps parts of earlier states, but not for ever', () => {
  const store = createSitePartStore();
  const [first = '', second = ''] = [part(0), part(1)].map((kept) => sitePartHash(store.keep(kept)) ?? '');
  for (let total = 2; total <= 128; total++) store.keep(part(total));
  expect(store.find(first)).toBeNull();
  expect(store.find(second)).not.toBeNull();
});

it.each(['/_estado/x.json', '/_estado/0123456789ABCDEF.json', '/_estado/0123456789abcdef.json/', '/estado/0123456789abcdef.json'])(
  'does not take %s for an address of a part',
  (path) => {
    expect(sitePartHash(path)).toBeNull();
  },
);
