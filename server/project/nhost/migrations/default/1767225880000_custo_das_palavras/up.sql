-- What lists and searches with a word cost.

-- Each row of a group is also found by the two together, its group and its year or month (@leis#2026, @leis#2026-3): a window of a large group was
-- searched in the rows that all groups have in its months.
create or replace function public.termos_de_busca(busca tsvector, grupo text, ano integer, mes_de_publicacao integer, classe text, mes integer, tipo text, orgao bigint)
 returns tsvector language sql immutable parallel safe
return busca || array_to_tsvector(array_remove(array['@' || grupo, '#' || ano, '#' || ano || '-' || mes_de_publicacao, '@' || grupo || '#' || ano,
  '@' || grupo || '#' || ano || '-' || mes_de_publicacao, ano::text, '%' || classe, '$' || mes, '~' || tipo, '&' || orgao], null));
reindex index public.documento_busca;

-- Rows that have the words are handed on by their place in the table (ctid) and no longer by their id. To read a thousand rows again by their ids, for their
-- order or their rank, takes a sixth of a list; by their places it takes a twentieth. A place is that of one version of a row: these functions are stable, so the
-- statements of one call see one snapshot, and what it sees keeps its place.

-- As before, but for the places and for the windows of a group, which `filtro` need not name any more.
drop function contagem.encontrar(text, text, smallint[], integer[], tsquery, text);
create function contagem.encontrar(tabela text, palavras text, grupo text, anos smallint[], totais integer[], filtro tsquery, condicao text) returns tid[]
language plpgsql stable set jit = off set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  fonte record;
  palavra tsquery := pg_catalog.plainto_tsquery('pg_catalog.portuguese', public.pt_fold(palavras));
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
  if pg_catalog.cardinality(encontrados) = 0 and partes is not null and (fonte.ano is null or anos is not null) then
    execute pg_catalog.format('select array(select ctid from public.%I where %s and %s limit $1)', tabela, condicao,
      partes || case when fonte.ano is null then '' else pg_catalog.format(' and %s = any(%L::smallint[])', fonte.ano, anos) end)
      into encontrados using maximo;
  end if;
  return encontrados;
end
$$;

-- `indice.ha_com` names it, and is changed with it.
alter function indice.encontrar(tsquery, integer, integer) rename to encontrar_ids;

do $$
declare
  mudanca record;
  definicao text;
begin
  for mudanca in
    select * from (values
      ('indice.encontrar_ids(tsquery, integer, integer)', array[['encontrar_ids', 'encontrar'], ['bigint[]', 'tid[]'],
        ['select array_agg(id) into novos', 'select array_agg(lugar) into novos'], ['select i.id from', 'select i.ctid as lugar from']]),
      ('public.listar(text, text, text, text, text, text, integer, integer, integer, text, text)', array[['encontrados bigint[]', 'encontrados tid[]'],
        ['    filtro := coalesce(filtro && contagem.termo(campo.sinal, campo.valor), contagem.termo(campo.sinal, campo.valor));',
         '    if campo.sinal <> ''@'' or palavras = '''' or fonte.ano is null then
      filtro := coalesce(filtro && contagem.termo(campo.sinal, campo.valor), contagem.termo(campo.sinal, campo.valor));
    end if;'],
        ['contagem.encontrar(tabela, palavras, com_linhas', 'contagem.encontrar(tabela, palavras, grupo, com_linhas'],
        -- The planner would count places that it sees, and read a smaller table from end to end.
        ['where id = any($1)', 'where ctid = any ((select $1)::tid[])']]),
      ('public.buscar(text, text, text, integer, integer, integer)', array[['encontrados bigint[]', 'encontrados tid[]'], ['sem_data bigint[]', 'sem_data tid[]'],
        ['i.id = any (encontrados)', 'i.ctid = any (encontrados)'], ['array(select i.id from', 'array(select i.ctid from']])) m (nome, trocas)
  loop
    definicao := pg_get_functiondef(mudanca.nome::regprocedure);
    for n in 1 .. array_length(mudanca.trocas, 1) loop
      if position(mudanca.trocas[n][1] in definicao) = 0 then
        raise exception '% is not the function that this migration changes', mudanca.nome;
      end if;
      definicao := replace(definicao, mudanca.trocas[n][1], mudanca.trocas[n][2]);
    end loop;
    execute definicao;
  end loop;
end
$$;

create or replace function indice.ha_com(lexema text) returns boolean language sql stable
return cardinality(indice.encontrar(quote_literal(lexema)::tsquery, null, 1)) > 0;
drop function indice.encontrar_ids(tsquery, integer, integer);

drop function indice.encontrar_sem_data(tsquery, tsquery);
create function indice.encontrar_sem_data(consulta tsquery, filtros tsquery) returns tid[] language sql stable set jit = off set enable_seqscan = off
  return array(select i.ctid from indice.item i
    where i.ano is null and i.principal @@ consulta and (filtros is null or i.termos @@ filtros)
      and (i.dia is null or i.dia <= public.hoje()) and (i.desde is null or i.desde <= now()) and (i.ate is null or i.ate > now())
      and i.categoria not in (select slug from public.categoria_documento where not ativo)
    limit 300);
