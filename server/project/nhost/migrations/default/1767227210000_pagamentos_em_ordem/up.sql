-- The payments that the public sees behind one of them, the newest first, for the file that has them all. Behind an offset the database would pass over
-- all before it, and look at the document of each.
--
-- The document of each row is asked for as a value: as a condition that exists, the planner would join all documents for a hundred payments. It would
-- also put the rows that are left in order, where it takes them for few.
create function public.pagamentos_em_ordem(ate date, antes bigint, limite integer) returns setof public.item_listado language plpgsql stable rows 20
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query
    select row_number() over (order by p.pago_em desc, p.id desc)::integer, p.id, null::integer from public.pagamento p
     where (p.pago_em, p.id) < (ate, antes) and (select true from public.documento_visivel v where v.id = p.documento_id)
     order by p.pago_em desc, p.id desc limit greatest(0, least(limite, 100));
end
$$;
