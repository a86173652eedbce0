/** Makes the national holidays that the list does not have, of this year and the next: nobody has to type what is the same everywhere. */
import Box from '@mui/material/Box';
import { type ReactElement, useState } from 'react';
import { useDataProvider, useListContext, useNotify } from 'react-admin';
import { nationalHolidays } from '../../../shared/locale/national-holidays.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { localDay } from '../../../shared/time/local-day.ts';
import { SteadyButton } from '../forms/steady-button.tsx';
import { useNow } from '../time/clock.ts';
import { useTimeZone } from '../time/institution-time.ts';

/** More than the holidays of two years. */
const ALL = { page: 1, perPage: 200 };

export function NationalHolidays(): ReactElement {
  const provider = useDataProvider();
  const { resource, refetch } = useListContext();
  const notify = useNotify();
  const year = Number(localDay(useNow(), useTimeZone()).slice(0, 4));
  const [isMaking, setMaking] = useState(false);
  const make = async (): Promise<void> => {
    setMaking(true);
    try {
      const { data } = await provider.getList(resource, { pagination: ALL, sort: { field: 'data', order: 'DESC' }, filter: {} });
      const there = new Set(data.map((row) => String(row['data'])));
      const missing = [year, year + 1].flatMap(nationalHolidays).filter((holiday) => !there.has(holiday.data));
      for (const holiday of missing) await provider.create(resource, { data: { ...holiday, ambito: 'nacional' } });
      notify(
        missing.length === 0 ? 'A lista já tem todos.' : `${formatCount(missing.length, 'feriado cadastrado', 'feriados cadastrados')}.`,
      );
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ra.notification.http_error', { type: 'error' });
    }
    setMaking(false);
    await refetch();
  };
  return (
    <Box sx={{ px: 2, pt: 1 }}>
      <SteadyButton size="small" variant="outlined" isIdle={isMaking} onClick={() => void make()}>
        {`Cadastrar os feriados nacionais de ${year} e ${year + 1}`}
      </SteadyButton>
    </Box>
  );
}
