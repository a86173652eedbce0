/** A data provider under which a saved row has no draft any more. */
import type { DataProvider } from 'react-admin';
import type { DraftStore } from './draft-store.ts';

/** Decorates `provider`; `userId` returns null when no user is signed in. */
export function withoutSavedDrafts(provider: DataProvider, store: DraftStore, userId: () => Promise<string | null>): DataProvider {
  const forget = async (tabela: string, chave: string | null): Promise<void> => {
    const usuario = await userId();
    // A draft that stays is offered again, which costs a click; the row itself is saved.
    if (usuario !== null) await store.discard({ usuario, tabela, chave }).catch(() => undefined);
  };
  const create: DataProvider['create'] = async (resource, params) => {
    const created = await provider.create(resource, params);
    await forget(resource, null);
    return created as never;
  };
  const update: DataProvider['update'] = async (resource, params) => {
    const updated = await provider.update(resource, params);
    await forget(resource, String(params.id));
    return updated as never;
  };
  return { ...provider, create, update };
}
