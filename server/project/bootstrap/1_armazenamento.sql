-- Schema `storage` for a Postgres without Nhost, with Nhost's column names. Idempotent. On Nhost these tables are there already.
create schema if not exists storage;

create table if not exists storage.buckets (
  id text primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  download_expiration integer not null default 30,
  min_upload_file_size integer not null default 1,
  max_upload_file_size integer not null default 50000000,
  cache_control text default 'max-age=3600',
  presigned_urls_enabled boolean not null default true
);
insert into storage.buckets (id) values ('default') on conflict (id) do nothing;

create table if not exists storage.files (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  bucket_id text not null default 'default' references storage.buckets (id) on update cascade on delete cascade,
  name text,
  size integer,
  mime_type text,
  etag text,
  is_uploaded boolean default false,
  uploaded_by_user_id uuid,
  metadata jsonb
);
create index if not exists files_bucket_id on storage.files (bucket_id);
