-- Receipts that a form has sent: anybody can give the address of somebody else, and each registration and each correction of an address is a message.
-- An address is a digest, without what stands behind a plus, which many providers ignore. It is forgotten after a day.
create table casos.recibo (
  endereco_hash text not null,
  em timestamptz not null
);
create index recibo_por_endereco on casos.recibo (endereco_hash, em);
create index recibo_por_momento on casos.recibo (em);

-- The receipt of a case goes to its address, unless that has had five within a day. Whoever sent the form is not told: the protocol and the code are
-- on the screen in any case. A receipt that the staff sends again is not counted.
create function casos.enviar_recibo(caso uuid) returns void language plpgsql as $$
declare
  inicio timestamptz := casos.agora() - interval '1 day';
  endereco text;
begin
  select encode(sha256(convert_to(regexp_replace(lower(trim(s.email)), '\+[^@]*@', '@'), 'UTF8')), 'hex') into endereco
    from casos.solicitante s where s.caso_id = enviar_recibo.caso and s.email is not null and (select k.ativo from casos.correio k);
  if not found then
    return;
  end if;
  delete from casos.recibo r using (
    select v.ctid from casos.recibo v where v.em < inicio limit 100 for update skip locked
  ) v where r.ctid = v.ctid;
  perform pg_advisory_xact_lock(hashtextextended('recibo ' || endereco, 0));
  if (select count(*) from casos.recibo r where r.endereco_hash = endereco and r.em >= inicio) < 5 then
    insert into casos.recibo values (endereco, casos.agora());
    perform casos.avisar(enviar_recibo.caso, 'registro');
  end if;
end
$$;

create or replace function casos.avisar_do_registro() returns trigger language plpgsql as $$
begin
  perform casos.enviar_recibo(new.caso_id);
  return null;
end
$$;

create or replace function public.corrigir_email(protocolo text, codigo_hash text, tentativa_hash text, email text, chave text default null)
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
  perform casos.enviar_recibo(caso.id);
  return query select * from casos.mostrar(caso);
end
$$;
