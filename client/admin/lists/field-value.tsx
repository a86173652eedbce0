/** The value of a field in a list, by its kind. */
import type { ReactElement } from 'react';
import { BooleanField, DateField, FunctionField, NumberField, ReferenceField, SelectField, TextField } from 'react-admin';
import { sizeInWords, typeInWords } from '../editing/files/file-facts.ts';
import type { Field, Row } from '../resources/content-type.ts';
import { contentTypeOf } from '../resources/content-types.ts';
import { MONEY } from '../resources/fields.ts';
import { useTimeZone } from '../time/institution-time.ts';

const LOCALE = 'pt-BR';

/** Draws the value of `field` in the row around it. */
export function FieldValue({ field }: { readonly field: Field }): ReactElement {
  const { name, label } = field;
  const timeZone = useTimeZone();
  switch (field.kind) {
    case 'boolean':
      return <BooleanField source={name} label={label} valueLabelTrue="Sim" valueLabelFalse="Não" />;
    case 'date':
      return <DateField source={name} locales={LOCALE} options={{ timeZone: 'UTC' }} />;
    case 'date-time':
      return <DateField source={name} locales={LOCALE} showTime options={{ timeZone, dateStyle: 'short', timeStyle: 'short' }} />;
    case 'integer':
      return <NumberField source={name} locales={LOCALE} options={{ useGrouping: false }} />;
    case 'decimal':
      return <NumberField source={name} locales={LOCALE} options={{ maximumFractionDigits: field.size.scale }} />;
    case 'money':
      return <NumberField source={name} locales={LOCALE} options={{ minimumFractionDigits: MONEY.scale }} />;
    case 'bytes':
      return <FunctionField source={name} render={(record: Row) => sizeInWords(record[name])} />;
    case 'media-type':
      return <FunctionField source={name} render={(record: Row) => typeInWords(record[name])} />;
    case 'choice':
      return <SelectField source={name} choices={[...field.choices]} />;
    case 'vocabulary':
      return <LinkedRow name={name} to={field.table} link={false} />;
    case 'reference':
      return <LinkedRow name={name} to={field.to} link="edit" />;
    default:
      return <TextField source={name} />;
  }
}

function LinkedRow({ name, to, link }: { readonly name: string; readonly to: string; readonly link: false | 'edit' }): ReactElement {
  return (
    <ReferenceField source={name} reference={to} link={link} emptyText="">
      <TextField source={contentTypeOf(to).title} />
    </ReferenceField>
  );
}
