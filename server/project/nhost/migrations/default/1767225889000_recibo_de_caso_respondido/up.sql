-- A receipt that is sent again, or late, tells that the case was answered meanwhile: its term is over then, or is that of an appeal.
create or replace view public.mensagem_a_enviar as
  select null::bigint as id, null::integer as tentativas, null::text as evento, null::text as destinatario, null::text as protocolo,
         null::text as canal, null::text as chave, null::timestamptz as registrado_em, null::date as prazo_em, null::date as recurso_ate,
         null::text as resposta, null::text as codigo_hash, null::date as complementar_ate, null::text as autoridade_recurso,
         null::boolean as respondido
   where false;

do $$
declare
  antes text := pg_get_functiondef('public.reservar_mensagens'::regproc);
  depois text := replace(antes, 'casos.autoridade_do_recurso(c)', 'casos.autoridade_do_recurso(c), c.respondido_em is not null');
begin
  if depois = antes then
    raise exception 'reservar_mensagens is not the function that this migration changes';
  end if;
  execute depois;
end
$$;
