-- What pages count of documents, news and notices, kept as rows, so that no request counts or scans a table that grows. The rows have a schema of
-- their own: they are no content, nobody writes them and only views read them.

create schema contagem;

-- Published rows that were not withdrawn, whatever their day. `grupo` and `classe` are empty where there is none.
create table contagem.publicados (
  tabela text not null,
  grupo text not null,
  ano smallint not null,
  classe text not null,
  total integer not null,
  primary key (tabela, grupo, ano, classe)
);

-- The counts of `contagem.publicados`, by all that a list can be held to. They have a table of their own: the state of every page adds up those
-- of all categories, and there are some hundred times as many of these.
create table contagem.filtrados (
  tabela text not null,
  grupo text not null,
  ano smallint not null,
  classe text not null,
  mes smallint not null,
  tipo text not null,
  orgao text not null,
  total integer not null,
  primary key (tabela, grupo, ano, classe, mes, tipo, orgao)
);

-- The counts of `contagem.filtrados` by one of month, type and body at a time, and by year. To add up what one filter of a list finds from the counts
-- by all filters costs as many rows as there are combinations: thousands in a category of a hundred thousand documents.
create table contagem.por_campo (
  tabela text not null,
  grupo text not null,
  campo text not null,
  valor text not null,
  ano smallint not null,
  total integer not null,
  primary key (tabela, grupo, campo, valor, ano)
);
-- The categories that hold documents of a collegiate body.
create index por_campo_orgao on contagem.por_campo (valor, grupo) where campo = 'orgao';

-- Of each table that is listed: SQL of its group, its year, its class, its month, its type and its body (null where it has none), of what is counted,
-- of what is visible on the day `dia`, of its newest-first order and of the words by which it is found. The month of a document is the one in which
-- the period ends that it is about, without a period that of its date. Lists search documents, news and notices alone: the search of the site has an
-- index of its own (schema `indice`).
create function contagem.fonte(tabela text, dia date)
returns table (grupo text, ano text, classe text, mes text, tipo text, orgao text, contado text, visivel text, recentes text, termos text)
language sql immutable rows 1 as $$
  select f.grupo, f.ano, f.classe, f.mes, f.tipo, f.orgao, f.contado, f.visivel, f.recentes, f.termos from (values
    ('documento', 'categoria_slug', 'exercicio', 'situacao_id',
     'extract(month from coalesce(competencia_fim, competencia_inicio, data_ato, publicado_em))::integer', 'tipo_id', 'orgao_id',
     'publicado and retirado_em is null',
     pg_catalog.format('publicado and publicado_em <= %L::date and (retirado_em is null or retirado_em > now())'
       ' and categoria_slug not in (select slug from public.categoria_documento where not ativo)', dia),
     'publicado_em desc, id desc',
     'public.termos_de_busca(busca, categoria_slug, exercicio, extract(month from publicado_em)::integer, situacao_id,'
       ' extract(month from coalesce(competencia_fim, competencia_inicio, data_ato, publicado_em))::integer, tipo_id, orgao_id)'),
    ('noticia', null, 'ano_publicacao', null, 'mes_publicacao', null, null, 'publicado', 'publicado and publicado_em <= now()',
     'publicado_em desc, id desc', 'public.termos_de_busca(busca, null, ano_publicacao, mes_publicacao, null, mes_publicacao, null, null)'),
    ('comunicado', null, 'ano_publicacao', 'tipo', 'mes_publicacao', null, null, 'publicado', 'publicado and publicado_em <= now()',
     'publicado_em desc, id desc', 'public.termos_de_busca(busca, null, ano_publicacao, mes_publicacao, tipo, mes_publicacao, null, null)')
  ) as f (tabela, grupo, ano, classe, mes, tipo, orgao, contado, visivel, recentes, termos) where f.tabela = fonte.tabela
$$;

-- Rows are changed in the order of their key, so that two transactions of one statement each cannot wait for each other.
create function contagem.contar() returns trigger language plpgsql as $$
declare
  fonte record;
  linhas text := case tg_op
    when 'INSERT' then 'select *, 1 as parcela from depois'
    when 'DELETE' then 'select *, -1 as parcela from antes'
    when 'UPDATE' then 'select *, 1 as parcela from depois union all select *, -1 from antes'
  end;
begin
  if tg_op = 'TRUNCATE' then
    delete from contagem.publicados where tabela = tg_table_name;
    delete from contagem.filtrados where tabela = tg_table_name;
    delete from contagem.por_campo where tabela = tg_table_name;
    return null;
  end if;
  select * into fonte from contagem.fonte(tg_table_name, null);
  execute pg_catalog.format(
    'insert into contagem.publicados as c
     select %L, coalesce(%s, ''''), %s, coalesce(%s, ''''), sum(parcela) from (%s) l where %s
      group by 1, 2, 3, 4 having sum(parcela) <> 0 order by 1, 2, 3, 4
     on conflict (tabela, grupo, ano, classe) do update set total = c.total + excluded.total',
    tg_table_name, coalesce(fonte.grupo, 'null'), fonte.ano, coalesce(fonte.classe, 'null'), linhas, fonte.contado);
  execute pg_catalog.format(
    'insert into contagem.filtrados as c
     select %L, coalesce(%s, ''''), %s, coalesce(%s, ''''), %s, coalesce(%s, ''''), coalesce((%s)::text, ''''), sum(parcela) from (%s) l where %s
      group by 1, 2, 3, 4, 5, 6, 7 having sum(parcela) <> 0 order by 1, 2, 3, 4, 5, 6, 7
     on conflict (tabela, grupo, ano, classe, mes, tipo, orgao) do update set total = c.total + excluded.total',
    tg_table_name, coalesce(fonte.grupo, 'null'), fonte.ano, coalesce(fonte.classe, 'null'), fonte.mes, coalesce(fonte.tipo, 'null'),
    coalesce(fonte.orgao, 'null'), linhas, fonte.contado);
  execute pg_catalog.format(
    'insert into contagem.por_campo as c
     select %L, coalesce(%s, ''''), v.campo, v.valor, %s, sum(parcela)
       from (%s) l cross join lateral (values (''mes'', (%s)::text), (''tipo'', (%s)::text), (''orgao'', (%s)::text)) v (campo, valor)
      where %s and v.valor is not null
      group by 1, 2, 3, 4, 5 having sum(parcela) <> 0 order by 1, 2, 3, 4, 5
     on conflict (tabela, grupo, campo, valor, ano) do update set total = c.total + excluded.total',
    tg_table_name, coalesce(fonte.grupo, 'null'), fonte.ano, linhas, fonte.mes, coalesce(fonte.tipo, 'null'), coalesce(fonte.orgao, 'null'),
    fonte.contado);
  return null;
end
$$;

-- Counts of visible rows: the kept ones, less those whose moment is still to come, and those that are withdrawn at a later moment. Few rows
-- are either. The clock is called without a sub-select here: the planner then sees how few they are, and takes an index.
create view contagem.documento_contagem as
  select grupo, ano, classe, sum(total)::integer as total
    from (select grupo, ano, classe, total from contagem.publicados where tabela = 'documento'
          union all
          select categoria_slug, exercicio, coalesce(situacao_id, ''), -1 from public.documento
           where publicado and retirado_em is null and publicado_em > public.hoje()
          union all
          select categoria_slug, exercicio, coalesce(situacao_id, ''), 1 from public.documento
           where publicado and retirado_em > now() and publicado_em <= public.hoje()) parcelas
   where grupo not in (select slug from public.categoria_documento where not ativo)
   group by grupo, ano, classe
  having sum(total) > 0;

create view contagem.noticia_contagem as
  select grupo, ano, classe, sum(total)::integer as total
    from (select grupo, ano, classe, total from contagem.publicados where tabela = 'noticia'
          union all
          select '', ano_publicacao, '', -1 from public.noticia where publicado and publicado_em > now()) parcelas
   group by grupo, ano, classe
  having sum(total) > 0;

create view contagem.comunicado_contagem as
  select grupo, ano, classe, sum(total)::integer as total
    from (select grupo, ano, classe, total from contagem.publicados where tabela = 'comunicado'
          union all
          select '', ano_publicacao, tipo, -1 from public.comunicado where publicado and publicado_em > now()) parcelas
   group by grupo, ano, classe
  having sum(total) > 0;

-- Counts of visible rows by all that a list can be held to, to be added up, as those of `documento_contagem` and its like. What a table does not have
-- is empty.
create view contagem.documento_parcelas as
  select grupo, ano, classe, mes, tipo, orgao, total from contagem.filtrados where tabela = 'documento'
  union all
  select coalesce(categoria_slug, ''), exercicio, coalesce(situacao_id, ''),
         (extract(month from coalesce(competencia_fim, competencia_inicio, data_ato, publicado_em))::integer)::smallint,
         coalesce(tipo_id, ''), coalesce(orgao_id::text, ''), -1
    from public.documento where publicado and retirado_em is null and publicado_em > public.hoje()
  union all
  select coalesce(categoria_slug, ''), exercicio, coalesce(situacao_id, ''),
         (extract(month from coalesce(competencia_fim, competencia_inicio, data_ato, publicado_em))::integer)::smallint,
         coalesce(tipo_id, ''), coalesce(orgao_id::text, ''), 1
    from public.documento where publicado and retirado_em > now() and publicado_em <= public.hoje();

create view contagem.noticia_parcelas as
  select grupo, ano, classe, mes, tipo, orgao, total from contagem.filtrados where tabela = 'noticia'
  union all
  select coalesce(null, ''), ano_publicacao, coalesce(null, ''), mes_publicacao::smallint, coalesce(null, ''), coalesce(null::text, ''), -1
    from public.noticia where publicado and publicado_em > now();

create view contagem.comunicado_parcelas as
  select grupo, ano, classe, mes, tipo, orgao, total from contagem.filtrados where tabela = 'comunicado'
  union all
  select coalesce(null, ''), ano_publicacao, coalesce(tipo, ''), mes_publicacao::smallint, coalesce(null, ''), coalesce(null::text, ''), -1
    from public.comunicado where publicado and publicado_em > now();

-- Counts of visible rows by one of month, type and body, to be added up as well.
create view contagem.documento_por_campo as
  select grupo, campo, valor, ano, total from contagem.por_campo where tabela = 'documento'
  union all
  select coalesce(categoria_slug, ''), v.campo, v.valor, exercicio, -1
    from public.documento
   cross join lateral (values
     ('mes', (extract(month from coalesce(competencia_fim, competencia_inicio, data_ato, publicado_em))::integer)::text),
     ('tipo', tipo_id::text), ('orgao', orgao_id::text)) v (campo, valor)
   where publicado and retirado_em is null and publicado_em > public.hoje() and v.valor is not null
  union all
  select coalesce(categoria_slug, ''), v.campo, v.valor, exercicio, 1
    from public.documento
   cross join lateral (values
     ('mes', (extract(month from coalesce(competencia_fim, competencia_inicio, data_ato, publicado_em))::integer)::text),
     ('tipo', tipo_id::text), ('orgao', orgao_id::text)) v (campo, valor)
   where publicado and retirado_em > now() and publicado_em <= public.hoje() and v.valor is not null;

create view contagem.noticia_por_campo as
  select grupo, campo, valor, ano, total from contagem.por_campo where tabela = 'noticia'
  union all
  select coalesce(null, ''), v.campo, v.valor, ano_publicacao, -1
    from public.noticia cross join lateral (values ('mes', mes_publicacao::text), ('tipo', null::text), ('orgao', null::text)) v (campo, valor)
   where publicado and publicado_em > now() and v.valor is not null;

create view contagem.comunicado_por_campo as
  select grupo, campo, valor, ano, total from contagem.por_campo where tabela = 'comunicado'
  union all
  select coalesce(null, ''), v.campo, v.valor, ano_publicacao, -1
    from public.comunicado cross join lateral (values ('mes', mes_publicacao::text), ('tipo', null::text), ('orgao', null::text)) v (campo, valor)
   where publicado and publicado_em > now() and v.valor is not null;

-- Visible rows of each year with what a list is held to, the newest year first. `orgao` is an id.
create function contagem.por_ano(tabela text, grupo text, classe text, mes integer, tipo text, orgao text)
returns table (ano smallint, total integer) language plpgsql stable rows 30 set jit = off as $$
declare
  filtros integer := (mes <> 0)::integer + (tipo <> '')::integer + (orgao <> '')::integer;
begin
  return query execute pg_catalog.format(
    'select ano, sum(total)::integer from contagem.%I where ($1 = '''' or grupo = $1) and %s
        and grupo not in (select slug from public.categoria_documento where not ativo)
      group by ano having sum(total) > 0 order by ano desc',
    tabela || case when filtros = 0 then '_contagem' when filtros = 1 and classe = '' then '_por_campo' else '_parcelas' end,
    case when filtros = 0 then '($2 = '''' or classe = $2)'
      when filtros = 1 and classe = '' then 'campo = $6 and valor = coalesce(nullif($3, 0)::text, nullif($4, ''''), $5)'
      else '($2 = '''' or classe = $2) and ($3 = 0 or mes = $3) and ($4 = '''' or tipo = $4) and ($5 = '''' or orgao = $5)' end)
    using grupo, classe, mes, tipo, orgao, case when mes <> 0 then 'mes' when tipo <> '' then 'tipo' else 'orgao' end;
end
$$;

-- The counts of documents for the views of categories, with the names that documents have for these columns. Nothing reads `publicado`.
create view contagem.categoria_contagem as
  select grupo as categoria_slug, ano as exercicio, classe as situacao_id, true as publicado, total from contagem.documento_contagem;

create view public.categoria_situacao as
  select categoria_slug, situacao_id, sum(total)::integer as total
    from contagem.categoria_contagem where situacao_id <> '' group by categoria_slug, situacao_id;

-- Months that have something to show, in whatever year, for the month filters of the lists.
create view public.noticia_mes as
  select valor::integer as mes from contagem.noticia_por_campo where campo = 'mes' group by valor having sum(total) > 0;

create view public.comunicado_mes as
  select valor::integer as mes from contagem.comunicado_por_campo where campo = 'mes' group by valor having sum(total) > 0;

do $$
declare
  nome text;
begin
  foreach nome in array array['documento', 'noticia', 'comunicado'] loop
    execute pg_catalog.format('
      create trigger contar_insercao after insert on public.%1$I
        referencing new table as depois for each statement execute function contagem.contar();
      create trigger contar_alteracao after update on public.%1$I
        referencing old table as antes new table as depois for each statement execute function contagem.contar();
      create trigger contar_exclusao after delete on public.%1$I
        referencing old table as antes for each statement execute function contagem.contar();
      create trigger contar_esvaziamento after truncate on public.%1$I
        for each statement execute function contagem.contar()', nome);
  end loop;
end
$$;
