-- A file that another case has already, or that is not there, failed with an error of the table, which whoever sent it could not understand. It
-- plans as `casos.registrar` does.
create or replace function casos.anexar(caso uuid, arquivos jsonb, autor text) returns void language plpgsql
set enable_seqscan = off set jit = off as $$
declare
  ids uuid[] := array(select a.id::uuid from jsonb_array_elements_text(coalesce(nullif(arquivos, 'null'), '[]')) a (id));
  novos bigint;
begin
  -- Most cases and most steps have no file.
  if ids = '{}' then
    return;
  end if;
  if (select count(*) from storage.files f where f.id = any (ids) and f.bucket_id = 'casos') < (select count(distinct i.id) from unnest(ids) i (id)) then
    perform casos.recusar('anexo_de_outro_lugar');
  end if;
  insert into casos.anexo (caso_id, arquivo_id, autor, criado_em) select caso, i.id, anexar.autor, casos.agora() from unnest(ids) i (id)
  on conflict (arquivo_id) do nothing;
  get diagnostics novos = row_count;
  if novos < cardinality(ids) then
    perform casos.recusar('anexo_repetido');
  end if;
  delete from casos.anexo_esperado e where e.arquivo_id = any (ids);
  if (select count(*) from casos.anexo a where a.caso_id = caso and a.autor = 'cidadao') > 20 then
    perform casos.recusar('anexos_demais');
  end if;
end
$$;
