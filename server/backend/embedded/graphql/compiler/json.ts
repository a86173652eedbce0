/** JSON objects and lists built by Postgres, so that no value passes through a JavaScript number. */
import type { ColumnType } from '../model/tracked-table.ts';
import { quoteName } from './identifiers.ts';

export type Pair = readonly [key: string, sql: string];

// A Postgres function takes at most 100 arguments; 45 pairs leave room.
const PAIRS_PER_CALL = 45;

function buildCall(pairs: readonly Pair[]): string {
  return `json_build_object(${pairs.map(([key, sql]) => `${quoteName(key)}, ${sql}`).join(', ')})`;
}

/** Writes an object with its keys in the given order. `jsonb ||` would lose that order, so wide objects are joined as text. */
export function objectSql(pairs: readonly Pair[]): string {
  const calls: string[] = [];
  for (let start = 0; start < pairs.length; start += PAIRS_PER_CALL) calls.push(buildCall(pairs.slice(start, start + PAIRS_PER_CALL)));
  if (calls.length <= 1) return calls[0] ?? "'{}'::json";
  const inner = calls.map((call) => `substr(left((${call})::text, -1), 2)`).join(` || ',' || `);
  return `('{' || ${inner} || '}')::json`;
}

/** Writes a value as it is answered: a number as text where a JavaScript number would lose digits of it, if the engine is asked to. */
export function answeredSql({ scalar, isArray }: ColumnType, sql: string): string {
  if (!scalar.isStringified) return sql;
  return `(${sql})::pg_catalog.text${isArray ? '[]' : ''}`;
}
