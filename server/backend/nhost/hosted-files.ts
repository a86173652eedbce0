/** What the database of a hosted backend says of files and their buckets; asked with the admin secret. */
import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';
import { ADMIN_CALLER, type FileBucket, type FileRecord } from '../backend.ts';
import type { NhostGraphql } from './graphql-client.ts';

const FILE = `query ArquivoGuardado($id: uuid!) {
  file(id: $id) { id name size bucketId etag createdAt updatedAt isUploaded mimeType uploadedByUserId metadata }
}`;

const Described = z.object({
  file: z
    .object({
      id: z.string(),
      name: z.string(),
      size: z.number(),
      bucketId: z.string(),
      etag: z.string(),
      createdAt: z.string(),
      updatedAt: z.string(),
      isUploaded: z.boolean(),
      mimeType: z.string(),
      uploadedByUserId: z.string().nullable(),
      metadata: z.record(z.string(), z.unknown()).nullable(),
    })
    .nullable(),
});

/** The row of a file; null where there is none. */
export async function describeFile(graphql: Pick<NhostGraphql, 'execute'>, id: string): Promise<FileRecord | null> {
  return (await ask(graphql, { query: FILE, variables: { id } }, Described)).file;
}

/** The row of a file that was just stored. */
export async function describeStored(graphql: Pick<NhostGraphql, 'execute'>, id: string): Promise<FileRecord> {
  const file = await describeFile(graphql, id);
  if (file === null) throw new AppError('NETWORK', { detail: 'the file storage took a file that the database does not have' });
  return file;
}

const Bucket = z.object({ id: z.string(), minBytes: z.number(), maxBytes: z.number() });
const BUCKET = 'id minBytes: minUploadFileSize maxBytes: maxUploadFileSize';

/** The bucket with this id; null where there is none. */
export async function bucketById(graphql: Pick<NhostGraphql, 'execute'>, id: string): Promise<FileBucket | null> {
  const query = `query Balde($id: String!) { bucket(id: $id) { ${BUCKET} } }`;
  return (await ask(graphql, { query, variables: { id } }, z.object({ bucket: Bucket.nullable() }))).bucket;
}

/** The bucket of a file; null where there is no such file. */
export async function bucketOfFile(graphql: Pick<NhostGraphql, 'execute'>, id: string): Promise<FileBucket | null> {
  const query = `query BaldeDoArquivo($id: uuid!) { file(id: $id) { bucket { ${BUCKET} } } }`;
  const shape = z.object({ file: z.object({ bucket: Bucket }).nullable() });
  return (await ask(graphql, { query, variables: { id } }, shape)).file?.bucket ?? null;
}

async function ask<T>(
  graphql: Pick<NhostGraphql, 'execute'>,
  request: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> },
  shape: z.ZodType<T>,
): Promise<T> {
  const answer = await graphql.execute(request, { caller: ADMIN_CALLER });
  if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message ?? 'the backend refused a question about a file');
  return shape.parse(JSON.parse(answer.json));
}
