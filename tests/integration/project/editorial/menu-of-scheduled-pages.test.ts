/** Entries of menus that lead to a page whose moment is still to come. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ANA, BIA, PROJECT_ENGINES, type ProjectEngine } from './project-engine.ts';

const EVERYBODY = { role: 'public', session: {} };

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let project: ProjectEngine;
  beforeAll(async () => {
    project = await open();
    await project.database.script(
      "insert into configuracao_site (nome, sigla, ente, uf) values ('Instituto', 'IP', 'Vila', 'PA') on conflict do nothing",
    );
  }, 120_000);
  beforeEach(() =>
    project.database.script(`
      delete from edicao.menu_desligado; delete from menu_item; delete from pagina;
      update configuracao_site set exige_aprovacao = true;
      insert into menu_item (id, area, rotulo) overriding system value values (901, 'rodape', 'Grupo'), (902, 'rodape', 'Outro grupo');
      insert into menu_item (id, area, pai_id, rotulo, destino_tipo, destino) overriding system value values
        (903, 'rodape', 901, 'Prova de vida', 'pagina', 'prova-de-vida'), (904, 'rodape', 902, 'Censo', 'rota', '/paginas/prova-de-vida'),
        (905, 'rodape', 902, 'Leis', 'categoria', 'leis'), (906, 'rodape', null, 'Dados', 'pagina', 'dados-abertos');
      insert into pagina (id, slug, titulo, publicado_em) overriding system value values
        (990, 'prova-de-vida', 'Prova de vida', '2999-01-01'), (991, 'dados-abertos', 'Dados abertos', '2999-01-01')`),
  );
  afterAll(() => project.close());

  const seen = async (): Promise<readonly unknown[]> => {
    const { menu_item: rows } = (await project.ask.data('{ menu_item(order_by: {id: asc}) { rotulo } }', EVERYBODY)) as {
      readonly menu_item: readonly { readonly rotulo: string }[];
    };
    return rows.map(({ rotulo }) => rotulo);
  };
  /** Publishes the pages by another person than their author, as of their moment. */
  const approve = (): Promise<unknown> =>
    project.ask.data('mutation { update_pagina(where: {}, _set: {publicado: true}) { affected_rows } }', BIA);
  /** Brings the moment of the pages forward without a save, as the time does. */
  const comes = (): Promise<void> =>
    project.database.script(
      "set session_replication_role = replica; update pagina set publicado_em = '2020-01-01'; set session_replication_role = origin",
    );

  test('visitors see an entry, and a group with nothing else, from the moment of its page on', async () => {
    await project.ask.data('mutation { update_pagina(where: {}, _set: {resumo: "R"}) { affected_rows } }', ANA);
    await approve();
    expect(await seen()).toEqual(['Outro grupo', 'Leis', 'Dados']);
    await comes();
    expect(await seen()).toEqual(['Grupo', 'Outro grupo', 'Prova de vida', 'Censo', 'Leis', 'Dados']);
  });

  test('an entry that went with the demonstration comes back at the moment of the page that is approved, without another save', async () => {
    await project.database.script(
      'insert into edicao.menu_desligado (id) values (901), (903); update menu_item set ativo = false where id in (901, 903)',
    );
    await project.ask.data('mutation { update_pagina(where: {}, _set: {resumo: "R"}) { affected_rows } }', ANA);
    await approve();
    expect(await seen()).not.toContain('Prova de vida');
    await comes();
    expect(await seen()).toEqual(expect.arrayContaining(['Grupo', 'Prova de vida']));
  });
});
