-- Functions that the tables lean on, those of their triggers too. PostgreSQL 15 feature set; inside a function every name of a schema but pg_catalog
-- is qualified, because since PostgreSQL 17 generated columns and indexes are evaluated with an empty search_path.

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

-- Keeps `atualizado_em` of a row that really changes.
create function public.marcar_atualizacao() returns trigger language plpgsql as $$
begin
  if new is distinct from old then
    new.atualizado_em := pg_catalog.now();
  end if;
  return new;
end
$$;

-- Tells listeners on the channel `conteudo` which rows a statement has changed, out of its transition tables. The arguments are the columns of the
-- primary key; the payload stays far below the limit of 8000 bytes. A notice also says which other rows the changed one refers to (before and
-- after), and which columns an update has changed: from that a cache knows the lists that the row stands in, or stood in, without asking back.
-- References to vocabularies are left out: they change only by migration. The foreign keys are read from the catalogue at each change, so that one
-- added by a later migration counts without further ado. A table that is emptied at once (truncate) has no rows to name: it is told as the deletion
-- of the key "*". Transition tables of an update hold the rows before and after in the same order. Their columns may have the names of these
-- variables.
create function public.notificar_mudanca() returns trigger language plpgsql as $$
#variable_conflict use_variable
declare
  chave text[] := tg_argv[0:];
  colunas text[];
  alvos text[];
  avisos jsonb[];
begin
  if tg_op = 'TRUNCATE' then
    avisos := array[pg_catalog.jsonb_build_object('table', tg_table_name, 'key', '*', 'op', 'DELETE')];
  else
    select pg_catalog.array_agg(a.attname::text), pg_catalog.array_agg(t.relname::text) into colunas, alvos
      from pg_catalog.pg_constraint c
      join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_catalog.pg_class t on t.oid = c.confrelid
     where c.conrelid = tg_relid and c.contype = 'f' and pg_catalog.cardinality(c.conkey) = 1
       and t.relnamespace = 'public'::regnamespace
       and not exists (select 1 from pg_catalog.pg_attribute v where v.attrelid = t.oid and v.attnum = 1 and v.attname = 'valor');
    if tg_op = 'INSERT' then
      select pg_catalog.array_agg(public.aviso_de_mudanca(tg_table_name, tg_op, chave, colunas, alvos, null, pg_catalog.to_jsonb(d)))
        into avisos from depois d;
    elsif tg_op = 'DELETE' then
      select pg_catalog.array_agg(public.aviso_de_mudanca(tg_table_name, tg_op, chave, colunas, alvos, pg_catalog.to_jsonb(a), null))
        into avisos from antes a;
    else
      select pg_catalog.array_agg(public.aviso_de_mudanca(tg_table_name, tg_op, chave, colunas, alvos, a.linha, d.linha))
        into avisos
        from (select pg_catalog.row_number() over () as vez, pg_catalog.to_jsonb(x) as linha from antes x) a
        join (select pg_catalog.row_number() over () as vez, pg_catalog.to_jsonb(x) as linha from depois x) d using (vez);
    end if;
  end if;
  if avisos is null then
    return null;
  end if;
  perform pg_catalog.pg_notify('conteudo', aviso::text) from pg_catalog.unnest(avisos) as a (aviso);
  insert into public.mudanca (aviso) select aviso from pg_catalog.unnest(avisos) as a (aviso);
  perform public.podar_mudancas(2 * pg_catalog.cardinality(avisos));
  return null;
end
$$;

-- Addresses that an editor writes are paths of this site or have one of these schemes. shared/html/address.ts refuses the others when a page is
-- rendered, by the same rule. An editor who empties a field writes an empty text.
create function public.endereco_aceito(endereco text) returns boolean
  language sql immutable parallel safe
  return endereco !~ '[[:cntrl:]\\]' and endereco ~* '^(/($|[^/])|https?://[^/?#[:space:]]|mailto:.|tel:.)';

-- The words of a row and what a list is held to: its group (@), its year (#, and the year as a word), the month of its publication within the
-- year (#), its class (%), its month ($), its type (~) and its body (&). Each row of a group is also found by the two together, its group and its
-- year or month (@leis#2026, @leis#2026-3): a window of a large group is not searched in the rows that all groups have in its months.
create function public.termos_de_busca(
  busca tsvector, grupo text, ano integer, mes_de_publicacao integer, classe text, mes integer, tipo text, orgao bigint
) returns tsvector language sql immutable parallel safe
return busca || array_to_tsvector(array_remove(array['@' || grupo, '#' || ano, '#' || ano || '-' || mes_de_publicacao, '@' || grupo || '#' || ano,
  '@' || grupo || '#' || ano || '-' || mes_de_publicacao, ano::text, '%' || classe, '$' || mes, '~' || tipo, '&' || orgao], null));
