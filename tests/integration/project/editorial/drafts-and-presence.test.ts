/** Drafts that belong to one person, and who has which row open. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { leaveCase, signCase } from '../../../../client/admin/cases/case-presence.tsx';
import type { RunGraphql } from '../../../../client/admin/data/graphql.ts';
import { ANA, BIA, PROJECT_ENGINES, type ProjectEngine } from './project-engine.ts';

const SAVE = `mutation ($chave: String, $dados: jsonb!) {
  insert_rascunho_one(object: {tabela: "noticia", chave: $chave, versao_base: 4, dados: $dados},
    on_conflict: {constraint: rascunho_unico, update_columns: [dados, versao_base]}) { dados }
}`;
const ENTER = `mutation ($chave: String!) {
  insert_presenca_one(object: {tabela: "noticia", chave: $chave}, on_conflict: {constraint: presenca_pkey, update_columns: [visto_em]}) { expira_em }
}`;

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let project: ProjectEngine;
  beforeAll(async () => {
    project = await open();
  }, 120_000);
  afterAll(() => project.close());
  beforeEach(async () => {
    await project.rows('delete from rascunho');
    await project.rows('delete from presenca');
  });

  const drafts = (who: typeof ANA): Promise<unknown> => project.ask.data('{ rascunho(order_by: {chave: asc}) { chave dados } }', who);

  test('a person has one draft for each row and one for a new row, saved over and over', async () => {
    for (const titulo of ['A', 'Ab', 'Abc']) {
      await project.ask.data(SAVE, { ...ANA, variables: { chave: '7', dados: { titulo } } });
      await project.ask.data(SAVE, { ...ANA, variables: { chave: null, dados: { titulo: `Nova ${titulo}` } } });
    }
    expect(await drafts(ANA)).toEqual({
      rascunho: [
        { chave: '7', dados: { titulo: 'Abc' } },
        { chave: null, dados: { titulo: 'Nova Abc' } },
      ],
    });
  });

  test('another editor neither sees, changes nor deletes a draft', async () => {
    await project.ask.data(SAVE, { ...ANA, variables: { chave: '8', dados: { titulo: 'De Ana' } } });
    expect(await drafts(BIA)).toEqual({ rascunho: [] });
    const write =
      'mutation { update_rascunho(where: {}, _set: {dados: {}}) { affected_rows } delete_rascunho(where: {}) { affected_rows } }';
    expect(await project.ask.data(write, BIA)).toEqual({ update_rascunho: { affected_rows: 0 }, delete_rascunho: { affected_rows: 0 } });
    await project.ask.data(SAVE, { ...BIA, variables: { chave: '8', dados: { titulo: 'De Bia' } } });
    expect(await project.rows("select dados ->> 'titulo' as titulo from rascunho where chave = '8' order by 1")).toEqual([
      { titulo: 'De Ana' },
      { titulo: 'De Bia' },
    ]);
  });

  test('a draft is neither recorded in the audit trail nor a version', async () => {
    await project.ask.data(SAVE, { ...ANA, variables: { chave: '9', dados: { titulo: 'x' } } });
    expect(await project.rows("select count(*)::integer as total from auditoria where tabela = 'rascunho'")).toEqual([{ total: 0 }]);
  });

  test('an editor who has a row open is seen by the others until the time that the database gives', async () => {
    await project.ask.data(ENTER, { ...ANA, variables: { chave: '7' } });
    await project.ask.data(ENTER, { ...ANA, variables: { chave: '7' } });
    await project.ask.data(ENTER, { ...BIA, variables: { chave: '7' } });
    const seen = '{ presenca(where: {tabela: {_eq: "noticia"}, chave: {_eq: "7"}}, order_by: {usuario: asc}) { autor { nome } } }';
    expect(await project.ask.data(seen, BIA)).toEqual({ presenca: [{ autor: { nome: 'Ana' } }, { autor: { nome: 'Bia' } }] });
    expect(await project.rows('select distinct (expira_em - visto_em)::text as prazo from presenca')).toEqual([{ prazo: '00:00:45' }]);
  });

  test('expired presences are removed when an editor opens a row', async () => {
    await project.ask.data(ENTER, { ...ANA, variables: { chave: '70' } });
    await project.database.script(`
      alter table presenca disable trigger marcar_presenca;
      update presenca set expira_em = now() - interval '1 second';
      alter table presenca enable trigger marcar_presenca`);
    await project.ask.data(ENTER, { ...BIA, variables: { chave: '71' } });
    expect(await project.rows('select chave from presenca')).toEqual([{ chave: '71' }]);
  });

  test('an editor cannot enter in the name of another', async () => {
    const forged =
      'mutation { insert_presenca_one(object: {tabela: "noticia", chave: "1", usuario: "00000000-0000-4000-8000-00000000000b"}) { chave } }';
    expect((await project.ask.fault(forged, ANA)).message).toContain("field 'usuario' not found");
  });

  describe('at a case of a citizen', () => {
    const CASE = '00000000-0000-4000-8000-0000000000ca';
    const attendant = ({ session }: typeof ANA): RunGraphql => {
      const caller = { role: 'ouvidor', session };
      return <Data>(query: string, variables: Readonly<Record<string, unknown>> = {}) =>
        project.ask.data(query, { ...caller, variables }) as Promise<Data>;
    };

    test('two attendants see each other until one leaves or is silent for too long', async () => {
      expect(await signCase(attendant(ANA), CASE)).toEqual([]);
      expect(await signCase(attendant(BIA), CASE)).toEqual(['Ana']);
      expect(await signCase(attendant(ANA), CASE)).toEqual(['Bia']);
      await leaveCase(attendant(BIA), CASE);
      expect(await signCase(attendant(ANA), CASE)).toEqual([]);
      await project.database.script(`
        alter table presenca disable trigger marcar_presenca;
        update presenca set expira_em = now() - interval '1 second';
        alter table presenca enable trigger marcar_presenca`);
      expect(await signCase(attendant(BIA), CASE)).toEqual([]);
    });

    test('an editor neither sees nor writes who has a case open, and an attendant nothing about contents', async () => {
      await signCase(attendant(ANA), CASE);
      await project.ask.data(ENTER, { ...ANA, variables: { chave: '7' } });
      const tables = async (role: string): Promise<unknown> => project.ask.data('{ presenca { tabela } }', { ...BIA, role });
      expect([await tables('editor'), await tables('ouvidor')]).toEqual([
        { presenca: [{ tabela: 'noticia' }] },
        { presenca: [{ tabela: 'caso' }] },
      ]);
      const enter = (tabela: string): string =>
        `mutation { insert_presenca_one(object: {tabela: "${tabela}", chave: "1"}, on_conflict: {constraint: presenca_pkey, update_columns: [visto_em]}) { chave } }`;
      expect((await project.ask.fault(enter('caso'), BIA)).extensions.code).toBe('permission-error');
      expect((await project.ask.fault(enter('noticia'), { ...BIA, role: 'ouvidor' })).extensions.code).toBe('permission-error');
    });
  });
});
