import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import express from 'express';
import { pino } from 'pino';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeEvent, ContentBackend, FileWrites, StoredFile } from '../../../server/backend/backend.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { createSpool } from '../../../server/http/spool.ts';
import { createDailyDatabase } from '../../../server/publicacao/database/daily-database.ts';
import { createDatabaseRouter } from '../../../server/publicacao/database/router.ts';
import { tableLines, writeDatabase } from '../../../server/publicacao/database/writing.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Dataset } from '../../../shared/open-data/dataset.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

interface Row {
  readonly id: number;
  readonly titulo: string;
  readonly valor: string | null;
}

const DATASET: Dataset<Row> = {
  key: 'coisas',
  title: 'Coisas',
  description: 'Coisas com valor.',
  columns: [
    { name: 'id', type: 'inteiro', meaning: 'Número.', example: '1', value: ({ id }) => id },
    { name: 'titulo', type: 'texto', meaning: 'Título.', example: 'Um', value: ({ titulo }) => titulo },
    { name: 'valor', type: 'decimal', meaning: 'Reais.', example: '1.50', value: ({ valor }) => valor },
  ],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dados-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const { signal } = new AbortController();
const ORDER = { publisher: { site: 'https://site.test', name: 'Instituto' }, now: Date.UTC(2026, 0, 2), timeMs: 60_000, signal };

test('the database has a table for each set, its dictionary, and no CPF', async () => {
  const rows = async function* (): AsyncGenerator<readonly Row[]> {
    yield [{ id: 1, titulo: "Pensão de 529.982.247-25; d'Ávila\n2ª linha", valor: '12500.50' }];
    // The same row once more, as it was moved while the list was read.
    yield [
      { id: 2, titulo: 'Outra', valor: null },
      { id: 1, titulo: 'Nova', valor: '3.00' },
    ];
  };
  const file = path.join(folder, 'um.sqlite');
  await writeDatabase({ ...ORDER, path: file, tables: [tableLines(DATASET, rows)] });
  const database = new DatabaseSync(file, { readOnly: true });
  expect(
    database
      .prepare('select id, titulo, valor, typeof(valor) as tipo from coisas order by id')
      .all()
      .map((row) => ({ ...row })),
  ).toEqual([
    { id: 1, titulo: 'Nova', valor: 3, tipo: 'integer' },
    { id: 2, titulo: 'Outra', valor: null, tipo: 'null' },
  ]);
  expect(database.prepare("select significado from _colunas where tabela = 'coisas' and coluna = 'valor'").get()?.['significado']).toBe(
    'Reais.',
  );
  expect(database.prepare("select valor from _sobre where chave = 'feito_em'").get()?.['valor']).toBe('2026-01-02T00:00:00.000Z');
  database.close();
});

test('a text with any end of a line or control character is written as it is', async () => {
  const titulo = 'a\u2028b\u2029c\r\nd\u0085e\u0001f</script>';
  const rows = async function* (): AsyncGenerator<readonly Row[]> {
    yield [{ id: 1, titulo, valor: null }];
  };
  const file = path.join(folder, 'linhas.sqlite');
  await writeDatabase({ ...ORDER, path: file, tables: [tableLines(DATASET, rows)] });
  const database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare('select titulo from coisas').get()?.['titulo']).toBe(titulo);
  database.close();
});

test('a fault of the rows ends the process and is told', async () => {
  const rows = async function* (): AsyncGenerator<readonly Row[]> {
    yield [{ id: 1, titulo: 'Um', valor: null }];
    throw new AppError('BACKEND_UNAVAILABLE');
  };
  const order = { ...ORDER, path: path.join(folder, 'dois.sqlite'), tables: [tableLines(DATASET, rows)] };
  await expect(writeDatabase(order)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
});

/** A store of one file, and how often it was written. */
function store() {
  const written: string[] = [];
  let file: StoredFile | null = null;
  let now = Date.UTC(2026, 0, 2);
  const keep = (kind: string): Promise<{ readonly kind: 'written' }> => {
    written.push(kind);
    file = { id: 'a', updatedAt: new Date(now), open: () => Readable.from([]) } as unknown as StoredFile;
    return Promise.resolve({ kind: 'written' });
  };
  const remove = (): Promise<{ readonly kind: 'absent' }> => {
    written.push('remove');
    file = null;
    return Promise.resolve({ kind: 'absent' });
  };
  const files = { insert: () => keep('insert'), replace: () => keep('replace'), remove } as unknown as FileWrites;
  let tell: (event: ChangeEvent) => void = () => undefined;
  const backend: Pick<ContentBackend, 'file' | 'files' | 'onChange'> = {
    file: () => Promise.resolve(file),
    files,
    onChange: (listener) => {
      tell = listener;
      return () => undefined;
    },
  };
  const change = (op: 'UPDATE' | 'INSERT'): void => tell({ kind: 'rows', changes: [{ table: 'documento', key: '1', op }] });
  const missChanges = (): void => tell({ kind: 'gap' });
  return { written, backend, change, missChanges, now: () => now, pass: (ms: number) => void (now += ms) };
}

test('the file is made when there is none, once for all who ask, and anew a day later', async () => {
  const { written, backend, now, pass } = store();
  let makings = 0;
  const looks: (() => void)[] = [];
  const daily = createDailyDatabase({
    backend,
    mayHide: ({ op }) => op === 'UPDATE',
    generationLimiter: null,
    spool: createSpool(path.join(folder, 'spool')),
    write: async (file) => {
      makings += 1;
      new DatabaseSync(file).close();
      await Promise.resolve();
    },
    now,
    timers: { after: (_ms, act) => (looks.push(act), () => undefined) },
    log: pino({ level: 'silent' }),
  });
  // The first reader waits for the file, and a second one joins.
  const [first] = await Promise.all([daily.file(), daily.refresh()]);
  expect([makings, written, first !== null]).toEqual([1, ['insert'], true]);
  pass(3_600_000);
  await daily.refresh();
  expect(makings).toBe(1);
  pass(86_400_000);
  looks[0]?.();
  await daily.refresh();
  expect([makings, written, looks.length]).toEqual([2, ['insert', 'replace'], 3]);
});

test('a change that may hide a row, or that was missed, removes the file, also one that is being made', async () => {
  const { written, backend, now, change, missChanges } = store();
  let during = (): void => undefined;
  const daily = createDailyDatabase({
    backend,
    mayHide: ({ op }) => op === 'UPDATE',
    generationLimiter: null,
    spool: createSpool(path.join(folder, 'spool')),
    write: async (file) => {
      new DatabaseSync(file).close();
      during();
      await Promise.resolve();
    },
    now,
    timers: { after: () => () => undefined },
    log: pino({ level: 'silent' }),
  });
  await daily.refresh();
  change('INSERT');
  expect(written).toEqual(['insert']);
  change('UPDATE');
  expect([written, await backend.file('a', { role: 'admin' } as never)]).toEqual([['insert', 'remove'], null]);
  during = () => change('UPDATE');
  await daily.refresh();
  expect(written.slice(2)).toEqual(['remove', 'insert', 'remove']);
  during = () => undefined;
  expect(await daily.file()).not.toBeNull();
  missChanges();
  expect(written.at(-1)).toBe('remove');
});

test('a caller who asks for the first file gets null where it takes long to make', async () => {
  const { backend, now } = store();
  const waits: (() => void)[] = [];
  const daily = createDailyDatabase({
    backend,
    mayHide: ({ op }) => op === 'UPDATE',
    generationLimiter: null,
    spool: createSpool(path.join(folder, 'spool')),
    write: () => new Promise(() => undefined),
    now,
    timers: { after: (_ms, act) => (waits.push(act), () => undefined) },
    log: pino({ level: 'silent' }),
  });
  const asked = daily.file();
  await expect.poll(() => waits.length).toBe(2);
  waits[1]?.();
  expect(await asked).toBeNull();
});

test('the fault of the writing is logged, also where what was written cannot be removed', async () => {
  const { backend, now } = store();
  const full = new Error('ENOSPC: no space left on device');
  const logged: unknown[] = [];
  const daily = createDailyDatabase({
    backend,
    mayHide: ({ op }) => op === 'UPDATE',
    generationLimiter: null,
    spool: createSpool(path.join(folder, 'spool')),
    write: async (file) => {
      // What no removal of a file takes.
      await mkdir(file);
      throw full;
    },
    now,
    timers: { after: () => () => undefined },
    log: { ...pino({ level: 'silent' }), error: ({ err }) => logged.push(err) },
  });
  await daily.refresh();
  expect(logged).toEqual([full]);
});

test('a writing that is aborted ends, whatever its rows wait for', async () => {
  const aborted = new AbortController();
  const rows = async function* (): AsyncGenerator<readonly Row[]> {
    aborted.abort();
    await new Promise(() => undefined);
    yield [];
  };
  const order = { ...ORDER, path: path.join(folder, 'tres.sqlite'), tables: [tableLines(DATASET, rows)] };
  await expect(writeDatabase({ ...order, signal: aborted.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('when it is closed it looks no more, and what is being made ends without a fault', async () => {
  const { backend, now } = store();
  const logged: unknown[] = [];
  const waiting = new Set<() => void>();
  const begun = Promise.withResolvers<void>();
  const daily = createDailyDatabase({
    backend,
    mayHide: ({ op }) => op === 'UPDATE',
    generationLimiter: null,
    spool: createSpool(path.join(folder, 'spool')),
    write: (_file, closing) =>
      new Promise((_resolve, reject) => {
        closing.addEventListener('abort', () => reject(new Error('aborted')));
        begun.resolve();
      }),
    now,
    timers: { after: (_ms, act) => (waiting.add(act), () => void waiting.delete(act)) },
    log: { ...pino({ level: 'silent' }), error: ({ err }) => logged.push(err) },
  });
  const [look] = waiting;
  waiting.clear();
  look?.();
  await begun.promise;
  expect(waiting.size).toBe(1);
  await daily.close();
  expect([waiting.size, logged]).toEqual([0, []]);
});

test('a script of another site reads that the file is not ready, and when to ask again', async () => {
  const app = express();
  app.use(createDatabaseRouter({ file: () => Promise.resolve(null) }, () => Promise.reject(new Error('there is nothing to send'))));
  app.use(errorHandler(SILENT_LOG));
  const answer = await request(app).get('/dados/dados-abertos.sqlite');
  expect([answer.status, answer.get('retry-after'), answer.get('access-control-allow-origin')]).toEqual([503, '60', '*']);
  expect(answer.get('access-control-expose-headers')).toContain('Retry-After');
});
