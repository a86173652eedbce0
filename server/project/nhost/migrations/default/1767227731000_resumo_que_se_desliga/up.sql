-- Who answers citizens got the digest of the morning as long as they answered, and could not say that they did not want it.
create table casos.sem_resumo (
  -- An auth.users id without foreign key: a person may leave.
  usuario uuid primary key
);

create function public.recebe_resumo(usuario uuid) returns public.rotina_de_casos language sql stable as $$
  select row((select count(*)::integer where not exists (select from casos.sem_resumo n where n.usuario = recebe_resumo.usuario)))::public.rotina_de_casos
$$;

create function public.escolher_resumo(usuario uuid, recebe boolean) returns public.rotina_de_casos language plpgsql volatile as $$
begin
  if recebe then
    delete from casos.sem_resumo n where n.usuario = $1;
  else
    insert into casos.sem_resumo values ($1) on conflict do nothing;
  end if;
  return row(1)::public.rotina_de_casos;
end
$$;

-- Takes messages that no other server gets for `segundos`. The first call of a working day, after seven in the morning of the institution, at which
-- something waits makes one for each person; that of a day that has passed, and that of who does not want it, is not sent.
create or replace function public.reservar_resumos(limite integer, segundos integer) returns setof public.resumo_a_enviar language plpgsql volatile rows 10 as $$
declare
  hoje date := casos.data_atual();
  espera record;
begin
  if extract(hour from casos.agora() at time zone public.fuso_da_instituicao()) < 7 or casos.dia_util(hoje) <> hoje then
    return;
  end if;
  select * into espera from casos.que_esperam(hoje);
  if espera.atrasados + espera.a_vencer + espera.em_recurso + espera.por_ler = 0 then
    return;
  end if;
  if not exists (select from casos.resumo r where r.dia = hoje) then
    delete from casos.resumo r where r.dia < hoje;
    insert into casos.resumo (dia, usuario, proximo_em)
    select hoje, u.id, casos.agora() from auth.users u
     where not u.disabled and u.email is not null
       and exists (select from auth.user_roles p where p.user_id = u.id and p.role = 'ouvidor')
    on conflict do nothing;
  end if;
  return query
  with tomado as (
    update casos.resumo r set tentativas = r.tentativas + 1, proximo_em = casos.agora() + make_interval(secs => segundos)
     where (r.dia, r.usuario) in (
       select v.dia, v.usuario from casos.resumo v where v.dia = hoje and v.proximo_em <= casos.agora()
          and not exists (select from casos.sem_resumo n where n.usuario = v.usuario)
        order by v.usuario limit least(limite, 100) for update skip locked)
    returning r.*
  )
  select t.dia, t.usuario, t.tentativas, u.email::text, espera.atrasados, espera.a_vencer, espera.em_recurso, espera.por_ler
    from tomado t join auth.users u on u.id = t.usuario where not u.disabled and u.email is not null;
end
$$;
