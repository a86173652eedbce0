/**
 * The keys of access tokens that the server makes itself. They lie in the database, so replicas share them and PGlite keeps them in the data
 * directory. A key is replaced after three months: its successor is known to all replicas before it signs, and it verifies for as long as
 * its last token lives.
 */
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { Timers } from '../../../../shared/time/timers.ts';
import type { Logger } from '../../../observability/log.ts';
import type { TokenKey, TokenKeys } from '../../auth/token-keys.ts';
import { startBackgroundRefresh } from '../../background-refresh.ts';
import type { Database, Row } from '../database.ts';

/** Key of the advisory lock under which keys are made and replaced; an arbitrary number. */
const LOCK = 7_203_114_552_984;

const SIGNS_FOR_DAYS = 90;

/** Replicas read the keys every five minutes, so each has read a new one several times before it signs. */
const RELOAD_MS = 300_000;
const KNOWN_BEFORE_SECONDS = 3_600;

/** More than the life of an access token and the difference of clocks. */
const VERIFIES_AFTER_SECONDS = 1_800;

/** RFC 7518 §3.2: at least as long as the digest. */
const SECRET_BYTES = 64;

export interface StoredKeysOptions {
  readonly log: Logger;
  readonly timers?: Timers;
}

/** Reads the keys, makes the first one where there is none, and reads them again while open. */
export async function openStoredKeys(database: Database, { log, timers }: StoredKeysOptions): Promise<TokenKeys> {
  let keys = await load(database);
  const reloading = startBackgroundRefresh({
    load: async () => {
      keys = await load(database);
    },
    nextInMs: () => RELOAD_MS,
    failure: 'the keys of access tokens could not be read',
    log,
    timers,
  });
  return { signing: () => keys.signing, verifying: () => keys.verifying, close: () => reloading.close() };
}

interface Keys {
  readonly signing: TokenKey;
  readonly verifying: readonly TokenKey[];
}

const VALID = `
select id, segredo, assina_desde <= now() as assina
from embutido.chave_de_acesso
where verifica_ate is null or verifica_ate > now()
order by assina_desde desc, id`;

const NEEDS_NEW = `
select not exists (
  select from embutido.chave_de_acesso where verifica_ate is null and assina_desde > now() - $1 * interval '1 day'
) as needs_new`;

const ADD = `
insert into embutido.chave_de_acesso (id, segredo, assina_desde)
select $1, $2, case when exists (select from embutido.chave_de_acesso) then now() + $3 * interval '1 second' else now() end`;

const RETIRE = `
update embutido.chave_de_acesso
set verifica_ate = now() + $2 * interval '1 second'
where id <> $1 and verifica_ate is null`;

async function load(database: Database): Promise<Keys> {
  const { rows } = await database.query(NEEDS_NEW, [SIGNS_FOR_DAYS]);
  if (rows[0]?.['needs_new'] === true) await replace(database);
  return toKeys((await database.query(VALID)).rows);
}

/** Adds a key and retires the others. Replicas that start together add one. */
async function replace(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [String(LOCK)]);
    const { rows } = await tx.query(NEEDS_NEW, [SIGNS_FOR_DAYS]);
    if (rows[0]?.['needs_new'] !== true) return;
    const id = randomUUID();
    await tx.query(ADD, [id, randomBytes(SECRET_BYTES), KNOWN_BEFORE_SECONDS]);
    await tx.query(RETIRE, [id, KNOWN_BEFORE_SECONDS + VERIFIES_AFTER_SECONDS]);
    await tx.query('delete from embutido.chave_de_acesso where verifica_ate < now()');
  });
}

function toKeys(rows: readonly Row[]): Keys {
  const keys = rows.map((row) => ({ key: toKey(row), signs: row['assina'] === true }));
  const signing = keys.find(({ signs }) => signs);
  if (signing === undefined) throw new Error('the database has no key of access tokens that is in force');
  return { signing: signing.key, verifying: keys.map(({ key }) => key) };
}

function toKey({ id, segredo }: Row): TokenKey {
  if (typeof id !== 'string' || !(segredo instanceof Uint8Array)) throw new Error('a key of access tokens could not be read');
  const secret = createSecretKey(segredo);
  return { kid: id, algorithm: 'HS256', verifyKey: secret, signKey: secret };
}
