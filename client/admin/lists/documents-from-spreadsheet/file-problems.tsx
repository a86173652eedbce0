/** What is wrong with a file, each with its line and column; the whole as a file where it is long. */
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import type { ReactElement } from 'react';
import { formatCount } from '../../../../shared/locale/numbers.ts';
import type { RowProblem } from './spreadsheet-rows.ts';

/** As many as a person mends before the file is checked again. */
const SHOWN = 200;

export function FileProblems({ name, problems }: { readonly name: string; readonly problems: readonly RowProblem[] }): ReactElement {
  const count = formatCount(problems.length, 'problema', 'problemas');
  return (
    <Alert severity="error">
      <AlertTitle component="h3">{`${name}: ${count}, e nada foi importado`}</AlertTitle>
      <Box
        component="ul"
        sx={{ maxHeight: '24rem', overflow: 'auto', my: 1, overflowWrap: 'anywhere' }}
        tabIndex={0}
        aria-label="Problemas do arquivo"
      >
        {problems.slice(0, SHOWN).map((problem) => (
          <li key={JSON.stringify(problem)}>{sentence(problem)}</li>
        ))}
        {problems.length > SHOWN ? <li>{`E mais ${problems.length - SHOWN}: corrija estes e escolha o arquivo de novo.`}</li> : null}
      </Box>
    </Alert>
  );
}

function sentence({ linha, coluna, mensagem }: RowProblem): string {
  return `Linha ${linha}${coluna === null ? '' : `, coluna ${coluna}`}: ${mensagem}`;
}
