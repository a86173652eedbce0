/** A table as one role sees it. */
import type { RootKind, TableName } from '../metadata/metadata.ts';
import type { BoolExp } from './bool-exp.ts';
import type { Column, ColumnType, ComputedField, Relationship, Table } from './tracked-table.ts';

export type RoleField =
  /** `visibleWhen`: the column is null in rows for which this does not hold. */
  | { readonly kind: 'column'; readonly column: Column; readonly visibleWhen: BoolExp | undefined }
  /** A value that a function computes from the row. */
  | { readonly kind: 'computed'; readonly computed: ComputedField; readonly type: ColumnType; readonly visibleWhen: BoolExp | undefined }
  /** Rows of `target` that a function computes from the row. */
  | { readonly kind: 'computed-rows'; readonly computed: ComputedField; readonly target: TableName; readonly isSet: boolean }
  | { readonly kind: 'object' | 'array' | 'aggregate'; readonly relationship: Relationship; readonly target: TableName };

export type ComputedValue = Extract<RoleField, { kind: 'computed' }>;

export type RelationField = Extract<RoleField, { relationship: Relationship }>;

/** The name under which the rows of a relationship are aggregated. */
export function aggregateName({ naming }: Pick<Table, 'naming'>, relationship: string): string {
  return naming.field(`${relationship}_aggregate`);
}

export interface RoleTable {
  readonly table: Table;
  /** Columns, relationships and relationship aggregates by GraphQL name. */
  readonly fields: ReadonlyMap<string, RoleField>;
  readonly columns: readonly Column[];
  readonly filter: BoolExp;
  /** Hard cap of rows in one list, undefined when there is none. */
  readonly limit: number | undefined;
  readonly allowsAggregations: boolean;
  readonly roots: ReadonlySet<RootKind>;
  readonly subscriptionRoots: ReadonlySet<RootKind>;
}
