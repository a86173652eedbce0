-- The index of the search: one row for each thing that a visitor can open, kept by triggers of the tables that its words come from. This file has its
-- schema, the words and the texts: how both sides of a search fold them, names of months, pages of files, and numbers of persons, which are masked.
create schema indice;

-- Words as both sides of a search compare them: without accents, "1.467" as "1467", "2ª" as "2", "007" as "7", every other sign a space. Words
-- with a hyphen are repeated at the end as one. Plurals that the stemmer would not join with their singular ("atas", "empréstimos", "leis",
-- "ordens") are made singular.
create function indice.normalizar(texto text) returns text language plpgsql immutable strict parallel safe as $$
declare
  t text := public.pt_sem_acento(texto);
begin
  t := regexp_replace(t, '(\d)\.(?=\d{3}\M)', '\1', 'g');
  t := regexp_replace(t, '\m(\d+)[oa]s?\M', '\1', 'g');
  if t ~ '[a-z]-[a-z]' then
    t := t || ' ' || (select coalesce(string_agg(replace(m[1], '-', ''), ' '), '') from regexp_matches(t, '\m([a-z]+(?:-[a-z]+)+)\M', 'g') m);
  end if;
  t := regexp_replace(t, '[^a-z0-9]+', ' ', 'g');
  t := regexp_replace(t, '\m0+(?=\d)', '', 'g');
  t := regexp_replace(t, '\m([a-z])eis\M', '\1ei', 'g');
  t := regexp_replace(t, '(o|a)es\M', 'ao', 'g');
  t := regexp_replace(t, '(a|e|o|u)is\M', '\1l', 'g');
  t := regexp_replace(t, '([aeiou])ns\M', '\1m', 'g');
  return regexp_replace(t, '\m([a-z]{2,}[aeiou])s\M', '\1', 'g');
end
$$;

create function indice.lexemas(texto text, peso "char" default 'D') returns tsvector language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.portuguese'::regconfig, coalesce(indice.normalizar(texto), '')), peso);

-- The lexemes of a text in their order, each place once.
create function indice.em_ordem(texto text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(lexeme order by p), '{}') from unnest(indice.lexemas(texto)) u cross join lateral unnest(u.positions) p
$$;

-- Small letters, in a database without a locale too, which knows those of ASCII alone. The number of letters stays.
create function indice.minusculas(texto text) returns text language sql immutable strict parallel safe
  return lower(translate(texto, 'ÁÀÂÃÄÉÊÈËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'áàâãäéêèëíìîïóòôõöúùûüçñ'));

create function indice.sem_acento(minusculas text) returns text language sql immutable strict parallel safe
  return translate(minusculas, 'áàâãäåéêèëíìîïóòôõöøúùûüçñýÿ', 'aaaaaaeeeeiiiioooooouuuucnyy');

-- Each spelling of a text is looked at once, however often the text has it: of many texts, or of a long one, most words are there many times.
create function indice.palavras(texto text) returns table (dobrada text, escrita text) language sql immutable as $$
  select distinct on (d.dobrada) d.dobrada, p.escrita
    from (select distinct e.entre_espacos from string_to_table(texto, ' ') e (entre_espacos)) e
    cross join lateral regexp_split_to_table(indice.minusculas(e.entre_espacos), '[^a-zà-öø-ÿ]+') p (escrita)
    cross join lateral (select indice.sem_acento(p.escrita)) d (dobrada)
   where length(d.dobrada) between 3 and 40
   order by d.dobrada, p.escrita desc
$$;

-- Plain text of HTML, as a reader sees it: without tags, and with the signs that entities stand for.
create function indice.texto_de_html(html text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(replace(replace(replace(public.texto_de_html(html),
    '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&');

create function indice.nome_do_mes(mes integer) returns text language sql immutable parallel safe
  return (array['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'])[mes];

-- The month of an abbreviation, or of "mes3" for the 03 of "03/2024" (`indice.interpretar`): a visitor may look for "m3" and "m2".
create function indice.mes_de(palavra text) returns text language sql immutable parallel safe
  return indice.nome_do_mes(coalesce(
    array_position(array['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'], palavra),
    substring(palavra from '^mes(\d\d?)$')::integer));

-- Months of a period of up to six, else the one of the day.
create function indice.meses(inicio date, fim date, dia date) returns text language sql immutable parallel safe as $$
  select string_agg(indice.nome_do_mes(extract(month from m)::integer), ' ')
    from generate_series(date_trunc('month', coalesce(inicio, dia)::timestamp), coalesce(fim, inicio, dia)::timestamp, interval '1 month') m
   where coalesce(fim, inicio, dia) < coalesce(inicio, dia) + interval '6 months 1 day'
$$;

-- The words of the months, as the index has them.
create function indice.palavras_de_mes() returns text[] language sql immutable parallel safe
  return array(select l from generate_series(1, 12) m cross join lateral unnest(indice.em_ordem(indice.nome_do_mes(m))) l);

-- The text of a file in parts that a page can show: the pages of a PDF, cut where one is longer than a reader's page bears.
create function public.partes_do_texto(texto text) returns table (ordem int, pagina int, parte text) language sql immutable as $$
  with folha as (
    -- Extraction puts a form feed between pages.
    select n::int as pagina, t from string_to_table($1, chr(12)) with ordinality as f (t, n)
  ), linha as (
    select f.pagina, l.n, g as inicio, substr(l.t, g, 20000) as t
      from folha f
     cross join lateral string_to_table(f.t, chr(10)) with ordinality as l (t, n)
     cross join lateral generate_series(1, greatest(length(l.t), 1), 20000) as g
  ), corte as (
    select pagina, n, inicio, t, (sum(length(t) + 1) over (partition by pagina order by n, inicio) - 1) / 20000 as pedaco from linha
  )
  select (row_number() over (order by pagina, pedaco))::int, pagina, string_agg(t, chr(10) order by n, inicio)
    from corte group by pagina, pedaco
$$;

create view public.parte_do_texto as
  select a.id as arquivo_id, p.ordem, p.pagina, p.parte from public.arquivo a cross join lateral public.partes_do_texto(a.texto_extraido) p;

-- A CPF in a text, with its points and dash or as eleven digits of which the last two agree with the others, keeps its middle alone. What an
-- extraction parts by a space or a line is one too.
create function indice.cpf_confere(digitos text) returns boolean language sql immutable strict parallel safe
  return digitos !~ '^(\d)\1*$' and not exists (
    select from (values (9), (10)) v (quantos)
     where (select sum(substr(digitos, n, 1)::integer * (v.quantos + 2 - n)) * 10 % 11 % 10 from generate_series(1, v.quantos) n)
       <> substr(digitos, v.quantos + 1, 1)::integer);

create function indice.sem_cpf(texto text) returns text language plpgsql immutable strict parallel safe as $$
declare
  resposta text := texto;
  achado text;
  digitos text;
begin
  if texto !~ '\d{3}\s?\.\s?\d{3}\s?\.\s?\d{3}\s?[-‐-―−]|\d{9}[-‐-―−]?\d\d' then
    return texto;
  end if;
  for achado in
    select distinct m[1] from regexp_matches(texto,
      '(?<![\d,/.-])(\d{3}\s?\.\s?\d{3}\s?\.\s?\d{3}\s?[-‐-―−]\s?\d\d|\d{9}[-‐-―−]?\d\d)(?![\d/])', 'g') m
  loop
    digitos := regexp_replace(achado, '\D', '', 'g');
    if position('.' in achado) > 0 or indice.cpf_confere(digitos) then
      resposta := replace(resposta, achado, '***.' || substr(digitos, 4, 3) || '.' || substr(digitos, 7, 3) || '-**');
    end if;
  end loop;
  return resposta;
end
$$;

-- The words of an index row: of a masked number not even the middle is one.
create function indice.para_indexar(texto text) returns text language sql immutable strict parallel safe
  return regexp_replace(indice.sem_cpf(texto), '\*{3}\.\d{3}\.\d{3}-\*\*', ' ', 'g');
