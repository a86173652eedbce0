/** What the staff writes about a case, kept like the drafts of forms: sealed in this browser at once, on the server soon, and given back by itself. */
import { use, useEffect, useRef, useState } from 'react';
import { useGetIdentity } from 'react-admin';
import type { DraftKey } from '../../editing/drafts/draft-store.ts';
import { CaseDraftsContext } from '../../session/contexts.ts';

const SEND_AFTER_MS = 2_000;

type Values = Readonly<Record<string, string>>;

export interface CaseDraft {
  readonly values: Values;
  readonly change: (values: Values) => void;
  /** True where the values come from a draft. */
  readonly isRestored: boolean;
  /** Forgets values by their names, and the draft with the last of them. */
  readonly forget: (isForgotten: (name: string) => boolean) => void;
}

const NOTHING: Values = {};

/** Keeps the values of the forms of a case, which are one draft: it is erased with the case. */
export function useCaseDraft(caseId: string): CaseDraft {
  const store = use(CaseDraftsContext)?.store ?? null;
  const { identity } = useGetIdentity();
  const usuario = identity === undefined ? null : String(identity.id);
  const [values, setValues] = useState(NOTHING);
  const [isRestored, setRestored] = useState(false);
  const hasWritten = useRef(false);
  useEffect(() => {
    if (store === null || usuario === null) return;
    let isShown = true;
    store.find(keyOf(usuario, caseId)).then(
      (draft) => {
        // A person who has begun to write meanwhile keeps the own words.
        if (!isShown || hasWritten.current || draft === null) return;
        setValues((now) => ({ ...now, ...(draft.dados as Values) }));
        setRestored(true);
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [store, usuario, caseId]);
  useEffect(() => {
    if (store === null || usuario === null || !hasWritten.current) return;
    if (Object.keys(values).length === 0) {
      hasWritten.current = false;
      store.discard(keyOf(usuario, caseId)).catch(() => undefined);
      return;
    }
    const draft = { dados: values, versaoBase: null, em: new Date().toISOString() };
    store.keep(keyOf(usuario, caseId), draft);
    const timer = setTimeout(() => void store.send(keyOf(usuario, caseId), draft), SEND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [store, usuario, caseId, values]);
  return {
    values,
    isRestored,
    change: (next) => {
      hasWritten.current = true;
      setValues(next);
    },
    forget: (isForgotten) => {
      hasWritten.current = true;
      setRestored(false);
      setValues((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !isForgotten(name))));
    },
  };
}

function keyOf(usuario: string, caseId: string): DraftKey {
  return { usuario, tabela: 'caso', chave: caseId };
}
