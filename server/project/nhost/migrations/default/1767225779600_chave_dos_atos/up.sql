-- The key of what a citizen does is kept with the history whichever migration has written the function last.
do $$
declare
  antes text := pg_get_functiondef('casos.narrar'::regproc);
  depois text := replace(replace(antes, 'autor_id, criado_em)', 'autor_id, criado_em, chave)'), 'casos.agora());', 'casos.agora(), passo ->> ''chave'');');
begin
  if antes not like '%criado_em, chave)%' then
    if depois not like '%criado_em, chave)%' or depois not like '%passo ->> ''chave'')%' then
      raise exception 'casos.narrar is not the function that this migration changes';
    end if;
    execute depois;
  end if;
end
$$;
