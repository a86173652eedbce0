-- Which rows of the index answer a query, and what a mistyped word may have meant.

-- Rows of the next window of a search: about as many as hold what is still missing if they are like the `lidas` that were looked at. Words that
-- none of them has are rare: the next window is much larger.
create function indice.proxima_janela(janela integer, lidas bigint, achadas integer, pedidas integer)
returns integer language sql immutable as $$
  select case when achadas = 0 then janela * 10 else greatest(500, least(janela * 10, 1.25 * lidas * (pedidas - achadas) / achadas))::integer end
$$;

-- Year and month of row number `linhas` from the newest of this year on, or of all; null when there are fewer.
create function indice.mes_da_linha(exercicio integer, linhas integer, out ano integer, out mes integer)
language plpgsql stable set jit = off set enable_seqscan = off set enable_bitmapscan = off
  set enable_indexscan = on set enable_indexonlyscan = on as $$
begin
  select i.ano, extract(month from i.data) into mes_da_linha.ano, mes_da_linha.mes from indice.item i
   where i.ano <= coalesce(exercicio, 9999) order by i.ano desc, i.data desc offset linhas - 1 limit 1;
  if mes_da_linha.ano <> exercicio then
    mes_da_linha.ano := null;
  end if;
end
$$;

-- The newest visible rows that answer a query, beside those without a date. Months are looked at from the newest on, in windows that grow, until
-- there are enough: a search reads about as many rows as it may return, however many have the words. The first window is counted by an index, and is
-- all that common words need; those after it take a month for a twelfth of its year.
-- Twelve months of a year are the year: the index compares each name of a window with each row that has the words. The query of a window is a
-- variable, which is worked out once, not for each row that is looked at again.
-- Only the index of the words can serve here, whatever the statistics say. A plan is compiled (jit) for its cost, which forbidden scans raise.
-- Rows are handed on by their place in the table (ctid), not by their id: to read a thousand rows again by their ids, for their order or their rank,
-- takes a sixth of a list; by their places it takes a twentieth. A place is that of one version of a row: these functions are stable, so the
-- statements of one call see one snapshot, and what it sees keeps its place.
create function indice.encontrar(consulta tsquery, exercicio integer, maximo integer) returns tid[]
language plpgsql stable set jit = off set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  hoje date := public.hoje();
  encontrados tid[] := '{}';
  novos tid[];
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
    select array_agg(lugar) into novos from (
      select i.ctid as lugar from indice.item i
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

-- Pages, services, questions, lists, units and people with any of the words. They are few, and what a sentence is mostly after.
create function indice.encontrar_sem_data(consulta tsquery, filtros tsquery) returns tid[] language sql stable set jit = off set enable_seqscan = off
  return array(select i.ctid from indice.item i
    where i.ano is null and i.principal @@ consulta and (filtros is null or i.termos @@ filtros)
      and (i.dia is null or i.dia <= public.hoje()) and (i.desde is null or i.desde <= now()) and (i.ate is null or i.ate > now())
      and i.categoria not in (select slug from public.categoria_documento where not ativo)
    limit 300);

create function indice.ha_com(lexema text) returns boolean language sql stable
  return cardinality(indice.encontrar(quote_literal(lexema)::tsquery, null, 1)) > 0;

-- A row that may be seen has the word, or the glossary knows it as another name of something.
create function indice.conhecida(lexema text) returns boolean language sql stable
  return exists (select from indice.forma f where f.lexemas = array[lexema]) or indice.ha_com(lexema);

-- How many letters two words differ by: left out, put in, changed or swapped with the next.
create function indice.distancia(uma text, outra text) returns integer language plpgsql immutable strict parallel safe as $$
declare
  anterior integer[];
  linha integer[] := array(select generate_series(0, length(outra)));
  penultima integer[];
begin
  for i in 1 .. length(uma) loop
    penultima := anterior;
    anterior := linha;
    linha := array[i];
    for j in 1 .. length(outra) loop
      linha[j + 1] := least(anterior[j + 1] + 1, linha[j] + 1, anterior[j] + (substr(uma, i, 1) <> substr(outra, j, 1))::integer);
      if i > 1 and j > 1 and substr(uma, i, 1) = substr(outra, j - 1, 1) and substr(uma, i - 1, 1) = substr(outra, j, 1) then
        linha[j + 1] := least(linha[j + 1], penultima[j - 1] + 1);
      end if;
    end loop;
  end loop;
  return linha[length(outra) + 1];
end
$$;

-- The sound that a word begins with, which is seldom mistaken: "c" may be written for "s", not for "p".
create function indice.som_inicial(palavra text) returns text language sql immutable strict parallel safe
  return translate(left(ltrim(palavra, 'h'), 1), 'szkqxjy', 'cccccgi');

-- The written word that a word may have meant: one that begins with it, or the nearest, of those that a row that may be seen has. Of three letters
-- and less none may differ: these are acronyms ("PAI" is not "país"). Of up to seven one may, of more two: three changed letters make another word
-- ("estacionamento" is not "equacionamento").
-- An "h" at the beginning is not heard ("olerit"). The glossary's names are words as well, whether a row has them or not.
-- Of two words that are as near, the one that a page or a list is named by is meant ("conselho fical" is "fiscal", not "ficam").
-- The glossary is read from end to end, which is a forbidden scan as well: the plan would be compiled (jit) for it.
create function indice.palavra_parecida(palavra text) returns text
language plpgsql stable set enable_seqscan = off set jit = off as $$
declare
  limite constant integer := least(2, length(palavra) / 4);
  candidata record;
begin
  if limite = 0 then
    return null;
  end if;
  for candidata in
    select c.escrita, c.lexema from (
      (select p.dobrada, p.escrita, p.lexema, 0 as distancia from indice.palavra p
        where p.dobrada % palavra_parecida.palavra and starts_with(p.dobrada, palavra_parecida.palavra) order by length(p.dobrada), p.dobrada limit 3)
      union all
      select p.dobrada, p.escrita, p.lexema, indice.distancia(ltrim(p.dobrada, 'h'), ltrim(palavra_parecida.palavra, 'h')) from (
        select * from indice.palavra p
         where p.dobrada % palavra_parecida.palavra and indice.som_inicial(p.dobrada) = indice.som_inicial(palavra_parecida.palavra)
         order by similarity(p.dobrada, palavra_parecida.palavra) desc, p.dobrada limit 12) p
      union all
      select p.dobrada, p.escrita, (indice.em_ordem(p.escrita))[1], indice.distancia(ltrim(p.dobrada, 'h'), ltrim(palavra_parecida.palavra, 'h'))
        from public.termo_glossario t cross join lateral indice.palavras(concat_ws(' ', t.termo, array_to_string(t.sinonimos, ' '))) p
       where indice.som_inicial(p.dobrada) = indice.som_inicial(palavra_parecida.palavra)
         and abs(length(p.dobrada) - length(palavra_parecida.palavra)) <= limite
    ) c
     where c.distancia <= limite and c.dobrada <> all (indice.vazias())
     order by c.distancia, not exists (select from indice.item i where i.ano is null and i.principal @@ (quote_literal(c.lexema) || ':A')::tsquery), abs(length(c.dobrada) - length(palavra_parecida.palavra)), c.dobrada
  loop
    if indice.conhecida(candidata.lexema) then
      return candidata.escrita;
    end if;
  end loop;
  return null;
end
$$;

-- The words with each that no row has put right: joined with its neighbour ("contra cheque"), which may be one word with a mistake ("contra cheqe"),
-- or as the nearest one. Null where all are known. A month of "03/2024" is written as such again. Of more than four unknown words the others stay:
-- such a text is no mistyped one.
create function indice.corrigir(palavras text[], exatas text[]) returns text language plpgsql stable set enable_seqscan = off as $$
declare
  corrigidas text[] := palavras;
  vizinha record;
  desconhecidas integer := 0;
begin
  for n in 1 .. cardinality(palavras) loop
    continue when palavras[n] !~ '^[a-z]{3,}$' or corrigidas[n] is distinct from palavras[n] or indice.conhecida(exatas[n]);
    desconhecidas := desconhecidas + 1;
    exit when desconhecidas > 4;
    select p.escrita, l.lugar into vizinha
      from (values (n - 1), (n)) l (lugar) join indice.palavra p on p.dobrada % (palavras[l.lugar] || palavras[l.lugar + 1])
     where indice.distancia(p.dobrada, palavras[l.lugar] || palavras[l.lugar + 1]) < 2 and indice.ha_com(p.lexema)
     order by indice.distancia(p.dobrada, palavras[l.lugar] || palavras[l.lugar + 1]) limit 1;
    if found then
      corrigidas[vizinha.lugar] := vizinha.escrita;
      corrigidas[vizinha.lugar + 1] := '';
    else
      corrigidas[n] := coalesce(indice.palavra_parecida(palavras[n]), palavras[n]);
    end if;
  end loop;
  return case when corrigidas <> palavras then (
    select string_agg(coalesce(indice.mes_de(p), p), ' ' order by n)
      from regexp_split_to_table(regexp_replace(array_to_string(array_remove(corrigidas, ''), ' '), '\mmes(\d\d?) ((?:19|20)\d\d)\M', '\1/\2', 'g'), ' ')
        with ordinality s (p, n)) end;
end
$$;
