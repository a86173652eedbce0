-- What a registration costs the database. An SQL function that reads a table, or does more than one expression, is planned again each time that it is
-- called; PL/pgSQL keeps its plans. One registration called `casos.dia` sixteen times, which was half of its time.
create or replace function casos.dia(momento timestamptz) returns date language plpgsql stable strict as $$
begin
  return (momento at time zone coalesce((select c.fuso_horario from public.configuracao_site c limit 1), 'America/Sao_Paulo'))::date;
end
$$;

create or replace function casos.digito_verificador(digitos text) returns integer language plpgsql immutable strict as $$
declare
  soma integer := 0;
begin
  for i in 1 .. length(digitos) loop
    soma := soma + substr(digitos, length(digitos) + 1 - i, 1)::integer * (2 + (i - 1) % 8);
  end loop;
  return case when 11 - soma % 11 > 9 then 0 else 11 - soma % 11 end;
end
$$;

create or replace function public.registrar_mensagem(chave text, codigo_hash text, dados jsonb) returns public.recibo_de_caso
language plpgsql volatile as $$
begin
  return casos.registrar('contato', chave, codigo_hash, dados);
end
$$;
create or replace function public.registrar_manifestacao(chave text, codigo_hash text, dados jsonb) returns public.recibo_de_caso
language plpgsql volatile as $$
begin
  return casos.registrar('ouvidoria', chave, codigo_hash, dados);
end
$$;

-- Most cases and most steps have no file.
create or replace function casos.anexar(caso uuid, arquivos jsonb, autor text) returns void language plpgsql as $$
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

-- The day of the registration never changes, so it is worked out once. A new case has nothing to be taken off, and no profile yet.
create or replace function estatistica.contar_caso() returns trigger language plpgsql as $$
declare
  dia date := casos.dia(new.registrado_em);
  nome text;
begin
  if tg_op = 'INSERT' then
    insert into estatistica.parcela (canal, ano, dimensao, mes, valor, quantidade)
    select new.canal, extract(year from dia), p.dimensao, extract(month from dia), p.valor, 1 from estatistica.parcelas_do_caso(new) p;
    perform estatistica.avisar(new.canal);
    perform estatistica.recolher();
    return null;
  end if;
  insert into estatistica.parcela (canal, ano, dimensao, mes, valor, quantidade)
  select d.canal, extract(year from dia), d.dimensao, extract(month from dia), d.valor, sum(d.quantidade)
    from (select old.canal, p.dimensao, p.valor, -1 as quantidade from estatistica.parcelas_do_caso(old) p where old.canal in ('ouvidoria', 'sic')
          union all
          select new.canal, p.dimensao, p.valor, 1 from estatistica.parcelas_do_caso(new) p where new.canal in ('ouvidoria', 'sic')) d
   group by d.canal, d.dimensao, d.valor having sum(d.quantidade) <> 0;
  if not found then
    return null;
  end if;
  for nome in select distinct c.canal from (values (old.canal), (new.canal)) c (canal) where c.canal in ('ouvidoria', 'sic') loop
    perform estatistica.avisar(nome);
  end loop;
  perform estatistica.recolher();
  return null;
end
$$;

-- All that a profile says is counted together.
create or replace function estatistica.contar_perfil() returns trigger language plpgsql as $$
declare
  caso casos.caso;
  dia date;
begin
  select * into caso from casos.caso c
   where c.id = new.caso_id and not c.demonstracao and c.eliminado_em is null and c.canal in ('ouvidoria', 'sic');
  if not found then
    return null;
  end if;
  dia := casos.dia(caso.registrado_em);
  insert into estatistica.parcela (canal, ano, dimensao, mes, valor, quantidade)
  select caso.canal, extract(year from dia), p.dimensao, extract(month from dia), p.valor, 1 from estatistica.parcelas_do_perfil(new.caso_id) p;
  if found then
    perform estatistica.avisar(caso.canal);
    perform estatistica.recolher();
  end if;
  return null;
end
$$;

create or replace function casos.avisar(caso uuid, evento text) returns void language plpgsql as $$
begin
  insert into casos.mensagem (caso_id, evento, criada_em, proxima_em)
  select c.id, avisar.evento, casos.agora(), casos.agora()
    from casos.caso c join casos.solicitante s on s.caso_id = c.id
   where c.id = avisar.caso and s.email is not null and not c.demonstracao
     -- Who asked to be told by the protocol alone gets the receipt and nothing else.
     and (avisar.evento = 'registro' or c.forma_resposta is distinct from 'protocolo')
     and (select k.ativo from casos.correio k);
end
$$;

-- The rows of the files are written with the case where the server keeps their bytes itself: `arquivos` has them, and nothing of them is left of a
-- submission that fails. A hosted storage service has written them before, and `anexos` names them alone.
create or replace function casos.registrar(canal text, chave text, codigo_hash text, dados jsonb) returns public.recibo_de_caso language plpgsql
set plan_cache_mode = force_generic_plan as $$
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
