/** The cards of what waits for the approval of another person, and of what came back with a reason. */
import Typography from '@mui/material/Typography';
import { type ReactElement, useContext } from 'react';
import { SessionContext } from '../../session/contexts.ts';
import { useTimeZone, writtenMoment } from '../../time/institution-time.ts';
import type { AwaitingApproval, DashboardReport, Returned } from './report.ts';
import { ReportCard, RowLink } from './report-card.tsx';
import type { NameOf } from './row-names.ts';

export interface ApprovalCardsProps {
  readonly report: DashboardReport;
  readonly nameOf: NameOf;
  /** Address of the screen with all rows of a part; null where this is it. */
  readonly all: (part: 'awaiting' | 'returned') => string | null;
}

/** Draws both cards. */
export function ApprovalCards({ report, nameOf, all }: ApprovalCardsProps): ReactElement {
  const keyOf = ({ tabela, chave }: AwaitingApproval | Returned): string => `${tabela} ${chave}`;
  return (
    <>
      <ReportCard
        title="À espera de aprovação"
        about="Publica quem não alterou o texto por último."
        rows={report.awaiting}
        all={all('awaiting')}
        keyOf={keyOf}
      >
        {(row) => <AwaitingText row={row} name={nameOf(row)} />}
      </ReportCard>
      <ReportCard
        title="Devolvidos"
        about="Quem leu pede uma mudança antes de publicar."
        rows={report.returned}
        all={all('returned')}
        keyOf={keyOf}
      >
        {(row) => <ReturnedText row={row} name={nameOf(row)} />}
      </ReportCard>
    </>
  );
}

function AwaitingText({ row, name }: { readonly row: AwaitingApproval; readonly name: string }): ReactElement {
  const isOwn = useContext(SessionContext)?.known()?.user.id === row.pedida_por;
  const author = isOwn ? 'você' : (row.autor?.nome ?? 'alguém que saiu');
  return (
    <>
      <RowLink table={row.tabela} id={row.chave} text={name} /> {`enviado por ${author} em ${writtenMoment(row.pedida_em, useTimeZone())}`}
    </>
  );
}

function ReturnedText({ row, name }: { readonly row: Returned; readonly name: string }): ReactElement {
  const { autor, revisor, devolvida_em, motivo } = row;
  const to = autor === null ? '' : ` a ${autor.nome}`;
  return (
    <>
      <RowLink table={row.tabela} id={row.chave} text={name} />{' '}
      {`devolvido${to} por ${revisor?.nome ?? 'alguém que saiu'} em ${writtenMoment(devolvida_em, useTimeZone())}:`}
      <Typography variant="body2" sx={{ whiteSpace: 'pre-line', borderLeft: 2, borderColor: 'divider', pl: 1 }}>
        {motivo}
      </Typography>
    </>
  );
}
