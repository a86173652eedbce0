/**
 * Addresses at which any client may download one file for a time, signed with a key that all replicas have. The parameters are those of Amazon's
 * Signature Version 4, as Nhost's storage has them; the signature is of this server and means nothing to another service.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { madeOnce } from '../../../../shared/cache/remembering.ts';
import { formatBasicInstant, parseBasicInstant } from '../../../../shared/time/basic-instant.ts';
import type { Caller, FileWrites, PresignedAnswer, PresignedFile, StoredFile } from '../../backend.ts';
import type { Queryable } from '../database.ts';
import { storedSecret } from '../stored-secret.ts';
import { storedFile } from './file-access.ts';
import { readRecord } from './file-records.ts';
import type { FileStore } from './file-store.ts';

export interface PresignedFilesOptions {
  readonly database: Queryable;
  readonly files: FileStore;
  /** Returns a file that the caller may read. */
  readonly file: (id: string, caller: Caller) => Promise<StoredFile | null>;
}

const RULES = 'select download_expiration as seconds, presigned_urls_enabled as enabled from storage.buckets where id = $1';

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Longest life of an address in seconds: that of the column's check. */
const LONGEST_SECONDS = 604_800;

export function createPresignedFiles(options: PresignedFilesOptions): Pick<FileWrites, 'presign' | 'presigned'> {
  const { database } = options;
  const key = madeOnce(() => storedSecret(database, 'arquivos'));
  return {
    async presign(id, caller): Promise<PresignedAnswer> {
      if ((await options.file(id, caller)) === null) return { kind: 'absent' };
      const record = await readRecord(database, id);
      if (record === null) return { kind: 'absent' };
      const { rows } = await database.query(RULES, [record.bucketId], { name: 'balde_assinado' });
      if (rows[0]?.['enabled'] !== true) return { kind: 'disabled' };
      const expiresInSeconds = Number(rows[0]['seconds']);
      return {
        kind: 'presigned',
        query: signedQuery(await key(), { id, at: formatBasicInstant(Date.now()), expiresInSeconds }),
        expiresInSeconds,
      };
    },
    async presigned(id, query): Promise<PresignedFile> {
      const parameters = new URLSearchParams(query);
      const [at, seconds] = [parameters.get('X-Amz-Date') ?? '', Number(parameters.get('X-Amz-Expires'))];
      const begun = parseBasicInstant(at);
      if (begun === null || !Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_SECONDS) return { kind: 'forged' };
      const wanted = signature(await key(), { id, at, expiresInSeconds: seconds });
      if (!isSame(parameters.get('X-Amz-Signature') ?? '', wanted)) return { kind: 'forged' };
      const expiresInSeconds = Math.floor((begun + seconds * 1_000 - Date.now()) / 1_000);
      if (expiresInSeconds <= 0) return { kind: 'expired' };
      const record = await readRecord(database, id);
      if (record === null || !record.isUploaded) return { kind: 'absent' };
      const { name, mimeType, size, etag, updatedAt } = record;
      const file = await storedFile(options.files, { id, name, mimeType, size, etag, updatedAt: new Date(updatedAt) });
      return { kind: 'found', file, expiresInSeconds };
    },
  };
}

interface Signed {
  readonly id: string;
  /** `20260102T030405Z`. */
  readonly at: string;
  readonly expiresInSeconds: number;
}

function signature(key: Uint8Array, { id, at, expiresInSeconds }: Signed): string {
  return createHmac('sha256', key).update(`GetObject\n${id}\n${at}\n${expiresInSeconds}`).digest('hex');
}

function signedQuery(key: Uint8Array, signed: Signed): string {
  return new URLSearchParams({
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Checksum-Mode': 'ENABLED',
    'X-Amz-Credential': `arquivos/${signed.at.slice(0, 8)}/local/s3/aws4_request`,
    'X-Amz-Date': signed.at,
    'X-Amz-Expires': String(signed.expiresInSeconds),
    'X-Amz-Signature': signature(key, signed),
    'X-Amz-SignedHeaders': 'host',
    'x-id': 'GetObject',
  }).toString();
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
