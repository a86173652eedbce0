-- One index for each order and each filter that the lists of the administration offer of a table that grows. Rows without a date come last, and one
-- direction of a list is the other one backwards. What is counted of a list is read from the same indexes.
drop index public.documento_tipo, public.noticia_categoria, public.comunicado_tipo;
create index documento_da_administracao_por_titulo on public.documento (titulo desc nulls last, id desc);
create index documento_da_administracao_por_categoria on public.documento (categoria_slug, publicado_em desc nulls last, id desc);
create index documento_da_administracao_por_exercicio on public.documento (exercicio, publicado_em desc nulls last, id desc);
create index documento_da_administracao_por_tipo on public.documento (tipo_id, publicado_em desc nulls last, id desc);
create index documento_da_administracao_por_situacao on public.documento (situacao_id, publicado_em desc nulls last, id desc);
create index documento_da_administracao_por_orgao on public.documento (orgao_id, publicado_em desc nulls last, id desc);

create index noticia_da_administracao_por_titulo on public.noticia (titulo desc nulls last, id desc);
create index noticia_da_administracao_por_categoria on public.noticia (categoria_noticia_id, publicado_em desc nulls last, id desc);
create index noticia_da_administracao_por_destaque on public.noticia (destaque, publicado_em desc nulls last, id desc);

create index comunicado_da_administracao_por_titulo on public.comunicado (titulo desc nulls last, id desc);
create index comunicado_da_administracao_por_tipo on public.comunicado (tipo, publicado_em desc nulls last, id desc);
create index comunicado_da_administracao_por_prioridade on public.comunicado (prioridade, publicado_em desc nulls last, id desc);

create index arquivo_da_administracao_por_nome on public.arquivo (nome desc nulls last, id desc);
create index arquivo_da_administracao_por_texto on public.arquivo (pesquisavel, enviado_em desc nulls last, id desc);
create index arquivo_da_administracao_busca on public.arquivo using gin (nome gin_trgm_ops, alt gin_trgm_ops) with (fastupdate = off);

-- The last changes of people, among those that the server itself has made of many rows at once.
create index auditoria_de_pessoas on public.auditoria (id desc) where usuario is not null;
