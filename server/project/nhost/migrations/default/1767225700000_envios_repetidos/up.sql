-- A submission that is repeated is one case although its key is written differently: in the next hour without script, or under a new CASES_KEY.
-- Files that arrived for a case that was never registered are found again and removed. The keys that cases need are known by their names.

create or replace view public.recibo_de_caso as
  select null::text as protocolo, null::text as canal, null::timestamptz as registrado_em, null::date as prazo_em, null::text as situacao,
         null::boolean as ja_existia, null::text as chave, null::text as codigo_hash
   where false;
create or replace view public.mensagem_a_enviar as
  select null::bigint as id, null::integer as tentativas, null::text as evento, null::text as destinatario, null::text as protocolo,
         null::text as canal, null::text as chave, null::timestamptz as registrado_em, null::date as prazo_em, null::date as recurso_ate,
         null::text as resposta, null::text as codigo_hash
   where false;

-- Files of a submission that is under way, named before they are stored. The row goes when a case has the file.
create table casos.anexo_esperado (
  arquivo_id uuid primary key,
  desde timestamptz not null
);
create index anexo_esperado_desde on casos.anexo_esperado (desde);

create view public.anexo_abandonado as select null::uuid as arquivo_id where false;

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

-- The keys that access codes and numbers of documents were made with. `conferencia` is a text that the key has encrypted; no key is here.
create table casos.chave (
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  conferencia text not null check (char_length(conferencia) between 1 and 200),
  desde timestamptz not null
);
create view public.chave_de_casos as select id, conferencia from casos.chave;

create or replace function casos.anexar(caso uuid, arquivos jsonb, autor text) returns void language plpgsql as $$
begin
  insert into casos.anexo (caso_id, arquivo_id, autor, criado_em)
  select caso, a.id::uuid, anexar.autor, casos.agora() from jsonb_array_elements_text(coalesce(nullif(arquivos, 'null'), '[]')) a (id);
  delete from casos.anexo_esperado e
   where e.arquivo_id in (select a.id::uuid from jsonb_array_elements_text(coalesce(nullif(arquivos, 'null'), '[]')) a (id));
  if (select count(*) from casos.anexo a where a.caso_id = caso and a.autor = 'cidadao') > 20 then
    perform casos.recusar('anexos_demais');
  elsif exists (select from casos.anexo a join storage.files f on f.id = a.arquivo_id where a.caso_id = caso and f.bucket_id <> 'casos') then
    perform casos.recusar('anexo_de_outro_lugar');
  end if;
end
$$;

-- `outras_chaves` of `dados`: how the same submission may have been named within the last hour. A subject that is not there any more, because the
-- form is older than the list, is "not known": nobody is sent away for it. `cifra`: id and `conferencia` of the key in use.
create or replace function casos.registrar(canal text, chave text, codigo_hash text, dados jsonb) returns public.recibo_de_caso language plpgsql as $$
declare
  caso casos.caso;
  campos casos.caso;
  outras text[] := array(select jsonb_array_elements_text(coalesce(nullif(dados -> 'outras_chaves', 'null'), '[]')));
  nova boolean := false;
begin
  -- Two submissions that have a name in common wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('caso ' || o.nome, 0)) from (select unnest(outras || registrar.chave) as nome order by 1) o;
  select * into caso from casos.caso c
   where c.chave = registrar.chave or (c.chave = any (outras) and c.registrado_em > casos.agora() - interval '1 hour')
   order by c.chave <> registrar.chave limit 1;
  if not found then
    campos := jsonb_populate_record(null::casos.caso, dados);
    insert into casos.caso (id, canal, chave, codigo_hash, tipo, identificacao, assunto_id, unidade_id, texto, local_fato, data_fato, envolvidos,
      forma_resposta, formato_desejado, canal_entrada, origem_rota, registrado_em)
    values (coalesce(campos.id, gen_random_uuid()), registrar.canal, registrar.chave, registrar.codigo_hash, campos.tipo,
      coalesce(campos.identificacao, 'identificada'),
      (select a.id from public.assunto a where a.id = campos.assunto_id and a.canal = registrar.canal for key share), campos.unidade_id, campos.texto,
      campos.local_fato, campos.data_fato, campos.envolvidos, campos.forma_resposta, campos.formato_desejado,
      coalesce(campos.canal_entrada, 'site'), campos.origem_rota, campos.registrado_em)
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
    perform casos.anexar(caso.id, dados -> 'anexos', 'cidadao');
    if dados ? 'cifra' and not exists (select from casos.chave k where k.id = dados #>> '{cifra,id}') then
      insert into casos.chave (id, conferencia, desde) values (dados #>> '{cifra,id}', dados #>> '{cifra,conferencia}', casos.agora())
      on conflict do nothing;
    end if;
  elsif caso.id is null then
    -- An id of another submission.
    perform casos.recusar('repetido');
  end if;
  return row(caso.protocolo, caso.canal, caso.registrado_em, caso.prazo_em, caso.situacao, not nova, caso.chave,
    caso.codigo_hash)::public.recibo_de_caso;
end
$$;

-- `codigo_hash` tells the server which of its keys has made the access code.
create or replace function public.reservar_mensagens(limite integer, segundos integer) returns setof public.mensagem_a_enviar language plpgsql volatile rows 10 as $$
begin
  return query
  with tomada as (
    update casos.mensagem m set tentativas = m.tentativas + 1, proxima_em = casos.agora() + make_interval(secs => segundos)
     where m.id in (
       select v.id from casos.mensagem v
        where v.enviada_em is null and v.desistida_em is null and v.proxima_em <= casos.agora()
        order by v.proxima_em, v.id limit least(limite, 100) for update skip locked)
    returning m.*
  )
  select t.id, t.tentativas, t.evento, s.email, c.protocolo, c.canal, case t.evento when 'registro' then c.chave end, c.registrado_em, c.prazo_em,
         c.recurso_ate, case when t.evento = 'resposta' and c.canal = 'contato' then c.resposta end,
         case t.evento when 'registro' then c.codigo_hash end
    from tomada t join casos.caso c on c.id = t.caso_id join casos.solicitante s on s.caso_id = c.id
   order by t.id;
end
$$;
