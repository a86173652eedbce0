-- One page of a list: the ids are read from an index first and then the rows of the page; searches by words find the newest rows.

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

-- A term of `termos_de_busca` as a query. What cannot stand in the name of a group or a class is left out, and then finds nothing.
create function contagem.termo(sinal text, nome text) returns tsquery language sql immutable
  return ('''' || sinal || pg_catalog.regexp_replace(nome, '[^[:alnum:]_-]', '', 'g') || '''')::tsquery;

-- What a list is asked for. Words are read as those of the search of the site are: "several words" stand together, and a -word is in no row. An
-- act is cited by its number and year (90/2026), which are two words of the act and in some texts one.
create function contagem.consulta(palavras text) returns tsquery language plpgsql stable as $$
declare
  inteiro text;
  querido text;
  consulta tsquery;
begin
  if palavras !~ '["“”„]|(^|\s)-\S|\d/\d' then
    return pg_catalog.plainto_tsquery('pg_catalog.portuguese', public.pt_fold(palavras));
  end if;
  inteiro := pg_catalog.translate(pg_catalog.regexp_replace(palavras, '[[:cntrl:]]', ' ', 'g'), '“”„', '"""');
  querido := pg_catalog.replace(pg_catalog.regexp_replace(inteiro, '(^|\s)-[^\s"-]\S*', ' ', 'g'), '"', ' ');
  consulta := pg_catalog.plainto_tsquery('pg_catalog.portuguese', public.pt_fold(querido));
  if querido ~ '\d/\d' then
    consulta := consulta || pg_catalog.plainto_tsquery('pg_catalog.portuguese',
      public.pt_fold(pg_catalog.regexp_replace(querido, '(\d)/(?=\d)', '\1 ', 'g')));
  end if;
  return consulta
    && coalesce((select pg_catalog.string_agg(f.frase::text, ' & ')::tsquery from pg_catalog.regexp_matches(inteiro, '"([^"]+)"', 'g') m
      cross join lateral (select pg_catalog.phraseto_tsquery('pg_catalog.portuguese', public.pt_fold(m[1]))) f (frase)
      where pg_catalog.numnode(f.frase) > 1), '')
    && coalesce(!! (select pg_catalog.string_agg('(' || f.fora::text || ')', ' | ')::tsquery from pg_catalog.regexp_matches(inteiro, '(?:^|\s)-([^\s"-]\S*)', 'g') m
      cross join lateral (select pg_catalog.plainto_tsquery('pg_catalog.portuguese', public.pt_fold(m[1]))) f (fora)
      where pg_catalog.numnode(f.fora) > 0), '');
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

-- Places of the newest rows that have all words and all that `filtro` names, which `condicao` says as SQL for rows that are found by parts of words.
-- `totais` says how many rows with the filter each of the `anos` has, the newest first: months are searched from the newest on, in windows that grow
-- (`indice.proxima_janela`), until there are enough. So a search reads about as many rows as it may return, however many have the words. Of a group
-- (`grupo`) only the rows of the group are searched, and `filtro` need not name it.
--
-- Words that no row has as such are looked for as parts of words, those of three letters and more: the index of texts holds groups of three. With a
-- sign there is no guess: a part of a word is only looked for where words alone were written.
--
-- Words and window are two conditions: of one condition the index tries every month of the window on all rows of the months, and most of them lack
-- the filter. Only the index of the words can serve here, whatever the statistics say. A plan is compiled (jit) for its cost, which forbidden scans
-- raise.
--
-- Rows that have the words are handed on by their place in the table (ctid) and not by their id. To read a thousand rows again by their ids, for
-- their order or their rank, takes a sixth of a list; by their places it takes a twentieth. A place is that of one version of a row: these
-- functions are stable, so the statements of one call see one snapshot, and what it sees keeps its place.
create function contagem.encontrar(
  tabela text, palavras text, grupo text, anos smallint[], totais integer[], filtro tsquery, condicao text
) returns tid[] language plpgsql stable set jit = off set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  fonte record;
  palavra tsquery := contagem.consulta(palavras);
  sinal text := case when grupo = '' then '' else '@' || pg_catalog.regexp_replace(grupo, '[^[:alnum:]_-]', '', 'g') end || '#';
  maximo integer := contagem.maximo_encontrado();
  encontrados tid[] := '{}';
  novos tid[];
  janela text[] := '{}';
  linhas integer := 0;
  lidas bigint := 0;
  mes integer;
  alvo integer := 2000;
  texto text;
  partes text;
begin
  select * into fonte from contagem.fonte(tabela, public.hoje());
  texto := pg_catalog.format('select array(select ctid from public.%1$I where %2$s @@ $1%5$s and %3$s order by %4$s limit $2)',
    tabela, fonte.termos, fonte.visivel, fonte.recentes, case when fonte.ano is null then '' else pg_catalog.format(' and %s @@ $3', fonte.termos) end);
  if pg_catalog.numnode(palavra) > 0 then
    palavra := coalesce(palavra && filtro, palavra);
    if fonte.ano is null then
      execute texto into encontrados using palavra, maximo;
    end if;
    for n in 1 .. coalesce(pg_catalog.cardinality(anos), 0) loop
      mes := 12;
      while mes > 0 loop
        if mes = 12 and linhas + totais[n] <= alvo then
          janela := janela || pg_catalog.quote_literal(sinal || anos[n]);
          linhas := linhas + totais[n];
          mes := 0;
        else
          janela := janela || pg_catalog.quote_literal(sinal || anos[n] || '-' || mes);
          linhas := linhas + totais[n] / 12 + 1;
          mes := mes - 1;
        end if;
        continue when linhas < alvo and not (n = pg_catalog.cardinality(anos) and mes = 0);
        execute texto into novos
          using palavra, maximo - pg_catalog.cardinality(encontrados), pg_catalog.array_to_string(janela, '|')::tsquery;
        encontrados := encontrados || novos;
        if pg_catalog.cardinality(encontrados) >= maximo then
          return encontrados;
        end if;
        lidas := lidas + linhas;
        alvo := indice.proxima_janela(alvo, lidas, pg_catalog.cardinality(encontrados), maximo);
        janela := '{}';
        linhas := 0;
      end loop;
    end loop;
  end if;
  select pg_catalog.string_agg(pg_catalog.format('busca_texto like %L', '%' || pg_catalog.regexp_replace(p, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
    into partes from pg_catalog.regexp_split_to_table(public.pt_sem_acento(palavras), '\s+') p where pg_catalog.length(p) >= 3;
  if pg_catalog.cardinality(encontrados) = 0 and partes is not null and palavras !~ '["“”„]|(^|\s)-[^\s-]' and (fonte.ano is null or anos is not null) then
    execute pg_catalog.format('select array(select ctid from public.%I where %s and %s limit $1)', tabela, condicao,
      partes || case when fonte.ano is null then '' else pg_catalog.format(' and %s = any(%L::smallint[])', fonte.ano, anos) end)
      into encontrados using maximo;
  end if;
  return encontrados;
end
$$;

-- A row of a list: the id of the row of `tabela` at this place, and how many rows the whole list has. Only a function returns such rows.
create view public.item_listado as select null::integer as posicao, null::bigint as id, null::integer as total where false;

-- One page of a list. `palavras` empty: all rows; else those that have all the words, at most `maximo_encontrado` of them. `anos` is a text
-- of years with commas, `mes` 0 for all, `orgao` the key of a body. A page without rows has one item without an id, for the total. What it counts it
-- counts by year, which also tells how many rows a page is behind.
--
-- What anybody may pass is bounded: the words to as many characters as the search of everything reads, and the years to each once and, of those that
-- were asked for, the ones that have rows. A server cancels a statement after five seconds; the database in process cannot. A file of a list asks for
-- its rows by their place, up to the row 10,000,000.
--
-- Places are compared as a sub-select: the planner would count places that it sees, and read a smaller table from end to end.
create function public.listar(
  tabela text, palavras text default '', grupo text default '', classe text default '', anos text default '', ordem text default 'recentes',
  limite integer default 20, deslocamento integer default 0, mes integer default 0, tipo text default '', orgao text default ''
) returns setof public.item_listado language plpgsql stable rows 20 set jit = off as $$
declare
  fonte record;
  ordenacao text;
  lista_de_anos smallint[] := pg_catalog.string_to_array(nullif(anos, ''), ',')::smallint[];
  primeiros integer := greatest(0, least(limite, 100));
  salto integer := greatest(0, least(deslocamento, 10000000));
  orgao_id text := case when orgao = '' then '' else coalesce((select o.id from public.orgao_colegiado o where o.chave = orgao), 0)::text end;
  filtros integer := (mes <> 0)::integer + (tipo <> '')::integer + (orgao <> '')::integer;
  filtro tsquery;
  condicao text;
  origem text;
  pagina bigint[];
  encontrados tid[];
  com_linhas smallint[];
  totais integer[];
  quantos integer;
  passadas bigint;
  campo record;
begin
  palavras := left(palavras, 200);
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
    if campo.sinal <> '@' or palavras = '' or fonte.ano is null then
      filtro := coalesce(filtro && contagem.termo(campo.sinal, campo.valor), contagem.termo(campo.sinal, campo.valor));
    end if;
    condicao := condicao || pg_catalog.format(' and %s = %L', coalesce(campo.expressao, 'null'), campo.valor);
  end loop;
  if fonte.contado is not null then
    select pg_catalog.array_agg(a.ano), pg_catalog.array_agg(a.total), coalesce(sum(a.total), 0) into com_linhas, totais, quantos
      from contagem.por_ano(tabela, grupo, classe, mes, tipo, orgao_id) a where lista_de_anos is null or a.ano = any (lista_de_anos);
    lista_de_anos := case when lista_de_anos is not null then coalesce(com_linhas, lista_de_anos) end;
  end if;
  if palavras <> '' then
    encontrados := contagem.encontrar(tabela, palavras, grupo, com_linhas, totais, filtro, condicao);
    quantos := pg_catalog.cardinality(encontrados);
    origem := pg_catalog.format('public.%I where ctid = any ((select $1)::tid[])', tabela);
  else
    if fonte.contado is null then
      raise exception 'the list of "%" needs words', tabela using errcode = 'invalid_parameter_value';
    end if;
    -- One filter in the first order has an index of its own, that of documents within a category, and so has each list without one.
    if quantos > 0 and filtros > 0
      and ((tabela = 'documento' and grupo = '') or filtros > 1 or classe <> '' or lista_de_anos is not null or ordem in ('titulo', 'antigos', 'numero')) then
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
