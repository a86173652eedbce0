-- Who answers citizens saw that a term was ending by opening the administration alone. On the morning of each working day on which something waits,
-- each of these people is told by e-mail how many cases do. A row is one person's message of one day; nothing of a case is in it.
create table casos.resumo (
  dia date not null,
  -- An auth.users id without foreign key: a person may leave.
  usuario uuid not null,
  tentativas integer not null default 0,
  -- When it may be sent; null once it was, or was given up.
  proximo_em timestamptz,
  primary key (dia, usuario)
);

-- The numbers are those of the moment at which the message is taken, each up to a hundred.
create view public.resumo_a_enviar as
  select null::date as dia, null::uuid as usuario, null::integer as tentativas, null::text as destinatario, null::integer as atrasados,
         null::integer as a_vencer, null::integer as em_recurso, null::integer as por_ler
   where false;

-- What the first screen of these people counts (client/admin/cases/due-cases.ts), as one row.
create function casos.que_esperam(hoje date) returns table (atrasados integer, a_vencer integer, em_recurso integer, por_ler integer)
language plpgsql stable as $$
declare
  -- SOON_DAYS of shared/cases/inbox-filter.ts.
  logo date := hoje + 5;
begin
  select count(*) into atrasados
    from (select from casos.caso c where c.aberto and c.prazo_em < hoje and not coalesce(casos.prazo_suspenso(c), false) limit 100) x;
  select count(*) into a_vencer
    from (select from casos.caso c where c.aberto and c.prazo_em between hoje and logo and not coalesce(casos.prazo_suspenso(c), false) limit 100) x;
  select count(*) into em_recurso
    from (select from casos.caso c where c.canal = 'sic' and c.situacao in ('em_recurso_1', 'em_recurso_2') and c.prazo_em > logo limit 100) x;
  select least(coalesce(sum(n.quantos), 0), 100) into por_ler
    from public.canal_atendimento k
   cross join lateral (
     select count(*) as quantos
       from (select from casos.caso c where c.canal = k.canal and c.situacao = k.situacao_inicial limit 100) x) n;
  return next;
end
$$;

-- Takes messages that no other server gets for `segundos`. The first call of a working day, after seven in the morning of the institution, at which
-- something waits makes one for each person; that of a day that has passed is not sent.
create function public.reservar_resumos(limite integer, segundos integer) returns setof public.resumo_a_enviar language plpgsql volatile rows 10 as $$
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
        order by v.usuario limit least(limite, 100) for update skip locked)
    returning r.*
  )
  select t.dia, t.usuario, t.tentativas, u.email::text, espera.atrasados, espera.a_vencer, espera.em_recurso, espera.por_ler
    from tomado t join auth.users u on u.id = t.usuario where not u.disabled and u.email is not null;
end
$$;

-- What became of a message. Who took it too long ago changes nothing. One that could not be sent is taken again after five minutes, ten, twenty.
create function public.concluir_resumo(dia date, usuario uuid, tentativas integer, falha boolean, definitiva boolean)
returns public.rotina_de_casos language plpgsql volatile as $$
declare
  quantos integer;
begin
  update casos.resumo r
     set proximo_em = case when falha and not definitiva and r.tentativas < 6
           then casos.agora() + interval '5 minutes' * power(2, r.tentativas - 1) end
   where r.dia = $1 and r.usuario = $2 and r.tentativas = $3;
  get diagnostics quantos = row_count;
  return row(quantos)::public.rotina_de_casos;
end
$$;
