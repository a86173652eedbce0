/**
 * The hashed files of the last builds, in the database: PGlite keeps them in the data directory, a server shares them among replicas. Only a
 * build that starts adds to them, so their number and size are bounded by what operators deploy.
 */
import type { ReleaseAssets } from '../backend.ts';
import type { Database, Queryable, Row } from './database.ts';

/** Builds that are kept, with the one that started last. */
const BUILDS = 5;

/** Bytes of the files of all builds together, but for the one that started last. */
const BYTES = 32 * 1_024 * 1_024;

/** Days after which a build that another one has replaced is removed. Stored pages stand in for errors for three. */
const DAYS = 30;

/** Key of the advisory lock under which a build is published; an arbitrary number. */
const LOCK = 7_203_114_552_983;

const READ_TIMEOUT_MS = 5_000;

const PAST_BOUNDS = `
delete from embutido.versao where build in (
  select build from (
    select build,
      row_number() over newest as place,
      lag(publicada_em) over newest as replaced_at,
      sum(bytes) over (newest rows unbounded preceding) as total
    from (
      select v.build, v.publicada_em, coalesce(sum(octet_length(r.bytes)), 0) as bytes
      from embutido.versao v
      left join embutido.recurso_da_versao o on o.build = v.build
      left join embutido.recurso r on r.nome = o.nome
      group by v.build, v.publicada_em
    ) sizes
    window newest as (order by publicada_em desc, build)
  ) placed
  where place > 1 and (place > $1 or total > $2 or replaced_at < now() - $3 * interval '1 day')
)`;

const UNUSED = 'delete from embutido.recurso r where not exists (select from embutido.recurso_da_versao o where o.nome = r.nome)';

const OTHERS = `
select distinct nome from embutido.recurso_da_versao
except select nome from embutido.recurso_da_versao where build = $1`;

/** Makes the store over the tables of the bootstrap. */
export function createReleaseAssets(database: Database): ReleaseAssets {
  return {
    publish: (build, names, read) =>
      database.transaction(async (tx) => {
        // Replicas of one build start together, and each would add the same rows.
        await tx.query('select pg_advisory_xact_lock($1)', [String(LOCK)]);
        await tx.query('insert into embutido.versao (build) values ($1) on conflict (build) do update set publicada_em = now()', [build]);
        for (const name of await missing(tx, names)) {
          await tx.query('insert into embutido.recurso (nome, bytes) values ($1, $2)', [name, await read(name)]);
        }
        await tx.query(
          'insert into embutido.recurso_da_versao (build, nome) select $1, nome from unnest($2::text[]) nome on conflict do nothing',
          [build, names],
        );
        await tx.query(PAST_BOUNDS, [BUILDS, BYTES, DAYS]);
        await tx.query(UNUSED);
      }),
    names: async (except) => (await database.query(OTHERS, [except], { timeoutMs: READ_TIMEOUT_MS })).rows.map(nameOf),
    read: async (name) => {
      const sql = 'select bytes from embutido.recurso where nome = $1';
      const { rows } = await database.query(sql, [name], { name: 'recurso_lido', timeoutMs: READ_TIMEOUT_MS });
      const bytes = rows[0]?.['bytes'];
      return bytes instanceof Uint8Array ? bytes : null;
    },
  };
}

async function missing(tx: Queryable, names: readonly string[]): Promise<readonly string[]> {
  const sql = 'select nome from unnest($1::text[]) nome where not exists (select from embutido.recurso r where r.nome = nome.nome)';
  return (await tx.query(sql, [names])).rows.map(nameOf);
}

function nameOf(row: Row): string {
  return String(row['nome']);
}
