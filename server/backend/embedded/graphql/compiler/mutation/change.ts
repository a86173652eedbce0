/** Updates and deletes: one statement each, and a second one where the answer shows related rows: as they are afterwards, as in Hasura. */
import { z } from 'zod';
import { ensured, GraphqlFault, mismatchFault } from '../../errors.ts';
import { ALWAYS, allOf, type BoolExp } from '../../model/bool-exp.ts';
import { EQUAL } from '../../model/operators.ts';
import type { Column } from '../../model/tracked-table.ts';
import type { UpdatePermission, WritableTable } from '../../model/writable-table.ts';
import type { Input } from '../../request/input.ts';
import type { SelectedField } from '../../request/selection.ts';
import { encodeList, encodeScalar } from '../../scalars/encode.ts';
import { INT_SCALAR, STRING_SCALAR } from '../../scalars/postgres-scalars.ts';
import { UPDATE_OPERATORS, type UpdateOperator } from '../../schema/update-operators.ts';
import { boolSql, columnSql } from '../bool-sql.ts';
import { quoteIdentifier, quoteTable } from '../identifiers.ts';
import { StatementBuilder } from '../statement.ts';
import { readOperand, readWhere } from '../where.ts';
import { type Answer, answerJson, readWritten, returningColumns, showsRelated, WRITTEN_CTE } from './returning.ts';
import { columnOf, columnText, entriesOf, type MutationContext, presetsSql, refuseSharedColumns, sqlTypeOf } from './values.ts';

export const CHECK_FAILED = 'check constraint of an insert/update permission has failed';

/** The condition on the rows, which must be there: null never means "all rows". @throws GraphqlFault */
function requiredWhere(context: MutationContext, { rows }: WritableTable, input: Input | undefined): BoolExp {
  return readWhere(context.model, rows, ensured(input));
}

function keyCondition({ table }: WritableTable, entries: ReadonlyMap<string, Input>): BoolExp {
  return allOf(
    table.primaryKey.map(({ name, field, type }): BoolExp => {
      const subject = { kind: 'column', column: name, asText: false } as const;
      return { kind: 'compare', subject, operator: EQUAL, operand: readOperand(type, EQUAL, ensured(entries.get(field))) };
    }),
  );
}

interface Change {
  /** `update ... set ...` or `delete from ...`, up to its `where`. */
  readonly verb: (statement: StatementBuilder, alias: string) => string;
  readonly where: BoolExp;
  readonly check: BoolExp;
}

/** Writes the change as `changed`, with each row and whether it has passed the check. */
function changedSql(statement: StatementBuilder, table: WritableTable, change: Change): string {
  const alias = statement.alias();
  const verb = change.verb(statement, alias);
  const where = boolSql(statement, change.where, alias);
  const check = boolSql(statement, change.check, alias);
  const line = `row(${alias}.*)::${quoteTable(table.table.name)} as line`;
  return `with changed as (${verb} where ${where} returning ${line}, coalesce(${check}, false) as passed)`;
}

const PASSED = '(select coalesce(bool_and(passed), true) from changed)::text as passed';

async function runChange(context: MutationContext, table: WritableTable, change: Change, answer: Answer): Promise<string> {
  const statement = new StatementBuilder();
  const changed = changedSql(statement, table, change);
  const isRead = showsRelated(answer);
  const columns = isRead ? [] : returningColumns(context, statement, table, answer);
  const text = isRead
    ? `${changed} select (select coalesce(json_agg(line::text), '[]') from changed)::text as lines, ${PASSED}`
    : [
        `${changed}, ${WRITTEN_CTE} as (select (changed.line).* from changed)`,
        ` select (select count(*) from changed)::text as affected, ${PASSED}`,
        ...columns.map(({ sql }) => `, ${sql}`),
      ].join('');
  const [row = {}] = await context.run(statement, text);
  if (row['passed'] !== 'true') throw new GraphqlFault('permission-error', CHECK_FAILED, '$');
  if (!isRead) return answerJson(table, answer, Number(row['affected']), row);
  const lines = LINES.parse(JSON.parse(String(row['lines'])));
  return readWritten(context, table, { affected: lines.length, lines }, answer);
}

const LINES = z.array(z.string());

interface Assignment {
  readonly column: Column;
  readonly operator: UpdateOperator;
  /** The text of the right side, null for SQL null. */
  readonly text: string | null;
}

function operandText(context: MutationContext, operator: UpdateOperator, column: Column, input: Input): string | null {
  if (operator.operand === 'same') return columnText(column, input, context.inputs);
  if (input.kind !== 'leaf') return null;
  const given = input.source(context.inputs.variable);
  if (operator.operand === 'texts') return encodeList(STRING_SCALAR, given, input.path);
  return encodeScalar(operator.operand === 'integer' ? INT_SCALAR : STRING_SCALAR, given, input.path);
}

function castOf(operator: UpdateOperator, column: Column): string {
  switch (operator.operand) {
    case 'same':
      return sqlTypeOf(column.type);
    case 'integer':
      return 'pg_catalog.int4';
    case 'text':
      return 'pg_catalog.text';
    case 'texts':
      return 'pg_catalog.text[]';
  }
}

function readAssignments(
  context: MutationContext,
  { table, update }: { readonly table: WritableTable; readonly update: UpdatePermission },
  entries: ReadonlyMap<string, Input>,
  path: string,
): readonly Assignment[] {
  const assignments = UPDATE_OPERATORS.flatMap((operator) => {
    const input = entries.get(operator.name);
    if (input === undefined) return [];
    if (input.kind !== 'object') throw mismatchFault('an object', `${table.table.typeName}${operator.name}_input`, 'null', input.path);
    return input.entries.map(([field, value]) => {
      const column = columnOf(update.columns, field);
      return { column, operator, text: operandText(context, operator, column, value) };
    });
  });
  refuseSharedColumns(
    assignments.map(({ column }) => column.field),
    path,
  );
  return assignments;
}

function assignmentSql(statement: StatementBuilder, alias: string, { column, operator, text }: Assignment): string {
  const cast = castOf(operator, column);
  const operand = text === null ? `null::${cast}` : statement.parameter(() => text, cast);
  return `${quoteIdentifier(column.name)} = ${operator.sql(columnSql(alias, column.name), operand)}`;
}

function setVerb(
  context: MutationContext,
  table: WritableTable,
  update: UpdatePermission,
  assignments: readonly Assignment[],
): Change['verb'] {
  return (statement, alias) => {
    const given = assignments.map((assignment) => assignmentSql(statement, alias, assignment));
    const preset = presetsSql(context, statement, update.presets);
    return `update ${quoteTable(table.table.name)} as ${alias} set ${[...given, ...preset].join(', ')}`;
  };
}

async function runUpdate(
  context: MutationContext,
  table: WritableTable,
  { entries, where, path }: { readonly entries: ReadonlyMap<string, Input>; readonly where: BoolExp; readonly path: string },
  answer: Answer,
): Promise<string> {
  const update = ensured(table.update);
  const assignments = readAssignments(context, { table, update }, entries, path);
  if (assignments.length === 0 && update.presets.length === 0) return answerJson(table, answer, 0, {});
  const verb = setVerb(context, table, update, assignments);
  return runChange(context, table, { verb, where: allOf([update.filter, where]), check: update.check }, answer);
}

/** Runs `update_T`. @throws GraphqlFault */
export function update(context: MutationContext, table: WritableTable, field: SelectedField): Promise<string> {
  const path = `${field.path}.args`;
  const where = requiredWhere(context, table, field.args.get('where'));
  return runUpdate(context, table, { entries: field.args, where, path }, { isOne: false, field });
}

/** Runs `update_T_by_pk`. @throws GraphqlFault */
export function updateByKey(context: MutationContext, table: WritableTable, field: SelectedField): Promise<string> {
  const path = `${field.path}.args`;
  const key = entriesOf(field.args.get('pk_columns'), `${table.table.typeName}_pk_columns_input`);
  return runUpdate(context, table, { entries: field.args, where: keyCondition(table, key), path }, { isOne: true, field });
}

/** Runs the updates of `update_T_many` in their order; later ones see the earlier ones. @throws GraphqlFault */
export async function updateMany(
  context: MutationContext,
  table: WritableTable,
  field: SelectedField,
  updates: readonly Input[],
): Promise<string> {
  const answers: string[] = [];
  for (const item of updates) {
    const entries = entriesOf(item, `${table.table.typeName}_updates`);
    const where = requiredWhere(context, table, entries.get('where'));
    answers.push(await runUpdate(context, table, { entries, where, path: item.path }, { isOne: false, field }));
  }
  return `[${answers.join(',')}]`;
}

function runDelete(context: MutationContext, table: WritableTable, where: BoolExp, answer: Answer): Promise<string> {
  const mayDelete = ensured(table.delete);
  const verb: Change['verb'] = (_, alias) => `delete from ${quoteTable(table.table.name)} as ${alias}`;
  return runChange(context, table, { verb, where: allOf([mayDelete, where]), check: ALWAYS }, answer);
}

/** Runs `delete_T`. @throws GraphqlFault */
export function deleteRows(context: MutationContext, table: WritableTable, field: SelectedField): Promise<string> {
  const where = requiredWhere(context, table, field.args.get('where'));
  return runDelete(context, table, where, { isOne: false, field });
}

/** Runs `delete_T_by_pk`. @throws GraphqlFault */
export function deleteByKey(context: MutationContext, table: WritableTable, field: SelectedField): Promise<string> {
  return runDelete(context, table, keyCondition(table, field.args), { isOne: true, field });
}
