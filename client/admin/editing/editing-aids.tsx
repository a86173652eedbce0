/** What helps who edits a row. Above the fields: the draft that was found, the preview, the versions, and the choice after a conflict. */
import { Alert, Box, Button } from '@mui/material';
import { type ReactElement, use, useEffect, useMemo, useRef, useState } from 'react';
import { EditContext, useRecordContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { EditConflict } from '../data/edit-conflict.ts';
import { withRole } from '../data/graphql.ts';
import { isWritable, VERSION_COLUMN } from '../data/selection.ts';
import { firstInputAround, useLostFocus } from '../forms/use-lost-focus.ts';
import { lazyComponent } from '../loading/lazy-component.tsx';
import type { ContentType, Row } from '../resources/content-type.ts';
import { DraftContext, FetchContext, GraphqlContext, useTableAccess } from '../session/contexts.ts';
import { type Conflict, conflictOf } from './conflict/conflict.ts';
import { DraftOffer, KeptDraft } from './drafts/autosave.tsx';
import { useOpenChoice } from './files/unsent-files.tsx';
import { Presence } from './presence/presence.tsx';

const ConflictDialog = lazyComponent({ load: async () => (await import('./conflict/conflict-dialog.tsx')).ConflictDialog });
const HistoryDialog = lazyComponent({ load: async () => (await import('./history/history-dialog.tsx')).HistoryDialog });
const PreviewDialog = lazyComponent({ load: async () => (await import('./preview/preview-dialog.tsx')).PreviewDialog });

interface EditingAidsProps {
  readonly type: ContentType;
  /** The error of the last save; only a conflict counts here, and the form tells all others. */
  readonly saveError?: unknown;
}

/** Fields that an earlier version has filled, and the version of the row that the form is about: it is over with a save. */
interface Brought {
  readonly labels: readonly string[];
  readonly into: unknown;
}

type OpenDialog = 'preview' | 'history' | null;

export function EditingAids({ type, saveError }: EditingAidsProps): ReactElement | null {
  const run = use(GraphqlContext);
  const drafts = use(DraftContext);
  const fetchSignedIn = use(FetchContext);
  const access = useTableAccess(type.table);
  const record: Row | null = useRecordContext() ?? null;
  const { getValues, setValue } = useFormContext<Record<string, unknown>>();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [brought, setBrought] = useState<Brought | null>(null);
  const conflicts = useConflicts(type, saveError);
  useOpenChoice(conflicts.conflict !== null);
  const top = useRef<HTMLElement>(null);
  // The button goes with the choice that is made; the editor goes on in the form.
  useLostFocus(conflicts.conflict === null, () => firstInputAround(top.current));
  // Versions are read with the role that reads the row.
  const runOfTable = useMemo(() => (run === null ? null : withRole(run, access.role)), [run, access.role]);
  if (run === null || runOfTable === null || drafts === null) return null;
  const fill = (values: Row): void => {
    for (const [name, value] of Object.entries(values)) setValue(name, value, { shouldDirty: true, shouldTouch: true });
    setBrought({ labels: type.fields.filter(({ name }) => name in values).map(({ label }) => label), into: record?.[VERSION_COLUMN] });
  };
  return (
    <Box ref={top} sx={{ width: '100%', display: 'flex', flexDirection: 'column', gap: 1 }}>
      <DraftOffer type={type} store={drafts} onOutdated={conflicts.meetDraft} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {type.publicPath !== undefined && (
          <Button variant="outlined" aria-haspopup="dialog" onClick={() => setDialog('preview')}>
            Ver como o público verá
          </Button>
        )}
        {record !== null && (
          <Button variant="outlined" aria-haspopup="dialog" onClick={() => setDialog('history')}>
            Versões
          </Button>
        )}
        {/* Behind the open choice too: the focus comes back to it. */}
        {conflicts.conflict !== null && (
          <Button variant="contained" color="warning" onClick={conflicts.open}>
            Escolher entre os dois textos
          </Button>
        )}
      </Box>
      <Box component="output" sx={{ display: 'block' }}>
        {brought !== null && brought.into === record?.[VERSION_COLUMN] && (
          <Alert severity="info" onClose={() => setBrought(null)}>
            {`Voltou ao que era nesta versão: ${brought.labels.join(', ')}. Nada foi salvo ainda: confira e salve.`}
          </Alert>
        )}
      </Box>
      {dialog === 'preview' && (
        <PreviewDialog
          of={{ type, access, values: getValues(), record }}
          options={{ run, fetch: fetchSignedIn }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'history' && record !== null && (
        <HistoryDialog
          type={type}
          run={runOfTable}
          chave={String(record[type.key])}
          values={getValues()}
          changeable={new Set(type.fields.filter((field) => isWritable(field, access, access.changeable)).map(({ name }) => name))}
          onRestore={fill}
          onClose={() => setDialog(null)}
        />
      )}
      {conflicts.conflict !== null && conflicts.isOpen && (
        <ConflictDialog type={type} conflict={conflicts.conflict} onResolve={conflicts.resolve} onClose={conflicts.close} />
      )}
    </Box>
  );
}

/**
 * What stands above the button that saves, which a long form always shows: who else is here, and where the draft is. It comes and goes while the
 * form is used; there nothing that somebody is about to press moves.
 */
export function EditingSigns({ type }: { readonly type: ContentType }): ReactElement | null {
  const drafts = use(DraftContext);
  const isNew = useRecordContext() === undefined;
  if (drafts === null) return null;
  return (
    <>
      {isNew ? null : <Presence type={type} />}
      <KeptDraft type={type} store={drafts} />
    </>
  );
}

interface Conflicts {
  readonly conflict: Conflict | null;
  readonly isOpen: boolean;
  readonly meetDraft: (draft: Row) => void;
  readonly resolve: (values: Row) => void;
  readonly open: () => void;
  readonly close: () => void;
}

function useConflicts(type: ContentType, saveError: unknown): Conflicts {
  const record: Row | null = useRecordContext() ?? null;
  // The form of a new row has nothing to read again.
  const refetch = use(EditContext)?.refetch;
  const { getValues, setValue } = useFormContext<Record<string, unknown>>();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [met, setMet] = useState<unknown>(null);
  const [chosen, setChosen] = useState<{ readonly values: Row; readonly of: Row } | null>(null);
  const meet = (found: Conflict): void => {
    setConflict(found);
    setOpen(true);
  };
  if (saveError !== met) {
    setMet(saveError);
    if (saveError instanceof EditConflict) meet(conflictOf(type, saveError.current, { ...getValues(), ...saveError.attempted }, record));
  }
  useEffect(() => {
    // The form takes over the row as it is now, in an effect of its own that runs after this one; the choices come on top of it.
    if (chosen === null || record === null || isOlder(record, chosen.of)) return;
    const timer = setTimeout(() => {
      for (const [name, value] of Object.entries(chosen.values)) setValue(name, value, { shouldDirty: true, shouldTouch: true });
      setChosen(null);
      // Somebody saved once more while the person chose.
      const again = conflictOf(type, record, { ...chosen.of, ...chosen.values }, chosen.of);
      if (again.contested.length === 0) return;
      setConflict(again);
      setOpen(true);
    });
    return () => clearTimeout(timer);
  }, [type, chosen, record, setValue]);
  return {
    conflict,
    isOpen,
    meetDraft: (draft) => record !== null && meet(conflictOf(type, record, { ...record, ...draft }, null)),
    resolve: (values) => {
      if (conflict !== null) setChosen({ values, of: conflict.current });
      setConflict(null);
      setOpen(false);
      void refetch?.();
    },
    open: () => setOpen(true),
    close: () => setOpen(false),
  };
}

function isOlder(row: Row, than: Row): boolean {
  return Number(row[VERSION_COLUMN]) < Number(than[VERSION_COLUMN]);
}
