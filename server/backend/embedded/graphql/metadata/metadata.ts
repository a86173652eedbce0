/** The part of a Hasura project's metadata that decides what a request may name, see and write. */
import type { MetadataNode } from './metadata-node.ts';

export interface TableName {
  readonly schema: string;
  readonly name: string;
}

export type RelationshipUsing =
  /** Foreign key of this table, on these columns. */
  | { readonly kind: 'own-key'; readonly columns: readonly string[] }
  /** Foreign key of another table that points here. */
  | { readonly kind: 'remote-key'; readonly table: TableName; readonly columns: readonly string[] }
  | { readonly kind: 'manual'; readonly table: TableName; readonly mapping: readonly (readonly [string, string])[] };

export interface RelationshipMetadata {
  readonly kind: 'object' | 'array';
  readonly name: string;
  readonly using: RelationshipUsing;
  /** Set where a manual relationship says it: whether a nested insert writes the related row after this one. */
  readonly insertsAfter: boolean | undefined;
  readonly comment: string | undefined;
  readonly place: string;
}

export const QUERY_KINDS = ['select', 'select_by_pk', 'select_aggregate'] as const;
/** A stream is a root field of subscriptions alone. */
export const ROOT_KINDS = [...QUERY_KINDS, 'select_stream'] as const;
export type RootKind = (typeof ROOT_KINDS)[number];

export const MUTATION_KINDS = ['insert', 'insert_one', 'update', 'update_by_pk', 'update_many', 'delete', 'delete_by_pk'] as const;
export type MutationKind = (typeof MUTATION_KINDS)[number];

export interface SelectPermissionMetadata {
  readonly role: string;
  readonly columns: '*' | readonly string[];
  /** Computed fields that are values; those that are rows follow the permission on their table. */
  readonly computedFields: readonly string[];
  /** The row filter as written; it is read against the catalog when the model is built. */
  readonly filter: MetadataNode;
  readonly limit: number | undefined;
  readonly allowAggregations: boolean;
  /** Root fields that the role has; undefined means all. */
  readonly queryRootFields: readonly RootKind[] | undefined;
  readonly subscriptionRootFields: readonly RootKind[] | undefined;
  readonly place: string;
}

/**
 * Presets and conditions are kept as written; they are read against the catalog when the model is built. `backendOnly`: for callers with the
 * admin secret alone.
 */
export interface InsertPermissionMetadata {
  readonly role: string;
  readonly columns: '*' | readonly string[];
  /** What a written row must fulfil; absent from an update when everything is allowed. */
  readonly check: MetadataNode;
  readonly presets: MetadataNode;
  readonly backendOnly: boolean;
  readonly place: string;
}

export interface UpdatePermissionMetadata extends InsertPermissionMetadata {
  /** Which rows may be updated. */
  readonly filter: MetadataNode;
}

export interface DeletePermissionMetadata {
  readonly role: string;
  readonly filter: MetadataNode;
  readonly backendOnly: boolean;
  readonly place: string;
}

export interface TableMetadata {
  readonly table: TableName;
  readonly isEnum: boolean;
  readonly customName: string | undefined;
  readonly customRootFields: Readonly<Partial<Record<RootKind | MutationKind, string>>>;
  /** Descriptions in place of those that the database and the dialect give; an empty one stands for none. */
  readonly comments: {
    readonly table: string | undefined;
    readonly columns: Readonly<Record<string, string>>;
    readonly rootFields: Readonly<Partial<Record<RootKind | MutationKind, string>>>;
  };
  /** Column name to GraphQL field name. */
  readonly customColumnNames: Readonly<Record<string, string>>;
  readonly relationships: readonly RelationshipMetadata[];
  readonly computedFields: readonly ComputedFieldMetadata[];
  readonly selectPermissions: readonly SelectPermissionMetadata[];
  readonly insertPermissions: readonly InsertPermissionMetadata[];
  readonly updatePermissions: readonly UpdatePermissionMetadata[];
  readonly deletePermissions: readonly DeletePermissionMetadata[];
  readonly place: string;
}

/** A function that returns rows of a tracked table. */
export interface FunctionMetadata {
  readonly name: TableName;
  readonly customName: string | undefined;
  readonly customRootFields: { readonly function: string | undefined; readonly function_aggregate: string | undefined };
  /** Undefined: a query when it is STABLE or IMMUTABLE, otherwise a mutation. */
  readonly exposedAs: 'query' | 'mutation' | undefined;
  /** Name of the argument that gets the session variables. */
  readonly sessionArgument: string | undefined;
  /** Roles that may call it, where that does not follow from the table. */
  readonly roles: readonly string[];
  readonly comment: string | undefined;
  readonly place: string;
}

/** A field of a table that a function computes from the row. */
export interface ComputedFieldMetadata {
  readonly name: string;
  readonly function: TableName;
  /** Name of the argument that takes the row; undefined: the first. */
  readonly tableArgument: string | undefined;
  readonly sessionArgument: string | undefined;
  readonly comment: string | undefined;
  readonly place: string;
}

/** A role that has the joined permissions of its parents on the tables on which it has none of its own. */
export interface InheritedRole {
  readonly role: string;
  readonly parents: readonly string[];
  readonly place: string;
}

export const CONVENTIONS = ['hasura-default', 'graphql-default'] as const;

interface Affixes {
  readonly prefix: string;
  readonly suffix: string;
}

/** How the source names things, and what stands before and behind the names of root fields and types. */
export interface Customization {
  readonly convention: (typeof CONVENTIONS)[number];
  readonly root: Affixes;
  readonly type: Affixes;
}

const NO_AFFIXES: Affixes = { prefix: '', suffix: '' };

export const PLAIN_NAMES: Customization = { convention: 'hasura-default', root: NO_AFFIXES, type: NO_AFFIXES };

export interface Metadata {
  readonly customization: Customization;
  readonly tables: readonly TableMetadata[];
  readonly functions: readonly FunctionMetadata[];
  readonly inheritedRoles: readonly InheritedRole[];
  /** Roles that may not ask for their schema. */
  readonly introspectionDisabledFor: readonly string[];
  /** Texts of the operations that anonymous callers are held to; undefined where the project lists none. */
  readonly allowList: readonly string[] | undefined;
}
