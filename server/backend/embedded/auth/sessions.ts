/**
 * Sessions: a row of `auth.refresh_tokens` for each sign-in, whose token is exchanged for another at every refresh. Only digests are kept.
 * A token that is used after it was exchanged may have been copied, so its session ends (RFC 9700 §4.14.2).
 */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { OpenSession } from '../../../../shared/session/page-session.ts';
import type { Database, Queryable, Row } from '../database.ts';

const LIFE_DAYS = 30;

export interface StartedSession {
  readonly sessionId: string;
  readonly refreshToken: string;
  readonly userId: string;
}

export type Exchange =
  | { readonly kind: 'exchanged'; readonly session: StartedSession }
  | { readonly kind: 'unknown' }
  /** The session has ended, because a token of it was used twice. */
  | { readonly kind: 'reused'; readonly userId: string };

export interface Sessions {
  /** Returns null where the password is not the one of `passwordHash` any more: the session would outlive the change that ends all others. */
  start(userId: string, passwordHash: string | null): Promise<StartedSession | null>;
  exchange(refreshToken: string, graceMs: number): Promise<Exchange>;
  end(refreshToken: string): Promise<void>;
  /** Ends all sessions of the owner of a refresh token. */
  endAllOf(refreshToken: string): Promise<void>;
  /** Ends all sessions of a user, but for one where it is named. */
  endAll(userId: string, except?: string | null): Promise<void>;
  isOpen(userId: string, sessionId: string): Promise<boolean>;
  /** The sessions of a user, the one used last first. */
  list(userId: string): Promise<readonly Omit<OpenSession, 'isCurrent'>[]>;
  name(sessionId: string, device: string): Promise<void>;
  endOthers(refreshToken: string, sessionId: string | null): Promise<boolean>;
}

/** Makes the sessions over the tables of the bootstrap. */
export function createSessions(database: Database): Sessions {
  const exchanging = new Map<string, Promise<Exchange>>();
  return {
    start: (userId, passwordHash) => start(database, userId, passwordHash),
    exchange: (refreshToken, graceMs) => {
      const digest = digestOf(refreshToken);
      // Concurrent exchanges of one token are one here; those of other replicas wait for its row and get the same new token.
      const running = exchanging.get(digest) ?? exchange(database, refreshToken, graceMs).finally(() => exchanging.delete(digest));
      exchanging.set(digest, running);
      return running;
    },
    end: async (refreshToken) => {
      await database.query('delete from auth.refresh_tokens where refresh_token_hash = $1', [digestOf(refreshToken)]);
    },
    endAllOf: async (refreshToken) => {
      const owner = 'select user_id from auth.refresh_tokens where refresh_token_hash = $1 and expires_at > now()';
      await database.query(`delete from auth.refresh_tokens where user_id = (${owner})`, [digestOf(refreshToken)]);
    },
    endAll: (userId, except) => endSessions(database, userId, except),
    isOpen: async (userId, sessionId) => {
      const text = 'select from auth.refresh_tokens where user_id = $1::uuid and id::text = $2 and expires_at > now()';
      return (await database.query(text, [userId, sessionId])).rows.length === 1;
    },
    list: (userId) => list(database, userId),
    name: async (sessionId, device) => {
      const text =
        "update auth.refresh_tokens set metadata = coalesce(metadata, '{}') || jsonb_build_object('device', $2::text) where id = $1::uuid";
      await database.query(text, [sessionId, device]);
    },
    endOthers: async (refreshToken, sessionId) => {
      const { rows } = await database.query(END_OTHERS, [digestOf(refreshToken), sessionId]);
      return rows.length > 0;
    },
  };
}

/** A personal token of a program (`pat`) is no session. More than these no person reads. */
const LIST = `
select id::text, metadata ->> 'device' as device, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
  to_char((expires_at - $2 * interval '1 day') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as used_at
from auth.refresh_tokens where user_id = $1::uuid and expires_at > now() and type = 'regular' order by expires_at desc limit 100`;

async function list(database: Queryable, userId: string): Promise<readonly Omit<OpenSession, 'isCurrent'>[]> {
  const { rows } = await database.query(LIST, [userId, LIFE_DAYS]);
  return rows.map((row) => ({
    id: textOf(row, 'id'),
    device: typeof row['device'] === 'string' ? row['device'] : null,
    since: textOf(row, 'since'),
    usedAt: textOf(row, 'used_at'),
  }));
}

/** Answers with the session of the token, where it is one. */
const END_OTHERS = `
with own as (select id, user_id from auth.refresh_tokens where refresh_token_hash = $1 and expires_at > now()),
ended as (
  delete from auth.refresh_tokens t using own
  where t.user_id = own.user_id and t.id <> own.id and t.type = 'regular' and ($2::text is null or t.id::text = $2))
select id from own`;

/** Ends all sessions of a user, but for one where it is named. */
export async function endSessions(database: Queryable, userId: string, except: string | null = null): Promise<void> {
  await database.query('delete from auth.refresh_tokens where user_id = $1::uuid and id::text is distinct from $2', [userId, except]);
}

/** The lock on the account makes a change of the password wait, which ends this session too then, or this session wait for the change. */
const START = `
insert into auth.refresh_tokens (user_id, expires_at, refresh_token_hash)
select id, now() + $3 * interval '1 day', $2 from auth.users where id = $1::uuid and password_hash is not distinct from $4 for share
returning id::text`;

async function start(database: Database, userId: string, passwordHash: string | null): Promise<StartedSession | null> {
  const refreshToken = randomUUID();
  const { rows } = await database.query(START, [userId, digestOf(refreshToken), LIFE_DAYS, passwordHash]);
  if (rows.length === 0) return null;
  // What has ended needs no memory; without it both tables would grow with every sign-in.
  await database.query('delete from auth.refresh_tokens where user_id = $1::uuid and expires_at < now()', [userId]);
  await database.query("delete from embutido.renovacao where renovada_em < now() - $1 * interval '1 day'", [LIFE_DAYS]);
  return { sessionId: textOf(rows[0], 'id'), refreshToken, userId };
}

/** The row stays locked until the exchange is committed, so one of several replicas exchanges the token and the others see that it was. */
const CURRENT = `
select id::text, user_id::text as user_id from auth.refresh_tokens
where refresh_token_hash = $1 and expires_at > now() and type = 'regular'
for update`;

/**
 * What was exchanged after a request came was exchanged while it waited. `now()` is the database's time at the beginning of the transaction; what the
 * request waited before that, for a connection, is measured here. A slow answer to `begin` counts as waiting, so a late exchange is never taken for
 * an earlier one.
 */
const EXCHANGED = `
select r.sessao::text as id, r.derivacao, t.user_id::text as user_id, t.refresh_token_hash as digest,
  r.renovada_em >= now() - $2 * interval '1 millisecond' as is_concurrent
from embutido.renovacao r join auth.refresh_tokens t on t.id = r.sessao
where r.resumo = $1 and t.expires_at > now()`;

function exchange(database: Database, refreshToken: string, graceMs: number): Promise<Exchange> {
  const cameAt = performance.now();
  return database.transaction(async (tx) => {
    const waitedMs = performance.now() - cameAt;
    const { rows } = await tx.query(CURRENT, [digestOf(refreshToken)]);
    const [current] = rows;
    if (current === undefined) return readExchanged(tx, refreshToken, graceMs + waitedMs);
    const key = randomBytes(32);
    const next = derivedToken(refreshToken, key);
    const sessionId = textOf(current, 'id');
    await tx.query(
      "update auth.refresh_tokens set refresh_token_hash = $2, expires_at = now() + $3 * interval '1 day' where id = $1::uuid",
      [sessionId, digestOf(next), LIFE_DAYS],
    );
    await tx.query('insert into embutido.renovacao (resumo, sessao, derivacao, renovada_em) values ($1, $2::uuid, $3, clock_timestamp())', [
      digestOf(refreshToken),
      sessionId,
      key,
    ]);
    return { kind: 'exchanged', session: { sessionId, refreshToken: next, userId: textOf(current, 'user_id') } };
  });
}

async function readExchanged(tx: Queryable, refreshToken: string, sinceMs: number): Promise<Exchange> {
  const { rows } = await tx.query(EXCHANGED, [digestOf(refreshToken), sinceMs]);
  const [row] = rows;
  if (row === undefined) return { kind: 'unknown' };
  const { derivacao: key, is_concurrent: isConcurrent, digest } = row;
  const [sessionId, userId] = [textOf(row, 'id'), textOf(row, 'user_id')];
  if (isConcurrent === true && key instanceof Uint8Array) {
    const next = derivedToken(refreshToken, key);
    // Otherwise its successor was exchanged too, meanwhile.
    return digest === digestOf(next) ? { kind: 'exchanged', session: { sessionId, refreshToken: next, userId } } : { kind: 'unknown' };
  }
  await tx.query('delete from auth.refresh_tokens where id = $1::uuid', [sessionId]);
  return { kind: 'reused', userId };
}

/** Returns the token that follows: a UUID as Nhost's, which only who has the old token and the key of the exchange can tell. */
function derivedToken(refreshToken: string, key: Uint8Array): string {
  const bytes = createHmac('sha256', key).update(refreshToken).digest().subarray(0, 16);
  // RFC 9562 §5.4: version 4 and its variant.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function digestOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('hex');
}

function textOf(row: Row | undefined, column: string): string {
  const value = row?.[column];
  if (typeof value !== 'string') throw new Error(`the database answered without ${column}`);
  return value;
}
