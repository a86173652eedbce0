/** The form of a content type, made from its description and the permissions of the role. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactElement, useEffect, useState } from 'react';
import {
  Create,
  DeleteWithConfirmButton,
  Edit,
  Loading,
  SaveButton,
  SimpleForm,
  Toolbar,
  useFormIsDirty,
  useGetOne,
  useIsOffline,
  useNotify,
  useRedirect,
} from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { TableAccess } from '../data/access.ts';
import { VERSION_COLUMN } from '../data/selection.ts';
import { EditingAids, useSaveErrors } from '../editing/editing-aids.tsx';
import { UnsentFilesOfForm, useHasUnsentFile } from '../editing/files/unsent-files.tsx';
import { RichTextField } from '../editing/rich-text/rich-text-input.tsx';
import type { ContentType, Field, Row } from '../resources/content-type.ts';
import { profileHas } from '../resources/document-profile.ts';
import { useTableAccess } from '../session/contexts.ts';
import { isSignedOut } from '../session/reauthentication.ts';
import { FieldInput } from './field-input.tsx';
import { PublicationPanel } from './publication-panel.tsx';

export interface ContentCreateProps {
  readonly type: ContentType;
  /** In place of showing the row that was made. */
  readonly onCreated?: (row: Row) => void;
}

/** Draws the form of a new row. */
export function ContentCreate({ type, onCreated }: ContentCreateProps): ReactElement {
  const access = useTableAccess(type.table);
  const hasEditor = useTextEditor(type);
  const options = onCreated === undefined ? {} : { mutationOptions: { onSuccess: onCreated } };
  if (!hasEditor) return <Loading />;
  return (
    <Create redirect="edit" title={`Criar ${type.one}`} {...options}>
      <UnsentFilesOfForm>
        <SimpleForm warnWhenUnsavedChanges={onCreated === undefined} spacing={2} toolbar={<FormToolbar canSave canDelete={false} />}>
          {access.readable.has(VERSION_COLUMN) ? <EditingAids type={type} /> : null}
          <Fields
            type={type}
            isShown={(field) => field.ofExisting !== true && isWritable(field, access, access.insertable)}
            isReadOnly={() => false}
          />
        </SimpleForm>
      </UnsentFilesOfForm>
    </Create>
  );
}

export interface ContentEditProps {
  readonly type: ContentType;
  /** What else can be done with the row. */
  readonly actions?: ReactElement;
}

/** Draws the form of a row that exists. */
export function ContentEdit({ type, actions }: ContentEditProps): ReactElement {
  const access = useTableAccess(type.table);
  const canDelete = access.canDelete && type.single === undefined;
  const { saveError, onError } = useSaveErrors();
  const onReadError = useReadErrors(type.table);
  const hasEditor = useTextEditor(type);
  if (!hasEditor) return <Loading />;
  return (
    <Edit redirect={false} mutationMode="pessimistic" mutationOptions={{ onError }} queryOptions={{ onError: onReadError }}>
      <UnsentFilesOfForm>
        <SimpleForm warnWhenUnsavedChanges spacing={2} toolbar={<FormToolbar canSave={access.changeable.size > 0} canDelete={canDelete} />}>
          {access.readable.has(VERSION_COLUMN) ? <EditingAids type={type} saveError={saveError} /> : null}
          <Fields
            type={type}
            isShown={(field) => access.readable.has(columnOf(field))}
            isReadOnly={(field) => field.fixed === true || !isWritable(field, access, access.changeable)}
          />
          {actions ?? null}
        </SimpleForm>
      </UnsentFilesOfForm>
    </Edit>
  );
}

/**
 * Returns what is done where the row cannot be read: what react-admin does by itself, except after the end of a session. The row is there then, and
 * so may be a text that is not saved.
 */
function useReadErrors(table: string): (error: Error) => void {
  const notify = useNotify();
  const redirect = useRedirect();
  return (error) => {
    if (isSignedOut(error)) return notify(error.message, { type: 'error' });
    notify('ra.notification.item_doesnt_exist', { type: 'error' });
    redirect('list', table);
  };
}

/** Whether the form may be shown: one with texts in HTML waits for their editor, which is as high as its text and would push away what is below it. */
function useTextEditor({ fields }: ContentType): boolean {
  const isNeeded = hasHtml(fields);
  const [isAnswered, setAnswered] = useState(false);
  useEffect(() => {
    if (isNeeded) void RichTextField.preload().then(() => setAnswered(true));
  }, [isNeeded]);
  return isAnswered || !isNeeded;
}

function hasHtml(fields: readonly Field[]): boolean {
  return fields.some((field) => {
    if (field.kind === 'rows') return hasHtml(field.rows.fields);
    return field.kind === 'objects' ? hasHtml(field.fields) : field.kind === 'html';
  });
}

/** The column by which a field is permitted: rows of other tables come by the relationship to them. */
function columnOf(field: Field): string {
  return field.kind === 'rows' ? field.rows.relationship : field.name;
}

function isWritable(field: Field, access: TableAccess, columns: ReadonlySet<string>): boolean {
  return field.kind === 'rows' ? access.readable.has(field.rows.relationship) : columns.has(field.name);
}

interface FieldsProps {
  readonly type: ContentType;
  readonly isShown: (field: Field) => boolean;
  readonly isReadOnly: (field: Field) => boolean;
}

function Fields({ type, isShown, isReadOnly }: FieldsProps): ReactElement {
  const belongs = useProfile(type);
  const shown = type.fields.filter((field) => isShown(field) && belongs(field));
  const { publication } = type;
  const ofPublication = new Set(publication === undefined ? [] : [publication.flag, publication.since?.column, publication.until?.column]);
  const elementsOf = (field: Field): readonly ReactElement[] => [
    ...(field.section === undefined ? [] : [<SectionHeading key={`section ${field.section}`} text={field.section} />]),
    <FieldInput key={field.name} field={field} readOnly={isReadOnly(field)} />,
  ];
  return (
    <>
      {shown.filter(({ name }) => !ofPublication.has(name)).flatMap(elementsOf)}
      {publication === undefined ? null : (
        <PublicationPanel type={type} publication={publication}>
          {shown.filter(({ name }) => ofPublication.has(name)).flatMap(elementsOf)}
        </PublicationPanel>
      )}
    </>
  );
}

/** A category says which fields its rows have. A field that holds a value is shown whatever the category says, so that nothing is hidden. */
function useProfile({ profile }: ContentType): (field: Field) => boolean {
  const { getValues } = useFormContext();
  const slug: unknown = useWatch({ name: profile ?? '', disabled: profile === undefined });
  const known = typeof slug === 'string' && slug !== '';
  const { data } = useGetOne<{ id: string; campos: unknown }>('categoria_documento', { id: known ? slug : '' }, { enabled: known });
  if (profile === undefined) return () => true;
  return ({ name }) => profileHas(data?.campos, name) || !isEmpty(getValues(name));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function SectionHeading({ text }: { readonly text: string }): ReactElement {
  return (
    <Typography component="h2" variant="h6" sx={{ mt: 3, mb: 1 }}>
      {text}
    </Typography>
  );
}

function FormToolbar({ canSave, canDelete }: { readonly canSave: boolean; readonly canDelete: boolean }): ReactElement {
  return (
    <Toolbar>
      {canSave ? <Save /> : null}
      {canDelete ? <DeleteWithConfirmButton sx={{ ml: 'auto' }} /> : null}
    </Toolbar>
  );
}

/**
 * Without a network a save waits for it, and its button turns until then. A button that has nothing to do keeps the focus, which one that is
 * disabled loses: it is so from the press of a save on.
 */
function Save(): ReactElement {
  const isOffline = useIsOffline();
  const hasUnsentFile = useHasUnsentFile();
  const hasChange = useFormIsDirty();
  const { isSubmitting } = useFormState();
  const isIdle = hasUnsentFile || !hasChange || isSubmitting;
  return (
    <>
      <SaveButton
        alwaysEnable
        aria-disabled={isIdle}
        className={isIdle ? 'Mui-disabled' : ''}
        onClick={(event) => {
          if (isIdle) event.preventDefault();
        }}
      />
      <Box component="output" sx={{ ml: 2 }}>
        {hasUnsentFile && 'Antes de salvar, envie o arquivo que você escolheu, ou feche o envio. '}
        {isOffline && 'Sem conexão. O que você salvar segue quando ela voltar.'}
      </Box>
    </>
  );
}
