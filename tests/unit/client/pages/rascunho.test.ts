/** Drafts of forms on a device: how long they are kept, what they fill in again, and devices that keep nothing. */
import { describe, expect, test } from 'vitest';
import { type Draft, draftStore } from '../../../../client/pages/case-form/draft.ts';

const DAY_MS = 86_400_000;
const DRAFT: Draft = { typed: { texto: 'Faltou água na sede.' }, attempt: { key: 'uma', content: '{}' } };

/** The storage of a browser: entries by name. */
function memoryStorage(): Storage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  };
}

describe('a draft', () => {
  test('comes back with the key of its attempt until its week is over, and is then removed from the device', () => {
    const storage = memoryStorage();
    let now = 0;
    const store = draftStore(
      'sic',
      () => storage,
      () => now,
    );
    store.write(DRAFT);
    now = 7 * DAY_MS - 1;
    expect(store.read()).toMatchObject(DRAFT);
    now += 1;
    expect([store.read(), storage.entries.size]).toEqual([null, 0]);
  });

  test('lives a week from what was typed last', () => {
    const storage = memoryStorage();
    let now = 0;
    const store = draftStore(
      'sic',
      () => storage,
      () => now,
    );
    store.write(DRAFT);
    now = 6 * DAY_MS;
    store.write({ ...DRAFT, typed: { texto: 'Faltou água e luz.' } });
    now = 12 * DAY_MS;
    expect(store.read()?.typed).toEqual({ texto: 'Faltou água e luz.' });
  });

  test('a draft of one channel is not that of another, and is removed alone', () => {
    const storage = memoryStorage();
    const [sic, contato] = (['sic', 'contato'] as const).map((channel) =>
      draftStore(
        channel,
        () => storage,
        () => 0,
      ),
    );
    sic?.write(DRAFT);
    contato?.write({ typed: { texto: 'Outra.' }, attempt: null });
    sic?.remove();
    expect([sic?.read(), contato?.read()?.typed]).toEqual([null, { texto: 'Outra.' }]);
  });

  test.each(['', 'x', '[]', 'null', '{"typed":{}}', '{"until":9}'])('a stored text that is %j is no draft', (text) => {
    const storage = memoryStorage();
    storage.entries.set('rascunho-sic', text);
    expect(
      draftStore(
        'sic',
        () => storage,
        () => 0,
      ).read(),
    ).toBeNull();
  });

  test('is none where the device keeps nothing, and nothing is thrown', () => {
    const store = draftStore(
      'sic',
      () => {
        throw new Error('blocked');
      },
      () => 0,
    );
    store.write(DRAFT);
    store.remove();
    expect(store.read()).toBeNull();
    const full = memoryStorage();
    full.setItem = () => {
      throw new Error('full');
    };
    const other = draftStore(
      'sic',
      () => full,
      () => 0,
    );
    other.write(DRAFT);
    expect(other.read()).toBeNull();
  });
});
