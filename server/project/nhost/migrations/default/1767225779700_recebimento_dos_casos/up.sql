-- Cases that the staff registers came before: the day of their reception is bounded for whoever registers one. A day of the year before last is more
-- likely a mistake than a letter that was lying that long, and its term would be over before anybody has read it.
do $$
declare
  antes text := pg_get_functiondef('casos.registrar'::regproc);
  depois text := replace(antes, 'campos := jsonb_populate_record(null::casos.caso, dados);', 'campos := jsonb_populate_record(null::casos.caso, dados);
    if casos.dia(campos.registrado_em) < casos.data_atual() - 367 then
      perform casos.recusar(''data_antiga'');
    end if;');
begin
  if depois = antes then
    raise exception 'casos.registrar is not the function that this migration changes';
  end if;
  execute depois;
end
$$;
