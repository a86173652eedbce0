-- Lists are filtered by month, type and collegiate body as well: counted, ordered and paged as they are by year and situation.

-- Of each table that is listed, further: SQL of its month, its type and its body (null where it has none). The month of a document is the one in which
-- the period ends that it is about, without a period that of its date.
drop function contagem.fonte(text, date);
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
     'publicado_em desc, id desc', 'public.termos_de_busca(busca, null, ano_publicacao, mes_publicacao, tipo, mes_publicacao, null, null)'),
    ('servico', null, null, null, null, null, null, null, 'publicado', 'ordem, id', 'busca'),
    ('pagina', null, null, null, null, null, null, null, 'publicado and publicado_em <= now()', 'titulo, id', 'busca'),
    ('pergunta_frequente', null, null, null, null, null, null, null, 'publicado', 'pergunta, id', 'busca')
  ) as f (tabela, grupo, ano, classe, mes, tipo, orgao, contado, visivel, recentes, termos) where f.tabela = fonte.tabela
$$;

-- The words of a row and what a list is held to: its group (@), its year (#, and the year as a word), the month of its publication within the
-- year (#), its class (%), its month ($), its type (~) and its body (&).
create function public.termos_de_busca(
  busca tsvector, grupo text, ano integer, mes_de_publicacao integer, classe text, mes integer, tipo text, orgao bigint
) returns tsvector language sql immutable parallel safe
  return busca || pg_catalog.array_to_tsvector(pg_catalog.array_remove(
    array['@' || grupo, '#' || ano::text, '#' || ano::text || '-' || mes_de_publicacao::text, ano::text, '%' || classe, '$' || mes::text, '~' || tipo,
      '&' || orgao::text], null));

drop index public.documento_busca, public.noticia_busca, public.comunicado_busca;
drop function public.termos_de_busca(tsvector, text, integer, integer, text);
create index documento_busca on public.documento using gin (public.termos_de_busca(busca, categoria_slug, exercicio,
    extract(month from publicado_em)::integer, situacao_id,
    extract(month from coalesce(competencia_fim, competencia_inicio, data_ato, publicado_em))::integer, tipo_id, orgao_id))
  with (fastupdate = off) where publicado;
create index noticia_busca on public.noticia
  using gin (public.termos_de_busca(busca, null, ano_publicacao, mes_publicacao, null, mes_publicacao, null, null)) with (fastupdate = off) where publicado;
create index comunicado_busca on public.comunicado
  using gin (public.termos_de_busca(busca, null, ano_publicacao, mes_publicacao, tipo, mes_publicacao, null, null)) with (fastupdate = off) where publicado;

-- The counts of `contagem.publicados`, by all that a list can be held to. They have a table of their own: the state of every page adds up those of all
-- categories, and there are some hundred times as many of these.
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

create or replace function contagem.contar() returns trigger language plpgsql as $$
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
  return null;
end
$$;

-- Counts of visible rows, to be added up, as those of `documento_contagem` and its like: the kept ones, less those whose moment is still to come, and
-- those that are withdrawn at a later moment.
do $$
declare
  nome text;
  fonte record;
  campos text;
begin
  foreach nome in array array['documento', 'noticia', 'comunicado'] loop
    select * into fonte from contagem.fonte(nome, null);
    campos := pg_catalog.format('coalesce(%s, ''''), %s, coalesce(%s, ''''), (%s)::smallint, coalesce(%s, ''''), coalesce((%s)::text, '''')',
      coalesce(fonte.grupo, 'null'), fonte.ano, coalesce(fonte.classe, 'null'), fonte.mes, coalesce(fonte.tipo, 'null'), coalesce(fonte.orgao, 'null'));
    execute pg_catalog.format('insert into contagem.filtrados select %L, %s, count(*) from public.%I where %s group by 2, 3, 4, 5, 6, 7',
      nome, campos, nome, fonte.contado);
    execute pg_catalog.format(
      'create view contagem.%1$s_parcelas as
       select grupo, ano, classe, mes, tipo, orgao, total from contagem.filtrados where tabela = %1$L
       union all select %2$s, -1 from public.%1$I where %3$s and publicado_em > %4$s%5$s',
      nome, campos, fonte.contado, case nome when 'documento' then 'public.hoje()' else 'now()' end,
      case nome when 'documento' then pg_catalog.format(
        ' union all select %s, 1 from public.documento where publicado and retirado_em > now() and publicado_em <= public.hoje()', campos) else '' end);
  end loop;
end
$$;

-- What the documents of an active category can be held to, beside years and situations: `campo` is `mes`, `tipo` or `orgao`, `valor` what an address has.
create view public.categoria_filtro as
  select v.categoria_slug, v.campo, v.valor, v.rotulo, v.ordem, v.total
    from (
      select p.grupo as categoria_slug, 'mes' as campo, p.mes::text as valor, indice.nome_do_mes(p.mes) as rotulo, p.mes::integer as ordem, sum(p.total)::integer as total
        from contagem.documento_parcelas p group by p.grupo, p.mes
      union all
      select p.grupo, 'tipo', t.valor, t.rotulo, t.ordem::integer, p.total
        from (select grupo, tipo, sum(total)::integer as total from contagem.documento_parcelas group by grupo, tipo) p
        join public.tipo_documento t on t.valor = p.tipo
      union all
      select p.grupo, 'orgao', o.chave, o.nome, o.ordem, p.total
        from (select grupo, orgao, sum(total)::integer as total from contagem.documento_parcelas group by grupo, orgao) p
        join public.orgao_colegiado o on o.id::text = p.orgao
    ) v
   where v.total > 0 and v.categoria_slug not in (select slug from public.categoria_documento where not ativo);

-- Ids of the newest rows that have all words and all that `filtro` names, which `condicao` says as SQL for rows that are found by parts of words.
drop function contagem.encontrar(text, text, text, text, smallint[]);
create function contagem.encontrar(tabela text, palavras text, grupo text, classe text, anos smallint[], filtro tsquery, condicao text) returns bigint[]
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
    palavra := coalesce(palavra && filtro, palavra);
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
    execute pg_catalog.format('select array(select id from public.%I where %s and %s limit $1)', tabela, condicao,
      partes || case when anos is null then '' else pg_catalog.format(' and %s = any(%L::smallint[])', fonte.ano, anos) end)
      into encontrados using maximo;
  end if;
  return encontrados;
end
$$;

-- One page of a list. `palavras` empty: all rows; else those that have all the words, at most `maximo_encontrado` of them. `anos` is a text
-- of years with commas, `mes` 0 for all, `orgao` the key of a body. A page without rows has one item without an id, for the total.
drop function public.listar(text, text, text, text, text, text, integer, integer);
create function public.listar(
  tabela text, palavras text default '', grupo text default '', classe text default '', anos text default '', ordem text default 'recentes',
  limite integer default 20, deslocamento integer default 0, mes integer default 0, tipo text default '', orgao text default ''
) returns setof public.item_listado language plpgsql stable rows 20 set jit = off as $$
declare
  fonte record;
  ordenacao text;
  lista_de_anos smallint[] := pg_catalog.string_to_array(nullif(anos, ''), ',')::smallint[];
  primeiros integer := greatest(0, least(limite, 100));
  salto integer := greatest(0, least(deslocamento, 100000));
  orgao_id text := case when orgao = '' then '' else coalesce((select o.id from public.orgao_colegiado o where o.chave = orgao), 0)::text end;
  com_filtro boolean := mes <> 0 or tipo <> '' or orgao <> '';
  filtro tsquery;
  condicao text;
  origem text;
  pagina bigint[];
  encontrados bigint[];
  quantos integer;
  todos bigint;
  campo record;
begin
  select * into fonte from contagem.fonte(tabela, public.hoje());
  if fonte.visivel is null then
    raise exception 'no list of "%"', tabela using errcode = 'invalid_parameter_value';
  end if;
  ordenacao := coalesce(contagem.ordem_de_lista(tabela, ordem), fonte.recentes);
  condicao := fonte.visivel;
  for campo in
    select * from (values ('@', fonte.grupo, grupo), ('%', fonte.classe, classe), ('$', fonte.mes, nullif(mes, 0)::text), ('~', fonte.tipo, tipo),
      ('&', fonte.orgao, orgao_id)) c (sinal, expressao, valor) where c.valor <> ''
  loop
    filtro := coalesce(filtro && contagem.termo(campo.sinal, campo.valor), contagem.termo(campo.sinal, campo.valor));
    condicao := condicao || pg_catalog.format(' and %s = %L', coalesce(campo.expressao, 'null'), campo.valor);
  end loop;
  if palavras <> '' then
    encontrados := contagem.encontrar(tabela, palavras, grupo, classe, lista_de_anos, filtro, condicao);
    quantos := pg_catalog.cardinality(encontrados);
    origem := pg_catalog.format('public.%I where id = any($1)', tabela);
  else
    if fonte.contado is null then
      raise exception 'the list of "%" needs words', tabela using errcode = 'invalid_parameter_value';
    end if;
    execute pg_catalog.format('select coalesce(sum(total), 0)::integer from contagem.%I
      where ($1 = '''' or grupo = $1) and ($2 = '''' or classe = $2) and ($3 is null or ano = any($3))%s',
      tabela || case when com_filtro then '_parcelas' else '_contagem' end,
      case when com_filtro then ' and ($4 = 0 or mes = $4) and ($5 = '''' or tipo = $5) and ($6 = '''' or orgao = $6)
        and grupo not in (select slug from public.categoria_documento where not ativo)' else '' end)
      into quantos using grupo, classe, lista_de_anos, mes, tipo, orgao_id;
    if com_filtro then
      execute pg_catalog.format('select coalesce(sum(total), 0) from contagem.%I where ($1 = '''' or grupo = $1) and ($2 is null or ano = any($2))',
        tabela || '_contagem') into todos using grupo, lista_de_anos;
    end if;
    if quantos = 0 then
      origem := pg_catalog.format('public.%I where false', tabela);
    elsif com_filtro and (quantos <= 3000 or quantos::bigint * quantos < todos * (salto + primeiros)) then
      -- Rows that are few, or fewer than those that would be passed over in their order to reach the page, are found by the index of words and put in
      -- order. A subquery with an offset keeps the planner from reading all rows in their order.
      if lista_de_anos is not null then
        filtro := filtro && (select pg_catalog.string_agg('''#' || a || '''', '|')::tsquery from pg_catalog.unnest(lista_de_anos) a);
      end if;
      origem := pg_catalog.format('(select * from public.%I where %s @@ %L::tsquery and %s offset 0) linhas', tabela, fonte.termos, filtro, fonte.visivel);
    elsif lista_de_anos is null then
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
