/** What a role may write, by its permissions and by what the table allows. */
import { expect, test } from 'vitest';
import { buildRoleModel } from '../../../../../server/backend/embedded/graphql/model/role-model.ts';
import { buildRoleSchema } from '../../../../../server/backend/embedded/graphql/schema/role-schema.ts';
import { modelOf } from './small-project.ts';

const PERMISSIONS: Readonly<Record<string, (more: string) => string>> = {
  insert: (more) => `insert_permissions: [{ role: r, permission: { columns: [titulo], check: {}${more} } }]`,
  update: (more) => `update_permissions: [{ role: r, permission: { columns: [titulo], filter: {}${more} } }]`,
  delete: (more) => `delete_permissions: [{ role: r, permission: { filter: {}${more} } }]`,
};

async function mayWrite(permissions: string, { role = 'r', isBackend = false, table = 'livro' } = {}): Promise<readonly string[]> {
  const [writable] = buildRoleModel(await modelOf({ tables: `[{ table: ${table}, ${permissions} }]` }), role, isBackend).writables;
  return (['insert', 'update', 'delete'] as const).filter((kind) => writable?.[kind] !== undefined);
}

test.each(['insert', 'update', 'delete'])('a permission to %s gives nothing else', async (kind) => {
  expect(await mayWrite(PERMISSIONS[kind]?.('') ?? '')).toEqual([kind]);
  expect(await mayWrite(PERMISSIONS[kind]?.('') ?? '', { role: 'other' })).toEqual([]);
});

test.each(['insert', 'update', 'delete'])('a permission to %s for backends is none without the secret', async (kind) => {
  const backendOnly = PERMISSIONS[kind]?.(', backend_only: true') ?? '';
  expect([await mayWrite(backendOnly), await mayWrite(backendOnly, { isBackend: true })]).toEqual([[], [kind]]);
  expect(await mayWrite(PERMISSIONS[kind]?.(', backend_only: false') ?? '')).toEqual([kind]);
});

test('the service writes what the table allows, but for generated columns', async () => {
  expect(await mayWrite('is_enum: false', { role: 'admin' })).toEqual(['insert', 'update', 'delete']);
  expect(await mayWrite('is_enum: false', { role: 'admin', table: '{ schema: acervo, name: resumo }' })).toEqual([]);
  const [livro] = buildRoleModel(await modelOf({ tables: '[{ table: livro }]' }), 'admin').writables;
  const names = [livro?.insert, livro?.update].map((permission) => permission?.columns.map(({ name }) => name));
  expect(names.map((columns) => [columns?.includes('titulo'), columns?.includes('id')])).toEqual([
    [true, false],
    [true, false],
  ]);
});

test('a role that may give no value inserts through relationships alone', async () => {
  const mutations = async (livro: string): Promise<readonly string[]> => {
    const livros = 'array_relationships: [{ name: livros, using: { foreign_key_constraint_on: { column: autor_id, table: livro } } }]';
    const autor = 'insert_permissions: [{ role: r, permission: { columns: [], check: {}, set: { nome: eu } } }]';
    const model = await modelOf({ tables: `[{ table: autor, ${livros}, ${autor} }, { table: livro, ${livro} }]` });
    const { mutationRoot } = buildRoleSchema(buildRoleModel(model, 'r'));
    return Object.keys(mutationRoot?.getFields() ?? {});
  };
  expect(await mutations('is_enum: false')).toEqual([]);
  expect(await mutations('insert_permissions: [{ role: r, permission: { columns: [], check: {} } }]')).toEqual([]);
  expect(await mutations(PERMISSIONS['insert']?.('') ?? '')).toEqual(['insert_autor', 'insert_livro']);
});

test('a row is written by its key where the role sees the whole key', async () => {
  const mutations = async (columns: string): Promise<readonly string[]> => {
    const select = `select_permissions: [{ role: r, permission: { columns: [${columns}], filter: {} } }]`;
    const model = await modelOf({ tables: `[{ table: capitulo, ${select}, ${PERMISSIONS['delete']?.('') ?? ''} }]` });
    return Object.keys(buildRoleSchema(buildRoleModel(model, 'r')).mutationRoot?.getFields() ?? {});
  };
  expect(await mutations('livro_id, n')).toEqual(['delete_capitulo', 'delete_capitulo_by_pk']);
  expect(await mutations('livro_id')).toEqual(['delete_capitulo']);
});

test('a role that may write and not read sees no field of the table', async () => {
  const [livro] = buildRoleModel(await modelOf({ tables: `[{ table: livro, ${PERMISSIONS['insert']?.('') ?? ''} }]` }), 'r').writables;
  expect(livro?.rows).toMatchObject({ columns: [], allowsAggregations: false });
  expect([livro?.rows.fields.size, livro?.rows.roots.size, livro?.rows.subscriptionRoots.size]).toEqual([0, 0, 0]);
});
