import Alert from '@mui/material/Alert';
import type { ReactElement } from 'react';
import type { CaseRecord } from '../case-record.ts';
import { CaseFiles } from './case-files.tsx';
import { CaseEvents } from './case-timeline.tsx';

interface ChangesMeanwhileProps {
  /** The case as it is. */
  readonly record: CaseRecord;
  /** The case as it was when the person began to write. */
  readonly begun: CaseRecord;
}

/** Shows beside a form what happened to its case while it was filled in, and says when it was the citizen. The history of a case only grows. */
export function ChangesMeanwhile({ record, begun }: ChangesMeanwhileProps): ReactElement | null {
  if (record.versao === begun.versao) return null;
  const since = begun.andamentos.length;
  const isOfCitizen = record.andamentos.slice(since).some(({ autor }) => autor === 'cidadao');
  const known = new Set(begun.anexos.map(({ arquivo_id }) => arquivo_id));
  const files = record.anexos.filter(({ arquivo_id, autor }) => autor === 'cidadao' && !known.has(arquivo_id));
  return (
    <Alert severity="warning" role="none" sx={{ mt: 2, '& .MuiAlert-message': { minWidth: 0 } }}>
      <strong role="alert">
        {isOfCitizen ? 'O cidadão acrescentou algo a este caso enquanto você escrevia.' : 'O caso mudou enquanto você escrevia.'} Leia antes
        de confirmar.
      </strong>
      <CaseEvents record={record} since={since} />
      <CaseFiles title="Arquivos que o cidadão enviou" files={files} />
    </Alert>
  );
}
