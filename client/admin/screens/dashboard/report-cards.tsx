/** The cards of the first screen: one for each report on the content, with a sentence for each of its rows. */
import Box from '@mui/material/Box';
import type { ReactElement } from 'react';
import { Link } from 'react-admin';
import { useTimeZone, writtenDay, writtenMoment } from '../../time/institution-time.ts';
import { ApprovalCards } from './approval-cards.tsx';
import type { BrokenLink, Change, DashboardReport, Draft, LateCategory, NamedRow, ScheduledRow } from './report.ts';
import { CARD_GRID, ReportCard, RowLink } from './report-card.tsx';
import type { NameOf } from './row-names.ts';

export interface ReportCardsProps {
  readonly report: DashboardReport;
  readonly nameOf: NameOf;
  /** Whether all rows are shown. */
  readonly isWhole: boolean;
}

/** Draws a card for each part that there is. */
export function ReportCards({ report, nameOf, isWhole }: ReportCardsProps): ReactElement {
  const all = (part: keyof DashboardReport): string | null => (isWhole ? null : `/relatorios/${part}`);
  return (
    <Box sx={CARD_GRID}>
      <ApprovalCards report={report} nameOf={nameOf} all={all} />
      <ReportCard
        title="Publicações atrasadas"
        about="Categorias cujo prazo passou sem documento do período."
        rows={report.late}
        all={all('late')}
        keyOf={({ slug }) => slug}
      >
        {(row) => <LateRow row={row} />}
      </ReportCard>
      <ReportCard
        title="Agendado"
        about="Aparece ou sai do site sozinho."
        rows={report.scheduled}
        all={all('scheduled')}
        keyOf={({ tabela, chave, acao }) => `${tabela} ${chave} ${acao}`}
      >
        {(row) => <ScheduledText row={row} />}
      </ReportCard>
      <ReportCard
        title="Não terminado"
        about="Textos seus que não foram salvos."
        rows={report.drafts}
        all={all('drafts')}
        keyOf={({ tabela, chave }) => `${tabela} ${chave ?? ''}`}
      >
        {(row) => <DraftText row={row} name={nameOf(row)} />}
      </ReportCard>
      <ReportCard
        title="Páginas a rever"
        about="A data marcada para a revisão chegou."
        rows={report.toReview}
        all={all('toReview')}
        keyOf={keyOfRow}
      >
        {(row) => <RowLink table="pagina" id={row.id} text={titleOf(row)} />}
      </ReportCard>
      <ReportCard
        title="Links quebrados"
        about="Levam a algo que saiu do site ou nunca existiu."
        rows={report.brokenLinks}
        all={all('brokenLinks')}
        keyOf={({ tabela, chave, destino }) => `${tabela} ${chave} ${destino}`}
      >
        {(row) => <BrokenLinkText row={row} name={nameOf(row)} />}
      </ReportCard>
      <ReportCard
        title="Contradições"
        about="Diz uma coisa, e outro registro ou a data dizem outra."
        rows={report.contradictions}
        all={all('contradictions')}
        keyOf={({ tabela, chave, titulo, problema }) => `${tabela} ${chave} ${titulo} ${problema}`}
      >
        {({ tabela, chave, titulo, problema }) => (
          <>
            <RowLink table={tabela} id={chave} text={titulo} />
            {`: ${problema}`}
          </>
        )}
      </ReportCard>
      <ReportCard
        title="Documentos sem arquivo"
        about="Nem arquivo nem endereço em outro portal."
        rows={report.withoutFile}
        all={all('withoutFile')}
        keyOf={keyOfRow}
      >
        {(row) => <RowLink table="documento" id={row.id} text={titleOf(row)} />}
      </ReportCard>
      <ReportCard
        title="Imagens sem texto alternativo"
        about="Quem não vê a imagem não sabe o que ela mostra."
        rows={report.withoutAlternative}
        all={all('withoutAlternative')}
        keyOf={keyOfRow}
      >
        {(row) => <RowLink table="arquivo" id={row.id} text={titleOf(row)} />}
      </ReportCard>
      <ReportCard
        title="PDFs sem texto"
        about="São imagens: a busca e os leitores de tela não os leem."
        rows={report.withoutText}
        all={all('withoutText')}
        keyOf={keyOfRow}
      >
        {(row) => <RowLink table="arquivo" id={row.id} text={titleOf(row)} />}
      </ReportCard>
      <ReportCard
        title="Últimas alterações"
        about="Quem mudou o quê."
        rows={report.changes}
        all={all('changes')}
        keyOf={({ id }) => String(id)}
      >
        {(row) => <ChangeText row={row} name={nameOf(row)} />}
      </ReportCard>
    </Box>
  );
}

function LateRow({ row: { slug, rotulo, resumo } }: { readonly row: LateCategory }): ReactElement {
  const source = encodeURIComponent(JSON.stringify({ categoria_slug: slug }));
  return (
    <>
      <Link to={`/documento/create?source=${source}`}>{`Publicar em ${rotulo}`}</Link>
      {resumo?.atrasada_desde === null || resumo === null ? null : `, atrasada desde ${writtenDay(resumo.atrasada_desde)}`}
    </>
  );
}

const ACTIONS: Readonly<Record<ScheduledRow['acao'], string>> = { publica: 'aparece', encerra: 'encerra', retira: 'sai do site' };

function ScheduledText({ row }: { readonly row: ScheduledRow }): ReactElement {
  const timeZone = useTimeZone();
  return (
    <>
      <RowLink table={row.tabela} id={row.chave} text={row.titulo} /> {`${ACTIONS[row.acao]} em ${writtenMoment(row.momento, timeZone)}`}
    </>
  );
}

function DraftText({ row, name }: Named<Draft>): ReactElement {
  const text = row.chave === null ? `Texto novo: ${name}` : name;
  return (
    <>
      <RowLink table={row.tabela} id={row.chave} text={text} /> {`de ${writtenMoment(row.atualizado_em, useTimeZone())}`}
    </>
  );
}

/** A row of a report with its name. */
interface Named<Row> {
  readonly row: Row;
  readonly name: string;
}

function BrokenLinkText({ row, name }: Named<BrokenLink>): ReactElement {
  return (
    <>
      <RowLink table={row.tabela} id={row.chave} text={name} /> {`leva a ${row.destino}, que não está no site.`}
    </>
  );
}

const OPERATIONS: Readonly<Record<Change['operacao'], string>> = { INSERT: 'criou', UPDATE: 'alterou', DELETE: 'excluiu' };

function ChangeText({ row, name }: Named<Change>): ReactElement {
  return (
    <>
      {`${row.autor?.nome ?? 'Alguém que saiu'} ${OPERATIONS[row.operacao]} `}
      {row.operacao === 'DELETE' ? name : <RowLink table={row.tabela} id={row.chave} text={name} />}{' '}
      {`em ${writtenMoment(row.ocorrido_em, useTimeZone())}`}
    </>
  );
}

function keyOfRow({ id }: NamedRow): string {
  return String(id);
}

function titleOf({ titulo, nome, id }: NamedRow): string {
  return titulo ?? nome ?? String(id);
}
