-- What the embedded backend keeps about the bytes of `storage.files`, beside the bytes themselves where the database is their store. Idempotent.
create schema if not exists embutido;

-- One content that is or was being written; without a name in `conteudo` it is the rest of an interrupted upload.
create table if not exists embutido.gravacao (
  id bigint generated always as identity primary key,
  inacabada_desde timestamptz default now()
);
create index if not exists gravacao_inacabada on embutido.gravacao (inacabada_desde) where inacabada_desde is not null;

create table if not exists embutido.pedaco (
  gravacao bigint not null references embutido.gravacao (id) on delete cascade,
  inicio bigint not null,
  bytes bytea not null,
  primary key (gravacao, inicio)
);
-- Pictures and PDFs are compressed already, and a part of an uncompressed value is read without the whole.
alter table embutido.pedaco alter column bytes set storage external;

create table if not exists embutido.conteudo (
  sha256 text primary key,
  gravacao bigint not null unique references embutido.gravacao (id) on delete cascade,
  tamanho bigint not null
);

-- Contents that perhaps no row of `storage.files` names: about to be stored, or given up by a row.
create table if not exists embutido.conteudo_solto (
  sha256 text primary key,
  desde timestamptz not null default now()
);
create index if not exists conteudo_solto_desde on embutido.conteudo_solto (desde);

-- The store that this database's files are in.
create table if not exists embutido.deposito (
  unico boolean primary key default true check (unico),
  endereco text not null
);

create table if not exists embutido.replica (
  id uuid primary key,
  vista_em timestamptz not null default now()
);

create index if not exists files_etag on storage.files (etag);

-- Runs with its owner's rights: whoever may delete a file need not know this schema.
create or replace function embutido.solta_conteudo() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into embutido.conteudo_solto (sha256) values (trim('"' from old.etag))
  on conflict (sha256) do update set desde = excluded.desde;
  return null;
end $$;

drop trigger if exists solta_conteudo_apagado on storage.files;
create trigger solta_conteudo_apagado after delete on storage.files
  for each row when (old.etag ~ '^"[0-9a-f]{64}"$') execute function embutido.solta_conteudo();
drop trigger if exists solta_conteudo_trocado on storage.files;
create trigger solta_conteudo_trocado after update of etag on storage.files
  for each row when (old.etag ~ '^"[0-9a-f]{64}"$' and old.etag is distinct from new.etag) execute function embutido.solta_conteudo();
