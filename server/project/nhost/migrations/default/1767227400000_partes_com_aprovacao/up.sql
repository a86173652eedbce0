-- Four parts of a published content that one person could still change where another one has to approve (decision 0150).

-- The editions of a document, whose reasons its page tells.
create trigger guardar_publicado before insert on public.documento_versao
  for each row execute function edicao.guardar_arquivos_publicados('documento', 'documento_id');
create trigger marcar_parte after insert on public.documento_versao
  for each row execute function edicao.marcar_parte_da_lista('documento', 'documento_id');

-- Restated: all that the public reads of a file, such as the text that the search finds. The focus point only crops a picture.
drop trigger guardar_publicado on public.arquivo;
create trigger guardar_publicado before update on public.arquivo
  for each row when (
    (new.nome, new.caminho_storage, new.mime, new.tamanho_bytes, new.sha256, new.paginas, new.pesquisavel, new.texto_extraido, new.idioma, new.alt,
     new.largura, new.altura, new.substituido_por_id)
    is distinct from
    (old.nome, old.caminho_storage, old.mime, old.tamanho_bytes, old.sha256, old.paginas, old.pesquisavel, old.texto_extraido, old.idioma, old.alt,
     old.largura, old.altura, old.substituido_por_id))
  execute function edicao.guardar_descricao_publicada();

-- The public reads the earlier versions of a file that it reads, so a file becomes none of them by itself.
create function edicao.guardar_versoes_publicadas() returns trigger language plpgsql as $$
begin
  if pg_catalog.pg_trigger_depth() = 1 and edicao.precisa_de_aprovacao()
     and (tg_op = 'INSERT' or new.substituido_por_id is distinct from old.substituido_por_id)
     and exists (select from public.arquivo_sob_aprovacao a where a.id = new.substituido_por_id) then
    perform edicao.recusar('mudanca_aprovada', 'substituido_por_id', 'O público passaria a ver este arquivo, como versão anterior de um que já vê: '
      || 'ponha-o no conteúdo e envie as mudanças do conteúdo para aprovação.');
  end if;
  return null;
end
$$;
create trigger guardar_versoes after insert or update of substituido_por_id on public.arquivo
  for each row when (new.substituido_por_id is not null) execute function edicao.guardar_versoes_publicadas();

-- The ids of files that were deleted. A text names its pictures by their ids, so another file under such an id would show in it. Anybody still
-- deletes a picture at once, which may have to go. The permission to store a file asks, in the statement that stores it, which does not see its own row.
create index auditoria_de_arquivo_excluido on public.auditoria ((case tabela when 'arquivo' then chave::uuid end))
  where tabela = 'arquivo' and operacao = 'DELETE';
create view public.arquivo_excluido as
  select case a.tabela when 'arquivo' then a.chave::uuid end as id from public.auditoria a
   where a.tabela = 'arquivo' and a.operacao = 'DELETE' and exists (select from public.configuracao_site where exige_aprovacao);
