/** The first screen of the day: what is due, what is scheduled, what is broken, what is not finished, and what was done last. */
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
import { Demonstration } from './dashboard/demonstration.tsx';
import { FirstSteps } from './dashboard/first-steps.tsx';
import { type DashboardReport, MOST_ROWS, readReport } from './dashboard/report.ts';
import { ReportCards } from './dashboard/report-cards.tsx';
import { NAMED_BY_KEY, type NameOf, readNames } from './dashboard/row-names.ts';

/** Draws the first screen: for people who answer citizens, for editors, or for both. */
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
    queryKey: ['dashboard', access.size, only],
    queryFn: async () => (run === null ? NOTHING : readNamedReport(run, access, only)),
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

interface NamedReport {
  readonly report: DashboardReport;
  readonly nameOf: NameOf;
}

const NOTHING: NamedReport = { report: {}, nameOf: NAMED_BY_KEY };

async function readNamedReport(run: RunGraphql, access: Access, only?: string): Promise<NamedReport> {
  const report = await readReport(run, access, only);
  const { awaiting = [], returned = [], brokenLinks = [], drafts = [], changes = [] } = report;
  // Sentences with keys are better than no sentences.
  const nameOf = await readNames(run, access, [...awaiting, ...returned, ...brokenLinks, ...drafts, ...changes]).catch(() => NAMED_BY_KEY);
  return { report, nameOf };
}

function Reports({ report, nameOf }: NamedReport): ReactElement {
  return (
    <>
      <FirstSteps report={report} />
      <Demonstration report={report} />
      <Typography sx={{ mt: 2 }}>
        O que é publicado aparece no site na hora.{' '}
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

function WholeReport(named: NamedReport): ReactElement {
  const count = Object.values(named.report)[0]?.length ?? 0;
  const note = count === 0 ? 'Nada a mostrar neste relatório.' : count === MOST_ROWS ? `As primeiras ${MOST_ROWS} linhas.` : '';
  return (
    <>
      <Typography sx={{ mt: 2 }}>{note}</Typography>
      <ReportCards {...named} isWhole />
    </>
  );
}

/** The reports that ask for something: the last changes are no task. */
const TASKS: readonly (keyof DashboardReport)[] = [
  'awaiting',
  'returned',
  'late',
  'scheduled',
  'drafts',
  'toReview',
  'brokenLinks',
  'contradictions',
  'withoutFile',
  'withoutAlternative',
  'withoutText',
];

function asksForNothing(report: DashboardReport): boolean {
  return TASKS.every((task) => (report[task] ?? []).length === 0);
}
