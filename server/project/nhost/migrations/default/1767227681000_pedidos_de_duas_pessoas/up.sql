-- Two people and one request for approval (decision 0150): changes that another request takes the place of stay for their author, a second request says
-- what there is, and the refusals are true of a content that is only scheduled.

-- Restated. A content that has a request gets no second one: the lock on the content makes two people who send at once come one after the other, and
-- the second read the name of a constraint. What was returned becomes a draft of its author when another person sends other changes, or when the content
-- is sent as a whole because it has left the site: it was gone. Who may decide is no matter of the reason, so it is told of the whole.
-- A content can leave the site while another person has its form open: changes that were sent from that form were dropped, the request waited without
-- them, and the form forgot them as sent. They are refused, and stay in the form and in its draft.
create or replace function edicao.conferir_pedido() returns trigger language plpgsql as $$
declare
  publicado boolean;
  versao integer;
begin
  if tg_op = 'UPDATE' and (new.situacao = old.situacao or (new.situacao in ('aprovada', 'retirada') and old.situacao <> 'pedida')) then
    perform edicao.recusar('aprovacao_em_ordem', 'situacao', 'Outra pessoa já enviou ou devolveu este conteúdo. Veja como ele está agora.');
  end if;
  if new.situacao <> 'pedida' then
    -- What is returned, approved or withdrawn is what was sent.
    new.proposta := old.proposta;
    new.versao_base := old.versao_base;
    if new.situacao = 'retirada' then
      new.motivo := old.motivo;
      if edicao.pessoa_da_sessao() is distinct from old.pedida_por then
        perform edicao.recusar('retirada_por_quem_pediu', 'situacao', 'Só quem enviou o conteúdo para aprovação retira o pedido.');
      end if;
      return new;
    end if;
    if edicao.pessoa_da_sessao() = old.pedida_por then
      perform edicao.recusar('devolucao_por_outra_pessoa', '', case new.situacao
        when 'devolvida' then 'Quem enviou o conteúdo para aprovação não o devolve.' else 'Quem enviou o conteúdo para aprovação não o aprova.' end);
    end if;
    if new.situacao = 'aprovada' then
      if old.proposta is null then
        perform edicao.recusar('aprovacao_em_ordem', 'situacao', 'Este conteúdo se aprova ao publicar.');
      end if;
      perform edicao.cumprir_proposta(old);
      return new;
    end if;
    new.motivo := pg_catalog.btrim(new.motivo, e' \t\r\n');
    if coalesce(new.motivo, '') = '' then
      perform edicao.recusar('devolucao_com_motivo', 'motivo', 'Escreva o motivo: quem enviou o conteúdo precisa saber o que mudar.');
    end if;
    new.devolvida_por := edicao.pessoa_da_sessao();
    new.devolvida_em := pg_catalog.now();
    return new;
  end if;
  if tg_op = 'INSERT' and (new.tabela <> all (edicao.tabelas_com_aprovacao()) or new.chave !~ '^[1-9]\d{0,17}$') then
    perform edicao.recusar('aprovacao_de_conteudo', 'tabela', 'Este conteúdo não passa por aprovação.');
  end if;
  execute pg_catalog.format('select t.publicado, t.versao from public.%I t where t.id = $1 for no key update', new.tabela)
    into publicado, versao using new.chave::bigint;
  if publicado is null then
    perform edicao.recusar('aprovacao_do_que_nao_se_publicou', 'situacao', 'Este conteúdo não existe mais.');
  elsif tg_op = 'INSERT' and exists (select from public.aprovacao a where a.tabela = new.tabela and a.chave = new.chave) then
    perform edicao.recusar('um_pedido_por_conteudo', '', 'Este conteúdo já foi enviado para aprovação. Veja como ele está agora.');
  elsif not publicado and new.proposta is not null and (tg_op = 'INSERT' or new.proposta is distinct from old.proposta) then
    perform edicao.recusar('proposta_da_versao', '', 'Este conteúdo saiu do site enquanto você escrevia, e nada foi enviado. Recarregue a página, '
      || 'recupere o seu texto, salve e envie o conteúdo inteiro.');
  elsif not publicado then
    new.proposta := null;
    new.versao_base := null;
  elsif new.proposta is null then
    perform edicao.recusar('aprovacao_do_que_nao_se_publicou', 'situacao', 'Este conteúdo já está publicado.');
  elsif new.versao_base is distinct from versao then
    perform edicao.recusar('proposta_da_versao', '', 'Este conteúdo mudou enquanto você escrevia. Abra-o em outra aba e compare antes de enviar.');
  elsif edicao.nomes_estranhos(new.tabela, new.proposta) then
    perform edicao.recusar('proposta_conhecida', '', 'As mudanças têm um campo que não se envia para aprovação.');
  end if;
  new.pedida_por := edicao.pessoa_da_sessao();
  new.pedida_em := pg_catalog.now();
  if tg_op = 'UPDATE' then
    new.motivo := old.motivo;
    -- A draft that its author has begun since is newer, field by field.
    if old.proposta is not null and old.pedida_por is not null and (new.proposta is null or new.pedida_por is distinct from old.pedida_por) then
      insert into public.rascunho as r (usuario, tabela, chave, versao_base, dados)
        values (old.pedida_por, old.tabela, old.chave, old.versao_base, old.proposta)
        on conflict on constraint rascunho_unico do update
          set dados = excluded.dados || r.dados, versao_base = least(excluded.versao_base, r.versao_base);
    end if;
  end if;
  return new;
end
$$;

-- Restated, here and below: the public does not see what is only scheduled.
create or replace function edicao.guardar_publicado() returns trigger language plpgsql as $$
declare
  fora text[];
begin
  if pg_catalog.pg_trigger_depth() > 1 or not edicao.precisa_de_aprovacao() then
    return new;
  end if;
  select a.fora into fora from edicao.tabela_auditada a where a.tabela = tg_table_name;
  if pg_catalog.to_jsonb(new) ->> 'retirado_em' is not null then
    fora := fora || array['retirado_em', 'retirado_motivo'];
  end if;
  if pg_catalog.to_jsonb(new) - fora is distinct from pg_catalog.to_jsonb(old) - fora then
    perform edicao.recusar('mudanca_aprovada', '', 'Este conteúdo está publicado, ou marcado para aparecer: em vez de salvar, '
      || 'envie as mudanças para aprovação, no alto do formulário.');
  end if;
  return new;
end
$$;

create or replace function edicao.guardar_arquivos_publicados() returns trigger language plpgsql as $$
declare
  publicado boolean;
begin
  if pg_catalog.pg_trigger_depth() = 1 and edicao.precisa_de_aprovacao() then
    execute pg_catalog.format('select coalesce(bool_or(t.publicado), false) from public.%I t where t.id in ($1, $2)', tg_argv[0])
      into publicado using
        (case when tg_op <> 'INSERT' then pg_catalog.to_jsonb(old) ->> tg_argv[1] end)::bigint,
        (case when tg_op <> 'DELETE' then pg_catalog.to_jsonb(new) ->> tg_argv[1] end)::bigint;
    if publicado then
      perform edicao.recusar('mudanca_aprovada', '', 'Isto é de um ' || tg_argv[0]
        || ' publicado, ou marcado para aparecer: em vez de salvar, abra o formulário dele, mude ali e envie as mudanças para aprovação, no alto do formulário.');
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

create or replace function edicao.guardar_descricao_publicada() returns trigger language plpgsql as $$
begin
  if pg_catalog.pg_trigger_depth() > 1 or not edicao.precisa_de_aprovacao() then
    return new;
  end if;
  if exists (select from edicao.arquivo_publicado a where a.id = old.id) then
    perform edicao.recusar('mudanca_aprovada', '', 'Este arquivo está publicado, ou marcado para aparecer: envie-o como arquivo novo, com a descrição certa, '
      || 'no lugar do atual, e envie as mudanças do conteúdo para aprovação.');
  end if;
  if exists (select from public.aprovacao p where p.situacao = 'pedida' and pg_catalog.strpos(p.proposta::text, old.id::text) > 0) then
    perform edicao.recusar('mudanca_aprovada', '', 'Este arquivo está em mudanças à espera de aprovação: quem as enviou retira o pedido, '
      || 'e depois de mudar o arquivo envia as mudanças de novo.');
  end if;
  return new;
end
$$;
