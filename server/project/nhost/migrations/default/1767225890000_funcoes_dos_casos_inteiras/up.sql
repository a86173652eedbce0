-- Five functions of the cases, each whole as the migrations before this one have made it: they changed single places of their text. Nothing in them is new.
create or replace function casos.guardar_caso() returns trigger language plpgsql as $$
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

create or replace function casos.dar_passo(antes casos.caso, novo casos.caso) returns casos.caso language plpgsql as $$
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

create or replace function casos.mostrar(caso casos.caso) returns setof public.caso_consultado language sql stable as $$
  select caso.id, caso.protocolo, caso.canal, caso.tipo, caso.identificacao, (select a.nome from public.assunto a where a.id = caso.assunto_id),
         caso.texto, caso.situacao, caso.aberto, caso.registrado_em, caso.prazo_em,
         case when caso.aberto and not casos.prazo_suspenso(caso) then caso.prazo_em - casos.data_atual() end,
         caso.prorrogado_em, caso.prorrogacao_justificativa, caso.respondido_em, caso.resposta, caso.tipo_resposta, caso.fundamento_negativa,
         caso.recurso_ate,
         casos.autoridade_do_recurso(caso),
         caso.concluido_em, caso.arquivamento_motivo, caso.orgao_destino, caso.satisfacao,
         caso.aberto or (caso.canal = 'ouvidoria' and caso.situacao = 'respondida' and caso.reaberto_em is null and casos.data_atual() <= caso.recurso_ate),
         caso.situacao in ('respondido', 'recurso_decidido_1') and casos.data_atual() <= caso.recurso_ate,
         caso.respondido_em is not null and not casos.esta_avaliada(caso),
         (select coalesce(jsonb_agg(jsonb_build_object('de', a.de_situacao, 'para', a.para_situacao, 'descricao', a.descricao_publica,
            'autor', a.autor, 'em', a.criado_em) order by a.id), '[]')
            from casos.andamento a where a.caso_id = caso.id and (a.para_situacao is not null or a.descricao_publica is not null)),
         (select coalesce(jsonb_agg(jsonb_build_object('instancia', r.instancia, 'motivo', r.motivo, 'interposto_em', r.interposto_em,
            'prazo_em', r.prazo_em, 'decidido_em', r.decidido_em, 'decisao', r.decisao, 'texto', r.texto, 'autoridade', r.autoridade)
            order by r.instancia), '[]') from casos.recurso r where r.caso_id = caso.id),
         (select coalesce(jsonb_agg(jsonb_build_object('arquivo_id', x.arquivo_id, 'nome', f.name, 'mime', f.mime_type, 'tamanho_bytes', f.size,
            'autor', x.autor) order by x.id), '[]')
            from casos.anexo x join storage.files f on f.id = x.arquivo_id where x.caso_id = caso.id),
         casos.complementar_ate(caso), casos.prazo_suspenso(caso)
    from public.canal_atendimento k where k.canal = caso.canal
$$;

create or replace function public.avaliar_resposta(protocolo text, codigo_hash text, tentativa_hash text, nota integer, resolutividade text default null,
  texto text default null, chave text default null) returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
declare
  caso casos.caso := casos.encontrar(protocolo, codigo_hash, tentativa_hash);
begin
  if caso.id is null then
    return;
  elsif casos.ja_feito(caso.id, avaliar_resposta.chave) then
    return query select * from casos.mostrar(caso);
    return;
  elsif avaliar_resposta.nota is null or avaliar_resposta.nota not between 1 and 5 then
    perform casos.recusar('nota_invalida');
  elsif casos.esta_avaliada(caso) then
    perform casos.recusar('ja_avaliado');
  end if;
  update casos.caso c
     set situacao = case when c.canal = 'ouvidoria' and c.situacao = 'respondida' and avaliar_resposta.resolutividade = 'resolvida' then 'concluida' else c.situacao end,
         satisfacao = avaliar_resposta.nota, avaliacao_anterior = false, resolutividade = avaliar_resposta.resolutividade,
         satisfacao_texto = nullif(trim(avaliar_resposta.texto), ''),
         andamento = jsonb_build_object('autor', 'cidadao', 'chave', avaliar_resposta.chave, 'nota',
           'Avaliação da resposta anterior: nota ' || caso.satisfacao || case caso.resolutividade when 'resolvida' then ', resolvida'
             when 'parcial' then ', resolvida em parte' when 'nao_resolvida' then ', não resolvida' else '' end
           || coalesce('. ' || caso.satisfacao_texto, '.'))
   where c.id = caso.id returning * into caso;
  return query select * from casos.mostrar(caso);
end
$$;

create or replace function public.reservar_mensagens(limite integer, segundos integer) returns setof public.mensagem_a_enviar language plpgsql volatile rows 10 as $$
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
         c.recurso_ate, case when t.evento = 'resposta' and c.canal = 'contato' then c.resposta end,
         case t.evento when 'registro' then c.codigo_hash end,
         case t.evento when 'complementacao' then casos.complementar_ate(c) end, casos.autoridade_do_recurso(c), c.respondido_em is not null
    from tomada t join casos.caso c on c.id = t.caso_id join casos.solicitante s on s.caso_id = c.id
   order by t.id;
end
$$;
