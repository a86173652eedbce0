/**
 * What a process of the site costs: its starts, and its memory when it is ready, warm, and after many pages. With another built checkout
 * beside it the two take turns, and each figure has its ratio. On a busy machine trust processor time.
 *
 *   node tests/bench/process/process.ts [--before PATH] [--rounds 3] [--pages 2000] [--databases pglite,postgres] [--limit 512]
 *
 * `--limit` adds a first start without demonstration content and one with it, under a limit of memory, in MB, which wants root.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { postgresForTests } from '../../support/postgres.ts';
import { median } from '../timing.ts';
import { limitMemory } from './memory-limit.ts';
import { type Running, type Subject, start, subjectAt } from './subject.ts';

const { values } = parseArgs({
  options: {
    before: { type: 'string', default: '' },
    rounds: { type: 'string', default: '3' },
    pages: { type: 'string', default: '2000' },
    databases: { type: 'string', default: 'pglite,postgres' },
    limit: { type: 'string', default: '' },
  },
});

/** A subject with its data, and its figures by their names, in the order in which they are taken. */
interface Measured {
  readonly subject: Subject;
  readonly variables: Readonly<Record<string, string>>;
  readonly figures: Map<string, number[]>;
  readonly remove: () => Promise<void>;
}

async function measured(subject: Subject, database: string): Promise<Measured> {
  const directory = await mkdtemp(path.join(tmpdir(), 'medida-'));
  const server = database === 'postgres' ? await postgresForTests() : undefined;
  return {
    subject,
    variables: { DATA_DIR: directory, DEMO_CONTENT: 'on', ...(server === undefined ? {} : { DATABASE_URL: server.connectionString }) },
    figures: new Map(),
    remove: async () => {
      await server?.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function note({ figures }: Measured, name: string, value: number): void {
  figures.set(name, [...(figures.get(name) ?? []), value]);
}

async function started(of: Measured, kind: string): Promise<Running> {
  const running = await start(of.subject, of.variables);
  note(of, `${kind}, s`, running.readyMs / 1000);
  note(of, `${kind}, s of processor time`, running.readyCpuMs / 1000);
  return running;
}

async function firstStart(of: Measured): Promise<void> {
  const running = await started(of, 'first start with demonstration');
  // Without that of the process that loads the demonstration.
  note(of, 'most memory of the server in that start, MB', (await running.resident()).most);
  await running.stop();
}

async function laterStart(of: Measured): Promise<void> {
  const running = await started(of, 'start with data');
  note(of, 'ready, MB', (await running.resident()).now);
  await running.stop();
}

async function memory(of: Measured): Promise<void> {
  const running = await start(of.subject, of.variables);
  await running.warmed();
  note(of, 'warm, MB', (await running.resident()).now);
  const half = Math.ceil(Number(values.pages) / 2);
  await browse(running.url, 0, half);
  note(of, `after ${half} pages, MB`, (await running.resident()).now);
  await browse(running.url, half, half);
  note(of, `after ${2 * half} pages, MB`, (await running.resident()).now);
  await running.stop();
}

/** Asks for distinct pages one after the other: searches, and news that are mostly not there. */
async function browse(url: string, from: number, pages: number): Promise<void> {
  for (let page = from; page < from + pages; page += 1) {
    const address = page % 2 === 0 ? `/busca?q=contrato+${page}` : `/informacoes/noticia/${page}`;
    const response = await fetch(url + address, { headers: { Accept: 'text/html', 'Accept-Encoding': 'br' } });
    await response.arrayBuffer();
  }
}

async function underLimit(subject: Subject, megabytes: number, content: 'on' | 'off'): Promise<string> {
  const group = await limitMemory(megabytes);
  const directory = await mkdtemp(path.join(tmpdir(), 'medida-'));
  try {
    const running = await start(subject, { DATA_DIR: directory, DEMO_CONTENT: content }, group.folder);
    await running.warmed();
    await running.stop();
    return `starts, and needs ${await group.most()} MB at most`;
  } catch (error) {
    return error instanceof Error ? (error.message.split(':')[0] ?? '') : String(error);
  } finally {
    await group.remove();
    await rm(directory, { recursive: true, force: true });
  }
}

function print(database: string, all: readonly Measured[]): void {
  const [own, before] = all;
  process.stdout.write(`\n${database}: ${all.map(({ subject }) => subject.name).join(', ')}\n`);
  for (const name of own?.figures.keys() ?? []) {
    const figures = all.map(({ figures: taken }) => median(taken.get(name) ?? []));
    const ratio = before === undefined ? '' : `  ratio ${((figures[0] ?? 0) / (figures[1] ?? 0)).toFixed(2)}`;
    process.stdout.write(`${name.padEnd(46)}${figures.map((figure) => figure.toFixed(1).padStart(9)).join('')}${ratio}\n`);
  }
}

const subjects = [await subjectAt('this checkout', process.cwd())];
if (values.before !== '') subjects.push(await subjectAt('before', path.resolve(values.before)));
for (const database of values.databases.split(',')) {
  const all = await Promise.all(subjects.map((subject) => measured(subject, database)));
  try {
    for (const of of all) await firstStart(of);
    for (let round = 0; round < Number(values.rounds); round += 1) for (const of of all) await laterStart(of);
    for (const of of all) await memory(of);
    print(database, all);
  } finally {
    await Promise.all(all.map(({ remove }) => remove()));
  }
}
if (values.limit !== '') {
  const megabytes = Number(values.limit);
  for (const subject of subjects) {
    process.stdout.write(`\nfirst start of ${subject.name} under ${megabytes} MB\n`);
    process.stdout.write(`without demonstration: ${await underLimit(subject, megabytes, 'off')}\n`);
    process.stdout.write(`with demonstration: ${await underLimit(subject, megabytes, 'on')}\n`);
  }
}
