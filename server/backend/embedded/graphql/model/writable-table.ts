/** What one role may insert into a table, update in it and delete from it. */
import type { MetadataNode } from '../metadata/metadata-node.ts';
import { qualifiedName } from '../metadata/names.ts';
import { ALWAYS, type BindInputs, type BoolExp } from './bool-exp.ts';
import { readFilterOperand } from './filter-operands.ts';
import { EQUAL } from './operators.ts';
import { ADMIN_ROLE, grantedColumns, writePermissionOf } from './permissions.ts';
import type { RoleTable } from './role-table.ts';
import { readFilter } from './row-filter.ts';
import type { Column, Model, Table } from './tracked-table.ts';

/** A value that the permission sets in place of the caller. */
export interface Preset {
  readonly column: Column;
  /** Its text for one request, null for SQL null. @throws GraphqlFault for a session variable that is missing */
  readonly text: (inputs: BindInputs) => string | null;
}

export interface InsertPermission {
  /** Columns that the caller may give: without those that are preset. */
  readonly columns: readonly Column[];
  readonly presets: readonly Preset[];
  readonly check: BoolExp;
}

export interface UpdatePermission extends InsertPermission {
  /** Which rows may be updated. */
  readonly filter: BoolExp;
}

export interface WritableTable {
  readonly table: Table;
  /** What the role may read of it: nothing for a role that only writes. */
  readonly rows: RoleTable;
  readonly insert: InsertPermission | undefined;
  readonly update: UpdatePermission | undefined;
  /** Which rows may be deleted. */
  readonly delete: BoolExp | undefined;
}

/** The writer: a role, by its own requests or by those of a backend that has the admin secret (Hasura: backend-only permissions). */
export interface Writer {
  readonly model: Model;
  readonly role: string;
  readonly isBackend: boolean;
}

const EVERYTHING = { insert: { presets: [], check: ALWAYS }, update: { presets: [], filter: ALWAYS, check: ALWAYS } } as const;

function readPreset(table: Table, node: MetadataNode, name: string): Preset {
  const column = table.columns.get(name);
  if (column === undefined) return node.fail(`table ${qualifiedName(table.name)} has no column "${name}"`);
  if (node.isAbsent) return { column, text: () => null };
  return { column, text: presetText(readFilterOperand(node, column.type, EQUAL)) };
}

function presetText(operand: ReturnType<typeof readFilterOperand>): Preset['text'] {
  switch (operand.kind) {
    case 'value':
      return operand.bind;
    case 'constant':
      return () => operand.text;
    case 'boolean':
      return () => String(operand.value);
  }
}

function readPresets(table: Table, node: MetadataNode): readonly Preset[] {
  return node.keys().map((name) => readPreset(table, node.get(name), name));
}

function givable(columns: readonly Column[], presets: readonly Preset[]): readonly Column[] {
  return columns.filter((column) => column.isWritable && !presets.some((preset) => preset.column === column));
}

function insertOf({ model, role, isBackend }: Writer, table: Table): InsertPermission | undefined {
  if (!table.isInsertable) return undefined;
  if (role === ADMIN_ROLE) return { ...EVERYTHING.insert, columns: givable([...table.columns.values()], []) };
  const permission = writePermissionOf(model, table, role, 'insertPermissions');
  if (permission === undefined || (permission.backendOnly && !isBackend)) return undefined;
  const presets = readPresets(table, permission.presets);
  return { columns: givable(grantedColumns(table, permission), presets), presets, check: readFilter(model, permission.check, table) };
}

function updateOf({ model, role, isBackend }: Writer, table: Table): UpdatePermission | undefined {
  if (!table.isUpdatable) return undefined;
  if (role === ADMIN_ROLE) return { ...EVERYTHING.update, columns: givable([...table.columns.values()], []) };
  const permission = writePermissionOf(model, table, role, 'updatePermissions');
  if (permission === undefined || (permission.backendOnly && !isBackend)) return undefined;
  const presets = readPresets(table, permission.presets);
  return {
    columns: givable(grantedColumns(table, permission), presets),
    presets,
    filter: readFilter(model, permission.filter, table),
    check: permission.check.isAbsent ? ALWAYS : readFilter(model, permission.check, table),
  };
}

function deleteOf({ model, role, isBackend }: Writer, table: Table): BoolExp | undefined {
  if (!table.isDeletable) return undefined;
  if (role === ADMIN_ROLE) return ALWAYS;
  const permission = writePermissionOf(model, table, role, 'deletePermissions');
  if (permission === undefined || (permission.backendOnly && !isBackend)) return undefined;
  return readFilter(model, permission.filter, table);
}

/** What a role may write of the table behind `rows`; undefined when that is nothing. @throws MetadataError */
export function buildWritableTable(writer: Writer, rows: RoleTable): WritableTable | undefined {
  const { table } = rows;
  const writable = {
    table,
    rows,
    insert: insertOf(writer, table),
    update: updateOf(writer, table),
    delete: deleteOf(writer, table),
  };
  return writable.insert === undefined && writable.update === undefined && writable.delete === undefined ? undefined : writable;
}
