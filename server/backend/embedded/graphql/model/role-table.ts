/** A table as one role sees it. */
import type { RootKind, TableName } from '../metadata/metadata.ts';
import type { BoolExp } from './bool-exp.ts';
import type { Column, Relationship, Table } from './tracked-table.ts';

export type RoleField =
  /** `visibleWhen`: the column is null in rows for which this does not hold. */
  | { readonly kind: 'column'; readonly column: Column; readonly visibleWhen: BoolExp | undefined }
  | { readonly kind: 'object' | 'array' | 'aggregate'; readonly relationship: Relationship; readonly target: TableName };

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
