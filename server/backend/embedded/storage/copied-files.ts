/** Files that an earlier start stored elsewhere are copied to the store of now. Nothing is removed where they were. */
import type { Queryable } from '../database.ts';
import type { BlobStore } from './blob-store.ts';

/** A place that contents are copied from. */
export interface EarlierStore extends Pick<BlobStore, 'open'> {
  /** The hashes of all contents, some at a time. */
  names(): AsyncGenerator<readonly string[]>;
}

export interface CopyReport {
  /** Contents that rows name, whether they had to be copied or not. */
  readonly named: number;
  readonly copied: number;
  /** Hashes whose bytes are others than the hash says; they are not copied. */
  readonly damaged: readonly string[];
}

/** Copies at the same time: each waits for two stores in turn. */
const AT_ONCE = 8;

const NAMED = `select distinct trim('"' from etag) as sha256 from storage.files where etag = any($1)`;

/** Copies the contents that rows of `storage.files` name and the store lacks. It may be repeated after an interruption. */
export async function copyFiles(
  from: EarlierStore,
  to: BlobStore,
  {
    database,
    signal,
    onCopied,
  }: { readonly database: Queryable; readonly signal: AbortSignal; readonly onCopied: (copied: number) => void },
): Promise<CopyReport> {
  let named = 0;
  let copied = 0;
  const damaged: string[] = [];
  for await (const names of from.names()) {
    const { rows } = await database.query(NAMED, [names.map((name) => `"${name}"`)]);
    const waiting = rows.map((row) => String(row['sha256']));
    named += waiting.length;
    const copyOthers = async (): Promise<void> => {
      for (let sha256 = waiting.pop(); sha256 !== undefined; sha256 = waiting.pop()) {
        signal.throwIfAborted();
        const outcome = await copyOne(sha256, from, to);
        if (outcome === 'damaged') damaged.push(sha256);
        if (outcome !== 'copied') continue;
        copied += 1;
        onCopied(copied);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, copyOthers));
  }
  return { named, copied, damaged };
}

async function copyOne(sha256: string, from: EarlierStore, to: BlobStore): Promise<'copied' | 'there' | 'damaged'> {
  if ((await to.size(sha256)) !== undefined) return 'there';
  const staged = await to.stage(from.open(sha256));
  if (staged.sha256 === sha256) {
    await staged.keep();
    return 'copied';
  }
  await staged.discard();
  return 'damaged';
}

const ROWS_AT_A_TIME = 1_000;

const NEXT_CONTENTS = `
select distinct etag from storage.files where is_uploaded and etag > $1 and etag ~ '^"[0-9a-f]{64}"$' order by etag limit ${ROWS_AT_A_TIME}`;

/**
 * Counts the contents that rows of `storage.files` name and the store lacks: their bytes are on the disk of a server that did not start yet.
 * It looks at one after the other, which takes a minute for 100,000, and ends early when `signal` is aborted.
 */
export async function countMissing(database: Queryable, blobs: BlobStore, signal: AbortSignal): Promise<number> {
  let missing = 0;
  for (let last = ''; ; ) {
    const { rows } = await database.query(NEXT_CONTENTS, [last]);
    if (rows.length === 0) return missing;
    for (const row of rows) {
      if (signal.aborted) return missing;
      last = String(row['etag']);
      if ((await blobs.size(last.slice(1, -1))) === undefined) missing += 1;
    }
  }
}
