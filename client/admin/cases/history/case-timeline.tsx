/** What happened to a case: steps, what the citizen was told, notes of the staff, and who read the person. */
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { COMPLEMENT_TITLE, complementsOf, WITHDRAWAL_TITLE } from '../../../../shared/cases/answer-complements.ts';
import { staffSituationLabel } from '../../../../shared/cases/situations.ts';
import { useTimeZone, writtenMoment } from '../../time/institution-time.ts';
import type { CaseEvent, CaseRecord } from '../case-record.ts';
import { LONG_TEXT } from '../case-words.ts';

const AUTHORS: Readonly<Record<string, string>> = { cidadao: 'Cidadão', sistema: 'Sistema', instituicao: 'Equipe' };

/** Draws the history, oldest first. */
export function CaseTimeline({ record }: { readonly record: CaseRecord }): ReactElement {
  const timeZone = useTimeZone();
  return (
    <Box component="section" aria-labelledby="andamento" sx={{ mt: 3 }}>
      <Typography id="andamento" component="h2" variant="h5">
        Andamento
      </Typography>
      <CaseEvents record={record} since={0} />
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

interface CaseEventsProps {
  readonly record: Pick<CaseRecord, 'andamentos'>;
  /** Entries of the history that are left out. */
  readonly since: number;
}

/** Lists what happened, oldest first. */
export function CaseEvents({ record: { andamentos }, since }: CaseEventsProps): ReactElement {
  const timeZone = useTimeZone();
  const complements = complementsOf(andamentos, ({ para_situacao: para, autor, descricao_publica: descricao, arquivo_retirado: file }) => ({
    para,
    autor,
    descricao,
    isWithdrawal: file !== null,
  }));
  return (
    <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0 }}>
      {andamentos.slice(since).map((event) => (
        <Box component="li" key={event.id} sx={{ borderInlineStart: '4px solid', borderColor: 'divider', pl: 2, py: 1, mt: 1 }}>
          <Typography variant="body2" color="textSecondary">
            {`${writtenMoment(event.criado_em, timeZone)}, ${event.redator?.nome ?? AUTHORS[event.autor] ?? event.autor}`}
          </Typography>
          <EventText event={event} title={titleOf(event, complements.has(event))} />
        </Box>
      ))}
    </Box>
  );
}

function titleOf(event: CaseEvent, isComplement: boolean): string | null {
  const { para_situacao: state, autor, descricao_publica: told } = event;
  if (state !== null) return staffSituationLabel(state);
  // All else that a citizen does has a text or leads to a state. The rating itself stands among the facts of the case.
  if (autor === 'cidadao' && told === null) return 'Avaliação da resposta';
  if (event.arquivo_retirado !== null) return WITHDRAWAL_TITLE;
  return isComplement ? COMPLEMENT_TITLE : null;
}

function EventText({
  event: { descricao_publica: told, nota_interna: note },
  title,
}: {
  readonly event: CaseEvent;
  readonly title: string | null;
}): ReactElement {
  return (
    <>
      {title === null ? null : <Typography sx={{ fontWeight: 'bold' }}>{title}</Typography>}
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
