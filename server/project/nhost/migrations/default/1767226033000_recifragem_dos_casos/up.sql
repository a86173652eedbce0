-- How the access codes and the documents of cases are made again with the key in use, so that a key that was replaced can be taken away.

create view public.caso_a_recifrar as
  select null::uuid as id, null::text as chave, null::text as codigo_hash, null::text as documento_cifrado, null::boolean as espera where false;

-- The key of a case is no step: nothing else changes with it, neither the version that somebody has read nor the history. Generated columns are left
-- out, because a trigger before the change does not see them.
create function casos.recifrar_caso() returns trigger language plpgsql as $$
declare
  -- `identificado` and `busca_texto` are generated, which is done after this.
  livres constant text[] := array['codigo_hash', 'cifrado_com', 'identificado', 'busca_texto'];
begin
  if to_jsonb(new) - livres <> to_jsonb(old) - livres then
    perform casos.recusar('imutavel');
  end if;
  return new;
end
$$;
create trigger recifrar_caso before update on casos.caso
  for each row when (old.eliminado_em is null and new.eliminado_em is null and old.cifrado_com is distinct from new.cifrado_com)
  execute function casos.recifrar_caso();

-- Cases of other keys behind `depois_de`, by id. `espera`: the code of a case is worked out from its submission with the old key while the submission
-- may still be repeated and while its receipt waits to be sent.
create function public.casos_a_recifrar(em_uso text, depois_de uuid, limite integer) returns setof public.caso_a_recifrar
language sql stable rows 100 as $$
  select c.id, c.chave, c.codigo_hash, s.documento_cifrado,
         exists (select from casos.andamento a
                  where a.caso_id = c.id and a.de_situacao is null and a.para_situacao is not null and a.criado_em > casos.agora() - interval '1 hour')
         or exists (select from casos.mensagem m
                     where m.caso_id = c.id and m.evento = 'registro' and m.enviada_em is null and m.desistida_em is null)
    from casos.caso c left join casos.solicitante s on s.caso_id = c.id
   where c.codigo_hash is not null and c.eliminado_em is null and not c.demonstracao
     and c.cifrado_com is distinct from casos_a_recifrar.em_uso and (casos_a_recifrar.depois_de is null or c.id > casos_a_recifrar.depois_de)
   order by c.id limit least(casos_a_recifrar.limite, 1000)
$$;

-- `cifra`: id and `conferencia` of the key in use. Of `itens` each has the id of a case, and its digest and document before and after; a case that
-- somebody else has done meanwhile is passed over.
create function public.recifrar_casos(cifra jsonb, itens jsonb) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  quantos integer;
begin
  perform from casos.chave k where k.id = cifra ->> 'id' for key share;
  if not found then
    insert into casos.chave (id, conferencia, desde) values (cifra ->> 'id', cifra ->> 'conferencia', casos.agora()) on conflict do nothing;
  end if;
  -- In one order, so that two of these at once do not wait for each other in a circle.
  perform from casos.caso c where c.id = any (array(select (i ->> 'id')::uuid from jsonb_array_elements(itens) i)) order by c.id for update;
  with item as (
    select * from jsonb_to_recordset(itens) as x (id uuid, codigo_de text, codigo_para text, documento_de text, documento_para text)
  ), feito as (
    update casos.caso c set codigo_hash = i.codigo_para, cifrado_com = cifra ->> 'id'
      from item i
     where c.id = i.id and c.codigo_hash = i.codigo_de and c.cifrado_com is distinct from cifra ->> 'id' and c.eliminado_em is null
    returning c.id, i.documento_de, i.documento_para
  ), documento as (
    update casos.solicitante s set documento_cifrado = f.documento_para
      from feito f where s.caso_id = f.id and s.documento_cifrado = f.documento_de
  )
  select count(*) into quantos from feito;
  return row(quantos)::public.rotina_de_casos;
end
$$;

-- Takes the name of a key away that no case has; 0 where a case has it, or comes to have it at this moment.
create function public.retirar_chave_de_casos(id text) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  quantas integer;
begin
  delete from casos.chave k
   where k.id = retirar_chave_de_casos.id and not exists (select from casos.caso c where c.cifrado_com = k.id);
  get diagnostics quantas = row_count;
  return row(quantas)::public.rotina_de_casos;
exception when foreign_key_violation then
  return row(0)::public.rotina_de_casos;
end
$$;
