-- What the staff does with cases, and what the servers do when a term is over.

-- A step is tried against the rules themselves, so that the list of the steps and the rules cannot disagree.
create function casos.passo_permitido(caso casos.caso, para text, especie text) returns boolean language plpgsql stable as $$
declare
  novo casos.caso := caso;
begin
  -- The decision itself is what the step brings.
  if especie = 'decisao' then
    return exists (select from casos.recurso r where r.caso_id = caso.id and r.decidido_em is null);
  end if;
  novo.andamento := '{"descricao": "x"}';
  novo.prorrogacao_justificativa := 'x';
  if especie = 'reclassificacao' then
    novo.canal := case caso.canal when 'sic' then 'ouvidoria' else 'sic' end;
    select k.situacao_inicial into novo.situacao from public.canal_atendimento k where k.canal = novo.canal;
    perform casos.mudar_canal(caso, novo);
  else
    novo.situacao := para;
    novo.resposta := 'x';
    novo.tipo_resposta := 'acesso_concedido';
    novo.arquivamento_motivo := 'duplicada';
    novo.orgao_destino := 'x';
    perform casos.dar_passo(caso, novo);
  end if;
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;

-- The steps that the staff may take with a case now.
create function public.passos_do_caso(caso_id uuid) returns setof public.passo_de_caso language sql stable rows 10 as $$
  select p.para, p.especie
    from casos.caso c
    cross join lateral (
      select t.para, s.especie from casos.transicao t join casos.situacao s on s.canal = t.canal and s.situacao = t.para
       where t.canal = c.canal and t.de = c.situacao
      union all
      select case c.canal when 'sic' then 'reclassificado' else 'reclassificada' end, 'reclassificacao' where c.canal <> 'contato'
    ) p
   where c.id = passos_do_caso.caso_id and c.eliminado_em is null and casos.passo_permitido(c, p.para, p.especie)
$$;

-- One step of the staff. `dados`: versao (of the row that was read), descricao (public), nota (internal), resposta, tipo_resposta,
-- fundamento_negativa, resposta_publica, justificativa, motivo, orgao, unidade_id, anexos, decisao and autoridade of an appeal; area (`prorrogar`
-- extends the term of the area); to change the channel (para_situacao `reclassificada` or `reclassificado`) or the kind (para_situacao as it is):
-- tipo, assunto_id.
create function public.tramitar_caso(caso_id uuid, para_situacao text, dados jsonb default '{}')
returns public.caso language plpgsql volatile as $$
declare
  atual casos.caso;
  muda_canal boolean := para_situacao in ('reclassificada', 'reclassificado');
  especie text;
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
  if tramitar_caso.para_situacao <> atual.situacao then
    select s.especie into especie from casos.situacao s where s.canal = atual.canal and s.situacao = tramitar_caso.para_situacao;
  end if;
  if muda_canal then
    update casos.caso c
       set canal = case c.canal when 'sic' then 'ouvidoria' else 'sic' end,
           situacao = case c.canal when 'sic' then 'registrada' else 'registrado' end,
           tipo = case c.canal when 'sic' then coalesce(dados ->> 'tipo', 'solicitacao') end,
           assunto_id = (dados ->> 'assunto_id')::bigint, prorrogacao_justificativa = null,
           andamento = jsonb_build_object('descricao', dados ->> 'descricao', 'nota', dados ->> 'nota')
     where c.id = atual.id and c.canal in ('sic', 'ouvidoria');
    if not found then
      perform casos.recusar('transicao_proibida');
    end if;
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
         assunto_id = coalesce((dados ->> 'assunto_id')::bigint, c.assunto_id),
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
  return (select c from public.caso c where c.id = atual.id);
end
$$;

create function public.anotar_caso(caso_id uuid, nota text) returns public.caso language plpgsql volatile as $$
begin
  if coalesce(trim(anotar_caso.nota), '') = '' then
    perform casos.recusar('falta_texto');
  end if;
  update casos.caso c set andamento = jsonb_build_object('nota', anotar_caso.nota) where c.id = anotar_caso.caso_id;
  if not found then
    perform casos.recusar('nao_encontrado');
  end if;
  return (select c from public.caso c where c.id = anotar_caso.caso_id);
end
$$;

-- The only way to the person. Each reading is recorded with who and why before anything is shown.
create function public.ler_dados_pessoais(caso_id uuid, motivo text) returns public.dados_pessoais_do_caso language plpgsql volatile as $$
declare
  lido casos.solicitante;
begin
  if coalesce(char_length(trim(ler_dados_pessoais.motivo)), 0) < 3 then
    perform casos.recusar('falta_motivo');
  end if;
  insert into casos.leitura (caso_id, protocolo, usuario, papel, motivo, lido_em)
  select c.id, c.protocolo, casos.quem(), casos.papel(), trim(ler_dados_pessoais.motivo), casos.agora()
    from casos.caso c where c.id = ler_dados_pessoais.caso_id;
  if not found then
    perform casos.recusar('nao_encontrado');
  end if;
  select * into lido from casos.solicitante s where s.caso_id = ler_dados_pessoais.caso_id;
  return row(ler_dados_pessoais.caso_id, lido.nome, lido.email, lido.telefone, lido.documento_tipo, lido.documento_cifrado, lido.endereco)::public.dados_pessoais_do_caso;
end
$$;

-- Who has lost the access code asks the staff, which sees no code: the receipt goes once more to the address that the case has, and to no other.
create function public.reenviar_recibo(caso_id uuid) returns public.caso language plpgsql volatile as $$
declare
  atual casos.caso;
begin
  -- Two of the staff who do it at once send one.
  select * into atual from casos.caso c where c.id = reenviar_recibo.caso_id for update;
  if not found then
    perform casos.recusar('nao_encontrado');
  end if;
  if not exists (select from casos.solicitante s where s.caso_id = atual.id and s.email is not null) or atual.demonstracao then
    perform edicao.recusar('segunda_via', '', 'Este caso não tem e-mail: o código só está no recibo que a pessoa recebeu.');
  end if;
  if not exists (select from casos.correio k where k.ativo) then
    perform edicao.recusar('segunda_via', '', 'Este site não envia e-mails. Peça a quem o administra que configure o servidor de e-mail.');
  end if;
  if exists (select from casos.mensagem m
              where m.caso_id = atual.id and m.evento = 'registro' and m.enviada_em is null and m.desistida_em is null) then
    perform edicao.recusar('segunda_via', '', 'O recibo já está na fila de envio: chega em alguns minutos.');
  end if;
  perform casos.avisar(atual.id, 'registro');
  update casos.caso c set andamento = '{"nota": "O recibo foi enviado de novo ao e-mail do registro."}' where c.id = atual.id;
  return (select c from public.caso c where c.id = atual.id);
end
$$;

-- Ends what only time ends: answers to which nobody objects, and questions to the citizen without an answer where the norm says so. Run by each
-- server from time to time; two at once take different rows.
create function public.encerrar_casos_por_prazo(limite integer default 100) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  encerrados integer;
  arquivados integer;
begin
  update casos.caso c
     set situacao = case c.canal when 'sic' then 'finalizado' else 'concluida' end, andamento = '{"autor": "sistema"}'
   where c.id in (
     select v.id from casos.caso v
      where v.situacao in ('respondida', 'respondido', 'recurso_decidido_1', 'recurso_decidido_2') and v.canal <> 'contato'
        and (v.recurso_ate < casos.data_atual() or v.recurso_ate is null) and v.eliminado_em is null
      order by v.recurso_ate limit limite for update skip locked);
  get diagnostics encerrados = row_count;
  update casos.caso c set situacao = 'arquivada', arquivamento_motivo = 'sem_elementos_minimos', andamento = '{"autor": "sistema"}'
   where c.id in (
     select v.id from casos.caso v join public.canal_atendimento k on k.canal = v.canal
      where v.situacao = 'aguardando_complementacao' and k.complementacao_suspende_prazo and v.identificado
        and casos.dia(v.aguardando_desde) + k.dias_complementacao < casos.data_atual() and casos.complementar_ate(v) < casos.data_atual()
      order by v.aguardando_desde limit limite for update of v skip locked);
  get diagnostics arquivados = row_count;
  return row(encerrados + arquivados)::public.rotina_de_casos;
end
$$;
