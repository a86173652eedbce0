-- The key of the cases of citizens where the configuration names none. One row. Idempotent.
create table if not exists embutido.chave_dos_casos (
  unica boolean primary key default true check (unica),
  segredo bytea not null check (octet_length(segredo) = 32),
  criada_em timestamptz not null default now()
);
