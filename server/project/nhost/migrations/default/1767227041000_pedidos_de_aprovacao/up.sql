-- Requests for approval (decision 0150): which contents wait for a second person, and which came back with a reason. A row is there from the request
-- until the content is published or deleted, so the table holds open requests alone; who did what, when and why stays in the audit trail. No page
-- shows any of it, and the content itself, its version included, is not touched: who is writing meets no conflict.

-- Those with the trigger `exigir_aprovacao`.
create function edicao.tabelas_com_aprovacao() returns text[] language sql immutable
  return array['banner_comunicado', 'comunicado', 'declaracao_inexistencia', 'documento', 'noticia', 'pagina', 'pergunta_frequente', 'servico'];

create table public.aprovacao (
  tabela text not null,
  chave text not null,
  situacao text not null default 'pedida' check (situacao in ('pedida', 'devolvida')),
  pedida_por uuid,
  pedida_em timestamptz not null default now(),
  -- Of the last return. It stays when the content is sent again, for who reads it then.
  motivo text check (char_length(motivo) <= 2000),
  devolvida_por uuid,
  devolvida_em timestamptz,
  versao integer not null default 1,
  primary key (tabela, chave)
);
create index aprovacao_pedida on public.aprovacao (pedida_em) where situacao = 'pedida';
create index aprovacao_devolvida on public.aprovacao (devolvida_em desc) where situacao = 'devolvida';

-- The person in whose name the transaction runs; null for the site itself.
create function edicao.pessoa_da_sessao() returns uuid language plpgsql stable as $$
declare
  quem text := nullif(pg_catalog.current_setting('hasura.user', true), '')::jsonb ->> 'x-hasura-user-id';
begin
  return case when quem ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then quem::uuid end;
end
$$;

-- A content is sent, returned with a reason by another person, and sent again. Who and when are filled in here. The lock on the content waits for a
-- publication that is being saved, so that no request is left behind for what the public sees.
create function edicao.conferir_pedido() returns trigger language plpgsql as $$
declare
  publicado boolean;
begin
  if tg_op = 'UPDATE' and new.situacao = old.situacao then
    perform edicao.recusar('aprovacao_em_ordem', 'situacao', 'Outra pessoa já enviou ou devolveu este conteúdo. Veja como ele está agora.');
  end if;
  if new.situacao = 'devolvida' then
    if edicao.pessoa_da_sessao() = old.pedida_por then
      perform edicao.recusar('devolucao_por_outra_pessoa', 'motivo', 'Quem enviou o conteúdo para aprovação não o devolve.');
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
  execute pg_catalog.format('select t.publicado from public.%I t where t.id = $1 for share', new.tabela) into publicado using new.chave::bigint;
  if publicado is distinct from false then
    perform edicao.recusar('aprovacao_do_que_nao_se_publicou', 'situacao',
      case when publicado then 'Este conteúdo já está publicado.' else 'Este conteúdo não existe mais.' end);
  end if;
  new.pedida_por := edicao.pessoa_da_sessao();
  new.pedida_em := pg_catalog.now();
  if tg_op = 'UPDATE' then
    new.motivo := old.motivo;
  end if;
  return new;
end
$$;
create trigger conferir_pedido before insert or update on public.aprovacao for each row execute function edicao.conferir_pedido();

-- What is published, or gone, waits no more.
create function edicao.encerrar_pedido() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.aprovacao a where a.tabela = tg_table_name and a.chave = new.id::text;
  else
    delete from public.aprovacao a using antes d where a.tabela = tg_table_name and a.chave = d.id::text;
  end if;
  return null;
end
$$;

do $$
declare
  nome text;
begin
  foreach nome in array edicao.tabelas_com_aprovacao() loop
    execute format('create trigger encerrar_pedido after update on public.%I
      for each row when (new.publicado and not old.publicado) execute function edicao.encerrar_pedido()', nome);
    execute format('create trigger encerrar_pedido_ao_excluir after delete on public.%I
      referencing old table as antes for each statement execute function edicao.encerrar_pedido()', nome);
  end loop;
end
$$;

select public.observar_tabela('public.aprovacao'), public.versionar_linhas('public.aprovacao'), public.auditar_tabela('public.aprovacao');

-- Restated: the preview shows an author's own text as published (decision 0047) and undoes it, so a transaction that says that it is undone publishes
-- nothing; and the sentence names the request. With `exige_aprovacao`, whoever changed a row last does not publish it, and publishing changes
-- nothing else.
create or replace function edicao.exigir_aprovacao() returns trigger language plpgsql as $$
declare
  quem text := edicao.pessoa_da_sessao()::text;
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
      or quem = (select a.usuario::text from public.auditoria a
                  where a.tabela = tg_table_name and a.chave = old.id::text and a.usuario is not null order by a.id desc limit 1);
  end if;
  if propria then
    perform edicao.recusar('publicacao_aprovada', 'publicado',
      'A publicação precisa da aprovação de outra pessoa: salve sem publicar e envie para aprovação.');
  end if;
  return new;
end
$$;
