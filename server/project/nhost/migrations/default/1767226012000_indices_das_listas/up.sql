-- The indexes by which lists and files read contents. There is one for each order of a list, with the columns that decide what is visible: the ids of
-- a page are read from it alone, however deep the page. Those of a list's main order stand with their tables. The bucket of the open data is here as
-- well.

-- The year of a list is found in the index of the numbers.
create index documento_por_numero on public.documento
  (categoria_slug, exercicio desc, data_ato desc nulls last, numero desc nulls last, id desc)
  include (publicado_em, situacao_id, retirado_em) where publicado;
create index documento_por_titulo on public.documento (categoria_slug, titulo, id desc)
  include (publicado_em, retirado_em) where publicado;
create index documento_mais_antigos on public.documento (categoria_slug, data_ato, publicado_em, id) include (retirado_em) where publicado;

-- Documents with one filter, in the order in which lists show them first. For a type that only the oldest have, the other indexes pass over all of a
-- category.
create index documento_lista_por_tipo on public.documento (categoria_slug, tipo_id, data_ato desc nulls last, publicado_em desc, id desc)
  include (retirado_em) where publicado;
create index documento_lista_por_orgao on public.documento (categoria_slug, orgao_id, data_ato desc nulls last, publicado_em desc, id desc)
  include (retirado_em) where publicado;
create index documento_lista_por_mes on public.documento (categoria_slug,
    (extract(month from coalesce(competencia_fim, competencia_inicio, data_ato, publicado_em))::integer),
    data_ato desc nulls last, publicado_em desc, id desc) where publicado;

-- Statistics of the month of a document: the planner uses none of an expression of a partial index. Without them it takes a month of a category for a
-- few rows, and sorts all of them.
create statistics public.documento_mes
  on (extract(month from coalesce(competencia_fim, competencia_inicio, data_ato, publicado_em))::integer) from public.documento;

-- The latest of each category, and what is still to be withdrawn, are the first row of an index.
create index documento_competencia on public.documento (categoria_slug, competencia_fim desc) where publicado and competencia_fim is not null;
create index documento_exercicio_sem_competencia on public.documento (categoria_slug, exercicio desc)
  where publicado and competencia_fim is null;
create index documento_data_sem_competencia on public.documento (categoria_slug, (coalesce(data_ato, publicado_em)) desc)
  where publicado and competencia_fim is null;
create index documento_retirada on public.documento (retirado_em) where retirado_em is not null;

create index noticia_por_ano on public.noticia (ano_publicacao, publicado_em desc, id desc) where publicado;
create index noticia_por_titulo on public.noticia (titulo, id desc) include (publicado_em) where publicado;
create index comunicado_por_ano on public.comunicado (ano_publicacao, publicado_em desc, id desc) include (tipo) where publicado;
create index comunicado_por_tipo on public.comunicado (tipo, publicado_em desc, id desc) include (ano_publicacao) where publicado;
create index comunicado_por_titulo on public.comunicado (titulo, id desc) include (publicado_em, tipo) where publicado;

-- News and notices of one month, in the order in which lists show them first.
create index noticia_por_mes on public.noticia (mes_publicacao, publicado_em desc, id desc) where publicado;
create index comunicado_por_mes on public.comunicado (mes_publicacao, publicado_em desc, id desc) where publicado;

-- The next moments at which a notice comes into force or ends.
create index comunicado_inicio on public.comunicado (valido_de) where valido_de is not null;
create index comunicado_fim on public.comunicado (valido_ate) where valido_ate is not null;

-- The open data as one file, which the server makes once a day. Its bucket takes more than an editor may send, and no role but the server's own
-- reads or writes it: the site sends the file at an address of its own.
insert into storage.buckets (id, max_upload_file_size) values ('dados', 1000000000) on conflict (id) do nothing;

-- The meetings of all bodies in the order of their file.
create index reuniao_inicio on public.reuniao (inicio desc, id desc);
