-- What GraphQL knows of cases. The role `atendimento` is the server itself, for citizens; no account has it. The role `ouvidor` reads cases without
-- the person and acts by functions. Refusals have the text `caso:<reason>`.

-- Shapes of what functions return; they have no rows.
create view public.recibo_de_caso as
  select null::text as protocolo, null::text as canal, null::timestamptz as registrado_em, null::date as prazo_em, null::text as situacao,
         null::boolean as ja_existia, null::text as chave, null::text as codigo_hash
   where false;

create view public.caso_consultado as
  select null::uuid as id, null::text as protocolo, null::text as canal, null::text as tipo, null::text as identificacao, null::text as assunto,
         null::text as texto, null::text as situacao, null::boolean as aberto, null::timestamptz as registrado_em, null::date as prazo_em,
         null::integer as dias_restantes, null::timestamptz as prorrogado_em, null::text as prorrogacao_justificativa,
         null::timestamptz as respondido_em, null::text as resposta, null::text as tipo_resposta, null::text as fundamento_negativa,
         null::date as recurso_ate, null::text as autoridade_recurso, null::timestamptz as concluido_em, null::text as arquivamento_motivo,
         null::text as orgao_destino, null::smallint as satisfacao, null::boolean as pode_complementar, null::boolean as pode_recorrer,
         null::boolean as pode_avaliar, null::jsonb as andamentos, null::jsonb as recursos, null::jsonb as anexos,
         null::date as complementar_ate, null::boolean as prazo_suspenso
   where false;

create view public.dados_pessoais_do_caso as
  select null::uuid as caso_id, null::text as nome, null::text as email, null::text as telefone, null::text as documento_tipo,
         null::text as documento_cifrado, null::jsonb as endereco
   where false;

create view public.rotina_de_casos as select null::integer as quantidade where false;

create view public.passo_de_caso as select null::text as para, null::text as especie where false;

create view public.caso_a_eliminar as
  select null::uuid as id, null::text as protocolo, null::text as canal, null::timestamptz as encerrado_em where false;

create view public.anexo_abandonado as select null::uuid as arquivo_id where false;

-- What the staff reads. Neither the person nor what opens the case to the citizen is here. `inicio`: the list of cases shows how each text begins,
-- because 25 whole texts would be up to a megabyte each time it is read again.
create view public.caso as
  select id, canal, protocolo, situacao, aberto, tipo, identificacao, assunto_id, unidade_id, texto, local_fato, data_fato, envolvidos,
         forma_resposta, formato_desejado, canal_entrada, registrado_em, prazo_em, prorrogado_em, prorrogacao_justificativa, aguardando_desde,
         respondido_em, respondido_no_prazo, resposta, tipo_resposta, fundamento_negativa, resposta_publica, recurso_ate, reaberto_em,
         concluido_em, arquivamento_motivo, orgao_destino, satisfacao, satisfacao_texto, resolutividade, demonstracao, eliminado_em, versao,
         atualizado_em, area_prazo_em, area_prorrogado_em, left(regexp_replace(left(texto, 400), '\s+', ' ', 'g'), 160) as inicio, busca_texto
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

-- The keys that cases need are known by their names.
create view public.chave_de_casos as select id, conferencia from casos.chave;
