-- Approval of the whole content (decision 0150): its figures, payments, managers, relations and the descriptions of its files are part of what another
-- person approves; a request can be withdrawn by who sent it.

-- Who changed last what belongs to a content but is another row: a row of one of its lists, or one of its files.
create table edicao.mudanca_de_parte (
  tabela text not null,
  chave text not null,
  usuario uuid not null,
  ocorrido_em timestamptz not null,
  primary key (tabela, chave)
);

create function edicao.marcar_parte(alvo text, conteudos bigint[]) returns void language plpgsql as $$
begin
  insert into edicao.mudanca_de_parte as m
    select alvo, c.id::text, edicao.pessoa_da_sessao(), pg_catalog.now() from (select distinct u.id from unnest(conteudos) u (id) where u.id is not null) c
    on conflict (tabela, chave) do update set usuario = excluded.usuario, ocorrido_em = excluded.ocorrido_em;
end
$$;

-- Arguments: the content, and the column that refers to it.
create function edicao.marcar_parte_da_lista() returns trigger language plpgsql as $$
begin
  if edicao.pessoa_da_sessao() is not null then
    perform edicao.marcar_parte(tg_argv[0], array[
      (case when tg_op <> 'INSERT' then pg_catalog.to_jsonb(old) ->> tg_argv[1] end)::bigint,
      (case when tg_op <> 'DELETE' then pg_catalog.to_jsonb(new) ->> tg_argv[1] end)::bigint]);
  end if;
  return null;
end
$$;

-- A description of a file. Its bytes are the storage's own row, whose triggers are those of the service.
create function edicao.marcar_parte_do_arquivo() returns trigger language plpgsql as $$
begin
  if edicao.pessoa_da_sessao() is not null then
    perform edicao.marcar_parte('documento', array(select r.documento_id from public.documento_arquivo r where r.arquivo_id = new.id));
    perform edicao.marcar_parte('comunicado', array(select r.comunicado_id from public.comunicado_arquivo r where r.arquivo_id = new.id));
    perform edicao.marcar_parte('noticia', array(select c.id from public.noticia c where c.imagem_id = new.id));
    perform edicao.marcar_parte('banner_comunicado', array(select c.id from public.banner_comunicado c where c.imagem_id = new.id));
    perform edicao.marcar_parte('pagina', array(select c.id from public.pagina c where c.imagem_id = new.id));
    perform edicao.marcar_parte('declaracao_inexistencia', array(select c.id from public.declaracao_inexistencia c where c.arquivo_id = new.id));
  end if;
  return null;
end
$$;
create trigger marcar_parte after update on public.arquivo
  for each row when (new is distinct from old) execute function edicao.marcar_parte_do_arquivo();

-- Restated: whoever changed the text or any part of the content last does not publish it.
create or replace function edicao.exigir_aprovacao() returns trigger language plpgsql as $$
declare
  quem uuid := edicao.pessoa_da_sessao();
  propria boolean := true;
  fora text[];
begin
  if quem is null or pg_catalog.current_setting('edicao.ensaio', true) = 'sim'
     or not exists (select from public.configuracao_site where exige_aprovacao) then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    select a.fora || array['publicado', 'publicado_em'] into fora from edicao.tabela_auditada a where a.tabela = tg_table_name;
    propria := pg_catalog.to_jsonb(new) - fora is distinct from pg_catalog.to_jsonb(old) - fora
      or quem = (select u.usuario from (
                   (select a.usuario, a.ocorrido_em from public.auditoria a
                     where a.tabela = tg_table_name and a.chave = old.id::text and a.usuario is not null order by a.id desc limit 1)
                   union all
                   select m.usuario, m.ocorrido_em from edicao.mudanca_de_parte m where m.tabela = tg_table_name and m.chave = old.id::text
                 ) u order by u.ocorrido_em desc limit 1);
  end if;
  if propria then
    perform edicao.recusar('publicacao_aprovada', 'publicado',
      'A publicação precisa da aprovação de outra pessoa: salve sem publicar e envie para aprovação.');
  end if;
  return new;
end
$$;

-- Restated: any list of what is published, before and after the row moves to another content.
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
      perform edicao.recusar('mudanca_aprovada', '', 'O público já vê isto: em vez de salvar, abra o formulário de '
        || case tg_argv[0] when 'documento' then 'seu documento' else 'seu comunicado' end
        || ', mude ali e envie as mudanças para aprovação, no alto do formulário.');
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

do $$
declare
  l edicao.lista_do_conteudo;
begin
  for l in select * from edicao.lista_do_conteudo loop
    execute format('create or replace trigger guardar_publicado before insert or update or delete on public.%I
      for each row execute function edicao.guardar_arquivos_publicados(%L, %L)', l.filha, l.tabela, l.coluna);
    execute format('create trigger marcar_parte after insert or update or delete on public.%I
      for each row execute function edicao.marcar_parte_da_lista(%L, %L)', l.filha, l.tabela, l.coluna);
  end loop;
end
$$;

-- What a file is called and described as stays while the public reads it, and it leads nowhere else; the focus point only crops a picture.
create function edicao.guardar_descricao_publicada() returns trigger language plpgsql as $$
begin
  if pg_catalog.pg_trigger_depth() = 1 and edicao.precisa_de_aprovacao() and exists (select from public.arquivo_sob_aprovacao a where a.id = old.id) then
    perform edicao.recusar('mudanca_aprovada', '', 'O público já vê este arquivo: envie-o como arquivo novo, com a descrição certa, no lugar do atual, '
      || 'e envie as mudanças do conteúdo para aprovação.');
  end if;
  return new;
end
$$;
create trigger guardar_publicado before update of nome, alt, substituido_por_id on public.arquivo
  for each row when ((new.nome, new.alt, new.substituido_por_id) is distinct from (old.nome, old.alt, old.substituido_por_id))
  execute function edicao.guardar_descricao_publicada();

-- `retirada`, as `aprovada`, lasts for the transaction that ends the request, so that the trail tells how it ended.
alter table public.aprovacao
  drop constraint aprovacao_situacao_check,
  add constraint aprovacao_situacao_check check (situacao in ('pedida', 'devolvida', 'aprovada', 'retirada'));

-- Restated: who sent it takes it back until somebody decides.
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
      perform edicao.recusar('devolucao_por_outra_pessoa', 'motivo', case new.situacao
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
  execute pg_catalog.format('select t.publicado, t.versao from public.%I t where t.id = $1 for share', new.tabela)
    into publicado, versao using new.chave::bigint;
  if publicado is null then
    perform edicao.recusar('aprovacao_do_que_nao_se_publicou', 'situacao', 'Este conteúdo não existe mais.');
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
  end if;
  return new;
end
$$;

-- Restated: what was approved or withdrawn waits no more.
create or replace function edicao.encerrar_aprovado() returns trigger language plpgsql as $$
begin
  delete from public.aprovacao a using depois d where d.situacao in ('aprovada', 'retirada') and a.tabela = d.tabela and a.chave = d.chave;
  return null;
end
$$;
