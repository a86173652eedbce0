/**
 * Rows that were deleted, out of the audit trail, and the way back. A row comes back with what stood inside it and was deleted with it, as a new row:
 * its key is another one where the database makes the keys.
 */
import type { TableAccess } from '../../data/access.ts';
import type { RunGraphql } from '../../data/graphql.ts';
import { isSame } from '../../data/selection.ts';
import type { ContentType, Row } from '../../resources/content-type.ts';
import { textOf } from '../../resources/fields.ts';

/** Deleted rows that are read. */
const MOST_ROWS = 200;

/** Rows that may be equal to a deleted one. */
const MOST_ALIKE = 500;

/** A change as the audit trail keeps it: `alteracoes` has the value before and after by column. */
interface AuditedDeletion {
  readonly id: number;
  readonly chave: string;
  readonly transacao: number;
  readonly ocorrido_em: string;
  readonly alteracoes: Readonly<Record<string, unknown>>;
  readonly autor: { readonly nome: string } | null;
}

export interface Deletion {
  readonly id: number;
  /** Empty where the database makes the title of what is there. */
  readonly title: string;
  readonly when: string;
  /** Null where the site itself has deleted it. */
  readonly author: string | null;
  /** What the row was, without what stood inside it. */
  readonly row: Row;
  /** What is inserted. */
  readonly object: Row;
  /** How many rows stood inside it. */
  readonly inside: number;
  /** Whether the list has such a row. */
  readonly isThere: boolean;
}

const DELETIONS = `query Deletions($tabela: String!, $limite: Int!) {
  auditoria(where: {tabela: {_eq: $tabela}, operacao: {_eq: "DELETE"}}, order_by: {id: desc}, limit: $limite) {
    id chave transacao ocorrido_em alteracoes autor { nome }
  }
}`;

/** Reads the last deletions of a table, the newest first. */
export async function readDeletions(run: RunGraphql, type: ContentType, { insertable }: TableAccess): Promise<readonly Deletion[]> {
  const { auditoria } = await run<{ readonly auditoria: readonly AuditedDeletion[] }>(DELETIONS, { tabela: type.table, limite: MOST_ROWS });
  const whole = wholeRequests(auditoria);
  const deletions = whole.filter((deleted) => parentOf(type, deleted, whole) === undefined);
  const present = await readAlike(
    run,
    type,
    whole.map(({ alteracoes }) => valuesOf(alteracoes, insertable)),
  );
  return deletions.map((deleted) => {
    const row = rowOf(type, deleted, { whole, insertable, present });
    const branch = branchOf(type, deleted, { whole, insertable });
    const { inside } = branch;
    const object = { ...branch.object, ...row };
    return {
      id: deleted.id,
      title: textOf(row, type.title),
      when: deleted.ocorrido_em,
      author: deleted.autor?.nome ?? null,
      row,
      object,
      inside,
      isThere: equalTo(row, present) !== undefined,
    };
  });
}

/** Makes the row anew, with what stood inside it, in one transaction. */
export async function restore(run: RunGraphql, { table, key }: ContentType, { object }: Deletion): Promise<void> {
  await run(
    `mutation Restore($object: ${table}_insert_input!) { row: insert_${table}_one(object: $object) { ${key} } }`,
    { object },
    { table },
  );
}

/** The oldest request may have deleted more than was read. */
function wholeRequests(rows: readonly AuditedDeletion[]): readonly AuditedDeletion[] {
  const oldest = rows.at(-1)?.transacao;
  const whole = rows.filter(({ transacao }) => transacao !== oldest);
  return rows.length < MOST_ROWS || whole.length === 0 ? rows : whole;
}

/** The row inside which a row stood, where one request deleted both. */
function parentOf({ inside }: ContentType, deleted: AuditedDeletion, rows: readonly AuditedDeletion[]): AuditedDeletion | undefined {
  if (inside === undefined) return undefined;
  const parent = before(deleted.alteracoes[inside.parentColumn]);
  return rows.find(({ chave, transacao }) => chave === String(parent) && transacao === deleted.transacao);
}

/** The values of a deleted row. Where the row inside which it stood was deleted too and is back, that one has another key now. */
function rowOf(type: ContentType, deleted: AuditedDeletion, known: Deleted & { readonly present: readonly Row[] }): Row {
  const { whole, insertable, present } = known;
  const row = valuesOf(deleted.alteracoes, insertable);
  if (type.inside === undefined) return row;
  const { parentColumn } = type.inside;
  const others = whole.filter((other) => other !== deleted);
  const parent = others.find(({ chave }) => chave === String(row[parentColumn]));
  if (parent === undefined) return row;
  const back = equalTo(rowOf(type, parent, { ...known, whole: others }), present);
  return back === undefined ? row : { ...row, [parentColumn]: back[type.key] };
}

function equalTo(row: Row, present: readonly Row[]): Row | undefined {
  return present.find((other) => Object.entries(row).every(([column, value]) => isSame(other[column], value)));
}

interface Branch {
  readonly object: Row;
  readonly inside: number;
}

interface Deleted {
  readonly whole: readonly AuditedDeletion[];
  readonly insertable: ReadonlySet<string>;
}

function branchOf(type: ContentType, deleted: AuditedDeletion, { whole, insertable }: Deleted): Branch {
  const object = valuesOf(deleted.alteracoes, insertable);
  if (type.inside === undefined) return { object, inside: 0 };
  const { parentColumn, relationship } = type.inside;
  const branches = whole
    .filter((other) => parentOf(type, other, whole) === deleted)
    .map((child) => branchOf(type, child, { whole, insertable }));
  if (branches.length === 0) return { object, inside: 0 };
  const data = branches.map((branch) => Object.fromEntries(Object.entries(branch.object).filter(([column]) => column !== parentColumn)));
  return { object: { ...object, [relationship]: { data } }, inside: branches.reduce((sum, branch) => sum + branch.inside + 1, 0) };
}

function valuesOf(changes: AuditedDeletion['alteracoes'], columns: ReadonlySet<string>): Row {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([column, change]) => (columns.has(column) && Array.isArray(change) ? [[column, before(change)]] : [])),
  );
}

function before(change: unknown): unknown {
  return Array.isArray(change) ? (change as readonly unknown[])[0] : undefined;
}

/** Reads the rows that have the title of a deleted one, or where the database makes titles its place in the order, with the columns in which they may be equal. */
async function readAlike(run: RunGraphql, { table, key, title, order }: ContentType, rows: readonly Row[]): Promise<readonly Row[]> {
  const column = rows.some((row) => title in row) ? title : order.column;
  const values = rows.map((row) => row[column]).filter((value) => value !== undefined);
  if (values.length === 0) return [];
  const columns = [...new Set([key, ...rows.flatMap((row) => Object.keys(row))])].join(' ');
  const answer = await run<{ readonly rows: readonly Row[] }>(
    `query Alike($where: ${table}_bool_exp!, $limit: Int!) { rows: ${table}(where: $where, limit: $limit) { ${columns} } }`,
    { where: { [column]: { _in: values } }, limit: MOST_ALIKE },
    { table },
  );
  return answer.rows;
}
