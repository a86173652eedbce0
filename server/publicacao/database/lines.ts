/** What the process that writes the database is told, one JSON object a line: what the file is about, then each table with its rows. */
import { inlineJson } from '../../../shared/html/escape.ts';
import type { Cell, ColumnType } from '../../../shared/open-data/dataset.ts';

export type DatabaseLine =
  | { readonly kind: 'about'; readonly facts: Readonly<Record<string, string>> }
  | { readonly kind: 'table'; readonly name: string; readonly description: string; readonly columns: readonly DatabaseColumn[] }
  /** A row of the table that was named last, its cells in the order of the columns. */
  | { readonly kind: 'row'; readonly cells: readonly Cell[] };

export interface DatabaseColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly meaning: string;
  readonly example: string;
}

/** Writes a line with its end. Node's reader of lines ends them at U+2028 and U+2029 too, which texts copied from other programs have. */
export function databaseLine(line: DatabaseLine): string {
  return `${inlineJson(JSON.stringify(line))}\n`;
}
