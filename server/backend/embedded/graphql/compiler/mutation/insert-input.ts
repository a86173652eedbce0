/** Reads the objects of an insert: own values, and the rows of other tables that are inserted before and after. */
import { ensured, mismatchFault, validationFault } from '../../errors.ts';
import { ALWAYS, type BoolExp } from '../../model/bool-exp.ts';
import type { Column, Relationship } from '../../model/tracked-table.ts';
import type { WritableTable } from '../../model/writable-table.ts';
import type { Input } from '../../request/input.ts';
import { readWhere } from '../where.ts';
import { columnText, entriesOf, itemsOf, type MutationContext } from './values.ts';

/** What happens to a row that conflicts with another row. */
export interface Conflict {
  readonly constraint: string;
  /** Columns that the other row takes over; none leaves it as it is. */
  readonly columns: readonly Column[];
  readonly where: BoolExp;
}

/** Texts by column name, null for SQL null. */
export type Values = ReadonlyMap<string, string | null>;

export interface NestedInsert {
  /** Where it stands in the request, as Hasura names the places of faults while it inserts. */
  readonly path: string;
  readonly relationship: Relationship;
  readonly target: WritableTable;
  readonly objects: readonly InsertObject[];
  readonly conflict: Conflict | undefined;
}

export interface InsertObject {
  readonly path: string;
  readonly values: Values;
  readonly before: readonly NestedInsert[];
  readonly after: readonly NestedInsert[];
}

/** Reads `on_conflict`; undefined where it is not given. Null is a fault, as in Hasura: it must not change what an insert does. @throws GraphqlFault */
export function readConflict(context: MutationContext, table: WritableTable, input: Input | undefined): Conflict | undefined {
  if (input === undefined) return undefined;
  const { typeName } = table.table;
  if (input.kind !== 'object') throw mismatchFault('an object', `${typeName}_on_conflict`, 'null', input.path);
  const entries = new Map(input.entries);
  const constraint = entries.get('constraint');
  const named = entries.get('update_columns');
  const names = new Set(named === undefined ? [] : itemsOf(named).flatMap((item) => (item.kind === 'enum' ? [item.name] : [])));
  const columns = table.update?.columns ?? [];
  // The schema of a role that may update no column has one that stands for none.
  if (columns.length === 0 && names.size > 0) throw validationFault('erroneous column name', input.path);
  const where = entries.get('where');
  if (where?.kind === 'null') throw mismatchFault('an object', `${typeName}_bool_exp`, 'null', where.path);
  return {
    constraint: ensured(constraint?.kind === 'enum' ? constraint.name : undefined),
    columns: columns.filter(({ field }) => names.has(field)),
    where: where?.kind === 'object' ? readWhere(context.model, table.rows, where) : ALWAYS,
  };
}

function readNested(
  context: MutationContext,
  table: WritableTable,
  name: string,
  { input, path }: { readonly input: Input; readonly path: string },
): NestedInsert | undefined {
  const relationship = ensured(table.table.relationships.get(name));
  const target = ensured(context.model.writable(relationship.target));
  if (input.kind !== 'object') return undefined;
  const entries = new Map(input.entries);
  const items = itemsOf(entries.get('data'));
  const data = `${path}.data`;
  const objects = items.map((item, index) =>
    readInsertObject(context, target, { input: item, path: relationship.insertsAfter ? `${data}[${index}]` : data }),
  );
  return { path, relationship, target, objects, conflict: readConflict(context, target, entries.get('on_conflict')) };
}

function refuseDetermined(values: Values, { relationship, target, objects, path }: NestedInsert): void {
  if (!relationship.insertsAfter) {
    const given = relationship.mapping.flatMap(([own]) => (values.has(own) ? [own] : []));
    if (given.length === 0) return;
    throw validationFault(
      `cannot insert object relationship "${relationship.name}" as ${quoted(given)} column values are already determined`,
      path,
    );
  }
  for (const object of objects) {
    const given = relationship.mapping.flatMap(([, remote]) => (object.values.has(remote) ? [remote] : []));
    if (given.length === 0) continue;
    const fields = given.map((name) => target.table.columns.get(name)?.field ?? name);
    throw validationFault(
      `cannot insert ${quoted(fields)} columns as their values are already being determined by parent insert`,
      object.path,
    );
  }
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** Reads one object. @throws GraphqlFault for values that do not fit, and for a key that is given twice over */
export function readInsertObject(
  context: MutationContext,
  table: WritableTable,
  { input, path }: { readonly input: Input; readonly path: string },
): InsertObject {
  const columns = new Map(ensured(table.insert).columns.map((column) => [column.field, column]));
  const values = new Map<string, string | null>();
  const nested: NestedInsert[] = [];
  for (const [name, value] of entriesOf(input, `${table.table.typeName}_insert_input`)) {
    const column = columns.get(name);
    if (column !== undefined) values.set(column.name, columnText(column, value, context.inputs));
    const related = column === undefined ? readNested(context, table, name, { input: value, path: `${path}.${name}` }) : undefined;
    if (related !== undefined) nested.push(related);
  }
  for (const item of nested) refuseDetermined(values, item);
  return {
    path,
    values,
    before: nested.filter(({ relationship }) => !relationship.insertsAfter),
    after: nested.filter(({ relationship }) => relationship.insertsAfter),
  };
}
