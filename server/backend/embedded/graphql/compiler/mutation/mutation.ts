/** Runs the root fields of a mutation in their order. */
import type { SelectedField } from '../../request/selection.ts';
import { MUTATION_ROOT, type MutationField } from '../../schema/mutation-root.ts';
import type { RoleSchema } from '../../schema/role-schema.ts';
import { deleteByKey, deleteRows, update, updateByKey, updateMany } from './change.ts';
import { insert } from './insert.ts';
import type { MutationContext } from './mutation-context.ts';
import { itemsOf } from './values.ts';

function runField(context: MutationContext, { kind, table }: MutationField, field: SelectedField): Promise<string> {
  const argument = (name: string): Parameters<typeof itemsOf> => [field.args.get(name), `${field.path}.args.${name}`];
  switch (kind) {
    case 'insert':
      return insert(context, table, { isOne: false, field, objects: itemsOf(...argument('objects')) });
    case 'insert_one':
      return insert(context, table, { isOne: true, field, objects: itemsOf(...argument('object')) });
    case 'update':
      return update(context, table, field);
    case 'update_by_pk':
      return updateByKey(context, table, field);
    case 'update_many':
      return updateMany(context, table, field, itemsOf(...argument('updates')));
    case 'delete':
      return deleteRows(context, table, field);
    case 'delete_by_pk':
      return deleteByKey(context, table, field);
  }
}

/** Returns the JSON text of `data`. The caller rolls back when it throws. @throws GraphqlFault */
export async function runMutationFields(context: MutationContext, schema: RoleSchema, fields: readonly SelectedField[]): Promise<string> {
  const members: string[] = [];
  for (const field of fields) {
    const mutation = schema.mutations.get(field.name);
    const json = mutation === undefined ? JSON.stringify(MUTATION_ROOT) : await runField(context, mutation, field);
    members.push(`${JSON.stringify(field.key)}:${json}`);
  }
  return `{${members.join(',')}}`;
}
