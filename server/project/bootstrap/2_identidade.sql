-- Schema `auth` for a Postgres without Nhost: only what sign-in and the metadata refer to, with Nhost's column names. Idempotent.
create schema if not exists auth;

create table if not exists auth.roles (role text primary key);
insert into auth.roles (role) values ('user'), ('me'), ('anonymous') on conflict (role) do nothing;

create table if not exists auth.users (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_seen timestamptz,
  disabled boolean not null default false,
  display_name text not null default '',
  avatar_url text not null default '',
  locale varchar(2) not null default 'pt',
  email text unique,
  phone_number text unique,
  password_hash text,
  email_verified boolean not null default false,
  phone_number_verified boolean not null default false,
  default_role text not null default 'user' references auth.roles (role),
  is_anonymous boolean not null default false,
  metadata jsonb
);

create table if not exists auth.user_roles (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  user_id uuid not null references auth.users (id) on update cascade on delete cascade,
  role text not null references auth.roles (role) on update cascade on delete restrict,
  unique (user_id, role)
);

create table if not exists auth.refresh_tokens (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_id uuid not null references auth.users (id) on update cascade on delete cascade,
  metadata jsonb,
  type text not null default 'regular',
  refresh_token_hash varchar(255)
);
create index if not exists refresh_tokens_user_id on auth.refresh_tokens (user_id);
