/** What the manifest of a backup says. */
import { z } from 'zod';

/** Raised when a backup of before can no longer be read. */
const FORMAT = 1;

const columnSchema = z.object({
  name: z.string(),
  type: z.string(),
  /** Made by Postgres from other columns, so never written. */
  generated: z.boolean(),
});

const tableSchema = z.object({
  /** Quoted, with its schema. */
  name: z.string(),
  columns: z.array(columnSchema),
  rows: z.string(),
  /** Sum of the digests of the rows, which need not lie in the same order. */
  digest: z.string(),
  pieces: z.array(z.object({ name: z.string(), sha256: z.string() })),
});

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** What made the schema; the key of a migration is its name. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    /** Contents that rows name and the store did not have, or had with other bytes. */
    missing: z.array(z.string()),
  }),
});

export type Manifest = z.output<typeof manifestSchema>;
export type BackedUpTable = Manifest['tables'][number];

/** Makes the manifest of a backup of now. */
export function manifestNow(parts: Omit<Manifest, 'format' | 'createdAt'>, now = new Date()): Manifest {
  return { format: FORMAT, createdAt: now.toISOString(), ...parts };
}
