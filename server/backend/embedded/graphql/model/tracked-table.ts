/** A tracked table as the dialect sees it: the catalog and the metadata joined. */
import type { InheritedRole, MutationKind, RootKind, TableMetadata, TableName } from '../metadata/metadata.ts';
import type { ScalarType } from '../scalars/postgres-scalars.ts';
import type { Naming } from './naming.ts';

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
  readonly isInsertable: boolean;
  readonly isUpdatable: boolean;
  readonly isDeletable: boolean;
  /** The primary and unique constraints whose names GraphQL can spell. */
  readonly uniqueKeys: readonly { readonly name: string; readonly columns: readonly string[] }[];
  readonly naming: Naming;
  /** The name by which descriptions call it: with its schema unless that is `public`. */
  readonly label: string;
  /** First part of every type name of this table. */
  readonly typeName: string;
  readonly rootNames: Readonly<Record<RootKind | MutationKind, string>>;
  /** Descriptions of root fields in place of those of the dialect. */
  readonly rootComments: Readonly<Partial<Record<RootKind | MutationKind, string>>>;
  /** Columns by their name in the database. */
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly Column[];
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly computedFields: ReadonlyMap<string, ComputedField>;
  readonly permissions: Pick<TableMetadata, 'selectPermissions' | 'insertPermissions' | 'updatePermissions' | 'deletePermissions'>;
  readonly comment: string | null;
}

/** An argument of a function: given by the request, the row of a computed field, or the session variables. */
export type FunctionArgument =
  | {
      readonly kind: 'input';
      /** Name in the database, empty where it has none. */
      readonly name: string;
      readonly field: string;
      readonly type: ColumnType;
      readonly hasDefault: boolean;
    }
  | { readonly kind: 'row'; readonly name: string }
  | { readonly kind: 'session'; readonly name: string; readonly cast: string };

export interface CallableFunction {
  readonly name: TableName;
  /** In the order of the database. */
  readonly arguments: readonly FunctionArgument[];
}

/** A function whose rows a request may ask for as those of the table that it returns. */
export interface TrackedFunction {
  readonly call: CallableFunction;
  readonly rootNames: { readonly function: string; readonly function_aggregate: string };
  readonly argumentsType: string;
  readonly table: TableName;
  /** Whether it returns any number of rows. */
  readonly isSet: boolean;
  readonly isMutation: boolean;
  /** Roles that may call it as a mutation. A query may be called by each role that may select from the table. */
  readonly roles: readonly string[];
  readonly comment: string | undefined;
}

export interface ComputedField {
  readonly name: string;
  readonly call: CallableFunction;
  readonly result:
    | { readonly kind: 'value'; readonly type: ColumnType }
    | { readonly kind: 'rows'; readonly table: TableName; readonly isSet: boolean };
  readonly comment: string | undefined;
}

export interface Model {
  readonly naming: Naming;
  readonly tables: readonly Table[];
  readonly functions: readonly TrackedFunction[];
  readonly inheritedRoles: readonly InheritedRole[];
  readonly introspectionDisabledFor: readonly string[];
  table(name: TableName): Table | undefined;
}
