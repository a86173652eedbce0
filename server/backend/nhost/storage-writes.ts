/**
 * The writing half of a hosted storage. Each request carries the caller's own token, so the service decides who may. What belongs to a file in
 * the database is written after it; where that is refused the file is taken away again, or gets its earlier content back, since the two services
 * share no transaction.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Logger } from '../../observability/log.ts';
import {
  ADMIN_CALLER,
  type Caller,
  type FileRecord,
  type FileUpload,
  type FileWriteAnswer,
  type FileWrites,
  type GraphqlErrorEntry,
  type StoredFile,
} from '../backend.ts';
import type { NhostGraphql } from './graphql-client.ts';
import { callerFields } from './graphql-endpoint.ts';
import { bucketById, bucketOfFile, describeFile, describeStored } from './hosted-files.ts';
import type { RequestBody, ServiceAnswer, ServiceClient } from './service-client.ts';

export interface StorageWritesOptions {
  readonly client: ServiceClient;
  /** Prefix of a file's address, without a slash at its end. */
  readonly files: string;
  readonly adminSecret: string;
  readonly graphql: Pick<NhostGraphql, 'execute'>;
  /** Reads a file as the caller. */
  readonly file: (id: string, caller: Caller) => Promise<StoredFile | null>;
  readonly log: Logger;
}

export function createStorageWrites(options: StorageWritesOptions): FileWrites {
  const { client, files, adminSecret, graphql, log } = options;
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, caller: Caller, body?: RequestBody): Promise<Answer> => {
    const fields = callerFields(caller, adminSecret);
    return readAnswer(await client.ask({ method, url: new URL(url), fields, ...(body === undefined ? {} : { body }) }, MAX_ANSWER_BYTES));
  };
  const insert: FileWrites['insert'] = async (id, bucket, upload, caller) => {
    const metadata = { id, name: upload.name, metadata: upload.metadata ?? {} };
    const answer = await send(
      'POST',
      files,
      caller,
      multipart(
        upload,
        [
          ['bucket-id', bucket],
          ['metadata[]', JSON.stringify(metadata)],
        ],
        'file[]',
      ),
    );
    if (answer.kind !== 'done') return answer;
    const refusal = await recordOf(graphql, upload, caller);
    if (refusal === null) return { kind: 'written', file: await describeStored(graphql, id) };
    await send('DELETE', `${files}/${id}`, ADMIN_CALLER);
    return { kind: 'refused', error: refusal };
  };
  const put = (id: string, upload: FileUpload, caller: Caller): Promise<Answer> => {
    const metadata = { name: upload.name, metadata: upload.metadata ?? {} };
    return send('PUT', `${files}/${id}`, caller, multipart(upload, [['metadata', JSON.stringify(metadata)]], 'file'));
  };
  /** Gives a file the content again that was kept under another id. @throws AppError; the content is then still there under that id */
  const putBack = async (id: string, kept: FileRecord): Promise<void> => {
    const stored = await options.file(kept.id, ADMIN_CALLER);
    const answer = stored === null ? null : await put(id, { ...kept, open: () => stored.open() }, ADMIN_CALLER);
    if (answer?.kind !== 'done') throw new AppError('NETWORK', { detail: `the content of the file ${id} could not be put back` });
  };
  return {
    // The metadata of the project is with the service: who has signed in may try.
    mayWrite: (_operation, caller) => caller.trust !== 'anonymous',
    bucket: (id) => bucketById(graphql, id),
    bucketOf: (id) => bucketOfFile(graphql, id),
    insert,
    async replace(id, upload, caller) {
      // Also for as long as the record may be refused.
      const keepAs = upload.keepAs ?? (upload.record === undefined ? undefined : randomUUID());
      const earlier = keepAs === undefined ? null : await keepEarlier(options, insert, { id, as: keepAs, caller });
      if (earlier !== null && earlier.kind !== 'written') return earlier;
      const dropEarlier = async (): Promise<void> => {
        if (earlier === null) return;
        try {
          await send('DELETE', `${files}/${earlier.file.id}`, ADMIN_CALLER);
        } catch (error) {
          // What became of the file is known by then: a copy that stays takes room, and nothing leads to it.
          log.error({ err: error, file: earlier.file.id }, 'the copy of a replaced file could not be removed');
        }
      };
      const answer = await put(id, upload, caller).catch(async (error: unknown) => {
        // The answer may have been lost after the content was replaced: the copy is then all that is left of the earlier one, and stays, as it
        // does where this cannot be known.
        const present = await describeFile(graphql, id).catch(() => null);
        if (present?.etag === earlier?.file.etag) await dropEarlier();
        throw error;
      });
      if (answer.kind !== 'done') {
        await dropEarlier();
        return answer;
      }
      const refusal = await recordOf(graphql, upload, caller);
      if (refusal === null) {
        if (upload.keepAs === undefined) await dropEarlier();
        return { kind: 'written', file: await describeStored(graphql, id) };
      }
      if (earlier !== null) await putBack(id, earlier.file);
      await dropEarlier();
      return { kind: 'refused', error: refusal };
    },
    async remove(id, caller) {
      const before = await describeFile(graphql, id);
      if (before === null) return { kind: 'absent' };
      const answer = await send('DELETE', `${files}/${id}`, caller);
      return answer.kind === 'done' ? { kind: 'written', file: before } : answer;
    },
    // The service has such addresses of its own, on its own host.
    presign: () => Promise.resolve({ kind: 'disabled' }),
    presigned: () => Promise.resolve({ kind: 'absent' }),
  };
}

type Answer = { readonly kind: 'done' } | Exclude<FileWriteAnswer, { readonly kind: 'written' }>;

const Refusal = z.object({ error: z.object({ message: z.string() }) });

function readAnswer({ status, text }: ServiceAnswer): Answer {
  if (status >= 200 && status < 300) return { kind: 'done' };
  if (status === 404) return { kind: 'absent' };
  if (status >= 500) throw new AppError('BACKEND_UNAVAILABLE', { detail: `the file storage answered with status ${status}` });
  const refusal = Refusal.safeParse(jsonOf(text));
  const said = refusal.success ? refusal.data.error.message : `status ${status}`;
  const code = status === 401 || status === 403 ? 'permission-error' : 'bad-request';
  return { kind: 'refused', error: { message: said, extensions: { path: '$', code } } };
}

/** Runs what is written together with the file; returns why it was refused. */
async function recordOf(graphql: Pick<NhostGraphql, 'execute'>, { record }: FileUpload, caller: Caller): Promise<GraphqlErrorEntry | null> {
  if (record === undefined) return null;
  const answer = await graphql.execute(record, { caller });
  return answer.kind === 'errors' ? (answer.errors[0] ?? null) : null;
}

/** Stores the present content under another id before it is replaced. */
async function keepEarlier(
  { graphql, file }: StorageWritesOptions,
  insert: FileWrites['insert'],
  { id, as, caller }: { readonly id: string; readonly as: string; readonly caller: Caller },
): Promise<FileWriteAnswer> {
  const [stored, before] = [await file(id, caller), await describeFile(graphql, id)];
  if (stored === null || before === null) return { kind: 'absent' };
  const { name, mimeType, size, metadata, bucketId } = before;
  return insert(as, bucketId, { name, mimeType, size, metadata, open: () => stored.open() }, caller);
}

/** Returns a form with some fields and one file, whose bytes are read while they are sent. */
function multipart(upload: FileUpload, fields: readonly (readonly [name: string, value: string])[], fileField: string): RequestBody {
  const boundary = `limite-${randomBytes(16).toString('hex')}`;
  const parts = fields.map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="${fileField}"; filename="${plainName(upload.name)}"\r\nContent-Type: ${upload.mimeType}\r\n\r\n`;
  const [head, end] = [Buffer.from(parts.join('') + file), Buffer.from(`\r\n--${boundary}--\r\n`)];
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: head.byteLength + upload.size + end.byteLength,
    open: () =>
      Readable.from(
        (async function* () {
          yield head;
          yield* upload.open() as AsyncIterable<Buffer>;
          yield end;
        })(),
      ),
  };
}

/** The metadata has the name; the field must not end its quotes or its line (HTML, multipart/form-data encoding). */
function plainName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A description or a refusal; more is none of them. */
const MAX_ANSWER_BYTES = 1_048_576;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not in the service's own words: the status says what there is to say.
    return null;
  }
}
