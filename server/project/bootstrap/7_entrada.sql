-- What sign-in keeps beside the tables of Nhost: exchanged refresh tokens, used one-time codes, and attempts. No foreign keys: on Nhost the
-- schema `auth` belongs to another role. Idempotent.
create schema if not exists embutido;

create table if not exists embutido.renovacao (
  -- Digest of a refresh token that was exchanged for another.
  resumo text primary key,
  sessao uuid not null,
  -- With the old token it gives the new one, which nothing keeps.
  derivacao bytea not null,
  renovada_em timestamptz not null
);
create index if not exists renovacao_sessao on embutido.renovacao (sessao);
create index if not exists renovacao_renovada_em on embutido.renovacao (renovada_em);

create table if not exists embutido.codigo_usado (
  usuario uuid primary key,
  -- The latest time step whose code was accepted (RFC 6238 section 5.2).
  passo bigint not null
);

-- In the form of the package rate-limiter-flexible.
create table if not exists embutido.tentativa (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
