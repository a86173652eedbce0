-- What lists and searches cost as the content grows.

-- Statistics of the month of a document: the planner uses none of an expression of a partial index. Without them it took a month of a category for a
-- few rows, and sorted all of them.
create statistics public.documento_mes
  on (extract(month from coalesce(competencia_fim, competencia_inicio, data_ato, publicado_em))::integer) from public.documento;
analyze public.documento;

-- News and notices of one month, in the order in which lists show them first.
create index noticia_por_mes on public.noticia (mes_publicacao, publicado_em desc, id desc) where publicado;
create index comunicado_por_mes on public.comunicado (mes_publicacao, publicado_em desc, id desc) where publicado;

do $$
declare
  antes text := pg_get_functiondef('public.listar(text, text, text, text, text, text, integer, integer, integer, text, text)'::regprocedure);
  depois text := replace(replace(antes,
    '-- One filter of a category in its first order has an index of its own, and so has each list without one.',
    '-- One filter in the first order has an index of its own, that of documents within a category, and so has each list without one.'),
    '(tabela <> ''documento'' or grupo = '''' or filtros > 1', '((tabela = ''documento'' and grupo = '''') or filtros > 1');
begin
  if depois = antes or position('(tabela <> ''documento''' in depois) > 0 then
    raise exception 'listar is not the function that this migration changes';
  end if;
  execute depois;
end
$$;

-- Rows of the next window of a search: about as many as hold what is still missing if they are like the `lidas` that were looked at. Words that none of
-- them has are rare: the next window is much larger.
create function indice.proxima_janela(janela integer, lidas bigint, achadas integer, pedidas integer) returns integer language sql immutable as $$
  select case when achadas = 0 then janela * 10 else greatest(500, least(janela * 10, 1.25 * lidas * (pedidas - achadas) / achadas))::integer end
$$;

-- Each as before, but for the windows. In `contagem.encontrar` words and window are two conditions: of one condition the index tries every month of the
-- window on all rows of the months, and most of them lack the filter.
create or replace function contagem.encontrar(tabela text, palavras text, anos smallint[], totais integer[], filtro tsquery, condicao text)
 returns bigint[]
language plpgsql stable set jit = off set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  fonte record;
  palavra tsquery := pg_catalog.plainto_tsquery('pg_catalog.portuguese', public.pt_fold(palavras));
  maximo integer := contagem.maximo_encontrado();
  encontrados bigint[] := '{}';
  novos bigint[];
  janela text[] := '{}';
  linhas integer := 0;
  lidas bigint := 0;
  mes integer;
  alvo integer := 2000;
  texto text;
  partes text;
begin
  select * into fonte from contagem.fonte(tabela, public.hoje());
  texto := pg_catalog.format('select array(select id from public.%1$I where %2$s @@ $1%5$s and %3$s order by %4$s limit $2)',
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
  if pg_catalog.cardinality(encontrados) = 0 and partes is not null and (fonte.ano is null or anos is not null) then
    execute pg_catalog.format('select array(select id from public.%I where %s and %s limit $1)', tabela, condicao,
      partes || case when fonte.ano is null then '' else pg_catalog.format(' and %s = any(%L::smallint[])', fonte.ano, anos) end)
      into encontrados using maximo;
  end if;
  return encontrados;
end
$$;

create or replace function indice.encontrar(consulta tsquery, exercicio integer, maximo integer)
 returns bigint[]
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
  lidas bigint := 0;
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
      lidas := lidas + linhas;
      alvo := indice.proxima_janela(alvo, lidas, cardinality(encontrados), maximo);
      janela := '{}';
      linhas := 0;
    end loop;
  end loop;
  return encontrados;
end
$$;
