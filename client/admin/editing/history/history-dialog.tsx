/** The versions of a row: who saved what and when, the difference to the form, and the way back. Restoring fills the form; saving it makes a version. */
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, List, ListItem, Typography } from '@mui/material';
import { type ReactElement, useEffect, useId, useState } from 'react';
import { APPROVED_TABLES } from '../../approval/approval.ts';
import type { RunGraphql } from '../../data/graphql.ts';
import type { ContentType, Field, Row } from '../../resources/content-type.ts';
import { useTimeZone, writtenMoment } from '../../time/institution-time.ts';
import { DifferenceView, useReadable } from '../difference-view.tsx';
import { type VersionAuthors, whoMade } from './version-authors.ts';
import { differingFields, publicationFields, versionRow } from './version-row.ts';

interface Version extends VersionAuthors {
  readonly versao: number | null;
  readonly ocorrido_em: string | null;
  /** By column, and by table for rows that belong to the row. */
  readonly alteracoes: Readonly<Record<string, unknown>> | null;
  /** The row as it was then, with the rows that belonged to it by their tables; null for a deletion. */
  readonly linha: Row | null;
}

function versionsQuery({ table }: ContentType): string {
  return `query Versions($tabela: String!, $chave: String!) {
  listar_versoes(args: {tabela: $tabela, chave: $chave}) {
    versao operacao ocorrido_em alteracoes linha usuario autor { nome } ${APPROVED_TABLES.has(table) ? 'pedido { pedida_por autor { nome } }' : ''}
  }
}`;
}

interface HistoryDialogProps {
  readonly type: ContentType;
  readonly chave: string;
  readonly run: RunGraphql;
  /** The values of the form. */
  readonly values: Row;
  /** Names of the fields that this person may change. */
  readonly changeable: ReadonlySet<string>;
  readonly onRestore: (values: Row) => void;
  readonly onClose: () => void;
}

type Answer = { readonly kind: 'reading' } | { readonly kind: 'read'; readonly versions: readonly Version[] } | { readonly kind: 'failed' };

export function HistoryDialog({ type, chave, run, values, changeable, onRestore, onClose }: HistoryDialogProps): ReactElement {
  const id = useId();
  const [answer, setAnswer] = useState<Answer>({ kind: 'reading' });
  useEffect(() => {
    let isOpen = true;
    run<{ readonly listar_versoes: readonly Version[] }>(versionsQuery(type), { tabela: type.table, chave }).then(
      ({ listar_versoes: versions }) => isOpen && setAnswer({ kind: 'read', versions }),
      () => isOpen && setAnswer({ kind: 'failed' }),
    );
    return () => {
      isOpen = false;
    };
  }, [run, type, chave]);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="md">
      <DialogTitle id={id}>Versões deste conteúdo</DialogTitle>
      <DialogContent>
        <Box component="output" sx={{ display: 'block' }}>
          {answer.kind === 'reading' && 'Lendo as versões…'}
          {answer.kind === 'failed' && <Alert severity="error">As versões não puderam ser lidas. Tente de novo em instantes.</Alert>}
          {answer.kind === 'read' && answer.versions.length === 0 && 'Ainda não há versões.'}
        </Box>
        {answer.kind === 'read' && (
          <List disablePadding>
            {answer.versions.map((version) => (
              <VersionItem
                key={`${version.versao} ${version.ocorrido_em}`}
                {...{ type, version, values, changeable }}
                onRestore={(restored) => {
                  onRestore(restored);
                  onClose();
                }}
              />
            ))}
          </List>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fechar</Button>
      </DialogActions>
    </Dialog>
  );
}

interface VersionItemProps extends Pick<HistoryDialogProps, 'type' | 'values' | 'changeable' | 'onRestore'> {
  readonly version: Version;
}

function VersionItem({ type, version, values, changeable, onRestore }: VersionItemProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const timeZone = useTimeZone();
  const { linha, operacao, ocorrido_em: when, alteracoes } = version;
  const row = linha === null ? null : versionRow(type, linha);
  const different = row === null ? [] : differingFields(type, row, values);
  const changed = type.fields.filter((field) => changeKey(field) in (alteracoes ?? {}));
  const moment = when === null ? '' : writtenMoment(when, timeZone, 'long');
  const publication = publicationFields(type);
  const restorable = different.filter((name) => changeable.has(name) && !publication.has(name));
  const keepsPublication = restorable.length > 0 && different.some((name) => publication.has(name));
  return (
    <ListItem divider sx={{ display: 'block', px: 0 }}>
      <Typography component="h3" variant="subtitle1">
        {whoMade(version)}
      </Typography>
      <Typography variant="body2">
        {moment}
        {operacao === 'UPDATE' && changed.length > 0 ? `. Mudou: ${changed.map(({ label }) => label).join(', ')}.` : ''}
      </Typography>
      {operacao === 'UPDATE' &&
        changed.map((field) =>
          field.kind === 'rows' ? <ListChange key={field.name} field={field} change={alteracoes?.[changeKey(field)]} /> : null,
        )}
      {row !== null && different.length === 0 && <Typography variant="body2">Igual ao que está no formulário.</Typography>}
      {different.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, my: 1 }}>
          <Button size="small" variant="outlined" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Esconder as diferenças' : 'Ver as diferenças'}
          </Button>
          {row !== null && restorable.length > 0 && (
            <Button
              size="small"
              variant="outlined"
              onClick={() => onRestore(Object.fromEntries(restorable.map((name) => [name, row[name]])))}
            >
              Trazer esta versão para o formulário
            </Button>
          )}
        </Box>
      )}
      {keepsPublication && (
        <Typography variant="body2">
          Trazer esta versão não publica nem tira do site: a publicação e suas datas ficam como estão.
        </Typography>
      )}
      {isOpen &&
        type.fields
          .filter(({ name }) => different.includes(name))
          .map((field) => <FieldDifference key={field.name} field={field} before={row?.[field.name]} after={values[field.name]} />)}
    </ListItem>
  );
}

/** The name under which a version has the change of a field. */
function changeKey(field: Field): string {
  return field.kind === 'rows' ? field.rows.table : field.name;
}

/** What a save took from a list, and what it added. A list that was only put into another order has neither. */
function ListChange({ field, change }: { readonly field: Field; readonly change: unknown }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [gone, come] = Array.isArray(change) ? (change as readonly unknown[]) : [];
  const [before = '', after = ''] = useReadable(field, isOpen ? [gone, come] : []);
  return (
    <Box sx={{ my: 1 }}>
      <Button size="small" variant="outlined" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {`${isOpen ? 'Esconder' : 'Ver'} o que mudou em ${field.label}`}
      </Button>
      {isOpen &&
        (before === after ? <Typography variant="body2">Só a ordem mudou.</Typography> : <DifferenceView before={before} after={after} />)}
    </Box>
  );
}

interface FieldDifferenceProps {
  readonly field: Field;
  readonly before: unknown;
  readonly after: unknown;
}

function FieldDifference({ field, before, after }: FieldDifferenceProps): ReactElement {
  const [old = '', current = ''] = useReadable(field, [before, after]);
  return (
    <Box sx={{ my: 1 }}>
      <Typography component="h4" variant="body2" sx={{ fontWeight: 'bold' }}>
        {field.label}: desta versão até o formulário
      </Typography>
      <DifferenceView before={old} after={current} />
    </Box>
  );
}
