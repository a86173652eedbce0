-- A row whose primary key is changed has two keys, and the notice of its update names the new one alone: what was kept of it under the old one
-- would stay. So the old key is told as deleted. Tables with a key of several columns are left as they are: each column refers to another
-- row, and those are told from before and after already. The trigger is only run where the key has changed.

create function public.notificar_renumeracao() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('conteudo', pg_catalog.jsonb_build_object(
    'table', tg_table_name, 'key', pg_catalog.to_jsonb(old) ->> tg_argv[0], 'op', 'DELETE', 'refs', '[]'::jsonb
  )::text);
  return null;
end
$$;

create function public.observar_renumeracao(tabela regclass) returns void language plpgsql as $$
declare
  chave text;
begin
  select a.attname into chave
    from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
   where i.indrelid = tabela and i.indisprimary and i.indnkeyatts = 1;
  if found then
    execute format(
      'create trigger notificar_renumeracao after update on %1$s for each row when (old.%2$I is distinct from new.%2$I) execute function public.notificar_renumeracao(%2$L)',
      tabela, chave
    );
  end if;
end
$$;

-- A later migration goes on calling public.observar_tabela alone.
alter function public.observar_tabela(regclass) rename to observar_linhas;
create function public.observar_tabela(tabela regclass) returns void language plpgsql as $$
begin
  perform public.observar_linhas(tabela);
  perform public.observar_renumeracao(tabela);
end
$$;

do $$
declare
  tabela text;
begin
  for tabela in
    select t.tgrelid::regclass::text from pg_catalog.pg_trigger t
     where t.tgname = 'notificar_mudanca' and t.tgfoid = 'public.notificar_mudanca'::regproc
     order by 1
  loop
    perform public.observar_renumeracao(tabela::regclass);
  end loop;
end
$$;
