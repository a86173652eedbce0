-- Forward only: nothing is undone here. A correction is a new migration.
-- Who asked for information and got no answer in the term had the ouvidoria alone, where the complaint was another case without a tie to the request.
-- The complaint of omission (reclamação; Lei 12.527 art. 40, and Decreto 7.724/2012 art. 22 as its model) is filed with the request and decided within
-- the days of an appeal by the authority that watches over the law. It is no appeal: there is no answer to appeal against, so the case keeps its state,
-- its term and its lateness, and the answer leaves the complaint without object. Once for a case (decision 0160).
alter table casos.recurso add column tipo text not null default 'recurso' check (tipo in ('recurso', 'reclamacao'));
alter table casos.recurso alter column instancia drop not null;
alter table casos.recurso drop constraint recurso_decisao_check;
-- `prejudicada`: the answer, or the end of the request, came before the decision.
alter table casos.recurso add constraint recurso_decisao_check check (
  decisao in ('provido', 'desprovido', 'nao_conhecido') or decisao = case tipo when 'recurso' then 'parcial' else 'prejudicada' end);
alter table casos.recurso drop constraint recurso_decidido_por_inteiro;
alter table casos.recurso add constraint recurso_decidido_por_inteiro check (
  (decidido_em is null) = (decisao is null) and (decisao is null or decisao = 'prejudicada') = (autoridade is null));
alter table casos.recurso add constraint recurso_com_instancia check ((tipo = 'recurso') = (instancia is not null));
create unique index reclamacao_do_caso on casos.recurso (caso_id) where tipo = 'reclamacao';

-- A complaint may have no words, so what was decided is told by more than the words.
drop trigger recusar_mudanca on casos.recurso;
create trigger recusar_mudanca before update on casos.recurso
  for each row when (old.decidido_em is not null and (new.motivo is not null or new.texto is not null
    or (new.tipo, new.interposto_em, new.prazo_em, new.decidido_em, new.decisao, new.autoridade)
       is distinct from (old.tipo, old.interposto_em, old.prazo_em, old.decidido_em, old.decisao, old.autoridade)))
  execute function casos.recusar_mudanca();

-- `reclamacao` is what became of the complaint, by which it is counted; `reclamacao_ate` its term while it waits, by which the staff's list has it first.
alter table casos.caso add column reclamacao text;
alter table casos.caso add column reclamacao_ate date;
alter table casos.caso add constraint caso_reclamado_sem_resposta
  check (reclamacao_ate is null or (canal = 'sic' and aberto and respondido_em is null and reclamacao is not null));
create index caso_na_fila on casos.caso (aberto, reclamacao_ate, prazo_em, id);

-- Both are read from the complaint with each step of the case, and are never written by hand. After `guardar_caso`, which works out the step.
create function casos.guardar_reclamacao() returns trigger language plpgsql as $$
declare
  feita casos.recurso;
begin
  select * into feita from casos.recurso r where r.caso_id = new.id and r.tipo = 'reclamacao';
  if feita.decisao is null and (not new.aberto or new.canal <> 'sic') then
    update casos.recurso r set decidido_em = casos.agora(), decisao = 'prejudicada' where r.id = feita.id returning * into feita;
  end if;
  new.reclamacao := case when feita.id is not null then coalesce(feita.decisao, 'em_andamento') end;
  new.reclamacao_ate := case when feita.decisao is null then feita.prazo_em end;
  return new;
end
$$;
create trigger guardar_reclamacao before update on casos.caso
  for each row when (old.canal = 'sic' and old.eliminado_em is null) execute function casos.guardar_reclamacao();

create function casos.pode_reclamar(caso casos.caso) returns boolean language sql stable as $$
  select caso.canal = 'sic' and caso.aberto and caso.respondido_em is null and caso.reclamacao is null
    and caso.prazo_em < casos.data_atual() and not coalesce(casos.prazo_suspenso(caso), false)
$$;

-- `marco` of a step: what the history tells of a case that keeps its state.
create or replace function casos.narrar(caso uuid, de text, para text, passo jsonb) returns void language plpgsql as $$
begin
  insert into casos.andamento (caso_id, de_situacao, para_situacao, descricao_publica, nota_interna, autor, autor_id, criado_em, chave, arquivo_retirado)
  values (caso, de, coalesce(para, passo ->> 'marco'), nullif(passo ->> 'descricao', ''), nullif(passo ->> 'nota', ''), coalesce(passo ->> 'autor', 'instituicao'),
    case when coalesce(passo ->> 'autor', 'instituicao') = 'instituicao' then casos.quem() end, casos.agora(), passo ->> 'chave',
    (passo ->> 'arquivo_retirado')::uuid);
end
$$;

create or replace view public.caso_consultado as
  select null::uuid as id, null::text as protocolo, null::text as canal, null::text as tipo, null::text as identificacao, null::text as assunto,
         null::text as texto, null::text as situacao, null::boolean as aberto, null::timestamptz as registrado_em, null::date as prazo_em,
         null::integer as dias_restantes, null::timestamptz as prorrogado_em, null::text as prorrogacao_justificativa,
         null::timestamptz as respondido_em, null::text as resposta, null::text as tipo_resposta, null::text as fundamento_negativa,
         null::date as recurso_ate, null::text as autoridade_recurso, null::timestamptz as concluido_em, null::text as arquivamento_motivo,
         null::text as orgao_destino, null::smallint as satisfacao, null::boolean as pode_complementar, null::boolean as pode_recorrer,
         null::boolean as pode_avaliar, null::jsonb as andamentos, null::jsonb as recursos, null::jsonb as anexos,
         null::date as complementar_ate, null::boolean as prazo_suspenso, null::text as forma_resposta,
         null::boolean as pode_reclamar, null::jsonb as reclamacao
   where false;

create or replace function casos.mostrar(caso casos.caso) returns setof public.caso_consultado language sql stable as $$
  select caso.id, caso.protocolo, caso.canal, caso.tipo, caso.identificacao, (select a.nome from public.assunto a where a.id = caso.assunto_id),
         caso.texto, caso.situacao, caso.aberto, caso.registrado_em, caso.prazo_em,
         case when caso.aberto and not casos.prazo_suspenso(caso) then caso.prazo_em - casos.data_atual() end,
         caso.prorrogado_em, caso.prorrogacao_justificativa, caso.respondido_em, caso.resposta, caso.tipo_resposta, caso.fundamento_negativa,
         caso.recurso_ate,
         casos.autoridade_do_recurso(caso),
         caso.concluido_em, caso.arquivamento_motivo, caso.orgao_destino, caso.satisfacao,
         caso.aberto or (caso.canal = 'ouvidoria' and caso.situacao = 'respondida' and caso.reaberto_em is null and casos.data_atual() <= caso.recurso_ate),
         caso.situacao in ('respondido', 'recurso_decidido_1') and casos.data_atual() <= caso.recurso_ate,
         caso.respondido_em is not null and not casos.esta_avaliada(caso),
         (select coalesce(jsonb_agg(jsonb_build_object('de', a.de_situacao, 'para', a.para_situacao, 'descricao', a.descricao_publica,
            'autor', a.autor, 'em', a.criado_em, 'arquivo_retirado', a.arquivo_retirado is not null) order by a.id), '[]')
            from casos.andamento a where a.caso_id = caso.id and (a.para_situacao is not null or a.descricao_publica is not null)),
         (select coalesce(jsonb_agg(jsonb_build_object('instancia', r.instancia, 'motivo', r.motivo, 'interposto_em', r.interposto_em,
            'prazo_em', r.prazo_em, 'decidido_em', r.decidido_em, 'decisao', r.decisao, 'texto', r.texto, 'autoridade', r.autoridade)
            order by r.instancia), '[]') from casos.recurso r where r.caso_id = caso.id and r.tipo = 'recurso'),
         (select coalesce(jsonb_agg(jsonb_build_object('arquivo_id', x.arquivo_id, 'nome', f.name, 'mime', f.mime_type, 'tamanho_bytes', f.size,
            'autor', x.autor) order by x.id), '[]')
            from casos.anexo x join storage.files f on f.id = x.arquivo_id where x.caso_id = caso.id),
         casos.complementar_ate(caso), casos.prazo_suspenso(caso), caso.forma_resposta, casos.pode_reclamar(caso),
         (select jsonb_build_object('motivo', r.motivo, 'interposto_em', r.interposto_em, 'prazo_em', r.prazo_em, 'decisao', r.decisao,
            'texto', r.texto, 'autoridade', r.autoridade, 'atrasada', r.decisao is null and r.prazo_em < casos.data_atual())
            from casos.recurso r where r.caso_id = caso.id and r.tipo = 'reclamacao')
    from public.canal_atendimento k where k.canal = caso.canal
$$;

-- The citizen's text may be missing: that there is no answer says it all. The case was locked by its finding, so of two at once the second finds the
-- first.
create function public.reclamar_da_omissao(protocolo text, codigo_hash text, tentativa_hash text, texto text default null, chave text default null)
returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
declare
  caso casos.caso := casos.encontrar(protocolo, codigo_hash, tentativa_hash);
  ate date;
begin
  if caso.id is null then
    return;
  elsif casos.ja_feito(caso.id, reclamar_da_omissao.chave) then
    return query select * from casos.mostrar(caso);
    return;
  elsif caso.canal <> 'sic' then
    perform casos.recusar('transicao_proibida');
  elsif caso.reclamacao is not null then
    perform casos.recusar('ja_reclamado');
  elsif not caso.aberto or caso.respondido_em is not null then
    perform casos.recusar('ja_respondido');
  elsif not casos.pode_reclamar(caso) then
    perform casos.recusar('prazo_da_resposta_corre');
  end if;
  select casos.fim_do_prazo(casos.data_atual(), k.dias_decisao) into strict ate from public.canal_atendimento k where k.canal = caso.canal;
  insert into casos.recurso (caso_id, tipo, motivo, interposto_em, prazo_em)
  values (caso.id, 'reclamacao', nullif(trim(reclamar_da_omissao.texto), ''), casos.agora(), ate);
  update casos.caso c
     set andamento = jsonb_build_object('autor', 'cidadao', 'marco', 'reclamacao_registrada', 'chave', reclamar_da_omissao.chave,
       'descricao', 'Prazo da decisão: até ' || to_char(ate, 'DD/MM/YYYY') || '.')
   where c.id = caso.id returning * into caso;
  perform casos.avisar(caso.id, 'reclamacao');
  return query select * from casos.mostrar(caso);
end
$$;

-- What the staff reads.
create or replace view public.caso as
  select id, canal, protocolo, situacao, aberto, tipo, identificacao, assunto_id, unidade_id, texto, local_fato, data_fato, envolvidos,
         forma_resposta, formato_desejado, canal_entrada, registrado_em, prazo_em, prorrogado_em, prorrogacao_justificativa, aguardando_desde,
         respondido_em, respondido_no_prazo, resposta, tipo_resposta, fundamento_negativa, resposta_publica, recurso_ate, reaberto_em,
         concluido_em, arquivamento_motivo, orgao_destino, satisfacao, satisfacao_texto, resolutividade, demonstracao, eliminado_em, versao,
         atualizado_em, area_prazo_em, area_prorrogado_em, left(regexp_replace(left(texto, 400), '\s+', ' ', 'g'), 160) as inicio, busca_texto,
         exists (select from casos.solicitante s where s.caso_id = caso.id and s.email is not null) as tem_email,
         -- The function is asked only of a case that waits.
         caso.aguardando_desde is not null and casos.prazo_suspenso(caso) as prazo_suspenso,
         reclamacao, reclamacao_ate
    from casos.caso;

create or replace view public.recurso_informacao as
  select id, caso_id, instancia, motivo, interposto_em, prazo_em, decidido_em, decisao, texto, autoridade, tipo from casos.recurso;

create or replace function public.passos_do_caso(caso_id uuid) returns setof public.passo_de_caso language sql stable rows 10 as $$
  select p.para, p.especie, case p.especie when 'prorrogacao_da_area' then d.area_prazo_em else d.prazo_em end
    from casos.caso c
    cross join lateral (
      select t.para, s.especie from casos.transicao t join casos.situacao s on s.canal = t.canal and s.situacao = t.para
       where t.canal = c.canal and t.de = c.situacao
      union all
      select case c.canal when 'sic' then 'reclassificado' else 'reclassificada' end, 'reclassificacao' where c.canal <> 'contato'
      union all
      select c.situacao, 'prorrogacao_da_area' where c.area_prazo_em is not null
    ) p
    cross join lateral casos.depois_do_passo(c, p.para, p.especie) d
   where c.id = passos_do_caso.caso_id and c.eliminado_em is null and d.id is not null
  union all
  -- The decision on the complaint changes neither state nor term.
  select 'reclamacao_decidida', 'decisao_da_reclamacao', c.prazo_em
    from casos.caso c where c.id = passos_do_caso.caso_id and c.reclamacao_ate is not null
$$;

-- Who decides appeals decides complaints: a step that leaves the case in its state.
create or replace function public.tramitar_caso(caso_id uuid, para_situacao text, dados jsonb default '{}')
returns public.caso language plpgsql volatile as $$
declare
  atual casos.caso;
  muda_canal boolean := para_situacao in ('reclassificada', 'reclassificado');
  especie text;
  novo_assunto bigint := (dados ->> 'assunto_id')::bigint;
  novo_canal text;
  aceitos text[];
  complemento boolean := coalesce((dados ->> 'complemento')::boolean, false);
begin
  select * into atual from casos.caso c where c.id = tramitar_caso.caso_id for update;
  if not found then
    perform casos.recusar('nao_encontrado');
  elsif (dados ->> 'versao')::integer <> atual.versao then
    perform casos.recusar('mudado_por_outra_pessoa');
  elsif tramitar_caso.para_situacao = atual.situacao
        and jsonb_strip_nulls(dados) ?| array['resposta', 'tipo_resposta', 'justificativa', 'motivo', 'orgao', 'decisao'] then
    -- Somebody else has taken the step meanwhile: what this one brings would be lost without a word.
    perform casos.recusar('mudado_por_outra_pessoa');
  end if;
  if complemento then
    if tramitar_caso.para_situacao <> atual.situacao or atual.aberto or atual.respondido_em is null or atual.eliminado_em is not null
       or atual.canal = 'contato' then
      perform casos.recusar('sem_resposta_a_complementar');
    elsif coalesce(btrim(dados ->> 'descricao'), '') = '' then
      perform casos.recusar('falta_texto');
    end if;
  end if;
  novo_canal := case when not muda_canal then atual.canal when atual.canal = 'sic' then 'ouvidoria' else 'sic' end;
  if (muda_canal or novo_assunto is distinct from atual.assunto_id)
     and novo_assunto is not null and not exists (select from public.assunto a where a.id = novo_assunto and a.canal = novo_canal) then
    perform casos.recusar('assunto_de_outro_canal');
  end if;
  if tramitar_caso.para_situacao = 'reclamacao_decidida' then
    especie := 'decisao_da_reclamacao';
  elsif tramitar_caso.para_situacao <> atual.situacao then
    select s.especie into especie from casos.situacao s where s.canal = atual.canal and s.situacao = tramitar_caso.para_situacao;
  end if;
  aceitos := case when muda_canal then case novo_canal when 'ouvidoria' then array['tipo'] else '{}'::text[] end
    else array['tipo', 'unidade_id'] || case especie
      when 'resposta' then array['resposta', 'tipo_resposta', 'fundamento_negativa', 'resposta_publica']
      when 'prorrogacao' then array['justificativa']
      when 'saida' then array['motivo', 'orgao']
      when 'decisao' then array['decisao', 'autoridade', 'resposta']
      when 'decisao_da_reclamacao' then array['decisao', 'autoridade', 'resposta'] end end;
  if exists (
    select from unnest(array['tipo', 'unidade_id', 'resposta', 'tipo_resposta', 'fundamento_negativa', 'resposta_publica', 'justificativa', 'motivo',
      'orgao', 'decisao', 'autoridade']) d (nome)
     where d.nome <> all (aceitos) and jsonb_strip_nulls(dados) ? d.nome) then
    perform casos.recusar('fora_da_transicao');
  end if;
  if muda_canal then
    update casos.caso c
       set canal = case c.canal when 'sic' then 'ouvidoria' else 'sic' end,
           situacao = case c.canal when 'sic' then 'registrada' else 'registrado' end,
           tipo = case c.canal when 'sic' then coalesce(dados ->> 'tipo', 'solicitacao') end,
           assunto_id = novo_assunto, prorrogacao_justificativa = null,
           andamento = jsonb_build_object('descricao', dados ->> 'descricao', 'nota', dados ->> 'nota')
     where c.id = atual.id and c.canal in ('sic', 'ouvidoria');
    if not found then
      perform casos.recusar('transicao_proibida');
    end if;
    perform casos.anexar(atual.id, dados -> 'anexos', 'instituicao');
    return (select c from public.caso c where c.id = atual.id);
  end if;
  if especie in ('decisao', 'decisao_da_reclamacao') then
    if coalesce(dados ->> 'decisao', '') = '' or coalesce(dados ->> 'autoridade', '') = '' then
      perform casos.recusar('falta_decisao');
    elsif coalesce(dados ->> 'resposta', '') = '' then
      perform casos.recusar('falta_texto');
    end if;
    update casos.recurso r
       set decidido_em = casos.agora(), decisao = dados ->> 'decisao', texto = dados ->> 'resposta', autoridade = dados ->> 'autoridade'
     where r.caso_id = atual.id and r.decidido_em is null and r.tipo = case especie when 'decisao' then 'recurso' else 'reclamacao' end;
    if not found and especie = 'decisao_da_reclamacao' then
      perform casos.recusar('transicao_proibida');
    end if;
  end if;
  perform casos.anexar(atual.id, dados -> 'anexos', 'instituicao');
  update casos.caso c
     set situacao = case when especie = 'decisao_da_reclamacao' then c.situacao else tramitar_caso.para_situacao end,
         tipo = case c.canal when 'ouvidoria' then coalesce(dados ->> 'tipo', c.tipo) end,
         assunto_id = coalesce(novo_assunto, c.assunto_id),
         unidade_id = coalesce((dados ->> 'unidade_id')::bigint, c.unidade_id),
         resposta = case especie when 'resposta' then dados ->> 'resposta' else c.resposta end,
         tipo_resposta = case especie when 'resposta' then dados ->> 'tipo_resposta' else c.tipo_resposta end,
         fundamento_negativa = case especie when 'resposta' then dados ->> 'fundamento_negativa' else c.fundamento_negativa end,
         resposta_publica = case especie when 'resposta' then coalesce((dados ->> 'resposta_publica')::boolean, false) else c.resposta_publica end,
         prorrogacao_justificativa = case especie when 'prorrogacao' then dados ->> 'justificativa' else c.prorrogacao_justificativa end,
         arquivamento_motivo = case especie when 'saida' then dados ->> 'motivo' else c.arquivamento_motivo end,
         orgao_destino = case especie when 'saida' then dados ->> 'orgao' else c.orgao_destino end,
         andamento = jsonb_build_object(
           'descricao', coalesce(dados ->> 'descricao', case when especie in ('resposta', 'decisao', 'decisao_da_reclamacao') then dados ->> 'resposta'
             when especie = 'prorrogacao' then dados ->> 'justificativa' end),
           'nota', dados ->> 'nota', 'area', dados ->> 'area',
           'marco', case especie when 'decisao_da_reclamacao' then tramitar_caso.para_situacao end)
   where c.id = atual.id;
  if complemento then
    perform casos.avisar(atual.id, 'complemento');
  end if;
  return (select c from public.caso c where c.id = atual.id);
end
$$;

-- E-mails: a receipt of the complaint, and that it was decided. An answer that came before has an e-mail of its own.
alter table casos.mensagem drop constraint mensagem_evento_check;
alter table casos.mensagem add constraint mensagem_evento_check check (evento in (
  'registro', 'complementacao', 'prorrogacao', 'encaminhamento', 'resposta', 'recurso', 'decisao', 'reclassificacao', 'encerramento', 'complemento',
  'reclamacao', 'decisao_da_reclamacao'));

create or replace function casos.avisar_do_andamento() returns trigger language plpgsql as $$
declare
  evento text := case new.para_situacao
    when 'aguardando_complementacao' then 'complementacao'
    when 'prorrogada' then 'prorrogacao' when 'prorrogado' then 'prorrogacao'
    when 'encaminhada_externa' then 'encaminhamento' when 'redirecionado' then 'encaminhamento'
    when 'respondida' then 'resposta' when 'respondido' then 'resposta'
    when 'recurso_decidido_1' then 'decisao' when 'recurso_decidido_2' then 'decisao'
    when 'reclassificada' then 'reclassificacao' when 'reclassificado' then 'reclassificacao'
    when 'arquivada' then 'encerramento'
    when 'reclamacao_decidida' then 'decisao_da_reclamacao' end;
begin
  if evento is not null then
    perform casos.avisar(new.caso_id, evento);
  end if;
  return null;
end
$$;

create or replace function public.reservar_mensagens(limite integer, segundos integer) returns setof public.mensagem_a_enviar
language plpgsql volatile rows 10 as $$
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
  select t.id, t.tentativas, t.evento, s.email, c.protocolo, c.canal, case t.evento when 'registro' then c.chave end, c.registrado_em,
         coalesce(r.prazo_em, c.prazo_em),
         c.recurso_ate, case when t.evento = 'resposta' and c.canal = 'contato' then c.resposta end,
         case t.evento when 'registro' then c.codigo_hash end,
         case t.evento when 'complementacao' then casos.complementar_ate(c) end,
         case r.instancia when 1 then k.autoridade_recurso_1 when 2 then k.autoridade_recurso_2 else casos.autoridade_do_recurso(c) end,
         case when r.tipo is null then c.respondido_em is not null else r.decidido_em is not null end
    from tomada t join casos.caso c on c.id = t.caso_id join casos.solicitante s on s.caso_id = c.id
    join public.canal_atendimento k on k.canal = c.canal
    -- A message is queued in the transaction of its appeal, or of its complaint, and has its name.
    left join lateral (
      select x.tipo, x.instancia, x.prazo_em, x.decidido_em from casos.recurso x
       where x.tipo = t.evento and x.caso_id = c.id and x.interposto_em <= t.criada_em order by x.instancia desc limit 1
    ) r on true
   order by t.id;
end
$$;

-- A complaint is counted by itself, and not as an appeal.
insert into estatistica.dimensao (canal, dimensao, forma) values ('sic', 'reclamacao', 'lista');
insert into estatistica.valor (canal, dimensao, valor)
select 'sic', 'reclamacao', v.valor from unnest(array['em_andamento', 'provido', 'desprovido', 'nao_conhecido', 'prejudicada']) v (valor);

drop trigger contar_recurso on casos.recurso;
create trigger contar_recurso after insert or update on casos.recurso
  for each row when (new.tipo = 'recurso') execute function estatistica.contar_recurso();

create or replace function estatistica.parcelas_do_caso(caso casos.caso) returns table (dimensao text, valor text) language sql stable as $$
  select d.dimensao, d.valor
    from (select casos.dia(caso.respondido_em) - casos.dia(caso.registrado_em) as dias) r
   cross join lateral (values
     ('total', 'total'),
     ('situacao', case
       when caso.situacao = 'arquivada' then 'arquivada'
       when caso.situacao in ('encaminhada_externa', 'redirecionado') then 'encaminhada_externa'
       when caso.respondido_em is null then null
       when not caso.respondido_no_prazo then 'respondida_fora_do_prazo'
       when caso.prorrogado_em is not null then 'respondida_com_prorrogacao'
       else 'respondida_no_prazo' end),
     ('vence', case when caso.respondido_em is null and caso.situacao not in ('arquivada', 'encaminhada_externa', 'redirecionado') then caso.prazo_em::text end),
     ('prorrogacao', case when caso.prorrogado_em is not null then 'prorrogada' end),
     ('dias', case when r.dias is not null then least(r.dias, 9999)::text end),
     ('assunto', '#' || caso.assunto_id),
     ('canal_entrada', caso.canal_entrada),
     ('nota', caso.satisfacao::text),
     ('tipo', case caso.canal when 'ouvidoria' then caso.tipo end),
     ('identificacao', case caso.canal when 'ouvidoria' then caso.identificacao end),
     ('resolutividade', case caso.canal when 'ouvidoria' then caso.resolutividade end),
     ('tipo_resposta', case when caso.canal = 'sic' and caso.respondido_em is not null then caso.tipo_resposta end),
     ('fundamento', case when caso.canal = 'sic' and caso.respondido_em is not null then caso.fundamento_negativa end),
     ('imediata', case when caso.canal = 'sic' and r.dias = 0 then 'imediata' end),
     ('reclamacao', case caso.canal when 'sic' then caso.reclamacao end)
   ) d (dimensao, valor)
   where d.valor is not null
  union all
  select p.dimensao, p.valor from estatistica.parcelas_do_perfil(caso.id) p
$$;
