/** The form of a content type, made from its description and the permissions of the role. */
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { Create, DeleteButton, Edit, SaveButton, SimpleForm, Toolbar } from 'react-admin';
import type { TableAccess } from '../data/access.ts';
import type { ContentType, Field } from '../resources/content-type.ts';
import { useTableAccess } from '../session/access-context.ts';
import { FieldInput } from './field-input.tsx';

/** Draws the form of a new row. */
export function ContentCreate({ type }: { readonly type: ContentType }): ReactElement {
  const access = useTableAccess(type.table);
  return (
    <Create redirect="edit" title={`Criar ${type.one}`}>
      <SimpleForm warnWhenUnsavedChanges toolbar={<FormToolbar canSave canDelete={false} />}>
        <Fields type={type} isShown={(field) => isWritable(field, access, access.insertable)} isReadOnly={() => false} />
      </SimpleForm>
    </Create>
  );
}

/** Draws the form of a row that exists. */
export function ContentEdit({ type }: { readonly type: ContentType }): ReactElement {
  const access = useTableAccess(type.table);
  const canDelete = access.canDelete && type.single === undefined;
  return (
    <Edit redirect={false} mutationMode="pessimistic">
      <SimpleForm warnWhenUnsavedChanges toolbar={<FormToolbar canSave={access.changeable.size > 0} canDelete={canDelete} />}>
        <Fields
          type={type}
          isShown={(field) => access.readable.has(columnOf(field))}
          isReadOnly={(field) => field.fixed === true || !isWritable(field, access, access.changeable)}
        />
      </SimpleForm>
    </Edit>
  );
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
  const shown = type.fields.filter(isShown);
  return (
    <>
      {shown.flatMap((field) => [
        ...(field.section === undefined ? [] : [<SectionHeading key={`section ${field.section}`} text={field.section} />]),
        <FieldInput key={field.name} field={field} readOnly={isReadOnly(field)} />,
      ])}
    </>
  );
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
      {canSave ? <SaveButton /> : null}
      {canDelete ? <DeleteButton mutationMode="pessimistic" sx={{ ml: 'auto' }} /> : null}
    </Toolbar>
  );
}
