-- Adds up what waits when some hundred rows do, instead of with each case: to update the ten sums of a month costs as much as the case itself, and
-- reports read what waits beside the sums.
create or replace function estatistica.recolher() returns void language plpgsql as $$
begin
  if coalesce((select max(p.id) - min(p.id) from estatistica.parcela p), 0) < 500 then
    return;
  end if;
  if not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtext('estatistica.recolher')) then
    return;
  end if;
  with recolhida as (
    delete from estatistica.parcela where id in (select id from estatistica.parcela order by id limit 5000 for update skip locked)
    returning canal, ano, dimensao, mes, valor, quantidade
  ), atualizada as (
    update estatistica.atualizacao a set em = pg_catalog.now() where a.canal in (select r.canal from recolhida r)
  )
  insert into estatistica.soma as s (canal, ano, dimensao, mes, valor, origem, quantidade)
  select canal, ano, dimensao, mes, valor, 'registro', sum(quantidade) from recolhida
   group by canal, ano, dimensao, mes, valor having sum(quantidade) <> 0
  on conflict (canal, ano, dimensao, mes, valor, origem) do update set quantidade = s.quantidade + excluded.quantidade;
  delete from estatistica.soma where quantidade = 0;
end
$$;
