-- What a search for a common word costs.

-- Tells in which month the newest rows end.
create index item_por_data on indice.item (ano desc, data desc) where ano is not null;

-- Year and month of row number `linhas` from the newest of this year on, or of all; null when there are fewer.
create function indice.mes_da_linha(exercicio integer, linhas integer, out ano integer, out mes integer)
language plpgsql stable set jit = off set enable_seqscan = off set enable_bitmapscan = off set enable_indexscan = on set enable_indexonlyscan = on as $$
begin
  select i.ano, extract(month from i.data) into mes_da_linha.ano, mes_da_linha.mes from indice.item i
   where i.ano <= coalesce(exercicio, 9999) order by i.ano desc, i.data desc offset linhas - 1 limit 1;
  if mes_da_linha.ano <> exercicio then
    mes_da_linha.ano := null;
  end if;
end
$$;

-- Ids of the newest visible rows that answer a query, beside those without a date. Months are looked at from the newest on, in windows that
-- grow, until there are enough: a search reads about as many rows as it may return, however many have the words. The first window is counted by
-- an index, and is all that common words need; those after it take a month for a twelfth of its year.
-- Only the index of the words can serve here, whatever the statistics say. A plan is compiled (jit) for its cost, which forbidden scans raise.
create or replace function indice.encontrar(consulta tsquery, exercicio integer, maximo integer) returns bigint[]
language plpgsql stable set jit = off set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  hoje date := public.hoje();
  encontrados bigint[] := '{}';
  novos bigint[];
  pedida tsquery;
  anos integer[];
  totais integer[];
  janela text[];
  alvo integer := least(2000, 50 * maximo);
  linhas integer := alvo;
  lidas bigint := 0;
  fim record;
  n integer := 1;
  mes integer;
begin
  select * into fim from indice.mes_da_linha(exercicio, alvo);
  if fim.ano is null then
    -- There are so few rows that one window holds all.
    janela := case when exercicio is null then '{}'::text[] else array['#' || exercicio] end;
  else
    -- What has no date is of the year 0, and comes first.
    janela := array(select '#0' where exercicio is null)
      || array(select '#' || a from generate_series(coalesce(exercicio, (indice.mes_da_linha(null, 1)).ano), fim.ano + 1, -1) a)
      || array(select '#' || fim.ano || '-' || m from generate_series(fim.mes, 12) m);
  end if;
  loop
    pedida := case when cardinality(janela) = 0 then consulta else consulta && (select string_agg(quote_literal(m), '|') from unnest(janela) m)::tsquery end;
    select array_agg(id) into novos from (
      select i.id from indice.item i
       where i.termos @@ (pedida)
         and (i.dia is null or i.dia <= hoje) and (i.desde is null or i.desde <= now()) and (i.ate is null or i.ate > now())
         and i.categoria not in (select slug from public.categoria_documento where not ativo)
       order by i.data desc nulls first, i.id desc limit maximo - cardinality(encontrados)) n;
    encontrados := encontrados || coalesce(novos, '{}');
    if fim.ano is null or cardinality(encontrados) >= maximo then
      return encontrados;
    end if;
    if anos is null then
      mes := fim.mes - 1;
      -- A year whose rows are all withdrawn is in the index, and is not counted.
      select array_agg(a.ano), array_agg(a.total) into anos, totais from (
        select p.ano, sum(p.total)::integer as total from (
          select c.ano::integer, c.total from contagem.publicados c where c.ano <= fim.ano and (exercicio is null or c.ano = exercicio)
          union all select fim.ano, 0) p
         group by p.ano order by p.ano desc) a;
    end if;
    lidas := lidas + linhas;
    alvo := indice.proxima_janela(alvo, lidas, cardinality(encontrados), maximo);
    janela := '{}';
    linhas := 0;
    while linhas < alvo loop
      if mes = 0 then
        n := n + 1;
        mes := 12;
      end if;
      exit when n > cardinality(anos);
      if mes = 12 and linhas + totais[n] <= alvo then
        janela := janela || ('#' || anos[n]);
        linhas := linhas + totais[n];
        mes := 0;
      else
        janela := janela || ('#' || anos[n] || '-' || mes);
        linhas := linhas + totais[n] / 12 + 1;
        mes := mes - 1;
      end if;
    end loop;
    if cardinality(janela) = 0 then
      return encontrados;
    end if;
  end loop;
end
$$;

-- The words of the months, as the index has them.
create function indice.palavras_de_mes() returns text[] language sql immutable parallel safe
  return array(select l from generate_series(1, 12) m cross join lateral unnest(indice.em_ordem(indice.nome_do_mes(m))) l);

-- How much a word tells: the fewer pages, services and lists have it, the more. Numbers and months are in everything that has a date.
-- A plan of PL/pgSQL is kept, and with it the words of the months.
create or replace function indice.pesos(exatas text[], amplas text[]) returns float8[] language plpgsql stable set jit = off set enable_seqscan = off as $$
begin
  return array(select ln(1 + 400.0::float8 / (1 + case
      when e ~ '^(19|20)\d\d$' then 37
      when e ~ '^\d' or e = any (indice.palavras_de_mes()) then 50
      else greatest(4, (select count(*) from (select from indice.item i where i.ano is null and i.principal @@ a::tsquery limit 60) d)) end))
    from unnest(exatas, amplas) with ordinality u (e, a, n) order by n);
end
$$;

-- What a row is worth was worked out with numbers of type numeric, and brought to float8 at the end.
do $$
declare
  antes text := pg_get_functiondef('public.buscar(text, text, text, integer, integer, integer)'::regprocedure);
  troca record;
  depois text := antes;
begin
  for troca in select * from (values
    ('p.no_titulo then 1 ', 'p.no_titulo then 1::float8 '),
    ('@@ todas then 1.1 ', '@@ todas then 1.1::float8 '),
    ('de_outro_ano then 0.8 ', 'de_outro_ano then 0.8::float8 '),
    ('(pedidas_por_nome) then 1.1 ', '(pedidas_por_nome) then 1.1::float8 '),
    ('then 0.77 ', 'then 0.77::float8 ')) t (de, para)
  loop
    if position(troca.de in depois) = 0 then
      raise exception 'buscar is not the function that this migration changes';
    end if;
    depois := replace(depois, troca.de, troca.para);
  end loop;
  execute depois;
end
$$;
