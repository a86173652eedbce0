/** What happened to a case: steps, what the citizen was told, notes of the staff, and who read the person. */
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { staffSituationLabel } from '../../../shared/cases/situations.ts';
import { useTimeZone, writtenMoment } from '../time/institution-time.ts';
import type { CaseEvent, CaseRecord } from './case-record.ts';
import { LONG_TEXT } from './case-words.ts';

const AUTHORS: Readonly<Record<string, string>> = { cidadao: 'Cidadão', sistema: 'Sistema', instituicao: 'Equipe' };

/** Draws the history, oldest first. */
export function CaseTimeline({ record }: { readonly record: CaseRecord }): ReactElement {
  const timeZone = useTimeZone();
  return (
    <Box component="section" aria-labelledby="andamento" sx={{ mt: 3 }}>
      <Typography id="andamento" component="h2" variant="h5">
        Andamento
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {record.andamentos.map((event) => (
          <Box component="li" key={event.id} sx={{ borderInlineStart: 4, borderColor: 'divider', pl: 2, py: 1, mt: 1 }}>
            <Typography variant="body2" color="textSecondary">
              {`${writtenMoment(event.criado_em, timeZone)}, ${event.redator?.nome ?? AUTHORS[event.autor] ?? event.autor}`}
            </Typography>
            <EventText event={event} />
          </Box>
        ))}
      </Box>
      {record.leituras.length === 0 ? null : (
        <>
          <Typography component="h3" variant="h6" sx={{ mt: 2 }}>
            Quem leu os dados pessoais
          </Typography>
          <Box component="ul">
            {record.leituras.map(({ id, lido_em, motivo, redator }) => (
              <li key={id}>{`${writtenMoment(lido_em, timeZone)}, ${redator?.nome ?? 'alguém que saiu'}: ${motivo}`}</li>
            ))}
          </Box>
        </>
      )}
    </Box>
  );
}

function EventText({
  event: { para_situacao: state, descricao_publica: told, nota_interna: note },
}: {
  readonly event: CaseEvent;
}): ReactElement {
  return (
    <>
      {state === null ? null : <Typography sx={{ fontWeight: 'bold' }}>{staffSituationLabel(state)}</Typography>}
      {told === null ? null : <Typography sx={LONG_TEXT}>{told}</Typography>}
      {note === null ? null : (
        <Typography component="div" sx={LONG_TEXT}>
          <Chip size="small" label="Nota interna" variant="outlined" sx={{ mr: 1 }} />
          {note}
        </Typography>
      )}
    </>
  );
}
