/**
 * Unsaved text: one draft for each person and row, on the server, and in this browser until the server has it. A draft is no version and nothing
 * of it is public. The copy in the browser carries the person's id: the next person on the same computer is not offered it.
 */
import type { RunGraphql } from '../../data/graphql.ts';
import type { Row } from '../../resources/content-type.ts';

export interface DraftKey {
  readonly usuario: string;
  readonly tabela: string;
  /** Null for a row that does not exist yet. */
  readonly chave: string | null;
}

export interface Draft {
  readonly dados: Row;
  /** Version of the row that was being edited; null for a new row. */
  readonly versaoBase: number | null;
  /** When it was written, in ISO form. */
  readonly em: string;
}

/** Where the draft is now. */
export type DraftPlace = 'server' | 'browser' | 'nowhere';

export interface DraftStore {
  /** Keeps the draft in this browser at once. False where the browser keeps nothing. */
  keep(key: DraftKey, draft: Draft): boolean;
  /** Sends the draft to the server; the copy in the browser stays while that fails. */
  send(key: DraftKey, draft: Draft): Promise<DraftPlace>;
  /**
   * Returns the newest draft, else the one that was set aside; null where there is none. One that `isNews` refuses is passed over: a row that was
   * saved just before its page was left may have its own text as newest draft.
   */
  find(key: DraftKey, isNews?: (draft: Draft) => boolean): Promise<Draft | null>;
  /** Keeps in this browser a draft that was offered while a newer one takes its place; null forgets it. */
  setAside(key: DraftKey, draft: Draft | null): void;
  /** Forgets the draft everywhere, after all that is being sent. Its text is kept no more until the form begins anew. */
  discard(key: DraftKey): Promise<void>;
  /** The form had the row as it is stored and is changed again: that is a new draft, also where it is the text that was discarded. */
  begin(key: DraftKey): void;
}

/** A browser's storage, or one on top of it. */
export interface DraftStorage {
  getItem(name: string): string | null | Promise<string | null>;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

export interface DraftStoreOptions {
  readonly run: RunGraphql;
  /** Null where the browser refuses one. */
  readonly storage: DraftStorage | null;
}

const SAVE = `mutation SaveDraft($tabela: String!, $chave: String, $versao: Int, $dados: jsonb!) {
  insert_rascunho_one(object: {tabela: $tabela, chave: $chave, versao_base: $versao, dados: $dados},
    on_conflict: {constraint: rascunho_unico, update_columns: [dados, versao_base]}) { id }
}`;
const READ = `query Draft($where: rascunho_bool_exp!) { rascunho(where: $where, limit: 2) { dados versao_base origem atualizado_em } }`;
const REMOVE = `mutation DiscardDraft($where: rascunho_bool_exp!) { delete_rascunho(where: $where) { affected_rows } }`;

interface StoredDraft {
  readonly dados: Row;
  readonly versao_base: number | null;
  /** `devolvido` came back from approval after it had been sent, while the form may have been open: no form writes it. */
  readonly origem: 'escrito' | 'devolvido';
  readonly atualizado_em: string;
}

export function createDraftStore({ run, storage }: DraftStoreOptions): DraftStore {
  /** The last request of each key: a draft that is discarded must not be written by one that began before. */
  const last = new Map<string, Promise<unknown>>();
  const inTurn = <T>(name: string, ask: () => Promise<T>): Promise<T> => {
    const turn = (last.get(name) ?? Promise.resolve()).then(ask, ask);
    last.set(name, turn);
    return turn;
  };
  /** The last text of each key, and the one that was discarded with it: a form keeps its text once more between its save and its new values. */
  const written = new Map<string, string>();
  const discarded = new Map<string, string | undefined>();
  const isDiscarded = (key: DraftKey, { dados }: Draft): boolean => discarded.get(nameOf(key)) === JSON.stringify(dados);
  /** When the returned draft of each key was stored that has been found: one that came later is discarded by nobody who has not seen it. */
  const found = new Map<string, string>();
  const keep: DraftStore['keep'] = (key, draft) => {
    if (isDiscarded(key, draft)) return false;
    written.set(nameOf(key), JSON.stringify(draft.dados));
    discarded.delete(nameOf(key));
    return attempt(() => storage?.setItem(nameOf(key), JSON.stringify(draft))) && storage !== null;
  };
  return {
    keep,
    send: (key, draft) =>
      inTurn(nameOf(key), async () => {
        if (isDiscarded(key, draft)) return 'nowhere';
        try {
          await run(SAVE, { tabela: key.tabela, chave: key.chave, versao: draft.versaoBase, dados: draft.dados }, { quiet: true });
        } catch {
          // Offline, signed out, or a server that is away: the browser has the draft, and the next one is sent again.
          return keep(key, draft) ? 'browser' : 'nowhere';
        }
        // A newer text may have been kept meanwhile, also while this one is read.
        const kept = await readKept(storage, nameOf(key));
        const isNewest = !written.has(nameOf(key)) || written.get(nameOf(key)) === JSON.stringify(draft.dados);
        if (kept?.em === draft.em && isNewest) attempt(() => storage?.removeItem(nameOf(key)));
        return 'server';
      }),
    async find(key, isNews = () => true) {
      const kept = await readKept(storage, nameOf(key));
      const sent = await run<{ readonly rascunho: readonly StoredDraft[] }>(READ, { where: whereOf(key) }).then(
        ({ rascunho }) => rascunho,
        () => [],
      );
      const [written, returned] = (['escrito', 'devolvido'] as const).map((origem) => sent.find((row) => row.origem === origem));
      if (returned !== undefined) found.set(nameOf(key), returned.atualizado_em);
      // What this browser still keeps was never confirmed by the server, so it is what was written here last.
      const isKeptNewer = written === undefined || (kept !== null && Date.parse(kept.em) >= Date.parse(written.atualizado_em));
      const newest = isKeptNewer ? kept : draftOf(written);
      const news = newest !== null && isNews(newest) ? newest : null;
      const drafts = [returned === undefined ? news : together(draftOf(returned), news), await readKept(storage, asideOf(key))];
      return drafts.find((draft) => draft !== null && isNews(draft)) ?? null;
    },
    setAside: (key, draft) => {
      attempt(() => (draft === null ? storage?.removeItem(asideOf(key)) : storage?.setItem(asideOf(key), JSON.stringify(draft))));
    },
    discard: (key) => {
      discarded.set(nameOf(key), written.get(nameOf(key)));
      attempt(() => storage?.removeItem(nameOf(key)));
      return inTurn(nameOf(key), async () => {
        attempt(() => storage?.removeItem(nameOf(key)));
        const seen = found.get(nameOf(key));
        const returned = seen === undefined ? [] : [{ origem: { _eq: 'devolvido' }, atualizado_em: { _eq: seen } }];
        await run(REMOVE, { where: { ...whereOf(key), _or: [{ origem: { _eq: 'escrito' } }, ...returned] } });
      });
    },
    begin: (key) => void discarded.delete(nameOf(key)),
  };
}

function whereOf({ tabela, chave }: DraftKey): Row {
  return { tabela: { _eq: tabela }, chave: chave === null ? { _is_null: true } : { _eq: chave } };
}

function draftOf({ dados, versao_base, atualizado_em }: StoredDraft): Draft {
  return { dados, versaoBase: versao_base, em: atualizado_em };
}

/** What came back, with what was written beside it, field by field. */
function together(returned: Draft, written: Draft | null): Draft {
  if (written === null) return returned;
  const bases = [returned.versaoBase, written.versaoBase].filter((base) => base !== null);
  return { dados: { ...returned.dados, ...written.dados }, versaoBase: bases.length === 0 ? null : Math.min(...bases), em: written.em };
}

function nameOf({ usuario, tabela, chave }: DraftKey): string {
  return `rascunho:${usuario}:${tabela}:${chave ?? ''}`;
}

function asideOf(key: DraftKey): string {
  return `${nameOf(key)}:anterior`;
}

async function readKept(storage: DraftStoreOptions['storage'], name: string): Promise<Draft | null> {
  try {
    const text = (await storage?.getItem(name)) ?? null;
    if (text === null) return null;
    const { dados, versaoBase, em } = JSON.parse(text) as Partial<Draft>;
    if (typeof dados !== 'object' || dados === null || typeof em !== 'string') return null;
    return { dados, versaoBase: versaoBase ?? null, em };
  } catch {
    // Not ours, or a browser without storage: there is no draft to offer.
    return null;
  }
}

/** The storage of a browser may be full or refused; the draft is then on the server alone. */
function attempt(write: () => void): boolean {
  try {
    write();
    return true;
  } catch {
    return false;
  }
}
