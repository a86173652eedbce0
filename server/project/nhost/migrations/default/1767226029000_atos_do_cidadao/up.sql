-- What a citizen does with the protocol and the access code of a case. What is sent twice, because the answer was lost on the way, is recorded once:
-- complements, appeals and ratings bring a key, as submissions do. What comes without one is recorded each time.

-- The case of a protocol and code. Unknown and wrong are the same: no row, and one failed attempt of this origin, of which five are allowed in a
-- quarter of an hour. The row is locked where the code is right alone: a lock for a wrong code, which an unknown protocol does not have, makes the
-- answer a tenth longer on a Postgres server, and whoever tries codes would hold up who answers.
create function casos.encontrar(protocolo text, codigo_hash text, tentativa_hash text) returns casos.caso language plpgsql as $$
declare
  caso casos.caso;
  inicio timestamptz := casos.agora() - interval '15 minutes';
begin
  delete from casos.tentativa t using (
    select v.ctid from casos.tentativa v where v.em < inicio limit 100 for update skip locked
  ) v where t.ctid = v.ctid;
  if (select count(*) from casos.tentativa t where t.tentativa_hash = encontrar.tentativa_hash and t.em >= inicio) >= 5 then
    perform casos.recusar('muitas_tentativas');
  end if;
  select * into caso from casos.caso c
   where c.protocolo = upper(trim(encontrar.protocolo)) and c.codigo_hash = encontrar.codigo_hash for update;
  if not found then
    insert into casos.tentativa values (encontrar.tentativa_hash, casos.agora());
    return null;
  end if;
  return caso;
end
$$;

-- The caller has locked the case, so of two at once the second finds what the first has done.
create function casos.ja_feito(caso uuid, chave text) returns boolean language sql volatile as $$
  select exists (select from casos.andamento a where a.caso_id = ja_feito.caso and a.chave = ja_feito.chave)
$$;

-- Who decides an appeal. The citizen is told before it is filed (Lei nº 12.527/2011, art. 11 § 4º) and while it waits.
create function casos.autoridade_do_recurso(caso casos.caso) returns text language sql stable as $$
  select case when caso.situacao in ('recurso_decidido_1', 'em_recurso_2') then k.autoridade_recurso_2 else k.autoridade_recurso_1 end
    from public.canal_atendimento k where k.canal = caso.canal and caso.canal = 'sic'
$$;

create function casos.mostrar(caso casos.caso) returns setof public.caso_consultado language sql stable as $$
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

create function public.consultar_caso(protocolo text, codigo_hash text, tentativa_hash text)
returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
begin
  return query select * from casos.mostrar(casos.encontrar(protocolo, codigo_hash, tentativa_hash));
end
$$;

-- What the citizen adds: an answer to a question, more about an open case, or why an answer of the ouvidoria is not enough, which reopens it.
create function public.complementar_caso(protocolo text, codigo_hash text, tentativa_hash text, texto text, anexos jsonb default '[]',
  chave text default null) returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
declare
  caso casos.caso := casos.encontrar(protocolo, codigo_hash, tentativa_hash);
begin
  if caso.id is null then
    return;
  elsif casos.ja_feito(caso.id, complementar_caso.chave) then
    return query select * from casos.mostrar(caso);
    return;
  elsif coalesce(trim(complementar_caso.texto), '') = '' then
    perform casos.recusar('falta_texto');
  elsif not caso.aberto and caso.situacao <> 'respondida' or caso.canal = 'contato' and not caso.aberto then
    perform casos.recusar('caso_encerrado');
  end if;
  update casos.caso c
     set situacao = case when c.situacao in ('aguardando_complementacao', 'respondida') then 'em_analise' else c.situacao end,
         andamento = jsonb_build_object('autor', 'cidadao', 'descricao', complementar_caso.texto, 'chave', complementar_caso.chave)
   where c.id = caso.id returning * into caso;
  perform casos.anexar(caso.id, complementar_caso.anexos, 'cidadao');
  return query select * from casos.mostrar(caso);
end
$$;

-- An appeal brings files, as a request and a complement do. Its citizen gets a receipt of it by e-mail.
create function public.interpor_recurso(protocolo text, codigo_hash text, tentativa_hash text, texto text, chave text default null,
  anexos jsonb default '[]') returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
declare
  caso casos.caso := casos.encontrar(protocolo, codigo_hash, tentativa_hash);
  nova smallint := case caso.situacao when 'respondido' then 1 when 'recurso_decidido_1' then 2 end;
begin
  if caso.id is null then
    return;
  elsif casos.ja_feito(caso.id, interpor_recurso.chave) then
    return query select * from casos.mostrar(caso);
    return;
  elsif nova is null then
    perform casos.recusar('transicao_proibida');
  elsif coalesce(trim(interpor_recurso.texto), '') = '' then
    perform casos.recusar('falta_texto');
  end if;
  insert into casos.recurso (caso_id, instancia, motivo, interposto_em, prazo_em)
  select caso.id, nova, interpor_recurso.texto, casos.agora(), casos.fim_do_prazo(casos.data_atual(), k.dias_decisao)
    from public.canal_atendimento k where k.canal = caso.canal;
  update casos.caso c
     set situacao = 'em_recurso_' || nova, andamento = jsonb_build_object('autor', 'cidadao', 'chave', interpor_recurso.chave)
   where c.id = caso.id returning * into caso;
  perform casos.anexar(caso.id, interpor_recurso.anexos, 'cidadao');
  perform casos.avisar(caso.id, 'recurso');
  return query select * from casos.mostrar(caso);
end
$$;

-- A rating says that the citizen knows the answer, which ends a manifestation that it calls resolved; in the SIC the term of appeal still runs. A
-- rating of the answer before a reopening stays in the notes of the staff.
create function public.avaliar_resposta(protocolo text, codigo_hash text, tentativa_hash text, nota integer, resolutividade text default null,
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
