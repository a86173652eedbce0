/** Turns an `order_by` argument into SQL expressions. Values of related rows that the role may not see sort as null. */
import { ensured } from '../errors.ts';
import type { RoleModel } from '../model/role-model.ts';
import { aggregateName, type RelationField, type RoleField, type RoleTable } from '../model/role-table.ts';
import type { Column } from '../model/tracked-table.ts';
import type { Input } from '../request/input.ts';
import { COMPUTED_AGGREGATE } from '../schema/input-types.ts';
import { aggregateCall } from './aggregate.ts';
import { boolSql, conjunction, joinSql, seenColumnSql, seenValueSql } from './bool-sql.ts';
import { rowCallSql } from './function-call.ts';
import type { StatementBuilder } from './statement.ts';
import { columnMember, itemsOf, joinOf, rowCallOf, seen, targetOf } from './where.ts';

// Postgres puts nulls last when ascending and first when descending; the dialect has the same defaults.
const DIRECTIONS: Readonly<Record<string, string>> = {
  asc: 'asc nulls last',
  asc_nulls_first: 'asc nulls first',
  asc_nulls_last: 'asc nulls last',
  desc: 'desc nulls first',
  desc_nulls_first: 'desc nulls first',
  desc_nulls_last: 'desc nulls last',
};

type Expression = (statement: StatementBuilder, alias: string) => string;

export interface Ordering {
  readonly direction: string;
  readonly expression: Expression;
  /** Set when it orders by a plain column of the table itself. */
  readonly column?: Column;
}

function directionOf(input: Input): string {
  return ensured(input.kind === 'enum' ? DIRECTIONS[input.name] : undefined);
}

function entriesOf(input: Input): readonly (readonly [string, Input])[] {
  return input.kind === 'object' ? input.entries.filter(([, value]) => value.kind !== 'null') : [];
}

/** Where the rows come from that belong to a row, and how they are tied to it. */
interface RelatedRows {
  readonly target: RoleTable;
  readonly source: (statement: StatementBuilder, outer: string) => string;
  readonly join: (outer: string, inner: string) => readonly string[];
}

function rowsOfRelation(model: RoleModel, field: RelationField): RelatedRows {
  const target = targetOf(model, field);
  return {
    target,
    source: (statement) => statement.relation(target.table.name),
    join: (outer, inner) => joinSql(joinOf(field.relationship), outer, inner),
  };
}

function rowsOfComputed(model: RoleModel, table: RoleTable, field: Extract<RoleField, { kind: 'computed-rows' }>): RelatedRows {
  const source: RelatedRows['source'] = (statement, outer) => rowCallSql(statement, rowCallOf(table, field.computed), outer);
  return { target: targetOf(model, field), source, join: () => [] };
}

/** Wraps an expression on the related rows into a subquery of one row: an aggregate has no other, and an object relationship shows no other. */
function throughRows({ target, source, join }: RelatedRows, inner: Expression): Expression {
  return (statement, outer) => {
    const alias = statement.alias();
    const value = inner(statement, alias);
    const condition = conjunction([...join(outer, alias), boolSql(statement, target.filter, alias)]);
    return `(select ${value} from ${source(statement, outer)} as ${alias} where ${condition} limit 1)`;
  };
}

function aggregateTerms(rows: RelatedRows, input: Input): readonly Ordering[] {
  return entriesOf(input).flatMap(([operation, value]) => {
    if (operation === 'count') return [{ direction: directionOf(value), expression: throughRows(rows, () => 'count(*)') }];
    return entriesOf(value).map(([name, direction]) => {
      const member = columnMember(rows.target, name);
      const { column } = member;
      const call: Expression = (statement, alias) => aggregateCall(operation, column.type, seenColumnSql(statement, seen(member), alias));
      return { direction: directionOf(direction), expression: throughRows(rows, call) };
    });
  });
}

/** The computed field that `name` orders by: its own name with `_aggregate` behind it. Undefined where it gives no rows. */
function computedRowsOf(table: RoleTable, name: string): Extract<RoleField, { kind: 'computed-rows' }> | undefined {
  const field = name.endsWith(COMPUTED_AGGREGATE) ? table.fields.get(name.slice(0, -COMPUTED_AGGREGATE.length)) : undefined;
  return field?.kind === 'computed-rows' ? field : undefined;
}

/** The relationship that `name` orders by an aggregate of. */
function relatedRowsOf(table: RoleTable, name: string): RelationField | undefined {
  for (const [relationship, field] of table.fields) {
    if (field.kind === 'array' && aggregateName(table.table, relationship) === name) return field;
  }
  return undefined;
}

function termsOf(model: RoleModel, table: RoleTable, input: Input): readonly Ordering[] {
  return entriesOf(input).flatMap(([name, value]): readonly Ordering[] => {
    const rows = relatedRowsOf(table, name);
    if (rows !== undefined) return aggregateTerms(rowsOfRelation(model, rows), value);
    const field = ensured(table.fields.get(name) ?? computedRowsOf(table, name));
    if (field.kind === 'column') {
      const { column } = field;
      return [{ direction: directionOf(value), expression: (statement, alias) => seenColumnSql(statement, seen(field), alias), column }];
    }
    if (field.kind === 'computed') {
      const { computed, visibleWhen } = field;
      const call: Expression = (statement, alias) =>
        seenValueSql(statement, rowCallSql(statement, rowCallOf(table, computed), alias), visibleWhen, alias);
      return [{ direction: directionOf(value), expression: call }];
    }
    if (field.kind === 'computed-rows') return aggregateTerms(rowsOfComputed(model, table, field), value);
    const inner = termsOf(model, targetOf(model, field), value);
    return inner.map((term) => ({ direction: term.direction, expression: throughRows(rowsOfRelation(model, field), term.expression) }));
  });
}

/** Reads the orderings in the order given; null ones are ignored. @throws GraphqlFault */
export function readOrderings(model: RoleModel, table: RoleTable, input: Input): readonly Ordering[] {
  return itemsOf(input).flatMap((item) => termsOf(model, table, item));
}
