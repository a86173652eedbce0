-- The hashed files of the builds that ran on this database, so that each replica can answer for the pages of another build. Idempotent.
create schema if not exists embutido;

create table if not exists embutido.versao (
  build text primary key,
  publicada_em timestamptz not null default now()
);

create table if not exists embutido.recurso (
  nome text primary key,
  bytes bytea not null
);

create table if not exists embutido.recurso_da_versao (
  build text not null references embutido.versao (build) on delete cascade,
  nome text not null references embutido.recurso (nome),
  primary key (build, nome)
);
create index if not exists recurso_da_versao_nome on embutido.recurso_da_versao (nome);
