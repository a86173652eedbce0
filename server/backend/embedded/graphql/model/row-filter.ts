/**
 * Reads the row filter of a permission. It is read once, against the tracked tables: an unknown name stops the start
 * and never widens what a role sees. Filters run without the permissions of the tables that they pass through, as in Hasura.
 */
import type { TableName } from '../metadata/metadata.ts';
import type { MetadataNode } from '../metadata/metadata-node.ts';
import { qualifiedName, readTableName } from '../metadata/names.ts';
import { ALWAYS, allOf, type BoolExp, type Subject } from './bool-exp.ts';
import { COLUMN_COMPARISONS, type FilteredTable, readColumnOperand, readFilterOperand } from './filter-operands.ts';
import { needsRowOnly } from './functions.ts';
import { EQUAL, operatorsOf, STRING_TYPE } from './operators.ts';
import type { Column, ColumnType, ComputedField, Model, Relationship, Table } from './tracked-table.ts';

/** What a row filter compares: a column, or a value that is computed from the row. */
type RowSubject = Exclude<Subject, { kind: 'aggregate' }>;

function requireTracked(model: Model, name: TableName, node: MetadataNode): Table {
  return model.table(name) ?? node.fail(`the table ${qualifiedName(name)} is not tracked`);
}

/** `$eq` and `_eq` are the same operator; the first is the older spelling. In row filters, and there alone, `_ne` is `_neq`. */
function normalise(key: string): string {
  const name = key.startsWith('$') ? `_${key.slice(1)}` : key;
  return name === '_ne' ? '_neq' : name;
}

function readNullTest(node: MetadataNode, subject: RowSubject): BoolExp {
  if (typeof node.value !== 'boolean') return node.fail('expected true or false');
  return { kind: 'is-null', subject, isNull: node.value };
}

function readComparison(node: MetadataNode, key: string, subject: RowSubject, column: { type: ColumnType; place: FilteredTable }): BoolExp {
  if (key === '_is_null') return readNullTest(node, subject);
  if (key === '_cast') return allOf(node.keys().map((name) => readCast(node.get(name), name, subject, column)));
  const byColumn = COLUMN_COMPARISONS[key];
  const operator = operatorsOf(column.type).find(({ name }) => name === (byColumn ?? key));
  if (operator === undefined) return node.fail(`unknown operator for a column of type ${column.type.scalar.name}`);
  const operand = byColumn === undefined ? readFilterOperand(node, column.type, operator) : readColumnOperand(node, column.place);
  return { kind: 'compare', subject, operator, operand };
}

function readCast(node: MetadataNode, name: string, subject: RowSubject, column: { type: ColumnType; place: FilteredTable }): BoolExp {
  if (name !== 'String' || !column.type.scalar.isJsonb) return node.fail('only jsonb can be cast, to String');
  const asText: RowSubject = { ...subject, asText: true };
  return allOf(node.keys().map((key) => readComparison(node.get(key), normalise(key), asText, { type: STRING_TYPE, place: column.place })));
}

function readColumn(node: MetadataNode, column: Column, place: FilteredTable): BoolExp {
  return readSubject(node, { kind: 'column', column: column.name, asText: false }, column.type, place);
}

function readSubject(node: MetadataNode, subject: RowSubject, type: ColumnType, place: FilteredTable): BoolExp {
  if (node.isAbsent) return node.fail('null compares with nothing; use _is_null');
  if (typeof node.value !== 'object') {
    return { kind: 'compare', subject, operator: EQUAL, operand: readFilterOperand(node, type, EQUAL) };
  }
  return allOf(node.keys().map((key) => readComparison(node.get(key), normalise(key), subject, { type, place })));
}

function readRelated(model: Model, node: MetadataNode, relationship: Relationship, place: FilteredTable): BoolExp {
  const target = requireTracked(model, relationship.target, node);
  const join = { schema: target.name.schema, table: target.name.name, mapping: relationship.mapping };
  return { kind: 'exists', join, where: readCondition(model, node, inside(place, target)) };
}

function readComputed(model: Model, node: MetadataNode, computed: ComputedField, place: FilteredTable): BoolExp {
  const call = { fn: computed.call, row: place.table.name };
  if (!needsRowOnly(computed)) return node.fail(`"${computed.name}" needs arguments`);
  if (computed.result.kind === 'value') {
    return readSubject(node, { kind: 'computed', call, asText: false, visibleWhen: undefined }, computed.result.type, place);
  }
  const target = requireTracked(model, computed.result.table, node);
  const join = { schema: target.name.schema, table: target.name.name, mapping: [] };
  return { kind: 'exists', join, where: readCondition(model, node, inside(place, target)), rows: call };
}

function readExists(model: Model, node: MetadataNode, place: FilteredTable): BoolExp {
  const target = requireTracked(model, readTableName(node.get('_table')), node);
  return {
    kind: 'exists',
    join: { schema: target.name.schema, table: target.name.name, mapping: [] },
    where: readCondition(model, node.get('_where'), inside(place, target)),
  };
}

function inside({ root, outward }: FilteredTable, table: Table): FilteredTable {
  return { table, root, outward: outward + 1 };
}

function readEntry(model: Model, node: MetadataNode, key: string, place: FilteredTable): BoolExp {
  switch (normalise(key)) {
    case '_and':
      return allOf(node.items().map((item) => readCondition(model, item, place)));
    case '_or':
      return { kind: 'or', items: node.items().map((item) => readCondition(model, item, place)) };
    case '_not':
      return { kind: 'not', item: readCondition(model, node, place) };
    case '_exists':
      return readExists(model, node, place);
  }
  const { table } = place;
  const column = table.columns.get(key);
  if (column !== undefined) return readColumn(node, column, place);
  const computed = table.computedFields.get(key);
  if (computed !== undefined) return readComputed(model, node, computed, place);
  const relationship = table.relationships.get(key);
  if (relationship !== undefined) return readRelated(model, node, relationship, place);
  return node.fail(`table ${qualifiedName(table.name)} has neither a column nor a relationship of this name`);
}

function readCondition(model: Model, node: MetadataNode, place: FilteredTable): BoolExp {
  if (node.isAbsent) return node.fail('a filter is required; {} lets every row pass');
  const entries = node.keys().map((key) => readEntry(model, node.get(key), key, place));
  return entries.length === 0 ? ALWAYS : allOf(entries);
}

/** Reads a filter of `table`. `{}` lets every row pass; an absent filter does not. @throws MetadataError */
export function readFilter(model: Model, node: MetadataNode, table: Table): BoolExp {
  return readCondition(model, node, { table, root: table, outward: 0 });
}
