import { beforeEach, describe, expect, it } from 'vitest';
import { buildRoleModel, type RoleModel } from '../../../../../server/backend/embedded/graphql/model/role-model.ts';
import { QueryCompiler } from '../../../../../server/backend/embedded/graphql/query-compiler.ts';
import { buildRoleSchema, type RoleSchema } from '../../../../../server/backend/embedded/graphql/schema/role-schema.ts';
import { modelOf } from './small-project.ts';

const TABLES = '[{ table: livro, select_permissions: [{ role: r, permission: { columns: [id], filter: {} } }] }]';

let schema: RoleSchema;
let compiler: QueryCompiler;

beforeEach(async () => {
  schema = buildRoleSchema(buildRoleModel(await modelOf({ tables: TABLES }), 'r'));
  compiler = new QueryCompiler();
});

/** Compiles a document; its statement is named from the second time on, while its plan is kept. */
function nameOf(query: string): string | undefined {
  const request = { query };
  const caller = { schema, trust: 'service', use: { fields: 0, inputs: 0 } } as const;
  return compiler.compile(compiler.operation(request), request, caller).statementName;
}

describe('what the compiler keeps', () => {
  it('is every document of a site', () => {
    const documents = Array.from({ length: 500 }, (_, number) => `query q${number} { livro { id } } ${'#'.repeat(1_900)}`);
    const ids = documents.map((query) => compiler.operation({ query }).id);
    expect(documents.map((query) => compiler.operation({ query }).id)).toEqual(ids);
  });

  it('is not every document when they are long', () => {
    const documents = Array.from({ length: 17 }, (_, number) => `query q${number} { livro { id } } ${'#'.repeat(60_000)}`);
    const ids = documents.map((query) => compiler.operation({ query }).id);
    expect(compiler.operation({ query: documents[16] ?? '' }).id).toBe(ids[16]);
    expect(compiler.operation({ query: documents[0] ?? '' }).id).not.toBe(ids[0]);
  });

  it('is not a document that is longer than any of a site', () => {
    const query = `query { livro { id } } ${'#'.repeat(66_000)}`;
    expect(compiler.operation({ query }).id).not.toBe(compiler.operation({ query }).id);
  });

  it('is not every plan when their requests have many fields or values', () => {
    const wide = (number: number): string =>
      `query q${number} { ${Array.from({ length: 4_000 }, (_, at) => `a${at}: __typename`).join(' ')} }`;
    const query = 'query { livro { id } }';
    nameOf(query);
    expect(nameOf(query)).toMatch(/^gql_/);
    for (let number = 0; number < 17; number += 1) nameOf(wide(number));
    expect(nameOf(query)).toBeUndefined();
  });
});

describe('the types of a role', () => {
  const SELECT = 'select_permissions: [{ role: r, permission: { columns: [id], filter: {} } }]';
  const TWO_TABLES = `[{ table: livro, ${SELECT} }, { table: folha, ${SELECT} }]`;

  /** The role model, and the names of the tables whose fields were read of it. */
  async function watchedModel(): Promise<{ readonly model: RoleModel; readonly read: ReadonlySet<string> }> {
    const model = buildRoleModel(await modelOf({ tables: TWO_TABLES }), 'r');
    const read = new Set<string>();
    for (const table of model.tables) {
      const { fields } = table;
      const get = (): typeof fields => {
        read.add(table.table.typeName);
        return fields;
      };
      Object.defineProperty(table, 'fields', { get });
    }
    return { model, read };
  }

  it('are made for the tables that a request names, whatever scalars its variables have', async () => {
    const { model, read } = await watchedModel();
    schema = buildRoleSchema(model);
    nameOf('query q($id: bigint, $um: Int, $quais: [uuid!]) { livro(limit: $um) { id } }');
    expect([...read]).toEqual(['livro']);
  });

  it('are all made for a variable that is no scalar', async () => {
    const { model, read } = await watchedModel();
    schema = buildRoleSchema(model);
    nameOf('query q($onde: livro_bool_exp) { livro(where: $onde) { id } }');
    expect([...read].toSorted()).toEqual(['folha', 'livro']);
  });

  it('hold no field of a mutation before one is sent', async () => {
    const tables = '[{ table: livro, insert_permissions: [{ role: r, permission: { columns: [titulo], check: {} } }] }]';
    const model = buildRoleModel(await modelOf({ tables }), 'r');
    let described = 0;
    const [table] = model.writables.map((writable) => writable.table);
    const comments = table?.rootComments;
    Object.defineProperty(table, 'rootComments', { get: () => ((described += 1), comments) });
    schema = buildRoleSchema(model);
    nameOf('{ __typename }');
    expect(described).toBe(0);
    schema.mutationRoot?.getFields();
    expect(described).toBeGreaterThan(0);
  });
});
