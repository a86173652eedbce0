/** A tracked table as the dialect sees it: the catalog and the metadata joined. */
import type { InheritedRole, MutationKind, RootKind, TableMetadata, TableName } from '../metadata/metadata.ts';
import type { ScalarType } from '../scalars/postgres-scalars.ts';

export interface ColumnType {
  readonly scalar: ScalarType;
  readonly isArray: boolean;
  /** The allowed values where the column refers to an enum table. */
  readonly enumValues?: readonly { readonly name: string; readonly comment: string | null }[];
}

export interface Column {
  /** Name in the database. */
  readonly name: string;
  /** Name in GraphQL. */
  readonly field: string;
  readonly type: ColumnType;
  readonly isRequired: boolean;
  /** False for a column that no statement may set. */
  readonly isWritable: boolean;
  readonly comment: string | null;
}

export interface Relationship {
  readonly kind: 'object' | 'array';
  readonly name: string;
  readonly target: TableName;
  /** Pairs of own column and column of the target. */
  readonly mapping: readonly (readonly [string, string])[];
  /** True when a foreign key on required columns promises that the other row exists. */
  readonly isRequired: boolean;
  /** Whether a nested insert writes the related row after this one, because the key lies there. */
  readonly insertsAfter: boolean;
  readonly comment: string | undefined;
}

export interface Table {
  readonly name: TableName;
  readonly isView: boolean;
  readonly isInsertable: boolean;
  readonly isUpdatable: boolean;
  readonly isDeletable: boolean;
  /** The primary and unique constraints whose names GraphQL can spell. */
  readonly uniqueKeys: readonly { readonly name: string; readonly columns: readonly string[] }[];
  /** First part of every type name of this table. */
  readonly typeName: string;
  readonly rootNames: Readonly<Record<RootKind | MutationKind, string>>;
  /** Descriptions of root fields in place of those of the dialect. */
  readonly rootComments: Readonly<Partial<Record<RootKind | MutationKind, string>>>;
  /** By database name. */
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly Column[];
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly permissions: Pick<TableMetadata, 'selectPermissions' | 'insertPermissions' | 'updatePermissions' | 'deletePermissions'>;
  readonly comment: string | null;
}

/** A function whose rows a query may ask for as those of the table that it returns. */
export interface TrackedFunction {
  readonly name: TableName;
  readonly rootName: string;
  readonly table: TableName;
  readonly arguments: readonly { readonly name: string; readonly type: ColumnType; readonly hasDefault: boolean }[];
  readonly comment: string | undefined;
}

export interface Model {
  readonly tables: readonly Table[];
  readonly functions: readonly TrackedFunction[];
  readonly inheritedRoles: readonly InheritedRole[];
  readonly introspectionDisabledFor: readonly string[];
  table(name: TableName): Table | undefined;
}
