/**
 * Measures what the triggers of editing add to writes of an editor: one row at a time, and many rows in one statement, with all triggers and with
 * each group of them off, in turns:
 *
 *   node tests/bench/content/write-triggers.ts [--rounds 5] [--rows 1000] [--on pglite,/usr/lib/postgresql/15/bin]
 *
 * Prints processor milliseconds of this process and the database's together (median of the rounds), and the ratio of all triggers to the rest
 * without the group. A ratio that grows with `--rows` tells of a trigger that pays more for a row the more rows there are. Only ratios hold on a
 * machine that does other work.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { openProject, readMigrations } from '../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../server/backend/embedded/migrations/runner.ts';
import { serverBinaries } from '../../support/postgres-server.ts';
import { median } from '../timing.ts';
import { type MeasuredDatabase, openMeasured } from './content-database.ts';
import { MAKING_MS } from './content-rows.ts';

const PROJECT = path.resolve('server/project');
const SESSION = JSON.stringify({ 'x-hasura-role': 'editor', 'x-hasura-user-id': '00000000-0000-4000-8000-00000000000a' });

/** Triggers by what they are for, as the beginnings of their names. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  audit: ['auditar'],
  'notices and record': ['notificar'],
  'links and files': ['guardar_', 'conferir_'],
  counts: ['contar'],
  everything: [''],
};

const TABLES: Readonly<Record<string, { readonly insert: (rows: string) => string; readonly update: string; readonly remove: string }>> = {
  documento: {
    insert: (rows) => `
      insert into documento (categoria_slug, titulo, numero, exercicio, data_ato, publicado_em, ementa, publicado)
      select 'leis', 'Ato ' || md5(n::text), 'm' || n, 2020, '2020-01-01', '2020-01-02', 'Ementa ' || md5((-n)::text), true from ${rows} n`,
    update: "update documento set titulo = titulo || '.', ementa = ementa || '.' where numero like 'm%'",
    remove: "delete from documento where numero like 'm%'",
  },
  noticia: {
    insert: (rows) => `
      insert into noticia (slug, titulo, resumo, corpo_html, publicado, publicado_em)
      select 'medida-' || n, 'Notícia ' || md5(n::text), 'Resumo', '<p>Veja <a href="/informacoes/noticia/1">esta</a> e ' ||
             '<a href="/lai/documentos/leis">aquelas</a>: ' || repeat(md5(n::text) || ' ', 40) || '</p>', true, '2020-01-02' from ${rows} n`,
    update: "update noticia set titulo = titulo || '.', corpo_html = corpo_html || '<p>.</p>' where slug like 'medida-%'",
    remove: "delete from noticia where slug like 'medida-%'",
  },
};

/** Rows that are written one by one. */
const SINGLE = 50;

/** Turns triggers off. Returns how they are turned on again. */
async function without(database: Database, table: string, beginnings: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await database.query(
    'select tgname as name from pg_trigger where not tgisinternal and tgrelid = $1::regclass and tgname like any($2)',
    [table, beginnings.map((beginning) => `${beginning}%`)],
  );
  const switched = (how: string): string => rows.map(({ name }) => `alter table ${table} ${how} trigger ${String(name)};`).join('');
  await database.script(switched('disable'));
  return () => database.script(switched('enable'));
}

/** Milliseconds of processor of statements, each in a transaction of an editor. */
async function costOf({ database, cpuMs }: MeasuredDatabase, statements: readonly string[]): Promise<number> {
  const before = await cpuMs();
  for (const statement of statements) {
    await database.transaction(async (tx) => {
      await tx.query("select set_config('hasura.user', $1, true)", [SESSION]);
      await tx.query(statement, [], { timeoutMs: MAKING_MS });
    });
  }
  return (await cpuMs()) - before;
}

const WRITES = ['insert of many', 'update of many', 'inserts of one'] as const;
type Costs = Readonly<Record<(typeof WRITES)[number], number[]>>;

async function round(measured: MeasuredDatabase, table: string, rows: number): Promise<readonly number[]> {
  const { insert, update, remove } = TABLES[table] ?? { insert: () => '', update: '', remove: '' };
  const many = await costOf(measured, [insert(`generate_series(1, ${rows})`)]);
  const changed = await costOf(measured, [update]);
  await measured.database.query(remove, [], { timeoutMs: MAKING_MS });
  const single = await costOf(
    measured,
    Array.from({ length: SINGLE }, (_unused, n) => insert(`generate_series(${n + 1}, ${n + 1})`)),
  );
  await measured.database.query(remove, [], { timeoutMs: MAKING_MS });
  return [many, changed, single];
}

async function measure(measured: MeasuredDatabase, table: string, { rounds, rows }: { rounds: number; rows: number }): Promise<void> {
  const variants = [['all triggers', []] as const, ...Object.entries(GROUPS).map(([name, group]) => [`without ${name}`, group] as const)];
  const costs = new Map<string, Costs>(
    variants.map(([name]) => [name, { 'insert of many': [], 'update of many': [], 'inserts of one': [] }]),
  );
  // The first round is not measured: it compiles.
  for (let turn = -1; turn < rounds; turn += 1) {
    for (const [name, group] of variants) {
      const restore = await without(measured.database, table, group);
      const taken = await round(measured, table, rows);
      await restore();
      if (turn >= 0) for (const [index, write] of WRITES.entries()) costs.get(name)?.[write].push(taken[index] ?? Number.NaN);
    }
  }
  print(`${rows} rows of ${table}, and ${SINGLE} one by one`, costs);
}

function print(title: string, costs: ReadonlyMap<string, Costs>): void {
  const all = costs.get('all triggers');
  process.stdout.write(`\n${title.padEnd(44)}${WRITES.map((write) => `${write}  ratio`.padStart(24)).join('')}\n`);
  for (const [name, cost] of costs) {
    const cells = WRITES.map((write) => {
      const [mine, theirs] = [median(cost[write]), median(all?.[write] ?? [])];
      return `${mine.toFixed(0)}${(theirs / mine).toFixed(2).padStart(7)}`.padStart(24);
    });
    process.stdout.write(`${name.padEnd(44)}${cells.join('')}\n`);
  }
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, rows: { type: 'string', default: '1000' }, on: { type: 'string' } },
});
for (const given of (values.on ?? `pglite,${await serverBinaries()}`).split(',')) {
  const measured = await openMeasured(given);
  try {
    await migrate(measured.database, await readMigrations(await openProject(PROJECT), path.join(PROJECT, 'bootstrap')));
    process.stdout.write(`\n${given}\n`);
    for (const table of Object.keys(TABLES)) await measure(measured, table, { rounds: Number(values.rounds), rows: Number(values.rows) });
  } finally {
    await measured.close();
  }
}
