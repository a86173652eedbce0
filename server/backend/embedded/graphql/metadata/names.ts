/** Reads names of tables, functions and fields. */
import type { TableName } from './metadata.ts';
import type { MetadataNode } from './metadata-node.ts';

export const GRAPHQL_NAME = /^[_A-Za-z][_0-9A-Za-z]*$/;

/** The name in descriptions: with the schema unless that is `public`. */
export function labelOf(table: TableName): string {
  return table.schema === 'public' ? table.name : qualifiedName(table);
}

/** The name with its schema, for messages. */
export function qualifiedName({ schema, name }: TableName): string {
  return `${schema}.${name}`;
}

/** Reads `{schema, name}` or the short form, a bare name in `public`. */
export function readTableName(node: MetadataNode): TableName {
  if (typeof node.value === 'string') return { schema: 'public', name: node.value };
  return { schema: node.get('schema').optionalString() ?? 'public', name: node.get('name').string() };
}

/** @throws MetadataError for a name that GraphQL cannot spell */
export function readFieldName(node: MetadataNode): string {
  const name = node.string();
  return GRAPHQL_NAME.test(name) ? name : node.fail(`"${name}" is not a GraphQL name`);
}

/** A custom name is a text or `{name, comment}`. */
export function readCustomName(node: MetadataNode): string | undefined {
  if (typeof node.value === 'string') return readFieldName(node);
  return node.get('name').isAbsent ? undefined : readFieldName(node.get('name'));
}
