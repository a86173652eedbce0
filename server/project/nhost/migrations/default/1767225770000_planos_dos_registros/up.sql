-- What a submission costs. It looked for its earlier attempts among all cases of the last hour, so that each cost more than the one before. And it runs
-- some thirty small statements: Postgres plans those of PL/pgSQL once for each connection, where it may take one plan for all values, and those of an
-- SQL function each time that the function is called.
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

create or replace function casos.narrar(caso uuid, de text, para text, passo jsonb) returns void language plpgsql as $$
begin
  insert into casos.andamento (caso_id, de_situacao, para_situacao, descricao_publica, nota_interna, autor, autor_id, criado_em)
  values (caso, de, para, nullif(passo ->> 'descricao', ''), nullif(passo ->> 'nota', ''), coalesce(passo ->> 'autor', 'instituicao'),
    case when coalesce(passo ->> 'autor', 'instituicao') = 'instituicao' then casos.quem() end, casos.agora());
end
$$;

create or replace function public.podar_mudancas(quantas integer) returns void language plpgsql as $$
begin
  delete from public.mudanca where id in (
    select m.id from public.mudanca m
     where m.id in (
       select p.id from (select id, ocorrida_em from public.mudanca order by id limit quantas) p where p.ocorrida_em < now() - interval '2 days')
       for update skip locked);
end
$$;

create or replace function public.registrar_mudanca(aviso jsonb) returns void language plpgsql as $$
begin
  insert into public.mudanca (aviso) values (registrar_mudanca.aviso);
  perform public.podar_mudancas(2);
end
$$;
