-- How a case is registered. A submission that is repeated is one case although its key is written differently: in the next hour without script, or
-- under a new CASES_KEY. Files that arrived for a case that was never registered are found again and removed.

-- Most cases and most steps have no file. It plans as `casos.registrar` does.
create function casos.anexar(caso uuid, arquivos jsonb, autor text) returns void language plpgsql
set enable_seqscan = off set jit = off as $$
declare
  ids uuid[] := array(select a.id::uuid from jsonb_array_elements_text(coalesce(nullif(arquivos, 'null'), '[]')) a (id));
begin
  if ids = '{}' then
    return;
  end if;
  insert into casos.anexo (caso_id, arquivo_id, autor, criado_em) select caso, i.id, anexar.autor, casos.agora() from unnest(ids) i (id);
  delete from casos.anexo_esperado e where e.arquivo_id = any (ids);
  if (select count(*) from casos.anexo a where a.caso_id = caso and a.autor = 'cidadao') > 20 then
    perform casos.recusar('anexos_demais');
  elsif exists (select from storage.files f where f.id = any (ids) and f.bucket_id <> 'casos') then
    perform casos.recusar('anexo_de_outro_lugar');
  end if;
end
$$;

-- The case of a submission, made once for each `chave`. `dados` has the columns of `casos.caso` by their names, the person under `pessoa`, the
-- profile under `perfil`, ids of files under `anexos`, and may name the `id` of the case. Of an anonymous case nothing of the person is kept.
-- `outras_chaves` of `dados`: how the same submission may have been named within the last hour. A subject that is not there any more, because the
-- form is older than the list, is "not known": nobody is sent away for it. `cifra`: id and `conferencia` of the key in use. The reference locks the
-- key (for key share), so it is not taken away while a submission that needs it is under way.
-- Cases that the staff registers came before: the day of their reception is bounded for whoever registers one. A day of the year before last is more
-- likely a mistake than a letter that was lying that long, and its term would be over before anybody has read it.
-- The rows of the files are written with the case where the server keeps their bytes itself: `arquivos` has them, and nothing of them is left of a
-- submission that fails. A hosted storage service has written them before, and `anexos` names them alone.
-- A submission runs some thirty small statements: Postgres plans those of PL/pgSQL once for each connection, where it may take one plan for all
-- values, and those of an SQL function each time that the function is called. A connection keeps these plans. Those made while there are few cases
-- would read all cases and all files for each submission, until the statistics of the tables are renewed: on a new site a thousand submissions read
-- half a million rows. Without `enable_seqscan` they use the indexes. What has no index costs so much for the planner then that it would compile the
-- statement, which `jit` forbids.
create function casos.registrar(canal text, chave text, codigo_hash text, dados jsonb) returns public.recibo_de_caso language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  caso casos.caso;
  campos casos.caso;
  outras text[] := array(select jsonb_array_elements_text(coalesce(nullif(dados -> 'outras_chaves', 'null'), '[]')));
  nova boolean := false;
begin
  -- Two submissions that have a name in common wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('caso ' || o.nome, 0)) from (select unnest(outras || registrar.chave) as nome order by 1) o;
  -- `offset`: found by their keys, and not among all cases of the last hour.
  select * into caso from (select * from casos.caso k where k.chave = any (outras || registrar.chave) offset 0) c
   where c.chave = registrar.chave or c.registrado_em > casos.agora() - interval '1 hour'
   order by c.chave <> registrar.chave limit 1;
  if not found then
    campos := jsonb_populate_record(null::casos.caso, dados);
    if campos.registrado_em is not null and casos.dia(campos.registrado_em) < casos.data_atual() - 367 then
      perform casos.recusar('data_antiga');
    end if;
    if dados ? 'cifra' then
      perform from casos.chave k where k.id = dados #>> '{cifra,id}' for key share;
      if not found then
        insert into casos.chave (id, conferencia, desde) values (dados #>> '{cifra,id}', dados #>> '{cifra,conferencia}', casos.agora())
        on conflict do nothing;
      end if;
    end if;
    insert into casos.caso (id, canal, chave, codigo_hash, tipo, identificacao, assunto_id, unidade_id, texto, local_fato, data_fato, envolvidos,
      forma_resposta, formato_desejado, canal_entrada, origem_rota, registrado_em, cifrado_com)
    values (coalesce(campos.id, gen_random_uuid()), registrar.canal, registrar.chave, registrar.codigo_hash, campos.tipo,
      coalesce(campos.identificacao, 'identificada'),
      (select a.id from public.assunto a where a.id = campos.assunto_id and a.canal = registrar.canal for key share), campos.unidade_id, campos.texto,
      campos.local_fato, campos.data_fato, campos.envolvidos, campos.forma_resposta, campos.formato_desejado,
      coalesce(campos.canal_entrada, 'site'), campos.origem_rota, campos.registrado_em, dados #>> '{cifra,id}')
    on conflict do nothing
    returning * into caso;
    nova := found;
  end if;
  if nova then
    if caso.identificado then
      insert into casos.solicitante (caso_id, nome, email, telefone, documento_tipo, documento_cifrado, endereco)
      select caso.id, p.nome, p.email, p.telefone, p.documento_tipo, p.documento_cifrado, p.endereco
        from jsonb_populate_record(null::casos.solicitante, dados -> 'pessoa') p where dados ? 'pessoa';
      insert into casos.perfil_estatistico (caso_id, pessoa, faixa_etaria, genero, escolaridade, uf, municipio)
      select caso.id, p.pessoa, p.faixa_etaria, p.genero, p.escolaridade, p.uf, p.municipio
        from jsonb_populate_record(null::casos.perfil_estatistico, dados -> 'perfil') p where dados ? 'perfil';
    end if;
    if jsonb_array_length(coalesce(dados -> 'arquivos', '[]')) > 0 then
      insert into storage.files (id, bucket_id, name, size, mime_type, etag, is_uploaded)
      select f.id, 'casos', f.name, f.size, f.mime_type, f.etag, true
        from jsonb_to_recordset(dados -> 'arquivos') f (id uuid, name text, size integer, mime_type text, etag text);
    end if;
    perform casos.anexar(caso.id, dados -> 'anexos', 'cidadao');
  elsif caso.id is null then
    -- An id of another submission.
    perform casos.recusar('repetido');
  end if;
  return row(caso.protocolo, caso.canal, caso.registrado_em, caso.prazo_em, caso.situacao, not nova, caso.chave,
    caso.codigo_hash)::public.recibo_de_caso;
end
$$;

create function public.registrar_mensagem(chave text, codigo_hash text, dados jsonb) returns public.recibo_de_caso
language plpgsql volatile as $$
begin
  return casos.registrar('contato', chave, codigo_hash, dados);
end
$$;

create function public.registrar_manifestacao(chave text, codigo_hash text, dados jsonb) returns public.recibo_de_caso
language plpgsql volatile as $$
begin
  return casos.registrar('ouvidoria', chave, codigo_hash, dados);
end
$$;

-- The digest comes beside the person in `dados`, and is kept apart from the person.
create function public.registrar_pedido(chave text, codigo_hash text, dados jsonb) returns public.recibo_de_caso language plpgsql volatile as $$
declare
  recibo public.recibo_de_caso;
begin
  recibo := casos.registrar('sic', chave, codigo_hash, dados);
  if not recibo.ja_existia and dados ->> 'solicitante' is not null then
    perform casos.contar_solicitante(c.id, dados ->> 'solicitante') from casos.caso c where c.protocolo = recibo.protocolo;
  end if;
  return recibo;
end
$$;

create function public.esperar_anexos(ids jsonb) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  quantos integer;
begin
  insert into casos.anexo_esperado (arquivo_id, desde)
  select i.id::uuid, casos.agora() from jsonb_array_elements_text(esperar_anexos.ids) i (id) on conflict do nothing;
  get diagnostics quantos = row_count;
  return row(quantos)::public.rotina_de_casos;
end
$$;

-- After an hour no submission is under way any more. Who takes them removes them; they are named again later until they are forgotten.
create function public.anexos_abandonados(limite integer) returns setof public.anexo_abandonado language plpgsql volatile rows 10 as $$
begin
  return query
  update casos.anexo_esperado e set desde = casos.agora()
   where e.arquivo_id in (
     select v.arquivo_id from casos.anexo_esperado v where v.desde <= casos.agora() - interval '1 hour'
      order by v.desde limit least(limite, 100) for update skip locked)
  returning e.arquivo_id;
end
$$;

create function public.esquecer_anexos(ids jsonb) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  quantos integer;
begin
  delete from casos.anexo_esperado e where e.arquivo_id in (select i.id::uuid from jsonb_array_elements_text(esquecer_anexos.ids) i (id));
  get diagnostics quantos = row_count;
  return row(quantos)::public.rotina_de_casos;
end
$$;
