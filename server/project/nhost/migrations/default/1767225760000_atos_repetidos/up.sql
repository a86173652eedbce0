-- What a citizen sends twice, because the answer was lost on the way, is recorded once: complements, appeals and ratings bring a key, as submissions
-- do. `chave` is null where the server is older or the page was.

alter table casos.andamento add column chave text check (char_length(chave) between 16 and 200);
create unique index andamento_por_chave on casos.andamento (caso_id, chave) where chave is not null;

create or replace function casos.narrar(caso uuid, de text, para text, passo jsonb) returns void language sql as $$
  insert into casos.andamento (caso_id, de_situacao, para_situacao, descricao_publica, nota_interna, autor, autor_id, criado_em, chave)
  values (caso, de, para, nullif(passo ->> 'descricao', ''), nullif(passo ->> 'nota', ''), coalesce(passo ->> 'autor', 'instituicao'),
    case when coalesce(passo ->> 'autor', 'instituicao') = 'instituicao' then casos.quem() end, casos.agora(), passo ->> 'chave');
$$;

-- The caller has locked the case, so of two at once the second finds what the first has done.
create function casos.ja_feito(caso uuid, chave text) returns boolean language sql volatile as $$
  select exists (select from casos.andamento a where a.caso_id = ja_feito.caso and a.chave = ja_feito.chave)
$$;

drop function public.complementar_caso(text, text, text, text, jsonb);
create function public.complementar_caso(protocolo text, codigo_hash text, tentativa_hash text, texto text, anexos jsonb default '[]', chave text default null)
returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
declare
  caso casos.caso := casos.encontrar(protocolo, codigo_hash, tentativa_hash);
begin
  if caso.id is null then
    return;
  elsif casos.ja_feito(caso.id, complementar_caso.chave) then
    return query select * from casos.mostrar(caso);
    return;
  elsif coalesce(trim(complementar_caso.texto), '') = '' then
    perform casos.recusar('falta_texto');
  elsif not caso.aberto and caso.situacao <> 'respondida' or caso.canal = 'contato' and not caso.aberto then
    perform casos.recusar('caso_encerrado');
  end if;
  update casos.caso c
     set situacao = case when c.situacao in ('aguardando_complementacao', 'respondida') then 'em_analise' else c.situacao end,
         andamento = jsonb_build_object('autor', 'cidadao', 'descricao', complementar_caso.texto, 'chave', complementar_caso.chave)
   where c.id = caso.id returning * into caso;
  perform casos.anexar(caso.id, complementar_caso.anexos, 'cidadao');
  return query select * from casos.mostrar(caso);
end
$$;

drop function public.interpor_recurso(text, text, text, text);
create function public.interpor_recurso(protocolo text, codigo_hash text, tentativa_hash text, texto text, chave text default null)
returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
declare
  caso casos.caso := casos.encontrar(protocolo, codigo_hash, tentativa_hash);
  nova smallint := case caso.situacao when 'respondido' then 1 when 'recurso_decidido_1' then 2 end;
begin
  if caso.id is null then
    return;
  elsif casos.ja_feito(caso.id, interpor_recurso.chave) then
    return query select * from casos.mostrar(caso);
    return;
  elsif nova is null then
    perform casos.recusar('transicao_proibida');
  elsif coalesce(trim(interpor_recurso.texto), '') = '' then
    perform casos.recusar('falta_texto');
  end if;
  insert into casos.recurso (caso_id, instancia, motivo, interposto_em, prazo_em)
  select caso.id, nova, interpor_recurso.texto, casos.agora(), casos.fim_do_prazo(casos.data_atual(), k.dias_decisao)
    from public.canal_atendimento k where k.canal = caso.canal;
  update casos.caso c
     set situacao = 'em_recurso_' || nova, andamento = jsonb_build_object('autor', 'cidadao', 'chave', interpor_recurso.chave)
   where c.id = caso.id returning * into caso;
  return query select * from casos.mostrar(caso);
end
$$;

drop function public.avaliar_resposta(text, text, text, integer, text, text);
create function public.avaliar_resposta(protocolo text, codigo_hash text, tentativa_hash text, nota integer,
  resolutividade text default null, texto text default null, chave text default null)
returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
declare
  caso casos.caso := casos.encontrar(protocolo, codigo_hash, tentativa_hash);
begin
  if caso.id is null then
    return;
  elsif casos.ja_feito(caso.id, avaliar_resposta.chave) then
    return query select * from casos.mostrar(caso);
    return;
  elsif avaliar_resposta.nota is null or avaliar_resposta.nota not between 1 and 5 then
    perform casos.recusar('nota_invalida');
  elsif caso.satisfacao is not null then
    perform casos.recusar('ja_avaliado');
  end if;
  update casos.caso c
     set situacao = case when c.canal = 'ouvidoria' and c.situacao = 'respondida' then 'concluida' else c.situacao end,
         satisfacao = avaliar_resposta.nota, resolutividade = avaliar_resposta.resolutividade,
         satisfacao_texto = nullif(trim(avaliar_resposta.texto), ''),
         andamento = jsonb_build_object('autor', 'cidadao', 'chave', avaliar_resposta.chave)
   where c.id = caso.id returning * into caso;
  return query select * from casos.mostrar(caso);
end
$$;
