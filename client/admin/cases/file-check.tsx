/** What was found in a file of statistics: every problem with its line, or what each month changes to. */
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactElement } from 'react';
import { channelName } from './case-words.ts';
import { type FileProblem, type MonthChange, monthName } from './statistics-file.ts';

export interface FileCheckProps {
  readonly name: string;
  readonly problems: readonly FileProblem[];
  readonly months: readonly MonthChange[];
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onGiveUp: () => void;
}

/** Draws it. */
export function FileCheck({ name, problems, months, isBusy, onConfirm, onGiveUp }: FileCheckProps): ReactElement {
  if (problems.length > 0) return <Problems name={name} problems={problems} />;
  return (
    <Box sx={{ my: 2 }}>
      <Alert severity="info" role="note">
        <AlertTitle component="h3">{`${name} pode ser importado`}</AlertTitle>
        {advice(months).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Alert>
      <Changes months={months} />
      <Button variant="contained" disabled={isBusy} onClick={onConfirm} sx={{ my: 1, mr: 1 }}>
        {`Importar ${months.length === 1 ? '1 mês' : `${months.length} meses`}`}
      </Button>
      <Button disabled={isBusy} onClick={onGiveUp}>
        Desistir
      </Button>
    </Box>
  );
}

function advice(months: readonly MonthChange[]): readonly string[] {
  return [
    'Confira o que muda. Nada foi gravado ainda.',
    ...(months.some(({ tem_registros }) => tem_registros)
      ? ['Meses marcados com * têm casos registrados neste site: os do arquivo são somados a eles. Não importe os mesmos casos outra vez.']
      : []),
    ...(months.some(({ retira_demonstracao }) => retira_demonstracao) ? ['Os números de demonstração do canal saem do site.'] : []),
  ];
}

/** Rows that a person reads; the others are in the file of all of them. */
const SHOWN = 200;

function Problems({ name, problems }: Pick<FileCheckProps, 'name' | 'problems'>): ReactElement {
  const shown = problems.slice(0, SHOWN);
  return (
    <Alert severity="error" sx={{ my: 2 }}>
      <AlertTitle component="h3">
        {`${name}: ${problems.length === 1 ? 'há 1 problema' : `há ${problems.length.toLocaleString('pt-BR')} problemas`}, e nada foi importado`}
      </AlertTitle>
      <Box
        component="ul"
        sx={{ maxHeight: '24rem', overflow: 'auto', my: 1, overflowWrap: 'anywhere' }}
        tabIndex={0}
        aria-label="Problemas do arquivo"
      >
        {shown.map(({ linha, mensagem }) => (
          <li key={`${linha} ${mensagem}`}>{`Linha ${linha}: ${mensagem}`}</li>
        ))}
      </Box>
      {shown.length === problems.length ? null : (
        <Button variant="outlined" color="inherit" onClick={() => download(problems)}>
          {`Baixar a lista dos ${problems.length.toLocaleString('pt-BR')} problemas`}
        </Button>
      )}
    </Alert>
  );
}

function download(problems: readonly FileProblem[]): void {
  const text = problems.map(({ linha, mensagem }) => `Linha ${linha}: ${mensagem}`).join('\r\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/plain;charset=utf-8' }));
  link.download = 'problemas.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}

function Changes({ months }: { readonly months: readonly MonthChange[] }): ReactElement {
  return (
    <TableContainer component="section" tabIndex={0} aria-label="O que muda em cada mês">
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>Mês</TableCell>
            <TableCell align="right">Casos antes</TableCell>
            <TableCell align="right">Casos depois</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {months.map((month) => (
            <TableRow key={`${month.canal} ${month.ano} ${month.mes}`}>
              <TableCell component="th" scope="row">
                {`${monthName(month, channelName)}${month.tem_registros ? ' *' : ''}`}
              </TableCell>
              <TableCell align="right">{month.casos_antes?.toLocaleString('pt-BR') ?? 'nenhum'}</TableCell>
              <TableCell align="right">{month.casos_depois.toLocaleString('pt-BR')}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
