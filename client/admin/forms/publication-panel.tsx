/** Whether and from when the public sees a row, with a sentence that says what follows from what is chosen, and the link to its page. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { localDay } from '../../../shared/time/local-day.ts';
import type { ContentType, Publication } from '../resources/content-type.ts';
import { isEmpty } from '../resources/fields.ts';
import { publicationSentence, publicationState } from '../resources/publication-state.ts';
import { useTableAccess } from '../session/contexts.ts';
import { HEARD_ONLY } from '../theme/theme.ts';
import { useNow } from '../time/clock.ts';
import { useTimeZone } from '../time/institution-time.ts';
import { LinksHere } from './links-here.tsx';
import { useIsChanged } from './use-is-changed.ts';

const TYPED_DATE = 'input[type=date], input[type=datetime-local]';

export interface PublicationPanelProps {
  readonly type: ContentType;
  readonly publication: Publication;
  /** The inputs of the flag and the dates. */
  readonly children: ReactNode;
}

/** Draws the panel around the inputs. */
export function PublicationPanel({ type, publication, children }: PublicationPanelProps): ReactElement {
  const row = useWatchedRow(publication);
  const isChanged = useIsChanged();
  const isNew = useRecordContext() === undefined;
  useDateOfPublication(publication);
  const state = publicationState(publication, row, { now: useNow(), timeZone: useTimeZone() });
  const seen = publicationSentence(state);
  // A row that nobody has saved is seen by nobody, whatever its form proposes.
  const isToCome = isChanged || (isNew && state.kind !== 'draft');
  const sentence = `${seen}${isToCome ? ' Vale depois de salvar.' : ''}`;
  const { heard, tell } = useHeard(seen, sentence);
  return (
    <Box onBlur={tell} sx={{ width: '100%', display: 'flex', flexDirection: 'column', gap: 2 }}>
      {children}
      <Alert severity={state.kind === 'visible' ? 'success' : 'info'} role="note">
        {sentence}
      </Alert>
      <Box component="output" sx={HEARD_ONLY}>
        {heard}
      </Box>
      {(state.kind === 'visible' || state.kind === 'scheduled') && <Lacking publication={publication} />}
      <LinksHere type={type} />
      <NoDeletion type={type} publication={publication} isVisible={state.kind === 'visible'} />
      <PublicLink type={type} />
    </Box>
  );
}

/** Says that a row is published without what the public comes for: it may have been sent and not put into the form. */
function Lacking({ publication: { substance } }: { readonly publication: Publication }): ReactElement | null {
  const values: readonly unknown[] = useWatch({ name: [...(substance?.fields ?? [])] });
  if (substance === undefined || !values.every(isEmpty)) return null;
  return (
    <Alert severity="warning" role="note">
      {substance.lacking}
    </Alert>
  );
}

interface NoDeletionProps {
  readonly type: ContentType;
  readonly publication: Publication;
  readonly isVisible: boolean;
}

/** What is done in place of a deletion, which nobody is permitted where the institution answers for what it has published. */
function NoDeletion({ type, publication, isVisible }: NoDeletionProps): ReactElement | null {
  const { canDelete, changeable } = useTableAccess(type.table);
  if (useRecordContext() === undefined || canDelete || !changeable.has(publication.flag)) return null;
  const labelOf = (column: string): string | undefined => type.fields.find(({ name }) => name === column)?.label;
  const { flag, withdrawal } = publication;
  const way = withdrawal === undefined ? `desligue “${labelOf(flag)}”` : `preencha “${labelOf(withdrawal.column)}”, com o motivo,`;
  return (
    <Typography variant="body2" color="textSecondary">
      Não há exclusão: o que sai do site fica guardado aqui e pode voltar.
      {isVisible && ` Para tirar do site, ${way} e salve.`}
    </Typography>
  );
}

interface Heard {
  /** What a screen reader says of a change. */
  readonly heard: string;
  /** Says what is not said yet. */
  readonly tell: () => void;
}

/**
 * Each key of a date makes another date, so a change is said when the focus leaves the date, and any other at once. What the public sees
 * is what counts: a change elsewhere in the form, and a save, are not said here.
 * @param seen what the public sees
 * @param sentence what is said when that has changed
 */
function useHeard(seen: string, sentence: string): Heard {
  const told = useRef(seen);
  const [heard, setHeard] = useState('');
  const tell = (): void => {
    if (told.current === seen) return;
    told.current = seen;
    setHeard(sentence);
  };
  useEffect(() => {
    if (document.activeElement?.matches(TYPED_DATE) !== true) tell();
  });
  return { heard, tell };
}

function useWatchedRow({ flag, since, until, withdrawal }: Publication): Readonly<Record<string, unknown>> {
  const names = [flag, since?.column ?? flag, until?.column ?? flag, withdrawal?.column ?? flag];
  const values: readonly unknown[] = useWatch({ name: names });
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}

/** What is marked as published without a date is published now. */
function useDateOfPublication({ flag, since }: Publication): void {
  const { getValues, setValue, formState } = useFormContext();
  const published: unknown = useWatch({ name: flag });
  const isChanged = formState.dirtyFields[flag] === true;
  const timeZone = useTimeZone();
  useEffect(() => {
    if (since === undefined || published !== true || !isChanged) return;
    const current: unknown = getValues(since.column);
    if (current !== null && current !== undefined && current !== '') return;
    const now = new Date();
    setValue(since.column, since.precision === 'moment' ? now.toISOString() : localDay(now.getTime(), timeZone), { shouldDirty: true });
  }, [published, isChanged, since, timeZone, getValues, setValue]);
}

function PublicLink({ type }: { readonly type: ContentType }): ReactElement | null {
  const record = useRecordContext();
  const now = useNow();
  const timeZone = useTimeZone();
  if (record === undefined || type.publicPath === undefined || type.publication === undefined) return null;
  const path = type.publicPath(record);
  const { kind } = publicationState(type.publication, record, { now, timeZone });
  if (path === null || kind === 'draft' || kind === 'scheduled') return null;
  return (
    <MuiLink href={path} target="_blank" rel="noopener">
      Ver no site (abre em outra aba)
    </MuiLink>
  );
}
