/** What every step of a mutation has: the view of the role, the values of the request, and the transaction. */
import type { Row } from '../../../database.ts';
import type { Binder, BindInputs } from '../../model/bool-exp.ts';
import type { RoleModel } from '../../model/role-model.ts';
import type { StatementBuilder } from '../statement.ts';

export interface MutationContext {
  readonly model: RoleModel;
  readonly inputs: BindInputs;
  /** Runs one statement in the transaction of the request. @throws GraphqlFault for what the database refuses */
  query(text: string, binders: readonly Binder[]): Promise<readonly Row[]>;
}

export function runStatement(context: MutationContext, statement: StatementBuilder, text: string): Promise<readonly Row[]> {
  return context.query(text, statement.binders);
}
