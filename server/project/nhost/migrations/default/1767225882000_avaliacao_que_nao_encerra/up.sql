-- A rating ended a manifestation, and with it the right to reopen it: whoever said within the term that the matter was not solved could no longer
-- say what was missing. Only who says that it was solved ends it; the others end by their term.
do $$
declare
  antes text := pg_get_functiondef('public.avaliar_resposta'::regproc);
  depois text := replace(antes, 'c.canal = ''ouvidoria'' and c.situacao = ''respondida'' then',
    'c.canal = ''ouvidoria'' and c.situacao = ''respondida'' and avaliar_resposta.resolutividade = ''resolvida'' then');
begin
  if depois = antes then
    raise exception 'avaliar_resposta is not the function that this migration changes';
  end if;
  execute depois;
  antes := pg_get_functiondef('casos.dar_passo'::regproc);
  depois := replace(antes, 'novo.satisfacao is null', 'novo.resolutividade is distinct from ''resolvida''');
  if depois = antes then
    raise exception 'casos.dar_passo is not the function that this migration changes';
  end if;
  execute depois;
end
$$;
