-- A notice of a change also says which other rows the changed one refers to (before and after), and which columns an update has changed:
-- from that a cache knows the lists that the row stands in, or stood in, without asking back. Additional members only, so a listener that
-- knows `table`, `key` and `op` alone goes on working. References to vocabularies are left out: they change only by migration.
-- `atualizado_em` changes with every update and is not named, so that two updates of the same columns in a transaction are one notice.
-- The foreign keys are read from the catalogue at each change, so that one added by a later migration counts without further ado.
create or replace function public.notificar_mudanca() returns trigger language plpgsql as $$
declare
  antes jsonb := '{}';
  depois jsonb := '{}';
  chave text := '*';
  operacao text := 'DELETE';
  aviso jsonb;
begin
  if tg_op <> 'TRUNCATE' then
    operacao := tg_op;
    if tg_op <> 'INSERT' then
      antes := pg_catalog.to_jsonb(old);
    end if;
    if tg_op <> 'DELETE' then
      depois := pg_catalog.to_jsonb(new);
    end if;
    select pg_catalog.string_agg(case tg_op when 'DELETE' then antes else depois end ->> coluna, ':' order by posicao) into chave
      from pg_catalog.unnest(tg_argv) with ordinality as argumento(coluna, posicao);
  end if;
  aviso := pg_catalog.jsonb_build_object('table', tg_table_name, 'key', chave, 'op', operacao);
  if tg_op <> 'TRUNCATE' then
    aviso := aviso || pg_catalog.jsonb_build_object('refs', coalesce((
      select pg_catalog.jsonb_agg(distinct pg_catalog.jsonb_build_object('column', a.attname, 'table', t.relname, 'key', alvo.chave))
        from pg_catalog.pg_constraint c
        join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        join pg_catalog.pg_class t on t.oid = c.confrelid
        cross join lateral (values (antes ->> a.attname), (depois ->> a.attname)) as alvo(chave)
       where c.conrelid = tg_relid and c.contype = 'f' and pg_catalog.cardinality(c.conkey) = 1 and alvo.chave is not null
         and t.relnamespace = 'public'::regnamespace
         and not exists (select 1 from pg_catalog.pg_attribute v where v.attrelid = t.oid and v.attnum = 1 and v.attname = 'valor')
    ), '[]'));
  end if;
  if tg_op = 'UPDATE' then
    aviso := aviso || pg_catalog.jsonb_build_object('columns', coalesce((
      select pg_catalog.jsonb_agg(campo.nome order by campo.nome)
        from pg_catalog.jsonb_object_keys(depois) as campo(nome)
       where depois -> campo.nome is distinct from antes -> campo.nome and campo.nome <> 'atualizado_em'
    ), '[]'));
  end if;
  perform pg_catalog.pg_notify('conteudo', aviso::text);
  return null;
end
$$;
