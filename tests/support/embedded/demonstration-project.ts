/**
 * A small Nhost project with demonstration content, for tests of the whole backend. Its loader puts files and rows; where the file `halfWay`
 * exists, it writes the number of its process there half-way and never ends.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const FILES = 40;

export function demonstrationFileId(n: number): string {
  return `11111111-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

const LOADER = `
import { existsSync, writeFileSync } from 'node:fs';
const halfWay = new URL('no-meio', import.meta.url);
export async function loadDemonstration({ database, files, progress }) {
  for (let n = 0; n < ${FILES}; n += 1) {
    const id = '11111111-0000-4000-8000-' + n.toString(16).padStart(12, '0');
    await files.put({ id, name: 'Ata nº ' + n + '.pdf', mimeType: 'application/pdf', bytes: Buffer.from('%PDF ' + n) });
    await database.query('insert into aviso (id, titulo, visivel, arquivo_id) values ($1, $2, $3, $4)', [n, 'Aviso ' + n, n % 2 === 0, id]);
    progress('avisos', n + 1, ${FILES});
    if (n === ${FILES / 2} && existsSync(halfWay)) {
      writeFileSync(halfWay, String(process.pid));
      await new Promise(() => setInterval(() => undefined, 60_000));
    }
  }
}`;

const MIGRATION = `
create table public.aviso (
  id int primary key,
  titulo text not null,
  visivel boolean not null,
  arquivo_id uuid not null references storage.files (id)
);
create function public.avisa() returns trigger language plpgsql as $$
begin
  perform pg_notify('conteudo', json_build_object('table', tg_table_name, 'key', new.id::text, 'op', tg_op)::text);
  return null;
end $$;
create trigger avisa after insert or update on public.aviso for each row execute function public.avisa();`;

const FILES_METADATA = `
table: {name: files, schema: storage}
array_relationships:
  - name: avisos
    using: {manual_configuration: {remote_table: {name: aviso, schema: public}, column_mapping: {id: arquivo_id}}}
select_permissions:
  - role: public
    permission: {columns: [id, name, size, mime_type, etag, is_uploaded, updated_at], filter: {avisos: {visivel: {_eq: true}}}}
`;

const NOTICE_METADATA = `
table: {name: aviso, schema: public}
select_permissions:
  - role: public
    permission: {columns: [id, titulo], filter: {visivel: {_eq: true}}, allow_aggregations: true}
`;

export interface DemonstrationProject {
  readonly directory: string;
  readonly halfWay: string;
  readonly remove: () => Promise<void>;
}

export async function demonstrationProject(): Promise<DemonstrationProject> {
  const directory = await mkdtemp(path.join(tmpdir(), 'projeto-'));
  const tables = 'nhost/metadata/databases/default/tables';
  const files: Readonly<Record<string, string>> = {
    'demo/load.ts': LOADER,
    'package.json': '{"type": "module"}',
    'nhost/migrations/default/1000_aviso/up.sql': MIGRATION,
    'nhost/metadata/version.yaml': 'version: 3\n',
    'nhost/metadata/databases/databases.yaml': '- name: default\n  kind: postgres\n  tables: "!include default/tables/tables.yaml"\n',
    [`${tables}/tables.yaml`]: '- "!include public_aviso.yaml"\n- "!include storage_files.yaml"\n',
    [`${tables}/public_aviso.yaml`]: NOTICE_METADATA,
    [`${tables}/storage_files.yaml`]: FILES_METADATA,
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return { directory, halfWay: path.join(directory, 'demo/no-meio'), remove: () => rm(directory, { recursive: true, force: true }) };
}
