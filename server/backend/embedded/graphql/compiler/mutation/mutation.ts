/** Runs the root fields of a mutation in their order. */
import { ensured } from '../../errors.ts';
import type { SelectedField } from '../../request/selection.ts';
import { MUTATION_ROOT, type MutationField, type TableMutation } from '../../schema/mutation-root.ts';
import type { RoleSchema } from '../../schema/role-schema.ts';
import { functionSql } from '../select.ts';
import { StatementBuilder } from '../statement.ts';
import { deleteByKey, deleteRows, update, updateByKey, updateMany } from './change.ts';
import { insert } from './insert.ts';
import { itemsOf, type MutationContext } from './values.ts';

type FunctionField = Extract<MutationField, { kind: 'function' }>;

/**
 * Calls a function that writes, and answers with the rows that it returns. With `user` the statement says first who acts, so that it needs no other
 * statement and is a transaction of its own.
 */
export async function callFunction(
  context: MutationContext,
  { table, fn }: FunctionField,
  field: SelectedField,
  user?: string,
): Promise<string> {
  const statement = new StatementBuilder();
  const sql = functionSql({ model: context.model, statement }, { kind: 'function', table, fn }, field);
  const call = `(${sql})::text`;
  // CASE orders the evaluation; `set_config` returns what it has set.
  const said = (value: string): string => `case when set_config('hasura.user', ${value}, true) is not null then ${call} end`;
  const answered = user === undefined ? call : said(statement.parameter(() => user, 'pg_catalog.text'));
  const [row = {}] = await context.run(statement, `select ${answered} as answer`);
  const answer = row['answer'];
  return typeof answer === 'string' ? answer : 'null';
}

/** The function that is all that a mutation calls, and its field; undefined for any other mutation. */
export function onlyFunction(
  { mutations }: RoleSchema,
  fields: readonly SelectedField[],
): { readonly called: FunctionField; readonly field: SelectedField } | undefined {
  const [only, ...others] = fields.map((field) => ({ field, called: mutations.get(field.name) }));
  if (others.length > 0 || only?.called?.kind !== 'function') return undefined;
  return { field: only.field, called: only.called };
}

function runField(context: MutationContext, { kind, table }: TableMutation, field: SelectedField): Promise<string> {
  switch (kind) {
    case 'insert':
      return insert(context, table, { isOne: false, field, objects: itemsOf(field.args.get('objects')) });
    case 'insert_one':
      return insert(context, table, { isOne: true, field, objects: [ensured(field.args.get('object'))] });
    case 'update':
      return update(context, table, field);
    case 'update_by_pk':
      return updateByKey(context, table, field);
    case 'update_many':
      return updateMany(context, table, field, itemsOf(field.args.get('updates')));
    case 'delete':
      return deleteRows(context, table, field);
    case 'delete_by_pk':
      return deleteByKey(context, table, field);
  }
}

async function answerOf(context: MutationContext, mutation: MutationField | undefined, field: SelectedField): Promise<string> {
  if (mutation === undefined) return JSON.stringify(MUTATION_ROOT);
  return mutation.kind === 'function' ? callFunction(context, mutation, field) : runField(context, mutation, field);
}

/** Returns the JSON text of `data`. The caller rolls back when it throws. @throws GraphqlFault */
export async function runMutationFields(context: MutationContext, schema: RoleSchema, fields: readonly SelectedField[]): Promise<string> {
  const members: string[] = [];
  for (const field of fields) {
    const json = await answerOf(context, schema.mutations.get(field.name), field);
    members.push(`${JSON.stringify(field.key)}:${json}`);
  }
  return `{${members.join(',')}}`;
}
