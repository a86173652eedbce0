/** The titles of rows that reports name by table and key, so that a sentence says “Mutirão de atendimento” and not 12. */

import { grouped } from '../../../../shared/platform/grouped.ts';
import type { Access } from '../../data/access.ts';
import type { RunGraphql } from '../../data/graphql.ts';
import type { ContentType, Row } from '../../resources/content-type.ts';
import { CONTENT_TYPES } from '../../resources/content-types.ts';

export interface NamedByKey {
  readonly tabela: string;
  /** Null for a row that does not exist yet. */
  readonly chave: string | null;
}

/** Returns the name of a row as a sentence needs it. */
export type NameOf = (row: NamedByKey) => string;

/** Asks for the titles of `rows` in one request. A row that is gone, or that the role may not read, is named by its key. */
export async function readNames(run: RunGraphql, access: Access, rows: readonly NamedByKey[]): Promise<NameOf> {
  const asked = [...grouped(rows, ({ tabela }) => tabela)].flatMap(([table, of]) => {
    const type = CONTENT_TYPES.find((each) => each.table === table);
    const keys = [...new Set(of.flatMap(({ chave }) => (chave === null ? [] : [chave])))];
    const canName = type !== undefined && access.get(table)?.readable.has(type.title) === true;
    return canName && keys.length > 0 ? [{ type, keys }] : [];
  });
  if (asked.length === 0) return nameFrom(new Map());
  const declared = asked.map(({ type }) => `$${type.table}: ${type.table}_bool_exp!`).join(', ');
  const parts = asked.map(({ type: { table, key, title } }) => `${table}(where: $${table}) { ${key} ${title} }`);
  const variables = Object.fromEntries(asked.map(({ type, keys }) => [type.table, { [type.key]: { _in: keys.map(keyValue) } }]));
  const answer = await run<Readonly<Record<string, readonly Row[]>>>(`query Names(${declared}) { ${parts.join('\n')} }`, variables);
  return nameFrom(new Map(asked.flatMap(({ type }) => (answer[type.table] ?? []).map((row) => [idOf(type, row), row[type.title]]))));
}

/** Numbers are keys of the type integer, which no text stands for. */
function keyValue(key: string): string | number {
  return /^[1-9]\d{0,15}$/.test(key) ? Number(key) : key;
}

function idOf({ table, key }: ContentType, row: Row): string {
  return `${table} ${String(row[key])}`;
}

/** What a row is called that belongs to a row of a content type, by its table. */
const LISTS: ReadonlyMap<string, string> = new Map(
  CONTENT_TYPES.flatMap(({ one, fields }) =>
    fields.flatMap((field) => (field.kind === 'rows' ? [[field.rows.table, `item de “${field.label}” de ${one}`] as const] : [])),
  ),
);

function nameFrom(titles: ReadonlyMap<string, unknown>): NameOf {
  return ({ tabela, chave }) => {
    // Rows that are edited in the form of another row have no name, and their keys say nothing.
    const list = LISTS.get(tabela);
    if (list !== undefined) return list;
    const one = CONTENT_TYPES.find(({ table }) => table === tabela)?.one ?? 'registro';
    if (chave === null) return one;
    const title = titles.get(`${tabela} ${chave}`);
    return typeof title === 'string' && title.trim() !== '' ? `${one} “${title}”` : `${one} ${chave}`;
  };
}

/** Names by kind and key alone, as long as the titles are not there. */
export const NAMED_BY_KEY: NameOf = nameFrom(new Map());
