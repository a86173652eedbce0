/** A row of `storage.files` as the storage service answers it. */
import type { FileMetadata, FileRecord } from '../../backend.ts';
import type { Queryable, Row } from '../database.ts';

export const RECORD_COLUMNS = `id, name, size, bucket_id, etag, mime_type, uploaded_by_user_id, is_uploaded, metadata::text as metadata,
  to_json(created_at) #>> '{}' as created_at, to_json(updated_at) #>> '{}' as updated_at`;

/** Reads the row with this id for any caller; null when there is none. */
export async function readRecord(database: Queryable, id: string): Promise<FileRecord | null> {
  const { rows } = await database.query(`select ${RECORD_COLUMNS} from storage.files where id = $1`, [id], { name: 'arquivo_registro' });
  return rows[0] === undefined ? null : recordOf(rows[0]);
}

export function recordOf(row: Row): FileRecord {
  return {
    id: String(row['id']),
    name: String(row['name']),
    size: Number(row['size']),
    bucketId: String(row['bucket_id']),
    etag: String(row['etag']),
    createdAt: String(row['created_at']),
    updatedAt: String(row['updated_at']),
    isUploaded: row['is_uploaded'] === true,
    mimeType: String(row['mime_type']),
    uploadedByUserId: typeof row['uploaded_by_user_id'] === 'string' ? row['uploaded_by_user_id'] : null,
    metadata: typeof row['metadata'] === 'string' ? (JSON.parse(row['metadata']) as FileMetadata) : null,
  };
}
