-- The keys that sign access tokens, where the operator brings none: in the database, so that all replicas have the same. Idempotent.
create schema if not exists embutido;
revoke all on schema embutido from public;

create table if not exists embutido.chave_de_acesso (
  id text primary key,
  segredo bytea not null,
  assina_desde timestamptz not null default now(),
  -- Null while no other key is to replace it.
  verifica_ate timestamptz
);
