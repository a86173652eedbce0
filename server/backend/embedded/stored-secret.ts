/** Secrets of the site in its own database: replicas share them, and PGlite keeps them in the data directory. */
import { randomBytes } from 'node:crypto';
import type { Queryable } from './database.ts';

const BYTES = 32;

/** Each is the column of the one row of a table. */
const PLACES = {
  casos: { table: 'embutido.chave_dos_casos', column: 'segredo' },
  arquivos: { table: 'embutido.chave_dos_arquivos', column: 'chave' },
} as const;

/** Returns the secret of the cases, or of the presigned addresses of files; the first call of the first replica makes it. */
export async function storedSecret(database: Queryable, of: keyof typeof PLACES): Promise<Uint8Array> {
  const { table, column } = PLACES[of];
  await database.query(`insert into ${table} (${column}) values ($1) on conflict do nothing`, [randomBytes(BYTES)]);
  const { rows } = await database.query(`select ${column} from ${table}`);
  const secret = rows[0]?.[column];
  if (!(secret instanceof Uint8Array)) throw new Error(`the key in ${table} could not be read`);
  return secret;
}
