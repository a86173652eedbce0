/** CSV for spreadsheets in Brazil (RFC 4180 with semicolons): UTF-8 with a byte order mark, and no cell that a spreadsheet would compute. */
import { type Cell, type Column, cellOf, type Dataset } from './dataset.ts';

const LINE_END = '\r\n';

/** A spreadsheet takes a cell that begins like this for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** A number as the database writes it. */
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Writes a cell: quoted where it has a separator, a quote or a line end (RFC 4180 section 2), and never a formula. A number has a comma, as spreadsheets in Brazil read it. */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return withComma(String(value));
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes a number as spreadsheets in Brazil read it. */
export function withComma(number: string): string {
  return number.replace('.', ',');
}

/** Writes the first line of a file, with the names of its columns. */
export function csvHead(names: readonly string[]): string {
  return `\uFEFF${names.join(';')}${LINE_END}`;
}

/** Writes the lines of some rows of a dataset. */
export function datasetLines<Row>({ columns }: Dataset<Row>, rows: readonly Row[], site: string): string {
  return rows.map((row) => columns.map((column) => columnCell(column, row, site)).join(';') + LINE_END).join('');
}

/** A decimal is a text until here. It is a number for a spreadsheet, below zero too. */
function columnCell<Row>(column: Column<Row>, row: Row, site: string): string {
  const value = cellOf(column, row, site);
  return column.type === 'decimal' && typeof value === 'string' && DECIMAL.test(value) ? withComma(value) : csvCell(value);
}
