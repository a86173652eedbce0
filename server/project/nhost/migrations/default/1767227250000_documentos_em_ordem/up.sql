-- The documents of a list that the public sees behind one of them, in the first order of the list, for the file that has them all (as for payments,
-- `pagamentos_em_ordem`). Behind an offset the database would pass over all before it.
--
-- Those with a day and those without, which come last, are two parts, each in the order of the index.
create function public.documentos_em_ordem(grupo text, ato date, publicacao date, antes bigint, limite integer)
returns setof public.item_listado language plpgsql stable rows 20
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  primeiros integer := greatest(0, least(limite, 100));
  publicacao_sem_dia date := case when ato is null then publicacao else 'infinity' end;
begin
  return query
    select row_number() over ()::integer, r.id, null::integer from (
      (select d.id from public.documento d
        where d.categoria_slug = grupo and d.publicado and (d.data_ato, d.publicado_em, d.id) < (ato, publicacao, antes)
          and (select true from public.documento_visivel v where v.id = d.id)
        order by d.data_ato desc nulls last, d.publicado_em desc, d.id desc limit primeiros)
      union all
      (select d.id from public.documento d
        where d.categoria_slug = grupo and d.publicado and d.data_ato is null and (d.publicado_em, d.id) < (publicacao_sem_dia, antes)
          and (select true from public.documento_visivel v where v.id = d.id)
        order by d.data_ato desc nulls last, d.publicado_em desc, d.id desc limit primeiros)
      limit primeiros) r;
end
$$;
