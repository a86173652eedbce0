-- Changes of what is published, where a second person has to approve (decision 0150): they are kept as a proposal beside the content, and the public goes
-- on seeing what was approved until another person approves them.

-- `proposta` has the changed columns, and whole lists by their names in `edicao.lista_do_conteudo`; `versao_base` is the version from which its author
-- began. `aprovada` lasts for the transaction that carries the proposal out.
alter table public.aprovacao
  add column proposta jsonb check (jsonb_typeof(proposta) = 'object' and octet_length(proposta::text) <= 2000000),
  add column versao_base integer,
  drop constraint aprovacao_situacao_check,
  add constraint aprovacao_situacao_check check (situacao in ('pedida', 'devolvida', 'aprovada'));

-- The rows of other tables that are edited in the form of a content.
create table edicao.lista_do_conteudo (
  tabela text not null,
  nome text not null,
  filha text not null,
  coluna text not null,
  primary key (tabela, nome)
);
insert into edicao.lista_do_conteudo values
  ('comunicado', 'arquivos', 'comunicado_arquivo', 'comunicado_id'),
  ('documento', 'arquivos', 'documento_arquivo', 'documento_id'),
  ('documento', 'fiscais', 'contrato_fiscal', 'documento_id'),
  ('documento', 'pagamentos', 'pagamento', 'documento_id'),
  ('documento', 'numeros', 'numero_documento', 'documento_id'),
  ('documento', 'relacoes', 'documento_relacao', 'de_id');

-- Whether the person of this transaction needs another one for what the public sees. A statement of the site's own triggers does not: it carries out
-- what was approved, or moves the demonstration. A transaction that is undone publishes nothing.
create function edicao.precisa_de_aprovacao() returns boolean language plpgsql stable as $$
begin
  return edicao.pessoa_da_sessao() is not null and pg_catalog.current_setting('edicao.ensaio', true) is distinct from 'sim'
    and exists (select from public.configuracao_site where exige_aprovacao);
end
$$;

-- Of what stays published no column changes, but for those that take it from the site: nobody waits with that.
create function edicao.guardar_publicado() returns trigger language plpgsql as $$
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
    perform edicao.recusar('mudanca_aprovada', '',
      'O público já vê este conteúdo: em vez de salvar, envie as mudanças para aprovação, no alto do formulário.');
  end if;
  return new;
end
$$;

-- The same for the files of what is published. Arguments: the content, and the column that refers to it.
create function edicao.guardar_arquivos_publicados() returns trigger language plpgsql as $$
declare
  linha jsonb := pg_catalog.to_jsonb(case tg_op when 'DELETE' then old else new end);
  publicado boolean;
begin
  if pg_catalog.pg_trigger_depth() = 1 and edicao.precisa_de_aprovacao() then
    execute pg_catalog.format('select t.publicado from public.%I t where t.id = $1', tg_argv[0])
      into publicado using (linha ->> tg_argv[1])::bigint;
    if publicado then
      perform edicao.recusar('mudanca_aprovada', '',
        'O público já vê estes arquivos: em vez de salvar, envie as mudanças para aprovação, no alto do formulário.');
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

do $$
declare
  nome text;
begin
  foreach nome in array edicao.tabelas_com_aprovacao() loop
    execute format('create trigger guardar_publicado before update on public.%I
      for each row when (new.publicado and old.publicado) execute function edicao.guardar_publicado()', nome);
  end loop;
end
$$;
create trigger guardar_publicado before insert or update or delete on public.documento_arquivo
  for each row execute function edicao.guardar_arquivos_publicados('documento', 'documento_id');
create trigger guardar_publicado before insert or update or delete on public.comunicado_arquivo
  for each row execute function edicao.guardar_arquivos_publicados('comunicado', 'comunicado_id');

-- Files whose bytes nobody exchanges, since the storage would show the new ones at once: the public reads them, or will when the moment of what was
-- approved has come. The permission of `storage.files` asks.
create view public.arquivo_sob_aprovacao as
  select a.id from public.arquivo a
   where exists (select from public.configuracao_site where exige_aprovacao)
     and (exists (select from public.arquivo_visivel v where v.id = a.id)
       or exists (select from public.documento_arquivo r join public.documento c on c.id = r.documento_id where r.arquivo_id = a.id and c.publicado)
       or exists (select from public.comunicado_arquivo r join public.comunicado c on c.id = r.comunicado_id where r.arquivo_id = a.id and c.publicado)
       or exists (select from public.noticia c where c.imagem_id = a.id and c.publicado)
       or exists (select from public.banner_comunicado c where c.imagem_id = a.id and c.publicado)
       or exists (select from public.pagina c where c.imagem_id = a.id and c.publicado)
       or exists (select from public.declaracao_inexistencia c where c.arquivo_id = a.id and c.publicado));

-- Names in a proposal that are neither a list of the content nor a column that people write.
create function edicao.nomes_estranhos(alvo text, proposta jsonb) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from pg_catalog.jsonb_object_keys(proposta) k (nome)
     where not exists (select from edicao.lista_do_conteudo l where l.tabela = alvo and l.nome = k.nome and pg_catalog.jsonb_typeof(proposta -> k.nome) = 'array')
       and (k.nome in ('id', 'publicado', 'criado_em')
         or k.nome = any ((select a.fora from edicao.tabela_auditada a where a.tabela = alvo)::text[])
         or not exists (select from pg_catalog.pg_attribute a
                         where a.attrelid = pg_catalog.format('public.%I', alvo)::regclass and a.attname = k.nome and a.attnum > 0 and not a.attisdropped)));
end
$$;

-- Carries a proposal out on the version from which it began. A proposal of lists alone raises the version too, as a save of them does.
create function edicao.cumprir_proposta(pedido public.aprovacao) returns void language plpgsql as $$
declare
  mudancas text;
  quantas bigint;
  lista edicao.lista_do_conteudo;
  linhas jsonb;
  colunas text;
begin
  select pg_catalog.string_agg(pg_catalog.format('%1$I = p.%1$I', k.nome), ', ') into mudancas
    from pg_catalog.jsonb_object_keys(pedido.proposta) k (nome)
   where not exists (select from edicao.lista_do_conteudo l where l.tabela = pedido.tabela and l.nome = k.nome);
  execute pg_catalog.format(
    'update public.%1$I t set %2$s from jsonb_populate_record(null::public.%1$I, $1) p where t.id = $2 and t.versao = $3',
    pedido.tabela, coalesce(mudancas, 'versao = t.versao')) using pedido.proposta, pedido.chave::bigint, pedido.versao_base;
  get diagnostics quantas = row_count;
  if quantas = 0 then
    perform edicao.recusar('proposta_da_versao', '', 'O conteúdo mudou depois que as mudanças foram enviadas. Devolva-as com este motivo.');
  end if;
  for lista in select * from edicao.lista_do_conteudo l where l.tabela = pedido.tabela and pedido.proposta ? l.nome loop
    select pg_catalog.jsonb_agg(e.linha || pg_catalog.jsonb_build_object(lista.coluna, pedido.chave::bigint)) into linhas
      from pg_catalog.jsonb_array_elements(pedido.proposta -> lista.nome) e (linha);
    execute pg_catalog.format('delete from public.%I where %I = $1', lista.filha, lista.coluna) using pedido.chave::bigint;
    select pg_catalog.string_agg(distinct pg_catalog.quote_ident(k.nome), ', ') into colunas
      from pg_catalog.jsonb_array_elements(linhas) e (linha) cross join lateral pg_catalog.jsonb_object_keys(e.linha) k (nome);
    if colunas is not null then
      execute pg_catalog.format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_recordset(null::public.%1$I, $1)', lista.filha, colunas)
        using linhas;
    end if;
  end loop;
end
$$;

-- Restated: what is published is sent with its changes, and approved as a whole.
create or replace function edicao.conferir_pedido() returns trigger language plpgsql as $$
declare
  publicado boolean;
  versao integer;
begin
  if tg_op = 'UPDATE' and (new.situacao = old.situacao or (new.situacao = 'aprovada' and old.situacao <> 'pedida')) then
    perform edicao.recusar('aprovacao_em_ordem', 'situacao', 'Outra pessoa já enviou ou devolveu este conteúdo. Veja como ele está agora.');
  end if;
  if new.situacao <> 'pedida' then
    -- What is returned or approved is what was sent.
    new.proposta := old.proposta;
    new.versao_base := old.versao_base;
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

-- What was approved waits no more. The name comes after that of the audit trail, which has the approval before the end of the request.
create function edicao.encerrar_aprovado() returns trigger language plpgsql as $$
begin
  delete from public.aprovacao a using depois d where d.situacao = 'aprovada' and a.tabela = d.tabela and a.chave = d.chave;
  return null;
end
$$;
create trigger encerrar_aprovado after update on public.aprovacao
  referencing new table as depois for each statement execute function edicao.encerrar_aprovado();
