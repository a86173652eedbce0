-- What one filter of a list finds is counted by itself. To add it up from the counts by all that a list can be held to, as before, cost every list as
-- many rows as there are combinations: thousands in a category of a hundred thousand documents.

-- The counts of `contagem.filtrados` by one of month, type and body at a time, and by year.
create table contagem.por_campo (
  tabela text not null,
  grupo text not null,
  campo text not null,
  valor text not null,
  ano smallint not null,
  total integer not null,
  primary key (tabela, grupo, campo, valor, ano)
);
insert into contagem.por_campo
select f.tabela, f.grupo, c.campo, c.valor, f.ano, sum(f.total)
  from contagem.filtrados f cross join lateral (values ('mes', f.mes::text), ('tipo', f.tipo), ('orgao', f.orgao)) c (campo, valor)
 where c.valor <> '' group by 1, 2, 3, 4, 5;

-- Kept with the others, in the order of their key as well.
do $mudanca$
declare
  antes text := pg_get_functiondef('contagem.contar()'::regprocedure);
  depois text;
begin
  depois := replace(replace(antes,
    'delete from contagem.filtrados where tabela = tg_table_name;',
    'delete from contagem.filtrados where tabela = tg_table_name;
    delete from contagem.por_campo where tabela = tg_table_name;'),
    E'\n  return null;\nend\n$function$', $novo$
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
$function$$novo$);
  if position('delete from contagem.por_campo' in depois) = 0 or position('insert into contagem.por_campo' in depois) = 0 then
    raise exception 'contagem.contar is not the function that this migration changes';
  end if;
  execute depois;
end
$mudanca$;

-- Counts of visible rows, to be added up, as `contagem.documento_parcelas` and its like.
do $$
declare
  nome text;
  fonte record;
  campos text;
begin
  foreach nome in array array['documento', 'noticia', 'comunicado'] loop
    select * into fonte from contagem.fonte(nome, null);
    campos := pg_catalog.format('coalesce(%s, '''') as grupo, v.campo, v.valor, %s as ano', coalesce(fonte.grupo, 'null'), fonte.ano);
    execute pg_catalog.format(
      'create view contagem.%1$s_por_campo as
       select grupo, campo, valor, ano, total from contagem.por_campo where tabela = %1$L
       union all select %2$s, -1 from public.%1$I cross join lateral (values (''mes'', (%3$s)::text), (''tipo'', (%4$s)::text), (''orgao'', (%5$s)::text)) v (campo, valor)
        where %6$s and publicado_em > %7$s and v.valor is not null%8$s',
      nome, campos, fonte.mes, coalesce(fonte.tipo, 'null'), coalesce(fonte.orgao, 'null'), fonte.contado,
      case nome when 'documento' then 'public.hoje()' else 'now()' end,
      case nome when 'documento' then pg_catalog.format(
        ' union all select %s, 1 from public.documento
           cross join lateral (values (''mes'', (%s)::text), (''tipo'', (%s)::text), (''orgao'', (%s)::text)) v (campo, valor)
          where publicado and retirado_em > now() and publicado_em <= public.hoje() and v.valor is not null',
        campos, fonte.mes, fonte.tipo, fonte.orgao) else '' end);
  end loop;
end
$$;

create or replace view public.categoria_filtro as
  select p.grupo as categoria_slug, p.campo,
         case when p.campo = 'orgao' then o.chave else p.valor end as valor,
         case p.campo when 'mes' then indice.nome_do_mes(p.valor::integer) when 'tipo' then t.rotulo else o.nome end as rotulo,
         case p.campo when 'mes' then p.valor::integer when 'tipo' then t.ordem::integer else o.ordem end as ordem,
         p.total
    from (select grupo, campo, valor, sum(total)::integer as total from contagem.documento_por_campo group by grupo, campo, valor having sum(total) > 0) p
    left join public.tipo_documento t on p.campo = 'tipo' and t.valor = p.valor
    left join public.orgao_colegiado o on p.campo = 'orgao' and o.id::text = p.valor
   where p.grupo not in (select slug from public.categoria_documento where not ativo);

-- The categories that hold documents of a collegiate body.
create index por_campo_orgao on contagem.por_campo (valor, grupo) where campo = 'orgao';
create or replace view public.orgao_categoria as
  select o.id as orgao_id, p.grupo as categoria_slug
    from public.orgao_colegiado o
   cross join lateral (
     select c.grupo from contagem.documento_por_campo c
      where c.campo = 'orgao' and c.valor = o.id::text and c.grupo not in (select slug from public.categoria_documento where not ativo)
      group by c.grupo having sum(c.total) > 0
   ) p;
drop index contagem.filtrados_orgao;

-- Documents with one filter, in the order in which lists show them first. For a type that only the oldest have, the other indexes pass over all of a category.
create index documento_lista_por_tipo on public.documento (categoria_slug, tipo_id, data_ato desc nulls last, publicado_em desc, id desc)
  include (retirado_em) where publicado;
create index documento_lista_por_orgao on public.documento (categoria_slug, orgao_id, data_ato desc nulls last, publicado_em desc, id desc)
  include (retirado_em) where publicado;
create index documento_lista_por_mes on public.documento (categoria_slug,
    (extract(month from coalesce(competencia_fim, competencia_inicio, data_ato, publicado_em))::integer),
    data_ato desc nulls last, publicado_em desc, id desc) where publicado;

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

-- About how many rows are passed over, in the order of their dates or in one that has nothing to do with them, until `ate` of those are met that
-- `com` counts by year among `todas`. All of a year are, where the rows of one month are looked for.
create function contagem.passadas(anos smallint[], com integer[], todas integer[], ate integer, ordem text, do_mes boolean) returns bigint
language sql immutable as $$
  select case when ordem = 'titulo' then sum(a.todas)::bigint * ate / greatest(1, sum(a.com))
         else sum(case when do_mes then a.todas else a.todas * least(1, (ate - a.antes)::float / greatest(1, a.com)) end)
           filter (where a.antes < ate)::bigint end
    from (select u.com, u.todas, coalesce(sum(u.com) over (order by u.ano * case ordem when 'antigos' then 1 else -1 end
                 rows between unbounded preceding and 1 preceding), 0) as antes
            from unnest(anos, com, todas) u (ano, com, todas)) a
$$;

-- Ids of the newest rows that have all words and all that `filtro` names, which `condicao` says as SQL for rows that are found by parts of words.
-- `totais` says how many rows with the filter each of the `anos` has, the newest first: months are looked at until there are enough.
drop function contagem.encontrar(text, text, text, text, smallint[], tsquery, text);
create function contagem.encontrar(tabela text, palavras text, anos smallint[], totais integer[], filtro tsquery, condicao text) returns bigint[]
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
    for n in 1 .. coalesce(pg_catalog.cardinality(anos), 0) loop
      mes := 12;
      while mes > 0 loop
        if mes = 12 and linhas + totais[n] <= alvo then
          janela := janela || ('''#' || anos[n] || '''');
          linhas := linhas + totais[n];
          mes := 0;
        else
          janela := janela || ('''#' || anos[n] || '-' || mes || '''');
          linhas := linhas + totais[n] / 12 + 1;
          mes := mes - 1;
        end if;
        continue when linhas < alvo and not (n = pg_catalog.cardinality(anos) and mes = 0);
        execute texto into novos
          using palavra && pg_catalog.array_to_string(janela, '|')::tsquery, maximo - pg_catalog.cardinality(encontrados);
        encontrados := encontrados || novos;
        if pg_catalog.cardinality(encontrados) >= maximo then
          return encontrados;
        end if;
        janela := '{}';
        linhas := 0;
        -- Words that no row of a window has are rare: the next one is much larger.
        alvo := alvo * case when pg_catalog.cardinality(novos) = 0 then 10 else 3 end;
      end loop;
    end loop;
  end if;
  select pg_catalog.string_agg(pg_catalog.format('busca_texto like %L', '%' || pg_catalog.regexp_replace(p, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
    into partes from pg_catalog.regexp_split_to_table(public.pt_sem_acento(palavras), '\s+') p where pg_catalog.length(p) >= 3;
  if pg_catalog.cardinality(encontrados) = 0 and partes is not null and (fonte.ano is null or anos is not null) then
    execute pg_catalog.format('select array(select id from public.%I where %s and %s limit $1)', tabela, condicao,
      partes || case when fonte.ano is null then '' else pg_catalog.format(' and %s = any(%L::smallint[])', fonte.ano, anos) end)
      into encontrados using maximo;
  end if;
  return encontrados;
end
$$;

-- One page of a list, as before. What it counts it counts by year, which also tells how many rows a page is behind.
create or replace function public.listar(
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
  filtros integer := (mes <> 0)::integer + (tipo <> '')::integer + (orgao <> '')::integer;
  filtro tsquery;
  condicao text;
  origem text;
  pagina bigint[];
  encontrados bigint[];
  com_linhas smallint[];
  totais integer[];
  quantos integer;
  passadas bigint;
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
  if fonte.contado is not null then
    select pg_catalog.array_agg(a.ano), pg_catalog.array_agg(a.total), coalesce(sum(a.total), 0) into com_linhas, totais, quantos
      from contagem.por_ano(tabela, grupo, classe, mes, tipo, orgao_id) a where lista_de_anos is null or a.ano = any (lista_de_anos);
  end if;
  if palavras <> '' then
    encontrados := contagem.encontrar(tabela, palavras, com_linhas, totais, filtro, condicao);
    quantos := pg_catalog.cardinality(encontrados);
    origem := pg_catalog.format('public.%I where id = any($1)', tabela);
  else
    if fonte.contado is null then
      raise exception 'the list of "%" needs words', tabela using errcode = 'invalid_parameter_value';
    end if;
    -- One filter of a category in its first order has an index of its own, and so has each list without one.
    if quantos > 0 and filtros > 0
      and (tabela <> 'documento' or grupo = '' or filtros > 1 or classe <> '' or lista_de_anos is not null or ordem in ('titulo', 'antigos', 'numero')) then
      select contagem.passadas(pg_catalog.array_agg(t.ano), pg_catalog.array_agg(coalesce(c.total, 0)), pg_catalog.array_agg(t.total),
               salto + primeiros, ordem, mes <> 0)
        into passadas
        from contagem.por_ano(tabela, grupo, '', 0, '', '') t left join unnest(com_linhas, totais) c (ano, total) using (ano)
       where lista_de_anos is null or t.ano = any (lista_de_anos);
    end if;
    if quantos = 0 then
      origem := pg_catalog.format('public.%I where false', tabela);
    elsif quantos < passadas then
      -- Rows that are fewer than those that would be passed over in their order to reach the page are found by the index of words and put in order.
      -- A subquery with an offset keeps the planner from reading all rows in their order.
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

-- As before; how many documents a list has is counted only where that is asked for.
create or replace view public.categoria_resumo as
  select c.slug,
         (select coalesce(sum(x.total), 0)::integer from contagem.categoria_contagem x where x.categoria_slug = c.slug) as total,
         n.declaracoes,
         (select x.publicado_em from public.documento x
           where x.categoria_slug = c.slug and x.publicado and x.publicado_em <= (select public.hoje())
             and (x.retirado_em is null or x.retirado_em > (select now()))
           order by x.publicado_em desc limit 1) as ultimo_publicado_em,
         prazo.periodo_devido_fim,
         case
           when prazo.periodo_devido_fim is null then 'nao_se_aplica'
           when coberto.ate >= prazo.periodo_devido_fim then 'em_dia'
           else 'atrasada'
         end as situacao_atualizacao,
         case when prazo.periodo_devido_fim > coalesce(coberto.ate, date '-infinity')
           then casos.dia_util(
             coalesce(public.fim_do_periodo(p.meses, coberto.ate + 1), prazo.periodo_devido_fim) + c.prazo_dias_apos_periodo
           ) + 1
         end as atrasada_desde,
         casos.dia_util(
           public.fim_do_periodo(p.meses, prazo.periodo_devido_fim + 1) + c.prazo_dias_apos_periodo
         ) as proximo_prazo
    from public.categoria_documento c
    join public.periodicidade p on p.valor = c.periodicidade
    cross join lateral (
      select case when p.meses is not null and c.prazo_dias_apos_periodo is not null
               then public.inicio_do_periodo(p.meses, (select public.hoje()) - c.prazo_dias_apos_periodo) - 1
             end as fim
    ) vencido
    -- The newest period whose term has passed in days of the calendar may have a term that was moved to a day that has not passed.
    cross join lateral (
      select case when casos.dia_util(vencido.fim + c.prazo_dias_apos_periodo) >= (select public.hoje())
               then public.inicio_do_periodo(p.meses, vencido.fim) - 1
               else vencido.fim
             end as periodo_devido_fim
    ) prazo
    cross join lateral (
      select count(*)::integer as declaracoes,
             max(coalesce(x.competencia_fim, make_date(x.exercicio, 12, 31))) as coberto_ate
        from public.declaracao_inexistencia x join public.declaracao_inexistencia_visivel v on v.id = x.id
       where x.categoria_slug = c.slug
    ) n
    cross join lateral (
      select greatest(
               (select x.competencia_fim from public.documento x
                 where x.categoria_slug = c.slug and x.publicado and x.competencia_fim is not null
                   and x.publicado_em <= (select public.hoje()) and (x.retirado_em is null or x.retirado_em > (select now()))
                 order by x.competencia_fim desc limit 1),
               case when p.meses = 12 then make_date(
                 (select x.exercicio from public.documento x
                   where x.categoria_slug = c.slug and x.publicado and x.competencia_fim is null
                     and x.publicado_em <= (select public.hoje()) and (x.retirado_em is null or x.retirado_em > (select now()))
                   order by x.exercicio desc limit 1), 12, 31)
                 else public.fim_do_periodo(p.meses,
                 (select coalesce(x.data_ato, x.publicado_em) from public.documento x
                   where x.categoria_slug = c.slug and x.publicado and x.competencia_fim is null
                     and x.publicado_em <= (select public.hoje()) and (x.retirado_em is null or x.retirado_em > (select now()))
                   order by coalesce(x.data_ato, x.publicado_em) desc limit 1))
               end,
               n.coberto_ate
             ) as ate
    ) coberto
   where c.ativo;
