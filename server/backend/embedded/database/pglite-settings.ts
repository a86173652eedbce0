/** What PGlite is started with. */
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';

// How much of a WebAssembly function runs before V8 optimizes it, about five times the default. A start spent a fifth of its processor time on
// optimizing functions that run for a moment.
setFlagsFromString('--wasm-tiering-budget=60000000');

/** The extensions that the content uses. */
export const EXTENSIONS = { citext, unaccent, pg_trgm };

/**
 * Start parameters for a database in memory. PGlite writes the whole of its shared buffers when it starts: 128 MB by default. Scans cost the
 * same processor time with 16 MB as with 128, on disk too: there the system keeps the files in its own cache besides.
 */
export const MEMORY_START: readonly string[] = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** Start parameters with `-F` (fsync off) dropped and the WAL synced by fsync(2), which `SyncedNodeFs` makes work. */
export const DURABLE_START: readonly string[] = [
  ...MEMORY_START.filter((part) => part !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  // What of the log a checkpoint keeps; the default is 1 GB.
  '-c',
  'max_wal_size=64MB',
  '-c',
  'min_wal_size=32MB',
];
