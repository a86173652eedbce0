-- What uploads to the embedded backend need beside the tables of Nhost. Idempotent.

-- Signs the presigned addresses of files, on every replica with the same key.
create table if not exists embutido.chave_dos_arquivos (
  unica boolean primary key default true check (unica),
  chave bytea not null check (octet_length(chave) = 32)
);

-- A file that is replaced or deleted is told as a change of what describes it that concerns the file itself: the groups of both are on every
-- answer that is made of its bytes.
create or replace function embutido.avisa_arquivo() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  perform pg_notify('conteudo', jsonb_build_object(
    'table', 'arquivo', 'key', old.id, 'op', tg_op,
    'refs', jsonb_build_array(jsonb_build_object('column', 'id', 'table', 'arquivo', 'key', old.id))
  )::text);
  return null;
end $$;

drop trigger if exists avisa_arquivo_apagado on storage.files;
create trigger avisa_arquivo_apagado after delete on storage.files
  for each row execute function embutido.avisa_arquivo();
drop trigger if exists avisa_arquivo_trocado on storage.files;
create trigger avisa_arquivo_trocado after update on storage.files
  for each row when (
    old.is_uploaded and (old.bucket_id, old.name, old.size, old.mime_type, old.etag, old.is_uploaded)
    is distinct from (new.bucket_id, new.name, new.size, new.mime_type, new.etag, new.is_uploaded)
  ) execute function embutido.avisa_arquivo();
