-- Completes the schemas `auth` and `storage` to those of the services that nhost.toml pins: auth 0.35 (nhost/hasura-auth,
-- go/sql/auth_schema_dump.sql) and storage 0.8 (nhost/nhost, services/storage/migrations). Their own tables of migrations are left out.
-- On Nhost, where the services have made these tables and own them, nothing is done; nor where this file made them (storage.virus is its last).
do $$
begin
  if to_regclass('auth.migrations') is not null or to_regclass('auth.schema_migrations') is not null or to_regclass('storage.virus') is not null then
    return;
  end if;

  create extension if not exists citext;
  create domain auth.email as citext constraint email_check check (
    value ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
  );

  create function auth.set_current_timestamp_updated_at() returns trigger language plpgsql as $f$
  begin
    new.updated_at := now();
    return new;
  end
  $f$;

  alter table auth.users alter column locale drop default;
  alter table auth.users alter column email type auth.email;
  alter table auth.users
    add column new_email auth.email,
    add column otp_method_last_used text,
    add column otp_hash text,
    add column otp_hash_expires_at timestamptz not null default now(),
    add column totp_secret text,
    add column active_mfa_type text constraint active_mfa_types_check check (active_mfa_type = 'totp' or active_mfa_type = 'sms'),
    add column ticket text,
    add column ticket_expires_at timestamptz not null default now(),
    add column webauthn_current_challenge text,
    drop constraint users_default_role_fkey,
    add constraint fk_default_role foreign key (default_role) references auth.roles (role) on update cascade on delete restrict;
  create trigger set_auth_users_updated_at before update on auth.users
    for each row execute function auth.set_current_timestamp_updated_at();

  alter table auth.user_roles rename constraint user_roles_user_id_fkey to fk_user;
  alter table auth.user_roles rename constraint user_roles_role_fkey to fk_role;

  create table auth.refresh_token_types (value text primary key, comment text);
  insert into auth.refresh_token_types (value, comment) values ('regular', 'Regular refresh token'), ('pat', 'Personal access token');
  alter table auth.refresh_tokens rename constraint refresh_tokens_user_id_fkey to fk_user;
  alter table auth.refresh_tokens
    add constraint refresh_tokens_types_fkey foreign key (type) references auth.refresh_token_types (value)
      on update restrict on delete restrict;
  create index refresh_tokens_refresh_token_hash_expires_at_user_id_idx
    on auth.refresh_tokens (refresh_token_hash, expires_at, user_id);

  create table auth.providers (id text primary key);
  insert into auth.providers (id)
    select unnest(array[
      'github', 'facebook', 'twitter', 'google', 'apple', 'linkedin', 'windowslive', 'spotify', 'strava', 'gitlab', 'bitbucket',
      'discord', 'twitch', 'workos', 'azuread'
    ]);
  create table auth.provider_requests (id uuid primary key, options jsonb);

  create table auth.user_providers (
    id uuid primary key default gen_random_uuid(),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    user_id uuid not null constraint fk_user references auth.users (id) on update cascade on delete cascade,
    access_token text not null,
    refresh_token text,
    provider_id text not null constraint fk_provider references auth.providers (id) on update cascade on delete restrict,
    provider_user_id text not null,
    unique (user_id, provider_id),
    unique (provider_id, provider_user_id)
  );
  create trigger set_auth_user_providers_updated_at before update on auth.user_providers
    for each row execute function auth.set_current_timestamp_updated_at();

  create table auth.user_security_keys (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null constraint fk_user references auth.users (id) on update cascade on delete cascade,
    credential_id text not null constraint user_security_key_credential_id_key unique,
    credential_public_key bytea,
    counter bigint not null default 0,
    transports varchar(255) not null default '',
    nickname text
  );

  create function storage.set_current_timestamp_updated_at() returns trigger language plpgsql as $f$
  begin
    new.updated_at := now();
    return new;
  end
  $f$;
  create function storage.protect_default_bucket_delete() returns trigger language plpgsql as $f$
  begin
    if old.id = 'default' then
      raise exception 'Can not delete default bucket';
    end if;
    return old;
  end
  $f$;
  create function storage.protect_default_bucket_update() returns trigger language plpgsql as $f$
  begin
    if old.id = 'default' and new.id <> 'default' then
      raise exception 'Can not rename default bucket';
    end if;
    return new;
  end
  $f$;

  alter table storage.buckets
    add constraint download_expiration_valid_range check (download_expiration >= 1 and download_expiration <= 604800);
  create trigger set_storage_buckets_updated_at before update on storage.buckets
    for each row execute function storage.set_current_timestamp_updated_at();
  create trigger check_default_bucket_delete before delete on storage.buckets
    for each row execute function storage.protect_default_bucket_delete();
  create trigger check_default_bucket_update before update on storage.buckets
    for each row execute function storage.protect_default_bucket_update();

  alter table storage.files rename constraint files_bucket_id_fkey to fk_bucket;
  create trigger set_storage_files_updated_at before update on storage.files
    for each row execute function storage.set_current_timestamp_updated_at();

  create table storage.virus (
    id uuid primary key,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    file_id uuid not null references storage.files (id),
    filename text not null,
    virus text not null,
    user_session jsonb not null
  );
  create trigger set_storage_virus_updated_at before update on storage.virus
    for each row execute function storage.set_current_timestamp_updated_at();
end
$$;
