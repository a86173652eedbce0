/**
 * Replicas name their connections to a server by the address of their site. By these names each finds at its start the replicas on the same database that
 * have another `SITE_URL`: links would depend on the replica, and they would not share the cache, whose names have the address.
 */
import type { Queryable } from '../database.ts';

/** What Postgres keeps of a name. */
const LONGEST = 63;

const PREFIX = 'portal ';

/** The `application_name` of a replica. */
export function connectionName(siteUrl: string): string {
  return (PREFIX + siteUrl).slice(0, LONGEST);
}

const OTHERS = `select distinct application_name as nome from pg_stat_activity
where datname = current_database() and starts_with(application_name, $1) and application_name <> $2 order by 1 limit 5`;

/** The addresses of other sites that are connected to the same database now, cut where they are long. */
export async function otherSites(database: Pick<Queryable, 'query'>, siteUrl: string): Promise<readonly string[]> {
  const { rows } = await database.query(OTHERS, [PREFIX, connectionName(siteUrl)]);
  return rows.map(({ nome }) => String(nome).slice(PREFIX.length));
}
