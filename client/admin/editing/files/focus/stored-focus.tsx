/** The focus point of a stored picture where it is chosen. It belongs to the picture, so it is saved with that and not with the form around it. */
import { Box } from '@mui/material';
import { type ReactElement, useState } from 'react';
import { useGetOne, useNotify, useUpdate } from 'react-admin';
import { fileUrl } from '../../../../../shared/files/file-url.ts';
import { SteadyButton } from '../../../forms/steady-button.tsx';
import { FocusPicker } from './focus-picker.tsx';
import { type FocusPoint, focusOf } from './focus-point.ts';

const TABLE = 'arquivo';

interface StoredPicture {
  readonly id: string;
  readonly foco_x: unknown;
  readonly foco_y: unknown;
}

export function StoredFocus({ id }: { readonly id: string }): ReactElement | null {
  const notify = useNotify();
  const { data: picture, refetch } = useGetOne<StoredPicture>(TABLE, { id });
  const [update, { isPending }] = useUpdate<StoredPicture>();
  const [chosen, setChosen] = useState<{ readonly point: FocusPoint | null } | null>(null);
  if (picture === undefined) return null;
  const point = chosen === null ? focusOf(picture.foco_x, picture.foco_y) : chosen.point;
  const save = async (): Promise<void> => {
    try {
      const data = { ...picture, foco_x: point?.x ?? null, foco_y: point?.y ?? null };
      await update(TABLE, { id, data, previousData: picture }, { mutationMode: 'pessimistic', returnPromise: true });
      setChosen(null);
      notify('Ponto de foco salvo.', { type: 'success' });
    } catch (error) {
      // Another editor changed the picture's row: the point stays chosen, and the next try begins from the row as it is now.
      void refetch();
      notify(error instanceof Error ? error.message : 'ra.notification.http_error', { type: 'error' });
    }
  };
  return (
    <Box sx={{ mb: 1 }}>
      <FocusPicker label="Ponto de foco da imagem" src={fileUrl(id)} value={point} onChange={(next) => setChosen({ point: next })} />
      <SteadyButton size="small" variant="outlined" isIdle={chosen === null || isPending} onClick={() => void save()}>
        Salvar o ponto de foco
      </SteadyButton>
    </Box>
  );
}
