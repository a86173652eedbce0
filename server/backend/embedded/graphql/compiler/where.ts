/** Turns a `where` argument into a condition. Every step through a relationship carries the row filter of the table it reaches. */
import { ensured, mismatchFault, validationFault } from '../errors.ts';
import type { TableName } from '../metadata/metadata.ts';
import { ALWAYS, allOf, type BoolExp, type Join, type Operand, type RowCall, type SeenColumn, type Subject } from '../model/bool-exp.ts';
import { EQUAL, encoderOf, type Operator, operandCast, operatorsOf, STRING_TYPE } from '../model/operators.ts';
import type { RoleModel } from '../model/role-model.ts';
import type { RelationField, RoleField, RoleTable } from '../model/role-table.ts';
import type { ColumnType, ComputedField, Relationship } from '../model/tracked-table.ts';
import { booleanOf, type Input } from '../request/input.ts';
import { nullFault } from '../scalars/encode.ts';
import { STRING_SCALAR } from '../scalars/postgres-scalars.ts';
import { AGGREGATE_PREDICATES, type AggregatePredicate } from '../schema/aggregate-operations.ts';

export function joinOf(relationship: Relationship): Join {
  return { schema: relationship.target.schema, table: relationship.target.name, mapping: relationship.mapping };
}

/** The target of a relationship as the role sees it. The role's schema has no field without one. */
export function targetOf(model: RoleModel, field: { readonly target: TableName }): RoleTable {
  return ensured(model.table(field.target));
}

function entriesOf(input: Input): readonly (readonly [string, Input])[] {
  if (input.kind === 'object') return input.entries;
  throw mismatchFault('an object', ensured(input.kind === 'null' ? input.typeName : undefined), 'null', input.path);
}

export function itemsOf(input: Input): readonly Input[] {
  if (input.kind === 'list') return input.items;
  throw mismatchFault('a list', null, 'null', input.path);
}

function operandScalar(type: ColumnType, operator: Operator): ColumnType['scalar'] {
  return operator.shape === 'texts' || (operator.shape === 'text' && !type.scalar.isText) ? STRING_SCALAR : type.scalar;
}

/** Reads the right side of a comparison. Null is a fault here, never "everything". */
export function readOperand(type: ColumnType, operator: Operator, input: Input): Exclude<Operand, { kind: 'column' }> {
  const scalar = operandScalar(type, operator);
  const cast = operandCast(type, operator.shape);
  switch (input.kind) {
    case 'leaf': {
      const encode = encoderOf(type, operator);
      if (input.literal !== undefined) return { kind: 'constant', text: encode(scalar, input.literal, input.path), cast };
      return { kind: 'value', bind: ({ variable }) => encode(scalar, input.source(variable), input.path), cast };
    }
    case 'boolean':
      return { kind: 'boolean', value: input.value };
    case 'enum':
      return { kind: 'value', bind: () => input.name, cast };
    case 'list': {
      const names = input.items.map((item) => (item.kind === 'enum' ? `"${item.name}"` : nullItem(scalar.name, item)));
      return { kind: 'value', bind: () => `{${names.join(',')}}`, cast };
    }
    case 'null':
    case 'object':
      throw operator.shape === 'list' || operator.shape === 'texts'
        ? mismatchFault('a list', null, 'null', input.path)
        : nullFault(scalar.name, input.path);
  }
}

function nullItem(typeName: string, input: Input): never {
  throw nullFault(typeName, input.path);
}

/** Membership of an array column: Postgres has no array of arrays of any length, so each candidate is compared on its own. */
function arrayMembership(subject: Subject, type: ColumnType, operator: Operator, input: Input): BoolExp {
  const items = itemsOf(input).map(
    (item): BoolExp => ({ kind: 'compare', subject, operator: EQUAL, operand: readOperand(type, EQUAL, item) }),
  );
  const isMember: BoolExp = { kind: 'or', items };
  return operator.name === '_in' ? isMember : { kind: 'not', item: isMember };
}

function readComparison(subject: Subject, type: ColumnType, name: string, input: Input): BoolExp {
  if (name === '_is_null') return { kind: 'is-null', subject, isNull: booleanOf(input) };
  if (name === '_cast' && subject.kind !== 'aggregate') {
    const asText: Subject = { ...subject, asText: true };
    return allOf(entriesOf(input).map(([, comparison]) => readComparisons(asText, STRING_TYPE, comparison)));
  }
  const operator = ensured(operatorsOf(type).find((item) => item.name === name));
  if (type.isArray && operator.shape === 'list') return arrayMembership(subject, type, operator, input);
  return { kind: 'compare', subject, operator, operand: readOperand(type, operator, input) };
}

function readComparisons(subject: Subject, type: ColumnType, input: Input): BoolExp {
  return allOf(entriesOf(input).map(([name, operand]) => readComparison(subject, type, name, operand)));
}

/** The column of this name as the role sees it. */
export function columnMember(table: RoleTable, name: string): Extract<RoleField, { kind: 'column' }> {
  const member = table.fields.get(name);
  return ensured(member?.kind === 'column' ? member : undefined);
}

/** A column of a role's table, for SQL. */
export function seen({ column, visibleWhen }: Extract<RoleField, { kind: 'column' }>): SeenColumn {
  return { column: column.name, visibleWhen };
}

/** The call of a computed field for a row of its table. */
export function rowCallOf({ table }: RoleTable, { call }: ComputedField): RowCall {
  return { fn: call, row: table.name };
}

/** Reads a list of `T_select_column` values. */
export function selectedColumns(table: RoleTable, input: Input | undefined): readonly SeenColumn[] {
  if (input === undefined || input.kind === 'null') return [];
  const names = input.kind === 'list' ? input.items : [input];
  return names.map((item) => {
    const field = item.kind === 'enum' ? table.fields.get(item.name) : undefined;
    if (field?.kind !== 'column') throw nullFault(`${table.table.typeName}_select_column`, item.path);
    return seen(field);
  });
}

/** Whether an aggregate counts equal values once. @throws GraphqlFault for what is no boolean */
export function isDistinct(input: Input | undefined): boolean {
  return input !== undefined && input.kind !== 'null' && booleanOf(input);
}

/** The arguments in their order: columns, or the members of the object that names two. */
function argumentsOf({ pair }: AggregatePredicate, input: Input | undefined): Input | undefined {
  if (pair === undefined || input?.kind !== 'object') return input;
  const entries = new Map(input.entries);
  return { kind: 'list', items: pair.flatMap((name) => entries.get(name) ?? []), path: input.path };
}

function readPredicate(model: RoleModel, field: RelationField, known: AggregatePredicate, input: Input): BoolExp {
  const target = targetOf(model, field);
  const parts = new Map(entriesOf(input));
  const filter = parts.get('filter');
  const predicate = ensured(parts.get('predicate'));
  const subject: Subject = {
    kind: 'aggregate',
    join: joinOf(field.relationship),
    where: allOf([target.filter, filter === undefined ? ALWAYS : readWhere(model, target, filter)]),
    fn: known.name,
    columns: selectedColumns(target, argumentsOf(known, parts.get('arguments'))),
    isDistinct: isDistinct(parts.get('distinct')),
  };
  return readComparisons(subject, { scalar: known.result, isArray: false }, predicate);
}

function readAggregate(model: RoleModel, field: RelationField, input: Input): BoolExp {
  const entries = entriesOf(input);
  const [entry, ...more] = entries;
  if (entry === undefined || more.length > 0) throw validationFault('exactly one predicate should be specified', input.path);
  const [fn, predicate] = entry;
  return readPredicate(model, field, ensured(AGGREGATE_PREDICATES.find(({ name }) => name === fn)), predicate);
}

function readField(model: RoleModel, table: RoleTable, field: RoleField, input: Input): BoolExp {
  if (field.kind === 'column') return readComparisons({ kind: 'column', ...seen(field), asText: false }, field.column.type, input);
  if (field.kind === 'computed') {
    const { computed, type, visibleWhen } = field;
    return readComparisons({ kind: 'computed', call: rowCallOf(table, computed), visibleWhen, asText: false }, type, input);
  }
  if (field.kind === 'computed-rows') {
    const rows = targetOf(model, field);
    const join = { schema: field.target.schema, table: field.target.name, mapping: [] };
    return { kind: 'exists', join, where: allOf([rows.filter, readWhere(model, rows, input)]), rows: rowCallOf(table, field.computed) };
  }
  if (field.kind === 'aggregate') return readAggregate(model, field, input);
  const target = targetOf(model, field);
  return { kind: 'exists', join: joinOf(field.relationship), where: allOf([target.filter, readWhere(model, target, input)]) };
}

function readEntry(model: RoleModel, table: RoleTable, name: string, input: Input): BoolExp {
  switch (name) {
    case '_and':
      return allOf(itemsOf(input).map((item) => readWhere(model, table, item)));
    case '_or':
      return { kind: 'or', items: itemsOf(input).map((item) => readWhere(model, table, item)) };
    case '_not':
      return { kind: 'not', item: readWhere(model, table, input) };
  }
  return readField(model, table, ensured(table.fields.get(name)), input);
}

/** Reads a condition on `table`. @throws GraphqlFault for null where a value is needed */
export function readWhere(model: RoleModel, table: RoleTable, input: Input): BoolExp {
  return allOf(entriesOf(input).map(([name, value]) => readEntry(model, table, name, value)));
}
