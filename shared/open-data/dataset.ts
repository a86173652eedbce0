/**
 * What a set of open data is: its columns and what each means. The files, the dictionary and the schemas are made from one definition, so none
 * of them can say something else (Lei 12.527 art. 8 section 3 II to IV).
 */
import { findCpfs, maskedCpf } from '../content/cpf.ts';

/** `decimal` is a text with a point, as the database keeps money; `data` is YYYY-MM-DD and `momento` an instant in UTC. */
export type ColumnType = 'texto' | 'inteiro' | 'decimal' | 'data' | 'momento' | 'endereco';

export type Cell = string | number | null;

export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  readonly meaning: string;
  readonly example: string;
  /** `site` is the public address of the site, without a path. */
  readonly value: (row: Row, site: string) => Cell;
}

/** Makes the column that most sets have: when a row was last changed. */
export function changedAtColumn(example: string): Column<{ readonly atualizado_em: string }> {
  return {
    name: 'atualizado_em',
    type: 'momento',
    meaning: 'Momento da última alteração do registro.',
    example,
    value: ({ atualizado_em }) => atualizado_em,
  };
}

/** What a feed says of a row (RFC 4287 section 4.1.2). */
export interface FeedEntry {
  readonly path: string;
  readonly title: string;
  readonly summary: string | null;
  /** Day or instant. */
  readonly published: string | null;
  readonly updated: string;
  readonly file: { readonly path: string; readonly type: string; readonly bytes: number } | null;
  /** false where search engines are asked to leave the page out. */
  readonly indexable?: boolean;
}

/**
 * Returns when a row last changed for its readers: `updated`, or its publication where that came later, as of a row that was written before the
 * moment that it was to appear at. Publications are instants or days; a day is compared with the day of the change.
 */
export function lastChange(published: string | null, updated: string): string {
  if (published === null) return updated;
  const isDay = published.length === 10;
  const appearedLater = isDay ? published > updated.slice(0, 10) : Date.parse(published) > Date.parse(updated);
  return appearedLater ? published : updated;
}

/** What a calendar says of a row (RFC 5545 section 3.6.1). */
export interface CalendarEvent {
  /** What makes the event one and the same in every copy of the calendar, such as `reuniao-12`. */
  readonly key: string;
  /** Path of the page about the event. */
  readonly path: string;
  readonly title: string;
  /** ISO instants, or the first and the last day of what has no hours; the end is null where it is not known. */
  readonly start: string;
  readonly end: string | null;
  readonly updated: string;
  readonly place: string | null;
  readonly description: string | null;
  readonly takesPlace: boolean;
}

export interface Dataset<Row> {
  /** Its name in addresses. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly columns: readonly Column<Row>[];
  /** Absent where the rows are no news. */
  readonly entry?: (row: Row) => FeedEntry;
  /** Absent where the rows have no time. */
  readonly event?: (row: Row) => CalendarEvent;
}

/** Returns the value of a cell; a CPF within a text is masked, as everywhere (Lei 13.709/2018). */
export function cellOf<Row>(column: Column<Row>, row: Row, site: string): Cell {
  const value = column.value(row, site);
  if (typeof value !== 'string') return value;
  // To the second, with a Z: the one form that Table Schema reads without being told (Frictionless, `datetime`).
  if (column.type === 'momento') return `${new Date(value).toISOString().slice(0, 19)}Z`;
  return column.type === 'texto' ? withoutCpfs(value) : value;
}

/** Returns the text with every CPF in it masked. */
export function withoutCpfs(text: string): string {
  return findCpfs(text).reduce((masked, { written, digits }) => masked.replaceAll(written, maskedCpf(digits)), text);
}
