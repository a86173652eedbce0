-- The numbers of the days from `de` to before `ate` that the public sees, behind one of them, by indicator and within it the newest first, for the
-- file that has them all. As for payments (`pagamentos_em_ordem`), the document of each is asked for as a value.
--
-- The rest of the indicator and the ones after it are two parts, each in the order of the index: one condition for both would not find its place there.
create function public.numeros_em_ordem(de date, ate date, indicador text, dia date, antes bigint, limite integer)
returns setof public.item_listado language plpgsql stable rows 20
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  primeiros integer := greatest(0, least(limite, 100));
begin
  return query
    select row_number() over ()::integer, r.id, null::integer from (
      (select n.id from public.numero_documento n
        where n.indicador_codigo = indicador and (n.data_base, n.id) < (dia, antes) and n.data_base >= de and n.data_base < ate
          and (select true from public.documento_visivel v where v.id = n.documento_id)
        order by n.data_base desc, n.id desc limit primeiros)
      union all
      (select n.id from public.numero_documento n
        where n.indicador_codigo > indicador and n.data_base >= de and n.data_base < ate
          and (select true from public.documento_visivel v where v.id = n.documento_id)
        order by n.indicador_codigo, n.data_base desc, n.id desc limit primeiros)
      limit primeiros) r;
end
$$;
