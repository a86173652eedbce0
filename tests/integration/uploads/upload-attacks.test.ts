/** Uploads that are cut, malformed, too much, or sent by a caller without permission: each gets its answer, and nothing of it stays. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FileWrites } from '../../../server/backend/backend.ts';
import { createIdentify } from '../../../server/graphql/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { NO_AUTH } from '../../support/no-auth.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { STORES, type StoreUnderTest } from '../backend/embedded/storage/stores.ts';
import { editor, openUploadServer, SECRET, type UploadServer } from './upload-server.ts';

const BOUNDARY = 'limite';
const MB = 1024 * 1024;

let store: StoreUnderTest;
let server: UploadServer;
/** Resolves with the next request that the doors have refused and cleaned up after. */
let refused: PromiseWithResolvers<unknown>;
let beforeIdentify: () => Promise<void>;
let change: (files: FileWrites) => Partial<Pick<FileWrites, 'bucket' | 'insert' | 'remove'>> | undefined;

beforeAll(async () => {
  store = await (STORES[0] as (typeof STORES)[number]).open();
  const note = (entry: Readonly<Record<string, unknown>>): void => refused.resolve(entry['err']);
  const identify = createIdentify({ adminSecrets: [SECRET], verifier: NO_AUTH.verifier, siteOrigin: 'http://localhost' });
  server = await openUploadServer(store, {
    identify: async (request) => {
      await beforeIdentify();
      return identify(request);
    },
    log: { ...SILENT_LOG, debug: note, error: note },
    around: (files) => ({
      ...files,
      bucket: (...given) => ({ ...files, ...change(files) }).bucket(...given),
      insert: (...given) => ({ ...files, ...change(files) }).insert(...given),
      remove: (...given) => ({ ...files, ...change(files) }).remove(...given),
    }),
  });
});
afterAll(async () => {
  await server.close();
  await store.close();
});
beforeEach(() => {
  refused = Promise.withResolvers();
  beforeIdentify = () => Promise.resolve();
  change = () => undefined;
});
afterEach(async () => {
  const [rows, spooled] = [await server.rows(), await server.spooled()];
  if (rows > 0 || spooled.length > 0) throw new Error(`an upload left ${rows} rows and ${spooled.length} files`);
  await server.database.query('delete from storage.files');
});

interface Part {
  readonly name: string;
  readonly file?: string;
  readonly fields?: string;
  readonly value: string;
}

function form(parts: readonly Part[]): string {
  const each = parts.map(({ name, file, fields = '', value }) => {
    const fileName = file === undefined ? '' : `; filename="${file}"`;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n${fields}\r\n${value}\r\n`;
  });
  return `${each.join('')}--${BOUNDARY}--\r\n`;
}

const FILE: Part = { name: 'file[]', file: 'a.txt', value: 'abc' };

async function post(body: BodyInit, headers: Readonly<Record<string, string>> = {}): Promise<{ status: number; message: unknown }> {
  const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const init = { method: 'POST', headers: { ...editor(), ...type, ...headers }, body, duplex: 'half' };
  const answer = await fetch(`${server.origin}/v1/files`, init);
  const { error } = (await answer.json()) as { readonly error: { readonly message: string } };
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  return { status: answer.status, message: error.message };
}

/** Opens a connection and sends the head of an upload and some of its body. */
function begin(length: number, body: string): Socket {
  const socket = connect(server.port, '127.0.0.1');
  const fields = Object.entries({ Host: 'localhost', ...editor(), 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` });
  const lines = [...fields, ['Content-Length', String(length)]].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /v1/files HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  socket.on('error', () => undefined);
  return socket;
}

describe('an upload that ends early', () => {
  test('is removed when its client leaves within a file', async () => {
    const whole = form([{ ...FILE, value: 'x'.repeat(200_000) }]);
    const socket = begin(whole.length, whole.slice(0, 150_000));
    await expect.poll(async () => (await server.spooled()).length).toBe(1);
    socket.destroy();
    expect(String(await refused.promise)).toBe('AppError: aborted');
  });

  test('ends when its client has left before it is read', async () => {
    const begun = Promise.withResolvers<void>();
    const known = Promise.withResolvers<void>();
    beforeIdentify = () => {
      begun.resolve();
      return known.promise;
    };
    const connected = once(server.server, 'connection') as Promise<[Socket]>;
    const socket = begin(100_000, form([FILE]).slice(0, -6));
    const [connection] = await connected;
    await begun.promise;
    const gone = new Promise((resolve) => connection.once('close', resolve));
    socket.destroy();
    await gone;
    known.resolve();
    expect(String(await refused.promise)).toContain('AppError');
  });

  test('is removed when its client leaves between two files', async () => {
    const whole = form([FILE, { ...FILE, file: 'b.txt' }]);
    const socket = begin(whole.length, whole.slice(0, whole.indexOf('b.txt')));
    await expect.poll(async () => (await server.spooled()).length).toBe(1);
    socket.destroy();
    await refused.promise;
  });

  test('is removed when its client leaves while its file is stored', async () => {
    const whole = form([FILE]);
    let rows = 0;
    const removed = Promise.withResolvers<unknown>();
    change = (files) => ({
      insert: async (...given) => {
        const answer = await files.insert(...given);
        rows = await server.rows();
        const [connection] = connections;
        const gone = connection === undefined ? Promise.resolve() : once(connection, 'close');
        socket.destroy();
        await gone;
        return answer;
      },
      remove: async (...given) => {
        const answer = await files.remove(...given);
        removed.resolve(answer.kind);
        return answer;
      },
    });
    const connections: Socket[] = [];
    server.server.once('connection', (connection) => connections.push(connection));
    const socket = begin(whole.length, whole);
    expect([await removed.promise, rows]).toEqual(['written', 1]);
    await expect.poll(() => server.spooled()).toEqual([]);
  });

  test('is removed but for the file whose removal is refused, which the log names', async () => {
    const whole = form([FILE, { ...FILE, file: 'b.txt' }]);
    const ids: string[] = [];
    change = (files) => ({
      insert: async (...given) => {
        const answer = await files.insert(...given);
        ids.push(given[0]);
        const gone = connections[0] === undefined || ids.length < 2 ? Promise.resolve() : once(connections[0], 'close');
        if (ids.length === 2) socket.destroy();
        await gone;
        return answer;
      },
      remove: (id, caller) => {
        const error = { message: 'recusado', extensions: { path: '$', code: 'permission-error' } };
        return id === ids[0] ? Promise.resolve({ kind: 'refused', error }) : files.remove(id, caller);
      },
    });
    const connections: Socket[] = [];
    server.server.once('connection', (connection) => connections.push(connection));
    const socket = begin(whole.length, whole);
    expect(String(await refused.promise)).toContain('recusado');
    await expect.poll(async () => (await server.database.query('select id from storage.files')).rows).toEqual([{ id: ids[0] }]);
    await server.database.query('delete from storage.files');
    await expect.poll(() => server.spooled()).toEqual([]);
  });

  test('is refused when the last delimiter is missing', async () => {
    const whole = form([FILE]);
    expect(await post(whole.slice(0, -6))).toMatchObject({ status: 400 });
  });
});

describe('a form out of bounds', () => {
  test.each([
    ['without a file', form([{ name: 'bucket-id', value: 'default' }]), 400],
    ['with more files than allowed', form(Array.from({ length: 11 }, () => FILE)), 400],
    ['with more fields than allowed', form([...Array.from({ length: 31 }, () => ({ name: 'x', value: '1' })), FILE]), 400],
    ['with more parts than allowed', form([...Array.from({ length: 51 }, () => ({ name: 'x', value: '1' })), FILE]), 400],
    ['with a field of 70,000 characters', form([{ name: 'bucket-id', value: 'x'.repeat(70_000) }, FILE]), 400],
    [
      'with metadata for two files and one file',
      form([{ name: 'metadata[]', value: '{}' }, { name: 'metadata[]', value: '{}' }, FILE]),
      400,
    ],
    ['with metadata that is no JSON', form([{ name: 'metadata[]', value: '{"id"' }, FILE]), 400],
    ['with metadata that is no object', form([{ name: 'metadata[]', value: '[1]' }, FILE]), 400],
    ['with an id that is no uuid', form([{ name: 'metadata[]', value: '{"id": "../../etc"}' }, FILE]), 400],
    ['with a name that is a path', form([{ name: 'metadata[]', value: '{"name": "../a.txt"}' }, FILE]), 400],
    ['with a bucket that does not exist', form([{ name: 'bucket-id', value: "x' or 1=1" }, FILE]), 404],
    ['that is no form', 'abc', 400],
  ])('%s is refused', async (_name, body, status) => {
    expect(await post(body)).toMatchObject({ status });
  });

  test('a form without a boundary, or of another type, is refused', async () => {
    expect(await post(form([FILE]), { 'Content-Type': 'multipart/form-data' })).toMatchObject({ status: 415 });
    expect(await post(form([FILE]), { 'Content-Type': 'multipart/form-data; x=y' })).toMatchObject({ status: 400 });
    expect(await post('{}', { 'Content-Type': 'application/json' })).toMatchObject({ status: 415 });
    expect(await post('file[]=abc', { 'Content-Type': 'application/x-www-form-urlencoded' })).toMatchObject({ status: 415 });
  });

  test('a form with a header of 100,000 characters before the name of a part is refused, because no more than 8,192 of them are kept', async () => {
    const whole = form([FILE]).replace('Content-Disposition', `X-Long: ${'x'.repeat(100_000)}\r\nContent-Disposition`);
    expect(await post(whole)).toMatchObject({ status: 400 });
  });

  test('is read no further than its first file that is too large', async () => {
    let sent = 0;
    const parts = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(form([{ name: 'bucket-id', value: 'pequeno' }, FILE]).split('abc', 1)[0] ?? '');
      for (; sent < 20 * MB; sent += MB) yield randomBytes(MB);
    };
    expect(await post(Readable.toWeb(Readable.from(parts())) as ReadableStream)).toEqual({ status: 413, message: 'file too big' });
  });
});

describe('who may not', () => {
  test.each([
    ['a stranger', {}, 403],
    ['a reader', { ...editor(), 'x-hasura-role': 'leitor' }, 403],
    ['a role that no permission names', { ...editor(), 'x-hasura-role': 'ninguem' }, 403],
    ['a wrong secret', { ...editor(), 'x-hasura-admin-secret': 'outro' }, 403],
    ['a token that does not verify', { Authorization: 'Bearer a.b.c' }, 401],
    ['an editor without the session variable of the preset', { ...editor(), 'x-hasura-user-id': undefined }, 500],
  ])('%s is refused, and no byte is written', async (_name, headers, status) => {
    const fields = Object.entries(headers).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]));
    const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
    const answer = await fetch(`${server.origin}/v1/files`, {
      method: 'POST',
      headers: { ...Object.fromEntries(fields), ...type },
      body: form([FILE]),
    });
    expect(answer.status).toBe(status);
  });

  test('a page of another site cannot use the cookie of an editor', async () => {
    const headers = { Cookie: 'apollo:default.token=a.b.c', Origin: 'https://outro.example', 'Sec-Fetch-Site': 'cross-site' };
    const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
    const answer = await fetch(`${server.origin}/v1/files`, { method: 'POST', headers: { ...headers, ...type }, body: form([FILE]) });
    expect(answer.status).toBe(403);
  });
});

describe('a storage that fails', () => {
  test('is told as a full disk where it is one', async () => {
    change = () => ({ insert: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })) });
    expect(await post(form([FILE]))).toMatchObject({ status: 507 });
  });

  test.each([
    ['is away while the bytes are stored', 'insert', new Error('connect ECONNREFUSED 10.0.0.1:5432')],
    ['refuses the key of the site with a status of its own', 'insert', Object.assign(new Error('10.0.0.1 answered 403'), { status: 403 })],
    ['is away while the form is read', 'bucket', new Error('connect ECONNREFUSED 10.0.0.1:5432')],
  ] as const)('and %s is told as unavailable, in words that betray nothing', async (_name, method, fault) => {
    change = () => ({ [method]: () => Promise.reject(fault) });
    expect(await post(form([FILE]))).toEqual({ status: 503, message: new AppError('BACKEND_UNAVAILABLE').publicMessage });
  });

  test('says which files it had stored before', async () => {
    let calls = 0;
    change = (files) => ({
      insert: (...given) => {
        calls += 1;
        return calls === 1 ? files.insert(...given) : Promise.reject(new Error('falha'));
      },
    });
    const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
    const body = form([FILE, { ...FILE, file: 'b.txt' }]);
    const answer = await fetch(`${server.origin}/v1/files`, { method: 'POST', headers: { ...editor(), ...type }, body });
    const { processedFiles } = (await answer.json()) as {
      readonly processedFiles: readonly { readonly id: string; readonly name: string }[];
    };
    expect([answer.status, processedFiles.map(({ name }) => name)]).toEqual([503, ['a.txt']]);
    const gone = await fetch(`${server.origin}/v1/files/${processedFiles[0]?.id}`, { method: 'DELETE', headers: editor() });
    expect(gone.status).toBe(204);
  });
});

test('an upload that a rule of the site refuses in the database is told in the words of the rule', async () => {
  await server.database.query(`create function public.recusa() returns trigger language plpgsql as $$
    begin raise exception 'Regra do site (): Envie-o como arquivo novo.' using errcode = 'check_violation'; end $$`);
  await server.database.query('create trigger recusa before insert on storage.files for each row execute function public.recusa()');
  try {
    const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
    const answer = await fetch(`${server.origin}/v1/files`, { method: 'POST', headers: { ...editor(), ...type }, body: form([FILE]) });
    expect([answer.status, await answer.json()]).toEqual([
      422,
      {
        processedFiles: [],
        error: {
          message: 'O arquivo não pode ser publicado como está.',
          data: { motivos: [{ codigo: 'REGRA_DO_SITE', mensagem: 'Envie-o como arquivo novo.', orientacao: '', confirmavel: false }] },
        },
      },
    ]);
  } finally {
    await server.database.query('drop trigger recusa on storage.files');
    await server.database.query('drop function public.recusa');
  }
});

test('refuses the upload past the number that may be received at once, and takes it when one of them has ended', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: allBegan, resolve: began } = Promise.withResolvers<void>();
  let underWay = 0;
  change = () => ({
    insert: async () => {
      underWay += 1;
      if (underWay === 16) began();
      await mayEnd;
      return { kind: 'absent' };
    },
  });
  const held = Array.from({ length: 16 }, () => post(form([FILE])));
  await allBegan;
  expect(await post(form([FILE]))).toMatchObject({ status: 503 });
  end();
  for (const { status } of await Promise.all(held)) expect(status).toBe(404);
  expect(await post(form([FILE]))).toMatchObject({ status: 404 });
});

test('answers 405 to another method', async () => {
  const socket = connect(server.port, '127.0.0.1');
  socket.write('PATCH /v1/files HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await once(socket, 'connect');
  expect(await text(socket)).toContain('405');
});
