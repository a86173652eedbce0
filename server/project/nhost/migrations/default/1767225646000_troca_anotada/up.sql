-- Some notices were sent without a row of `mudanca`: a listener that had lost its connection read that record, and never learned of them. That
-- of stored files is sent where the embedded backend has made the database.
do $$
declare
  funcao text;
begin
  foreach funcao in array array['public.notificar_vocabulario()', 'public.notificar_renumeracao()', 'edicao.trocar_conteudo()', 'embutido.avisa_arquivo()'] loop
    if to_regprocedure(funcao) is not null then
      execute regexp_replace(pg_get_functiondef(funcao::regprocedure),
        '(perform (?:pg_catalog\.|)pg_notify\(''conteudo'', )((?:pg_catalog\.|)jsonb_build_object\(.*?\))(::text\s*\);)',
        '\1\2\3
  perform public.registrar_mudanca(\2);');
    end if;
  end loop;
end
$$;

-- While thousands of rows go or come back, GIN indexes collect their entries and take them up at the end: one by one, the entries of the
-- trigrams cost more than all else. Whoever searches waits until then. `fastupdate` stays off otherwise, because searches read what was collected.
create function edicao.reunir_entradas(reunir boolean) returns void language plpgsql as $$
declare
  indice regclass;
begin
  perform pg_catalog.set_config('gin_pending_list_limit', '1GB', true);
  for indice in
    select i.indexrelid::regclass
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indexrelid
      join pg_catalog.pg_am a on a.oid = c.relam
     where a.amname = 'gin' and i.indrelid = any (select format('public.%I', l)::regclass from unnest(edicao.tabelas_da_demonstracao()) l)
       and c.reloptions @> array['fastupdate=' || case when reunir then 'off' else 'on' end]
     order by 1
  loop
    if not reunir then
      perform pg_catalog.gin_clean_pending_list(indice);
    end if;
    execute format('alter index %s set (fastupdate = %s)', indice, case when reunir then 'on' else 'off' end);
  end loop;
end
$$;

do $$
begin
  execute replace(replace(pg_get_functiondef('edicao.trocar_conteudo'::regproc),
    $de$perform edicao.ligar_gatilhos('disable');$de$, $para$perform edicao.ligar_gatilhos('disable');
  perform edicao.reunir_entradas(true);$para$),
    $de$perform edicao.ligar_gatilhos('enable');$de$, $para$perform edicao.reunir_entradas(false);
  perform edicao.ligar_gatilhos('enable');$para$);
end
$$;
