/** The schemas of all roles, each built when the first request needs it: a process asks for few of them, and each is work at the start. */
import type { RoleModel } from '../model/role-model.ts';
import { buildRoleSchema, type RoleSchema } from './role-schema.ts';

export class RoleSchemas {
  readonly #models: ReadonlyMap<string, RoleModel>;
  readonly #built = new Map<string, RoleSchema>();

  constructor(models: readonly RoleModel[]) {
    this.#models = new Map(models.map((model) => [model.role, model]));
  }

  /** Undefined for a role without a model. */
  get(role: string): RoleSchema | undefined {
    const built = this.#built.get(role);
    if (built !== undefined) return built;
    const model = this.#models.get(role);
    if (model === undefined) return undefined;
    const schema = buildRoleSchema(model);
    this.#built.set(role, schema);
    return schema;
  }
}
