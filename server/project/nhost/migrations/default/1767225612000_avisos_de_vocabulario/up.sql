-- A word of a vocabulary is shown by pages of many tables, and none of them can name the rows of vocabularies that it shows. So a change of one
-- is told like an emptied table, with `*` for its rows: whoever keeps pages takes all of them for changed. It is rare, and each
-- transaction tells it once for each vocabulary however many rows it touched, since Postgres leaves out what repeats a notice. An update
-- that alters nothing is not told, so a script that writes the same words again costs nobody anything.
-- A later migration that adds a vocabulary calls public.observar_vocabulario for it.

create function public.notificar_vocabulario() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' and tg_op = 'UPDATE' then
    if new is not distinct from old then
      return null;
    end if;
  end if;
  perform pg_catalog.pg_notify('conteudo', pg_catalog.jsonb_build_object('table', tg_table_name, 'key', '*', 'op', 'DELETE')::text);
  return null;
end
$$;

create function public.observar_vocabulario(tabela regclass) returns void language plpgsql as $$
begin
  execute format(
    'create trigger notificar_mudanca after insert or update or delete on %s for each row execute function public.notificar_vocabulario()',
    tabela
  );
  execute format(
    'create trigger notificar_esvaziamento after truncate on %s for each statement execute function public.notificar_vocabulario()',
    tabela
  );
end
$$;

do $$
declare
  tabela text;
begin
  for tabela in
    select c.oid::regclass::text from pg_catalog.pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and exists (select 1 from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'valor' and a.attnum = 1)
     order by 1
  loop
    perform public.observar_vocabulario(tabela::regclass);
  end loop;
end
$$;
