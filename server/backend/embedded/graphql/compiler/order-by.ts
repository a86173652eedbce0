/** Turns an `order_by` argument into SQL expressions. Values of related rows that the role may not see sort as null. */

import { mismatchFault } from '../errors.ts';
import type { RoleModel } from '../model/role-model.ts';
import type { RelationField, RoleTable } from '../model/role-table.ts';
import type { Column } from '../model/tracked-table.ts';
import type { Input } from '../request/input.ts';
import { aggregateCall } from './aggregate.ts';
import { boolSql, conjunction, joinSql, seenColumnSql, seenValueSql } from './bool-sql.ts';
import { rowCallSql } from './function-call.ts';
import type { StatementBuilder } from './statement.ts';
import { joinOf, rowCallOf, seen, targetOf } from './where.ts';

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
  readonly column: Column | undefined;
}

interface Term {
  readonly direction: string;
  readonly expression: Expression;
  readonly column?: Column;
}

function directionOf(input: Input): string {
  const direction = input.kind === 'enum' ? DIRECTIONS[input.name] : undefined;
  if (direction === undefined) throw mismatchFault('an enum value', 'order_by', 'another value', input.path);
  return direction;
}

function entriesOf(input: Input): readonly (readonly [string, Input])[] {
  return input.kind === 'object' ? input.entries.filter(([, value]) => value.kind !== 'null') : [];
}

/** Wraps an expression on the related rows into a subquery; one row of an object relationship, all rows for an aggregate. */
function throughRelation(model: RoleModel, field: RelationField, inner: Expression): Expression {
  const target = targetOf(model, field);
  return (statement, outer) => {
    const alias = statement.alias();
    const value = inner(statement, alias);
    const condition = conjunction([...joinSql(joinOf(field.relationship), outer, alias), boolSql(statement, target.filter, alias)]);
    const limit = field.kind === 'object' ? ' limit 1' : '';
    return `(select ${value} from ${statement.relation(target.table.name)} as ${alias} where ${condition}${limit})`;
  };
}

function aggregateTerms(model: RoleModel, field: RelationField, input: Input): readonly Term[] {
  const target = targetOf(model, field);
  return entriesOf(input).flatMap(([operation, value]) => {
    if (operation === 'count') return [{ direction: directionOf(value), expression: throughRelation(model, field, () => 'count(*)') }];
    return entriesOf(value).map(([name, direction]) => {
      const member = target.fields.get(name);
      if (member?.kind !== 'column') throw new Error('an unknown column reached the compiler; please report it');
      const { column } = member;
      const call: Expression = (statement, alias) => aggregateCall(operation, column, seenColumnSql(statement, seen(member), alias));
      return { direction: directionOf(direction), expression: throughRelation(model, field, call) };
    });
  });
}

function termsOf(model: RoleModel, table: RoleTable, input: Input): readonly Term[] {
  return entriesOf(input).flatMap(([name, value]): readonly Term[] => {
    const field = table.fields.get(name);
    if (field === undefined) throw new Error('an unknown field reached the compiler; please report it');
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
    if (field.kind === 'computed-rows') throw new Error('an order by rows reached the compiler; please report it');
    if (field.kind === 'aggregate') return aggregateTerms(model, field, value);
    const inner = termsOf(model, targetOf(model, field), value);
    return inner.map((term) => ({ direction: term.direction, expression: throughRelation(model, field, term.expression) }));
  });
}

/** Reads the orderings in the order given; null ones are ignored. @throws GraphqlFault */
export function readOrderings(model: RoleModel, table: RoleTable, input: Input): readonly Ordering[] {
  const items = input.kind === 'list' ? input.items : [input];
  return items.flatMap((item) => termsOf(model, table, item)).map((term) => ({ ...term, column: term.column }));
}
