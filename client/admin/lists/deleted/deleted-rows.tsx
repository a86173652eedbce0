/** What was deleted from a list: who deleted what and when, and the way back. */
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, List, ListItem, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { formatCount } from '../../../../shared/locale/numbers.ts';
import type { TableAccess } from '../../data/access.ts';
import type { RunGraphql } from '../../data/graphql.ts';
import { useReadable } from '../../editing/difference-view.tsx';
import { SteadyButton } from '../../forms/steady-button.tsx';
import { useLostFocus } from '../../forms/use-lost-focus.ts';
import type { ContentType } from '../../resources/content-type.ts';
import { useTimeZone, writtenMoment } from '../../time/institution-time.ts';
import { type Deletion, readDeletions, restore } from './deletions.ts';

interface DeletedRowsProps {
  readonly type: ContentType;
  readonly access: TableAccess;
  readonly run: RunGraphql;
  readonly onClose: () => void;
}

export function DeletedRows({ type, access, run, onClose }: DeletedRowsProps): ReactElement {
  const id = useId();
  const { refetch: readList } = useListContext();
  const { data, error, refetch } = useQuery({
    queryKey: ['deletions', type.table],
    queryFn: () => readDeletions(run, type, access),
    staleTime: 0,
  });
  const bringBack = async (deletion: Deletion): Promise<void> => {
    await restore(run, type, deletion);
    await Promise.all([refetch(), readList()]);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="md">
      <DialogTitle id={id}>Excluídos de “{type.many}”</DialogTitle>
      <DialogContent>
        <Box component="output" sx={{ display: 'block' }}>
          {data === undefined && error === null && 'Lendo o que foi excluído…'}
          {data === undefined && error !== null && (
            <Alert severity="error">O que foi excluído não pôde ser lido. Tente de novo em instantes.</Alert>
          )}
          {data?.length === 0 && 'Nada foi excluído desta lista.'}
        </Box>
        <List disablePadding>
          {data?.map((deletion) => (
            <DeletedRow key={deletion.id} type={type} deletion={deletion} onRestore={() => bringBack(deletion)} />
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fechar</Button>
      </DialogActions>
    </Dialog>
  );
}

interface DeletedRowProps {
  readonly type: ContentType;
  readonly deletion: Deletion;
  readonly onRestore: () => Promise<void>;
}

type State = { readonly kind: 'idle' | 'restoring' } | { readonly kind: 'failed'; readonly message: string };

function DeletedRow({ type, deletion, onRestore }: DeletedRowProps): ReactElement {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const timeZone = useTimeZone();
  const place = useRef<HTMLElement>(null);
  const { when, author, inside, isThere, row } = deletion;
  const title = useTitle(type, deletion);
  // The button goes when the row is back.
  useLostFocus(isThere, () => place.current);
  const bringBack = async (): Promise<void> => {
    setState({ kind: 'restoring' });
    try {
      await onRestore();
      setState({ kind: 'idle' });
    } catch (error) {
      setState({ kind: 'failed', message: error instanceof Error ? error.message : 'O servidor não respondeu.' });
    }
  };
  return (
    <ListItem divider sx={{ display: 'block', px: 0 }}>
      <Typography component="h3" variant="subtitle1">
        {title}
      </Typography>
      <Typography variant="body2">
        {author ?? 'O sistema'} excluiu em {writtenMoment(when, timeZone, 'long')}
        {inside > 0 && `, com ${formatCount(inside, 'item', 'itens')} dentro`}.
      </Typography>
      <Box component="output" ref={place} tabIndex={-1} sx={{ display: 'block', typography: 'body2' }}>
        {isThere && 'Está na lista.'}
        {state.kind === 'restoring' && 'Trazendo de volta…'}
      </Box>
      {state.kind === 'failed' && <Alert severity="error">{state.message}</Alert>}
      {!isThere && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, my: 1 }}>
          <SteadyButton
            size="small"
            variant="outlined"
            isIdle={state.kind === 'restoring'}
            aria-label={`Trazer de volta: ${title}`}
            onClick={() => void bringBack()}
          >
            Trazer de volta
          </SteadyButton>
          {state.kind === 'failed' && (
            <Button size="small" variant="outlined" component={Link} to={`/${type.table}/create`} state={{ record: row }}>
              Abrir em um formulário novo
            </Button>
          )}
        </Box>
      )}
    </ListItem>
  );
}

/** A row whose title the database makes is called by what it had to have. */
function useTitle({ fields, title }: ContentType, deletion: Deletion): string {
  const required = fields.filter((field) => field.required === true);
  const [described = ''] = useReadable({ kind: 'objects', name: title, label: '', fields: required }, [
    deletion.title === '' ? [deletion.row] : [],
  ]);
  return deletion.title || described;
}
