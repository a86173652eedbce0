/**
 * Asks the database which other rows and files a change shows or hides: the files of a document that was withdrawn, the rows that cite one
 * that is published now. The groups of the changed row are purged before, so such a file or citation may be served for the milliseconds
 * that the answer takes.
 */
import { z } from 'zod';
import { parentGroup, rowGroup } from '../../shared/cache/groups.ts';
import { LOOKUP_VARIABLES, type LookupTable, RELATED_FILE_COLUMNS, RELATED_ROW_COLUMNS } from '../../shared/content/content-rules.ts';
import { QUERY_TEXTS } from '../../shared/graphql/generated/all.ts';
import { ADMIN_CALLER, type ContentBackend } from '../backend/backend.ts';
import { type Lookups, rowsOfFile } from './change-purges.ts';

export interface RelatedGroups {
  /** Groups of files that may be hidden now. */
  readonly hard: readonly string[];
  /** Groups of rows beside which a changed row may appear now. */
  readonly soft: readonly string[];
}

/** More rows than this are not looked up: the caller purges everything. */
export const MAX_LOOKUPS = 500;

const LOOKUP_LIMIT_MS = 5_000;

const Id = z.union([z.number(), z.string()]);
const rowsWith = (columns: readonly string[]) => z.array(z.object(Object.fromEntries(columns.map((column) => [column, Id]))));
const FileRows = z.object(Object.fromEntries(Object.entries(RELATED_FILE_COLUMNS).map(([table, columns]) => [table, rowsWith(columns)])));
const CitingRows = z.object(
  Object.fromEntries(Object.entries(RELATED_ROW_COLUMNS).map(([table, { columns }]) => [table, rowsWith(columns)])),
);

/** Returns how many rows there are to look up. */
export function countLookups(lookups: Lookups): number {
  return [...lookups.values()].reduce((sum, keys) => sum + keys.size, 0);
}

/** Looks the rows up and returns the groups to purge. @throws the backend's failure, and a ZodError for an answer of another shape. */
export async function findRelatedGroups(backend: Pick<ContentBackend, 'execute'>, lookups: Lookups): Promise<RelatedGroups> {
  const request = { query: QUERY_TEXTS.EmVoltaDasMudancas, variables: variablesOf(lookups), operationName: 'EmVoltaDasMudancas' };
  const answer = await backend.execute(request, { caller: ADMIN_CALLER, timeoutMs: LOOKUP_LIMIT_MS });
  if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message ?? 'the backend refused to look up the rows around a change');
  const data: unknown = JSON.parse(answer.json);
  const files = Object.values(FileRows.parse(data))
    .flat()
    .flatMap((row) => Object.values(row));
  const rows = Object.entries(CitingRows.parse(data)).flatMap(([table, found]) => {
    const of = RELATED_ROW_COLUMNS[table]?.of ?? table;
    return found.flatMap((row) => Object.values(row)).flatMap((key) => [rowGroup(of, key), parentGroup(of, key)]);
  });
  return { hard: [...new Set(files)].flatMap((id) => rowsOfFile(String(id))), soft: [...new Set(rows)] };
}

function variablesOf(lookups: Lookups): Readonly<Record<string, readonly string[]>> {
  const tables = Object.keys(LOOKUP_VARIABLES) as LookupTable[];
  return Object.fromEntries(tables.map((table) => [LOOKUP_VARIABLES[table], [...(lookups.get(table) ?? [])]]));
}
