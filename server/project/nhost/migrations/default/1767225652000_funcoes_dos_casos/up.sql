-- What GraphQL knows of cases. The role `atendimento` is the server itself, for citizens; no account has it. The role `ouvidor` reads cases
-- without the person and acts by functions. Refusals have the text `caso:<reason>`.

-- Shapes of what functions return; they have no rows.
create view public.recibo_de_caso as
  select null::text as protocolo, null::text as canal, null::timestamptz as registrado_em, null::date as prazo_em, null::text as situacao,
         null::boolean as ja_existia
   where false;
create view public.caso_consultado as
  select null::uuid as id, null::text as protocolo, null::text as canal, null::text as tipo, null::text as identificacao, null::text as assunto,
         null::text as texto, null::text as situacao, null::boolean as aberto, null::timestamptz as registrado_em, null::date as prazo_em,
         null::integer as dias_restantes, null::timestamptz as prorrogado_em, null::text as prorrogacao_justificativa,
         null::timestamptz as respondido_em, null::text as resposta, null::text as tipo_resposta, null::text as fundamento_negativa,
         null::date as recurso_ate, null::text as autoridade_recurso, null::timestamptz as concluido_em, null::text as arquivamento_motivo,
         null::text as orgao_destino, null::smallint as satisfacao, null::boolean as pode_complementar, null::boolean as pode_recorrer,
         null::boolean as pode_avaliar, null::jsonb as andamentos, null::jsonb as recursos, null::jsonb as anexos
   where false;
create view public.dados_pessoais_do_caso as
  select null::uuid as caso_id, null::text as nome, null::text as email, null::text as telefone, null::text as documento_tipo,
         null::text as documento_cifrado, null::jsonb as endereco
   where false;
create view public.rotina_de_casos as select null::integer as quantidade where false;

-- What the staff reads. Neither the person nor what opens the case to the citizen is here.
create view public.caso as
  select id, canal, protocolo, situacao, aberto, tipo, identificacao, assunto_id, unidade_id, texto, local_fato, data_fato, envolvidos,
         forma_resposta, formato_desejado, canal_entrada, registrado_em, prazo_em, prorrogado_em, prorrogacao_justificativa, aguardando_desde,
         respondido_em, respondido_no_prazo, resposta, tipo_resposta, fundamento_negativa, resposta_publica, recurso_ate, reaberto_em,
         concluido_em, arquivamento_motivo, orgao_destino, satisfacao, satisfacao_texto, resolutividade, demonstracao, eliminado_em, versao,
         atualizado_em
    from casos.caso;
create view public.caso_andamento as
  select id, caso_id, de_situacao, para_situacao, descricao_publica, nota_interna, autor, autor_id, criado_em from casos.andamento;
create view public.caso_anexo as
  select a.id, a.caso_id, a.arquivo_id, a.autor, a.criado_em, f.name as nome, f.mime_type as mime, f.size as tamanho_bytes
    from casos.anexo a join storage.files f on f.id = a.arquivo_id;
create view public.recurso_informacao as
  select id, caso_id, instancia, motivo, interposto_em, prazo_em, decidido_em, decisao, texto, autoridade from casos.recurso;
create view public.leitura_de_dados_pessoais as
  select id, caso_id, protocolo, usuario, papel, motivo, lido_em from casos.leitura;
create view public.situacao_de_caso as select canal, situacao, especie, aberta from casos.situacao;
create view public.transicao_de_caso as select canal, de, para from casos.transicao;

create function casos.anexar(caso uuid, arquivos jsonb, autor text) returns void language plpgsql as $$
begin
  insert into casos.anexo (caso_id, arquivo_id, autor, criado_em)
  select caso, a.id::uuid, anexar.autor, casos.agora() from jsonb_array_elements_text(coalesce(nullif(arquivos, 'null'), '[]')) a (id);
  if (select count(*) from casos.anexo a where a.caso_id = caso and a.autor = 'cidadao') > 20 then
    perform casos.recusar('anexos_demais');
  elsif exists (select from casos.anexo a join storage.files f on f.id = a.arquivo_id where a.caso_id = caso and f.bucket_id <> 'casos') then
    perform casos.recusar('anexo_de_outro_lugar');
  end if;
end
$$;

-- The case of a submission, made once for each `chave`. `dados` has the columns of `casos.caso` by their names, the person under `pessoa`, the
-- profile under `perfil`, ids of files under `anexos`, and may name the `id` of the case. Of an anonymous case nothing of the person is kept.
create function casos.registrar(canal text, chave text, codigo_hash text, dados jsonb) returns public.recibo_de_caso language plpgsql as $$
declare
  caso casos.caso;
  campos casos.caso;
  nova boolean := false;
begin
  select * into caso from casos.caso c where c.chave = registrar.chave;
  if not found then
    campos := jsonb_populate_record(null::casos.caso, dados);
    insert into casos.caso (id, canal, chave, codigo_hash, tipo, identificacao, assunto_id, unidade_id, texto, local_fato, data_fato, envolvidos,
      forma_resposta, formato_desejado, canal_entrada, origem_rota, registrado_em)
    values (coalesce(campos.id, gen_random_uuid()), registrar.canal, registrar.chave, registrar.codigo_hash, campos.tipo,
      coalesce(campos.identificacao, 'identificada'), campos.assunto_id, campos.unidade_id, campos.texto, campos.local_fato, campos.data_fato,
      campos.envolvidos, campos.forma_resposta, campos.formato_desejado, coalesce(campos.canal_entrada, 'site'), campos.origem_rota,
      campos.registrado_em)
    on conflict do nothing
    returning * into caso;
    nova := found;
  end if;
  if nova then
    if caso.identificado then
      insert into casos.solicitante (caso_id, nome, email, telefone, documento_tipo, documento_cifrado, endereco)
      select caso.id, p.nome, p.email, p.telefone, p.documento_tipo, p.documento_cifrado, p.endereco
        from jsonb_populate_record(null::casos.solicitante, dados -> 'pessoa') p where dados ? 'pessoa';
      insert into casos.perfil_estatistico (caso_id, pessoa, faixa_etaria, genero, escolaridade, uf, municipio)
      select caso.id, p.pessoa, p.faixa_etaria, p.genero, p.escolaridade, p.uf, p.municipio
        from jsonb_populate_record(null::casos.perfil_estatistico, dados -> 'perfil') p where dados ? 'perfil';
    end if;
    perform casos.anexar(caso.id, dados -> 'anexos', 'cidadao');
  elsif caso.id is null then
    -- The same submission was registered between the two statements.
    select * into caso from casos.caso c where c.chave = registrar.chave;
    if not found then
      perform casos.recusar('repetido');
    end if;
  end if;
  return row(caso.protocolo, caso.canal, caso.registrado_em, caso.prazo_em, caso.situacao, not nova)::public.recibo_de_caso;
end
$$;

create function public.registrar_mensagem(chave text, codigo_hash text, dados jsonb) returns public.recibo_de_caso language sql volatile as $$
  select * from casos.registrar('contato', chave, codigo_hash, dados)
$$;
create function public.registrar_manifestacao(chave text, codigo_hash text, dados jsonb) returns public.recibo_de_caso language sql volatile as $$
  select * from casos.registrar('ouvidoria', chave, codigo_hash, dados)
$$;
create function public.registrar_pedido(chave text, codigo_hash text, dados jsonb) returns public.recibo_de_caso language sql volatile as $$
  select * from casos.registrar('sic', chave, codigo_hash, dados)
$$;

-- The case of a protocol and code. Unknown and wrong are the same: no row, and one failed attempt of this origin, of which five are allowed in
-- a quarter of an hour.
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
  select * into caso from casos.caso c where c.protocolo = upper(trim(encontrar.protocolo)) for update;
  if caso.codigo_hash is distinct from encontrar.codigo_hash or encontrar.codigo_hash is null then
    insert into casos.tentativa values (encontrar.tentativa_hash, casos.agora());
    return null;
  end if;
  return caso;
end
$$;

create function casos.mostrar(caso casos.caso) returns setof public.caso_consultado language sql stable as $$
  select caso.id, caso.protocolo, caso.canal, caso.tipo, caso.identificacao, (select a.nome from public.assunto a where a.id = caso.assunto_id),
         caso.texto, caso.situacao, caso.aberto, caso.registrado_em, caso.prazo_em,
         case when caso.aberto then caso.prazo_em - casos.data_atual() end,
         caso.prorrogado_em, caso.prorrogacao_justificativa, caso.respondido_em, caso.resposta, caso.tipo_resposta, caso.fundamento_negativa,
         caso.recurso_ate,
         case when caso.canal = 'sic' then case caso.situacao when 'recurso_decidido_1' then k.autoridade_recurso_2 else k.autoridade_recurso_1 end end,
         caso.concluido_em, caso.arquivamento_motivo, caso.orgao_destino, caso.satisfacao,
         caso.aberto or (caso.canal = 'ouvidoria' and caso.situacao = 'respondida' and caso.reaberto_em is null and casos.data_atual() <= caso.recurso_ate),
         caso.situacao in ('respondido', 'recurso_decidido_1') and casos.data_atual() <= caso.recurso_ate,
         caso.respondido_em is not null and caso.satisfacao is null,
         (select coalesce(jsonb_agg(jsonb_build_object('de', a.de_situacao, 'para', a.para_situacao, 'descricao', a.descricao_publica,
            'autor', a.autor, 'em', a.criado_em) order by a.id), '[]')
            from casos.andamento a where a.caso_id = caso.id and (a.para_situacao is not null or a.descricao_publica is not null)),
         (select coalesce(jsonb_agg(jsonb_build_object('instancia', r.instancia, 'motivo', r.motivo, 'interposto_em', r.interposto_em,
            'prazo_em', r.prazo_em, 'decidido_em', r.decidido_em, 'decisao', r.decisao, 'texto', r.texto, 'autoridade', r.autoridade)
            order by r.instancia), '[]') from casos.recurso r where r.caso_id = caso.id),
         (select coalesce(jsonb_agg(jsonb_build_object('arquivo_id', x.arquivo_id, 'nome', f.name, 'mime', f.mime_type, 'tamanho_bytes', f.size,
            'autor', x.autor) order by x.id), '[]')
            from casos.anexo x join storage.files f on f.id = x.arquivo_id where x.caso_id = caso.id)
    from public.canal_atendimento k where k.canal = caso.canal
$$;

create function public.consultar_caso(protocolo text, codigo_hash text, tentativa_hash text)
returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
begin
  return query select * from casos.mostrar(casos.encontrar(protocolo, codigo_hash, tentativa_hash));
end
$$;

-- What the citizen adds: an answer to a question, more about an open case, or why an answer of the ouvidoria is not enough, which reopens it.
create function public.complementar_caso(protocolo text, codigo_hash text, tentativa_hash text, texto text, anexos jsonb default '[]')
returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
declare
  caso casos.caso := casos.encontrar(protocolo, codigo_hash, tentativa_hash);
begin
  if caso.id is null then
    return;
  elsif coalesce(trim(complementar_caso.texto), '') = '' then
    perform casos.recusar('falta_texto');
  elsif not caso.aberto and caso.situacao <> 'respondida' or caso.canal = 'contato' and not caso.aberto then
    perform casos.recusar('caso_encerrado');
  end if;
  update casos.caso c
     set situacao = case when c.situacao in ('aguardando_complementacao', 'respondida') then 'em_analise' else c.situacao end,
         andamento = jsonb_build_object('autor', 'cidadao', 'descricao', complementar_caso.texto)
   where c.id = caso.id returning * into caso;
  perform casos.anexar(caso.id, complementar_caso.anexos, 'cidadao');
  return query select * from casos.mostrar(caso);
end
$$;

create function public.interpor_recurso(protocolo text, codigo_hash text, tentativa_hash text, texto text)
returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
declare
  caso casos.caso := casos.encontrar(protocolo, codigo_hash, tentativa_hash);
  nova smallint := case caso.situacao when 'respondido' then 1 when 'recurso_decidido_1' then 2 end;
begin
  if caso.id is null then
    return;
  elsif nova is null then
    perform casos.recusar('transicao_proibida');
  elsif coalesce(trim(interpor_recurso.texto), '') = '' then
    perform casos.recusar('falta_texto');
  end if;
  insert into casos.recurso (caso_id, instancia, motivo, interposto_em, prazo_em)
  select caso.id, nova, interpor_recurso.texto, casos.agora(), casos.fim_do_prazo(casos.data_atual(), k.dias_decisao)
    from public.canal_atendimento k where k.canal = caso.canal;
  update casos.caso c set situacao = 'em_recurso_' || nova, andamento = '{"autor": "cidadao"}' where c.id = caso.id returning * into caso;
  return query select * from casos.mostrar(caso);
end
$$;

-- A rating says that the citizen knows the answer, which ends a manifestation; in the SIC the term of appeal still runs.
create function public.avaliar_resposta(protocolo text, codigo_hash text, tentativa_hash text, nota integer,
  resolutividade text default null, texto text default null)
returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
declare
  caso casos.caso := casos.encontrar(protocolo, codigo_hash, tentativa_hash);
begin
  if caso.id is null then
    return;
  elsif avaliar_resposta.nota is null or avaliar_resposta.nota not between 1 and 5 then
    perform casos.recusar('nota_invalida');
  elsif caso.satisfacao is not null then
    perform casos.recusar('ja_avaliado');
  end if;
  update casos.caso c
     set situacao = case when c.canal = 'ouvidoria' and c.situacao = 'respondida' then 'concluida' else c.situacao end,
         satisfacao = avaliar_resposta.nota, resolutividade = avaliar_resposta.resolutividade,
         satisfacao_texto = nullif(trim(avaliar_resposta.texto), ''), andamento = '{"autor": "cidadao"}'
   where c.id = caso.id returning * into caso;
  return query select * from casos.mostrar(caso);
end
$$;

-- One step of the staff. `dados`: versao (of the row that was read), descricao (public), nota (internal), resposta, tipo_resposta,
-- fundamento_negativa, resposta_publica, justificativa, motivo, orgao, unidade_id, anexos, decisao and autoridade of an appeal; to change the
-- channel (para_situacao `reclassificada` or `reclassificado`) or the kind (para_situacao as it is): tipo, assunto_id.
create function public.tramitar_caso(caso_id uuid, para_situacao text, dados jsonb default '{}')
returns public.caso language plpgsql volatile as $$
declare
  atual casos.caso;
  muda_canal boolean := para_situacao in ('reclassificada', 'reclassificado');
  especie text;
begin
  select * into atual from casos.caso c where c.id = tramitar_caso.caso_id for update;
  if not found then
    perform casos.recusar('nao_encontrado');
  elsif (dados ->> 'versao')::integer <> atual.versao then
    perform casos.recusar('mudado_por_outra_pessoa');
  end if;
  if tramitar_caso.para_situacao <> atual.situacao then
    select s.especie into especie from casos.situacao s where s.canal = atual.canal and s.situacao = tramitar_caso.para_situacao;
  end if;
  if muda_canal then
    update casos.caso c
       set canal = case c.canal when 'sic' then 'ouvidoria' else 'sic' end,
           situacao = case c.canal when 'sic' then 'registrada' else 'registrado' end,
           tipo = case c.canal when 'sic' then coalesce(dados ->> 'tipo', 'solicitacao') end,
           assunto_id = (dados ->> 'assunto_id')::bigint, prorrogacao_justificativa = null,
           andamento = jsonb_build_object('descricao', dados ->> 'descricao', 'nota', dados ->> 'nota')
     where c.id = atual.id and c.canal in ('sic', 'ouvidoria');
    if not found then
      perform casos.recusar('transicao_proibida');
    end if;
    return (select c from public.caso c where c.id = atual.id);
  end if;
  if especie = 'decisao' then
    if coalesce(dados ->> 'decisao', '') = '' or coalesce(dados ->> 'autoridade', '') = '' then
      perform casos.recusar('falta_decisao');
    elsif coalesce(dados ->> 'resposta', '') = '' then
      perform casos.recusar('falta_texto');
    end if;
    update casos.recurso r
       set decidido_em = casos.agora(), decisao = dados ->> 'decisao', texto = dados ->> 'resposta', autoridade = dados ->> 'autoridade'
     where r.caso_id = atual.id and r.decidido_em is null;
  end if;
  perform casos.anexar(atual.id, dados -> 'anexos', 'instituicao');
  update casos.caso c
     set situacao = tramitar_caso.para_situacao,
         tipo = case c.canal when 'ouvidoria' then coalesce(dados ->> 'tipo', c.tipo) end,
         assunto_id = coalesce((dados ->> 'assunto_id')::bigint, c.assunto_id),
         unidade_id = coalesce((dados ->> 'unidade_id')::bigint, c.unidade_id),
         resposta = case especie when 'resposta' then dados ->> 'resposta' else c.resposta end,
         tipo_resposta = case especie when 'resposta' then dados ->> 'tipo_resposta' else c.tipo_resposta end,
         fundamento_negativa = case especie when 'resposta' then dados ->> 'fundamento_negativa' else c.fundamento_negativa end,
         resposta_publica = case especie when 'resposta' then coalesce((dados ->> 'resposta_publica')::boolean, false) else c.resposta_publica end,
         prorrogacao_justificativa = case especie when 'prorrogacao' then dados ->> 'justificativa' else c.prorrogacao_justificativa end,
         arquivamento_motivo = case especie when 'saida' then dados ->> 'motivo' else c.arquivamento_motivo end,
         orgao_destino = case especie when 'saida' then dados ->> 'orgao' else c.orgao_destino end,
         andamento = jsonb_build_object(
           'descricao', coalesce(dados ->> 'descricao', case when especie in ('resposta', 'decisao') then dados ->> 'resposta'
             when especie = 'prorrogacao' then dados ->> 'justificativa' end),
           'nota', dados ->> 'nota')
   where c.id = atual.id;
  return (select c from public.caso c where c.id = atual.id);
end
$$;

create function public.anotar_caso(caso_id uuid, nota text) returns public.caso language plpgsql volatile as $$
begin
  if coalesce(trim(anotar_caso.nota), '') = '' then
    perform casos.recusar('falta_texto');
  end if;
  update casos.caso c set andamento = jsonb_build_object('nota', anotar_caso.nota) where c.id = anotar_caso.caso_id;
  if not found then
    perform casos.recusar('nao_encontrado');
  end if;
  return (select c from public.caso c where c.id = anotar_caso.caso_id);
end
$$;

-- The only way to the person. Each reading is recorded with who and why before anything is shown.
create function public.ler_dados_pessoais(caso_id uuid, motivo text) returns public.dados_pessoais_do_caso language plpgsql volatile as $$
declare
  lido casos.solicitante;
begin
  if coalesce(char_length(trim(ler_dados_pessoais.motivo)), 0) < 3 then
    perform casos.recusar('falta_motivo');
  end if;
  insert into casos.leitura (caso_id, protocolo, usuario, papel, motivo, lido_em)
  select c.id, c.protocolo, casos.quem(), casos.papel(), trim(ler_dados_pessoais.motivo), casos.agora()
    from casos.caso c where c.id = ler_dados_pessoais.caso_id;
  if not found then
    perform casos.recusar('nao_encontrado');
  end if;
  select * into lido from casos.solicitante s where s.caso_id = ler_dados_pessoais.caso_id;
  return row(ler_dados_pessoais.caso_id, lido.nome, lido.email, lido.telefone, lido.documento_tipo, lido.documento_cifrado, lido.endereco)::public.dados_pessoais_do_caso;
end
$$;

-- Ends what only time ends: answers to which nobody objects, and questions to the citizen without an answer where the norm says so. Run by each
-- server from time to time; two at once take different rows.
create function public.encerrar_casos_por_prazo(limite integer default 100) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  encerrados integer;
  arquivados integer;
begin
  update casos.caso c
     set situacao = case c.canal when 'sic' then 'finalizado' else 'concluida' end, andamento = '{"autor": "sistema"}'
   where c.id in (
     select v.id from casos.caso v
      where v.situacao in ('respondida', 'respondido', 'recurso_decidido_1', 'recurso_decidido_2') and v.canal <> 'contato'
        and (v.recurso_ate < casos.data_atual() or v.recurso_ate is null) and v.eliminado_em is null
      order by v.recurso_ate limit limite for update skip locked);
  get diagnostics encerrados = row_count;
  update casos.caso c set situacao = 'arquivada', arquivamento_motivo = 'sem_elementos_minimos', andamento = '{"autor": "sistema"}'
   where c.id in (
     select v.id from casos.caso v join public.canal_atendimento k on k.canal = v.canal
      where v.situacao = 'aguardando_complementacao' and k.complementacao_suspende_prazo and v.identificado
        and casos.dia(v.aguardando_desde) + k.dias_complementacao < casos.data_atual()
      order by v.aguardando_desde limit limite for update of v skip locked);
  get diagnostics arquivados = row_count;
  return row(encerrados + arquivados)::public.rotina_de_casos;
end
$$;
