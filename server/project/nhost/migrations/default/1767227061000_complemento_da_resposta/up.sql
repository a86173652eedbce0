-- An answer that was sent could not be corrected: no step leads back from it, and only the citizen reopens a case. The first answer stays as it is, because
-- the terms of the citizen run from it; what corrects or adds to it is told beside it, with files, and the citizen gets an e-mail of its own. It changes
-- neither state nor term. Messages (contato) have their answer in the e-mail alone and no page on which a second text could stand beside the first.
alter table casos.mensagem drop constraint mensagem_evento_check;
alter table casos.mensagem add constraint mensagem_evento_check check (evento in (
  'registro', 'complementacao', 'prorrogacao', 'encaminhamento', 'resposta', 'recurso', 'decisao', 'reclassificacao', 'encerramento', 'complemento'));

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
  if tramitar_caso.para_situacao <> atual.situacao then
    select s.especie into especie from casos.situacao s where s.canal = atual.canal and s.situacao = tramitar_caso.para_situacao;
  end if;
  aceitos := case when muda_canal then case novo_canal when 'ouvidoria' then array['tipo'] else '{}'::text[] end
    else array['tipo', 'unidade_id'] || case especie
      when 'resposta' then array['resposta', 'tipo_resposta', 'fundamento_negativa', 'resposta_publica']
      when 'prorrogacao' then array['justificativa']
      when 'saida' then array['motivo', 'orgao']
      when 'decisao' then array['decisao', 'autoridade', 'resposta'] end end;
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
  if especie = 'decisao' then
    if coalesce(dados ->> 'decisao', '') = '' or coalesce(dados ->> 'autoridade', '') = '' then
      perform casos.recusar('falta_decisao');
    elsif coalesce(dados ->> 'resposta', '') = '' then
      perform casos.recusar('falta_texto');
    end if;
    update casos.recurso r
       set decidido_em = casos.agora(), decisao = dados ->> 'decisao', texto = dados ->> 'resposta', autoridade = dados ->> 'autoridade'
     where r.caso_id = atual.id and r.decidido_em is null;
  end if;
  perform casos.anexar(atual.id, dados -> 'anexos', 'instituicao');
  update casos.caso c
     set situacao = tramitar_caso.para_situacao,
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
           'descricao', coalesce(dados ->> 'descricao', case when especie in ('resposta', 'decisao') then dados ->> 'resposta'
             when especie = 'prorrogacao' then dados ->> 'justificativa' end),
           'nota', dados ->> 'nota', 'area', dados ->> 'area')
   where c.id = atual.id;
  if complemento then
    perform casos.avisar(atual.id, 'complemento');
  end if;
  return (select c from public.caso c where c.id = atual.id);
end
$$;
