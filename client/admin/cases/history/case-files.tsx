import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { staffFilePath } from '../../../../shared/cases/addresses.ts';
import type { CaseFile } from '../case-record.ts';
import { FileWithdrawal, type WithdrawalFrom } from './file-withdrawal.tsx';

interface CaseFilesProps {
  readonly title: string;
  readonly files: readonly CaseFile[];
  /** Where each of them can be taken back. */
  readonly withdrawal?: WithdrawalFrom;
}

/** Lists files of a case; nothing where there are none. */
export function CaseFiles({ title, files, withdrawal }: CaseFilesProps): ReactElement | null {
  if (files.length === 0) return null;
  return (
    <>
      <Typography component="h3" variant="subtitle1">
        {title}
      </Typography>
      <ul>
        {files.map((file) => (
          <li key={file.arquivo_id}>
            <MuiLink
              href={staffFilePath(file.arquivo_id)}
              download
            >{`${file.nome} (${Math.max(1, Math.round(file.tamanho_bytes / 1_024)).toLocaleString('pt-BR')} kB)`}</MuiLink>
            {withdrawal === undefined ? null : <FileWithdrawal file={file} {...withdrawal} />}
          </li>
        ))}
      </ul>
    </>
  );
}
