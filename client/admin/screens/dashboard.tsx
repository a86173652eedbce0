/** The first screen of the day: what is due, what is scheduled, what is broken, what is not finished, and what was done last. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useContext } from 'react';
import { Link, Loading, Title } from 'react-admin';
import { useParams } from 'react-router-dom';
import { DueCasesCards } from '../cases/due-cases-cards.tsx';
import type { Access } from '../data/access.ts';
import type { RunGraphql } from '../data/graphql.ts';
import { AccessContext, CasesContext, EditingContext, GraphqlContext } from '../session/contexts.ts';
import { useTimeZone, writtenDay, writtenMoment } from '../time/institution-time.ts';
import { Demonstration } from './first-day/demonstration.tsx';
import { FirstSteps } from './first-day/first-steps.tsx';
import {
  type BrokenLink,
  type Change,
  type Draft,
  type FirstDayReport,
  type LateCategory,
  MOST_ROWS,
  type NamedRow,
  readReport,
  type ScheduledRow,
} from './first-day/report.ts';
import { CARD_GRID, ReportCard, RowLink } from './first-day/report-card.tsx';
import { NAMED_BY_KEY, type NameOf, readNames } from './first-day/row-names.ts';

/** Draws the first screen: of who answers citizens, of who edits, or of both. */
export function Dashboard(): ReactElement {
  const runForCases = useContext(CasesContext);
  const edits = useContext(EditingContext);
  return (
    <>
      <Title title="Início" />
      {runForCases === null ? null : <DueCasesCards run={runForCases} />}
      {edits ? <ContentReports /> : null}
    </>
  );
}

/** Draws one report with all its rows. */
export function ReportScreen(): ReactElement {
  const { relatorio: only } = useParams();
  return (
    <>
      <Title title="Relatório do dia" />
      <Link to="/">Voltar ao início</Link>
      <ContentReports only={only} />
    </>
  );
}

function ContentReports({ only }: { readonly only?: string | undefined }): ReactElement {
  const run = useContext(GraphqlContext);
  const access = useContext(AccessContext);
  const { data, error, isPending } = useQuery({
    queryKey: ['first-day', access.size, only],
    queryFn: async () => (run === null ? NOTHING : readFirstDay(run, access, only)),
    enabled: access.size > 0,
  });
  const shown = data ?? NOTHING;
  return (
    <>
      {error === null ? null : <Typography role="alert">Os relatórios não puderam ser lidos. O menu continua valendo.</Typography>}
      {isPending ? <Loading /> : only === undefined ? <Reports {...shown} /> : <WholeReport {...shown} />}
    </>
  );
}

interface FirstDay {
  readonly report: FirstDayReport;
  readonly nameOf: NameOf;
}

const NOTHING: FirstDay = { report: {}, nameOf: NAMED_BY_KEY };

async function readFirstDay(run: RunGraphql, access: Access, only?: string): Promise<FirstDay> {
  const report = await readReport(run, access, only);
  const { brokenLinks = [], drafts = [], changes = [] } = report;
  // Sentences with keys are better than no sentences.
  const nameOf = await readNames(run, access, [...brokenLinks, ...drafts, ...changes]).catch(() => NAMED_BY_KEY);
  return { report, nameOf };
}

function Reports({ report, nameOf }: FirstDay): ReactElement {
  return (
    <>
      <FirstSteps report={report} />
      <Demonstration report={report} />
      <Typography sx={{ mt: 2 }}>
        O que você publica aparece no site na hora.{' '}
        <Button href="/" target="_blank" rel="noopener">
          Abrir o site em outra aba
        </Button>
      </Typography>
      {asksForNothing(report) ? (
        <Typography sx={{ mt: 2 }}>Nada atrasado, agendado ou com defeito. O que pedir atenção aparece aqui.</Typography>
      ) : null}
      <ReportCards report={report} nameOf={nameOf} isWhole={false} />
    </>
  );
}

function WholeReport(firstDay: FirstDay): ReactElement {
  const count = Object.values(firstDay.report)[0]?.length ?? 0;
  const note = count === 0 ? 'Nada a mostrar neste relatório.' : count === MOST_ROWS ? `As primeiras ${MOST_ROWS} linhas.` : '';
  return (
    <>
      <Typography sx={{ mt: 2 }}>{note}</Typography>
      <ReportCards {...firstDay} isWhole />
    </>
  );
}

/** Draws a card for each part that there is. @param isWhole whether all rows are shown */
function ReportCards({ report, nameOf, isWhole }: FirstDay & { readonly isWhole: boolean }): ReactElement {
  const all = (part: keyof FirstDayReport): string | null => (isWhole ? null : `/relatorios/${part}`);
  return (
    <Box sx={CARD_GRID}>
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

/** The last changes are no task. */
function asksForNothing({
  late,
  scheduled,
  drafts,
  toReview,
  brokenLinks,
  contradictions,
  withoutFile,
  withoutAlternative,
  withoutText,
}: FirstDayReport): boolean {
  return [late, scheduled, drafts, toReview, brokenLinks, contradictions, withoutFile, withoutAlternative, withoutText].every(
    (rows = []) => rows.length === 0,
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
