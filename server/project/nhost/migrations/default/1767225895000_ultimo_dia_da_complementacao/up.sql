-- The day until which a citizen answers a question moves to a working day like every other term, and shelving waits for it.
create or replace function casos.complementar_ate(caso casos.caso) returns date language sql stable as $$
  select casos.fim_do_prazo(casos.dia(caso.aguardando_desde), k.dias_complementacao)
    from public.canal_atendimento k
   where k.canal = caso.canal and k.complementacao_suspende_prazo and caso.identificado and caso.situacao = 'aguardando_complementacao'
$$;

do $$
declare
  antes text := pg_get_functiondef('public.encerrar_casos_por_prazo(integer)'::regprocedure);
  depois text := replace(antes, 'and casos.dia(v.aguardando_desde) + k.dias_complementacao < casos.data_atual()',
    'and casos.dia(v.aguardando_desde) + k.dias_complementacao < casos.data_atual() and casos.complementar_ate(v) < casos.data_atual()');
begin
  if depois = antes then
    raise exception 'encerrar_casos_por_prazo is not the function that this migration changes';
  end if;
  execute depois;
end
$$;
