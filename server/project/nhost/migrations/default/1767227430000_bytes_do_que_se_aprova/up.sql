-- A person approves the bytes that this person has read (decision 0150). The bytes of a file that no content showed yet were exchanged by one person,
-- also in the moment before another one published it: a row of the storage service raises no version of a content.

-- What was `arquivo_sob_aprovacao` up to here: files that the public reads, or will read. Their descriptions stay as well.
create view edicao.arquivo_publicado as
  select a.id from public.arquivo a
   where exists (select from public.arquivo_visivel v where v.id = a.id)
      or exists (select from public.documento_arquivo r join public.documento c on c.id = r.documento_id where r.arquivo_id = a.id and c.publicado)
      or exists (select from public.comunicado_arquivo r join public.comunicado c on c.id = r.comunicado_id where r.arquivo_id = a.id and c.publicado)
      or exists (select from public.noticia c where c.imagem_id = a.id and c.publicado)
      or exists (select from public.banner_comunicado c where c.imagem_id = a.id and c.publicado)
      or exists (select from public.pagina c where c.imagem_id = a.id and c.publicado)
      or exists (select from public.declaracao_inexistencia c where c.arquivo_id = a.id and c.publicado);

-- Restated, with the files of drafts, of proposals, and of texts in proposals. A file that a form holds and has not saved is exchanged as before.
create or replace view public.arquivo_sob_aprovacao as
  select a.id from public.arquivo a
   where exists (select from public.configuracao_site where exige_aprovacao)
     and (exists (select from public.arquivo_visivel v where v.id = a.id)
       or exists (select from public.documento_arquivo r where r.arquivo_id = any (array[a.id, a.substituido_por_id]))
       or exists (select from public.comunicado_arquivo r where r.arquivo_id = any (array[a.id, a.substituido_por_id]))
       or exists (select from public.noticia c where c.imagem_id = any (array[a.id, a.substituido_por_id]))
       or exists (select from public.banner_comunicado c where c.imagem_id = any (array[a.id, a.substituido_por_id]))
       or exists (select from public.pagina c where c.imagem_id = any (array[a.id, a.substituido_por_id]))
       or exists (select from public.declaracao_inexistencia c where c.arquivo_id = any (array[a.id, a.substituido_por_id]))
       or exists (select from public.aprovacao p where pg_catalog.strpos(p.proposta::text, a.id::text) > 0));

-- Restated: of what the public does not read yet, name and description are mended.
create or replace function edicao.guardar_descricao_publicada() returns trigger language plpgsql as $$
begin
  if pg_catalog.pg_trigger_depth() = 1 and edicao.precisa_de_aprovacao() and exists (select from edicao.arquivo_publicado a where a.id = old.id) then
    perform edicao.recusar('mudanca_aprovada', '', 'O público já vê este arquivo: envie-o como arquivo novo, com a descrição certa, no lugar do atual, '
      || 'e envie as mudanças do conteúdo para aprovação.');
  end if;
  return new;
end
$$;

-- Restated from `marcar_parte_da_lista`, for files as well. A content that this transaction has written has a new version already.
create function edicao.subir_versao(alvo text, conteudos bigint[]) returns void language plpgsql as $$
begin
  if edicao.precisa_de_aprovacao() then
    execute pg_catalog.format(
      'update public.%I t set versao = t.versao where t.id = any ($1) and t.xmin <> pg_catalog.pg_current_xact_id()::pg_catalog.xid', alvo)
      using conteudos;
  end if;
end
$$;

create or replace function edicao.marcar_parte_da_lista() returns trigger language plpgsql as $$
declare
  conteudos bigint[] := array[
    (case when tg_op <> 'INSERT' then pg_catalog.to_jsonb(old) ->> tg_argv[1] end)::bigint,
    (case when tg_op <> 'DELETE' then pg_catalog.to_jsonb(new) ->> tg_argv[1] end)::bigint];
begin
  if edicao.pessoa_da_sessao() is not null then
    perform edicao.marcar_parte(tg_argv[0], conteudos);
  end if;
  perform edicao.subir_versao(tg_argv[0], conteudos);
  return null;
end
$$;

-- Restated: name, description and searched text of a file are a new version of its contents. The focus point, which a form sets beside the text that is
-- not saved yet, is none.
create or replace function edicao.marcar_parte_do_arquivo() returns trigger language plpgsql as $$
declare
  foco text[] := array['foco_x', 'foco_y', 'atualizado_em', 'versao'];
  parte record;
begin
  if edicao.pessoa_da_sessao() is null then
    return null;
  end if;
  for parte in
    select 'documento' as tabela, array(select r.documento_id from public.documento_arquivo r where r.arquivo_id = new.id) as conteudos
    union all select 'comunicado', array(select r.comunicado_id from public.comunicado_arquivo r where r.arquivo_id = new.id)
    union all select 'noticia', array(select c.id from public.noticia c where c.imagem_id = new.id)
    union all select 'banner_comunicado', array(select c.id from public.banner_comunicado c where c.imagem_id = new.id)
    union all select 'pagina', array(select c.id from public.pagina c where c.imagem_id = new.id)
    union all select 'declaracao_inexistencia', array(select c.id from public.declaracao_inexistencia c where c.arquivo_id = new.id)
  loop
    perform edicao.marcar_parte(parte.tabela, parte.conteudos);
    if pg_catalog.to_jsonb(new) - foco is distinct from pg_catalog.to_jsonb(old) - foco then
      perform edicao.subir_versao(parte.tabela, parte.conteudos);
    end if;
  end loop;
  return null;
end
$$;
