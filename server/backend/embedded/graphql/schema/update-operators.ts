/** The operators of an update: what each takes and the SQL of the new value. */
import type { Column } from '../model/tracked-table.ts';

export interface UpdateOperator {
  readonly name: string;
  readonly description: string;
  /** Description of the input type, `%` the table's name, where it differs. */
  readonly inputDescription?: string;
  /** The type of the right side: the column's own, a 32-bit integer, a text or a list of texts. */
  readonly operand: 'same' | 'integer' | 'text' | 'texts';
  readonly takes: (column: Column) => boolean;
  readonly sql: (column: string, operand: string) => string;
}

const isNumeric = ({ type }: Column): boolean => type.scalar.isNumeric && !type.isArray;
const isJsonb = ({ type }: Column): boolean => type.scalar.isJsonb && !type.isArray;

export const UPDATE_OPERATORS: readonly UpdateOperator[] = [
  {
    name: '_append',
    description: 'append existing jsonb value of filtered columns with new jsonb value',
    operand: 'same',
    takes: isJsonb,
    sql: (column, operand) => `${column} || ${operand}`,
  },
  {
    name: '_delete_at_path',
    description: 'delete the field or element with specified path (for JSON arrays, negative integers count from the end)',
    operand: 'texts',
    takes: isJsonb,
    sql: (column, operand) => `${column} #- ${operand}`,
  },
  {
    name: '_delete_elem',
    description:
      'delete the array element with specified index (negative integers count from the end). throws an error if top level container is not an array',
    operand: 'integer',
    takes: isJsonb,
    sql: (column, operand) => `${column} - ${operand}`,
  },
  {
    name: '_delete_key',
    description: 'delete key/value pair or string element. key/value pairs are matched based on their key value',
    operand: 'text',
    takes: isJsonb,
    sql: (column, operand) => `${column} - ${operand}`,
  },
  {
    name: '_inc',
    description: 'increments the numeric columns with given value of the filtered values',
    inputDescription: 'input type for incrementing numeric columns in table %',
    operand: 'same',
    takes: isNumeric,
    sql: (column, operand) => `${column} + ${operand}`,
  },
  {
    name: '_prepend',
    description: 'prepend existing jsonb value of filtered columns with new jsonb value',
    operand: 'same',
    takes: isJsonb,
    sql: (column, operand) => `${operand} || ${column}`,
  },
  {
    name: '_set',
    description: 'sets the columns of the filtered rows to the given values',
    inputDescription: 'input type for updating data in table %',
    operand: 'same',
    takes: () => true,
    sql: (_, operand) => operand,
  },
];
