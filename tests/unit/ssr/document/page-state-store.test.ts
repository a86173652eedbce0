import { expect, it } from 'vitest';
import { createPageStateStore } from '../../../../server/ssr/document/page-state-store.ts';
import { type PageStateFile, pageStateHash, parsePageStateFile } from '../../../../shared/builds/page-state-file.ts';

const part = (total: number): PageStateFile => ({ estado: { totaisLai: { documentos: total, categorias: 1 } }, icones: {} });

it('equal page states have the same address in every store, different ones do not', () => {
  const address = createPageStateStore().keep(part(1));
  expect(createPageStateStore().keep(part(1))).toBe(address);
  expect(createPageStateStore().keep(part(2))).not.toBe(address);
});

it('a stored page state is found under its address and reads back unchanged', () => {
  const store = createPageStateStore();
  const hash = pageStateHash(store.keep(part(7))) ?? '';
  expect(parsePageStateFile(JSON.parse(String(store.find(hash))))).toEqual(part(7));
  expect(store.find('0000000000000000')).toBeNull();
});

it('page states of recent site states stay, the oldest ones are removed', () => {
  const store = createPageStateStore();
  const [first = '', second = ''] = [part(0), part(1)].map((kept) => pageStateHash(store.keep(kept)) ?? '');
  for (let total = 2; total <= 128; total++) store.keep(part(total));
  expect(store.find(first)).toBeNull();
  expect(store.find(second)).not.toBeNull();
});

it.each(['/_estado/x.json', '/_estado/0123456789ABCDEF.json', '/_estado/0123456789abcdef.json/', '/estado/0123456789abcdef.json'])(
  'does not take %s for an address of a part',
  (path) => {
    expect(pageStateHash(path)).toBeNull();
  },
);
