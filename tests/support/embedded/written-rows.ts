/** The rows and files that `row-writer.ts` writes, for the writer and for the tests that check them. */
export const CREATE_TABLES = `
create schema if not exists storage;
create table if not exists storage.files (
  id uuid primary key, bucket_id text, name text, size int, mime_type text, etag text, is_uploaded bool,
  created_at timestamptz default now(), updated_at timestamptz default now()
);
create table if not exists escritos (n int primary key, texto text not null);
create index if not exists escritos_texto on escritos (length(texto));
create table if not exists total (linhas int not null);
insert into total select 0 where not exists (select 1 from total);`;

export function fileIdOf(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function contentOf(n: number): Uint8Array {
  return Buffer.from(`arquivo ${n} `.repeat(1 + (n % 300)));
}
