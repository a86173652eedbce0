import { describe, expect, it } from 'vitest';
import type { RunGraphql } from '../../../../../client/admin/data/graphql.ts';
import { createDraftStore, type Draft, type DraftKey } from '../../../../../client/admin/editing/drafts/draft-store.ts';

const KEY: DraftKey = { usuario: 'ana', tabela: 'noticia', chave: '7' };
const draft = (titulo: string, em = '2026-11-22T10:00:00Z'): Draft => ({ dados: { titulo }, versaoBase: 3, em });

function shop({ sent = [] as object[], isOffline = false } = {}) {
  const kept = new Map<string, string>();
  const requests: string[] = [];
  /** Of what is discarded. */
  const wheres: unknown[] = [];
  const gates: (() => void)[] = [];
  const state = { isOffline, isGated: false };
  const run: RunGraphql = async (query, variables) => {
    const [, name = ''] = /(?:query|mutation) (\w+)/.exec(query) ?? [];
    requests.push(`${name} ${JSON.stringify(variables?.['dados'] ?? '')}`);
    if (name === 'DiscardDraft') wheres.push(variables?.['where']);
    if (state.isGated) await new Promise<void>((resolve) => gates.push(resolve));
    if (state.isOffline && name !== 'DiscardDraft') throw new Error('offline');
    return { rascunho: sent } as never;
  };
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
  return { store: createDraftStore({ run, storage }), kept, requests, wheres, sent, gates, state };
}

describe('the store of drafts', () => {
  it('keeps a draft in the browser until the server has it', async () => {
    const { store, kept } = shop();
    expect(store.keep(KEY, draft('A'))).toBe(true);
    expect([...kept.keys()]).toEqual(['rascunho:ana:noticia:7']);
    expect(await store.send(KEY, draft('A'))).toBe('server');
    expect(kept.size).toBe(0);
  });

  it('keeps what was written while an older draft was being sent', async () => {
    const { store, kept } = shop();
    store.keep(KEY, draft('A'));
    const sending = store.send(KEY, draft('A'));
    store.keep(KEY, draft('Ab', '2026-11-22T10:00:01Z'));
    await sending;
    expect(JSON.parse(kept.get('rascunho:ana:noticia:7') ?? '')).toEqual(draft('Ab', '2026-11-22T10:00:01Z'));
  });

  it('keeps a draft in the browser while the server is away, and finds it again', async () => {
    const { store } = shop({ isOffline: true });
    expect(await store.send(KEY, draft('A'))).toBe('browser');
    expect(await store.find(KEY)).toEqual(draft('A'));
  });

  it('does not offer the draft of another person, of another row or of another table', async () => {
    const { store } = shop();
    store.keep(KEY, draft('A'));
    for (const other of [{ usuario: 'bia' }, { chave: '8' }, { chave: null }, { tabela: 'pagina' }]) {
      expect(await store.find({ ...KEY, ...other })).toBeNull();
    }
  });

  it.each([
    ['the browser', '2026-11-22T09:00:00Z', 'here'],
    ['the server', '2026-11-22T11:00:00Z', 'there'],
  ])('finds the newer of two drafts: that of %s', async (_name, em, titulo) => {
    const { store } = shop({ sent: [{ dados: { titulo: 'there' }, versao_base: 3, origem: 'escrito', atualizado_em: em }] });
    store.keep(KEY, draft('here'));
    expect((await store.find(KEY))?.dados).toEqual({ titulo });
  });

  describe('finds what came back from approval', () => {
    const returned = {
      dados: { titulo: 'returned', resumo: 'returned' },
      versao_base: 2,
      origem: 'devolvido',
      atualizado_em: '2026-11-22T10:30:00Z',
    };

    it('below what was written since, field by field, from the older version of both', async () => {
      const { store } = shop({ sent: [returned] });
      store.keep(KEY, draft('written'));
      expect(await store.find(KEY)).toEqual({ ...draft('written'), dados: { titulo: 'written', resumo: 'returned' }, versaoBase: 2 });
    });

    it('alone, where what was written has become the row', async () => {
      const { store } = shop({ sent: [returned] });
      store.keep(KEY, draft('saved'));
      expect((await store.find(KEY, ({ dados }) => dados['titulo'] !== 'saved'))?.dados).toEqual(returned.dados);
    });

    it('and discards it once it was found, but not one that came back since', async () => {
      const { store, wheres, sent } = shop();
      await store.discard(KEY);
      sent.push(returned);
      await store.find(KEY);
      await store.discard(KEY);
      const own = { tabela: { _eq: 'noticia' }, chave: { _eq: '7' } };
      const written = { origem: { _eq: 'escrito' } };
      expect(wheres).toEqual([
        { ...own, _or: [written] },
        { ...own, _or: [written, { origem: { _eq: 'devolvido' }, atualizado_em: { _eq: returned.atualizado_em } }] },
      ]);
    });
  });

  it('finds a draft that was set aside for a newer one, once that is forgotten', async () => {
    const { store } = shop();
    store.setAside(KEY, draft('older'));
    store.keep(KEY, draft('newer'));
    expect((await store.find(KEY))?.dados).toEqual({ titulo: 'newer' });
    await store.discard(KEY);
    expect((await store.find(KEY))?.dados).toEqual({ titulo: 'older' });
    store.setAside(KEY, null);
    expect(await store.find(KEY)).toBeNull();
  });

  it('finds the draft that was set aside where the newest one is refused, as that of a row that was saved just before', async () => {
    const { store } = shop({ sent: [{ dados: { titulo: 'saved' }, versao_base: 3, atualizado_em: '2026-11-22T11:00:00Z' }] });
    const isNews = ({ dados }: Draft): boolean => dados['titulo'] !== 'saved';
    expect(await store.find(KEY, isNews)).toBeNull();
    store.setAside(KEY, draft('older'));
    expect(await store.find(KEY, isNews)).toEqual(draft('older'));
    store.setAside(KEY, draft('saved'));
    expect(await store.find(KEY, isNews)).toBeNull();
  });

  it('forgets a draft after the request that was writing it', async () => {
    const { store, kept, requests, gates, state } = shop();
    state.isGated = true;
    const sending = store.send(KEY, draft('A'));
    const discarding = store.discard(KEY);
    await expect.poll(() => gates.length).toBe(1);
    expect(requests).toEqual(['SaveDraft {"titulo":"A"}']);
    state.isOffline = true;
    state.isGated = false;
    gates[0]?.();
    expect(await sending).toBe('browser');
    await expect(discarding).resolves.toBeUndefined();
    expect(requests.at(-1)).toBe('DiscardDraft ""');
    expect(kept.size).toBe(0);
  });

  it('keeps a discarded text no more, neither here nor on the server, until it is another one', async () => {
    const { store, kept, requests } = shop();
    store.keep(KEY, draft('A'));
    await store.discard(KEY);
    // The form of a saved row has its text once more before it gets the values of the row.
    expect(store.keep(KEY, draft('A', '2026-11-22T10:00:05Z'))).toBe(false);
    await store.send(KEY, draft('A', '2026-11-22T10:00:05Z'));
    expect([kept.size, requests]).toEqual([0, ['DiscardDraft ""']]);
    expect(store.keep(KEY, draft('Ab'))).toBe(true);
    expect(store.keep(KEY, draft('A'))).toBe(true);
    expect(kept.size).toBe(1);
  });

  it('keeps the text that was discarded where a form begins with it anew, as one that was taken back from approval', async () => {
    const { store, kept } = shop();
    store.keep(KEY, draft('A'));
    await store.discard(KEY);
    store.begin(KEY);
    expect(store.keep(KEY, draft('A'))).toBe(true);
    expect(kept.size).toBe(1);
  });

  it('ignores what is no draft, and a browser that stores nothing', async () => {
    const { store, kept } = shop();
    kept.set('rascunho:ana:noticia:7', '{"em":1}');
    expect(await store.find(KEY)).toBeNull();
    const run: RunGraphql = async () => {
      throw new Error('offline');
    };
    const without = createDraftStore({ run, storage: null });
    expect(without.keep(KEY, draft('A'))).toBe(false);
    expect(await without.send(KEY, draft('A'))).toBe('nowhere');
    expect(await without.find(KEY)).toBeNull();
  });
});
