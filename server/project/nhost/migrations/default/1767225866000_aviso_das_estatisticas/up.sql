-- Who counts a case no longer tells that its report has other numbers. Each notice is a row of the log, a message to every replica and a purge of the
-- report, and transactions that notify commit one after another: at two hundred cases a second it was a fifth of what a registration cost. The servers
-- add up what waits every few seconds, and tell once of all of it; what is added meanwhile is what the next one finds.
drop function estatistica.recolher();

create function public.recolher_estatisticas(limite integer default 5000) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  canais text[];
  quantas integer;
begin
  if not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtext('estatistica.recolher')) then
    return row(0)::public.rotina_de_casos;
  end if;
  with recolhida as (
    delete from estatistica.parcela
     where id in (select p.id from estatistica.parcela p order by p.id limit least(limite, 50000) for update skip locked)
    returning canal, ano, dimensao, mes, valor, quantidade
  ), somada as (
    insert into estatistica.soma as s (canal, ano, dimensao, mes, valor, origem, quantidade)
    select canal, ano, dimensao, mes, valor, 'registro', sum(quantidade) from recolhida
     group by canal, ano, dimensao, mes, valor having sum(quantidade) <> 0
    on conflict (canal, ano, dimensao, mes, valor, origem) do update set quantidade = s.quantidade + excluded.quantidade
  )
  select array_agg(distinct r.canal), count(*) into canais, quantas from recolhida r;
  if quantas = 0 then
    return row(0)::public.rotina_de_casos;
  end if;
  delete from estatistica.soma where quantidade = 0;
  update estatistica.atualizacao a set em = casos.agora() where a.canal = any (canais);
  perform estatistica.avisar(c.canal) from unnest(canais) c (canal);
  return row(quantas)::public.rotina_de_casos;
end
$$;

create or replace function estatistica.contar_caso() returns trigger language plpgsql as $$
declare
  dia date := casos.dia(new.registrado_em);
begin
  if tg_op = 'INSERT' then
    insert into estatistica.parcela (canal, ano, dimensao, mes, valor, quantidade)
    select new.canal, extract(year from dia), p.dimensao, extract(month from dia), p.valor, 1 from estatistica.parcelas_do_caso(new) p;
    return null;
  end if;
  insert into estatistica.parcela (canal, ano, dimensao, mes, valor, quantidade)
  select d.canal, extract(year from dia), d.dimensao, extract(month from dia), d.valor, sum(d.quantidade)
    from (select old.canal, p.dimensao, p.valor, -1 as quantidade from estatistica.parcelas_do_caso(old) p where old.canal in ('ouvidoria', 'sic')
          union all
          select new.canal, p.dimensao, p.valor, 1 from estatistica.parcelas_do_caso(new) p where new.canal in ('ouvidoria', 'sic')) d
   group by d.canal, d.dimensao, d.valor having sum(d.quantidade) <> 0;
  return null;
end
$$;

create or replace function estatistica.acrescentar(caso uuid, dimensao text, valor text, quantidade integer) returns void language plpgsql as $$
begin
  insert into estatistica.parcela (canal, ano, dimensao, mes, valor, quantidade)
  select c.canal, extract(year from casos.dia(c.registrado_em)), acrescentar.dimensao, extract(month from casos.dia(c.registrado_em)),
         acrescentar.valor, acrescentar.quantidade
    from casos.caso c
   where c.id = caso and not c.demonstracao and c.eliminado_em is null and c.canal in ('ouvidoria', 'sic') and acrescentar.valor is not null;
end
$$;

create or replace function estatistica.contar_perfil() returns trigger language plpgsql as $$
begin
  insert into estatistica.parcela (canal, ano, dimensao, mes, valor, quantidade)
  select c.canal, extract(year from casos.dia(c.registrado_em)), p.dimensao, extract(month from casos.dia(c.registrado_em)), p.valor, 1
    from casos.caso c cross join lateral estatistica.parcelas_do_perfil(c.id) p
   where c.id = new.caso_id and not c.demonstracao and c.eliminado_em is null and c.canal in ('ouvidoria', 'sic');
  return null;
end
$$;
