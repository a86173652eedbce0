-- Files of an erased case lie where the storage service keeps them, so they are removed by the server through that service: deleting the row alone
-- would leave their bytes. They join the files that wait for a case in vain (`casos.anexo_esperado`), long enough ago to be taken at once.
create or replace function casos.eliminar_o_que_pertence() returns trigger language plpgsql as $$
begin
  delete from casos.solicitante s where s.caso_id = new.id;
  delete from casos.perfil_estatistico p where p.caso_id = new.id;
  delete from casos.mensagem m where m.caso_id = new.id;
  with solto as (
    delete from casos.anexo a where a.caso_id = new.id returning a.arquivo_id
  )
  insert into casos.anexo_esperado (arquivo_id, desde) select s.arquivo_id, casos.agora() - interval '1 day' from solto s on conflict do nothing;
  update casos.andamento a set descricao_publica = null, nota_interna = null where a.caso_id = new.id;
  update casos.recurso r set motivo = null, texto = null where r.caso_id = new.id;
  return null;
end
$$;

-- Each act of erasure: who, when, how many, and which protocols.
create table casos.ato_de_eliminacao (
  id bigint generated always as identity primary key,
  usuario uuid,
  papel text,
  quantidade integer not null,
  protocolos text[] not null,
  eliminado_em timestamptz not null
);
create trigger recusar_mudanca before update or delete on casos.ato_de_eliminacao for each row execute function casos.recusar_mudanca();
create trigger recusar_esvaziamento before truncate on casos.ato_de_eliminacao for each statement execute function casos.recusar_mudanca();
create view public.ato_de_eliminacao as select id, usuario, papel, quantidade, protocolos, eliminado_em from casos.ato_de_eliminacao;

create or replace function public.eliminar_casos(ids jsonb, confirmacao integer) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  nomes text[];
begin
  if jsonb_typeof(ids) <> 'array' or jsonb_array_length(ids) <> confirmacao or confirmacao not between 1 and 500 then
    perform casos.recusar('falta_confirmacao');
  end if;
  with eliminado as (
    update casos.caso c set eliminado_em = casos.agora()
     where c.id = any (array(select i.id::uuid from jsonb_array_elements_text(ids) i (id)))
    returning c.protocolo
  )
  select array_agg(e.protocolo order by e.protocolo) into nomes from eliminado e;
  if coalesce(cardinality(nomes), 0) <> confirmacao then
    perform casos.recusar('nao_encontrado');
  end if;
  insert into casos.ato_de_eliminacao (usuario, papel, quantidade, protocolos, eliminado_em)
  values (casos.quem(), casos.papel(), confirmacao, nomes, casos.agora());
  return row(confirmacao)::public.rotina_de_casos;
end
$$;
