-- E-mails about cases. A row is written in the transaction of the step that it tells of, so that a dead mail server loses nothing; servers take rows
-- in turns, each row by one of them. The address stays where the person is: a row names the case alone.

-- Nothing is queued while no server can send. Servers with SMTP_URL say so when they start.
create table casos.correio (
  unico boolean primary key default true check (unico),
  ativo boolean not null
);

-- `proxima_em` is when the row may be taken, again where a server has taken it and not said what became of it.
create table casos.mensagem (
  id bigint generated always as identity primary key,
  caso_id uuid not null references casos.caso (id) on delete cascade,
  evento text not null check (evento in (
    'registro', 'complementacao', 'prorrogacao', 'encaminhamento', 'resposta', 'recurso', 'decisao', 'reclassificacao', 'encerramento')),
  criada_em timestamptz not null,
  tentativas integer not null default 0,
  proxima_em timestamptz not null,
  enviada_em timestamptz,
  desistida_em timestamptz,
  falha text check (char_length(falha) <= 100)
);
create index mensagem_pendente on casos.mensagem (proxima_em, id) where enviada_em is null and desistida_em is null;
create index mensagem_desistida on casos.mensagem (desistida_em) where desistida_em is not null;
create index mensagem_do_caso on casos.mensagem (caso_id);

-- `respondido`: a receipt that is sent again, or late, tells that the case was answered meanwhile: its term is over then, or is that of an appeal.
create view public.mensagem_a_enviar as
  select null::bigint as id, null::integer as tentativas, null::text as evento, null::text as destinatario, null::text as protocolo,
         null::text as canal, null::text as chave, null::timestamptz as registrado_em, null::date as prazo_em, null::date as recurso_ate,
         null::text as resposta, null::text as codigo_hash, null::date as complementar_ate, null::text as autoridade_recurso,
         null::boolean as respondido
   where false;

create function casos.avisar(caso uuid, evento text) returns void language plpgsql as $$
begin
  insert into casos.mensagem (caso_id, evento, criada_em, proxima_em)
  select c.id, avisar.evento, casos.agora(), casos.agora()
    from casos.caso c join casos.solicitante s on s.caso_id = c.id
   where c.id = avisar.caso and s.email is not null and not c.demonstracao
     -- Who asked to be told by the protocol alone gets the receipt and nothing else.
     and (avisar.evento = 'registro' or c.forma_resposta is distinct from 'protocolo')
     and (select k.ativo from casos.correio k);
end
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

create function public.ligar_correio(ativo boolean) returns public.rotina_de_casos language plpgsql volatile as $$
begin
  update casos.correio k set ativo = ligar_correio.ativo where k.ativo <> ligar_correio.ativo;
  return row(1)::public.rotina_de_casos;
end
$$;

-- Takes messages for a server, with the answer to a message that has no other way back. `chave` is for the access code, which is in the receipt, and
-- `codigo_hash` tells the server which of its keys has made that code. For `segundos` no other server gets them. A server that dies leaves them to
-- the next.
-- The receipt of an appeal tells the term and the authority of that appeal, and whether it is decided by now: the case may have gone on to the next
-- instance before a late receipt leaves.
create function public.reservar_mensagens(limite integer, segundos integer) returns setof public.mensagem_a_enviar
language plpgsql volatile rows 10 as $$
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
  select t.id, t.tentativas, t.evento, s.email, c.protocolo, c.canal, case t.evento when 'registro' then c.chave end, c.registrado_em,
         coalesce(r.prazo_em, c.prazo_em),
         c.recurso_ate, case when t.evento = 'resposta' and c.canal = 'contato' then c.resposta end,
         case t.evento when 'registro' then c.codigo_hash end,
         case t.evento when 'complementacao' then casos.complementar_ate(c) end,
         case r.instancia when 1 then k.autoridade_recurso_1 when 2 then k.autoridade_recurso_2 else casos.autoridade_do_recurso(c) end,
         case when r.instancia is null then c.respondido_em is not null else r.decidido_em is not null end
    from tomada t join casos.caso c on c.id = t.caso_id join casos.solicitante s on s.caso_id = c.id
    join public.canal_atendimento k on k.canal = c.canal
    -- A message is queued in the transaction of its appeal.
    left join lateral (
      select x.instancia, x.prazo_em, x.decidido_em from casos.recurso x
       where t.evento = 'recurso' and x.caso_id = c.id and x.interposto_em <= t.criada_em order by x.instancia desc limit 1
    ) r on true
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

-- A citizen who has typed a wrong address, so that every message goes to a stranger, corrects it with the protocol and the access code. The receipt
-- goes to the new address. Neither address stands in the history, which the staff reads without a reason.
create function public.corrigir_email(protocolo text, codigo_hash text, tentativa_hash text, email text, chave text default null)
returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
declare
  caso casos.caso := casos.encontrar(protocolo, codigo_hash, tentativa_hash);
begin
  if caso.id is null then
    return;
  elsif casos.ja_feito(caso.id, corrigir_email.chave) then
    return query select * from casos.mostrar(caso);
    return;
  elsif coalesce(trim(corrigir_email.email), '') = '' then
    perform casos.recusar('falta_texto');
  end if;
  update casos.solicitante s set email = corrigir_email.email where s.caso_id = caso.id;
  if not found then
    perform casos.recusar('transicao_proibida');
  end if;
  update casos.caso c
     set andamento = jsonb_build_object('autor', 'sistema', 'descricao', 'O e-mail do registro foi corrigido.', 'chave', corrigir_email.chave)
   where c.id = caso.id returning * into caso;
  perform casos.avisar(caso.id, 'registro');
  return query select * from casos.mostrar(caso);
end
$$;

insert into casos.correio (ativo) values (false);
