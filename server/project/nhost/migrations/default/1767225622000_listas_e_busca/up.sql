-- Lists and the search read ids from an index first and then the rows of one page; what they count of every table is kept in one place.

-- Of each table that is listed: SQL of its group, its year and its class (null where it has none), of what is counted, of what is visible on
-- the day `dia`, of its newest-first order and of the words by which it is found.
create function contagem.fonte(tabela text, dia date)
returns table (grupo text, ano text, classe text, contado text, visivel text, recentes text, termos text) language sql immutable rows 1 as $$
  select f.grupo, f.ano, f.classe, f.contado, f.visivel, f.recentes, f.termos from (values
    ('documento', 'categoria_slug', 'exercicio', 'situacao_id', 'publicado and retirado_em is null',
     pg_catalog.format('publicado and publicado_em <= %L::date and (retirado_em is null or retirado_em > now())'
       ' and categoria_slug not in (select slug from public.categoria_documento where not ativo)', dia),
     'publicado_em desc, id desc', 'public.termos_de_busca(busca, categoria_slug, exercicio, extract(month from publicado_em)::integer, situacao_id)'),
    ('noticia', null, 'ano_publicacao', null, 'publicado', 'publicado and publicado_em <= now()',
     'publicado_em desc, id desc', 'public.termos_de_busca(busca, null, ano_publicacao, extract(month from publicado_em at time zone interval ''-03:00'')::integer, null)'),
    ('comunicado', null, 'ano_publicacao', 'tipo', 'publicado', 'publicado and publicado_em <= now()',
     'publicado_em desc, id desc', 'public.termos_de_busca(busca, null, ano_publicacao, extract(month from publicado_em at time zone interval ''-03:00'')::integer, tipo)'),
    ('pagina', null, null, null, null, 'publicado and publicado_em <= now()', 'titulo, id', 'busca'),
    ('pergunta_frequente', null, null, null, null, 'publicado', 'pergunta, id', 'busca')
  ) as f (tabela, grupo, ano, classe, contado, visivel, recentes, termos) where f.tabela = fonte.tabela
$$;

-- Published rows that were not withdrawn, whatever their day. `grupo` and `classe` are empty where there is none.
create table contagem.publicados (
  tabela text not null,
  grupo text not null,
  ano smallint not null,
  classe text not null,
  total integer not null,
  primary key (tabela, grupo, ano, classe)
);

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
    return null;
  end if;
  select * into fonte from contagem.fonte(tg_table_name, null);
  execute pg_catalog.format(
    'insert into contagem.publicados as c
     select %L, coalesce(%s, ''''), %s, coalesce(%s, ''''), sum(parcela) from (%s) l where %s
      group by 1, 2, 3, 4 having sum(parcela) <> 0 order by 1, 2, 3, 4
     on conflict (tabela, grupo, ano, classe) do update set total = c.total + excluded.total',
    tg_table_name, coalesce(fonte.grupo, 'null'), fonte.ano, coalesce(fonte.classe, 'null'), linhas, fonte.contado);
  return null;
end
$$;

do $$
declare
  nome text;
  fonte record;
begin
  foreach nome in array array['documento', 'noticia', 'comunicado'] loop
    execute pg_catalog.format('drop trigger if exists contar_insercao on public.%1$I;
      drop trigger if exists contar_alteracao on public.%1$I;
      drop trigger if exists contar_exclusao on public.%1$I;
      drop trigger if exists contar_esvaziamento on public.%1$I;
      create trigger contar_insercao after insert on public.%1$I
        referencing new table as depois for each statement execute function contagem.contar();
      create trigger contar_alteracao after update on public.%1$I
        referencing old table as antes new table as depois for each statement execute function contagem.contar();
      create trigger contar_exclusao after delete on public.%1$I
        referencing old table as antes for each statement execute function contagem.contar();
      create trigger contar_esvaziamento after truncate on public.%1$I
        for each statement execute function contagem.contar()', nome);
    select * into fonte from contagem.fonte(nome, null);
    execute pg_catalog.format(
      'insert into contagem.publicados select %L, coalesce(%s, ''''), %s, coalesce(%s, ''''), count(*) from public.%I where %s group by 2, 3, 4',
      nome, coalesce(fonte.grupo, 'null'), fonte.ano, coalesce(fonte.classe, 'null'), nome, fonte.contado);
  end loop;
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

-- Other views of a category read it; no query asks for it any more.
alter view public.categoria_contagem set schema contagem;
create or replace view contagem.categoria_contagem as
  select grupo as categoria_slug, ano as exercicio, classe as situacao_id, true as publicado, total from contagem.documento_contagem;
drop table contagem.documento;
drop function public.contar_documentos;

create or replace view public.noticia_ano as
  select ano::integer as ano, sum(total)::integer as total from contagem.noticia_contagem group by ano;
create or replace view public.comunicado_ano as
  select ano::integer as ano, sum(total)::integer as total from contagem.comunicado_contagem group by ano;

-- The words of a row and what a search is held to: its group (@), its year (#, and the year as a word), the month of its publication within
-- the year (#) and its class (%).
create function public.termos_de_busca(busca tsvector, grupo text, ano integer, mes integer, classe text) returns tsvector
  language sql immutable parallel safe
  return busca || pg_catalog.array_to_tsvector(pg_catalog.array_remove(
    array['@' || grupo, '#' || ano::text, '#' || ano::text || '-' || mes::text, ano::text, '%' || classe], null));

alter table public.pergunta_frequente add column busca tsvector not null generated always as (
  setweight(to_tsvector('pg_catalog.portuguese'::regconfig, public.pt_fold(pergunta)), 'A')
  || setweight(to_tsvector('pg_catalog.portuguese'::regconfig, public.pt_fold(public.texto_de_html(resposta_html))), 'B')
) stored;
create index pergunta_frequente_busca on public.pergunta_frequente using gin (busca) with (fastupdate = off);

alter table public.comunicado add column busca tsvector not null generated always as (
  setweight(to_tsvector('pg_catalog.portuguese'::regconfig, public.pt_fold(titulo)), 'A')
  || setweight(to_tsvector('pg_catalog.portuguese'::regconfig, public.pt_fold(coalesce(resumo, ''))), 'B')
  || setweight(to_tsvector('pg_catalog.portuguese'::regconfig, public.pt_fold(public.texto_de_html(corpo_html))), 'C')
) stored;

drop index public.documento_busca, public.noticia_busca;
create index documento_busca on public.documento
  using gin (public.termos_de_busca(busca, categoria_slug, exercicio, extract(month from publicado_em)::integer, situacao_id))
  with (fastupdate = off) where publicado;
create index noticia_busca on public.noticia
  using gin (public.termos_de_busca(busca, null, ano_publicacao, extract(month from publicado_em at time zone interval '-03:00')::integer, null))
  with (fastupdate = off) where publicado;
create index comunicado_busca on public.comunicado
  using gin (public.termos_de_busca(busca, null, ano_publicacao, extract(month from publicado_em at time zone interval '-03:00')::integer, tipo))
  with (fastupdate = off) where publicado;

-- One index for each order of a list, with the columns that decide what is visible: the ids of a page are read from it alone, however deep
-- the page. The year of a list is found in that of the numbers.
drop index public.documento_lista, public.documento_por_numero, public.documento_por_titulo, public.documento_mais_antigos,
  public.documento_situacao;
create index documento_lista on public.documento (categoria_slug, data_ato desc nulls last, publicado_em desc, id desc)
  include (retirado_em) where publicado;
create index documento_mais_antigos on public.documento (categoria_slug, data_ato, publicado_em, id) include (retirado_em) where publicado;
create index documento_por_numero on public.documento
  (categoria_slug, exercicio desc, data_ato desc nulls last, numero desc nulls last, id desc)
  include (publicado_em, situacao_id, retirado_em) where publicado;
create index documento_por_titulo on public.documento (categoria_slug, titulo, id desc)
  include (publicado_em, retirado_em) where publicado;
create index documento_situacao on public.documento
  (situacao_id, categoria_slug, data_ato desc nulls last, publicado_em desc, id desc) include (publicado, retirado_em);

drop index public.noticia_recentes, public.comunicado_recentes;
create index noticia_recentes on public.noticia (publicado_em desc, id desc) include (publicado);
create index noticia_por_ano on public.noticia (ano_publicacao, publicado_em desc, id desc) where publicado;
create index noticia_por_titulo on public.noticia (titulo, id desc) include (publicado_em) where publicado;
create index comunicado_recentes on public.comunicado (publicado_em desc, id desc) include (publicado);
-- The newest notices in force of each priority, and the next moments at which one comes into force or ends.
drop index public.comunicado_prioridade;
create index comunicado_prioridade on public.comunicado (prioridade, publicado_em desc, id desc) include (publicado, valido_de, valido_ate);
create index comunicado_inicio on public.comunicado (valido_de) where valido_de is not null;
create index comunicado_fim on public.comunicado (valido_ate) where valido_ate is not null;
create index comunicado_por_ano on public.comunicado (ano_publicacao, publicado_em desc, id desc) include (tipo) where publicado;
create index comunicado_por_tipo on public.comunicado (tipo, publicado_em desc, id desc) include (ano_publicacao) where publicado;
create index comunicado_por_titulo on public.comunicado (titulo, id desc) include (publicado_em, tipo) where publicado;

-- The order of a list as SQL. Every order ends in the id, so that rows alike in all else keep their page. Numbers are texts ("12/2024"):
-- within a year they follow the dates, which order them better than letters would.
create function contagem.ordem_de_lista(tabela text, ordem text) returns text language sql immutable
  return case
    when tabela = 'documento' then case ordem
      when 'titulo' then 'titulo, id desc'
      when 'antigos' then 'data_ato, publicado_em, id'
      when 'numero' then 'exercicio desc, data_ato desc nulls last, numero desc nulls last, id desc'
      else 'data_ato desc nulls last, publicado_em desc, id desc'
    end
    when tabela in ('noticia', 'comunicado') then case ordem
      when 'titulo' then 'titulo, id desc'
      when 'antigos' then 'publicado_em, id'
      else 'publicado_em desc, id desc'
    end
  end;

-- The most rows that a search counts and orders: the newest. One more than "mais de 1.000" tells.
create function contagem.maximo_encontrado() returns integer language sql immutable return 1001;

-- Ids of the newest rows that have all words. Months are searched from the newest on, in windows that grow, until there are enough: a search
-- reads about as many rows as it may return, however many have the words. Words that no row has as such are looked for as parts of words, those
-- of three letters and more: the index of texts holds groups of three.
-- Only the index of the words can serve here, whatever the statistics say. A plan is compiled (jit) for its cost, which forbidden scans raise.
create function contagem.encontrar(tabela text, palavras text, grupo text, classe text, anos smallint[]) returns bigint[]
language plpgsql stable set jit = off set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  fonte record;
  palavra tsquery := pg_catalog.plainto_tsquery('pg_catalog.portuguese', public.pt_fold(palavras));
  maximo integer := contagem.maximo_encontrado();
  encontrados bigint[] := '{}';
  novos bigint[];
  janela text[] := '{}';
  linhas integer := 0;
  mes integer;
  alvo integer := 2000;
  parte record;
  texto text;
  partes text;
begin
  select * into fonte from contagem.fonte(tabela, public.hoje());
  texto := pg_catalog.format('select array(select id from public.%I where %s @@ $1 and %s order by %s limit $2)',
    tabela, fonte.termos, fonte.visivel, fonte.recentes);
  if pg_catalog.numnode(palavra) > 0 then
    if grupo <> '' then palavra := palavra && contagem.termo('@', grupo); end if;
    if classe <> '' then palavra := palavra && contagem.termo('%', classe); end if;
    if fonte.ano is null then
      execute texto into encontrados using palavra, maximo;
    end if;
    for parte in
      select p.ano, sum(p.total)::integer / 12 + 1 as linhas, p.ano = min(p.ano) over () as ultimo
        from contagem.publicados p
       where p.tabela = encontrar.tabela and (encontrar.grupo = '' or p.grupo = encontrar.grupo)
         and (encontrar.classe = '' or p.classe = encontrar.classe) and (anos is null or p.ano = any(anos))
       group by p.ano order by p.ano desc
    loop
      mes := 12;
      while mes > 0 loop
        if mes = 12 and linhas + 12 * parte.linhas <= alvo then
          janela := janela || ('''#' || parte.ano || '''');
          linhas := linhas + 12 * parte.linhas;
          mes := 0;
        else
          janela := janela || ('''#' || parte.ano || '-' || mes || '''');
          linhas := linhas + parte.linhas;
          mes := mes - 1;
        end if;
        continue when linhas < alvo and not (parte.ultimo and mes = 0);
        execute texto into novos
          using palavra && pg_catalog.array_to_string(janela, '|')::tsquery, maximo - pg_catalog.cardinality(encontrados);
        encontrados := encontrados || novos;
        if pg_catalog.cardinality(encontrados) >= maximo then
          return encontrados;
        end if;
        janela := '{}';
        linhas := 0;
        alvo := alvo * 3;
      end loop;
    end loop;
  end if;
  select pg_catalog.string_agg(pg_catalog.format('busca_texto like %L', '%' || pg_catalog.regexp_replace(p, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
    into partes from pg_catalog.regexp_split_to_table(public.pt_sem_acento(palavras), '\s+') p where pg_catalog.length(p) >= 3;
  if pg_catalog.cardinality(encontrados) = 0 and partes is not null then
    execute pg_catalog.format('select array(select id from public.%I where %s and %s limit $1)', tabela, fonte.visivel,
      partes
      || case when grupo = '' then '' else pg_catalog.format(' and %s = %L', fonte.grupo, grupo) end
      || case when classe = '' then '' else pg_catalog.format(' and %s = %L', fonte.classe, classe) end
      || case when anos is null then '' else pg_catalog.format(' and %s = any(%L::smallint[])', fonte.ano, anos) end)
      into encontrados using maximo;
  end if;
  return encontrados;
end
$$;

-- A term of `termos_de_busca` as a query. What cannot stand in the name of a group or a class is left out, and then finds nothing.
create function contagem.termo(sinal text, nome text) returns tsquery language sql immutable
  return ('''' || sinal || pg_catalog.regexp_replace(nome, '[^[:alnum:]_-]', '', 'g') || '''')::tsquery;

-- A row of a list: the id of the row of `tabela` at this place, and how many rows the whole list has. Only a function returns such rows.
create view public.item_listado as select null::integer as posicao, null::bigint as id, null::integer as total where false;

-- One page of a list. `palavras` empty: all rows; else those that have all the words, at most `maximo_encontrado` of them. `anos` is a text
-- of years with commas. A page without rows has one item without an id, for the total.
create function public.listar(
  tabela text, palavras text default '', grupo text default '', classe text default '', anos text default '', ordem text default 'recentes',
  limite integer default 20, deslocamento integer default 0
) returns setof public.item_listado language plpgsql stable rows 20 set jit = off as $$
declare
  fonte record;
  ordenacao text;
  lista_de_anos smallint[] := pg_catalog.string_to_array(nullif(anos, ''), ',')::smallint[];
  primeiros integer := greatest(0, least(limite, 100));
  salto integer := greatest(0, least(deslocamento, 100000));
  condicao text;
  origem text;
  pagina bigint[];
  encontrados bigint[];
  quantos integer;
begin
  select * into fonte from contagem.fonte(tabela, public.hoje());
  if fonte.visivel is null then
    raise exception 'no list of "%"', tabela using errcode = 'invalid_parameter_value';
  end if;
  ordenacao := coalesce(contagem.ordem_de_lista(tabela, ordem), fonte.recentes);
  if palavras <> '' then
    encontrados := contagem.encontrar(tabela, palavras, grupo, classe, lista_de_anos);
    quantos := pg_catalog.cardinality(encontrados);
    origem := pg_catalog.format('public.%I where id = any($1)', tabela);
    if ordem = 'relevancia' then
      ordenacao := pg_catalog.format('ts_rank(busca, plainto_tsquery(''pg_catalog.portuguese'', %L)) desc, %s',
        public.pt_fold(palavras), fonte.recentes);
    end if;
  else
    if fonte.contado is null then
      raise exception 'the list of "%" needs words', tabela using errcode = 'invalid_parameter_value';
    end if;
    execute pg_catalog.format('select coalesce(sum(total), 0)::integer from contagem.%I
      where ($1 = '''' or grupo = $1) and ($2 = '''' or classe = $2) and ($3 is null or ano = any($3))', tabela || '_contagem')
      into quantos using grupo, classe, lista_de_anos;
    condicao := fonte.visivel
      || case when grupo = '' then '' else pg_catalog.format(' and %s = %L', fonte.grupo, grupo) end
      || case when classe = '' then '' else pg_catalog.format(' and %s = %L', fonte.classe, classe) end;
    if lista_de_anos is null then
      origem := pg_catalog.format('public.%I where %s', tabela, condicao);
    elsif pg_catalog.cardinality(lista_de_anos) = 1 then
      origem := pg_catalog.format('public.%I where %s and %s = %s', tabela, condicao, fonte.ano, lista_de_anos[1]);
    else
      -- The first rows of each year are merged: an index gives them in order for one year at a time.
      origem := pg_catalog.format(
        'pg_catalog.unnest(%L::smallint[]) as de (ano)
         cross join lateral (select * from public.%I where %s and %s = de.ano order by %s limit %s) linhas',
        lista_de_anos, tabela, condicao, fonte.ano, ordenacao, salto + primeiros);
    end if;
  end if;
  execute pg_catalog.format('select array(select id from %s order by %s limit %s offset %s)', origem, ordenacao, primeiros, salto)
    into pagina using encontrados;
  return query select l.vez::integer, l.id, quantos from pg_catalog.unnest(pagina) with ordinality as l (id, vez);
  if not found then
    return query select 1, null::bigint, quantos;
  end if;
end
$$;
