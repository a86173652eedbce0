/** What differs between two values of a field, in words that people read. */
import { diffWordsWithSpace } from 'diff';
import { plainText } from '../../../shared/html/headings.ts';
import { formatDecimal } from '../../../shared/locale/decimals.ts';
import type { Field, Row } from '../resources/content-type.ts';
import { MONEY } from '../resources/fields.ts';
import { writtenDay, writtenMoment } from '../time/institution-time.ts';

export type DifferencePart = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string };

/** Texts longer than this are shown whole instead: finding their difference would hold the page up. */
const MAX_COMPARED = 200_000;

/** Milliseconds after which the two texts count as different altogether. */
const MAX_MS = 1_000;

/** What turns values into words that the field alone does not know. */
export interface Words {
  readonly timeZone: string;
  /** Name of the row of a table that a reference has the key of. */
  readonly nameOf: (table: string, key: string | number) => string;
}

/** Returns the value of a field as people read it; HTML as its text, one line for each block, and a list of objects or rows one line for each. */
export function readable(value: unknown, field: Field, words: Words): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if ((field.kind === 'decimal' || field.kind === 'money') && (typeof value === 'number' || typeof value === 'string')) {
    return formatDecimal(value, field.kind === 'money' ? MONEY.scale : 0);
  }
  if (typeof value === 'string') return wordsOf(value, field, words);
  if (typeof value === 'number') return numberOf(value, field, words);
  if (!Array.isArray(value)) return JSON.stringify(value, null, 1);
  const fields = fieldsWithin(field);
  if (fields.length > 0) return value.map((item) => entryOf(item, fields, words)).join('\n');
  return value.map((item) => readable(item, field, words)).join(', ');
}

/** One entry of a list, with the labels under which it is edited. */
function entryOf(entry: Row, fields: readonly Field[], words: Words): string {
  const values = fields.map((field) => ({ label: field.label, text: readable(entry[field.name], field, words) }));
  return values.flatMap(({ label, text }) => (text === '' ? [] : [`${label}: ${text}`])).join('; ');
}

function wordsOf(value: string, field: Field, { timeZone, nameOf }: Words): string {
  if (field.kind === 'html') return linesOf(value);
  if (field.kind === 'date') return writtenDay(value);
  if (field.kind === 'date-time') return writtenMoment(value, timeZone);
  if (field.kind === 'choice' || field.kind === 'names') return field.choices.find(({ id }) => id === value)?.name ?? value;
  const target = targetOf(field);
  return target === undefined ? value : nameOf(target, value);
}

function numberOf(value: number, field: Field, { nameOf }: Words): string {
  if (field.kind === 'choice') return field.choices.find(({ id }) => id === value)?.name ?? String(value);
  const target = targetOf(field);
  return target === undefined ? String(value) : nameOf(target, value);
}

/** Returns the fields of each entry of a list; none where the field is no list of entries. */
export function fieldsWithin(field: Field): readonly Field[] {
  if (field.kind === 'rows') return field.rows.fields;
  return field.kind === 'objects' ? field.fields : [];
}

/** Returns the name of the row with a key among those that were read; undefined while they are being read. */
export function nameAmong(rows: readonly Row[] | undefined, key: string | number, title: string): string {
  if (rows === undefined) return String(key);
  const name = rows.find(({ id }) => String(id) === String(key))?.[title];
  return typeof name === 'string' ? name : 'excluído do site';
}

export type Reference = readonly [table: string, key: string | number];

/** Returns the rows that a value refers to, itself or in the entries of its list. */
export function referencesOf(value: unknown, field: Field): readonly Reference[] {
  if (Array.isArray(value)) {
    return value.flatMap((entry: Row) => fieldsWithin(field).flatMap((within) => referencesOf(entry[within.name], within)));
  }
  const target = targetOf(field);
  return target !== undefined && (typeof value === 'number' || (typeof value === 'string' && value !== '')) ? [[target, value]] : [];
}

/** The table of which a field has the key of a row. */
function targetOf(field: Field): string | undefined {
  switch (field.kind) {
    case 'reference':
      return field.to;
    case 'vocabulary':
      return field.table;
    case 'file':
    case 'image':
      return 'arquivo';
    default:
      return undefined;
  }
}

function linesOf(html: string): string {
  return html
    .split(/<\/(?:p|li|h[2-6]|tr|figcaption|blockquote|dd|dt|caption)>|<br \/>/)
    .map(plainText)
    .filter((line) => line !== '')
    .join('\n');
}

/** Returns the parts of the change from `before` to `after`, in reading order. */
export function difference(before: string, after: string): readonly DifferencePart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const parts = before.length + after.length > MAX_COMPARED ? undefined : diffWordsWithSpace(before, after, { timeout: MAX_MS });
  if (parts !== undefined) {
    return parts.map(({ value, added, removed }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }));
  }
  const whole: readonly DifferencePart[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  return whole.filter(({ text }) => text !== '');
}

/** Names of the columns in which two rows differ, in the order of `columns`. */
export function differingColumns(columns: readonly string[], one: Row, other: Row): readonly string[] {
  return columns.filter((column) => column in one && column in other && !isSameValue(one[column], other[column]));
}

/** An instant as an input writes it, and as the database does: `….000Z` and `…+00:00`. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Absent, null and the empty text count as the same value, and so does one instant that is written in two ways. */
function isSameValue(one: unknown, other: unknown): boolean {
  const [first, second] = [one === '' || one === undefined ? null : one, other === '' || other === undefined ? null : other];
  return first === second || JSON.stringify(first) === JSON.stringify(second) || isSameInstant(first, second);
}

function isSameInstant(one: unknown, other: unknown): boolean {
  return (
    [one, other].every((value) => typeof value === 'string' && INSTANT.test(value)) && Date.parse(String(one)) === Date.parse(String(other))
  );
}
