/**
 * Random numbers on which all replicas agree, each under a name. A number is forgotten some hours after it was last asked for; from then on nobody can
 * tell which name belongs to what was made from it.
 */
import { randomInt } from 'node:crypto';
import type { Database } from './database.ts';

const KEPT_MS = 3 * 3_600_000;

// The numbers stand in the table of the rate limiters, whose expired rows are removed (rate-limiters.ts). Rows are written in the order of their names, so
// that two statements never wait for each other.
const AGREE = `
with agora as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms),
nomes as (select 'numero:' || n.nome as key from jsonb_array_elements_text($1::text::jsonb) n (nome)),
known as (select t.points from nomes join embutido.tentativa t using (key) join agora on t.expire > agora.ms order by t.key limit 1)
insert into embutido.tentativa as t (key, points, expire)
select nomes.key, coalesce((select points from known), $2::text::integer), agora.ms + ${KEPT_MS} from nomes, agora order by nomes.key
on conflict (key) do update set
  points = case when t.expire <= excluded.expire - ${KEPT_MS} then excluded.points else t.points end,
  expire = excluded.expire
returning key, points`;

/** Returns the number of the first name. The names without a number get the one that another of them has, or else a new one. */
export async function sharedNumber(database: Pick<Database, 'query'>, names: readonly [string, ...string[]]): Promise<number> {
  const { rows } = await database.query(AGREE, [JSON.stringify(names), String(randomInt(2 ** 31 - 1))], { name: 'numero_em_comum' });
  return Number(rows.find(({ key }) => key === `numero:${names[0]}`)?.['points']);
}
