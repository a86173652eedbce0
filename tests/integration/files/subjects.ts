/** The two storages that the endpoint of files has behind it, both real: on disk beside a database, and a service across a network. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ContentBackend } from '../../../server/backend/backend.ts';
import { openPgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';
import { createGraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { readMetadata } from '../../../server/backend/embedded/graphql/metadata/reader.ts';
import { DirectoryBlobs } from '../../../server/backend/embedded/storage/directory-blobs.ts';
import { createFileAccess } from '../../../server/backend/embedded/storage/file-access.ts';
import { fileDocuments } from '../../../server/backend/embedded/storage/file-documents.ts';
import { createNhostStorage } from '../../../server/backend/nhost/storage.ts';
import { emptySnapshot } from '../../support/embedded/empty-database.ts';
import { TestFiles } from '../../support/embedded/test-files.ts';
import { bootstrapTables } from '../../support/embedded/written-rows.ts';
import { remoteFile, startNhostStorage } from '../../support/nhost/storage.ts';

export interface FileToStore {
  readonly bytes: Buffer;
  readonly name?: string;
  readonly mimeType?: string;
}

export interface Subject {
  readonly backend: Pick<ContentBackend, 'file'>;
  /** Stores a file that the public may read, in place of the one that was there. */
  put(id: string, file: FileToStore): Promise<void>;
  /** Makes a file one that the public may not read. */
  hide(id: string): Promise<void>;
  /** Makes a file one whose upload has begun and not ended. */
  unfinish(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

export interface SubjectKind {
  readonly name: string;
  readonly open: () => Promise<Subject>;
}

export const SUBJECTS: readonly SubjectKind[] = [
  { name: 'the embedded storage', open: openEmbedded },
  { name: 'a remote storage', open: openRemote },
];

const METADATA: Readonly<Record<string, string>> = {
  'version.yaml': 'version: 3\n',
  'databases/databases.yaml': '- name: default\n  kind: postgres\n  tables: "!include default/tables/tables.yaml"\n',
  'databases/default/tables/tables.yaml': '- "!include storage_files.yaml"\n',
  'databases/default/tables/storage_files.yaml': `
table: {name: files, schema: storage}
select_permissions:
  - role: public
    permission: {columns: [id, name, size, mime_type, etag, is_uploaded, updated_at], filter: {bucket_id: {_eq: default}}}
`,
};

async function openEmbedded(): Promise<Subject> {
  const folder = await mkdtemp(path.join(tmpdir(), 'arquivos-'));
  for (const [name, text] of Object.entries(METADATA)) {
    await mkdir(path.dirname(path.join(folder, 'metadata', name)), { recursive: true });
    await writeFile(path.join(folder, 'metadata', name), text);
  }
  const database = await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot() });
  await database.script(await bootstrapTables());
  await database.script("insert into storage.buckets (id) values ('oculto')");
  const metadata = await readMetadata(path.join(folder, 'metadata'));
  const engine = await createGraphqlEngine({ database, metadata, onFault: () => undefined });
  const files = new TestFiles(database, new DirectoryBlobs(path.join(folder, 'blobs'), 'each'));
  const change = async (sql: string, id: string): Promise<void> => {
    await database.query(sql, [id]);
  };
  return {
    backend: { file: createFileAccess(engine, files, fileDocuments(metadata)) },
    async put(id, { bytes, name = 'arquivo.pdf', mimeType = 'application/pdf' }) {
      await files.put({ id, name, mimeType, bytes });
    },
    hide: (id) => change("update storage.files set bucket_id = 'oculto' where id = $1", id),
    // As the service leaves a row whose upload has only begun.
    unfinish: (id) =>
      change('update storage.files set is_uploaded = false, etag = null, size = null, mime_type = null, name = null where id = $1', id),
    remove: (id) => change('delete from storage.files where id = $1', id),
    async close() {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function openRemote(): Promise<Subject> {
  const server = await startNhostStorage();
  const storage = createNhostStorage({ url: server.url });
  const change = (id: string, own: Parameters<typeof remoteFile>[1]): Promise<void> => {
    const file = server.files.get(id);
    if (file !== undefined) server.files.set(id, { ...file, ...own });
    return Promise.resolve();
  };
  let version = 0;
  return {
    backend: storage,
    put(id, { bytes, ...own }) {
      version += 1;
      server.files.set(id, remoteFile(bytes, { ...own, etag: `"${version.toString(16).padStart(32, '0')}"` }));
      return Promise.resolve();
    },
    hide: (id) => change(id, { roles: ['admin'] }),
    unfinish: (id) => change(id, { isUploaded: false }),
    remove(id) {
      server.files.delete(id);
      return Promise.resolve();
    },
    async close() {
      storage.close();
      await server.close();
    },
  };
}
