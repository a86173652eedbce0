/**
 * What the database itself refuses: publishing one's own text where a second person has to approve, and requests for that approval out of their order;
 * redirects in a circle, files in a circle.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { APPROVED_TABLES } from '../../../../client/admin/approval/approval.ts';
import { ADMINISTRATOR, ANA, BIA, PROJECT_ENGINES, type ProjectEngine } from './project-engine.ts';

const [FIRST, SECOND, THIRD] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-0000000000e${n}`);

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let project: ProjectEngine;
  beforeAll(async () => {
    project = await open();
    await project.database.script(
      "insert into configuracao_site (nome, sigla, ente, uf) values ('Instituto', 'IP', 'Vila', 'PA') on conflict do nothing",
    );
  }, 120_000);
  afterEach(() => project.database.script('update configuracao_site set exige_aprovacao = false'));
  afterAll(() => project.close());

  async function draft(slug: string): Promise<number> {
    return Number((await project.field(`mutation { insert_noticia_one(object: {slug: "${slug}", titulo: "Um"}) { id } }`, ANA))['id']);
  }

  const publish = (id: number, more = ''): string =>
    `mutation { update_noticia_by_pk(pk_columns: {id: ${id}}, _set: {publicado: true, publicado_em: "2026-01-01T00:00:00Z" ${more}}) { publicado } }`;
  const published = { update_noticia_by_pk: { publicado: true } };

  async function refusal(query: string, who: typeof ANA): Promise<unknown> {
    const { message, extensions } = await project.ask.fault(query, who);
    return { code: extensions['code'], message: message.includes('aprovação de outra pessoa') };
  }
  const REFUSED = { code: 'permission-error', message: true };

  test('the author of a text publishes it without the setting', async () => {
    expect(await project.ask.data(publish(await draft('livre')), ANA)).toEqual(published);
  });

  test('with the setting only another person than the last author publishes, and changes nothing else', async () => {
    await project.ask.data(
      'mutation { update_configuracao_site(where: {}, _set: {exige_aprovacao: true}) { affected_rows } }',
      ADMINISTRATOR,
    );
    const id = await draft('aprovada');
    expect(await refusal(publish(id), ANA)).toEqual(REFUSED);
    expect(await refusal(publish(id, 'titulo: "Outro"'), BIA)).toEqual(REFUSED);
    await project.ask.data(`mutation { update_noticia_by_pk(pk_columns: {id: ${id}}, _set: {resumo: "De Bia"}) { id } }`, BIA);
    expect(await refusal(publish(id), BIA)).toEqual(REFUSED);
    expect(await project.ask.data(publish(id), ANA)).toEqual(published);
    const atOnce =
      'mutation { insert_noticia_one(object: {slug: "de-uma-vez", titulo: "Um", publicado: true, publicado_em: "2026-01-01T00:00:00Z"}) { id } }';
    expect(await refusal(atOnce, ANA)).toEqual(REFUSED);
  });

  test('columns that the database writes are no change of the text: another person publishes what has them', async () => {
    await project.database.script('update configuracao_site set exige_aprovacao = true');
    const insert = 'mutation { insert_servico_one(object: {slug: "aprovado", nome: "Um"}) { id } }';
    const id = Number((await project.field(insert, ANA))['id']);
    const query = `mutation { update_servico_by_pk(pk_columns: {id: ${id}}, _set: {publicado: true}) { publicado } }`;
    expect(await refusal(query, ANA)).toEqual(REFUSED);
    expect(await project.ask.data(query, BIA)).toEqual({ update_servico_by_pk: { publicado: true } });
  });

  test('the audit trail leaves out every column that the database writes, and names none that is not there', async () => {
    const { rows } = await project.database.query(`
      select r.tabela, f.coluna
        from edicao.tabela_auditada r cross join lateral unnest(r.fora || r.sem_valor) f (coluna)
       where not exists (select from pg_attribute a
                          where a.attrelid = format('public.%I', r.tabela)::regclass and a.attname = f.coluna and not a.attisdropped)
      union all
      select r.tabela, a.attname from edicao.tabela_auditada r
        join pg_attribute a on a.attrelid = format('public.%I', r.tabela)::regclass and not a.attisdropped
       where (a.attgenerated <> '' or a.attname in ('atualizado_em', 'versao', 'ano_publicacao', 'mes_publicacao')) and a.attname <> all (r.fora)`);
    expect(rows).toEqual([]);
  });

  test('an editor cannot switch the setting off', async () => {
    const off = 'mutation { update_configuracao_site(where: {}, _set: {exige_aprovacao: false}) { affected_rows } }';
    expect((await project.ask.fault(off, ANA)).message).toContain("field 'update_configuracao_site' not found");
  });

  describe('a request for approval', () => {
    const send = (id: number): string =>
      `mutation { insert_aprovacao_one(object: {tabela: "noticia", chave: "${id}"}) { situacao autor { nome } } }`;
    const change = (id: number, from: string, set: string): string =>
      `mutation { update_aprovacao(where: {tabela: {_eq: "noticia"}, chave: {_eq: "${id}"}, situacao: {_eq: "${from}"}}, _set: {${set}}) {
        returning { situacao motivo autor { nome } revisor { nome } } } }`;
    const giveBack = (id: number, motivo: string): string =>
      change(id, 'pedida', `situacao: "devolvida", motivo: ${JSON.stringify(motivo)}`);
    const open = (id: number): Promise<unknown> =>
      project.ask.data(`{ aprovacao(where: {tabela: {_eq: "noticia"}, chave: {_eq: "${id}"}}) { situacao motivo } }`, BIA);

    test('is returned by another person with a reason, sent again, and ends when the text is published', async () => {
      await project.database.script('update configuracao_site set exige_aprovacao = true');
      const id = await draft('enviada');
      expect(await project.ask.data(send(id), ANA)).toEqual({ insert_aprovacao_one: { situacao: 'pedida', autor: { nome: 'Ana' } } });
      // Nobody has a second request for one content, and who may decide is no matter of the reason.
      expect((await project.ask.fault(send(id), BIA)).message).toContain('Regra do site (): Este conteúdo já foi enviado');
      expect((await project.ask.fault(giveBack(id, 'Falta a data.'), ANA)).message).toMatch(/Regra do site \(\): .*não o devolve/);
      expect((await project.ask.fault(giveBack(id, ' \n'), BIA)).message).toContain('Escreva o motivo');
      const returned = { situacao: 'devolvida', motivo: 'Falta a data.', autor: { nome: 'Ana' }, revisor: { nome: 'Bia' } };
      // Who sent it takes it back until somebody has decided, and sends it again.
      expect((await project.ask.fault(change(id, 'pedida', 'situacao: "retirada"'), BIA)).message).toContain('Só quem enviou');
      await project.ask.data(change(id, 'pedida', 'situacao: "retirada"'), ANA);
      expect(await open(id)).toEqual({ aprovacao: [] });
      await project.ask.data(send(id), ANA);
      expect(await project.ask.data(giveBack(id, ' Falta a data.\n'), BIA)).toEqual({ update_aprovacao: { returning: [returned] } });
      // Of two who return it, the second finds nothing to return.
      expect(await project.ask.data(giveBack(id, 'Outro motivo.'), ADMINISTRATOR)).toEqual({ update_aprovacao: { returning: [] } });
      expect((await project.ask.fault(change(id, 'devolvida', 'situacao: "retirada"'), ANA)).message).toContain('já enviou ou devolveu');
      const again = await project.ask.data(change(id, 'devolvida', 'situacao: "pedida"'), ANA);
      expect(again).toEqual({ update_aprovacao: { returning: [{ ...returned, situacao: 'pedida' }] } });
      expect(await project.ask.data(publish(id), BIA)).toEqual(published);
      expect(await open(id)).toEqual({ aprovacao: [] });
      const steps = await project.rows(`
        select operacao, (select nome from redator where id = usuario) as quem, alteracoes #>> '{situacao,1}' as situacao, alteracoes #>> '{motivo,1}' as motivo
          from auditoria where tabela = 'aprovacao' and chave = 'noticia:${id}' order by id`);
      expect(steps).toEqual([
        { operacao: 'INSERT', quem: 'Ana', situacao: 'pedida', motivo: null },
        { operacao: 'UPDATE', quem: 'Ana', situacao: 'retirada', motivo: null },
        { operacao: 'DELETE', quem: 'Ana', situacao: null, motivo: null },
        { operacao: 'INSERT', quem: 'Ana', situacao: 'pedida', motivo: null },
        { operacao: 'UPDATE', quem: 'Bia', situacao: 'devolvida', motivo: 'Falta a data.' },
        { operacao: 'UPDATE', quem: 'Ana', situacao: 'pedida', motivo: null },
        { operacao: 'DELETE', quem: 'Bia', situacao: null, motivo: null },
      ]);
    });

    test('leaves the text and its version as they are, so that who is writing meets no conflict', async () => {
      const id = await draft('intocada');
      const version = (): Promise<unknown> => project.rows(`select versao, atualizado_em from noticia where id = ${id}`);
      const before = await version();
      await project.ask.data(send(id), ANA);
      await project.ask.data(giveBack(id, 'Falta a data.'), BIA);
      expect(await version()).toEqual(before);
    });

    test('is not taken for what is published, is gone, or is no text that anybody approves, and goes with the text', async () => {
      const id = await draft('publicada');
      await project.ask.data(publish(id), BIA);
      expect((await project.ask.fault(send(id), ANA)).message).toContain('já está publicado');
      expect((await project.ask.fault(send(999_999), ANA)).message).toContain('não existe mais');
      for (const odd of [send(id).replace('noticia', 'auditoria'), send(id).replace(`"${id}"`, '"1 or true"')])
        expect((await project.ask.fault(odd, ANA)).message).toContain('não passa por aprovação');
      const other = await draft('excluida');
      await project.ask.data(send(other), ANA);
      await project.database.script(`delete from noticia where id = ${other}`);
      expect(await open(other)).toEqual({ aprovacao: [] });
    });

    test('is asked for of each content that the database lets nobody publish alone', async () => {
      const tables = await project.rows(
        "select tgrelid::regclass::text as tabela from pg_trigger where tgname = 'exigir_aprovacao' order by tgrelid::regclass::text",
      );
      expect(tables.map(({ tabela }) => tabela)).toEqual([...APPROVED_TABLES].toSorted());
      for (const { tabela } of tables) {
        const refused = await project.ask.fault(
          `mutation { insert_aprovacao_one(object: {tabela: "${String(tabela)}", chave: "999999"}) { chave } }`,
          ANA,
        );
        expect(refused.message).toContain('não existe mais');
      }
    });
  });

  describe('what is published, where a second person has to approve', () => {
    const [OLD, NEW] = [5, 6].map((n) => `00000000-0000-4000-8000-0000000000e${n}`);
    const DOCUMENT = 995;

    const state = async (): Promise<unknown> =>
      (
        await project.rows(`
          select d.titulo, d.valor::text as valor, d.publicado_em::text as dia, d.versao, (select string_agg(a.arquivo_id::text, ',') from documento_arquivo a where a.documento_id = d.id) as arquivos
            from documento d where d.id = ${DOCUMENT}`)
      )[0];
    const published = { titulo: 'Lei', valor: null, dia: '2026-01-01', versao: 1, arquivos: OLD };
    const propose = (proposta: object, base = 1): Promise<unknown> =>
      project.ask.data(
        `mutation ($proposta: jsonb!) { insert_aprovacao_one(object: {tabela: "documento", chave: "${DOCUMENT}", proposta: $proposta, versao_base: ${base}}) { situacao } }`,
        { ...BIA, variables: { proposta } },
      );
    const decide = (set: string): string =>
      `mutation { update_aprovacao(where: {tabela: {_eq: "documento"}, chave: {_eq: "${DOCUMENT}"}}, _set: {${set}}) { affected_rows } }`;
    const done = { update_aprovacao: { affected_rows: 1 } };
    const change = (set: string): string => `mutation { update_documento_by_pk(pk_columns: {id: ${DOCUMENT}}, _set: {${set}}) { versao } }`;

    beforeEach(async () => {
      await project.database.script(`
        delete from aprovacao;
        delete from rascunho;
        delete from pagamento where documento_id = ${DOCUMENT};
        delete from documento where id = ${DOCUMENT};
        update arquivo set alt = null where id in ('${OLD}', '${NEW}');
        insert into storage.files (id, bucket_id, name, is_uploaded) values ('${OLD}', 'default', 'lei.pdf', true), ('${NEW}', 'default', 'lei-nova.pdf', true) on conflict do nothing;
        insert into arquivo (id, nome, mime, tamanho_bytes) values ('${OLD}', 'lei.pdf', 'application/pdf', 1), ('${NEW}', 'lei-nova.pdf', 'application/pdf', 1) on conflict do nothing;
        insert into documento (id, categoria_slug, titulo, exercicio, publicado, publicado_em) values (${DOCUMENT}, 'leis', 'Lei', 2026, true, '2026-01-01');
        insert into documento_arquivo (documento_id, arquivo_id) values (${DOCUMENT}, '${OLD}');
        update configuracao_site set exige_aprovacao = true`);
    });

    test('neither its text nor its files nor the bytes of them are changed by one person, who may take it from the site at once', async () => {
      const refused = [
        change('titulo: "Outra"'),
        `mutation { delete_documento_arquivo(where: {documento_id: {_eq: ${DOCUMENT}}}) { affected_rows } }`,
        `mutation { insert_documento_arquivo_one(object: {documento_id: ${DOCUMENT}, arquivo_id: "${NEW}"}) { ordem } }`,
        `mutation { update_documento_arquivo(where: {documento_id: {_eq: ${DOCUMENT}}}, _set: {rotulo: "Outro"}) { affected_rows } }`,
        `mutation { insert_pagamento_one(object: {documento_id: ${DOCUMENT}, pago_em: "2026-02-01", valor: 1}) { id } }`,
        `mutation { insert_contrato_fiscal_one(object: {documento_id: ${DOCUMENT}, pessoa_nome: "Caio"}) { id } }`,
        `mutation { insert_numero_documento_one(object: {documento_id: ${DOCUMENT}, indicador_codigo: "rentabilidade", data_base: "2026-01-31", valor: 1}) { id } }`,
        `mutation { insert_documento_relacao_one(object: {de_id: ${DOCUMENT}, para_id: 990, tipo: "regulamenta"}) { tipo } }`,
        `mutation { update_arquivo_by_pk(pk_columns: {id: "${OLD}"}, _set: {alt: "Outra"}) { id } }`,
      ];
      for (const query of refused) expect((await project.ask.fault(query, BIA)).message).toMatch(/envie as mudanças .*para aprovação/);
      expect(await state()).toEqual(published);
      // The storage service begins by this, as the caller, before it takes any byte.
      const reopen = (id: string | undefined): string =>
        `mutation { updateFiles(where: {id: {_eq: "${id}"}}, _set: {isUploaded: false}) { affected_rows } }`;
      expect(await project.ask.data(reopen(OLD), BIA)).toEqual({ updateFiles: { affected_rows: 0 } });
      expect(await project.ask.data(reopen(NEW), BIA)).toEqual({ updateFiles: { affected_rows: 1 } });
      await project.ask.data(change('retirado_em: "2026-02-01T00:00:00Z", retirado_motivo: "Tem dado pessoal."'), BIA);
      await project.ask.data(change('retirado_em: "2026-01-31T00:00:00Z"'), BIA);
      for (const back of ['retirado_em: null, retirado_motivo: null', 'retirado_em: "2999-01-01T00:00:00Z"'])
        expect((await project.ask.fault(change(back), BIA)).message).toContain('envie as mudanças');
      await project.ask.data(change('publicado: false'), BIA);
      await project.ask.data(change('titulo: "Outra"'), BIA);
      // Whoever changed a part of it last is its last author, in each way in which a part changes.
      for (const part of [
        `mutation { insert_documento_arquivo_one(object: {documento_id: ${DOCUMENT}, arquivo_id: "${NEW}"}) { ordem } }`,
        `mutation { insert_pagamento_one(object: {documento_id: ${DOCUMENT}, pago_em: "2026-02-01", valor: 1}) { id } }`,
        `mutation { update_arquivo_by_pk(pk_columns: {id: "${NEW}"}, _set: {alt: "Outra"}) { id } }`,
        `mutation { delete_pagamento(where: {documento_id: {_eq: ${DOCUMENT}}}) { affected_rows } }`,
      ]) {
        await project.ask.data(change('resumo_simples: "De Bia"'), BIA);
        await project.ask.data(change('resumo_simples: null'), BIA);
        await project.ask.data(part, ANA);
        expect((await project.ask.fault(change('publicado: true'), ANA)).message).toContain('aprovação de outra pessoa');
      }
      await project.ask.data(change('publicado: true'), BIA);
    });

    test('its changes are sent, seen by no visitor, and carried out when another person approves them', async () => {
      await propose({
        titulo: 'Lei revista',
        valor: 12.5,
        publicado_em: '2026-01-03',
        arquivos: [{ arquivo_id: NEW, papel: 'principal', rotulo: null, ordem: 0 }],
      });
      expect(await state()).toEqual(published);
      expect(await project.ask.data(`{ files(where: {id: {_in: ["${OLD}", "${NEW}"]}}) { id } }`)).toEqual({ files: [{ id: OLD }] });
      expect((await project.ask.fault('{ aprovacao { chave } }')).message).toContain("field 'aprovacao' not found");
      expect((await project.ask.fault(decide('situacao: "aprovada"'), BIA)).message).toMatch(/Regra do site \(\): .*não o aprova/);
      // What is approved is what was sent.
      expect(await project.ask.data(decide('situacao: "aprovada", proposta: {titulo: "De quem aprova"}'), ANA)).toEqual(done);
      expect(await state()).toEqual({ titulo: 'Lei revista', valor: '12.50', dia: '2026-01-03', versao: 2, arquivos: NEW });
      expect(await project.rows('select chave from aprovacao')).toEqual([]);
      const trail = await project.rows(`
        select operacao, (select nome from redator where id = usuario) as quem, alteracoes #>> '{situacao,1}' as situacao, alteracoes #>> '{proposta,1,titulo}' as titulo
          from auditoria where tabela = 'aprovacao' and chave = 'documento:${DOCUMENT}' order by id desc limit 3`);
      expect(trail).toEqual([
        { operacao: 'DELETE', quem: 'Ana', situacao: null, titulo: null },
        { operacao: 'UPDATE', quem: 'Ana', situacao: 'aprovada', titulo: null },
        { operacao: 'INSERT', quem: 'Bia', situacao: 'pedida', titulo: 'Lei revista' },
      ]);
    });

    test('who sent it gives it up once it came back, and nobody else does', async () => {
      const giveUp = `mutation { delete_aprovacao(where: {tabela: {_eq: "documento"}, chave: {_eq: "${DOCUMENT}"}}) { affected_rows } }`;
      const ended = (affected_rows: number): object => ({ delete_aprovacao: { affected_rows } });
      await propose({ titulo: 'Lei revisat' });
      expect(await project.ask.data(giveUp, BIA)).toEqual(ended(0));
      await project.ask.data(decide('situacao: "devolvida", motivo: "Falta uma letra."'), ANA);
      expect(await project.ask.data(giveUp, ANA)).toEqual(ended(0));
      expect(await project.ask.data(giveUp, BIA)).toEqual(ended(1));
      expect(await state()).toEqual(published);
      const [end] = await project.rows(
        `select operacao, alteracoes #>> '{proposta,0,titulo}' as titulo from auditoria where tabela = 'aprovacao' and chave = 'documento:${DOCUMENT}' order by id desc limit 1`,
      );
      expect(end).toEqual({ operacao: 'DELETE', titulo: 'Lei revisat' });
    });

    test('a version names who had sent what another person approved, of changes and of a whole content', async () => {
      const versions = async (): Promise<unknown> => {
        const {
          listar_versoes: [newest],
        } = (await project.ask.data(
          `{ listar_versoes(args: {tabela: "documento", chave: "${DOCUMENT}"}, limit: 1) { autor { nome } pedido { autor { nome } } } }`,
          BIA,
        )) as { readonly listar_versoes: readonly unknown[] };
        return newest;
      };
      await propose({ titulo: 'Lei revista' });
      await project.ask.data(decide('situacao: "devolvida", motivo: "Falta uma letra."'), ANA);
      await project.ask.data(decide('situacao: "pedida", proposta: {titulo: "Lei revista."}, versao_base: 1'), BIA);
      await project.ask.data(decide('situacao: "aprovada"'), ANA);
      expect(await versions()).toEqual({ autor: { nome: 'Ana' }, pedido: { autor: { nome: 'Bia' } } });
      await project.ask.data(change('publicado: false'), BIA);
      expect(await versions()).toEqual({ autor: { nome: 'Bia' }, pedido: null });
      await project.ask.data(`mutation { insert_aprovacao_one(object: {tabela: "documento", chave: "${DOCUMENT}"}) { situacao } }`, BIA);
      await project.ask.data(change('publicado: true'), ANA);
      expect(await versions()).toEqual({ autor: { nome: 'Ana' }, pedido: { autor: { nome: 'Bia' } } });
    });

    test('its changes come back with a reason and are sent again with what was mended', async () => {
      await propose({ titulo: 'Lei revisat' });
      expect(await project.ask.data(decide('situacao: "devolvida", motivo: "Falta uma letra."'), ANA)).toEqual(done);
      expect(await state()).toEqual(published);
      expect((await project.ask.fault(decide('situacao: "aprovada"'), ANA)).message).toContain('já enviou ou devolveu');
      expect(await project.ask.data(decide('situacao: "pedida", proposta: {titulo: "Lei revista"}, versao_base: 1'), BIA)).toEqual(done);
      expect(await project.ask.data(decide('situacao: "aprovada"'), ANA)).toEqual(done);
      expect(await state()).toEqual({ ...published, titulo: 'Lei revista', versao: 2 });
    });

    const drafts = (): Promise<unknown> =>
      project.rows(
        `select (select nome from redator where id = usuario) as quem, origem, versao_base, dados from rascunho where tabela = 'documento' and chave = '${DOCUMENT}' order by origem`,
      );

    test('returned changes become a draft of their author when another person sends others, beside the one that is being written', async () => {
      const write = (titulo: string): Promise<unknown> =>
        project.ask.data(
          `mutation { insert_rascunho_one(object: {tabela: "documento", chave: "${DOCUMENT}", versao_base: 1, dados: {titulo: "${titulo}"}},
            on_conflict: {constraint: rascunho_unico, update_columns: [dados, versao_base]}) { id } }`,
          BIA,
        );
      await propose({ titulo: 'Lei de Bia', valor: 1 });
      await project.ask.data(decide('situacao: "devolvida", motivo: "Falta uma letra."'), ANA);
      await write('Lei de Bia, depois');
      await project.ask.data(decide('situacao: "pedida", proposta: {titulo: "Lei de Ana"}, versao_base: 1'), ANA);
      // Bia has the form open, and its next letters take the place of what it wrote alone.
      await write('Lei de Bia, depois disso');
      const came = { quem: 'Bia', origem: 'devolvido', versao_base: 1, dados: { titulo: 'Lei de Bia', valor: 1 } };
      expect(await drafts()).toEqual([came, { ...came, origem: 'escrito', dados: { titulo: 'Lei de Bia, depois disso' } }]);
      // The changes that came back last are newer.
      await project.ask.data(decide('situacao: "devolvida", motivo: "Não."'), BIA);
      await project.ask.data(decide('situacao: "pedida", proposta: {titulo: "Lei de Bia, outra"}, versao_base: 1'), BIA);
      await project.ask.data(decide('situacao: "devolvida", motivo: "Não."'), ANA);
      await project.ask.data(decide('situacao: "pedida", proposta: {titulo: "Lei de Ana"}, versao_base: 1'), ANA);
      expect(await drafts()).toContainEqual({ ...came, dados: { titulo: 'Lei de Bia, outra', valor: 1 } });
    });

    test('returned changes become a draft of their author when the content is sent as a whole after it left the site', async () => {
      await propose({ titulo: 'Lei de Bia' });
      await project.ask.data(decide('situacao: "devolvida", motivo: "Saiu do site."'), ANA);
      await project.ask.data(decide('situacao: "pedida", proposta: {titulo: "Lei de Bia, de novo"}, versao_base: 1'), BIA);
      expect(await drafts()).toEqual([]);
      await project.ask.data(decide('situacao: "devolvida", motivo: "Saiu do site."'), ANA);
      await project.ask.data(change('publicado: false'), BIA);
      await project.ask.data(decide('situacao: "pedida"'), BIA);
      expect(await drafts()).toEqual([{ quem: 'Bia', origem: 'devolvido', versao_base: 1, dados: { titulo: 'Lei de Bia, de novo' } }]);
    });

    test('changes from a form that was opened before the content left the site are refused, and the content is sent without any', async () => {
      await project.ask.data(change('publicado: false'), ANA);
      await expect(propose({ titulo: 'Lei de Bia' })).rejects.toThrow('saiu do site enquanto você escrevia');
      expect(await project.rows('select chave from aprovacao')).toEqual([]);
      await project.ask.data(`mutation { insert_aprovacao_one(object: {tabela: "documento", chave: "${DOCUMENT}"}) { situacao } }`, BIA);
      await project.ask.data(decide('situacao: "devolvida", motivo: "Falta uma letra."'), ANA);
      const again = decide('situacao: "pedida", proposta: {titulo: "Lei de Bia"}, versao_base: 1');
      expect((await project.ask.fault(again, BIA)).message).toContain('saiu do site enquanto você escrevia');
    });

    test('a refusal says of what is only scheduled that it is published or scheduled', async () => {
      await project.database.script(`update documento set publicado_em = '2999-01-01' where id = ${DOCUMENT}`);
      const refused = [
        change('titulo: "Outra"'),
        `mutation { delete_documento_arquivo(where: {documento_id: {_eq: ${DOCUMENT}}}) { affected_rows } }`,
        `mutation { update_arquivo_by_pk(pk_columns: {id: "${OLD}"}, _set: {alt: "Outra"}) { id } }`,
      ];
      for (const query of refused) expect((await project.ask.fault(query, BIA)).message).toContain('publicado, ou marcado para aparecer');
    });

    test('its changes stay for their author when it leaves the site and comes back, and are not carried out on what it is then', async () => {
      await propose({ titulo: 'Lei revista' });
      await project.ask.data(change('publicado: false'), BIA);
      await project.ask.data(change('publicado: true'), ANA);
      expect(await project.rows(`select situacao, proposta from aprovacao where chave = '${DOCUMENT}'`)).toEqual([
        { situacao: 'pedida', proposta: { titulo: 'Lei revista' } },
      ]);
      expect((await project.ask.fault(decide('situacao: "aprovada"'), ANA)).message).toContain('mudou depois');
      await project.ask.data(decide('situacao: "retirada"'), BIA);
      expect(await project.rows('select chave from aprovacao')).toEqual([]);
      expect(await state()).toMatchObject({ titulo: 'Lei' });
    });

    test('changes of an older version are neither sent nor carried out, nor are those of a column that nobody writes', async () => {
      await expect(propose({ titulo: 'Outra' }, 7)).rejects.toThrow('mudou enquanto você escrevia');
      for (const odd of [
        { publicado: false },
        { versao: 9 },
        { id: 1 },
        { 'titulo = 1; --': 'x' },
        { arquivos: 'x' },
        { criado_em: '2020-01-01' },
        { edicao: 7 },
      ])
        await expect(propose(odd)).rejects.toThrow('não se envia para aprovação');
      await propose({ arquivos: [] });
      await project.database.script(`update documento set titulo = 'Da base' where id = ${DOCUMENT}`);
      expect((await project.ask.fault(decide('situacao: "aprovada"'), ANA)).message).toContain('mudou depois');
      expect(await state()).toEqual({ ...published, titulo: 'Da base', versao: 2 });
    });
  });

  test('a redirect that leads back to itself is refused, also through others; one that says gone needs no destination', async () => {
    const insert = (origem: string, destino: string): string =>
      `mutation { insert_redirecionamento_one(object: {origem: "${origem}", destino: "${destino}", codigo: 301}) { origem } }`;
    await project.ask.data(insert('/a', '/b?x=1#y'), ADMINISTRATOR);
    await project.ask.data(insert('/b', '/c'), ADMINISTRATOR);
    expect((await project.ask.fault(insert('/c', '/a#topo'), ADMINISTRATOR)).message).toContain('volta ao mesmo endereço');
    expect((await project.ask.fault(insert('/d', '/d?x'), ADMINISTRATOR)).message).toContain('volta ao mesmo endereço');
    const gone = 'mutation { insert_redirecionamento_one(object: {origem: "/c", codigo: 410}) { destino } }';
    expect(await project.ask.data(gone, ADMINISTRATOR)).toEqual({ insert_redirecionamento_one: { destino: null } });
    expect((await project.ask.fault(gone.replace('/c', '/e').replace('410', '301'), ADMINISTRATOR)).extensions['code']).toBe(
      'permission-error',
    );
  });

  test('a replaced file leads to the newest one, and may be read as long as that one may', async () => {
    const files = [FIRST, SECOND, THIRD].map((id) => `('${id}', 'default', 'a.pdf')`).join();
    const rows = [FIRST, SECOND, THIRD].map((id) => `('${id}', 'a.pdf', 'application/pdf', 1)`).join();
    await project.database.script(`
      insert into storage.files (id, bucket_id, name) values ${files};
      insert into arquivo (id, nome, mime, tamanho_bytes) values ${rows};
      insert into documento (id, categoria_slug, titulo, exercicio, publicado, publicado_em) values (990, 'leis', 'Lei', 2026, true, '2026-01-01');
      insert into documento_arquivo (documento_id, arquivo_id) values (990, '${THIRD}')`);
    const replace = (old: string | undefined, by: string | undefined): string =>
      `mutation { update_arquivo_by_pk(pk_columns: {id: "${old}"}, _set: {substituido_por_id: "${by}"}) { substituido_por_id } }`;
    const readable = '{ files(where: {name: {_eq: "a.pdf"}}, order_by: {id: asc}) { id } }';
    await project.ask.data(replace(FIRST, SECOND), ANA);
    expect(await project.ask.data(readable)).toEqual({ files: [{ id: THIRD }] });
    await project.ask.data(replace(SECOND, THIRD), ANA);
    expect(
      await project.rows(`select id::text, substituido_por_id::text from arquivo where substituido_por_id is not null order by 1`),
    ).toEqual([
      { id: FIRST, substituido_por_id: THIRD },
      { id: SECOND, substituido_por_id: THIRD },
    ]);
    expect(await project.ask.data(readable)).toEqual({ files: [{ id: FIRST }, { id: SECOND }, { id: THIRD }] });
    expect((await project.ask.fault(replace(THIRD, FIRST), ANA)).message).toContain('não pode substituir a si mesmo');
  });

  test('a recommended result is found by any of its words in the search, and by no part of them', async () => {
    const insert = `mutation { insert_resultado_promovido_one(object: {
      palavras: ["contracheque", "13º salário"], titulo: "Seu contracheque", endereco: "/paginas/contracheque"}) { id } }`;
    await project.ask.data(insert, ANA);
    const found = (palavras: string): Promise<unknown> =>
      project.ask.data('query ($palavras: String!) { promover(args: {palavras: $palavras}) { titulo endereco } }', {
        variables: { palavras },
      });
    const promoted = { promover: [{ titulo: 'Seu contracheque', endereco: '/paginas/contracheque' }] };
    expect(await found('onde vejo meus contracheques')).toEqual(promoted);
    expect(await found('décimo terceiro 13º salario')).toEqual(promoted);
    expect(await found('salário')).toEqual({ promover: [] });
  });
});
