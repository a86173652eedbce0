/** A secret of the site in its own database: replicas share it, and PGlite keeps it in the data directory. */
import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

const BYTES = 32;

const MAKE = 'insert into embutido.chave_dos_casos (segredo) values ($1) on conflict do nothing';
const READ = 'select segredo from embutido.chave_dos_casos';

/** Returns the secret; the first call of the first replica makes it. */
export async function storedSecret(database: Database): Promise<Uint8Array> {
  await database.query(MAKE, [randomBytes(BYTES)]);
  const { rows } = await database.query(READ);
  const secret = rows[0]?.['segredo'];
  if (!(secret instanceof Uint8Array)) throw new Error('the key of the cases could not be read');
  return secret;
}
