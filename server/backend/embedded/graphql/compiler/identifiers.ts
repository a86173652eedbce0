/** Names as SQL text. Only names from the catalog and aliases made by the compiler come here; nothing of a request does. */
import { GRAPHQL_NAME } from '../metadata/names.ts';

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteTable(table: { readonly schema: string; readonly name: string }): string {
  return `${quoteIdentifier(table.schema)}.${quoteIdentifier(table.name)}`;
}

/** A GraphQL name as an SQL text literal; the grammar of GraphQL names leaves nothing to escape, and this checks it. */
export function quoteName(name: string): string {
  if (!GRAPHQL_NAME.test(name)) throw new Error('a name that is not a GraphQL name reached the compiler; please report it');
  return `'${name}'`;
}
