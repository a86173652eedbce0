/** The doors of files over a database with metadata of its own and each store of bytes, for the tests of uploads. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import type { Identify } from '../../../server/backend/auth/identity.ts';
import type { ContentBackend, FileWrites } from '../../../server/backend/backend.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { createGraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import type { Metadata } from '../../../server/backend/embedded/graphql/metadata/metadata.ts';
import { readMetadata } from '../../../server/backend/embedded/graphql/metadata/reader.ts';
import { createFileAccess } from '../../../server/backend/embedded/storage/file-access.ts';
import { fileDocuments } from '../../../server/backend/embedded/storage/file-documents.ts';
import { FileStore } from '../../../server/backend/embedded/storage/file-store.ts';
import { createFileWrites } from '../../../server/backend/embedded/storage/file-writes.ts';
import { createPresignedFiles } from '../../../server/backend/embedded/storage/presigned-files.ts';
import { createFileRouters, type FileRoutersOptions } from '../../../server/files/routers.ts';
import { createIdentify } from '../../../server/graphql/caller.ts';
import { createGraphqlRouter } from '../../../server/graphql/router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { UNLIMITED } from '../../../shared/cache/admission.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { NO_AUTH } from '../../support/no-auth.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import type { StoreUnderTest } from '../backend/embedded/storage/stores.ts';

export const SECRET = 'segredo de dezesseis letras';
export const ANA = '4f1c2a5e-0000-4000-8000-00000000000a';
export const RUI = '4f1c2a5e-0000-4000-8000-00000000000b';

const COLUMNS = '[id, bucket_id, name, size, mime_type, etag, is_uploaded, created_at, updated_at, uploaded_by_user_id, metadata]';

const METADATA: Readonly<Record<string, string>> = {
  'version.yaml': 'version: 3\n',
  'databases/databases.yaml': '- name: default\n  kind: postgres\n  tables: "!include default/tables/tables.yaml"\n',
  'databases/default/tables/tables.yaml': '- "!include storage_files.yaml"\n',
  'databases/default/tables/storage_files.yaml': `
table: {name: files, schema: storage}
configuration:
  custom_root_fields: {insert: insertFiles, select_by_pk: file}
  custom_column_names: {bucket_id: bucketId, mime_type: mimeType, is_uploaded: isUploaded}
select_permissions:
  - {role: public, permission: {columns: ${COLUMNS}, filter: {bucket_id: {_eq: default}}}}
  - {role: leitor, permission: {columns: ${COLUMNS}, filter: {}}}
  - {role: editor, permission: {columns: ${COLUMNS}, filter: {}}}
insert_permissions:
  - role: editor
    permission:
      columns: [id, bucket_id, name, size, mime_type]
      check: {name: {_nlike: "%proibido%"}}
      set: {uploaded_by_user_id: X-Hasura-User-Id}
update_permissions:
  - {role: editor, permission: {columns: [is_uploaded], filter: {uploaded_by_user_id: {_eq: X-Hasura-User-Id}}}}
delete_permissions:
  - {role: editor, permission: {filter: {uploaded_by_user_id: {_eq: X-Hasura-User-Id}}}}
`,
};

export interface UploadServer extends Listening {
  readonly database: Database;
  /** Names of the files that are on their way in. */
  spooled(): Promise<readonly string[]>;
  /** Number of rows of `storage.files`. */
  rows(): Promise<number>;
}

export type UploadServerOptions = Partial<FileRoutersOptions> & {
  /** Stands before the backend's own writes. */
  readonly around?: (files: FileWrites) => FileWrites;
  /** In place of that of these tests. */
  readonly metadata?: Metadata;
};

async function ownMetadata(folder: string): Promise<Metadata> {
  for (const [name, text] of Object.entries(METADATA)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return readMetadata(folder);
}

/** Opens the doors over a store, which the caller closes. */
export async function openUploadServer(
  { database, blobs }: Pick<StoreUnderTest, 'database' | 'blobs'>,
  { around = (files) => files, metadata: given, ...doors }: UploadServerOptions = {},
): Promise<UploadServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'envio-'));
  await database.script("insert into storage.buckets (id, max_upload_file_size) values ('pequeno', 10) on conflict do nothing");
  const metadata = given ?? (await ownMetadata(path.join(folder, 'metadata')));
  const engine = await createGraphqlEngine({ database, metadata });
  const store = new FileStore(blobs);
  const documents = fileDocuments(metadata);
  const file = createFileAccess(engine, store, documents);
  const files = around({
    ...createFileWrites({ database, engine, blobs, documents }),
    ...createPresignedFiles({ database, files: store, file }),
  });
  const backend: Pick<ContentBackend, 'execute' | 'file' | 'files'> = {
    execute: (request, options) => engine.execute(request, options),
    file,
    files,
  };
  const identify = createIdentify({ adminSecrets: [SECRET], verifier: NO_AUTH.verifier, siteOrigin: 'http://localhost' });
  const server = await listening(app(backend, identify, { dataDirectory: folder, ...doors }));
  return {
    ...server,
    database,
    spooled: () => readdir(path.join(folder, 'recebidos')).catch(() => []),
    rows: async () => (await database.query('select 1 from storage.files')).rowCount,
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function app(
  backend: Pick<ContentBackend, 'execute' | 'file' | 'files'>,
  identify: Identify,
  doors: Pick<FileRoutersOptions, 'dataDirectory'> & Partial<FileRoutersOptions>,
): express.Express {
  const site = express();
  const log = SILENT_LOG;
  for (const door of createFileRouters({ backend, identify, siteUrl: 'http://localhost', version: 'um', log, ...doors })) site.use(door);
  site.use(createGraphqlRouter({ backend, allowedOperations: null, identify, admit: () => UNLIMITED, log }));
  site.use(errorHandler(log));
  return site;
}

/** The fields of a request of an editor. */
export function editor(user: string = ANA): Readonly<Record<string, string>> {
  return { 'x-hasura-admin-secret': SECRET, 'x-hasura-role': 'editor', 'x-hasura-user-id': user };
}
