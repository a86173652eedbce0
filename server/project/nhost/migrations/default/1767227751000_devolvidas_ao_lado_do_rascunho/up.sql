-- Changes that came back, and whose place those of another person take, become a draft of their author (decision 0150). It was the draft that the author's
-- own form writes: who was writing in that moment replaced them with the next letters, and a form that was sent or saved discarded them unseen.

-- `escrito` is what the form keeps while it is written; `devolvido` came back from approval and is written by no form.
alter table public.rascunho
  add column origem text not null default 'escrito' check (origem in ('escrito', 'devolvido')),
  drop constraint rascunho_unico,
  add constraint rascunho_unico unique nulls not distinct (usuario, tabela, chave, origem);

-- Restated: what came back is a draft beside the one that is being written.
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
    -- What came back later is newer, field by field.
    if old.proposta is not null and old.pedida_por is not null and (new.proposta is null or new.pedida_por is distinct from old.pedida_por) then
      insert into public.rascunho as r (usuario, tabela, chave, versao_base, dados, origem)
        values (old.pedida_por, old.tabela, old.chave, old.versao_base, old.proposta, 'devolvido')
        on conflict on constraint rascunho_unico do update
          set dados = r.dados || excluded.dados, versao_base = least(excluded.versao_base, r.versao_base);
    end if;
  end if;
  return new;
end
$$;
