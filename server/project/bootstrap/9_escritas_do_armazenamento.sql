-- Contents are named by their hash (`etag`), so whoever writes the etag of a file gives it any content that is stored, of a citizen too, and whoever
-- writes its media type has the inspection of uploads pass something else. Roles write these columns on a hosted Nhost, whose storage service acts
-- as the caller; here the storage writes them itself, in nobody's name. `atendimento` is the server's own role for citizens. Idempotent.
create or replace function embutido.guarda_conteudo() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if nullif(current_setting('hasura.user', true), '')::jsonb ->> 'x-hasura-role' not in ('admin', 'atendimento') then
    raise exception 'a file gets its content and its media type from the storage alone'
      using errcode = 'check_violation', constraint = 'files_conteudo';
  end if;
  return new;
end $$;

drop trigger if exists guarda_conteudo_novo on storage.files;
create trigger guarda_conteudo_novo before insert on storage.files
  for each row when (new.etag is not null) execute function embutido.guarda_conteudo();
drop trigger if exists guarda_conteudo_trocado on storage.files;
create trigger guarda_conteudo_trocado before update of etag, mime_type on storage.files
  for each row when ((old.etag, old.mime_type) is distinct from (new.etag, new.mime_type)) execute function embutido.guarda_conteudo();
