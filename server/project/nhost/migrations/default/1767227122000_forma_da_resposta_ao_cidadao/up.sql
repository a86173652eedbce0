-- Who is to fetch an answer at the counter, or waits for a letter, reads so beside the case.
create or replace view public.caso_consultado as
  select null::uuid as id, null::text as protocolo, null::text as canal, null::text as tipo, null::text as identificacao, null::text as assunto,
         null::text as texto, null::text as situacao, null::boolean as aberto, null::timestamptz as registrado_em, null::date as prazo_em,
         null::integer as dias_restantes, null::timestamptz as prorrogado_em, null::text as prorrogacao_justificativa,
         null::timestamptz as respondido_em, null::text as resposta, null::text as tipo_resposta, null::text as fundamento_negativa,
         null::date as recurso_ate, null::text as autoridade_recurso, null::timestamptz as concluido_em, null::text as arquivamento_motivo,
         null::text as orgao_destino, null::smallint as satisfacao, null::boolean as pode_complementar, null::boolean as pode_recorrer,
         null::boolean as pode_avaliar, null::jsonb as andamentos, null::jsonb as recursos, null::jsonb as anexos,
         null::date as complementar_ate, null::boolean as prazo_suspenso, null::text as forma_resposta
   where false;

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
         casos.complementar_ate(caso), casos.prazo_suspenso(caso), caso.forma_resposta
    from public.canal_atendimento k where k.canal = caso.canal
$$;
