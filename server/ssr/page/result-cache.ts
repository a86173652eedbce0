/**
 * Results of a page's operations, kept in process under the cache groups of their pages: a render after a purge asks the backend only for what
 * has changed. They are what the public may read; no other caller's results come here.
 */
import type { OperationCall } from '../../../shared/routes/types.ts';
import type { GroupedCache, Loaded } from '../../memory/grouped-cache.ts';
import type { OperationResult } from './operation-result.ts';
import { emptyGroups, rootTables, withRowGroups } from './row-groups.ts';

/** An estimate of the bytes in memory for each character of a result's text: the text itself and its parsed form. */
const BYTES_PER_CHARACTER = 4;

export type ResultCache = GroupedCache<OperationResult>;

/** Returns the result of a call; `groups` are those of its route. */
export function cachedResult(
  cache: ResultCache,
  call: OperationCall,
  groups: readonly string[],
  load: (signal: AbortSignal) => Promise<OperationResult>,
  signal: AbortSignal,
): Promise<OperationResult> {
  const named = [...groups, ...(call.groups ?? [])];
  // Two routes may name different groups for the same call.
  const key = JSON.stringify([call.operation, call.variables, named]);
  return cache.get(key, async (ownSignal) => loaded(await load(ownSignal), named), signal);
}

function loaded(result: OperationResult, named: readonly string[]): Loaded<OperationResult> {
  const { json, data } = result;
  const groups = withRowGroups([...named, ...emptyGroups(data)], [data]);
  const tables = new Set([...groups.map((group) => group.split(':', 1)[0] ?? group), ...rootTables(data)]);
  return { value: result, bytes: json.length * BYTES_PER_CHARACTER, groups, tables };
}
