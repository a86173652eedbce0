/** Codes for a person who has lost the device of the one-time codes. Each is accepted once, in place of one; the database has digests only. */
import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODE } from '../../../../shared/session/credentials.ts';
import type { Queryable } from '../database.ts';
import type { OneTimeCodes } from './one-time-codes.ts';

const HOW_MANY = 10;

const RENEW = `
with gone as (delete from embutido.codigo_de_reserva where usuario = $1::uuid)
insert into embutido.codigo_de_reserva (usuario, resumo) select $1::uuid, r from jsonb_array_elements_text($2::jsonb) as r`;

/** Makes new codes, in place of all before. */
export async function renewRecoveryCodes(database: Queryable, userId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: HOW_MANY }, randomCode);
  await database.query(RENEW, [userId, JSON.stringify(codes.map((code) => digestOf(userId, code)))]);
  return codes;
}

/** Says how many codes are left. */
export async function recoveryCodesLeft(database: Queryable, userId: string): Promise<number> {
  const { rows } = await database.query('select count(*)::int as left from embutido.codigo_de_reserva where usuario = $1::uuid', [userId]);
  return Number(rows[0]?.['left'] ?? 0);
}

/** Takes all codes away. */
export async function dropRecoveryCodes(database: Queryable, userId: string): Promise<void> {
  await database.query('delete from embutido.codigo_de_reserva where usuario = $1::uuid', [userId]);
}

/** Says whether a code of either kind is valid, which is used then. Of two replicas that delete one row, one has deleted it. */
export async function useSecondFactor(
  database: Queryable,
  codes: OneTimeCodes,
  owner: { readonly userId: string; readonly secret: string },
  code: string,
): Promise<boolean> {
  if (!RECOVERY_CODE.test(code)) return codes.use(database, owner, code);
  const text = 'delete from embutido.codigo_de_reserva where usuario = $1::uuid and resumo = $2';
  return (await database.query(text, [owner.userId, digestOf(owner.userId, code)])).rowCount === 1;
}

/** Digits alone: a telephone shows a keyboard of digits for the field. 53 bits, of which ten may be tried in a quarter of an hour. */
function randomCode(): string {
  return [1, 2].map(() => String(randomInt(100_000_000)).padStart(8, '0')).join('');
}

function digestOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('hex');
}
