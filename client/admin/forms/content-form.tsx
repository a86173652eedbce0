/** The form of a content type, made from its description and the permissions of the role. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import {
  Create,
  DeleteWithConfirmButton,
  Edit,
  HttpError,
  Loading,
  SaveButton,
  SimpleForm,
  Toolbar,
  useFormIsDirty,
  useGetOne,
  useIsOffline,
} from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { ApprovalPanel } from '../approval/approval-panel.tsx';
import { isWritable, VERSION_COLUMN } from '../data/selection.ts';
import { EditingAids, EditingSigns } from '../editing/editing-aids.tsx';
import { UnsentFilesOfForm, useHasUnsentFile, WarnOfUnsaved } from '../editing/files/unsent-files.tsx';
import { RichTextField } from '../editing/rich-text/rich-text-input.tsx';
import type { ContentType, Field, Row } from '../resources/content-type.ts';
import { profileHas } from '../resources/document-profile.ts';
import { isEmpty } from '../resources/fields.ts';
import { UnavailableScreen } from '../screens/unavailable-screens.tsx';
import { useTableAccess } from '../session/contexts.ts';
import { FieldInput } from './field-input.tsx';
import { OnceStateIsKnown } from './once-state-is-known.tsx';
import { PublicationPanel } from './publication-panel.tsx';
import { steady } from './steady-button.tsx';
import { AroundFilledForm, WrittenWhileMaking, WrittenWhileSaving } from './written-while-saving.tsx';

export interface ContentCreateProps {
  readonly type: ContentType;
  /** In place of showing the row that was made. */
  readonly onCreated?: (row: Row) => void;
}

/** Draws the form of a new row. */
export function ContentCreate({ type, onCreated }: ContentCreateProps): ReactElement {
  const access = useTableAccess(type.table);
  const hasEditor = useTextEditor(type);
  const [isMade, setMade] = useState(false);
  const handOver = useRef<(row: Row) => void>(null);
  // The row has been made and its form is on the way: one more save would make another row, or be refused for the address of this one.
  const leave = (row: Row | undefined): void => {
    setMade(row !== undefined);
    if (row !== undefined) handOver.current?.(row);
  };
  if (!hasEditor) return <Loading />;
  return (
    <Create
      redirect="edit"
      title={`Criar ${type.one}`}
      mutationOptions={onCreated === undefined ? { onSettled: leave } : { onSuccess: onCreated }}
    >
      <OnceStateIsKnown type={type}>
        <UnsentFilesOfForm>
          <SimpleForm
            warnWhenUnsavedChanges={onCreated === undefined}
            WarnWhenUnsavedChangesComponent={WarnOfUnsaved}
            spacing={2}
            toolbar={<FormToolbar type={type} canSave canDelete={false} isDone={isMade} />}
          >
            <WrittenWhileMaking ref={handOver} />
            {access.readable.has(VERSION_COLUMN) ? <EditingAids type={type} /> : null}
            <Fields
              type={type}
              isShown={(field) => field.ofExisting !== true && isWritable(field, access, access.insertable)}
              isReadOnly={() => false}
            />
          </SimpleForm>
        </UnsentFilesOfForm>
      </OnceStateIsKnown>
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
  const [saveError, setSaveError] = useState<unknown>(null);
  const hasEditor = useTextEditor(type);
  if (!hasEditor) return <Loading />;
  const form = (
    <UnsentFilesOfForm>
      <SimpleForm
        warnWhenUnsavedChanges
        WarnWhenUnsavedChangesComponent={WarnOfUnsaved}
        spacing={2}
        toolbar={<FormToolbar type={type} canSave={access.changeable.size > 0} canDelete={canDelete} />}
      >
        <WrittenWhileSaving saveError={saveError} />
        {access.readable.has(VERSION_COLUMN) ? <EditingAids type={type} saveError={saveError} /> : null}
        <ApprovalPanel type={type} />
        <Fields
          type={type}
          isShown={(field) => access.readable.has(columnOf(field))}
          isReadOnly={(field) => field.fixed === true || !isWritable(field, access, access.changeable)}
        />
        {actions ?? null}
      </SimpleForm>
    </UnsentFilesOfForm>
  );
  return (
    <Edit
      redirect={false}
      mutationMode="pessimistic"
      mutationOptions={{ onError: setSaveError }}
      queryOptions={{ onError: toldByTheScreen }}
      render={({ record, error }) => {
        if (record === undefined) return <UnreadRow type={type} error={error} />;
        return (
          <>
            {error === null ? null : <Alert severity="warning">{wordsOf(error)}</Alert>}
            <OnceStateIsKnown type={type} record={record}>
              <AroundFilledForm>{form}</AroundFilledForm>
            </OnceStateIsKnown>
          </>
        );
      }}
    />
  );
}

/** In place of react-admin's, which says for some seconds that the row does not exist, whatever the error is, and leaves for the list. */
function toldByTheScreen(): void {}

/** Statuses of an address without a row: there is none with this key, or the key has the form of no key. */
const NO_SUCH_ROW: ReadonlySet<number> = new Set([404, 422]);

interface UnreadRowProps {
  readonly type: ContentType;
  /** Null while the row is being read. */
  readonly error: unknown;
}

function UnreadRow({ type, error }: UnreadRowProps): ReactElement | null {
  if (error === null) return null;
  const isMissing = error instanceof HttpError && NO_SUCH_ROW.has(error.status);
  return (
    <CardContent>
      <UnavailableScreen
        title={isMissing ? 'Conteúdo não encontrado' : 'O conteúdo não pôde ser lido'}
        reason={isMissing ? 'Não há conteúdo neste endereço. Ele pode ter sido excluído.' : wordsOf(error)}
        back={{ to: `/${type.table}`, label: `Ver a lista: ${type.many}` }}
      />
    </CardContent>
  );
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'O servidor não respondeu.';
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

interface FieldsProps {
  readonly type: ContentType;
  readonly isShown: (field: Field) => boolean;
  readonly isReadOnly: (field: Field) => boolean;
}

function Fields({ type, isShown, isReadOnly }: FieldsProps): ReactElement {
  const belongs = useProfile(type);
  const shown = type.fields.filter((field) => isShown(field) && belongs(field));
  const { publication } = type;
  const dates = new Set([publication?.since?.column, publication?.until?.column]);
  const flag = shown.findIndex(({ name }) => name === publication?.flag);
  // A date that stands before the flag belongs to the fields around it: the end of a term, or the day of a signature.
  const isOfPublication = (field: Field): boolean =>
    flag >= 0 && (field === shown[flag] || (dates.has(field.name) && shown.indexOf(field) > flag));
  const elementsOf = (field: Field): readonly ReactElement[] => [
    ...(field.section === undefined ? [] : [<SectionHeading key={`section ${field.section}`} text={field.section} />]),
    <FieldInput key={field.name} field={field} readOnly={isReadOnly(field)} />,
  ];
  return (
    <>
      {shown.filter((field) => !isOfPublication(field)).flatMap(elementsOf)}
      {publication === undefined ? null : (
        <PublicationPanel type={type} publication={publication}>
          {shown.filter(isOfPublication).flatMap(elementsOf)}
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

function SectionHeading({ text }: { readonly text: string }): ReactElement {
  return (
    <Typography component="h2" variant="h6" sx={{ mt: 3, mb: 1 }}>
      {text}
    </Typography>
  );
}

interface FormToolbarProps {
  readonly type: ContentType;
  readonly canSave: boolean;
  readonly canDelete: boolean;
  /** Whether the row has been made and the form is being left. */
  readonly isDone?: boolean;
}

function FormToolbar({ type, canSave, canDelete, isDone = false }: FormToolbarProps): ReactElement {
  const { readable } = useTableAccess(type.table);
  return (
    <Toolbar>
      {readable.has(VERSION_COLUMN) && !isDone && <EditingSigns type={type} />}
      <Box sx={{ display: 'flex', alignItems: 'center', width: '100%' }}>
        {canSave ? <Save isDone={isDone} /> : null}
        {canDelete ? <DeleteWithConfirmButton sx={{ ml: 'auto' }} /> : null}
      </Box>
    </Toolbar>
  );
}

/** Without a network a save waits for it, and its button turns until then. */
function Save({ isDone }: { readonly isDone: boolean }): ReactElement {
  const isOffline = useIsOffline();
  const hasUnsentFile = useHasUnsentFile();
  const hasChange = useFormIsDirty();
  const { isSubmitting, errors } = useFormState();
  const place = useRef<HTMLElement>(null);
  const refusal = errors.root?.['serverError'];
  const isOfWhole = Object.keys(errors).length === 1;
  useEffect(() => {
    if (refusal === undefined || isOfWhole) return;
    // As a field that the form itself refuses, one that the database refuses gets the focus: it may be far from the button.
    place.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusal, isOfWhole]);
  return (
    <>
      <SaveButton alwaysEnable sx={{ flexShrink: 0 }} {...steady(hasUnsentFile || !hasChange || isSubmitting || isDone)} />
      <Box component="output" ref={place} sx={{ ml: 2 }}>
        {hasUnsentFile && 'Antes de salvar, envie o arquivo que você escolheu, ou feche o envio. '}
        {isOffline && 'Sem conexão. O que você salvar segue quando ela voltar.'}
      </Box>
      {/* It was said when it came, and goes from there after some seconds. What is wrong with a field stands at the field. */}
      {refusal !== undefined && isOfWhole && (
        <Typography color="error" sx={{ ml: 2 }}>
          {refusal.message}
        </Typography>
      )}
    </>
  );
}
