-- What the inspection of an upload could not look into, as codes: pictures within a document, pages without text.
alter table public.arquivo add column avisos jsonb check (jsonb_typeof(avisos) = 'array');

do $$
declare
  antes text := pg_get_functiondef('public.copiar_versao_de_arquivo'::regproc);
  depois text := replace(antes, 'new.confirmacoes := atual.confirmacoes;', 'new.confirmacoes := atual.confirmacoes;
  new.avisos := atual.avisos;');
begin
  if depois = antes then
    raise exception 'public.copiar_versao_de_arquivo is not the function that this migration changes';
  end if;
  execute depois;
end
$$;
