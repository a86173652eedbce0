/** Import of statistics: a file is chosen, checked and foretold before anything is written; each month of an import goes back to what it was. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useId, useRef, useState } from 'react';
import { Title, useNotify } from 'react-admin';
import type { RunGraphql } from '../data/graphql.ts';
import { ConfirmedButton } from '../forms/confirmed-button.tsx';
import { CsvChoice } from '../forms/csv-choice.tsx';
import { useLostFocus } from '../forms/use-lost-focus.ts';
import { useTimeZone, writtenMoment } from '../time/institution-time.ts';
import { channelName } from './case-words.ts';
import { useStatisticsRun } from './desk-access.ts';
import { FileCheck } from './file-check.tsx';
import {
  checkStatistics,
  type FileProblem,
  type Import,
  type ImportedMonth,
  importStatistics,
  type MonthChange,
  monthName,
  readImports,
  readStatisticsFile,
  undoMonth,
} from './statistics-file.ts';

/** Draws the screen. */
export function StatisticsImport(): ReactElement {
  const run = useStatisticsRun();
  return (
    <Box sx={{ maxWidth: '60rem', p: 1 }}>
      <Title title="Importar estatísticas" />
      <Typography sx={{ my: 2 }}>
        Números da Ouvidoria e do SIC de antes deste site, ou de um canal que outro sistema atende, entram por um arquivo CSV. Cada mês do
        arquivo substitui o que foi importado antes para ele; os casos registrados neste site continuam contados.
      </Typography>
      {run === null ? null : (
        <>
          <NewImport run={run} />
          <Imports run={run} />
        </>
      )}
    </Box>
  );
}

type Chosen =
  | { readonly kind: 'unreadable'; readonly name: string; readonly reason: string }
  | {
      readonly kind: 'checked';
      readonly name: string;
      readonly text: string;
      readonly problems: readonly FileProblem[];
      readonly months: readonly MonthChange[];
    };

function NewImport({ run }: { readonly run: RunGraphql }): ReactElement {
  const id = useId();
  const notify = useNotify();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const during = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ra.notification.http_error', { type: 'error' });
    } finally {
      setIsBusy(false);
    }
  };
  const choose = (file: File): Promise<void> =>
    during(async () => {
      setChosen(null);
      const read = readStatisticsFile(new Uint8Array(await file.arrayBuffer()));
      if (read.kind === 'unreadable') setChosen({ ...read, name: file.name });
      else setChosen({ kind: 'checked', name: file.name, text: read.text, ...(await checkStatistics(run, read.text)) });
    });
  const confirm = ({ name, text }: { readonly name: string; readonly text: string }): Promise<void> =>
    during(async () => {
      await importStatistics(run, name, text);
      setChosen(null);
      notify('Importado. Os relatórios já mostram os novos números.', { type: 'success' });
      await queries.invalidateQueries({ queryKey: ['statistics-imports'] });
    });
  return (
    <section aria-labelledby={id}>
      <Typography component="h2" variant="h6" id={id}>
        Novo arquivo
      </Typography>
      <CsvChoice
        label="Arquivo CSV com as estatísticas"
        isBusy={isBusy}
        shown={String(chosen === null)}
        onChoose={(file) => void choose(file)}
      />
      <output>{isBusy ? 'Aguarde: conferindo ou gravando…' : null}</output>
      {chosen === null ? null : chosen.kind === 'unreadable' ? (
        <Alert severity="error">{`${chosen.name}: ${chosen.reason}`}</Alert>
      ) : (
        <FileCheck {...chosen} isBusy={isBusy} onConfirm={() => void confirm(chosen)} onGiveUp={() => setChosen(null)} />
      )}
    </section>
  );
}

function Imports({ run }: { readonly run: RunGraphql }): ReactElement {
  const id = useId();
  const { data = [], error } = useQuery({ queryKey: ['statistics-imports'], queryFn: () => readImports(run) });
  return (
    <section aria-labelledby={id}>
      <Typography component="h2" variant="h6" id={id} sx={{ mt: 4 }}>
        Últimas importações
      </Typography>
      {error === null ? null : <Typography role="alert">As importações não puderam ser lidas. Tente de novo.</Typography>}
      {error === null && data.length === 0 ? <Typography>Nada foi importado ainda.</Typography> : null}
      {data.map((made) => (
        <ImportItem key={made.id} run={run} made={made} />
      ))}
    </section>
  );
}

function ImportItem({ run, made }: { readonly run: RunGraphql; readonly made: Import }): ReactElement {
  const timeZone = useTimeZone();
  return (
    <Box component="article" sx={{ my: 2 }}>
      <Typography component="h3" variant="subtitle1" sx={{ overflowWrap: 'anywhere' }}>
        {made.nome}
      </Typography>
      <Typography variant="body2">
        {`${made.autor?.nome ?? 'Alguém que saiu'} importou em ${writtenMoment(made.feita_em, timeZone)}.`}
      </Typography>
      <ul>
        {made.meses.map((month) => (
          <li key={`${month.canal} ${month.ano} ${month.mes}`}>
            <MonthOfImport run={run} id={made.id} month={month} />
          </li>
        ))}
      </ul>
    </Box>
  );
}

function MonthOfImport({ run, id, month }: { readonly run: RunGraphql; readonly id: number; readonly month: ImportedMonth }): ReactElement {
  const notify = useNotify();
  const queries = useQueryClient();
  const timeZone = useTimeZone();
  const name = monthName(month, channelName);
  const undone = useRef<HTMLElement>(null);
  // The button goes with what it undoes.
  useLostFocus(month.desfeito_em, () => undone.current);
  const undo = async (): Promise<void> => {
    try {
      await undoMonth(run, id, month);
      notify('Desfeito.', { type: 'success' });
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ra.notification.http_error', { type: 'error' });
    }
    await queries.invalidateQueries({ queryKey: ['statistics-imports'] });
  };
  if (month.desfeito_em !== null) {
    return (
      <span ref={undone} tabIndex={-1}>
        {`${name}: desfeito por ${month.quem_desfez?.nome ?? 'alguém que saiu'} em ${writtenMoment(month.desfeito_em, timeZone)}`}
      </span>
    );
  }
  return (
    <>
      {`${name}: ${month.casos.toLocaleString('pt-BR')} casos `}
      {month.pode_desfazer ? (
        <ConfirmedButton
          size="small"
          aria-label={`Desfazer ${name}`}
          question={`Desfazer a importação de ${name}?`}
          consequence="O mês volta ao que era antes desta importação, e os relatórios mudam na hora."
          onConfirm={undo}
        >
          Desfazer
        </ConfirmedButton>
      ) : (
        '(substituído depois)'
      )}
    </>
  );
}
