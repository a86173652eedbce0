/** Which entry of a list in a form the database has refused: it names the rule, and never the row. */
import type { Field, Row } from '../resources/content-type.ts';

/** The form of a row. */
export interface FaultyForm {
  readonly fields: readonly Field[];
  readonly values: Row;
}

type ListField = Extract<Field, { readonly kind: 'rows' }>;

/** Says of an entry whether a constraint refuses it. `above` are the entries before it in the list. */
type Refuses = (entry: Row, above: readonly Row[], form: Row) => boolean;

const REFUSES: Readonly<Record<string, Refuses>> = {
  contrato_fiscal_check: ({ inicio, fim }) => typeof inicio === 'string' && typeof fim === 'string' && fim < inicio,
  pagamento_valor_check: ({ valor }) => Number(valor) <= 0,
  pagamento_valor_exato: hasTooManyDigits,
  numero_documento_valor_exato: hasTooManyDigits,
  numero_documento_unico: repeats('indicador_codigo', 'data_base'),
  documento_relacao_check: ({ para_id }, _above, { id }) => String(para_id) === String(id),
  documento_relacao_pkey: repeats('para_id', 'tipo'),
  documento_arquivo_pkey: repeats('arquivo_id'),
  comunicado_arquivo_pkey: repeats('arquivo_id'),
};

function repeats(...columns: readonly string[]): Refuses {
  return (entry, above) => above.some((other) => columns.every((column) => other[column] === entry[column]));
}

/** As the database counts them: a zero at the end of the places is none. */
function hasTooManyDigits({ valor }: Row): boolean {
  const [whole = '', places = ''] = String(valor).replace('-', '').split('.');
  return (whole + places.replace(/0+$/, '')).length > 15;
}

/**
 * Returns the list of the form to whose table a constraint belongs; undefined where it is of the form's own. The name of a constraint begins with that
 * of its table, and the name of one table with that of another: the longest one counts.
 */
export function listOfConstraint(constraint: string, table: string, form: FaultyForm | undefined): ListField | undefined {
  const lengthOf = (name: string): number => (constraint.startsWith(`${name}_`) ? name.length : 0);
  return listsOf(form).reduce<ListField | undefined>(
    (best, list) => (lengthOf(list.rows.table) > lengthOf(best?.rows.table ?? table) ? list : best),
    undefined,
  );
}

/** Returns where the refused entry stands, as `pagamentos.1.valor`; null where nothing tells which one it is. */
export function placeOfConstraint(constraint: string, column: string, { name }: ListField, form: FaultyForm): string | null {
  return placeIn(name, column, form, REFUSES[constraint]);
}

/** Returns where the entry stands that a rule of the site tells of in its sentence, by a value that `written` writes as the sentence does. */
export function placeOfSentence(sentence: string, column: string, form: FaultyForm, written: (value: string) => string): string | null {
  const list = listsOf(form).find(({ rows }) => rows.fields.some(({ name }) => name === column));
  if (list === undefined) return null;
  return placeIn(list.name, column, form, ({ [column]: value }) => typeof value === 'string' && sentence.includes(written(value)));
}

function listsOf(form: FaultyForm | undefined): readonly ListField[] {
  return (form?.fields ?? []).filter((field): field is ListField => field.kind === 'rows');
}

function placeIn(list: string, column: string, { values }: FaultyForm, refuses: Refuses = () => false): string | null {
  const value = values[list];
  const entries = Array.isArray(value) ? (value as readonly Row[]) : [];
  const found = entries.length === 1 ? 0 : entries.findIndex((entry, index) => refuses(entry, entries.slice(0, index), values));
  return found < 0 ? null : `${list}.${found}.${column}`;
}
