-- Cases are counted as they are registered and go on. What a case counts as is worked out before and after each change; the difference is added.
-- Cases of the demonstration are not counted: the demonstration brings its own statistics. Erasing a case leaves what it counted as.

-- How many different people have asked for information in a year (Lei 12.527 art. 30, III). Statistics count them without knowing them: the server
-- gives each person a keyed digest that is another one each year, and only whether a digest is new in its year is counted. Digests stay here while
-- they are of use: until the case is erased, and no longer than three months into the next year.
create table casos.solicitante_do_ano (
  ano smallint not null,
  digesto text not null check (char_length(digesto) between 16 and 100),
  caso_id uuid not null references casos.caso (id) on delete cascade,
  -- Of the requests of a person in a year this one is counted.
  contado boolean not null,
  primary key (ano, digesto, caso_id)
);
create unique index solicitante_contado on casos.solicitante_do_ano (ano, digesto) where contado;
create index solicitante_do_caso on casos.solicitante_do_ano (caso_id);

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

-- The day of the registration never changes, so it is worked out once. A new case has nothing to be taken off, and no profile yet.
create function estatistica.contar_caso() returns trigger language plpgsql as $$
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

create trigger contar_registro after insert on casos.caso
  for each row when (not new.demonstracao and new.canal <> 'contato') execute function estatistica.contar_caso();

-- The key of a case is nothing that statistics count by, and nothing else changes with it (casos.recifrar_caso): they are not worked out for each of
-- a hundred thousand cases that are made again.
create trigger contar_andamento after update on casos.caso
  for each row when (not new.demonstracao and old.eliminado_em is null and new.eliminado_em is null
    and old.cifrado_com is not distinct from new.cifrado_com)
  execute function estatistica.contar_caso();

-- Adds to one dimension of a case that is there already.
create function estatistica.acrescentar(caso uuid, dimensao text, valor text, quantidade integer) returns void language plpgsql as $$
begin
  insert into estatistica.parcela (canal, ano, dimensao, mes, valor, quantidade)
  select c.canal, extract(year from casos.dia(c.registrado_em)), acrescentar.dimensao, extract(month from casos.dia(c.registrado_em)),
         acrescentar.valor, acrescentar.quantidade
    from casos.caso c
   where c.id = caso and not c.demonstracao and c.eliminado_em is null and c.canal in ('ouvidoria', 'sic') and acrescentar.valor is not null;
end
$$;

-- A profile comes after its case and is never changed. All that it says is counted together.
create function estatistica.contar_perfil() returns trigger language plpgsql as $$
begin
  insert into estatistica.parcela (canal, ano, dimensao, mes, valor, quantidade)
  select c.canal, extract(year from casos.dia(c.registrado_em)), p.dimensao, extract(month from casos.dia(c.registrado_em)), p.valor, 1
    from casos.caso c cross join lateral estatistica.parcelas_do_perfil(c.id) p
   where c.id = new.caso_id and not c.demonstracao and c.eliminado_em is null and c.canal in ('ouvidoria', 'sic');
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

-- The digest of a person whose request was registered; only the first request of the person in a year is counted.
create function casos.contar_solicitante(caso_id uuid, digesto text) returns void language plpgsql as $$
declare
  caso casos.caso;
  ano smallint;
begin
  select * into caso from casos.caso c where c.id = contar_solicitante.caso_id;
  if caso.canal <> 'sic' or caso.demonstracao then
    return;
  end if;
  ano := extract(year from casos.dia(caso.registrado_em));
  insert into casos.solicitante_do_ano (ano, digesto, caso_id, contado) values (ano, digesto, caso.id, true) on conflict do nothing;
  if found then
    perform estatistica.acrescentar(caso.id, 'solicitante', 'distinto', 1);
  else
    insert into casos.solicitante_do_ano (ano, digesto, caso_id, contado) values (ano, digesto, caso.id, false) on conflict do nothing;
  end if;
end
$$;

-- A request that turns out to be a manifestation is none any more: another one of the same person is counted in its place.
create function casos.trocar_canal_do_solicitante() returns trigger language plpgsql as $$
declare
  linha casos.solicitante_do_ano;
  outro casos.caso;
begin
  delete from casos.solicitante_do_ano s where s.caso_id = new.id returning * into linha;
  if not found then
    return null;
  end if;
  if linha.contado then
    insert into estatistica.parcela (canal, ano, dimensao, mes, valor, quantidade)
    values ('sic', linha.ano, 'solicitante', extract(month from casos.dia(old.registrado_em)), 'distinto', -1);
    select c.* into outro from casos.solicitante_do_ano s join casos.caso c on c.id = s.caso_id
     where s.ano = linha.ano and s.digesto = linha.digesto order by c.registrado_em, c.id limit 1;
    if found then
      update casos.solicitante_do_ano s set contado = true where s.ano = linha.ano and s.digesto = linha.digesto and s.caso_id = outro.id;
      perform estatistica.acrescentar(outro.id, 'solicitante', 'distinto', 1);
    end if;
  end if;
  return null;
end
$$;

create trigger trocar_canal_do_solicitante after update on casos.caso
  for each row when (old.canal = 'sic' and new.canal <> 'sic') execute function casos.trocar_canal_do_solicitante();

create function casos.esquecer_solicitante() returns trigger language plpgsql as $$
begin
  delete from casos.solicitante_do_ano s where s.caso_id = new.id;
  return null;
end
$$;

create trigger esquecer_solicitante after update on casos.caso
  for each row when (old.eliminado_em is null and new.eliminado_em is not null) execute function casos.esquecer_solicitante();

-- What the passing of time makes useless. Bounded; servers run it from time to time.
create function public.esquecer_solicitantes(limite integer default 1000) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  quantos integer;
begin
  delete from casos.solicitante_do_ano s
   where (s.ano, s.digesto, s.caso_id) in (
     select v.ano, v.digesto, v.caso_id from casos.solicitante_do_ano v
      where v.ano < extract(year from casos.data_atual() - interval '3 months') order by v.ano, v.digesto, v.caso_id
      limit least(limite, 5000) for update skip locked);
  get diagnostics quantos = row_count;
  return row(quantos)::public.rotina_de_casos;
end
$$;
