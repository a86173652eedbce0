import { describe, expect, test } from 'vitest';
import { createSealedStorage, importKeys } from '../../../../../client/admin/cases/drafts/sealed-storage.ts';
import { createDraftStore } from '../../../../../client/admin/editing/drafts/draft-store.ts';

const NAME = 'rascunho:olga:caso:7';
const KEY_OF_OLGA = Buffer.alloc(32, 1).toString('base64');
const KEY_OF_RUI = Buffer.alloc(32, 2).toString('base64');

/** A browser whose storage several documents share, one after the other. */
function machine() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
  const signedIn = (...keys: readonly string[]) => createSealedStorage({ storage, keys: () => importKeys(keys) });
  return { kept, storage, signedIn };
}

describe('texts of the staff in this browser', () => {
  test('texts of the staff are there again for the same person after a crash, and another person cannot read them', async () => {
    const { kept, signedIn } = machine();
    signedIn(KEY_OF_OLGA).setItem(NAME, 'Prezada senhora Quitéria');
    await expect.poll(() => kept.size).toBe(1);
    expect(JSON.stringify([...kept])).not.toMatch(/Quit|Prezada/);
    expect(await signedIn(KEY_OF_OLGA).getItem(NAME)).toBe('Prezada senhora Quitéria');
    expect(await signedIn(KEY_OF_RUI).getItem(NAME)).toBeNull();
    expect(await signedIn(KEY_OF_RUI, KEY_OF_OLGA).getItem(NAME)).toBe('Prezada senhora Quitéria');
  });

  test('are bound to their case', async () => {
    const { kept, signedIn } = machine();
    signedIn(KEY_OF_OLGA).setItem(NAME, 'Prezada senhora Quitéria');
    await expect.poll(() => kept.size).toBe(1);
    kept.set('rascunho:olga:caso:8', kept.get(NAME) ?? '');
    expect(await signedIn(KEY_OF_OLGA).getItem('rascunho:olga:caso:8')).toBeNull();
  });

  test('wait in memory while the keys cannot be had, and are stored with the next text', async () => {
    const { kept, storage } = machine();
    let isOffline = true;
    const asked: boolean[] = [];
    const sealed = createSealedStorage({
      storage,
      keys: () => {
        asked.push(isOffline);
        return isOffline ? Promise.reject(new Error('offline')) : importKeys([KEY_OF_OLGA]);
      },
    });
    sealed.setItem(NAME, 'Pre');
    await expect.poll(() => asked).toEqual([true]);
    expect([kept.size, await sealed.getItem(NAME)]).toEqual([0, 'Pre']);
    isOffline = false;
    sealed.setItem(NAME, 'Prezada');
    await expect.poll(() => kept.size).toBe(1);
  });

  test('are the newest of those that were written at once, and none after one was removed', async () => {
    const { kept, storage, signedIn } = machine();
    const keys = importKeys([KEY_OF_OLGA]);
    const gates: (() => void)[] = [];
    const sealed = createSealedStorage({
      storage,
      keys: async () => {
        await new Promise<void>((resolve) => gates.push(resolve));
        return keys;
      },
    });
    for (const text of ['P', 'Pr', 'Pre']) sealed.setItem(NAME, text);
    await expect.poll(() => gates.length).toBe(1);
    gates[0]?.();
    await expect.poll(() => kept.size).toBe(1);
    expect([gates.length, await signedIn(KEY_OF_OLGA).getItem(NAME)]).toEqual([1, 'Pre']);
    sealed.setItem(NAME, 'Prez');
    await expect.poll(() => gates.length).toBe(2);
    sealed.removeItem(NAME);
    gates[1]?.();
    await keys;
    sealed.setItem('rascunho:olga:caso:9', 'x');
    await expect.poll(() => gates.length).toBe(3);
    expect([...kept.keys()]).toEqual([]);
  });

  test('are a draft like any other: in this browser while the server is away, and gone when it has them', async () => {
    const { kept, signedIn } = machine();
    const state = { isOffline: true };
    const run = async () => {
      if (state.isOffline) throw new Error('offline');
      return { rascunho: [] } as never;
    };
    const key = { usuario: 'olga', tabela: 'caso', chave: '7' };
    const draft = { dados: { resposta: 'Prezada senhora' }, versaoBase: null, em: '2026-11-22T10:00:00Z' };
    const store = createDraftStore({ run, storage: signedIn(KEY_OF_OLGA) });
    expect(await store.send(key, draft)).toBe('browser');
    await expect.poll(() => kept.size).toBe(1);
    expect(await createDraftStore({ run, storage: signedIn(KEY_OF_OLGA) }).find(key)).toEqual(draft);
    expect(await createDraftStore({ run, storage: signedIn(KEY_OF_RUI) }).find(key)).toBeNull();
    state.isOffline = false;
    expect(await store.send(key, draft)).toBe('server');
    expect(kept.size).toBe(0);
  });
});
