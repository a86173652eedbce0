-- E-mails to the owners of accounts were kept in the memory of the process that had made them: a restart lost what the mail server had put off. A row is
-- one message, until it was sent or given up. It has no link and nothing that makes one: who sends it makes the link then.
create schema contas;

create table contas.mensagem (
  id uuid primary key default gen_random_uuid(),
  -- An auth.users id without foreign key: a person may leave.
  usuario uuid not null,
  evento text not null check (evento in (
    'senha_esquecida', 'conta_nova', 'senha_trocada', 'email_trocado', 'codigos_ligados', 'codigos_desligados', 'codigos_de_reserva')),
  -- The address from before the change that the message tells of.
  destinatario text not null check (char_length(destinatario) <= 320),
  criada_em timestamptz not null,
  tentativas integer not null default 0,
  proxima_em timestamptz not null
);
create index mensagem_devida on contas.mensagem (proxima_em);

create view public.mensagem_de_conta as
  select null::uuid as id, null::uuid as usuario, null::text as evento, null::text as destinatario, null::timestamptz as criada_em,
         null::integer as tentativas
   where false;

create function public.avisar_conta(usuario uuid, evento text, destinatario text) returns public.rotina_de_casos language plpgsql volatile as $$
begin
  insert into contas.mensagem (usuario, evento, destinatario, criada_em, proxima_em)
  values (avisar_conta.usuario, avisar_conta.evento, avisar_conta.destinatario, casos.agora(), casos.agora());
  return row(1)::public.rotina_de_casos;
end
$$;

-- Takes messages that no other server gets for `segundos`. One whose link has ended (LIFE_MS of server/password-links/account-message.ts), and news of
-- three days ago, are not sent any more.
create function public.reservar_mensagens_de_contas(limite integer, segundos integer) returns setof public.mensagem_de_conta
language plpgsql volatile rows 10 as $$
begin
  delete from contas.mensagem m
   where m.criada_em <= casos.agora() - case m.evento when 'senha_esquecida' then interval '1 hour' else interval '3 days' end;
  return query
  update contas.mensagem m set tentativas = m.tentativas + 1, proxima_em = casos.agora() + make_interval(secs => segundos)
   where m.id in (
     select v.id from contas.mensagem v where v.proxima_em <= casos.agora()
      order by v.proxima_em, v.id limit least(limite, 100) for update skip locked)
  returning m.id, m.usuario, m.evento, m.destinatario, m.criada_em, m.tentativas;
end
$$;

-- What became of a message. Who took it too long ago changes nothing. One that could not be sent is taken again after one minute, two, four, as those
-- about cases.
create function public.concluir_mensagem_de_conta(id uuid, tentativas integer, falha boolean, definitiva boolean)
returns public.rotina_de_casos language plpgsql volatile as $$
declare
  quantas integer;
begin
  if falha and not definitiva and $2 < 12 then
    update contas.mensagem m set proxima_em = casos.agora() + least(interval '6 hours', interval '1 minute' * power(2, m.tentativas - 1))
     where m.id = $1 and m.tentativas = $2;
  else
    delete from contas.mensagem m where m.id = $1 and m.tentativas = $2;
  end if;
  get diagnostics quantas = row_count;
  return row(quantas)::public.rotina_de_casos;
end
$$;
