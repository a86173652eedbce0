/** What an editor has to look after: each report gains a row when a fault is made, and loses it when the fault is mended. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ANA, PROJECT_ENGINES, type ProjectEngine } from './project-engine.ts';

const FILE = '00000000-0000-4000-8000-0000000000d1';

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let project: ProjectEngine;
  beforeAll(async () => {
    project = await open();
  }, 120_000);
  beforeEach(() => project.database.script('delete from menu_item; delete from noticia; delete from documento; delete from pagina'));
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
});
