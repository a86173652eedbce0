/** How the site works: metrics of each replica, for administrators. Nothing moves by itself unless the person wants it. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, use, useId, useState } from 'react';
import { Loading, Title } from 'react-admin';
import type { ReplicaMetrics } from '../../../shared/operations/replica-metrics.ts';
import { Facts } from '../cases/facts.tsx';
import { SteadyButton } from '../forms/steady-button.tsx';
import { FetchContext } from '../session/contexts.ts';
import { useTimeZone, writtenMoment } from '../time/institution-time.ts';
import { answersOf, duration, elapsed, processOf, slowText, warningsOf, workRows } from './metric-texts.ts';
import { readOperations } from './operations-request.ts';
import { MetricsTable } from './work-table.tsx';

const EVERY_MS = 15_000;

/** Draws the screen. */
export function OperationsScreen(): ReactElement {
  const fetchFrom = use(FetchContext);
  const [follows, setFollows] = useState(false);
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['operations'],
    queryFn: () => readOperations(fetchFrom),
    refetchInterval: follows ? EVERY_MS : false,
    retry: false,
  });
  return (
    <Box sx={{ maxWidth: '70rem', p: 1 }}>
      <Title title="Funcionamento do site" />
      <Typography sx={{ my: 2 }}>
        O que o servidor fez desde que começou, e como está. As contas recomeçam com cada réplica; para ver dias e semanas, use o painel do
        Prometheus.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <SteadyButton variant="outlined" onClick={() => void refetch()} isIdle={isFetching}>
          Atualizar
        </SteadyButton>
        <FormControlLabel
          control={<Switch checked={follows} onChange={(_event, checked) => setFollows(checked)} />}
          label="Atualizar a cada 15 segundos"
        />
        <ReadAt at={dataUpdatedAt} />
      </Box>
      {error === null ? null : (
        <Alert severity="error" sx={{ my: 2 }}>
          {error.message}
        </Alert>
      )}
      {data === undefined ? (
        error === null && <Loading />
      ) : (
        <>
          {data.replicas.map((metrics) => (
            <Replica key={metrics.id} metrics={metrics} isOwn={metrics.id === data.own} />
          ))}
          {data.knowsOthers ? null : (
            <Typography color="textSecondary">
              Se houver outras réplicas, elas não aparecem aqui: sem cache entre réplicas (CACHE_URL) cada uma conhece só a si.
            </Typography>
          )}
        </>
      )}
    </Box>
  );
}

function ReadAt({ at }: { readonly at: number }): ReactElement {
  const timeZone = useTimeZone();
  const time = new Date(at).toLocaleTimeString('pt-BR', { timeZone });
  return <output>{at === 0 ? '' : `Lido às ${time}`}</output>;
}

function Replica({ metrics, isOwn }: { readonly metrics: ReplicaMetrics; readonly isOwn: boolean }): ReactElement {
  const id = useId();
  const timeZone = useTimeZone();
  const warnings = warningsOf(metrics);
  const since = `${writtenMoment(metrics.startedAt, timeZone)} (há ${elapsed(metrics.at - metrics.startedAt)})`;
  return (
    <section aria-labelledby={id}>
      <Typography component="h2" variant="h6" id={id} sx={{ mt: 4, overflowWrap: 'anywhere' }}>
        {`Réplica ${metrics.id}${isOwn ? ' (a que respondeu)' : ''}`}
      </Typography>
      {warnings.length === 0 ? (
        <Alert severity="success" role="note">
          Nada pede atenção.
        </Alert>
      ) : (
        <Alert severity="warning" role="note">
          {warnings.map((warning) => (
            <p key={warning} style={{ margin: 0 }}>
              {warning}
            </p>
          ))}
        </Alert>
      )}
      <Facts facts={[['No ar desde', since], ['Versão', metrics.build], ...answersOf(metrics), ...processOf(metrics)]} />
      <WorkTables metrics={metrics} />
    </section>
  );
}

const WORK_COLUMNS = ['Vezes', 'Falhas', 'Média', 'A mais longa'];

function WorkTables({ metrics }: { readonly metrics: ReplicaMetrics }): ReactElement {
  const timeZone = useTimeZone();
  const rowsOf = (work: ReplicaMetrics['operations']): readonly (readonly [string, ...string[]])[] =>
    workRows(work).map(({ name, count, failures, mean, longest }) => [name, name, count, failures, mean, longest]);
  const slow = metrics.slow.map((work, index): readonly [string, ...string[]] => {
    const [what, outcome] = slowText(work);
    return [`${work.at} ${index}`, what, duration(work.milliseconds), outcome, writtenMoment(work.at, timeZone)];
  });
  return (
    <>
      <MetricsTable
        title="Operações do banco de conteúdo"
        empty="Nenhuma ainda."
        columns={['Operação', ...WORK_COLUMNS]}
        rows={rowsOf(metrics.operations)}
      />
      <MetricsTable title="Páginas montadas" empty="Nenhuma ainda." columns={['Página', ...WORK_COLUMNS]} rows={rowsOf(metrics.renders)} />
      <MetricsTable title="Imagens feitas" empty="Nenhuma ainda." columns={['Origem', ...WORK_COLUMNS]} rows={rowsOf(metrics.pictures)} />
      <MetricsTable
        title="O que passou de meio segundo"
        empty="Nada passou de meio segundo."
        columns={['O quê', 'Tempo', 'Fim', 'Quando']}
        rows={slow}
      />
    </>
  );
}
