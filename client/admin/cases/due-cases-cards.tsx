/** The first screen of the staff that answers citizens: cases that are late, due within days, under appeal, and unread. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, Loading } from 'react-admin';
import { SOON_DAYS } from '../../../shared/cases/inbox-filter.ts';
import { staffSituationLabel } from '../../../shared/cases/situations.ts';
import { localDay } from '../../../shared/time/local-day.ts';
import type { RunGraphql } from '../data/graphql.ts';
import { CARD_GRID, ReportCard } from '../screens/dashboard/report-card.tsx';
import { useNow } from '../time/clock.ts';
import { useTimeZone, writtenDayOf } from '../time/institution-time.ts';
import { channelName, complaintWords, termWords } from './case-words.ts';
import { type ListedCase, readDueCases } from './due-cases.ts';

const ASK_AGAIN_MS = 60_000;

/** Draws the lists. */
export function DueCasesCards({ run }: { readonly run: RunGraphql }): ReactElement {
  const timeZone = useTimeZone();
  const today = localDay(useNow(), timeZone);
  const { data, isPending } = useQuery({
    queryKey: ['due-cases', today],
    queryFn: () => readDueCases(run, today),
    refetchInterval: ASK_AGAIN_MS,
  });
  if (data === undefined)
    return isPending ? <Loading /> : <Typography role="alert">Os casos não puderam ser lidos. Tente de novo.</Typography>;
  const { late, soon, appeals, fresh } = data;
  return (
    <>
      {late.length + soon.length + appeals.length + fresh.length === 0 ? (
        <Typography sx={{ mt: 2 }}>Nenhum caso atrasado, a vencer, em recurso ou por ler. O que chegar aparece aqui.</Typography>
      ) : null}
      <Typography sx={{ mt: 2 }}>
        <Link to="/casos">Todos os casos abertos</Link>
      </Typography>
      <Box sx={CARD_GRID}>
        <ReportCard title="Atrasados" about="O prazo da lei passou sem resposta." rows={late} all="/casos?prazo=atrasados" keyOf={keyOf}>
          {(row) => <CaseLine row={row} about={lateWords(row, today)} />}
        </ReportCard>
        <ReportCard
          title="A vencer"
          about={`O prazo termina em até ${SOON_DAYS} dias.`}
          rows={soon}
          all="/casos?prazo=a-vencer"
          keyOf={keyOf}
        >
          {(row) => <CaseLine row={row} about={termWords({ ...row, aberto: true }, today)} />}
        </ReportCard>
        <ReportCard title="Em recurso" about="O cidadão recorreu, e falta a decisão." rows={appeals} all="/casos?canal=sic" keyOf={keyOf}>
          {(row) => <CaseLine row={row} about={termWords({ ...row, aberto: true }, today)} />}
        </ReportCard>
        <ReportCard title="Por ler" about="Chegaram e ninguém abriu o tratamento." rows={fresh} all="/casos?ordem=recentes" keyOf={keyOf}>
          {(row) => <CaseLine row={row} about={`chegou em ${writtenDayOf(row.registrado_em, timeZone)}`} />}
        </ReportCard>
      </Box>
    </>
  );
}

function CaseLine({ row, about }: { readonly row: ListedCase; readonly about: string }): ReactElement {
  return (
    <>
      <Link to={`/casos/${row.id}`}>{row.protocolo}</Link>
      {`, ${channelName(row.canal)}: ${staffSituationLabel(row.situacao)}, ${about}`}
    </>
  );
}

/** The citizen who complained waits for a decision, too. */
function lateWords(row: ListedCase, today: string): string {
  const term = termWords({ ...row, aberto: true }, today);
  return row.reclamacao_ate === null ? term : `${term}, ${complaintWords(row.reclamacao_ate, today)}`;
}

function keyOf({ id }: ListedCase): string {
  return id;
}
