/** Beside the choice of a stored file: sending a new one, or a new version of the chosen one, whose address stays. */
import { Box, Button, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactElement, type ReactNode, use, useId, useState } from 'react';
import { useRecordContext, useSaveContext, useWrappedSource } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { isFileGuarded } from '../../approval/approval.ts';
import { VERSION_COLUMN } from '../../data/selection.ts';
import { lazyComponent } from '../../loading/lazy-component.tsx';
import { GraphqlContext, useTableAccess } from '../../session/contexts.ts';
import { StoredFocus } from './focus/stored-focus.tsx';

const UploadPanel = lazyComponent({ load: async () => (await import('./upload-panel.tsx')).UploadPanel });

interface FileReferenceProps {
  readonly source: string;
  readonly isPicture: boolean;
  readonly readOnly: boolean;
  /** The choice among the stored files. */
  readonly children: ReactNode;
}

type Opened = 'new' | 'version' | 'focus' | null;

export function FileReference({ source, isPicture, readOnly, children }: FileReferenceProps): ReactElement {
  const { setValue } = useFormContext<Record<string, unknown>>();
  // In a row of a list the field has the place of the row before its name.
  const name = useWrappedSource(source);
  const chosen: unknown = useWatch({ name });
  const canFocus = useTableAccess('arquivo').changeable.has('foco_x');
  // When a save ends, the rows of a list are made anew: what was opened in one of them meanwhile would be closed with the file chosen in it.
  const { saving = false } = useSaveContext();
  const [opened, setOpened] = useState<Opened>(null);
  const [stored, setStored] = useState(0);
  const what = isPicture ? 'imagem' : 'arquivo';
  const has = typeof chosen === 'string' && chosen !== '';
  const guard = useGuard(has && !readOnly ? chosen : null);
  const queries = useQueryClient();
  const whyNot = useId();
  const toggle = (kind: Exclude<Opened, null>): void => setOpened(opened === kind ? null : kind);
  return (
    <Box sx={{ width: '100%' }}>
      {/* The choice keeps the name of the row that it has shown. */}
      <Fragment key={stored}>{children}</Fragment>
      {!readOnly && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, my: 1 }}>
          <Button
            size="small"
            variant="outlined"
            disabled={saving}
            aria-expanded={opened === 'new'}
            aria-describedby={guard === 'guarded' ? whyNot : undefined}
            onClick={() => toggle('new')}
          >
            Enviar {isPicture ? 'uma imagem nova' : 'um arquivo novo'}
          </Button>
          {has && guard !== 'guarded' && (
            <Button
              size="small"
              variant="outlined"
              disabled={saving || guard === 'unknown'}
              aria-expanded={opened === 'version'}
              onClick={() => toggle('version')}
            >
              Trocar por uma nova versão
            </Button>
          )}
          {has && isPicture && canFocus && (
            <Button size="small" variant="outlined" disabled={saving} aria-expanded={opened === 'focus'} onClick={() => toggle('focus')}>
              Escolher o ponto de foco
            </Button>
          )}
        </Box>
      )}
      {guard === 'guarded' && (
        <Typography id={whyNot} variant="body2" sx={{ mb: 1 }}>
          {isPicture
            ? 'Outra pessoa aprova o que se publica, e o endereço desta imagem guarda o que ela viu. Para trocá-la, use “Enviar uma imagem nova” e salve ou envie as mudanças para aprovação.'
            : 'Outra pessoa aprova o que se publica, e o endereço deste arquivo guarda o que ela leu. Para trocá-lo, use “Enviar um arquivo novo” e salve ou envie as mudanças para aprovação.'}
        </Typography>
      )}
      {/* Another picture, or a new version of this one, is read again. */}
      {opened === 'focus' && has && <StoredFocus key={`${chosen} ${stored}`} id={chosen} />}
      {(opened === 'new' || (opened === 'version' && guard !== 'guarded')) && (
        <UploadPanel
          key={opened}
          label={
            opened === 'new'
              ? `Novo ${what === 'imagem' ? 'envio de imagem' : 'arquivo'}`
              : 'Nova versão: vale assim que é enviada, sem salvar, e o endereço continua o mesmo'
          }
          isPicture={isPicture}
          bucket="default"
          replaces={opened === 'version' && has ? chosen : null}
          onStored={({ id }) => {
            setValue(name, id, { shouldDirty: true, shouldTouch: true });
            // A new version has the name and the size of its file.
            void queries.invalidateQueries({ queryKey: ['arquivo'] }).then(() => setStored((count) => count + 1));
          }}
        />
      )}
    </Box>
  );
}

/** Whether the bytes of a file may be exchanged. Where that cannot be asked it is offered: the server refuses in any case. */
function useGuard(id: string | null): 'free' | 'guarded' | 'unknown' {
  const run = use(GraphqlContext);
  // A save puts the file into the content, from which on it may be guarded.
  const saved = useRecordContext()?.[VERSION_COLUMN];
  const { data, isPending, isError } = useQuery({
    queryKey: ['guarded file', id, saved],
    queryFn: async () => run !== null && id !== null && (await isFileGuarded(run, id)),
    enabled: run !== null && id !== null,
  });
  if (run === null || id === null || isError) return 'free';
  if (isPending) return 'unknown';
  return data ? 'guarded' : 'free';
}
