-- What the administration lists: contents by each order and filter, what an editor has to look after (pages to review, what appears or goes by
-- itself), and the results that the institution recommends in the search. The valid certifications of members, which pages show, are here as well.

-- One index for each order and each filter that the lists of the administration offer of a table that grows. The lists begin with the newest
-- row; rows without a date come last, which the indexes of the public lists cannot give, and one direction of a list is the other one backwards.
-- What is counted of a list is read from the same indexes.
create index documento_da_administracao on public.documento (publicado_em desc nulls last, id desc);
create index documento_da_administracao_por_titulo on public.documento (titulo desc nulls last, id desc);
create index documento_da_administracao_por_categoria on public.documento (categoria_slug, publicado_em desc nulls last, id desc);
create index documento_da_administracao_por_exercicio on public.documento (exercicio, publicado_em desc nulls last, id desc);
create index documento_da_administracao_por_tipo on public.documento (tipo_id, publicado_em desc nulls last, id desc);
create index documento_da_administracao_por_situacao on public.documento (situacao_id, publicado_em desc nulls last, id desc);
create index documento_da_administracao_por_orgao on public.documento (orgao_id, publicado_em desc nulls last, id desc);

create index noticia_da_administracao on public.noticia (publicado_em desc nulls last, id desc);
create index noticia_da_administracao_por_titulo on public.noticia (titulo desc nulls last, id desc);
create index noticia_da_administracao_por_categoria on public.noticia (categoria_noticia_id, publicado_em desc nulls last, id desc);
create index noticia_da_administracao_por_destaque on public.noticia (destaque, publicado_em desc nulls last, id desc);

create index comunicado_da_administracao on public.comunicado (publicado_em desc nulls last, id desc);
create index comunicado_da_administracao_por_titulo on public.comunicado (titulo desc nulls last, id desc);
create index comunicado_da_administracao_por_tipo on public.comunicado (tipo, publicado_em desc nulls last, id desc);
create index comunicado_da_administracao_por_prioridade on public.comunicado (prioridade, publicado_em desc nulls last, id desc);

create index arquivo_da_administracao on public.arquivo (enviado_em desc nulls last, id desc);
create index arquivo_da_administracao_por_nome on public.arquivo (nome desc nulls last, id desc);
create index arquivo_da_administracao_por_texto on public.arquivo (pesquisavel, enviado_em desc nulls last, id desc);
-- The files with or without a text that can be searched, by name: of one that few files or none have, the index of names reads all of them.
create index arquivo_da_administracao_por_texto_e_nome on public.arquivo (pesquisavel, nome desc nulls last, id desc);
-- The choice of a picture asks for the newest pictures alone, among files of which most are documents.
create index arquivo_imagem_da_administracao on public.arquivo (enviado_em desc nulls last, id desc) where mime like 'image/%';
create index arquivo_da_administracao_busca on public.arquivo using gin (nome gin_trgm_ops, alt gin_trgm_ops) with (fastupdate = off);

create index pagina_revisao on public.pagina (revisao_prevista_em) where revisao_prevista_em is not null;
create view public.pagina_a_rever as
  select id, slug, titulo, revisao_prevista_em, responsavel_unidade_id from public.pagina
   where publicado and revisao_prevista_em <= public.hoje();

-- What appears or goes by itself at a later moment. The clock is called without a sub-select, so that the planner sees how few rows they are.
create index banner_comunicado_inicio on public.banner_comunicado (exibir_de);
create index pagina_publicada_em on public.pagina (publicado_em) where publicado;
create view public.agendamento as
  select 'noticia' as tabela, id::text as chave, titulo, 'publica' as acao, publicado_em as momento
    from public.noticia where publicado and publicado_em > now()
  union all
  select 'comunicado', id::text, titulo, 'publica', publicado_em from public.comunicado where publicado and publicado_em > now()
  union all
  select 'comunicado', id::text, titulo, 'encerra', valido_ate from public.comunicado where publicado and valido_ate > now()
  union all
  select 'pagina', id::text, titulo, 'publica', publicado_em from public.pagina where publicado and publicado_em > now()
  union all
  select 'banner_comunicado', id::text, titulo, 'publica', exibir_de from public.banner_comunicado where publicado and exibir_de > now()
  union all
  select 'banner_comunicado', id::text, titulo, 'encerra', exibir_ate from public.banner_comunicado where publicado and exibir_ate > now()
  union all
  select 'documento', id::text, titulo, 'publica',
         publicado_em::timestamp at time zone coalesce((select fuso_horario from public.configuracao_site limit 1), 'America/Sao_Paulo')
    from public.documento where publicado and publicado_em > public.hoje()
  union all
  select 'documento', id::text, titulo, 'retira', retirado_em from public.documento where publicado and retirado_em > now();

-- A certification that is still valid; one that expired is shown as expired.
create view public.membro_certificado as
  select id from public.membro_orgao where certificacao_validade >= (select public.hoje());

-- Results that the institution recommends for words of a search. They are few: each search compares all of them.
create table public.resultado_promovido (
  id bigint generated by default as identity primary key,
  palavras text[] not null check (cardinality(palavras) between 1 and 50),
  titulo text not null check (titulo <> ''),
  descricao text,
  endereco text not null check (public.endereco_aceito(endereco)),
  ordem integer not null default 0,
  ativo boolean not null default true,
  versao integer not null default 1,
  criado_em timestamptz not null default now(),
  atualizado_em timestamptz not null default now()
);

-- One entry of `palavras` has to occur in the search as a whole, whatever else was searched for.
create function public.promover(palavras text) returns setof public.resultado_promovido language sql stable rows 3 as $$
  select r.* from public.resultado_promovido r
   where r.ativo and exists (
     select from unnest(r.palavras) p (termo)
      where to_tsvector('pg_catalog.portuguese'::regconfig, public.pt_fold(left(promover.palavras, 200)))
            @@ plainto_tsquery('pg_catalog.portuguese'::regconfig, public.pt_fold(p.termo)))
   order by r.ordem, r.id limit 3
$$;
