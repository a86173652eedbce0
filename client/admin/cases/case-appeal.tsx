/** An appeal: what the citizen wrote, until when it is decided, and the decision. It stands above the steps, one of which decides it. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { useTimeZone, writtenDay, writtenMoment } from '../time/institution-time.ts';
import type { Appeal } from './case-record.ts';
import { LONG_TEXT } from './case-words.ts';

const DECISIONS: Readonly<Record<string, string>> = {
  provido: 'provido',
  parcial: 'provido em parte',
  desprovido: 'não provido',
  nao_conhecido: 'não conhecido',
};

/** Draws one appeal. */
export function CaseAppeal({ appeal }: { readonly appeal: Appeal }): ReactElement {
  const { instancia, motivo, interposto_em: filed, prazo_em: term, decisao, autoridade, texto } = appeal;
  const timeZone = useTimeZone();
  return (
    <Box sx={{ mt: 3 }}>
      <Typography component="h2" variant="h5">{`Recurso em ${instancia}ª instância`}</Typography>
      <Typography variant="body2">{`Interposto em ${writtenMoment(filed, timeZone)}; decisão até ${writtenDay(term)}.`}</Typography>
      <Typography sx={LONG_TEXT}>{motivo}</Typography>
      {decisao === null ? null : (
        <Typography sx={{ fontWeight: 'bold' }}>{`${autoridade ?? ''}: ${DECISIONS[decisao] ?? decisao}`}</Typography>
      )}
      <Typography sx={LONG_TEXT}>{texto}</Typography>
    </Box>
  );
}
