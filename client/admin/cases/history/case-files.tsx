import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { staffFilePath } from '../../../../shared/cases/addresses.ts';
import type { CaseFile } from '../case-record.ts';

/** Lists files of a case; nothing where there are none. */
export function CaseFiles({ title, files }: { readonly title: string; readonly files: readonly CaseFile[] }): ReactElement | null {
  if (files.length === 0) return null;
  return (
    <>
      <Typography component="h3" variant="subtitle1">
        {title}
      </Typography>
      <ul>
        {files.map(({ arquivo_id: id, nome, tamanho_bytes: bytes }) => (
          <li key={id}>
            <MuiLink
              href={staffFilePath(id)}
              download
            >{`${nome} (${Math.max(1, Math.round(bytes / 1_024)).toLocaleString('pt-BR')} kB)`}</MuiLink>
          </li>
        ))}
      </ul>
    </>
  );
}
