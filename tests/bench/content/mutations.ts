/**
 * Measures what an editor's mutations cost on the embedded backend, on PGlite and on a Postgres server, in turns with the same write as plain
 * SQL in a transaction of its own:
 *
 *   node tests/bench/content/mutations.ts [--rounds 100] [--binaries /usr/lib/postgresql/15/bin]
 *
 * `cpu` is the processor time of this process and of the database's, `ratio` that of the mutation to that of the plain write. On a machine
 * that does other work, only `cpu` and `ratio` hold.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { GraphqlRequest } from '../../../server/backend/backend.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { createGraphqlEngine, type GraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { readMetadata } from '../../../server/backend/embedded/graphql/metadata/reader.ts';
import { openProject, readMigrations } from '../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../server/backend/embedded/migrations/runner.ts';
import { median } from '../timing.ts';
import { type MeasuredDatabase, openMeasured } from './content-database.ts';

const PROJECT = path.resolve('server/project');
const WARM_UP_ROUNDS = 10;
const ROWS = 100;

const EDITOR = {
  role: 'editor',
  trust: 'signed-in',
  session: { 'x-hasura-user-id': '00000000-0000-4000-8000-00000000000a', 'x-hasura-role': 'editor' },
} as const;

interface Write {
  readonly name: string;
  /** Rows that one call writes. */
  readonly rows: number;
  readonly request: (n: number) => GraphqlRequest;
  readonly plain: { readonly text: string; readonly values: (n: number) => readonly string[] };
}

const INSERT = 'mutation ($o: [noticia_insert_input!]!) { insert_noticia(objects: $o) { affected_rows returning { id } } }';
const UPDATE =
  'mutation ($s: String!, $t: String!) { update_noticia(where: {slug: {_eq: $s}}, _set: {titulo: $t}) { affected_rows returning { id titulo versao } } }';

function objects(prefix: string, n: number, count: number): readonly { readonly slug: string; readonly titulo: string }[] {
  return Array.from({ length: count }, (_, index) => ({ slug: `${prefix}-${n}-${index}`, titulo: `Notícia ${n}` }));
}

function insertion(name: string, count: number): Write {
  return {
    name,
    rows: count,
    request: (n) => ({ query: INSERT, variables: { o: objects(`g${count}`, n, count) } }),
    plain: {
      text: "insert into noticia (slug, titulo) select o ->> 'slug', o ->> 'titulo' from jsonb_array_elements($1::jsonb) o returning id",
      values: (n) => [JSON.stringify(objects(`p${count}`, n, count))],
    },
  };
}

const WRITES: readonly Write[] = [
  insertion('insert one row', 1),
  insertion(`insert ${ROWS} rows`, ROWS),
  {
    name: 'update one row',
    rows: 1,
    request: (n) => ({ query: UPDATE, variables: { s: `g1-${n}-0`, t: `Novo ${n}` } }),
    plain: {
      text: 'update noticia set titulo = $2 where slug = $1 returning id, titulo, versao',
      values: (n) => [`p1-${n}-0`, `Novo ${n}`],
    },
  },
];

async function openEngine(database: Database): Promise<GraphqlEngine> {
  const project = await openProject(PROJECT);
  await migrate(database, await readMigrations(project, path.join(PROJECT, 'bootstrap')));
  const [id] = [EDITOR.session['x-hasura-user-id']];
  await database.query(`insert into auth.users (id, display_name, locale, default_role) values ($1, 'Ana', 'pt', 'editor')`, [id]);
  return createGraphqlEngine({ database, metadata: await readMetadata(project.metadata) });
}

async function mutate(engine: GraphqlEngine, request: GraphqlRequest): Promise<void> {
  const answer = await engine.execute(request, { caller: EDITOR });
  if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message);
  if (/"affected_rows":0/.test(answer.json)) throw new Error('the mutation wrote nothing');
}

interface Cost {
  readonly cpu: number[];
  readonly wall: number[];
}

async function cost({ cpuMs }: MeasuredDatabase, into: Cost, work: () => Promise<unknown>): Promise<void> {
  const cpu = await cpuMs();
  const start = performance.now();
  await work();
  into.wall.push(performance.now() - start);
  into.cpu.push((await cpuMs()) - cpu);
}

async function measure(measured: MeasuredDatabase, engine: GraphqlEngine, write: Write, rounds: number): Promise<void> {
  const [ours, plain]: readonly [Cost, Cost] = [
    { cpu: [], wall: [] },
    { cpu: [], wall: [] },
  ];
  const user = JSON.stringify(EDITOR.session);
  for (let n = 0; n < WARM_UP_ROUNDS + rounds; n += 1) {
    const discarded = { cpu: [], wall: [] };
    const values = write.plain.values(n);
    await cost(measured, n < WARM_UP_ROUNDS ? discarded : plain, () =>
      measured.database.transaction(async (tx) => {
        await tx.query("select set_config('hasura.user', $1, true)", [user]);
        await tx.query(write.plain.text, values);
      }),
    );
    await cost(measured, n < WARM_UP_ROUNDS ? discarded : ours, () => mutate(engine, write.request(n)));
  }
  const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  const cells = [
    total(ours.cpu) / rounds,
    total(plain.cpu) / rounds,
    total(ours.cpu) / total(plain.cpu),
    median(ours.wall),
    (1000 * rounds * write.rows) / total(ours.wall),
  ];
  process.stdout.write(`${write.name.padEnd(20)} ${cells.map((cell) => cell.toFixed(2).padStart(10)).join(' ')}\n`);
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, binaries: { type: 'string', default: '/usr/lib/postgresql/15/bin' } },
});
for (const place of ['pglite', values.binaries]) {
  const measured = await openMeasured(place);
  try {
    const engine = await openEngine(measured.database);
    process.stdout.write(`\n${place}: milliseconds a call, rows a second\n`);
    process.stdout.write(
      `${''.padEnd(20)} ${['cpu', 'plain cpu', 'ratio', 'median', 'rows/s'].map((name) => name.padStart(10)).join(' ')}\n`,
    );
    for (const write of WRITES) await measure(measured, engine, write, Number(values.rounds));
  } finally {
    await measured.close();
  }
}
