/** Saves the list as a file for spreadsheets, with what its filters leave. */
import Box from '@mui/material/Box';
import { type ReactElement, use, useEffect, useRef, useState } from 'react';
import { useDataProvider, useListContext, useNotify } from 'react-admin';
import { formatCount, formatNumber } from '../../../shared/locale/numbers.ts';
import { localDay } from '../../../shared/time/local-day.ts';
import { SteadyButton } from '../forms/steady-button.tsx';
import type { ContentType } from '../resources/content-type.ts';
import { AccessContext } from '../session/contexts.ts';
import { HEARD_ONLY } from '../theme/theme.ts';
import { useTimeZone } from '../time/institution-time.ts';
import { listFile } from './list-file.ts';

/** Said as the file grows, but not with each page. */
const TOLD_ROWS = 5_000;

const NOTHING: ReadonlySet<string> = new Set();

/** Draws the button for the list around it. */
export function ExportButton({ type }: { readonly type: ContentType }): ReactElement {
  const { sort, filterValues, total } = useListContext();
  const provider = useDataProvider();
  const access = use(AccessContext);
  const notify = useNotify();
  const timeZone = useTimeZone();
  const [written, setWritten] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setWritten(0);
    const now = Date.now();
    try {
      const { file, rows, isCut } = await listFile(
        type,
        { sort, filter: filterValues },
        {
          provider,
          readable: (table) => access.get(table)?.readable ?? NOTHING,
          timeZone,
          now,
          site: location.origin,
          signal: controller.signal,
          onProgress: setWritten,
        },
      );
      download(file, `${type.table.replaceAll('_', '-')}-${localDay(now, timeZone)}.csv`);
      const count = formatCount(rows, 'registro', 'registros');
      if (isCut)
        notify(`O arquivo tem os ${formatNumber(rows)} primeiros registros. Filtre a lista para levar os outros.`, { type: 'warning' });
      else notify(`Arquivo salvo com ${count}.`, { type: 'success' });
    } catch (error) {
      // Who has left the list waits for no file.
      if (!controller.signal.aborted) notify(error instanceof Error ? error.message : 'ra.notification.http_error', { type: 'error' });
    } finally {
      setWritten(null);
    }
  };
  const told = written === null ? 0 : Math.floor(written / TOLD_ROWS) * TOLD_ROWS;
  return (
    <>
      <SteadyButton size="small" isIdle={written !== null || total === 0} onClick={() => void save()}>
        {written === null ? 'Exportar (CSV)' : `Exportando… ${formatNumber(written)}`}
      </SteadyButton>
      <Box component="output" sx={HEARD_ONLY}>
        {written === null ? '' : told === 0 ? 'Exportando.' : `${formatNumber(told)} registros exportados.`}
      </Box>
    </>
  );
}

function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file over by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}
