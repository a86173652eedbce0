/** The input of a field, by its kind. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactElement, useRef } from 'react';
import {
  ArrayInput,
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanInput,
  DateInput,
  type DateInputProps,
  maxLength,
  maxValue,
  minValue,
  NumberInput,
  ReferenceInput,
  regex,
  required,
  SelectInput,
  SimpleFormIterator,
  TextArrayInput,
  TextInput,
  useSimpleFormIterator,
  useTranslate,
  useWrappedSource,
  type Validator,
} from 'react-admin';
import { get, useFormState } from 'react-hook-form';
import { formatNumber } from '../../../shared/locale/numbers.ts';
import { EMAIL_ADDRESS } from '../../../shared/session/credentials.ts';
import { sizeInWords, typeInWords } from '../editing/files/file-facts.ts';
import { FileReference } from '../editing/files/file-reference.tsx';
import { FocusInput } from '../editing/files/focus/focus-input.tsx';
import { choosePicture } from '../editing/files/picture-chooser.tsx';
import { SeveralFilesOfRows } from '../editing/files/several-files.tsx';
import { RichTextInput } from '../editing/rich-text/rich-text-input.tsx';
import type { Field } from '../resources/content-type.ts';
import { contentTypeOf } from '../resources/content-types.ts';
import { cnpjFault, DEGREES, MONEY, SLUG_PATTERN } from '../resources/fields.ts';
import { AddressInput } from './address-input.tsx';
import { DecimalInput, isDecimal } from './decimal-input.tsx';
import { HelpOfField } from './field-help.tsx';
import { ImagePathInput } from './image-path-input.tsx';
import { useWholeDate } from './incomplete-date.ts';
import { MomentInput } from './moment-input.tsx';
import { SlugInput } from './slug-input.tsx';
import { useLostFocus } from './use-lost-focus.ts';

/** Addresses that the database accepts (`endereco_aceito`). */
const ADDRESS = /^(?:\/(?:$|[^/])|https?:\/\/[^/?#\s]|mailto:.|tel:.)/i;
const COLOUR = /^#[0-9a-f]{6}$/;

/**
 * Characters of a text of one line whose column has no limit of its own. The longest title of the demonstration has a third of them; a paragraph
 * that is pasted into a title by mistake has more.
 */
const LINE_LIMIT = 500;

/** The words of the index of pictures. */
const PICTURES = { mime: { _like: 'image/%' } };
const NO_FILTER = {};

const NO_TEXTS: string[] = [];

/** Rows of a list of choices that are loaded at once. */
const CHOICES = 25;

export interface FieldInputProps {
  readonly field: Field;
  /** Name in the form, where it is not the column's. */
  readonly source?: string;
  readonly readOnly?: boolean;
}

/** Draws the input of `field`. Its label and help are the field's. */
export function FieldInput(props: FieldInputProps): ReactElement {
  return (
    <HelpOfField help={props.field.help ?? ''}>
      <InputOfKind {...props} />
    </HelpOfField>
  );
}

function InputOfKind({ field, source = field.name, readOnly = false }: FieldInputProps): ReactElement | null {
  const name = useWrappedSource(source);
  const { defaultValues } = useFormState();
  const shared = {
    source,
    label: field.label,
    helperText: field.help ?? false,
    readOnly,
    validate: validatorsOf(field, storedValues(defaultValues, name)),
    ...(field.initial === undefined ? {} : { defaultValue: field.initial }),
  } as const;
  switch (field.kind) {
    case 'text':
      return <TextInput {...shared} />;
    case 'url':
      return <AddressInput {...shared} />;
    case 'email':
      return <TextInput {...shared} type="email" />;
    case 'colour':
      return <TextInput {...shared} type="color" />;
    case 'html':
      return <RichTextInput {...shared} helperText={field.help} choosePicture={choosePicture} />;
    case 'long-text':
      return <TextInput {...shared} multiline minRows={3} />;
    case 'slug':
      return <SlugInput {...shared} from={field.from} />;
    case 'integer':
      return <NumberInput {...shared} step={1} />;
    case 'decimal':
      return <DecimalInput {...shared} column={field.size} />;
    case 'money':
      return <DecimalInput {...shared} column={MONEY} places={MONEY.scale} hasMinus={false} />;
    case 'bytes':
      return <TextInput {...shared} format={sizeInWords} />;
    case 'media-type':
      return <TextInput {...shared} format={typeInWords} />;
    case 'boolean':
      return <BooleanInput source={source} label={field.label} helperText={field.help ?? false} defaultValue={field.initial === true} />;
    case 'date':
      return <DayInput {...shared} />;
    case 'date-time':
      return <MomentInput {...shared} />;
    case 'texts':
      return <TextArrayInput {...shared} defaultValue={NO_TEXTS} />;
    case 'choice':
      return <SelectInput {...shared} choices={[...field.choices]} />;
    case 'names':
      return <AutocompleteArrayInput {...shared} defaultValue={NO_TEXTS} choices={[...field.choices]} />;
    case 'vocabulary':
      return <ReferenceChoice {...shared} to={field.table} perPage={200} />;
    case 'reference':
      return <ReferenceChoice {...shared} to={field.to} perPage={CHOICES} filter={field.among ?? NO_FILTER} />;
    case 'file':
    case 'image':
      return (
        <FileReference source={source} isPicture={field.kind === 'image'} readOnly={readOnly}>
          <ReferenceChoice {...shared} to="arquivo" perPage={CHOICES} filter={field.kind === 'image' ? PICTURES : NO_FILTER} />
        </FileReference>
      );
    case 'focus':
      return <FocusInput source={source} vertical={field.vertical} label={field.label} readOnly={readOnly} />;
    case 'companion':
      return null;
    case 'image-path':
      return <ImagePathInput {...shared} />;
    case 'objects':
      return <NestedRows field={field} source={source} fields={field.fields} />;
    case 'rows':
      return <NestedRows field={field} source={source} fields={field.rows.fields} />;
  }
}

function DayInput(props: DateInputProps): ReactElement {
  const { onBlur, ...whole } = useWholeDate(props.source, props.validate, emptyToNull);
  // As a property `onBlur` would replace that of react-admin, which takes a date out of the form once an emptied input is left.
  return <DateInput {...props} {...whole} slotProps={{ htmlInput: { onBlur } }} />;
}

interface ReferenceChoiceProps {
  readonly source: string;
  readonly label: string;
  readonly helperText: string | false;
  readonly validate: Validator[];
  readonly readOnly: boolean;
  readonly defaultValue?: unknown;
  readonly to: string;
  readonly perPage: number;
  /** What else the choices must be. */
  readonly filter?: Readonly<Record<string, unknown>>;
}

/**
 * A row of another table, found while the person types its title. Its list opens on demand: that of a field which only got the focus hides what
 * follows.
 */
function ReferenceChoice({ to, perPage, source, filter = NO_FILTER, ...input }: ReferenceChoiceProps): ReactElement {
  const { title, order } = contentTypeOf(to);
  return (
    <ReferenceInput source={source} reference={to} perPage={perPage} filter={filter} sort={{ field: order.column, order: order.direction }}>
      <AutocompleteInput {...input} openOnFocus={false} optionText={title} filterToQuery={(q: string) => ({ q })} />
    </ReferenceInput>
  );
}

function NestedRows({
  field,
  source,
  fields,
}: {
  readonly field: Field;
  readonly source: string;
  readonly fields: readonly Field[];
}): ReactElement {
  const file = fields.find(({ kind }) => kind === 'file');
  return (
    // The help of a list stands below it while an entry is refused, too, so it is not said once more beside a fault.
    <HelpOfField help="">
      {/* Lists have fields and buttons of the same names: the group tells whose they are. */}
      <Box component="fieldset" aria-label={field.label} sx={{ border: 0, p: 0, m: 0, minWidth: 0, width: '100%' }}>
        <ArrayInput source={source} label={field.label} helperText={field.help ?? false}>
          <SimpleFormIterator fullWidth addButton={<AddRow />}>
            {fields.map((inner) => (
              <FieldInput key={inner.name} field={inner} />
            ))}
          </SimpleFormIterator>
          {file === undefined ? null : <SeveralFilesOfRows fields={fields} file={file.name} />}
        </ArrayInput>
      </Box>
    </HelpOfField>
  );
}

/** The button of react-admin is an icon, which shows its name under the pointer only; its buttons with words lose them on a narrow screen. */
function AddRow(): ReactElement {
  const { add, total } = useSimpleFormIterator();
  const translate = useTranslate();
  const button = useRef<HTMLButtonElement>(null);
  // The button of a row that is taken away goes with it.
  useLostFocus(total, () => button.current);
  return (
    <Button ref={button} size="small" variant="outlined" onClick={() => add()}>
      {translate('ra.action.add')}
    </Button>
  );
}

/** Returns what the database has in a field. A row of a list may have moved, so the field of each of them counts. */
function storedValues(values: unknown, name: string): readonly unknown[] {
  return name.split(/\.\d+\./).reduce<readonly unknown[]>((found, path) => found.flatMap((value): unknown => get(value, path)), [values]);
}

/** `stored` is what the database has. A text of one line may be longer there, as from an import, and the rest of its row is still to be saved. */
function validatorsOf(field: Field, stored: readonly unknown[]): Validator[] {
  const validators: Validator[] = field.required === true ? [required()] : [];
  switch (field.kind) {
    case 'text':
      if (field.pattern !== undefined) validators.push(regex(...field.pattern));
      if (field.isCnpj === true) validators.push(unlessStored(stored, cnpjFault));
      validators.push(unlessStored(stored, maxLength(field.maxLength ?? LINE_LIMIT, tooLong)));
      break;
    case 'slug':
      validators.push(unlessStored(stored, maxLength(LINE_LIMIT, tooLong)));
      validators.push(regex(SLUG_PATTERN, 'Só letras minúsculas sem acento, números e hifens entre eles.'));
      break;
    case 'url':
      validators.push(regex(ADDRESS, 'O endereço começa com /, https://, http://, mailto: ou tel:.'));
      break;
    case 'colour':
      validators.push(regex(COLOUR, 'Uma cor como #1f5c4d.'));
      break;
    case 'email':
      validators.push(regex(EMAIL_ADDRESS, 'ra.validation.email'));
      break;
    case 'integer':
      if (field.min !== undefined) validators.push(minValue(field.min));
      if (field.max !== undefined) validators.push(maxValue(field.max));
      break;
    case 'decimal':
      validators.push(isDecimal(field.size, field.size === DEGREES ? '-48,490212' : '1.234,5'));
      break;
    case 'money':
      validators.push(isDecimal(MONEY, '1.234,56'));
      break;
    default:
  }
  return validators;
}

function unlessStored(stored: readonly unknown[], validator: Validator): Validator {
  return (value, values, props) => (stored.includes(value) ? undefined : validator(value, values, props));
}

/** The sentence at a text that is longer than its field takes; the text stays as it is. */
function tooLong({ args: { max }, value }: { readonly args: { readonly max: number }; readonly value: string }): string {
  return `Este campo aceita até ${formatNumber(max)} caracteres, e este texto tem ${formatNumber(value.length)}.`;
}

function emptyToNull(value: string): string | null {
  return value === '' ? null : value;
}
