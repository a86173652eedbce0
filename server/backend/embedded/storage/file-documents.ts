/** The GraphQL documents on `storage.files`, in the names that the project's metadata gives to the table and its columns. */
import type { Metadata, MutationKind, TableMetadata } from '../graphql/metadata/metadata.ts';

export interface FileDocuments {
  readonly look: string;
  readonly insert: string;
  /** Marks a file as one whose upload is under way, as the storage service does before it replaces the bytes. */
  readonly reopen: string;
  readonly remove: string;
  /** Names of the root fields. */
  readonly fields: Readonly<Record<'insert' | 'update' | 'delete', string>>;
}

/** Returns undefined where the project tracks no table of files. */
export function fileDocuments({ tables }: Metadata): FileDocuments | undefined {
  const table = tables.find(({ table: { schema, name } }) => schema === 'storage' && name === 'files');
  if (table === undefined) return undefined;
  const column = (name: string): string => table.customColumnNames[name] ?? name;
  const fields = { insert: mutationField(table, 'insert'), update: mutationField(table, 'update'), delete: mutationField(table, 'delete') };
  const row = `{${column('id')}: $id, ${column('bucket_id')}: $bucket, ${column('name')}: $name, ${column('size')}: $size, ${column('mime_type')}: $mime}`;
  const it = `where: {${column('id')}: {_eq: $id}}`;
  return {
    look: lookQuery(table, column),
    insert: `mutation Envio($id: uuid!, $bucket: String!, $name: String!, $size: Int!, $mime: String!) { written: ${fields.insert}(objects: [${row}]) { affected_rows } }`,
    reopen: `mutation Substituicao($id: uuid!) { written: ${fields.update}(${it}, _set: {${column('is_uploaded')}: false}) { affected_rows } }`,
    remove: `mutation Exclusao($id: uuid!) { written: ${fields.delete}(${it}) { affected_rows } }`,
    fields,
  };
}

function lookQuery(table: TableMetadata, column: (name: string) => string): string {
  const columns = [
    `id: ${column('id')}`,
    `name: ${column('name')}`,
    `mimeType: ${column('mime_type')}`,
    `size: ${column('size')}`,
    `etag: ${column('etag')}`,
    `isUploaded: ${column('is_uploaded')}`,
    `updatedAt: ${column('updated_at')}`,
  ];
  return `query Arquivo($id: uuid!) { file: ${lookField(table)}(${column('id')}: $id) { ${columns.join(' ')} } }`;
}

// Hasura's naming: the custom root field, else one made of the custom name or `schema_table`.
function lookField(table: TableMetadata): string {
  return table.customRootFields.select_by_pk ?? `${baseName(table)}_by_pk`;
}

function mutationField(table: TableMetadata, kind: Extract<MutationKind, 'insert' | 'update' | 'delete'>): string {
  return table.customRootFields[kind] ?? `${kind}_${baseName(table)}`;
}

function baseName({ customName, table }: TableMetadata): string {
  return customName ?? `${table.schema}_${table.name}`;
}
