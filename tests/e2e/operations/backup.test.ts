/** A backup of a running site goes from the database in process to a server and back into an empty directory; every page is the same then. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openPgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';
import { postgresForTests, type TestPostgres } from '../../support/postgres.ts';
import { type RunningSite, startSite } from '../../support/site.ts';
import { discoverAddresses } from '../addresses.ts';

/** The addresses of the pages name it, so both sites have the same. */
const SITE_URL = 'http://copia.exemplo.br';

let folder: string;
let site: RunningSite;
let postgres: TestPostgres;
/** The archive of the running site, and what the command says that it holds. */
let first: string;
let saved: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'copia-'));
  [site, postgres] = await Promise.all([
    startSite({ copyOf: inject('loadedDataDirectory'), environment: { SITE_URL } }),
    postgresForTests(),
  ]);
  first = inFolder('processo.tar.gz');
  saved = await backup('save', first, { DATA_DIR: site.dataDirectory });
});
afterAll(async () => {
  await site.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = promisify(execFile);

async function backup(command: 'save' | 'restore', file: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const { stderr } = await run(process.execPath, ['dist/site/backup.js', command, file], { env: environment });
  return stderr.trim().split('\n').at(-1) ?? '';
}

/** What it says at its end where it fails. */
async function refusal(command: 'save' | 'restore', file: string, environment: Readonly<Record<string, string>>): Promise<string> {
  return backup(command, file, environment).then(
    (said) => `succeeded: ${said}`,
    (error: { readonly stderr: string }) => error.stderr.trim().split('\n').at(-1) ?? '',
  );
}

const inFolder = (name: string): string => path.join(folder, name);

/** An answer to a citizen, a link to confirm, and a piece of news that one follower waits for. */
const QUEUED_MAIL = `
  insert into casos.caso (canal, chave, codigo_hash, identificacao, texto, canal_entrada, registrado_em)
    values ('contato', 'chave', repeat('f', 64), 'identificada', 'Texto', 'email', now());
  insert into casos.mensagem (caso_id, evento, criada_em, proxima_em) select id, 'resposta', now(), now() from casos.caso limit 1;
  insert into novidades.assunto (tipo, valor) values ('noticias', '');
  insert into novidades.assinatura (assunto_id, email, pedida_em, confirmada_em, proxima_em)
    select id, 'ana@exemplo.br', now(), now(), now() from novidades.assunto union all
    select id, 'bia@exemplo.br', now(), null, now() from novidades.assunto;
  insert into novidades.publicacao (tabela, chave, visivel_em) values ('noticia', '999999', now());
`;
const WAITING_MAIL = `select (select count(*)::integer from novidades.assinatura) as seguidores,
  (select count(*)::integer from casos.mensagem where enviada_em is null and desistida_em is null) as casos,
  (select count(*)::integer from casos.mensagem where falha = 'copia-restaurada') as desistidas,
  (select count(*)::integer from novidades.assinatura where proxima_em is not null) as novidades,
  (select count(*)::integer from novidades.publicacao where distribuida_em is null and visivel_em <= now() - interval '1 second') as publicacoes`;

test('rows and files of the running site come back on a server, and from there in an empty directory', async () => {
  const second = inFolder('servidor.tar.gz');
  expect(saved).toMatch(/^Saved [1-9]\d+ rows of [1-9]\d+ tables and [1-9]\d+ files$/);
  // The server removes the copy that the backup was made from.
  await expect.poll(async () => (await readdir(site.dataDirectory)).filter((name) => name.startsWith('banco.'))).toEqual([]);
  const onServer = { DATABASE_URL: postgres.connectionString, DATA_DIR: inFolder('sem-disco') };
  // A table of another program stops a migration; what was made until then goes.
  const server = new pg.Client(postgres.connectionString);
  await server.connect();
  await server.query('create table public.documento ()');
  expect(await refusal('restore', first, onServer)).toMatch(/^migration \w+ failed: relation "documento" already exists/);
  await server.query('drop table public.documento');
  expect(await backup('restore', first, onServer)).toBe(saved.replace('Saved', 'Restored'));
  // The next file gets a number that no restored one has.
  const { rows } = await server.query("select max(id) < nextval('embutido.gravacao_id_seq') as is_free from embutido.gravacao");
  expect(rows).toEqual([{ is_free: true }]);
  await server.query(QUEUED_MAIL);
  await server.end();
  expect(await refusal('restore', first, onServer)).toBe('DATABASE_URL: the database has a site already; restore into an empty one');
  const withMail = await backup('save', second, onServer);
  expect(withMail.replace(/\d+(?= rows)/, '')).toBe(saved.replace(/\d+(?= rows)/, ''));
  const restored = inFolder('restaurado');
  expect(await backup('restore', second, { DATA_DIR: restored })).toBe(withMail.replace('Saved', 'Restored'));
  expect(await refusal('restore', second, { DATA_DIR: restored })).toMatch(/has a database already; restore into another directory/);
  expect((await readdir(restored)).filter((name) => !name.endsWith('.sock')).toSorted()).toEqual(['arquivos', 'banco']);

  const copy = await startSite({ dataDirectory: restored, environment: { SITE_URL } });
  try {
    const paths = (await discoverAddresses(site.url)).map((address) => address.path);
    expect(paths.length).toBeGreaterThan(50);
    for (const address of paths) expect([address, await pageOf(copy, address)]).toEqual([address, await pageOf(site, address)]);
  } finally {
    await copy.stop();
  }
  // The site that was backed up has sent what waited.
  const database = await openPgliteDatabase({ directory: path.join(restored, 'banco') });
  const waiting = (await database.query(WAITING_MAIL)).rows;
  await database.close();
  expect(waiting).toEqual([{ seguidores: 2, casos: 0, desistidas: 1, novidades: 0, publicacoes: 0 }]);
}, 300_000);

/** Status and document, once it is the stored one: the response before it may be streamed in parts. */
async function pageOf({ url }: RunningSite, address: string): Promise<readonly [number, string]> {
  for (;;) {
    const answer = await fetch(url + address, { headers: { Accept: 'text/html' }, redirect: 'manual' });
    const text = await answer.text();
    const isStored = answer.headers.get('cache-status')?.startsWith('edge; hit') === true;
    if (isStored || answer.headers.get('cache-control')?.includes('no-store') === true) return [answer.status, text];
  }
}

test('an archive that is cut or changed is refused before anything is written', async () => {
  const bytes = await readFile(first);
  const target = inFolder('vazio');
  await mkdir(target);
  const cut = inFolder('cortado.tar.gz');
  await writeFile(cut, bytes.subarray(0, bytes.length - 100));
  expect(await refusal('restore', cut, { DATA_DIR: target })).toMatch(/\/cortado\.tar\.gz: it cannot be read to its end/);
  const changed = inFolder('alterado.tar');
  const tar = execFileSync('gzip', ['-dc', first], { maxBuffer: 2 ** 30 });
  // In the rows of some table.
  tar[tar.indexOf('"(') + 2] = 0x58;
  await writeFile(changed, tar);
  execFileSync('gzip', [changed]);
  expect(await refusal('restore', `${changed}.gz`, { DATA_DIR: target })).toMatch(
    /alterado\.tar\.gz: linhas\/\d+\/\d+\.jsonl is missing or damaged$/,
  );
  expect(await readdir(target)).toEqual([]);
  expect(await refusal('save', first, { DATA_DIR: site.dataDirectory })).toBe(`${first} is there already`);
  expect(existsSync(`${first}.parte`)).toBe(false);
  const absent = inFolder('nenhum/copia.tar.gz');
  expect(await refusal('restore', absent, { DATA_DIR: target })).toBe(`ENOENT: no such file or directory, stat '${absent}'`);
  expect(await refusal('save', absent, { DATA_DIR: site.dataDirectory })).toBe(`ENOENT: no such file or directory, open '${absent}.parte'`);
  const taken = inFolder('tomado.tar.gz');
  await writeFile(`${taken}.parte`, 'de outra pessoa');
  expect(await refusal('save', taken, { DATA_DIR: site.dataDirectory })).toMatch(/tomado\.tar\.gz\.parte is there already/);
  expect(await readFile(`${taken}.parte`, 'utf8')).toBe('de outra pessoa');
});
