-- Cases are counted as they are registered and go on. What a case counts as is worked out before and after each change; the difference is added.
-- Cases of the demonstration are not counted: the demonstration brings its own statistics. Erasing a case leaves what it counted as.

create function estatistica.parcelas_do_perfil(caso uuid) returns table (dimensao text, valor text) language sql stable as $$
  select d.dimensao, d.valor from casos.perfil_estatistico p
   cross join lateral (values ('pessoa', lower(p.pessoa)), ('faixa_etaria', p.faixa_etaria), ('genero', p.genero), ('escolaridade', p.escolaridade),
     ('uf', p.uf), ('municipio', p.municipio)) d (dimensao, valor)
   where p.caso_id = caso and d.valor is not null
$$;

-- A case with an answer stays answered while an appeal runs; one that is reopened is open again.
create function estatistica.parcelas_do_caso(caso casos.caso) returns table (dimensao text, valor text) language sql stable as $$
  select d.dimensao, d.valor
    from (select casos.dia(caso.respondido_em) - casos.dia(caso.registrado_em) as dias) r
   cross join lateral (values
     ('total', 'total'),
     ('situacao', case
       when caso.situacao = 'arquivada' then 'arquivada'
       when caso.situacao in ('encaminhada_externa', 'redirecionado') then 'encaminhada_externa'
       when caso.respondido_em is null then null
       when not caso.respondido_no_prazo then 'respondida_fora_do_prazo'
       when caso.prorrogado_em is not null then 'respondida_com_prorrogacao'
       else 'respondida_no_prazo' end),
     ('vence', case when caso.respondido_em is null and caso.situacao not in ('arquivada', 'encaminhada_externa', 'redirecionado') then caso.prazo_em::text end),
     ('prorrogacao', case when caso.prorrogado_em is not null then 'prorrogada' end),
     ('dias', case when r.dias is not null then least(r.dias, 9999)::text end),
     ('assunto', '#' || caso.assunto_id),
     ('canal_entrada', caso.canal_entrada),
     ('nota', caso.satisfacao::text),
     ('tipo', case caso.canal when 'ouvidoria' then caso.tipo end),
     ('identificacao', case caso.canal when 'ouvidoria' then caso.identificacao end),
     ('resolutividade', case caso.canal when 'ouvidoria' then caso.resolutividade end),
     ('tipo_resposta', case when caso.canal = 'sic' and caso.respondido_em is not null then caso.tipo_resposta end),
     ('fundamento', case when caso.canal = 'sic' and caso.respondido_em is not null then caso.fundamento_negativa end),
     ('imediata', case when caso.canal = 'sic' and r.dias = 0 then 'imediata' end)
   ) d (dimensao, valor)
   where d.valor is not null
  union all
  select p.dimensao, p.valor from estatistica.parcelas_do_perfil(caso.id) p
$$;

create function estatistica.contar_caso() returns trigger language plpgsql as $$
declare
  antes casos.caso;
  depois casos.caso;
  nome text;
begin
  if tg_op <> 'INSERT' then antes := old; end if;
  if tg_op <> 'DELETE' then depois := new; end if;
  insert into estatistica.parcela (canal, ano, dimensao, mes, valor, quantidade)
  select d.canal, extract(year from casos.dia(d.momento)), d.dimensao, extract(month from casos.dia(d.momento)), d.valor, sum(d.quantidade)
    from (select antes.canal, antes.registrado_em as momento, p.dimensao, p.valor, -1 as quantidade from estatistica.parcelas_do_caso(antes) p
           where antes.canal in ('ouvidoria', 'sic')
          union all
          select depois.canal, depois.registrado_em, p.dimensao, p.valor, 1 from estatistica.parcelas_do_caso(depois) p
           where depois.canal in ('ouvidoria', 'sic')) d
   group by 1, 2, 3, 4, 5 having sum(d.quantidade) <> 0;
  if not found then
    return null;
  end if;
  for nome in select distinct c.canal from (values (antes.canal), (depois.canal)) c (canal) where c.canal in ('ouvidoria', 'sic') loop
    perform estatistica.avisar(nome);
  end loop;
  perform estatistica.recolher();
  return null;
end
$$;
create trigger contar_registro after insert on casos.caso
  for each row when (not new.demonstracao and new.canal <> 'contato') execute function estatistica.contar_caso();
create trigger contar_andamento after update on casos.caso
  for each row when (not new.demonstracao and old.eliminado_em is null and new.eliminado_em is null) execute function estatistica.contar_caso();

-- Adds to one dimension of a case that is there already.
create function estatistica.acrescentar(caso uuid, dimensao text, valor text, quantidade integer) returns void language plpgsql as $$
declare
  contado text;
begin
  insert into estatistica.parcela (canal, ano, dimensao, mes, valor, quantidade)
  select c.canal, extract(year from casos.dia(c.registrado_em)), acrescentar.dimensao, extract(month from casos.dia(c.registrado_em)),
         acrescentar.valor, acrescentar.quantidade
    from casos.caso c
   where c.id = caso and not c.demonstracao and c.eliminado_em is null and c.canal in ('ouvidoria', 'sic') and acrescentar.valor is not null
  returning canal into contado;
  if contado is not null then
    perform estatistica.avisar(contado);
    perform estatistica.recolher();
  end if;
end
$$;

-- A profile comes after its case and is never changed.
create function estatistica.contar_perfil() returns trigger language plpgsql as $$
begin
  perform estatistica.acrescentar(new.caso_id, p.dimensao, p.valor, 1) from estatistica.parcelas_do_perfil(new.caso_id) p;
  return null;
end
$$;
create trigger contar_perfil after insert on casos.perfil_estatistico for each row execute function estatistica.contar_perfil();

-- A case counts as its last appeal.
create function estatistica.contar_recurso() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.decisao is not distinct from new.decisao
       or exists (select from casos.recurso r where r.caso_id = new.caso_id and r.instancia > new.instancia) then
      return null;
    end if;
    perform estatistica.acrescentar(new.caso_id, 'recurso', coalesce(old.decisao, 'em_andamento'), -1);
  else
    perform estatistica.acrescentar(new.caso_id, 'recurso', coalesce(r.decisao, 'em_andamento'), -1)
       from casos.recurso r where r.caso_id = new.caso_id and r.instancia = new.instancia - 1;
  end if;
  perform estatistica.acrescentar(new.caso_id, 'recurso', coalesce(new.decisao, 'em_andamento'), 1);
  return null;
end
$$;
create trigger contar_recurso after insert or update on casos.recurso for each row execute function estatistica.contar_recurso();
