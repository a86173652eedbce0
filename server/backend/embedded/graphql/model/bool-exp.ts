/**
 * A condition on the rows of a table (Hasura: boolean expression): the `where` of a request and the row filter of a role become one tree, and
 * one function (compiler/bool-sql.ts) writes it as SQL. Names in it come from the catalog; values are bound when a request runs.
 */
import type { TableName } from '../metadata/metadata.ts';
import type { VariableReader } from '../scalars/input-value.ts';
import type { Operator } from './operators.ts';
import type { CallableFunction } from './tracked-table.ts';

export interface BindInputs {
  readonly variable: VariableReader;
  /** Session variables with lower-case names. */
  readonly session: Readonly<Record<string, string>>;
  /** How far a stream has come; undefined at its beginning. */
  readonly cursor?: string | undefined;
}

/** Gives the text of one parameter for one request. @throws GraphqlFault for a value that does not fit */
export type Binder = (inputs: BindInputs) => string;

export type Operand =
  | { readonly kind: 'value'; readonly bind: Binder /** SQL type that the text is cast to. */; readonly cast: string }
  /**
   * A value of the document or of a row filter: the same in every request, so it is written into the statement where its characters
   * allow that. Postgres plans a statement without parameters once on each connection, and one with parameters for each request as long
   * as that looks cheaper to it.
   */
  | { readonly kind: 'constant'; readonly text: string; readonly cast: string }
  /** Written into the statement, where the planner can use it (an index with a condition); it never varies within a plan. */
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** A column of the compared row, or of the row that is so many `exists` outside of it. */
  | { readonly kind: 'column'; readonly column: string; readonly outward: number };

/** The rows of another table that belong to a row of this one: pairs of own and remote column. */
export interface Join {
  readonly schema: string;
  readonly table: string;
  readonly mapping: readonly (readonly [string, string])[];
}

/** A column of a row as a role sees it: null where `visibleWhen` does not hold. Row filters read columns without that. */
export interface SeenColumn {
  readonly column: string;
  readonly visibleWhen?: BoolExp | undefined;
}

/** A function called for a row: a computed field. */
export interface RowCall {
  readonly fn: CallableFunction;
  /** The table of the row. */
  readonly row: TableName;
}

export type AggregateFunction =
  | 'avg'
  | 'bool_and'
  | 'bool_or'
  | 'corr'
  | 'count'
  | 'covar_samp'
  | 'max'
  | 'min'
  | 'stddev_samp'
  | 'sum'
  | 'var_samp';

export type Subject =
  | { readonly kind: 'computed'; readonly call: RowCall; readonly asText: boolean; readonly visibleWhen: BoolExp | undefined }
  | ({ readonly kind: 'column'; readonly asText: boolean } & SeenColumn)
  | {
      readonly kind: 'aggregate';
      readonly join: Join;
      readonly where: BoolExp;
      readonly fn: AggregateFunction;
      readonly columns: readonly SeenColumn[];
      readonly isDistinct: boolean;
    };

export type BoolExp =
  | { readonly kind: 'and' | 'or'; readonly items: readonly BoolExp[] }
  | { readonly kind: 'not'; readonly item: BoolExp }
  | { readonly kind: 'compare'; readonly subject: Subject; readonly operator: Operator; readonly operand: Operand }
  | { readonly kind: 'is-null'; readonly subject: Subject; readonly isNull: boolean }
  /** `rows`: the related rows are those that a function gives, in place of the table's. */
  | { readonly kind: 'exists'; readonly join: Join; readonly where: BoolExp; readonly rows?: RowCall };

export const ALWAYS: BoolExp = { kind: 'and', items: [] };

/** Joins conditions that must all hold; a lone one stays itself. */
export function allOf(items: readonly BoolExp[]): BoolExp {
  const [first] = items;
  return items.length === 1 && first !== undefined ? first : { kind: 'and', items };
}

export function isAlways(exp: BoolExp): boolean {
  return exp.kind === 'and' && exp.items.every(isAlways);
}
