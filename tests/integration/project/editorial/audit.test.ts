/** Who changed what, and the versions of a row that follow from it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_TYPES } from '../../../../client/admin/resources/content-types.ts';
import { openEmbeddedAuth } from '../../../../server/backend/embedded/auth/embedded-auth.ts';
import { SILENT_LOG } from '../../../support/silent-log.ts';
import { CountingHasher } from '../../auth/counting-hasher.ts';
import { ADMINISTRATOR, ANA, BIA, PROJECT_ENGINES, type ProjectEngine } from './project-engine.ts';

const TRAIL = `query ($tabela: String!, $chave: String!) {
  auditoria(where: {tabela: {_eq: $tabela}, chave: {_eq: $chave}}, order_by: {id: asc}) { operacao versao papel alteracoes autor { nome } }
}`;
const VERSIONS = `query ($tabela: String!, $chave: String!) {
  listar_versoes(args: {tabela: $tabela, chave: $chave}) { versao operacao autor { nome } linha }
}`;
const SET_TITLE =
  'mutation ($id: bigint!, $titulo: String!) { update_noticia_by_pk(pk_columns: {id: $id}, _set: {titulo: $titulo}) { id versao } }';

interface Version {
  readonly versao: number | null;
  readonly operacao: string | null;
  readonly autor: { readonly nome: string } | null;
  readonly alteracoes?: unknown;
  readonly linha: Readonly<Record<string, unknown>> | null;
}

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let project: ProjectEngine;
  beforeAll(async () => {
    project = await open();
  }, 120_000);
  afterAll(() => project.close());

  async function news(slug: string): Promise<number> {
    const insert = `mutation { insert_noticia_one(object: {slug: "${slug}", titulo: "Um", resumo: "Resumo"}) { id } }`;
    return Number((await project.field(insert, ANA))['id']);
  }

  const list = (query: string, tabela: string, chave: number | string): Promise<readonly Version[]> =>
    project.field(query, { ...BIA, variables: { tabela, chave: String(chave) } }) as Promise<unknown> as Promise<readonly Version[]>;

  test('each change is recorded with who made it and the values before and after', async () => {
    const id = await news('registro');
    await project.ask.data(SET_TITLE, { ...BIA, variables: { id, titulo: 'Dois' } });
    await project.ask.data(SET_TITLE, { ...ADMINISTRATOR, variables: { id, titulo: 'Três' } });
    const trail = await list(TRAIL, 'noticia', id);
    expect(trail.slice(1)).toEqual([
      { operacao: 'UPDATE', versao: 2, papel: 'editor', alteracoes: { titulo: ['Um', 'Dois'] }, autor: { nome: 'Bia' } },
      { operacao: 'UPDATE', versao: 3, papel: 'administrador', alteracoes: { titulo: ['Dois', 'Três'] }, autor: null },
    ]);
    expect(trail[0]).toMatchObject({
      operacao: 'INSERT',
      versao: 1,
      autor: { nome: 'Ana' },
      alteracoes: { titulo: [null, 'Um'], resumo: [null, 'Resumo'], slug: [null, 'registro'] },
    });
  });

  test('an update that changes nothing is not recorded', async () => {
    const id = await news('sem-mudanca');
    await project.ask.data(SET_TITLE, { ...BIA, variables: { id, titulo: 'Um' } });
    expect(await list(TRAIL, 'noticia', id)).toHaveLength(1);
  });

  test('personal data is left out: that it changed is recorded, its values are not', async () => {
    const insert = 'mutation { insert_pessoa_one(object: {nome: "Carla", telefone_institucional: "(91) 3000-0000"}) { id } }';
    const id = String((await project.field(insert, ANA))['id']);
    const update =
      'mutation ($id: uuid!) { update_pessoa_by_pk(pk_columns: {id: $id}, _set: {telefone_institucional: null, nome: "Carla M."}) { id } }';
    await project.ask.data(update, { ...ANA, variables: { id } });
    const [, changed] = await list(TRAIL, 'pessoa', id);
    expect(changed).toMatchObject({ alteracoes: { telefone_institucional: null, nome: ['Carla', 'Carla M.'] } });
    expect(JSON.stringify(await list(TRAIL, 'pessoa', id))).not.toContain('3000-0000');
  });

  test('a load by the server itself is not recorded; a change by it is, without a person', async () => {
    await project.database.script(`
      insert into termo_glossario (id, termo, definicao) values (900, 'RPPS', 'Regime');
      update termo_glossario set definicao = 'Regime próprio' where id = 900`);
    expect(await list(TRAIL, 'termo_glossario', 900)).toEqual([
      { operacao: 'UPDATE', versao: 2, papel: null, alteracoes: { definicao: ['Regime', 'Regime próprio'] }, autor: null },
    ]);
  });

  test('the trail can neither be changed nor emptied', async () => {
    await news('protegida');
    for (const statement of ['update auditoria set papel = null', 'delete from auditoria', 'truncate auditoria'])
      await expect(project.database.script(statement)).rejects.toThrow('the audit trail is only added to');
  });

  test('the public and people who only read see nothing of it', async () => {
    for (const table of ['auditoria', 'rascunho', 'presenca', 'redator'])
      expect((await project.ask.fault(`{ ${table} { __typename } }`)).message).toContain(`field '${table}' not found`);
    expect((await project.ask.fault('{ listar_versoes(args: {tabela: "noticia", chave: "1"}) { versao } }')).message).toContain(
      'not found',
    );
  });

  test('every saved state of a row is a version, and restoring one makes a new version', async () => {
    const id = await news('versoes');
    await project.ask.data(SET_TITLE, { ...BIA, variables: { id, titulo: 'Dois' } });
    await project.ask.data(SET_TITLE, { ...ANA, variables: { id, titulo: 'Três' } });
    const versions = await list(VERSIONS, 'noticia', id);
    expect(
      versions.map(({ versao, operacao, autor, linha }) => [versao, operacao, autor?.nome, linha?.['titulo'], linha?.['resumo']]),
    ).toEqual([
      [3, 'UPDATE', 'Ana', 'Três', 'Resumo'],
      [2, 'UPDATE', 'Bia', 'Dois', 'Resumo'],
      [1, 'INSERT', 'Ana', 'Um', 'Resumo'],
    ]);
    const [, , first] = versions;
    const restore =
      'mutation ($id: bigint!, $titulo: String!) { update_noticia(where: {id: {_eq: $id}, versao: {_eq: 3}}, _set: {titulo: $titulo}) { returning { titulo versao } } }';
    expect(await project.field(restore, { ...BIA, variables: { id, titulo: first?.linha?.['titulo'] } })).toEqual({
      returning: [{ titulo: 'Um', versao: 4 }],
    });
    expect((await list(VERSIONS, 'noticia', id)).map(({ versao, linha }) => [versao, linha?.['titulo']])).toEqual([
      [4, 'Um'],
      [3, 'Três'],
      [2, 'Dois'],
      [1, 'Um'],
    ]);
  });

  test('a row that was there before the trail has its first state as a version; a deleted one keeps all of them', async () => {
    await project.database.script("insert into contato (id, tipo, valor) values (900, 'email', 'a@b.example')");
    expect(await list(VERSIONS, 'contato', 900)).toMatchObject([
      { versao: 1, operacao: null, autor: null, linha: { valor: 'a@b.example' } },
    ]);
    await project.ask.data('mutation { update_contato_by_pk(pk_columns: {id: 900}, _set: {valor: "c@d.example"}) { id } }', ANA);
    await project.ask.data('mutation { delete_contato_by_pk(id: 900) { id } }', ANA);
    const versions = await list(VERSIONS, 'contato', 900);
    expect(versions.map(({ versao, operacao, linha }) => [versao, operacao, linha?.['valor']])).toEqual([
      [2, 'DELETE', undefined],
      [2, 'UPDATE', 'c@d.example'],
      [1, null, 'a@b.example'],
    ]);
  });

  test('a row with a key of several columns has versions under the joined key', async () => {
    await project.database.script(`
      insert into storage.files (id, bucket_id, name) values ('00000000-0000-4000-8000-0000000000f1', 'default', 'a.pdf');
      insert into arquivo (id, nome, mime, tamanho_bytes) values ('00000000-0000-4000-8000-0000000000f1', 'a.pdf', 'application/pdf', 1);
      insert into documento (id, categoria_slug, titulo, exercicio) values (900, 'leis', 'Lei', 2026);
      insert into documento_arquivo (documento_id, arquivo_id) values (900, '00000000-0000-4000-8000-0000000000f1')`);
    await project.ask.data(
      'mutation { update_documento_arquivo(where: {documento_id: {_eq: 900}}, _set: {rotulo: "Íntegra"}) { affected_rows } }',
      ANA,
    );
    const key = '900:00000000-0000-4000-8000-0000000000f1';
    expect((await list(VERSIONS, 'documento_arquivo', key)).map(({ versao, linha }) => [versao, linha?.['rotulo']])).toEqual([
      [2, 'Íntegra'],
      [1, null],
    ]);
  });

  test('a save that changes only rows that belong to a row is a version, with what went and what came', async () => {
    const file = (letter: string): string => `00000000-0000-4000-8000-0000000000${letter}`;
    await project.database.script(`
      insert into storage.files (id, bucket_id, name)
        values ('${file('e1')}', 'default', 'e1.pdf'), ('${file('e2')}', 'default', 'e2.pdf'), ('${file('e3')}', 'default', 'e3.pdf');
      insert into arquivo (id, nome, mime, tamanho_bytes)
        select id, name, 'application/pdf', 1 from storage.files where name in ('e1.pdf', 'e2.pdf', 'e3.pdf');
      insert into documento (id, categoria_slug, titulo, exercicio) values (910, 'leis', 'Lei', 2026);
      insert into documento_arquivo (documento_id, arquivo_id, ordem) values (910, '${file('e1')}', 0), (910, '${file('e2')}', 1)`);
    // As a form does it: the list is replaced, and the title written as it was.
    const replace = (title: string, names: readonly string[]): Promise<unknown> =>
      project.ask.data(
        `mutation ($titulo: String!, $objects: [documento_arquivo_insert_input!]!) {
          update_documento(where: {id: {_eq: 910}}, _set: {titulo: $titulo}) { affected_rows }
          delete_documento_arquivo(where: {documento_id: {_eq: 910}}) { affected_rows }
          insert_documento_arquivo(objects: $objects) { affected_rows }
        }`,
        {
          ...ANA,
          variables: { titulo: title, objects: names.map((name, ordem) => ({ documento_id: 910, arquivo_id: file(name), ordem })) },
        },
      );
    await replace('Lei', ['e2', 'e3']);
    await replace('Lei nova', ['e3', 'e2']);
    await replace('Lei nova', ['e3']);
    const versions = await list(VERSIONS.replace('linha }', 'linha alteracoes }'), 'documento', 910);
    const row = (name: string) => expect.objectContaining({ arquivo_id: file(name) });
    expect(versions.map(({ versao, autor, linha, alteracoes }) => [versao, autor?.nome, linha?.['titulo'], alteracoes])).toEqual([
      [null, 'Ana', 'Lei nova', { documento_arquivo: [[row('e2')], []] }],
      [3, 'Ana', 'Lei nova', { titulo: ['Lei', 'Lei nova'], documento_arquivo: [[], []] }],
      [null, 'Ana', 'Lei', { documento_arquivo: [[row('e1')], [row('e3')]] }],
      [2, undefined, 'Lei', null],
    ]);
    expect(await list(VERSIONS, 'documento', 91)).toEqual([]);
  });

  test('a version has the lists that belonged to the row then, in their order, also before a change of one of their rows', async () => {
    await project.database.script(`
      insert into documento (id, categoria_slug, titulo, exercicio) values (920, 'leis', 'Contrato', 2026), (921, 'leis', 'Lei', 2026);
      insert into pagamento (id, documento_id, pago_em, valor) values (920, 920, '2026-01-10', 1500.50), (921, 920, '2026-02-10', 80)`);
    await project.ask.data('mutation { update_pagamento(where: {id: {_eq: 920}}, _set: {empenho: "12"}) { affected_rows } }', ANA);
    await project.ask.data(
      `mutation {
        update_documento(where: {id: {_eq: 920}}, _set: {titulo: "Contrato novo"}) { affected_rows }
        delete_pagamento(where: {documento_id: {_eq: 920}}) { affected_rows }
        insert_pagamento(objects: [{documento_id: 920, pago_em: "2026-02-10", valor: 80}]) { affected_rows }
        insert_documento_relacao(objects: [{de_id: 920, para_id: 921, tipo: "regulamenta"}]) { affected_rows }
      }`,
      ANA,
    );
    // The same relation goes and comes again, as a form that saves its list does it.
    await project.ask.data(
      `mutation {
        delete_documento_relacao(where: {de_id: {_eq: 920}}) { affected_rows }
        insert_documento_relacao(objects: [{de_id: 920, para_id: 921, tipo: "regulamenta"}]) { affected_rows }
        delete_pagamento(where: {documento_id: {_eq: 920}}) { affected_rows }
      }`,
      ANA,
    );
    const versions = await list(VERSIONS, 'documento', 920);
    const relation = expect.objectContaining({ para_id: 921, tipo: 'regulamenta' });
    const payment = (pago_em: string, valor: number, empenho?: string) =>
      expect.objectContaining({ pago_em, valor, ...(empenho === undefined ? {} : { empenho }) });
    expect(
      versions.map(({ linha }) => [linha?.['titulo'], linha?.['pagamento'], linha?.['documento_relacao'], linha?.['contrato_fiscal']]),
    ).toEqual([
      ['Contrato novo', [], [relation], []],
      ['Contrato novo', [payment('2026-02-10', 80)], [relation], []],
      ['Contrato', [payment('2026-01-10', 1500.5), payment('2026-02-10', 80)], [], []],
    ]);
    // A payment that was changed in its own form is no save of the document: the version before its first save is from before that change.
    expect(versions[2]?.linha).toMatchObject({ pagamento: [{ empenho: null }, { valor: 80 }] });
  });

  test('each table whose rows are saved with another row leads to that row', async () => {
    const owners = ALL_TYPES.flatMap(({ table, fields }) =>
      fields.flatMap((field) => (field.kind === 'rows' ? [{ ...field.rows, owner: `${table}:7` }] : [])),
    );
    expect(owners.length).toBeGreaterThan(5);
    for (const { table, parentColumn, owner } of owners)
      for (const change of ['[7, null]', '[null, 7]'])
        expect(await project.rows(`select edicao.dona_da_linha('${table}', '{"${parentColumn}": ${change}}') as dona`)).toEqual([
          { dona: owner },
        ]);
    for (const { table, parentColumn, owner } of owners)
      expect(await project.rows(`select filha, coluna from edicao.listas_da_dona('${owner.split(':')[0]}')`)).toContainEqual({
        filha: table,
        coluna: parentColumn,
      });
  });

  test('versions of a text for answers to citizens are read by those who answer and by administrators, and by no editor', async () => {
    const ombudsman = { role: 'ouvidor', session: ANA.session };
    const row = await project.field(
      'mutation { insert_modelo_resposta_one(object: {canal: "sic", titulo: "Negativa", texto: "Pedido da senhora Z."}) { id } }',
      ombudsman,
    );
    const variables = { tabela: 'modelo_resposta', chave: String(row['id']) };
    const versionsOf = async (who: typeof ANA): Promise<unknown> =>
      ((await project.ask.data(VERSIONS, { ...who, variables })) as { listar_versoes: readonly Version[] }).listar_versoes.map(
        ({ linha }) => linha?.['texto'],
      );
    expect([await versionsOf(BIA), await versionsOf(ADMINISTRATOR), await versionsOf(ombudsman)]).toEqual([
      [],
      ['Pedido da senhora Z.'],
      ['Pedido da senhora Z.'],
    ]);
    expect([await project.ask.data(TRAIL, { ...BIA, variables }), await project.ask.data(TRAIL, { ...ADMINISTRATOR, variables })]).toEqual([
      { auditoria: [] },
      { auditoria: [expect.objectContaining({ operacao: 'INSERT' })] },
    ]);
    const id = await news('versoes-do-conteudo');
    const others = await project.ask.data(VERSIONS, { ...ombudsman, variables: { tabela: 'noticia', chave: String(id) } });
    expect(others).toEqual({ listar_versoes: [] });
  });

  test('a table that is not edited has no versions', async () => {
    const fault = await project.ask.fault('{ listar_versoes(args: {tabela: "auditoria", chave: "1"}) { versao } }', ANA);
    expect(fault.message).toContain('no versions of "auditoria"');
  });

  test('an administrator’s changes of accounts are recorded with their author and without personal data or secrets, for administrators alone', async () => {
    const { database } = project;
    const auth = await openEmbeddedAuth({ database, log: SILENT_LOG, hasher: new CountingHasher() });
    try {
      const by = { userId: ANA.session['x-hasura-user-id'], role: 'administrador' };
      const { accounts } = auth.backend;
      const made = await accounts.create({ email: 'caio@instituto.example', displayName: 'Caio', role: 'editor' }, by);
      const id = made.kind === 'ok' ? made.value.user.id : '';
      await accounts.create({ email: 'caio@instituto.example', displayName: 'Outro', role: 'editor' }, by);
      await accounts.create({ email: 'dora@instituto.example', displayName: 'Dora', role: 'administrador' }, by);
      await accounts.change(id, { disabled: true, displayName: 'Caio Reis' }, by);
      await accounts.change(id, { disabled: true }, by);
      await accounts.resetPassword(id, undefined, { userId: null, role: 'admin' });
      const variables = { tabela: 'users', chave: id };
      expect(await project.ask.data(TRAIL, { ...BIA, variables })).toEqual({ auditoria: [] });
      const trail = await project.ask.data(TRAIL, { ...ADMINISTRATOR, variables });
      const own = { versao: null, papel: 'administrador', autor: { nome: 'Ana' } };
      expect(trail).toEqual({
        auditoria: [
          {
            ...own,
            operacao: 'INSERT',
            alteracoes: {
              email: null,
              display_name: null,
              default_role: [null, 'editor'],
              roles: [null, expect.arrayContaining(['editor', 'me', 'user'])],
              disabled: [null, false],
              active_mfa_type: [null, null],
            },
          },
          { ...own, operacao: 'UPDATE', alteracoes: { display_name: null, disabled: [false, true] } },
          { ...own, operacao: 'UPDATE', alteracoes: { password_hash: null }, papel: 'admin', autor: null },
        ],
      });
    } finally {
      await auth.close();
    }
  });
});
