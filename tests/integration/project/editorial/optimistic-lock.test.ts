/** Roles of those who write, and the number that keeps two of them from overwriting each other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR, ANA, BIA, PROJECT_ENGINES, type ProjectEngine } from './project-engine.ts';

const INSERT = 'mutation ($slug: String!) { insert_noticia_one(object: {slug: $slug, titulo: "Um"}) { id versao } }';
const UPDATE =
  'mutation ($id: bigint!, $versao: Int!, $titulo: String!) { update_noticia(where: {id: {_eq: $id}, versao: {_eq: $versao}}, _set: {titulo: $titulo}) { affected_rows returning { titulo versao } } }';

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let project: ProjectEngine;
  beforeAll(async () => {
    project = await open();
  }, 120_000);
  afterAll(() => project.close());

  async function news(slug: string): Promise<number> {
    return Number((await project.field(INSERT, { ...ANA, variables: { slug } }))['id']);
  }

  test('the second of two editors who read the same version changes no row', async () => {
    const id = await news('duas-pessoas');
    const first = await project.ask.data(UPDATE, { ...ANA, variables: { id, versao: 1, titulo: 'De Ana' } });
    expect(first).toEqual({ update_noticia: { affected_rows: 1, returning: [{ titulo: 'De Ana', versao: 2 }] } });
    const second = await project.ask.data(UPDATE, { ...BIA, variables: { id, versao: 1, titulo: 'De Bia' } });
    expect(second).toEqual({ update_noticia: { affected_rows: 0, returning: [] } });
    const later = await project.ask.data(UPDATE, { ...BIA, variables: { id, versao: 2, titulo: 'De Bia' } });
    expect(later).toEqual({ update_noticia: { affected_rows: 1, returning: [{ titulo: 'De Bia', versao: 3 }] } });
  });

  test('no client writes the version', async () => {
    const id = await news('versao-alheia');
    const write = 'mutation ($id: bigint!) { update_noticia_by_pk(pk_columns: {id: $id}, _set: {versao: 9}) { id } }';
    expect((await project.ask.fault(write, { ...ANA, variables: { id } })).message).toContain("field 'versao' not found");
  });

  test('recording an edition of a document does not raise its version, changing the document does', async () => {
    const insert =
      'mutation { insert_documento_one(object: {categoria_slug: "leis", titulo: "Lei 1", exercicio: 2026}) { id versao edicao } }';
    const row = await project.field(insert, ANA);
    const { id } = row;
    expect(row).toEqual({ id, versao: 1, edicao: 1 });
    const change = `mutation ($id: bigint!) {
      insert_documento_versao_one(object: {documento_id: $id, motivo: "Corrigida a ementa"}) { versao motivo snapshot(path: "titulo") }
      update_documento(where: {id: {_eq: $id}, versao: {_eq: 1}}, _set: {titulo: "Lei nº 1"}) { affected_rows returning { versao edicao } }
    }`;
    expect(await project.ask.data(change, { ...ANA, variables: { id } })).toEqual({
      insert_documento_versao_one: { versao: 1, motivo: 'Corrigida a ementa', snapshot: 'Lei 1' },
      update_documento: { affected_rows: 1, returning: [{ versao: 2, edicao: 2 }] },
    });
  });

  test('an administrator writes settings, menus and content; an editor writes content alone', async () => {
    const menu = 'mutation { insert_menu_item_one(object: {area: "rodape", rotulo: "Início"}) { rotulo } }';
    expect(await project.ask.data(menu, ADMINISTRATOR)).toEqual({ insert_menu_item_one: { rotulo: 'Início' } });
    expect((await project.ask.fault(menu, ANA)).message).toContain("field 'insert_menu_item_one' not found");
    expect(await project.ask.data(INSERT, { ...ADMINISTRATOR, variables: { slug: 'do-administrador' } })).toMatchObject({
      insert_noticia_one: { versao: 1 },
    });
    const read = '{ menu_item(where: {rotulo: {_eq: "Início"}}) { rotulo versao } }';
    expect(await project.ask.data(read, ANA)).toEqual({ menu_item: [{ rotulo: 'Início', versao: 1 }] });
  });

  test('an administrator reads accounts and their roles, and changes neither of them past `/_session/users`', async () => {
    const { user_id: user } = (await project.rows('select user_id::text from auth.user_roles limit 1'))[0] ?? {};
    const read = `{ user(id: "${String(user)}") { id roles { role } } }`;
    expect(await project.ask.data(read, ADMINISTRATOR)).toEqual({ user: { id: user, roles: [{ role: 'editor' }] } });
    for (const [field, call] of [
      ['updateUser', `updateUser(pk_columns: {id: "${String(user)}"}, _set: {disabled: true}) { id }`],
      ['insertAuthUserRole', `insertAuthUserRole(object: {userId: "${String(user)}", role: "administrador"}) { role }`],
      ['deleteAuthUserRoles', 'deleteAuthUserRoles(where: {}) { affected_rows }'],
    ]) {
      const fault = await project.ask.fault(`mutation { ${call} }`, ADMINISTRATOR);
      expect(fault.message).toContain(`field '${field}' not found in type: 'mutation_root'`);
    }
    expect(await project.rows('select count(*)::int from auth.user_roles')).toEqual([{ count: 2 }]);
  });
});
