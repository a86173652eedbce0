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

insert into estatistica.dimensao (canal, dimensao, forma) values ('sic', 'solicitante', 'lista');
insert into estatistica.valor (canal, dimensao, valor) values ('sic', 'solicitante', 'distinto');

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

-- The digest comes beside the person in `dados`, and is kept apart from the person.
create or replace function public.registrar_pedido(chave text, codigo_hash text, dados jsonb) returns public.recibo_de_caso language plpgsql volatile as $$
declare
  recibo public.recibo_de_caso;
begin
  recibo := casos.registrar('sic', chave, codigo_hash, dados);
  if not recibo.ja_existia and dados ->> 'solicitante' is not null then
    perform casos.contar_solicitante(c.id, dados ->> 'solicitante') from casos.caso c where c.protocolo = recibo.protocolo;
  end if;
  return recibo;
end
$$;

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
