/**
 * Keeps what an editor writes in a form while it is written, and offers it back after a crash, a sign-out or a lost network. Where the row was saved
 * by another editor since, the offer leads to the same choice as a conflict.
 */
import { Alert, Box, Button, Typography } from '@mui/material';
import { type ReactElement, use, useEffect, useRef, useState } from 'react';
import { useGetIdentity, useRecordContext } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { VERSION_COLUMN } from '../../data/selection.ts';
import { useIsChanged } from '../../forms/use-is-changed.ts';
import { firstInputAround, useLostFocus } from '../../forms/use-lost-focus.ts';
import type { ContentType, Row } from '../../resources/content-type.ts';
import { useTimeZone, writtenMoment } from '../../time/institution-time.ts';
import { differingColumns } from '../difference.ts';
import type { Draft, DraftKey, DraftPlace, DraftStore } from './draft-store.ts';
import { blank, draftKeyOf, FoundDraftContext } from './found-draft.ts';

/** Milliseconds without a key after which the draft goes to the server. The browser has it with each change. */
const SEND_AFTER_MS = 2_000;

const PLACES: Readonly<Record<DraftPlace, string>> = {
  server: 'Rascunho guardado.',
  browser: 'O rascunho está guardado só neste computador por enquanto.',
  nowhere: 'O rascunho não pôde ser guardado. Copie o texto antes de sair.',
};

interface OfRow {
  readonly draftKey: DraftKey;
}

/** Null while it is not known who writes. */
function useDraftKey(type: ContentType): DraftKey | null {
  const { identity } = useGetIdentity();
  const record = useRecordContext();
  return identity === undefined ? null : draftKeyOf(identity.id, type, record);
}

/** What holds for one form is over with it. */
function formOf({ usuario, tabela, chave }: DraftKey): string {
  return `${usuario} ${tabela} ${chave}`;
}

interface KeptDraftProps {
  readonly type: ContentType;
  readonly store: DraftStore;
}

/** Keeps the draft of the form, and says where it is. */
export function KeptDraft({ type, store }: KeptDraftProps): ReactElement | null {
  const draftKey = useDraftKey(type);
  if (draftKey === null) return null;
  return <DraftSign key={formOf(draftKey)} type={type} store={store} draftKey={draftKey} />;
}

function DraftSign({ type, store, draftKey }: KeptDraftProps & OfRow): ReactElement {
  const record = useRecordContext() ?? null;
  const place = useAutosave({ store, draftKey, columns: type.fields.map(({ name }) => name), record });
  return (
    <Typography component="output" variant="body2" sx={{ display: 'block' }}>
      {place === null ? '' : PLACES[place]}
    </Typography>
  );
}

interface DraftOfferProps extends KeptDraftProps {
  /** Called with a draft that began from an older version than the row has now. */
  readonly onOutdated: (draft: Row) => void;
}

/** Offers the draft that was there before the form was shown. */
export function DraftOffer(props: DraftOfferProps): ReactElement | null {
  const draftKey = useDraftKey(props.type);
  if (draftKey === null) return null;
  return <OfferOfRow key={formOf(draftKey)} {...props} draftKey={draftKey} />;
}

function OfferOfRow({ type, store, onOutdated, draftKey }: DraftOfferProps & OfRow): ReactElement {
  const { getValues, setValue } = useFormContext<Record<string, unknown>>();
  const record = useRecordContext() ?? null;
  const isChanged = useIsChanged();
  const columns = type.fields.map(({ name }) => name);
  const timeZone = useTimeZone();
  const [offer, setOffer] = useState(use(FoundDraftContext));
  const settle = (): void => {
    store.setAside(draftKey, null);
    setOffer(null);
  };
  useEffect(() => {
    // What is written now takes the place of a draft that was neither kept nor discarded yet.
    if (offer !== null && isChanged) store.setAside(draftKey, offer);
  }, [store, draftKey, offer, isChanged]);
  const now = versionOf(record);
  const isOutdated = offer !== null && offer.versaoBase !== null && now !== null && offer.versaoBase < now;
  const restore = (draft: Draft): void => {
    settle();
    if (isOutdated) return onOutdated(draft.dados);
    for (const name of differingColumns(columns, draft.dados, { ...blank(columns), ...getValues() })) {
      setValue(name, draft.dados[name], { shouldDirty: true, shouldTouch: true });
    }
  };
  const discard = (): void => {
    settle();
    // What was written since the form was opened has replaced the draft that is discarded.
    if (!isChanged) store.discard(draftKey).catch(() => undefined);
  };
  const top = useRef<HTMLElement>(null);
  // The buttons of the offer go with it; the editor goes on in the form.
  useLostFocus(offer === null, () => (offer === null ? firstInputAround(top.current) : null));
  return (
    <Box ref={top} sx={{ width: '100%' }}>
      {offer !== null && (
        <Alert
          severity="warning"
          action={
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              <Button variant="contained" onClick={() => restore(offer)}>
                {isOutdated ? 'Comparar os dois textos' : 'Recuperar o texto'}
              </Button>
              <Button onClick={discard}>Descartar</Button>
            </Box>
          }
        >
          Há um texto que não foi salvo, de {writtenMoment(offer.em, timeZone)}.
          {isOutdated ? ' Depois que ele foi começado, este conteúdo foi salvo de novo: compare e escolha o que fica de cada um.' : ''}
        </Alert>
      )}
    </Box>
  );
}

interface AutosaveOptions extends OfRow {
  readonly store: DraftStore;
  readonly columns: readonly string[];
  readonly record: Row | null;
}

/** Keeps the values of the form while it is changed; returns where the last draft is. */
function useAutosave({ store, draftKey, columns, record }: AutosaveOptions): DraftPlace | null {
  const values = useWatch();
  const { isSubmitting } = useFormState();
  const isChanged = useIsChanged();
  const [place, setPlace] = useState<DraftPlace | null>(null);
  const wasChanged = useRef(false);
  // Of a row, what differs from it alone: compared with a later version, a column that was left as it was would count as the writer's wish.
  const kept =
    record === null ? columns.filter((name) => name in values) : differingColumns(columns, values, { ...blank(columns), ...record });
  const text = JSON.stringify(Object.fromEntries(kept.map((name) => [name, values[name]])));
  const { usuario, tabela, chave } = draftKey;
  const base = versionOf(record);
  useEffect(() => {
    const key = { usuario, tabela, chave };
    if (isSubmitting) return;
    if (!isChanged) {
      if (wasChanged.current) setPlace(null);
      wasChanged.current = false;
      return;
    }
    if (!wasChanged.current) store.begin(key);
    wasChanged.current = true;
    const draft: Draft = { dados: JSON.parse(text) as Row, versaoBase: base, em: new Date().toISOString() };
    store.keep(key, draft);
    let isCurrent = true;
    const send = (): void => {
      store.send(key, draft).then(
        (where) => isCurrent && setPlace(where),
        () => undefined,
      );
    };
    const timer = setTimeout(send, SEND_AFTER_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [store, usuario, tabela, chave, base, text, isChanged, isSubmitting]);
  return place;
}

function versionOf(record: Row | null): number | null {
  const version = record?.[VERSION_COLUMN];
  return typeof version === 'number' ? version : null;
}
