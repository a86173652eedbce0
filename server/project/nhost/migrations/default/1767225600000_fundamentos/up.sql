-- Functions that the tables lean on. PostgreSQL 15 feature set; every name inside a function is qualified, because since
-- PostgreSQL 17 generated columns and indexes are evaluated with an empty search_path.

create extension if not exists pg_trgm;

-- Lower case without accents, the half of the fold that shared/locale/fold.ts repeats letter by letter. Unicode decomposition is used
-- instead of the unaccent dictionary because the dictionary differs between PostgreSQL versions and cannot be repeated in TypeScript.
create function public.pt_sem_acento(texto text) returns text
  language sql immutable strict parallel safe
  return pg_catalog.lower(
    pg_catalog.regexp_replace(pg_catalog."normalize"(texto, 'NFKD'), '[\u0300-\u036f]', '', 'g')
  );

-- The fold of both sides of a full-text search: without it the Portuguese stemmer does not join promoção with promoções nor jornal with jornais.
create function public.pt_fold(texto text) returns text
  language sql immutable strict parallel safe
  return pg_catalog.regexp_replace(
    pg_catalog.regexp_replace(public.pt_sem_acento(texto), '(o|a)es\M', 'ao', 'g'),
    '(a|e|o|u)is\M', '\1l', 'g'
  );

-- Text of an HTML body for the search columns. It is not a sanitiser.
create function public.texto_de_html(html text) returns text
  language sql immutable strict parallel safe
  return pg_catalog.regexp_replace(html, '<[^>]*>', ' ', 'g');

-- Joins optional pieces with one space; concat_ws itself is only STABLE and cannot feed a generated column.
create function public.juntar_texto(variadic partes text[]) returns text
  language sql immutable parallel safe
  return pg_catalog.array_to_string(partes, ' ');

-- True when the text shows a whole CPF. Personal data protection: acts name people, but print the CPF masked (***.456.789-**).
create function public.mostra_cpf(texto text) returns boolean
  language sql immutable parallel safe
  return coalesce(texto ~ '\m\d{3}\.\d{3}\.\d{3}-\d{2}\M', false);

-- First and last day of the period of `meses` months (1, 2, 3, 4, 6 or 12) that holds the day.
create function public.inicio_do_periodo(meses integer, dia date) returns date
  language sql immutable strict parallel safe
  return pg_catalog.make_date(
    extract(year from dia)::integer,
    ((extract(month from dia)::integer - 1) / meses) * meses + 1,
    1
  );

create function public.fim_do_periodo(meses integer, dia date) returns date
  language sql immutable strict parallel safe
  return (public.inicio_do_periodo(meses, dia) + pg_catalog.make_interval(months => meses))::date - 1;

create function public.marcar_atualizacao() returns trigger language plpgsql as $$
begin
  if new is distinct from old then
    new.atualizado_em := pg_catalog.now();
  end if;
  return new;
end
$$;

-- Tells listeners which row changed, once per row and transaction (PostgreSQL drops equal notifications). The arguments are the
-- columns of the primary key; the payload stays far below the limit of 8000 bytes. Without a listener it costs next to nothing.
-- A table that is emptied at once (truncate) has no rows to name: it is told as the deletion of the key "*".
create function public.notificar_mudanca() returns trigger language plpgsql as $$
declare
  linha jsonb;
  chave text := '*';
  operacao text := 'DELETE';
begin
  if tg_op <> 'TRUNCATE' then
    linha := case when tg_op = 'DELETE' then pg_catalog.to_jsonb(old) else pg_catalog.to_jsonb(new) end;
    operacao := tg_op;
    select pg_catalog.string_agg(linha ->> coluna, ':' order by posicao) into chave
      from pg_catalog.unnest(tg_argv) with ordinality as argumento(coluna, posicao);
  end if;
  perform pg_catalog.pg_notify(
    'conteudo',
    pg_catalog.json_build_object('table', tg_table_name, 'key', chave, 'op', operacao)::text
  );
  return null;
end
$$;
