/** Unsaved texts about citizens: those of cases on the server and sealed in this browser, those of a case that is not registered yet in this browser alone. */
import { STAFF_DRAFT_KEYS_PATH } from '../../../../shared/cases/addresses.ts';
import type { RunGraphql } from '../../data/graphql.ts';
import { createDraftStore, type DraftStorage, type DraftStore } from '../../editing/drafts/draft-store.ts';
import { createSealedStorage, importKeys } from './sealed-storage.ts';

export interface CaseDrafts {
  readonly store: DraftStore;
  /** Null where this browser encrypts or keeps nothing: without https, or with its storage blocked. */
  readonly browser: DraftStorage | null;
}

export interface CaseDraftsOptions {
  readonly run: RunGraphql;
  readonly fetch: typeof fetch;
  readonly storage: Storage | null;
}

/** Makes the stores. Keys are asked for with the first text. */
export function createCaseDrafts({ run, fetch: fetchSignedIn, storage }: CaseDraftsOptions): CaseDrafts {
  let known: Promise<readonly CryptoKey[]> | null = null;
  const keys = (): Promise<readonly CryptoKey[]> => {
    known ??= readKeys(fetchSignedIn).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
  const browser = storage === null || !window.isSecureContext ? null : createSealedStorage({ storage, keys });
  return { store: createDraftStore({ run, storage: browser }), browser };
}

async function readKeys(fetchSignedIn: typeof fetch): Promise<readonly CryptoKey[]> {
  const response = await fetchSignedIn(STAFF_DRAFT_KEYS_PATH, { headers: { Accept: 'application/json' }, credentials: 'same-origin' });
  if (!response.ok) throw new Error(`no keys: ${response.status}`);
  const { chaves } = (await response.json()) as { readonly chaves: readonly string[] };
  return importKeys(chaves);
}
