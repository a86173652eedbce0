-- An appeal brings files, as a request and a complement do. Its citizen gets a receipt of it by e-mail, and is told who decides it: before it is filed
-- (Lei nº 12.527/2011, art. 11 § 4º) and while it waits, where the second instance had the name of the first.
create function casos.autoridade_do_recurso(caso casos.caso) returns text language sql stable as $$
  select case when caso.situacao in ('recurso_decidido_1', 'em_recurso_2') then k.autoridade_recurso_2 else k.autoridade_recurso_1 end
    from public.canal_atendimento k where k.canal = caso.canal and caso.canal = 'sic'
$$;

drop function public.interpor_recurso(text, text, text, text, text);
create function public.interpor_recurso(protocolo text, codigo_hash text, tentativa_hash text, texto text, chave text default null, anexos jsonb default '[]')
returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
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

alter table casos.mensagem drop constraint mensagem_evento_check;
alter table casos.mensagem add constraint mensagem_evento_check check (evento in (
  'registro', 'complementacao', 'prorrogacao', 'encaminhamento', 'resposta', 'recurso', 'decisao', 'reclassificacao', 'encerramento'));

create or replace view public.mensagem_a_enviar as
  select null::bigint as id, null::integer as tentativas, null::text as evento, null::text as destinatario, null::text as protocolo,
         null::text as canal, null::text as chave, null::timestamptz as registrado_em, null::date as prazo_em, null::date as recurso_ate,
         null::text as resposta, null::text as codigo_hash, null::date as complementar_ate, null::text as autoridade_recurso
   where false;

do $$
declare
  antes text := pg_get_functiondef('casos.mostrar'::regproc);
  depois text := replace(antes,
    'case when caso.canal = ''sic'' then case caso.situacao when ''recurso_decidido_1'' then k.autoridade_recurso_2 else k.autoridade_recurso_1 end end',
    'casos.autoridade_do_recurso(caso)');
begin
  if depois = antes then
    raise exception 'casos.mostrar is not the function that this migration changes';
  end if;
  execute depois;
  antes := pg_get_functiondef('public.reservar_mensagens'::regproc);
  depois := replace(antes, 'case t.evento when ''complementacao'' then casos.complementar_ate(c) end',
    'case t.evento when ''complementacao'' then casos.complementar_ate(c) end, casos.autoridade_do_recurso(c)');
  if depois = antes then
    raise exception 'reservar_mensagens is not the function that this migration changes';
  end if;
  execute depois;
end
$$;
