/**
 * Uploads to the embedded backend. The bytes are stored first, under their hash and on record as orphaned; then one transaction writes the row as
 * the caller, through the engine and its permissions, and makes it visible. No transaction waits for bytes, and a crash at any point leaves an
 * orphaned blob at most, which the maintenance removes.
 */
import {
  CASES_CALLER,
  type Caller,
  type ExecuteOptions,
  type FileBucket,
  type FileUpload,
  type FileWriteAnswer,
  type FileWrites,
  type GraphqlRequest,
} from '../../backend.ts';
import type { Database, Queryable } from '../database.ts';
import type { GraphqlEngine } from '../graphql/engine.ts';
import type { BlobStore } from './blob-store.ts';
import type { FileDocuments } from './file-documents.ts';
import { RECORD_COLUMNS, readRecord, recordOf } from './file-records.ts';
import { keepContent } from './file-store.ts';

export interface FileWritesOptions {
  readonly database: Database;
  readonly engine: Pick<GraphqlEngine, 'executeWithin' | 'schemaFor'>;
  readonly blobs: Pick<BlobStore, 'stage'>;
  /** Undefined where the project tracks no files: no caller may write any then. */
  readonly documents: FileDocuments | undefined;
}

const ABSENT: FileWriteAnswer = { kind: 'absent' };

/** Ends a transaction whose work was refused. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';
  readonly answer: FileWriteAnswer;

  constructor(answer: FileWriteAnswer) {
    super(answer.kind);
    this.answer = answer;
  }
}

/** Two replacements of the same file run one after the other. */
const LOCK = 'select etag, is_uploaded from storage.files where id = $1 for update';

const KEEP_EARLIER = `
insert into storage.files (id, bucket_id, name, size, mime_type, etag, is_uploaded, uploaded_by_user_id, metadata, created_at)
select $2, bucket_id, name, size, mime_type, etag, true, uploaded_by_user_id, metadata, created_at from storage.files where id = $1`;

/** What follows is the storage's own: the database refuses content and media type in the name of a caller. */
const IN_NOBODYS_NAME = "select set_config('hasura.user', '', true)";

/** What the storage alone may set on a file, for every sender. */
const SHOW = `
with nomeado as (delete from embutido.conteudo_solto where sha256 = $7)
update storage.files set name = $2, size = $3, mime_type = $4, etag = $5, metadata = coalesce($6::jsonb, metadata), is_uploaded = true
where id = $1
returning ${RECORD_COLUMNS}`;

/** The row of a file that is new, with its content, and seen at once. */
const ADD = `
with nomeado as (delete from embutido.conteudo_solto where sha256 = $7)
insert into storage.files (id, bucket_id, name, size, mime_type, etag, metadata, is_uploaded)
values ($1, $2, $3, $4, $5, $6, $8::jsonb, true)
returning ${RECORD_COLUMNS}`;

const BUCKET = 'select id, min_upload_file_size as min, max_upload_file_size as max from storage.buckets where id = $1';
const BUCKET_OF_FILE = `
select b.id, b.min_upload_file_size as min, b.max_upload_file_size as max
from storage.files f join storage.buckets b on b.id = f.bucket_id where f.id = $1`;

type PlainWrites = Omit<FileWrites, 'presign' | 'presigned'>;

/** Makes the writing half of the files, without the presigned addresses. */
export function createFileWrites(options: FileWritesOptions): PlainWrites {
  const { database, engine, documents } = options;
  return {
    mayWrite(operation, { role }) {
      const field = documents?.fields[operation];
      return field !== undefined && engine.schemaFor(role).mutations.has(field);
    },
    bucket: (id) => readBucket(database, BUCKET, id),
    bucketOf: (id) => readBucket(database, BUCKET_OF_FILE, id),
    insert: (id, bucket, upload, caller) => insert(options, { id, bucket, upload, caller }),
    keep: (upload) => keepContent(database, options.blobs, upload.open()),
    replace: (id, upload, caller) => replace(options, { id, upload, caller }),
    remove: (id, caller) =>
      inTransaction(database, async (tx) => {
        const file = await readRecord(tx, id);
        await ask(options, tx, { query: documents?.remove ?? '', variables: { id } }, caller);
        return file === null ? ABSENT : { kind: 'written', file };
      }),
  };
}

interface Insertion {
  readonly id: string;
  readonly bucket: string;
  readonly upload: FileUpload;
  readonly caller: Caller;
}

async function insert(options: FileWritesOptions, insertion: Insertion): Promise<FileWriteAnswer> {
  const { id, bucket, upload, caller } = insertion;
  const { database, documents } = options;
  const { sha256 } = await keepContent(database, options.blobs, upload.open());
  // The server itself, which no request can be: there is no permission to ask for, and one statement takes the place of five.
  if (caller === CASES_CALLER) return add(database, insertion, sha256);
  const { name, size, mimeType: mime } = upload;
  const answer = await inTransaction(database, async (tx) => {
    await ask(options, tx, { query: documents?.insert ?? '', variables: { id, bucket, name, size, mime } }, caller);
    await tx.query(IN_NOBODYS_NAME, [], { name: 'armazenamento' });
    return show(options, tx, { id, sha256, upload, caller });
  });
  // The answer to the first attempt may have been lost: a client that sends the same bytes under the same id again gets it.
  if (answer.kind !== 'refused' || answer.error.extensions.code !== 'constraint-violation') return answer;
  const file = await readRecord(database, id);
  const isOwn = file?.uploadedByUserId === (caller.session['x-hasura-user-id'] ?? null);
  return file !== null && isOwn && file.etag === `"${sha256}"` && file.bucketId === bucket ? { kind: 'written', file } : answer;
}

async function add(database: Queryable, { id, bucket, upload }: Insertion, sha256: string): Promise<FileWriteAnswer> {
  const { name, size, mimeType, metadata } = upload;
  const values = [id, bucket, name, size, mimeType, `"${sha256}"`, sha256, metadata === null ? null : JSON.stringify(metadata)];
  const { rows } = await database.query(ADD, values, { name: 'arquivo_novo' });
  if (rows[0] === undefined) throw new Error('the row of a new file was not returned');
  return { kind: 'written', file: recordOf(rows[0]) };
}

interface Replacement {
  readonly id: string;
  readonly upload: FileUpload & { readonly keepAs?: string | undefined };
  readonly caller: Caller;
}

async function replace(options: FileWritesOptions, { id, upload, caller }: Replacement): Promise<FileWriteAnswer> {
  const { database, documents } = options;
  const { sha256 } = await keepContent(database, options.blobs, upload.open());
  return inTransaction(database, async (tx) => {
    const { rows } = await tx.query(LOCK, [id]);
    await ask(options, tx, { query: documents?.reopen ?? '', variables: { id } }, caller);
    await tx.query(IN_NOBODYS_NAME, [], { name: 'armazenamento' });
    const isSame = rows[0]?.['etag'] === `"${sha256}"`;
    if (upload.keepAs !== undefined && !isSame && rows[0]?.['is_uploaded'] === true) await tx.query(KEEP_EARLIER, [id, upload.keepAs]);
    // The same bytes again make no version.
    return show(options, tx, { id, sha256, upload: isSame ? { ...upload, record: undefined } : upload, caller });
  });
}

interface Shown {
  readonly id: string;
  readonly sha256: string;
  readonly upload: FileUpload;
  readonly caller: Caller;
}

/** Makes the row of the transaction, which is in nobody's name by then, a file with this content, and runs what the caller records with it. */
async function show(options: FileWritesOptions, tx: Queryable, { id, sha256, upload, caller }: Shown): Promise<FileWriteAnswer> {
  const { name, size, mimeType, metadata, record } = upload;
  const values = [id, name, size, mimeType, `"${sha256}"`, metadata === null ? null : JSON.stringify(metadata), sha256];
  const { rows } = await tx.query(SHOW, values, { name: 'arquivo_recebido' });
  if (rows[0] === undefined) throw new Error('the row of an upload is gone within its transaction');
  if (record !== undefined) await run(options, tx, record, caller);
  return { kind: 'written', file: recordOf(rows[0]) };
}

/** Runs a mutation of one file as the caller. @throws RolledBack where it is refused or concerns no row */
async function ask(options: FileWritesOptions, tx: Queryable, request: GraphqlRequest, caller: Caller): Promise<void> {
  const json = await run(options, tx, request, caller);
  const { written } = JSON.parse(json) as { readonly written: { readonly affected_rows: number } };
  if (written.affected_rows === 0) throw new RolledBack(ABSENT);
}

async function run({ engine }: FileWritesOptions, tx: Queryable, request: GraphqlRequest, caller: Caller): Promise<string> {
  const execute: ExecuteOptions = { caller };
  const answer = await engine.executeWithin(tx, request, execute);
  if (answer.kind === 'data') return answer.json;
  const [error] = answer.errors;
  if (error === undefined) throw new Error('a refusal without an error');
  throw new RolledBack({ kind: 'refused', error });
}

async function inTransaction(database: Database, work: (tx: Queryable) => Promise<FileWriteAnswer>): Promise<FileWriteAnswer> {
  try {
    return await database.transaction(work);
  } catch (error) {
    if (error instanceof RolledBack) return error.answer;
    throw error;
  }
}

async function readBucket(database: Queryable, sql: string, id: string): Promise<FileBucket | null> {
  const { rows } = await database.query(sql, [id]);
  return rows[0] === undefined ? null : { id: String(rows[0]['id']), minBytes: Number(rows[0]['min']), maxBytes: Number(rows[0]['max']) };
}
