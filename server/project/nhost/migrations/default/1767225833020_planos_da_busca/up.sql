-- What a search costs: few names of months, few plans, few casts.

-- Ids of the newest visible rows that answer a query, beside those without a date. Months are looked at from the newest on, in windows that
-- grow, until there are enough: a search reads about as many rows as it may return, however many have the words.
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
  janela text[] := '{}';
  linhas integer := 0;
  mes integer;
  alvo integer := least(2000, 50 * maximo);
begin
  select array_agg(a.ano), array_agg(a.total) into anos, totais from (
    select p.ano::integer, sum(p.total)::integer as total from contagem.publicados p
     where exercicio is null or p.ano = exercicio group by p.ano order by p.ano desc) a;
  -- What has no date is of the year 0, and comes first.
  if exercicio is null then
    anos := 0 || anos;
    totais := 0 || totais;
  end if;
  for n in 1 .. coalesce(cardinality(anos), 0) loop
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
      continue when linhas < alvo and not (n = cardinality(anos) and mes = 0);
      pedida := consulta && array_to_string(janela, '|')::tsquery;
      select array_agg(id) into novos from (
        select i.id from indice.item i
         where i.termos @@ (pedida)
           and (i.dia is null or i.dia <= hoje) and (i.desde is null or i.desde <= now()) and (i.ate is null or i.ate > now())
           and i.categoria not in (select slug from public.categoria_documento where not ativo)
         order by i.data desc nulls first, i.id desc limit maximo - cardinality(encontrados)) n;
      encontrados := encontrados || coalesce(novos, '{}');
      if cardinality(encontrados) >= maximo then
        return encontrados;
      end if;
      janela := '{}';
      linhas := 0;
      -- Words that no row of a window has are rare: the next one is much larger.
      alvo := alvo * case when novos is null then 10 else 3 end;
    end loop;
  end loop;
  return encontrados;
end
$$;
drop function indice.janela(text[]);

-- The glossary is read from end to end, which is a forbidden scan as well.
alter function indice.palavra_parecida(text) set jit = off;

do $$
declare
  antes text := pg_get_functiondef('public.buscar(text, text, text, integer, integer, integer)'::regprocedure);
  depois text;
begin
  -- Cast once, not for each row.
  depois := replace(replace(replace(antes, '  no_titulo text[];', '  no_titulo tsquery[];'),
    'no_titulo := array(select case when', 'no_titulo := array(select (case when'),
    'else quote_literal(e) || '':A'' end
    from unnest', 'else quote_literal(e) || '':A'' end)::tsquery
    from unnest');
  depois := replace(depois, 'from unnest(no_titulo) e where i.principal @@ e::tsquery', 'from unnest(no_titulo) e where i.principal @@ e');
  if position('end)::tsquery' in depois) = 0 or position('i.principal @@ e)' in depois) = 0 or position('no_titulo tsquery[]' in depois) = 0
    or position('(select (case when' in depois) = 0 then
    raise exception 'buscar is not the function that this migration changes';
  end if;
  execute depois;
end
$$;

-- To plan a statement of the search costs more than to run it, and with forbidden scans the server would plan each anew: no plan seems cheaper than
-- another. All that the search calls runs with the plans that its session has made once. Of a function in SQL none is kept, so the one that is called for
-- each word becomes one that keeps them.
alter function public.buscar(text, text, text, integer, integer, integer) set plan_cache_mode = force_generic_plan;

-- A lexeme and what else it may stand for: other names, a category, a month, a number, and, of one that is no word, longer words that begin with it.
create or replace function indice.sentidos(lexema text, palavra text) returns text language plpgsql stable as $$
begin
  return (select string_agg(s.consulta, ' | ') from (
    select quote_literal(lexema) as consulta
    union all select quote_literal(substr(palavra, 4)) where palavra ~ '^mes\d\d?$'
    union all select quote_literal(l) from unnest(indice.em_ordem(indice.mes_de(palavra))) l
    union all select quote_literal(indice.ordinal(lexema)) where indice.ordinal(lexema) is not null
    union all select f.consulta from indice.forma f where f.lexemas = array[lexema]
    union all (select quote_literal(p.lexema) from indice.palavra p
                where length(sentidos.lexema) >= 5 and not exists (select from indice.palavra k where k.lexema = sentidos.lexema) and p.lexema ~>~ sentidos.lexema and p.lexema ~<~ (sentidos.lexema || '~')
                group by p.lexema order by length(p.lexema), p.lexema limit 8)
  ) s);
end
$$;
