/** What an editor has to look after: each report gains a row when a fault is made, and loses it when the fault is mended. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ANA, PROJECT_ENGINES, type ProjectEngine } from './project-engine.ts';

const FILE = '00000000-0000-4000-8000-0000000000d1';

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let project: ProjectEngine;
  beforeAll(async () => {
    project = await open();
  }, 120_000);
  beforeEach(() =>
    project.database.script(
      'delete from redirecionamento; delete from progestao_evidencia; delete from menu_item; delete from noticia; delete from documento; delete from pagina',
    ),
  );
  afterAll(() => project.close());

  const broken = (): Promise<unknown> => project.ask.data('{ ligacao_quebrada(order_by: {destino: asc}) { tabela coluna destino } }', ANA);
  const scripted = (text: string): Promise<void> => project.database.script(text);

  test('a link to a row that is not there, or not published, is broken until the row appears', async () => {
    await scripted(`insert into noticia (slug, titulo, corpo_html) values ('a', 'A',
      '<p><a href="/paginas/carta?de=1#topo">c</a> <a href=''/informacoes/noticia/900''>n</a> <a href="https://x.example/paginas/nada">f</a> <a href="/lai">l</a></p>')`);
    const page = { tabela: 'noticia', coluna: 'corpo_html', destino: '/paginas/carta?de=1#topo' };
    const news = { tabela: 'noticia', coluna: 'corpo_html', destino: '/informacoes/noticia/900' };
    expect(await broken()).toEqual({ ligacao_quebrada: [news, page] });
    await scripted("insert into pagina (slug, titulo, publicado) values ('carta', 'Carta', false)");
    expect(await broken()).toEqual({ ligacao_quebrada: [news, page] });
    await scripted("update pagina set publicado = true, publicado_em = now() where slug = 'carta'");
    expect(await broken()).toEqual({ ligacao_quebrada: [news] });
    await scripted("insert into noticia (id, slug, titulo, publicado, publicado_em) values (900, 'b', 'B', true, now())");
    expect(await broken()).toEqual({ ligacao_quebrada: [] });
    await scripted('delete from noticia where id = 900');
    expect(await broken()).toEqual({ ligacao_quebrada: [news] });
    await scripted("update noticia set corpo_html = '' where slug = 'a'");
    expect(await broken()).toEqual({ ligacao_quebrada: [] });
  });

  test('a link to the page of a service is broken until the service is published, and its first button is a link', async () => {
    await scripted(
      `delete from servico; insert into noticia (slug, titulo, corpo_html) values ('a', 'A', '<a href="/servicos/prova-de-vida">p</a>')`,
    );
    const link = { tabela: 'noticia', coluna: 'corpo_html', destino: '/servicos/prova-de-vida' };
    expect(await broken()).toEqual({ ligacao_quebrada: [link] });
    await scripted(
      `insert into servico (slug, nome, publicado, inicio_endereco) values ('prova-de-vida', 'Prova de vida', true, '/paginas/nada')`,
    );
    expect(await broken()).toEqual({ ligacao_quebrada: [{ tabela: 'servico', coluna: 'inicio_endereco', destino: '/paginas/nada' }] });
    await scripted(`update servico set publicado = false, inicio_endereco = null`);
    expect(await broken()).toEqual({ ligacao_quebrada: [link] });
  });

  test('a link to an address that leads to a content of the site is not broken, and is once that content is gone', async () => {
    await scripted(`delete from servico;
      insert into pagina (slug, titulo, publicado, publicado_em) values ('um', 'P', true, now());
      insert into noticia (slug, titulo, corpo_html) values ('a', 'A', '<a href="/paginas/um/?de=1#topo">u</a> <a href="/paginas/retirada">r</a>');
      insert into redirecionamento (origem, destino, codigo) values ('/paginas/retirada', null, 410)`);
    const link = (destino: string) => ({ tabela: 'noticia', coluna: 'corpo_html', destino });
    expect(await broken()).toEqual({ ligacao_quebrada: [link('/paginas/retirada')] });
    await scripted("update pagina set slug = 'dois' where slug = 'um'");
    expect(await broken()).toEqual({ ligacao_quebrada: [link('/paginas/retirada')] });
    await scripted("update redirecionamento set codigo = 308, destino = 'https://outro.example/' where codigo = 410");
    expect(await broken()).toEqual({ ligacao_quebrada: [] });
    await scripted('update pagina set publicado = false');
    // The redirect leads nowhere, and so do links to it.
    const redirect = { tabela: 'redirecionamento', coluna: 'destino', destino: '/paginas/dois' };
    expect(await broken()).toEqual({ ligacao_quebrada: [redirect, link('/paginas/um/?de=1#topo')] });
  });

  test('an address that no row has is left to the routes of the site', async () => {
    await scripted(
      `insert into noticia (slug, titulo, corpo_html) values ('a', 'A', '<a href="/lai/naoHa">x</a><a href="/paginas/x">y</a>')`,
    );
    expect(await project.ask.data('{ ligacao_de_rota { tabela destino } }', ANA)).toEqual({
      ligacao_de_rota: [{ tabela: 'noticia', destino: '/lai/naoHa' }],
    });
  });

  test('a menu entry to a page or a category is a link', async () => {
    await scripted(`insert into menu_item (area, rotulo, destino_tipo, destino)
      values ('rodape', 'A', 'pagina', 'nao-ha'), ('rodape', 'B', 'categoria', 'LEIS'), ('rodape', 'C', 'categoria', 'nada')`);
    expect(await broken()).toEqual({
      ligacao_quebrada: [
        { tabela: 'menu_item', coluna: 'destino', destino: '/lai/documentos/nada' },
        { tabela: 'menu_item', coluna: 'destino', destino: '/paginas/nao-ha' },
      ],
    });
  });

  test('a document without a file and without an address outside is told, until it has one', async () => {
    const without = (): Promise<unknown> => project.ask.data('{ documento_sem_arquivo(order_by: {id: asc}) { id } }', ANA);
    await scripted(`
      insert into storage.files (id, bucket_id, name) values ('${FILE}', 'default', 'a.pdf') on conflict do nothing;
      insert into arquivo (id, nome, mime, tamanho_bytes) values ('${FILE}', 'a.pdf', 'application/pdf', 1) on conflict do nothing;
      insert into documento (id, categoria_slug, titulo, exercicio, url_externa)
        values (901, 'leis', 'Lei', 2026, null), (902, 'leis', 'Lei', 2026, 'https://leis.example/'), (903, 'leis', 'Lei', 2026, null)`);
    expect(await without()).toEqual({ documento_sem_arquivo: [{ id: 901 }, { id: 903 }] });
    await scripted(
      `insert into documento_arquivo (documento_id, arquivo_id) values (901, '${FILE}'); update documento set url_externa = null where id = 902`,
    );
    expect(await without()).toEqual({ documento_sem_arquivo: [{ id: 902 }, { id: 903 }] });
    await scripted('delete from documento_arquivo where documento_id = 901; delete from documento where id = 903');
    expect(await without()).toEqual({ documento_sem_arquivo: [{ id: 901 }, { id: 902 }] });
  });

  test('a picture without a text and a PDF without text are told', async () => {
    await scripted(`
      insert into storage.files (id, bucket_id, name) select md5(n::text)::uuid, 'default', 'x' from generate_series(1, 4) n;
      insert into arquivo (id, nome, mime, tamanho_bytes, alt, pesquisavel)
        select md5(n::text)::uuid, 'f' || n, case when n < 3 then 'image/png' else 'application/pdf' end, 1,
               case when n = 2 then 'Fachada' end, case when n = 4 then true end from generate_series(1, 4) n`);
    const reports = '{ imagem_sem_alternativo { nome } arquivo_sem_texto(where: {nome: {_like: "f%"}}) { nome } }';
    expect(await project.ask.data(reports, ANA)).toEqual({ imagem_sem_alternativo: [{ nome: 'f1' }], arquivo_sem_texto: [{ nome: 'f3' }] });
  });

  test('pages past their review and what is scheduled are told', async () => {
    await scripted(`
      insert into pagina (id, slug, titulo, publicado, publicado_em, revisao_prevista_em) values
        (901, 'velha', 'Velha', true, '2020-01-01', '2021-01-01'), (902, 'nova', 'Nova', true, '2020-01-01', '2099-01-01'),
        (903, 'futura', 'Futura', true, '2099-01-01', null);
      insert into documento (id, categoria_slug, titulo, exercicio, publicado, publicado_em, retirado_em, retirado_motivo)
        values (904, 'leis', 'Lei', 2026, true, '2026-01-01', '2099-02-01', 'Sigilo')`);
    expect(await project.ask.data('{ pagina_a_rever { slug } agendamento(order_by: {momento: asc}) { tabela chave acao } }', ANA)).toEqual({
      pagina_a_rever: [{ slug: 'velha' }],
      agendamento: [
        { tabela: 'pagina', chave: '903', acao: 'publica' },
        { tabela: 'documento', chave: '904', acao: 'retira' },
      ],
    });
  });

  test('a row that contradicts another row, or the day, is reported until it is mended', async () => {
    await scripted(`
      delete from membro_orgao; delete from reuniao; delete from orgao_colegiado;
      insert into orgao_colegiado (id, chave, nome, periodicidade) values (901, 'conselho_fiscal', 'Conselho', 'mensal');
      insert into pessoa (id, nome) values ('${FILE}', 'Ana');
      insert into membro_orgao (id, orgao_id, pessoa_id, mandato_inicio, publicado, certificacao, certificacao_validade) values
        (901, 901, '${FILE}', '2020-01-01', true, 'CP RPPS', '2021-01-01');
      insert into reuniao (id, orgao_id, ano, inicio, situacao) values
        (901, 901, 2020, '2020-02-03 12:00Z', 'prevista'), (902, 901, 2020, '2020-03-02 12:00Z', 'realizada');
      insert into documento (id, categoria_slug, titulo, exercicio, publicado, publicado_em, data_ato, situacao_id, vigencia_fim, licitacao_id) values
        (901, 'leis', 'Assinada depois', 2020, true, '2020-01-01', '2020-01-02', 'vigente', null, null),
        (902, 'contratoPublicacao', 'Terminado', 2020, true, '2020-01-02', '2020-01-01', 'vigente', '2020-12-31', null),
        (903, 'publicacaoLicitacao', 'Já contratada', 2020, true, '2020-01-02', '2020-01-01', 'aberta', null, null),
        (904, 'contratoPublicacao', 'Contrato', 2020, true, '2020-02-02', '2020-02-01', 'vigente', '2099-12-31', 903),
        (905, 'leis', 'Rascunho', 2020, false, null, '2020-01-02', 'vigente', '2020-02-01', null);
      insert into progestao_certificacao (id, nivel, versao_manual, certificadora, certificado_em, valido_ate, publicado) values
        (901, 'I', '4.0', 'C', '2020-01-01', '2099-01-01', true);
      insert into progestao_avaliacao (id, certificacao_id, acao_codigo, nivel_atingido, situacao, avaliado_em) values
        (901, 901, '1.1', 'I', 'atendida', '2020-01-01'), (902, 901, '1.2', 'I', 'atendida', '2020-01-01');
      insert into progestao_evidencia (avaliacao_id, documento_id, descricao) values (901, 901, 'Prova'), (902, 905, 'Prova')`);
    const told = async (): Promise<readonly string[]> => {
      const { rows } = await project.database.query('select tabela, chave from contradicao');
      const { contradicao } = (await project.ask.data('{ contradicao { problema } }', ANA)) as { readonly contradicao: readonly unknown[] };
      expect(contradicao).toHaveLength(rows.length);
      return rows.map(({ tabela, chave }) => `${String(tabela)} ${String(chave)}`).toSorted();
    };
    const all = ['documento 901', 'documento 902', 'documento 903', 'membro_orgao 901', 'progestao_avaliacao 902', 'reuniao 901'];
    expect(await told()).toEqual(all);
    await scripted(`update documento set publicado_em = '2020-01-02' where id = 901; update documento set situacao_id = 'encerrada' where id = 902;
      update documento set situacao_id = 'homologada' where id = 903; update membro_orgao set certificacao_validade = '2099-01-01' where id = 901;
      update reuniao set situacao = 'realizada' where id = 901; update documento set publicado = true, publicado_em = '2020-01-02', vigencia_fim = null where id = 905`);
    expect(await told()).toEqual([]);
    // The action on transparency asks for the documents of its item, of which none is there but laws, notices and contracts.
    await scripted(`insert into progestao_avaliacao (id, certificacao_id, acao_codigo, nivel_atingido, situacao, avaliado_em) values
        (903, 901, '2.8', 'I', 'atendida', '2020-01-01');
      update progestao_certificacao set valido_ate = '2020-12-31'`);
    expect(await told()).toEqual(['progestao_certificacao 901']);
    await scripted(`update progestao_certificacao set valido_ate = '2099-12-31'`);
    expect(new Set(await told())).toEqual(new Set(['progestao_avaliacao 903']));
  });

  test('a declaration that a document of its period or its category denies is told', async () => {
    await scripted(`delete from declaracao_inexistencia;
      insert into declaracao_inexistencia (id, categoria_slug, exercicio, texto, signatario, cargo, declarado_em, publicado)
        values (901, 'decretos', 2020, 'Nada houve.', 'Ana', 'Diretora', '2021-01-02', true);
      insert into documento (id, categoria_slug, titulo, exercicio, publicado, publicado_em)
        values (940, 'decretos', 'Decreto achado', 2020, true, '2021-03-01')`);
    const told = async (): Promise<readonly unknown[]> =>
      (await project.database.query(`select problema from contradicao where tabela = 'declaracao_inexistencia'`)).rows;
    expect(await told()).toEqual([{ problema: 'A declaração diz que nada houve, e “Decreto achado” está publicado no mesmo período.' }]);
    await scripted(`update documento set publicado = false where id = 940;
      update categoria_documento set admite_declaracao = false where slug = 'decretos'`);
    expect(await told()).toEqual([{ problema: 'A categoria não admite declaração de inexistência.' }]);
    await scripted(`update categoria_documento set admite_declaracao = true where slug = 'decretos'`);
    expect(await told()).toEqual([]);
  });

  test('minutes that are published and missing in their meeting are told', async () => {
    await scripted(`delete from membro_orgao; delete from reuniao; delete from orgao_colegiado;
      insert into orgao_colegiado (id, chave, nome, periodicidade) values (901, 'conselho_fiscal', 'Conselho', 'mensal');
      insert into reuniao (id, orgao_id, ano, inicio, situacao) values (901, 901, 2020, '2020-03-02 12:00Z', 'realizada');
      insert into documento (id, categoria_slug, titulo, exercicio, reuniao_id, publicado, publicado_em) values
        (950, 'agendaReunioes', 'Pauta', 2020, 901, true, '2020-03-02'), (951, 'atasDoConselhoFiscal', 'Ata', 2020, 901, false, null)`);
    const told = async (): Promise<readonly unknown[]> =>
      (await project.database.query(`select chave, titulo, problema from contradicao where tabela = 'reuniao'`)).rows;
    expect(await told()).toEqual([]);
    await scripted(`update documento set publicado = true, publicado_em = '2020-03-09' where id = 951`);
    expect(await told()).toEqual([
      { chave: '901', titulo: 'Conselho, 02/03/2020', problema: '“Ata” é desta reunião, e o campo “Ata” dela está vazio.' },
    ]);
    await scripted('update reuniao set ata_documento_id = 951 where id = 901');
    expect(await told()).toEqual([]);
    await scripted('update reuniao set ata_documento_id = null; delete from documento; delete from reuniao');
  });

  test('a law that another one changed says so, and has the version of after the change', async () => {
    await scripted(`insert into documento (id, categoria_slug, titulo, exercicio, publicado, publicado_em, data_ato, situacao_id) values
        (930, 'leis', 'Lei antiga', 2020, true, '2020-01-02', '2020-01-01', 'vigente'), (931, 'leis', 'Lei nova', 2021, true, '2021-01-02', '2021-01-01', 'vigente');
      insert into documento_relacao (de_id, para_id, tipo) values (931, 930, 'altera');
      insert into documento_versao (documento_id, versao, motivo, alterado_em, snapshot) values (930, 1, 'Primeira', '2020-01-02 12:00Z', '{}')`);
    const told = async (): Promise<readonly string[]> =>
      (await project.database.query(`select problema from contradicao where chave = '930' order by 1`)).rows.map(({ problema }) =>
        String(problema),
      );
    expect(await told()).toEqual([
      'O ato foi alterado por “Lei nova” e a situação não diz isso.',
      'O ato foi alterado por “Lei nova” e o histórico não tem a versão de depois.',
    ]);
    await scripted(`update documento set situacao_id = 'alterada' where id = 930;
      insert into documento_versao (documento_id, versao, motivo, alterado_em, snapshot) values (930, 9, 'Consolidada', '2021-01-02 12:00Z', '{}')`);
    expect(await told()).toEqual([]);
  });

  test('a meeting that has not begun cannot have taken place, and a cancelled one stays among the coming ones', async () => {
    await scripted(`delete from membro_orgao; delete from reuniao; delete from orgao_colegiado;
      insert into orgao_colegiado (id, chave, nome, periodicidade) values (901, 'conselho_fiscal', 'Conselho', 'mensal');
      insert into reuniao (id, orgao_id, ano, inicio, situacao) values (903, 901, 2099, '2099-01-01', 'cancelada')`);
    await expect(scripted(`update reuniao set situacao = 'realizada' where id = 903`)).rejects.toThrow('ainda não começou');
    expect(await project.ask.data('{ reuniao_futura { id } }', ANA)).toEqual({ reuniao_futura: [{ id: 903 }] });
  });

  test('an act about a person says nothing of health, and leaves the search after its term', async () => {
    const write = (title: string): Promise<void> =>
      scripted(`insert into documento (id, categoria_slug, titulo, exercicio, publicado, publicado_em, contem_dado_pessoal) values
        (920, 'portaria_aposentados', '${title}', 2020, true, '2020-02-29', true)`);
    await expect(write('Portaria 9 – aposentadoria por INVALIDEZ de Jacinta')).rejects.toThrow('motivo de saúde');
    await write('Portaria 9 – aposentadoria de Jacinta');
    const found = async (): Promise<unknown> =>
      (await project.database.query(`select titulo from buscar('jacinta') where chave is not null`)).rows;
    expect((await project.database.query('select fora_da_busca_em::text as dia from documento where id = 920')).rows).toEqual([
      { dia: '2025-02-28' },
    ]);
    expect(await found()).toEqual([]);
    await scripted(`update documento set fora_da_busca_em = '2099-01-01' where id = 920`);
    expect(await found()).toEqual([{ titulo: 'Portaria 9 – aposentadoria de Jacinta' }]);
    // The address stays.
    await scripted(`update documento set fora_da_busca_em = '2021-01-01' where id = 920`);
    expect((await project.database.query('select id from documento_visivel where id = 920')).rows).toHaveLength(1);
  });
});
