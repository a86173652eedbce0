-- The staff's search finds words in the texts of cases through an index. Text without accents and on one line, with a space before each word: a word
-- of one or two letters is found at its beginning, where groups of three letters are. The column goes with the text when a case is erased.
alter table casos.caso add column busca_texto text
  generated always as (' ' || regexp_replace(public.pt_sem_acento(texto), '\s+', ' ', 'g')) stored;

-- Many write here and few search, so what is new waits in the list of the index until there is more of it.
create index caso_por_palavras on casos.caso using gin (busca_texto gin_trgm_ops);

create or replace view public.caso as
  select id, canal, protocolo, situacao, aberto, tipo, identificacao, assunto_id, unidade_id, texto, local_fato, data_fato, envolvidos,
         forma_resposta, formato_desejado, canal_entrada, registrado_em, prazo_em, prorrogado_em, prorrogacao_justificativa, aguardando_desde,
         respondido_em, respondido_no_prazo, resposta, tipo_resposta, fundamento_negativa, resposta_publica, recurso_ate, reaberto_em,
         concluido_em, arquivamento_motivo, orgao_destino, satisfacao, satisfacao_texto, resolutividade, demonstracao, eliminado_em, versao,
         atualizado_em, area_prazo_em, area_prorrogado_em, left(regexp_replace(left(texto, 400), '\s+', ' ', 'g'), 160) as inicio, busca_texto
    from casos.caso;
