/** The changes of a published content that wait for approval, field by field: texts with what differs, lists as they are and as they will be. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { fileUrl } from '../../../shared/files/file-url.ts';
import { DifferenceView, useReadable } from '../editing/difference-view.tsx';
import type { ChildRows, ContentType, Field, Row } from '../resources/content-type.ts';

export interface ProposedChangesProps {
  readonly type: ContentType;
  /** The content as the public sees it. */
  readonly record: Row;
  readonly proposal: Row;
}

/** Draws them in the order of the form. */
export function ProposedChangesView({ type, record, proposal }: ProposedChangesProps): ReactElement {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {type.fields
        .filter(({ name }) => name in proposal)
        .map((field) => (
          <Box key={field.name}>
            <Typography component="h3" variant="body2" sx={{ fontWeight: 'bold' }}>
              {field.label}
            </Typography>
            {field.kind === 'rows' ? (
              <>
                <Rows title="Como está" rows={field.rows} values={record[field.name]} />
                <Rows title="Como fica" rows={field.rows} values={proposal[field.name]} />
              </>
            ) : (
              <Difference field={field} before={record[field.name]} after={proposal[field.name]} />
            )}
          </Box>
        ))}
    </Box>
  );
}

function Difference({ field, before, after }: { readonly field: Field; readonly before: unknown; readonly after: unknown }): ReactElement {
  const [old = '', coming = ''] = useReadable(field, [before, after]);
  return <DifferenceView before={old} after={coming} />;
}

function Rows({ title, rows, values }: { readonly title: string; readonly rows: ChildRows; readonly values: unknown }): ReactElement {
  const list = Array.isArray(values) ? (values as readonly Row[]) : [];
  return (
    <>
      <Typography variant="body2">{`${title}:${list.length === 0 ? ' nada.' : ''}`}</Typography>
      {list.length > 0 && (
        <Box component="ul" sx={{ my: 0, pl: 3, overflowWrap: 'anywhere' }}>
          {list.map((row) => (
            <li key={JSON.stringify(row)}>
              {rows.fields.map((field) => (
                <Part key={field.name} field={field} value={row[field.name]} />
              ))}
            </li>
          ))}
        </Box>
      )}
    </>
  );
}

/** A file can be opened before the public sees it. */
function Part({ field, value }: { readonly field: Field; readonly value: unknown }): ReactElement | null {
  const [text = ''] = useReadable(field, [value]);
  if (text === '') return null;
  if ((field.kind !== 'file' && field.kind !== 'image') || typeof value !== 'string') return <>{` ${field.label}: ${text}.`}</>;
  return (
    <Link href={fileUrl(value)} target="_blank" rel="noopener">
      {`${text} (abre em outra aba)`}
    </Link>
  );
}
