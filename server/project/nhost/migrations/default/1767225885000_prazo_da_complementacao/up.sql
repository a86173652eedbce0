-- Where the norm says that waiting for the citizen suspends the term and ends without an answer, the citizen is told until when to answer. While the
-- term is suspended no days of it are counted.
create function casos.complementar_ate(caso casos.caso) returns date language sql stable as $$
  select casos.dia(caso.aguardando_desde) + k.dias_complementacao
    from public.canal_atendimento k
   where k.canal = caso.canal and k.complementacao_suspende_prazo and caso.identificado and caso.situacao = 'aguardando_complementacao'
$$;

create function casos.prazo_suspenso(caso casos.caso) returns boolean language sql stable as $$
  select caso.aguardando_desde is not null and k.complementacao_suspende_prazo from public.canal_atendimento k where k.canal = caso.canal
$$;

create or replace view public.caso_consultado as
  select null::uuid as id, null::text as protocolo, null::text as canal, null::text as tipo, null::text as identificacao, null::text as assunto,
         null::text as texto, null::text as situacao, null::boolean as aberto, null::timestamptz as registrado_em, null::date as prazo_em,
         null::integer as dias_restantes, null::timestamptz as prorrogado_em, null::text as prorrogacao_justificativa,
         null::timestamptz as respondido_em, null::text as resposta, null::text as tipo_resposta, null::text as fundamento_negativa,
         null::date as recurso_ate, null::text as autoridade_recurso, null::timestamptz as concluido_em, null::text as arquivamento_motivo,
         null::text as orgao_destino, null::smallint as satisfacao, null::boolean as pode_complementar, null::boolean as pode_recorrer,
         null::boolean as pode_avaliar, null::jsonb as andamentos, null::jsonb as recursos, null::jsonb as anexos,
         null::date as complementar_ate, null::boolean as prazo_suspenso
   where false;

create or replace view public.mensagem_a_enviar as
  select null::bigint as id, null::integer as tentativas, null::text as evento, null::text as destinatario, null::text as protocolo,
         null::text as canal, null::text as chave, null::timestamptz as registrado_em, null::date as prazo_em, null::date as recurso_ate,
         null::text as resposta, null::text as codigo_hash, null::date as complementar_ate
   where false;

do $$
declare
  antes text := pg_get_functiondef('casos.mostrar'::regproc);
  depois text := replace(replace(antes,
    'case when caso.aberto then caso.prazo_em', 'case when caso.aberto and not casos.prazo_suspenso(caso) then caso.prazo_em'),
    'f.id = x.arquivo_id where x.caso_id = caso.id)', 'f.id = x.arquivo_id where x.caso_id = caso.id),
         casos.complementar_ate(caso), casos.prazo_suspenso(caso)');
begin
  if depois !~ 'and not casos.prazo_suspenso.*, casos.prazo_suspenso' then
    raise exception 'casos.mostrar is not the function that this migration changes';
  end if;
  execute depois;
  antes := pg_get_functiondef('public.reservar_mensagens'::regproc);
  depois := replace(antes, 'case t.evento when ''registro'' then c.codigo_hash end', 'case t.evento when ''registro'' then c.codigo_hash end,
         case t.evento when ''complementacao'' then casos.complementar_ate(c) end');
  if depois = antes then
    raise exception 'reservar_mensagens is not the function that this migration changes';
  end if;
  execute depois;
end
$$;
