/**
 * Random numbers on which all replicas agree, each under a name. What is made from a number says nothing of its name when the number is forgotten,
 * some hours after it was last asked for.
 */
import { randomInt } from 'node:crypto';
import type { Database } from './database.ts';

const KEPT_MS = 3 * 3_600_000;

// In the table of the counts of limits, whose expired rows are removed (rate-limiters.ts). In the order of the names, so that two statements do not wait
// for each other in a circle.
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

/** Returns the number of the first name. Names that have none get that of another one, or a new one. */
export async function sharedNumber(database: Pick<Database, 'query'>, names: readonly [string, ...string[]]): Promise<number> {
  const { rows } = await database.query(AGREE, [JSON.stringify(names), String(randomInt(2 ** 31 - 1))], { name: 'numero_em_comum' });
  return Number(rows.find(({ key }) => key === `numero:${names[0]}`)?.['points']);
}
