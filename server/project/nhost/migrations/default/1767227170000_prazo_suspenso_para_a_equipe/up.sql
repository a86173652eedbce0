-- The staff is told when the term of a case stands still while its citizen is asked, as the citizen is. Such a case was told, listed and marked as late.
create or replace view public.caso as
  select id, canal, protocolo, situacao, aberto, tipo, identificacao, assunto_id, unidade_id, texto, local_fato, data_fato, envolvidos,
         forma_resposta, formato_desejado, canal_entrada, registrado_em, prazo_em, prorrogado_em, prorrogacao_justificativa, aguardando_desde,
         respondido_em, respondido_no_prazo, resposta, tipo_resposta, fundamento_negativa, resposta_publica, recurso_ate, reaberto_em,
         concluido_em, arquivamento_motivo, orgao_destino, satisfacao, satisfacao_texto, resolutividade, demonstracao, eliminado_em, versao,
         atualizado_em, area_prazo_em, area_prorrogado_em, left(regexp_replace(left(texto, 400), '\s+', ' ', 'g'), 160) as inicio, busca_texto,
         exists (select from casos.solicitante s where s.caso_id = caso.id and s.email is not null) as tem_email,
         -- The function is asked only of a case that waits.
         caso.aguardando_desde is not null and casos.prazo_suspenso(caso) as prazo_suspenso
    from casos.caso;
