-- E-mails about cases. A row is written in the transaction of the step that it tells of, so that a dead mail server loses nothing; servers take
-- rows in turns, each row by one of them. The address stays where the person is: a row names the case alone.

-- Nothing is queued while no server can send. Servers with SMTP_URL say so when they start.
create table casos.correio (
  unico boolean primary key default true check (unico),
  ativo boolean not null
);
insert into casos.correio (ativo) values (false);

-- `proxima_em` is when the row may be taken, again where a server has taken it and not said what became of it.
create table casos.mensagem (
  id bigint generated always as identity primary key,
  caso_id uuid not null references casos.caso (id) on delete cascade,
  evento text not null check (evento in (
    'registro', 'complementacao', 'prorrogacao', 'encaminhamento', 'resposta', 'decisao', 'reclassificacao', 'encerramento')),
  criada_em timestamptz not null,
  tentativas integer not null default 0,
  proxima_em timestamptz not null,
  enviada_em timestamptz,
  desistida_em timestamptz,
  falha text check (char_length(falha) <= 100)
);
create index mensagem_pendente on casos.mensagem (proxima_em, id) where enviada_em is null and desistida_em is null;
create index mensagem_do_caso on casos.mensagem (caso_id);

create function casos.avisar(caso uuid, evento text) returns void language sql as $$
  insert into casos.mensagem (caso_id, evento, criada_em, proxima_em)
  select c.id, avisar.evento, casos.agora(), casos.agora()
    from casos.caso c join casos.solicitante s on s.caso_id = c.id
   where c.id = avisar.caso and s.email is not null and not c.demonstracao
     -- Who asked to be told by the protocol alone gets the receipt and nothing else.
     and (avisar.evento = 'registro' or c.forma_resposta is distinct from 'protocolo')
     and (select k.ativo from casos.correio k);
$$;

create function casos.avisar_do_registro() returns trigger language plpgsql as $$
begin
  perform casos.avisar(new.caso_id, 'registro');
  return null;
end
$$;
create trigger avisar after insert on casos.solicitante
  for each row when (new.email is not null) execute function casos.avisar_do_registro();

create function casos.avisar_do_andamento() returns trigger language plpgsql as $$
declare
  evento text := case new.para_situacao
    when 'aguardando_complementacao' then 'complementacao'
    when 'prorrogada' then 'prorrogacao' when 'prorrogado' then 'prorrogacao'
    when 'encaminhada_externa' then 'encaminhamento' when 'redirecionado' then 'encaminhamento'
    when 'respondida' then 'resposta' when 'respondido' then 'resposta'
    when 'recurso_decidido_1' then 'decisao' when 'recurso_decidido_2' then 'decisao'
    when 'reclassificada' then 'reclassificacao' when 'reclassificado' then 'reclassificacao'
    when 'arquivada' then 'encerramento' end;
begin
  if evento is not null then
    perform casos.avisar(new.caso_id, evento);
  end if;
  return null;
end
$$;
create trigger avisar after insert on casos.andamento
  for each row when (new.para_situacao is not null and new.autor <> 'cidadao') execute function casos.avisar_do_andamento();

create view public.mensagem_a_enviar as
  select null::bigint as id, null::integer as tentativas, null::text as evento, null::text as destinatario, null::text as protocolo,
         null::text as canal, null::text as chave, null::timestamptz as registrado_em, null::date as prazo_em, null::date as recurso_ate,
         null::text as resposta
   where false;

create function public.ligar_correio(ativo boolean) returns public.rotina_de_casos language plpgsql volatile as $$
begin
  update casos.correio k set ativo = ligar_correio.ativo where k.ativo <> ligar_correio.ativo;
  return row(1)::public.rotina_de_casos;
end
$$;

-- Takes messages for a server, with the answer to a message that has no other way back. `chave` is for the access code, which is in the receipt: for `segundos` no other one gets them. A server that dies leaves them to the next.
create function public.reservar_mensagens(limite integer, segundos integer) returns setof public.mensagem_a_enviar language plpgsql volatile rows 10 as $$
begin
  return query
  with tomada as (
    update casos.mensagem m set tentativas = m.tentativas + 1, proxima_em = casos.agora() + make_interval(secs => segundos)
     where m.id in (
       select v.id from casos.mensagem v
        where v.enviada_em is null and v.desistida_em is null and v.proxima_em <= casos.agora()
        order by v.proxima_em, v.id limit least(limite, 100) for update skip locked)
    returning m.*
  )
  select t.id, t.tentativas, t.evento, s.email, c.protocolo, c.canal, case t.evento when 'registro' then c.chave end, c.registrado_em, c.prazo_em,
         c.recurso_ate, case when t.evento = 'resposta' and c.canal = 'contato' then c.resposta end
    from tomada t join casos.caso c on c.id = t.caso_id join casos.solicitante s on s.caso_id = c.id
   order by t.id;
end
$$;

-- What became of a message that was taken. Who took it too long ago, so that somebody else has it now, changes nothing.
create function public.concluir_mensagem(id bigint, tentativas integer, falha text default null, definitiva boolean default false)
returns public.rotina_de_casos language plpgsql volatile as $$
declare
  quantas integer;
begin
  update casos.mensagem m
     set enviada_em = case when concluir_mensagem.falha is null then casos.agora() end,
         falha = concluir_mensagem.falha,
         desistida_em = case when concluir_mensagem.falha is not null and (definitiva or m.tentativas >= 12) then casos.agora() end,
         -- One minute, two, four, ... up to six hours: twelve attempts take about a day.
         proxima_em = casos.agora() + least(interval '6 hours', interval '1 minute' * power(2, m.tentativas - 1))
   where m.id = concluir_mensagem.id and m.tentativas = concluir_mensagem.tentativas and m.enviada_em is null and m.desistida_em is null;
  get diagnostics quantas = row_count;
  return row(quantas)::public.rotina_de_casos;
end
$$;
