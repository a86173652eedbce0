/**
 * Numbers of the taxpayer registry that a table keeps as numbers, without the zeros that they begin with: whole numbers of nine to eleven digits below
 * a heading that says CPF, whose check digits hold. A number elsewhere is not taken for one: one in a hundred of any ten digits would be.
 * Read from the cells of a sheet of XLSX, or of the tables of ODS.
 */
import { isCpf } from '../../../shared/content/cpf.ts';

type Attributes = Readonly<Record<string, string>>;

interface Cell {
  readonly column: string;
  readonly kind: 'shared' | 'number' | 'text';
  text: string;
}

const HEADING = /(?<![\p{L}\d])CPF(?![\p{L}\d])/iu;

/** A longer text with the word is a sentence and no heading. */
const LONGEST_HEADING = 60;

const LEAST_DIGITS = 9;

/** Whether a text heads a column of CPF numbers. */
export function isCpfHeading(text: string): boolean {
  return text.length <= LONGEST_HEADING && HEADING.test(text);
}

/** Follows the cells of one part. `headings`: the numbers of the shared texts of a workbook that are headings. */
export class CpfColumns {
  readonly found = new Set<string>();
  readonly #headings: ReadonlySet<string>;
  readonly #columns = new Set<string>();
  #cell: Cell | null = null;
  /** Cells of the row so far, in ODS, which names none. */
  #at = 0;
  #width = 1;

  constructor(headings: ReadonlySet<string>) {
    this.#headings = headings;
  }

  open(element: string, attributes: Attributes): void {
    if (element === 'table') this.#columns.clear();
    if (element === 'table-row') this.#at = 0;
    if (element === 'c') this.#cell = { column: (attributes['r'] ?? '').replace(/\d+$/, ''), kind: kindOf(attributes['t']), text: '' };
    if (element === 'table-cell' || element === 'covered-table-cell') {
      const value = attributes['office:value'];
      this.#width = Number(attributes['table:number-columns-repeated'] ?? 1);
      this.#cell = { column: String(this.#at), kind: value === undefined ? 'text' : 'number', text: value ?? '' };
    }
  }

  text(text: string): void {
    if (this.#cell !== null && !(this.#cell.kind === 'number' && this.#cell.text !== '')) this.#cell.text += text;
  }

  close(element: string): void {
    // A formula stands before its value.
    if (element === 'f' && this.#cell !== null) this.#cell.text = '';
    const isSheetCell = element === 'c';
    if (this.#cell === null || !(isSheetCell || element === 'table-cell' || element === 'covered-table-cell')) return;
    this.#read(this.#cell);
    this.#cell = null;
    if (!isSheetCell) this.#at += this.#width;
  }

  #read({ column, kind, text }: Cell): void {
    const isHeading = kind === 'shared' ? this.#headings.has(text) : kind === 'text' && isCpfHeading(text);
    if (isHeading) this.#columns.add(column);
    if (kind !== 'number' || !this.#columns.has(column)) return;
    const digits = digitsOf(text);
    if (digits !== null && isCpf(digits)) this.found.add(digits);
  }
}

/** ECMA-376 part 1 §18.18.11: `s` is the number of a shared text, and no type or `n` a number. */
function kindOf(type: string | undefined): Cell['kind'] {
  if (type === 's') return 'shared';
  return type === undefined || type === 'n' ? 'number' : 'text';
}

/** A table may write a whole number as `1.2345678909E10`. */
function digitsOf(text: string): string | null {
  const number = Number(text.trim());
  if (!Number.isSafeInteger(number) || number < 10 ** (LEAST_DIGITS - 1)) return null;
  const digits = String(number);
  return digits.length > 11 ? null : digits.padStart(11, '0');
}
