/** The changes of a published content that wait for approval, field by field: texts with what differs, lists as they are and as they will be. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactElement, useId } from 'react';
import { fileUrl } from '../../../shared/files/file-url.ts';
import { DifferenceView, useReadable } from '../editing/difference-view.tsx';
import type { ChildRows, ContentType, Field, Row } from '../resources/content-type.ts';

interface ProposedChangesProps {
  readonly type: ContentType;
  /** The content as the public sees it. */
  readonly record: Row;
  readonly proposal: Row;
}

/** In the order of the form. */
function ProposedChangesView({ type, record, proposal }: ProposedChangesProps): ReactElement {
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

interface ProposalProps extends ProposedChangesProps {
  /** Or it was returned. */
  readonly isWaiting: boolean;
  readonly onTake: () => void;
}

/** Draws them, and what copies them into the form. */
export function Proposal({ type, record, proposal, isWaiting, onTake }: ProposalProps): ReactElement {
  const effect = useId();
  return (
    <>
      <ProposedChangesView {...{ type, record, proposal }} />
      {isWaiting && (
        <Typography id={effect} sx={{ mt: 1 }}>
          Copiar só mostra as mudanças no formulário e na prévia: elas continuam à espera de aprovação.
        </Typography>
      )}
      <Button variant="outlined" sx={{ justifySelf: 'start' }} aria-describedby={isWaiting ? effect : undefined} onClick={onTake}>
        Copiar as mudanças para o formulário
      </Button>
    </>
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
