import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMIN_CALLER, type ChangeEvent, type ContentBackend, PUBLIC_CALLER } from '../../../../../server/backend/backend.ts';
import { createEmbeddedBackend, type EmbeddedBackendOptions } from '../../../../../server/backend/embedded/backend.ts';
import { openPostgresDatabase } from '../../../../../server/backend/embedded/database/postgres-database.ts';
import { type Child, isRunning, startChild } from '../../../../support/embedded/child.ts';
import {
  type DemonstrationProject,
  demonstrationFileId,
  demonstrationProject,
  FILES,
} from '../../../../support/embedded/demonstration-project.ts';
import { putEmptyDatabase } from '../../../../support/embedded/empty-database.ts';
import { putMigratedDatabase } from '../../../../support/embedded/migrated-database.ts';
import { postgresForTests, type TestPostgres } from '../../../../support/postgres.ts';
import { SILENT_LOG } from '../../../../support/silent-log.ts';

let folder: string;
let project: DemonstrationProject;
let server: TestPostgres | undefined;
const opened: ContentBackend[] = [];
const children: Child[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dados-'));
  project = await demonstrationProject();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((backend) => backend.close()));
  await Promise.all(children.splice(0).map((child) => child.killHard()));
  await server?.stop();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
  await project.remove();
});

async function start(options: Partial<EmbeddedBackendOptions> = {}): Promise<ContentBackend> {
  const given = {
    dataDirectory: folder,
    databaseUrl: server?.connectionString,
    projectDirectory: project.directory,
    log: SILENT_LOG,
    putEmptyDatabase,
  };
  const backend = await createEmbeddedBackend({ ...given, demonstration: 'auto', ...options });
  opened.push(backend);
  return backend;
}

async function count(backend: ContentBackend): Promise<unknown> {
  const query = '{ aviso_aggregate { aggregate { count } } }';
  const answer = await backend.execute({ query }, { caller: PUBLIC_CALLER });
  return answer.kind === 'data' ? JSON.parse(answer.json) : answer.errors;
}
const counted = (n: number) => ({ aviso_aggregate: { aggregate: { count: n } } });

describe('replicas on one server', () => {
  beforeEach(async () => {
    server = await postgresForTests();
  }, 120_000);

  it('are told at their start of one with another SITE_URL, and of none that has ended', async () => {
    const warned: unknown[] = [];
    const log = { ...SILENT_LOG, warn: (fields: object, message: string) => void warned.push([message, fields]) };
    const [own, other] = ['https://www.instituto.example', 'https://instituto.example'];
    const first = await start({ siteUrl: own, log });
    await start({ siteUrl: own, log });
    expect(warned).toEqual([]);
    const third = await start({ siteUrl: other, log });
    expect(warned.splice(0)).toEqual([['another replica on this database has another SITE_URL', { siteUrl: other, others: [own] }]]);
    await third.close();
    await first.close();
    await start({ siteUrl: own, log });
    expect(warned).toEqual([]);
  }, 60_000);
});

describe.each(['pglite', 'postgres'] as const)('the embedded backend on %s', (kind) => {
  beforeEach(async () => {
    if (kind === 'postgres') server = await postgresForTests();
  }, 120_000);

  it('loads the demonstration once, reports it at every later start, and answers queries', async () => {
    const steps: string[] = [];
    const first = await start({ demonstration: true, onProgress: (message, done, total) => steps.push(`${message} ${done}/${total}`) });
    expect(steps).toContain(`avisos ${FILES}/${FILES}`);
    const ownWords = steps.filter((step) => !step.startsWith('avisos ')).map((step) => step.replace(/( [a-z/]*\d+_\S+)? \d+\/\d+$/, ''));
    expect(new Set(ownWords)).toEqual(
      new Set(kind === 'pglite' ? ['Creating the database', 'Applying migration'] : ['Applying migration']),
    );
    expect([first.kind, first.isDemonstration()]).toEqual(['embedded', true]);
    expect(await count(first)).toEqual(counted(FILES / 2));
    await first.close();
    const again: string[] = [];
    const second = await start({ demonstration: false, onProgress: (message) => again.push(message) });
    expect(again).toEqual([]);
    expect(second.isDemonstration()).toBe(true);
    expect(await count(second)).toEqual(counted(FILES / 2));
  }, 60_000);

  it('gives a file only to callers that may read it', async () => {
    const backend = await start({ demonstration: true });
    const visible = await backend.file(demonstrationFileId(2), PUBLIC_CALLER);
    expect(visible).toMatchObject({ id: demonstrationFileId(2), name: 'Ata nº 2.pdf', mimeType: 'application/pdf', size: 6 });
    expect(visible?.etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(Math.abs(Number(visible?.updatedAt) - Date.now())).toBeLessThan(600_000);
    expect(visible === null ? null : await text(visible.open())).toBe('%PDF 2');
    expect(visible === null ? null : await text(visible.open({ start: 1, end: 3 }))).toBe('PDF');
    expect(await backend.file(demonstrationFileId(3), PUBLIC_CALLER)).toBeNull();
    expect(await backend.file(demonstrationFileId(3), ADMIN_CALLER)).toMatchObject({ name: 'Ata nº 3.pdf' });
    expect(await backend.file(demonstrationFileId(2), { role: 'desconhecido', trust: 'signed-in', session: {} })).toBeNull();
    expect(await backend.file('aaaaaaaa-0000-4000-8000-000000000000', PUBLIC_CALLER)).toBeNull();
  }, 60_000);

  it('runs the project of this site', async () => {
    // Its migrations run from the first one for every run of the tests that makes this database.
    const backend = await start({ projectDirectory: undefined, demonstration: false, putEmptyDatabase: putMigratedDatabase });
    const query = '{ categoria_documento_aggregate { aggregate { count } } }';
    const answer = await backend.execute({ query }, { caller: ADMIN_CALLER });
    expect(answer).toMatchObject({ kind: 'data' });
    expect(await backend.file('aaaaaaaa-0000-4000-8000-000000000000', PUBLIC_CALLER)).toBeNull();
  }, 60_000);

  it('reports each part healthy while it runs, and the part that failed', async () => {
    const backend = await start({ demonstration: false });
    expect(backend.isDemonstration()).toBe(false);
    expect(await backend.health(2_000)).toMatchObject([
      { name: 'database', ok: true },
      { name: 'storage', ok: true },
      ...(kind === 'postgres' ? [{ name: 'clock', ok: true, optional: true }] : []),
    ]);
    await backend.close();
    // The files of replicas on one server are in it.
    const storage = kind === 'pglite' ? { ok: true } : { ok: false, fault: 'unreachable' };
    expect(await backend.health(2_000)).toMatchObject([
      { name: 'database', ok: false, fault: 'unreachable' },
      { name: 'storage', optional: true, ...storage },
    ]);
    if (kind === 'postgres') return;
    await rm(path.join(folder, 'arquivos'), { recursive: true });
    await writeFile(path.join(folder, 'arquivos'), '');
    expect(await backend.health(2_000)).toMatchObject([{ ok: false }, { name: 'storage', ok: false, optional: true, fault: 'failed' }]);
  }, 60_000);

  it('can be closed twice, and leaves nothing open when its start fails', async () => {
    const backend = await start({ demonstration: false });
    await Promise.all([backend.close(), backend.close()]);
    await expect(start({ projectDirectory: folder })).rejects.toThrow('PROJECT_DIR');
    await start({ demonstration: false });
  }, 60_000);
});

it('a start that fails when sign-in is open already leaves no timer behind', async () => {
  server = await postgresForTests();
  await (await start({ demonstration: false })).close();
  const editor = await openPostgresDatabase({ connectionString: server.connectionString });
  await editor.script(`
    create function public.pg_notify(text, text) returns void language plpgsql as $$ begin raise 'no notifications'; end $$;
    do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`);
  await editor.close();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await expect(start({ demonstration: false })).rejects.toThrow('no notifications');
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
}, 60_000);

describe('changes', () => {
  it('changes of committed rows reach the listeners, from any connection of the server', async () => {
    server = await postgresForTests();
    const backend = await start({ demonstration: true });
    const heard = Promise.withResolvers<ChangeEvent>();
    backend.onChange(heard.resolve);
    const editor = await openPostgresDatabase({ connectionString: server.connectionString });
    await editor.query(`update aviso set titulo = 'Novo' where id = 7`);
    await editor.close();
    expect(await heard.promise).toEqual({ kind: 'rows', changes: [{ table: 'aviso', key: '7', op: 'UPDATE' }] });
  }, 120_000);
});

describe('replicas that start together on one server', () => {
  it('load the demonstration once', async () => {
    server = await postgresForTests();
    const replicas = await Promise.all(Array.from({ length: 3 }, () => start({ demonstration: true })));
    for (const replica of replicas) {
      expect(replica.isDemonstration()).toBe(true);
      expect(await count(replica)).toEqual(counted(FILES / 2));
    }
  }, 120_000);

  it('load no demonstration into an operator’s server unless asked to', async () => {
    server = await postgresForTests();
    expect((await start()).isDemonstration()).toBe(false);
  }, 120_000);
});

describe('kill -9 in the middle of the demonstration load', () => {
  it('rolls the load back, and the next start loads all of it', async () => {
    await writeFile(project.halfWay, '');
    const child = startChild('./backend-starter.ts', folder, project.directory);
    children.push(child);
    const loaderPid = async (): Promise<number> => Number(await readFile(project.halfWay, 'utf8'));
    await expect.poll(loaderPid, { timeout: 120_000 }).toBeGreaterThan(0);
    const pid = await loaderPid();
    await child.killHard();
    await expect.poll(() => isRunning(pid)).toBe(false);
    await rm(project.halfWay);
    const backend = await start();
    expect(backend.isDemonstration()).toBe(true);
    expect(await count(backend)).toEqual(counted(FILES / 2));
    for (const n of [0, FILES - 2]) {
      const file = await backend.file(demonstrationFileId(n), PUBLIC_CALLER);
      expect(file === null ? null : await text(file.open())).toBe(`%PDF ${n}`);
    }
  }, 240_000);
});

describe('two servers on one data directory', () => {
  it('do not start together: the second is refused with the name of the directory', async () => {
    const first = startChild('./backend-starter.ts', folder, project.directory);
    children.push(first);
    expect(await first.nextLine()).toBe('pronto');
    const second = startChild('./backend-starter.ts', folder, project.directory);
    children.push(second);
    expect(await second.nextLine()).toBe('DataDirectoryInUseError');
    await first.killHard();
    const third = startChild('./backend-starter.ts', folder, project.directory);
    children.push(third);
    expect(await third.nextLine()).toBe('pronto');
  }, 240_000);
});
