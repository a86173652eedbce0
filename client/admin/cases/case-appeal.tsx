/** An appeal, or the complaint that no answer came: what the citizen wrote, until when it is decided, and the decision. It stands above the steps, one of which decides it. */
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
  prejudicada: 'Prejudicada: o pedido foi respondido ou encerrado antes da decisão',
};

const COMPLAINT = 'reclamacao';

/** Draws one of them. */
export function CaseAppeal({ appeal }: { readonly appeal: Appeal }): ReactElement {
  const { tipo, instancia, motivo, interposto_em: filed, prazo_em: term, decisao, autoridade, texto } = appeal;
  const timeZone = useTimeZone();
  return (
    <Box sx={{ mt: 3 }}>
      <Typography component="h2" variant="h5">
        {tipo === COMPLAINT ? 'Reclamação por falta de resposta' : `Recurso em ${instancia}ª instância`}
      </Typography>
      <Typography variant="body2">{`${tipo === COMPLAINT ? 'Enviada' : 'Interposto'} em ${writtenMoment(filed, timeZone)}; decisão até ${writtenDay(term)}.`}</Typography>
      <Typography sx={LONG_TEXT}>{motivo}</Typography>
      {decisao === null ? null : (
        <Typography
          sx={{ fontWeight: 'bold' }}
        >{`${autoridade === null ? '' : `${autoridade}: `}${DECISIONS[decisao] ?? decisao}`}</Typography>
      )}
      <Typography sx={LONG_TEXT}>{texto}</Typography>
    </Box>
  );
}
