-- What may happen to a case and when, for whoever writes: the functions of the next files, a hosted Hasura, SQL. The dates of a case follow from its
-- steps and are never written by hand.

-- `chave` of `passo`: the key of what a citizen does is kept with the history.
create function casos.narrar(caso uuid, de text, para text, passo jsonb) returns void language plpgsql as $$
begin
  insert into casos.andamento (caso_id, de_situacao, para_situacao, descricao_publica, nota_interna, autor, autor_id, criado_em, chave)
  values (caso, de, para, nullif(passo ->> 'descricao', ''), nullif(passo ->> 'nota', ''), coalesce(passo ->> 'autor', 'instituicao'),
    case when coalesce(passo ->> 'autor', 'instituicao') = 'instituicao' then casos.quem() end, casos.agora(), passo ->> 'chave');
end
$$;

create function casos.esta_avaliada(caso casos.caso) returns boolean language sql immutable as $$
  select caso.satisfacao is not null and not caso.avaliacao_anterior
$$;

-- Where another system takes the channel, what is submitted on the site goes back to who wrote it: a case here would have a protocol that nobody
-- follows. A repetition of what was registered before still gets its receipt, because it inserts nothing.
create function casos.recusar_canal_externo() returns trigger language plpgsql as $$
begin
  if exists (select from public.canal_atendimento k where k.canal = new.canal and k.endereco_externo is not null) then
    perform casos.recusar('canal_externo');
  end if;
  return new;
end
$$;
create trigger a_recusar_canal_externo before insert on casos.caso
  for each row when (new.canal_entrada = 'site' and not new.demonstracao) execute function casos.recusar_canal_externo();

create function casos.registrar_caso() returns trigger language plpgsql as $$
declare
  regra public.canal_atendimento;
  dia date;
begin
  select * into strict regra from public.canal_atendimento c where c.canal = new.canal;
  -- Terms run from the reception (Lei 13.460 art. 16), which for paper and counters is before the registration.
  if new.registrado_em is null or (new.canal_entrada = 'site' and not new.demonstracao) then
    new.registrado_em := casos.agora();
  elsif new.registrado_em > casos.agora() then
    perform casos.recusar('data_no_futuro');
  end if;
  if new.data_fato > casos.data_atual() then
    perform casos.recusar('data_no_futuro');
  end if;
  dia := casos.dia(new.registrado_em);
  new.protocolo := casos.novo_protocolo(new.canal, regra.prefixo, extract(year from dia)::integer);
  new.situacao := regra.situacao_inicial;
  new.aberto := true;
  new.prazo_em := casos.fim_do_prazo(dia, regra.dias);
  new.prorrogado_em := null;
  new.aguardando_desde := null;
  new.respondido_em := null;
  new.respondido_no_prazo := null;
  new.resposta := null;
  new.recurso_ate := null;
  new.reaberto_em := null;
  new.concluido_em := null;
  new.eliminado_em := null;
  new.andamento := null;
  return new;
end
$$;
create trigger registrar_caso before insert on casos.caso for each row execute function casos.registrar_caso();

create function casos.narrar_registro() returns trigger language plpgsql as $$
begin
  perform casos.narrar(new.id, null, new.situacao, jsonb_build_object('autor', case new.canal_entrada when 'site' then 'cidadao' else 'instituicao' end));
  return null;
end
$$;
create trigger narrar_registro after insert on casos.caso for each row execute function casos.narrar_registro();

-- A request that is a manifestation, or the other way round: the protocol and the day of the registration stay, the term is that of the new
-- channel (domain of the law), counted from that day.
create function casos.mudar_canal(antes casos.caso, novo casos.caso) returns casos.caso language plpgsql as $$
declare
  regra public.canal_atendimento;
begin
  if antes.canal = 'contato' or novo.canal = 'contato' or not antes.aberto or antes.respondido_em is not null or antes.reaberto_em is not null then
    perform casos.recusar('transicao_proibida');
  elsif not antes.identificado then
    perform casos.recusar('anonimo_nao_vira_pedido');
  end if;
  select * into strict regra from public.canal_atendimento c where c.canal = novo.canal;
  if novo.situacao <> regra.situacao_inicial then
    perform casos.recusar('transicao_proibida');
  end if;
  novo.prazo_em := casos.fim_do_prazo(casos.dia(antes.registrado_em), regra.dias);
  novo.prorrogado_em := null;
  novo.prorrogacao_justificativa := null;
  novo.aguardando_desde := null;
  return novo;
end
$$;

-- What a step brings with it, by what its state means. `novo` still has the dates of before.
create function casos.dar_passo(antes casos.caso, novo casos.caso) returns casos.caso language plpgsql as $$
declare
  regra public.canal_atendimento;
  especie text;
  hoje date := casos.data_atual();
  agora timestamptz := casos.agora();
begin
  if not exists (select from casos.transicao t where t.canal = antes.canal and t.de = antes.situacao and t.para = novo.situacao) then
    perform casos.recusar('transicao_proibida');
  end if;
  select * into strict regra from public.canal_atendimento c where c.canal = antes.canal;
  select s.especie, s.aberta into strict especie, novo.aberto from casos.situacao s where s.canal = antes.canal and s.situacao = novo.situacao;
  if antes.aguardando_desde is not null then
    novo.aguardando_desde := null;
    if regra.complementacao_suspende_prazo then
      novo.prazo_em := casos.dia_util(antes.prazo_em + (hoje - casos.dia(antes.aguardando_desde)));
    end if;
  end if;
  case especie
    when 'tratamento' then
      novo.concluido_em := null;
      if antes.respondido_em is not null then
        if antes.reaberto_em is not null or hoje > antes.recurso_ate or novo.andamento ->> 'autor' is distinct from 'cidadao' then
          perform casos.recusar('reabertura_encerrada');
        end if;
        novo.reaberto_em := agora;
        novo.avaliacao_anterior := antes.satisfacao is not null;
        novo.prazo_em := casos.fim_do_prazo(hoje, regra.dias);
        novo.respondido_em := null;
        novo.respondido_no_prazo := null;
        novo.resposta := null;
        novo.recurso_ate := null;
      end if;
    when 'espera' then
      if coalesce(novo.andamento ->> 'descricao', '') = '' then
        perform casos.recusar('falta_texto');
      end if;
      novo.aguardando_desde := agora;
    when 'prorrogacao' then
      if antes.prorrogado_em is not null then
        perform casos.recusar('ja_prorrogado');
      elsif hoje > novo.prazo_em then
        perform casos.recusar('prazo_vencido');
      elsif coalesce(novo.prorrogacao_justificativa, '') = '' then
        perform casos.recusar('falta_justificativa');
      end if;
      novo.prorrogado_em := agora;
      novo.prazo_em := casos.fim_do_prazo(novo.prazo_em, regra.dias_prorrogacao);
    when 'resposta' then
      if coalesce(novo.resposta, '') = '' then
        perform casos.recusar('falta_texto');
      elsif antes.canal = 'sic' and novo.tipo_resposta is null then
        perform casos.recusar('falta_tipo_resposta');
      elsif novo.tipo_resposta in ('acesso_negado', 'acesso_parcialmente_concedido') and novo.fundamento_negativa is null then
        perform casos.recusar('falta_fundamento');
      end if;
      novo.respondido_em := agora;
      novo.respondido_no_prazo := hoje <= novo.prazo_em;
      novo.recurso_ate := casos.fim_do_prazo(hoje, regra.dias_recurso);
    when 'recurso' then
      if hoje > antes.recurso_ate then
        perform casos.recusar('prazo_de_recurso_encerrado');
      elsif not exists (
        select from casos.recurso r where r.caso_id = antes.id and r.decidido_em is null and 'em_recurso_' || r.instancia = novo.situacao
      ) then
        perform casos.recusar('falta_texto');
      end if;
      novo.prazo_em := casos.fim_do_prazo(hoje, regra.dias_decisao);
      novo.recurso_ate := null;
    when 'decisao' then
      if not exists (
        select from casos.recurso r where r.caso_id = antes.id and r.decidido_em is not null and 'recurso_decidido_' || r.instancia = novo.situacao
      ) then
        perform casos.recusar('falta_decisao');
      end if;
      novo.recurso_ate := case novo.situacao when 'recurso_decidido_1' then casos.fim_do_prazo(hoje, regra.dias_recurso) end;
    when 'ciencia' then
      -- The citizen knows the answer (a rating says so, where no appeal is lost by it), or the term to object is over.
      if hoje <= antes.recurso_ate and (antes.canal = 'sic' or novo.resolutividade is distinct from 'resolvida') then
        perform casos.recusar('prazo_de_recurso_corre');
      end if;
      novo.concluido_em := agora;
    when 'saida' then
      if novo.situacao = 'arquivada' and novo.arquivamento_motivo is null then
        perform casos.recusar('falta_motivo');
      elsif novo.situacao in ('encaminhada_externa', 'redirecionado') and novo.orgao_destino is null then
        perform casos.recusar('falta_orgao');
      end if;
      novo.concluido_em := agora;
  end case;
  return novo;
end
$$;

-- The term begins with the forwarding, goes on while the citizen's is extended, and ends with every other step. `area` of what an update records
-- beside it asks for the extension.
create function casos.contar_prazo_da_area(antes casos.caso, novo casos.caso) returns casos.caso language plpgsql as $$
declare
  regra public.canal_atendimento;
  para casos.situacao;
  hoje date := casos.data_atual();
begin
  novo.area_prazo_em := antes.area_prazo_em;
  novo.area_prorrogado_em := antes.area_prorrogado_em;
  select * into regra from public.canal_atendimento c where c.canal = antes.canal;
  if novo.canal <> antes.canal then
    novo.area_prazo_em := null;
    novo.area_prorrogado_em := null;
  elsif novo.situacao <> antes.situacao then
    select * into para from casos.situacao s where s.canal = antes.canal and s.situacao = novo.situacao;
    if para.especie is distinct from 'prorrogacao' then
      novo.area_prazo_em := case when para.com_area then casos.fim_do_prazo(hoje, regra.dias_area) end;
      novo.area_prorrogado_em := null;
    end if;
  elsif novo.andamento ->> 'area' = 'prorrogar' then
    if antes.area_prazo_em is null then
      perform casos.recusar('sem_pedido_a_area');
    elsif antes.area_prorrogado_em is not null then
      perform casos.recusar('area_ja_prorrogada');
    elsif hoje > antes.area_prazo_em then
      perform casos.recusar('prazo_da_area_vencido');
    elsif coalesce(trim(novo.andamento ->> 'nota'), '') = '' then
      perform casos.recusar('falta_nota');
    end if;
    novo.area_prazo_em := casos.fim_do_prazo(antes.area_prazo_em, regra.dias_area_prorrogacao);
    novo.area_prorrogado_em := casos.agora();
  end if;
  return novo;
end
$$;

create function casos.guardar_caso() returns trigger language plpgsql as $$
declare
  de text := old.situacao;
  para text := case when new.canal <> old.canal then case old.canal when 'sic' then 'reclassificado' else 'reclassificada' end else new.situacao end;
begin
  if (new.id, new.protocolo, new.chave, new.codigo_hash, new.identificacao, new.texto, new.local_fato, new.data_fato, new.envolvidos, new.forma_resposta,
      new.formato_desejado, new.canal_entrada, new.origem_rota, new.registrado_em, new.demonstracao)
     is distinct from
     (old.id, old.protocolo, old.chave, old.codigo_hash, old.identificacao, old.texto, old.local_fato, old.data_fato, old.envolvidos, old.forma_resposta,
      old.formato_desejado, old.canal_entrada, old.origem_rota, old.registrado_em, old.demonstracao) then
    perform casos.recusar('imutavel');
  elsif not old.aberto and (new.tipo, new.assunto_id, new.unidade_id) is distinct from (old.tipo, old.assunto_id, old.unidade_id) then
    perform casos.recusar('caso_encerrado');
  end if;
  new := casos.contar_prazo_da_area(old, new);
  new.aberto := old.aberto;
  new.prazo_em := old.prazo_em;
  new.prorrogado_em := old.prorrogado_em;
  new.aguardando_desde := old.aguardando_desde;
  new.respondido_em := old.respondido_em;
  new.respondido_no_prazo := old.respondido_no_prazo;
  new.recurso_ate := old.recurso_ate;
  new.reaberto_em := old.reaberto_em;
  new.concluido_em := old.concluido_em;
  if new.avaliacao_anterior <> old.avaliacao_anterior or new.satisfacao is distinct from old.satisfacao or new.resolutividade is distinct from old.resolutividade
     or new.satisfacao_texto is distinct from old.satisfacao_texto then
    if casos.esta_avaliada(old) then
      perform casos.recusar('ja_avaliado');
    elsif old.respondido_em is null or new.satisfacao is null then
      perform casos.recusar('sem_resposta');
    end if;
    new.avaliacao_anterior := false;
  end if;
  if new.canal <> old.canal then
    new := casos.mudar_canal(old, new);
  elsif new.situacao <> old.situacao then
    new := casos.dar_passo(old, new);
  end if;
  if (new.canal = old.canal and new.prorrogado_em is not distinct from old.prorrogado_em
      and new.prorrogacao_justificativa is distinct from old.prorrogacao_justificativa)
     or (new.respondido_em is not distinct from old.respondido_em
      and (new.resposta, new.tipo_resposta, new.fundamento_negativa) is distinct from (old.resposta, old.tipo_resposta, old.fundamento_negativa))
     or (new.concluido_em is not distinct from old.concluido_em
      and (new.arquivamento_motivo, new.orgao_destino) is distinct from (old.arquivamento_motivo, old.orgao_destino)) then
    perform casos.recusar('fora_da_transicao');
  end if;
  if new.andamento is not null or para <> de then
    perform casos.narrar(new.id, case when para <> de then de end, case when para <> de then para end, coalesce(new.andamento, '{}'));
  end if;
  new.andamento := null;
  new.versao := old.versao + 1;
  new.atualizado_em := casos.agora();
  return new;
end
$$;
-- A change of the key of a case is no step, and has rules of its own (`casos.recifrar_caso`).
create trigger guardar_caso before update on casos.caso
  for each row when (old.eliminado_em is null and new.eliminado_em is null and old.cifrado_com is not distinct from new.cifrado_com)
  execute function casos.guardar_caso();

create function casos.recusar_mudanca() returns trigger language plpgsql as $$
begin
  perform casos.recusar('imutavel');
end
$$;

-- A case is erased by the rules of retention, never deleted.
create trigger recusar_exclusao before delete on casos.caso
  for each row when (not old.demonstracao) execute function casos.recusar_mudanca();
create trigger recusar_esvaziamento before truncate on casos.caso for each statement execute function casos.recusar_mudanca();

create trigger recusar_mudanca before update or delete on casos.leitura for each row execute function casos.recusar_mudanca();
create trigger recusar_esvaziamento before truncate on casos.leitura for each statement execute function casos.recusar_mudanca();

create trigger recusar_mudanca before update on casos.recurso
  for each row when (old.decidido_em is not null and new.motivo is not null) execute function casos.recusar_mudanca();
