-- Every content table keeps `atualizado_em` by itself and tells its changes on the channel `conteudo`.
-- A later migration that adds a content table calls public.observar_tabela for it.

create function public.observar_tabela(tabela regclass) returns void language plpgsql as $$
declare
  chave text;
begin
  select string_agg(quote_literal(a.attname), ', ' order by k.posicao) into strict chave
    from pg_catalog.pg_index i
    cross join lateral unnest(i.indkey::smallint[]) with ordinality as k(coluna, posicao)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.coluna
   where i.indrelid = tabela and i.indisprimary;
  execute format(
    'create trigger notificar_mudanca after insert or update or delete on %s for each row execute function public.notificar_mudanca(%s)',
    tabela, chave
  );
  execute format(
    'create trigger notificar_esvaziamento after truncate on %s for each statement execute function public.notificar_mudanca()',
    tabela
  );
  if exists (select 1 from pg_catalog.pg_attribute where attrelid = tabela and attname = 'atualizado_em' and not attisdropped) then
    execute format(
      'create trigger marcar_atualizacao before update on %s for each row execute function public.marcar_atualizacao()',
      tabela
    );
  end if;
end
$$;

do $$
declare
  tabela text;
begin
  for tabela in
    select c.oid::regclass::text from pg_catalog.pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       -- Vocabularies change only by migration.
       and not exists (select 1 from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'valor' and a.attnum = 1)
     order by 1
  loop
    perform public.observar_tabela(tabela::regclass);
  end loop;
end
$$;
