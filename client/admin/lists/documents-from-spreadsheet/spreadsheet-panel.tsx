/** Import of documents: a file is chosen, checked and foretold before anything is written, and then all of it is done or nothing. */
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, use, useState } from 'react';
import { HttpError } from 'react-admin';
import { formatCount } from '../../../../shared/locale/numbers.ts';
import { CsvChoice } from '../../forms/csv-choice.tsx';
import { SteadyButton } from '../../forms/steady-button.tsx';
import { GraphqlContext } from '../../session/contexts.ts';
import { readCsv } from './csv-text.ts';
import { FileProblems } from './file-problems.tsx';
import { type ForeseenRow, foresee, importRows } from './spreadsheet-request.ts';
import { allProblems, MOST_ROWS, type RowProblem, readRows } from './spreadsheet-rows.ts';

type State =
  | { readonly kind: 'unchosen' }
  | { readonly kind: 'failed'; readonly name: string; readonly reason: string }
  | { readonly kind: 'problems'; readonly name: string; readonly problems: readonly RowProblem[] }
  | {
      readonly kind: 'foreseen';
      readonly name: string;
      readonly spreadsheet: string;
      readonly rows: readonly ForeseenRow[];
      readonly ignored: readonly string[];
    }
  | { readonly kind: 'done'; readonly name: string; readonly made: number; readonly changed: number };

const UNANSWERED =
  'O servidor não respondeu, e pode ter importado tudo ou nada. Escolha o arquivo de novo em instantes: a conferência diz o que já está no site, e nada é cadastrado duas vezes.';

/** Whether the server has said that it did nothing. */
function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && Number(error.status) >= 400 && Number(error.status) < 500;
}

/** Draws it. */
export function SpreadsheetPanel(): ReactElement {
  const run = use(GraphqlContext);
  const queries = useQueryClient();
  const [state, setState] = useState<State>({ kind: 'unchosen' });
  const [isBusy, setBusy] = useState(false);
  const during = async (name: string, work: () => Promise<State>): Promise<void> => {
    setBusy(true);
    try {
      setState(await work());
    } catch (error) {
      setState({ kind: 'failed', name, reason: error instanceof Error ? error.message : 'O servidor não respondeu.' });
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File): Promise<void> =>
    during(file.name, async () => {
      const { name } = file;
      const csv = readCsv(new Uint8Array(await file.arrayBuffer()));
      if (csv.kind === 'unreadable') return { kind: 'failed', name, reason: csv.reason };
      const { rows, problems, ignored } = readRows(csv.lines);
      if (run === null || rows.length === 0) return { kind: 'problems', name, problems };
      const foreseen = await foresee(run, rows);
      const all = allProblems(problems, foreseen.kind === 'problems' ? foreseen.problems : []);
      return foreseen.kind === 'problems' || all.length > 0
        ? { kind: 'problems', name, problems: all }
        : { ...foreseen, name, kind: 'foreseen', ignored };
    });
  const confirm = (name: string, spreadsheet: string): Promise<void> =>
    during(name, async () => {
      if (run === null) return { kind: 'unchosen' };
      const done = await importRows(run, spreadsheet).catch((error: unknown) => {
        throw isRefusal(error) ? error : new Error(UNANSWERED, { cause: error });
      });
      await queries.invalidateQueries();
      return { kind: 'done', name, ...done };
    });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, maxWidth: '60rem', mb: 2 }}>
      <About />
      <CsvChoice
        label={`Arquivo CSV, com até ${MOST_ROWS.toLocaleString('pt-BR')} documentos`}
        isBusy={isBusy}
        shown={state.kind}
        onChoose={(file) => void choose(file)}
      />
      <output>{isBusy ? 'Aguarde: conferindo ou gravando…' : state.kind === 'done' ? doneText(state) : null}</output>
      {state.kind === 'failed' ? <Alert severity="error">{`${state.name}: ${state.reason}`}</Alert> : null}
      {state.kind === 'problems' ? <FileProblems name={state.name} problems={state.problems} /> : null}
      {state.kind === 'foreseen' ? (
        <Preview
          {...state}
          isBusy={isBusy}
          onConfirm={() => void confirm(state.name, state.spreadsheet)}
          onGiveUp={() => setState({ kind: 'unchosen' })}
        />
      ) : null}
    </Box>
  );
}

function About(): ReactElement {
  return (
    <>
      <Typography variant="body2">
        A primeira linha tem os nomes das colunas, como no arquivo de “Exportar (CSV)” desta lista e no de documentos dos dados abertos.
        Bastam categoria, titulo e exercicio; em arquivo vai o endereço do arquivo. Documentos novos ficam fora do site até que você os
        publique.
      </Typography>
      <Typography variant="body2">
        Um documento do site é reconhecido pela coluna id; sem ela, pelo número, ou pelo título, exercício e data do ato. O que a planilha
        traz substitui o que ele tinha, uma célula vazia também, menos em arquivo; o que não tem coluna fica como está.
      </Typography>
    </>
  );
}

function doneText({ name, made, changed }: { readonly name: string; readonly made: number; readonly changed: number }): string {
  return `${name}: ${formatCount(made, 'documento cadastrado', 'documentos cadastrados')}, ainda fora do site, e ${formatCount(changed, 'alterado', 'alterados')}.`;
}

interface PreviewProps {
  readonly name: string;
  readonly rows: readonly ForeseenRow[];
  readonly ignored: readonly string[];
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onGiveUp: () => void;
}

/** Rows that a person reads before the import. */
const SHOWN = 50;

function Preview({ name, rows, ignored, isBusy, onConfirm, onGiveUp }: PreviewProps): ReactElement {
  const of = (acao: ForeseenRow['acao']): readonly ForeseenRow[] => rows.filter((row) => row.acao === acao);
  const [made, changed, same] = [of('novo'), of('muda'), of('igual')];
  const effective = [...changed, ...made];
  return (
    <Box>
      <Alert severity="info" role="note">
        <AlertTitle component="h3">{`${name}: confira o que muda. Nada foi gravado ainda.`}</AlertTitle>
        {`${formatCount(made.length, 'documento novo', 'documentos novos')}, ${formatCount(changed.length, 'alterado', 'alterados')} e ${same.length} como no site.`}
        {ignored.length === 0 ? null : <p>{`Colunas de que nada é importado: ${ignored.join(', ')}.`}</p>}
      </Alert>
      {effective.length === 0 ? null : (
        <Box
          component="ul"
          sx={{ maxHeight: '16rem', overflow: 'auto', my: 1, overflowWrap: 'anywhere' }}
          tabIndex={0}
          aria-label="O que muda em cada linha"
        >
          {effective.slice(0, SHOWN).map(({ linha, acao, titulo }) => (
            <li key={linha}>{`Linha ${linha}, ${acao === 'novo' ? 'novo' : 'altera'}: ${titulo}`}</li>
          ))}
          {effective.length > SHOWN ? <li>{`E mais ${formatCount(effective.length - SHOWN, 'linha', 'linhas')}.`}</li> : null}
        </Box>
      )}
      {effective.length === 0 ? null : (
        <SteadyButton variant="contained" isIdle={isBusy} onClick={onConfirm} sx={{ my: 1, mr: 1 }}>
          {`Importar ${formatCount(effective.length, 'documento', 'documentos')}`}
        </SteadyButton>
      )}
      <Button disabled={isBusy} onClick={onGiveUp}>
        Desistir
      </Button>
    </Box>
  );
}
