/** What is done at the endpoint of files in more than one step. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import { type Fault, type RemoteFile, remoteFile } from '../../support/nhost/storage.ts';
import { FILE_ID, FILE_PATH } from '../files/hostile-paths.ts';
import { GOOD_BYTES, type Scenario, type Stage, verdict } from './stage.ts';

const GIGABYTE = 1_024 ** 3;

const RANGES: readonly (readonly [string, number])[] = [
  ['bytes=0-', 206],
  ['bytes=-500', 206],
  ['bytes=0-0,-1', 206],
  ['bytes=5-2', 200],
  ['bytes=abc', 200],
  [`bytes=${'0-9,'.repeat(1_000)}0-9`, 200],
  ['bytes=99999-', 416],
];

const CONDITIONS: readonly (readonly [Readonly<Record<string, string>>, number])[] = [
  [{ 'If-None-Match': '"x", W/ETAG' }, 304],
  [{ 'If-None-Match': '*' }, 304],
  [{ 'If-None-Match': 'unquoted' }, 200],
  [{ 'If-Modified-Since': 'Invalid Date' }, 200],
  [{ 'If-Match': '"x"' }, 412],
  [{ Range: 'bytes=0-9', 'If-Range': 'W/ETAG' }, 200],
  [{ Range: 'bytes=0-9', 'If-Range': 'Tue, 10 Mar 2020 12:00:00 GMT' }, 200],
];

const NAMES = [
  'a "b" + c.pdf',
  'relatório.pdf',
  'a\r\nX-Evil: 1.pdf',
  '../../etc/passwd',
  'fatura\u202efdp.exe',
  `${'a'.repeat(4_096)}.pdf`,
];

const ACTIVE = ['text/html', 'image/svg+xml', 'application/javascript', 'text/xml'];

const FOREIGN = [
  'set-cookie',
  'server',
  'via',
  'surrogate-key',
  'surrogate-control',
  'strict-transport-security',
  'access-control-allow-origin',
];

export const FILE_SCENARIOS: readonly Scenario[] = [
  {
    attack: 16,
    name: 'an id in capitals is sent to the one address',
    run: async (stage) => {
      const { status, headers } = await stage.get(`/nhostprovider/${FILE_ID.toUpperCase()}`);
      expect([status, headers['location']]).toEqual([308, FILE_PATH]);
    },
  },
  ...['?_=1', '?w=100&h=100&q=1', '?a=1&a=2', '?%'].map(
    (query): Scenario => ({ attack: 17, name: `the query ${query}`, run: (stage) => expectGood(stage, FILE_PATH + query) }),
  ),
  ...RANGES.map(([range, status]): Scenario => ({ attack: 37, name: range.slice(0, 40), run: asked({ Range: range }, status) })),
  ...CONDITIONS.map(([fields, status]): Scenario => ({ attack: 38, name: JSON.stringify(fields), run: asked(fields, status) })),
  ...NAMES.map((name): Scenario => ({ attack: 39, name: `the name ${name.slice(0, 30)}`, run: named(name) })),
  ...ACTIVE.map((mimeType): Scenario => ({ attack: 39, name: `the type ${mimeType}`, run: active(mimeType) })),
  { attack: 40, name: 'header fields of the service and its proxy', run: foreignFields },
  ...['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'].map((method): Scenario => ({ attack: 41, name: method, run: refusedMethod(method) })),
  { attack: 41, name: 'HEAD, with which the storage is never asked', run: headOnly },
  { attack: 42, name: 'a file that is not whole yet, replaced and removed', run: changedFile },
  ...[0, 1, 65_536, 8_000_000].map(
    (bytes): Scenario => ({ attack: 44, name: `a visitor who leaves after ${bytes} bytes`, run: leaving(bytes) }),
  ),
  { attack: 44, name: 'ten visitors who stop reading a file of 1 GB', run: standingStill },
  { attack: 44, name: 'more visitors who wait for a slow storage than it is asked for at a time', run: tooManyWaiting },
  { attack: 45, name: 'a file of no bytes', run: async (stage) => expectGood(stage, FILE_PATH, Buffer.alloc(0)) },
  { attack: 45, name: 'a file of 5 GB', run: leaving(1, 5 * GIGABYTE) },
  { attack: 45, name: 'a part that is another part', run: wrongPart },
  { attack: 49, name: 'a host of the visitor', run: spoofed },
];

function put(stage: Stage, own: Partial<RemoteFile> = {}): void {
  stage.storage.files.set(FILE_ID, remoteFile(own.bytes ?? GOOD_BYTES, own));
}

async function expectGood(stage: Stage, target: string, bytes = GOOD_BYTES): Promise<void> {
  put(stage, { bytes });
  const { status, body, isWhole } = await stage.get(target);
  expect([status, body.equals(bytes), isWhole]).toEqual([200, true, true]);
}

function asked(fields: Readonly<Record<string, string>>, expected: number): Scenario['run'] {
  return async (stage) => {
    put(stage);
    const { etag = '' } = (await stage.get(FILE_PATH)).headers;
    const sent = Object.entries(fields).map(([name, value]) => [name, value.replace('ETAG', etag)]);
    const { status, headers, isWhole } = await stage.get(FILE_PATH, Object.fromEntries(sent) as Record<string, string>);
    expect([status, isWhole, Object.values(headers).includes('Invalid Date')]).toEqual([expected, true, false]);
  };
}

function named(name: string): Scenario['run'] {
  return async (stage) => {
    put(stage, { name });
    const { status, headers } = await stage.get(FILE_PATH);
    expect([status, headers['x-evil']]).toEqual([200, undefined]);
    expect(headers['content-disposition']).toMatch(/^inline; filename="[\x20-\x7e]{1,130}"(?:; filename\*=UTF-8''[\x21-\x7e]{1,400})?$/);
  };
}

function active(mimeType: string): Scenario['run'] {
  return async (stage) => {
    put(stage, { mimeType });
    expect((await stage.get(FILE_PATH)).headers).toMatchObject({
      'content-disposition': 'attachment; filename="arquivo.pdf"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  };
}

async function foreignFields(stage: Stage): Promise<void> {
  put(stage);
  const { headers } = await stage.get(FILE_PATH);
  for (const name of FOREIGN) expect(headers).not.toHaveProperty(name);
  expect(headers['cache-groups']).not.toContain('de-fora');
}

function refusedMethod(method: string): Scenario['run'] {
  return async (stage) => {
    const before = stage.storage.asked.length;
    const { status, headers } = await stage.get(FILE_PATH, {}, method);
    expect([status, headers['allow'], stage.storage.asked.length]).toEqual([405, 'GET, HEAD', before]);
  };
}

async function headOnly(stage: Stage): Promise<void> {
  put(stage);
  const { status, headers, body } = await stage.get(FILE_PATH, {}, 'HEAD');
  expect([status, headers['content-length'], body.length]).toEqual([200, '1000', 0]);
  expect(stage.storage.asked.every(({ method }) => method === 'GET')).toBe(true);
}

async function changedFile(stage: Stage): Promise<void> {
  put(stage, { isUploaded: false });
  expect(verdict(await stage.get(FILE_PATH))).toBe('404 FILE_NOT_FOUND');
  put(stage);
  const { etag = '' } = (await stage.get(FILE_PATH)).headers;
  put(stage, { bytes: Buffer.from('novo'), etag: '"2"' });
  const replaced = await stage.get(FILE_PATH, { 'If-None-Match': etag });
  expect([replaced.status, replaced.body.toString()]).toEqual([200, 'novo']);
  stage.storage.files.delete(FILE_ID);
  expect(verdict(await stage.get(FILE_PATH))).toBe('404 FILE_NOT_FOUND');
}

/** A file of `size` bytes that are sent as fast as they are taken; tells when its reader is gone. */
export function large(size: number): { readonly fault: Fault; readonly gone: Promise<void> } {
  const gone = Promise.withResolvers<void>();
  const piece = Buffer.alloc(65_536);
  const fault: Fault = (_req, res) => {
    res.once('close', gone.resolve);
    res.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': size, Etag: '"1"' });
    let left = size;
    const more = (): void => {
      while (left > 0 && !res.destroyed) {
        const part = left < piece.length ? piece.subarray(0, left) : piece;
        left -= part.length;
        if (!res.write(part)) return void res.once('drain', more);
      }
      if (left === 0) res.end();
    };
    more();
  };
  return { fault, gone: gone.promise };
}

/** Begins to read, and stops. */
async function reader(stage: Stage): Promise<IncomingMessage> {
  const asking = get({ host: '127.0.0.1', port: stage.endpoints.port, path: FILE_PATH, agent: false });
  asking.on('error', () => undefined);
  const [message] = (await once(asking, 'response')) as [IncomingMessage];
  message.on('error', () => undefined);
  return message;
}

function leaving(bytes: number, size = GIGABYTE): Scenario['run'] {
  return async (stage) => {
    const { fault, gone } = large(size);
    stage.storage.faults.set(FILE_ID, fault);
    const message = await reader(stage);
    expect(message.headers['content-length']).toBe(String(size));
    let received = 0;
    if (bytes > 0) for await (const chunk of message) if ((received += (chunk as Buffer).length) >= bytes) break;
    message.destroy();
    await gone;
  };
}

async function standingStill(stage: Stage): Promise<void> {
  const ends: Promise<void>[] = [];
  stage.storage.faults.set(FILE_ID, (...asked) => {
    const { fault, gone } = large(GIGABYTE);
    ends.push(gone);
    fault(...asked);
  });
  const messages = await Promise.all(Array.from({ length: 10 }, () => reader(stage)));
  expect(await stage.good()).toEqual([200, 200]);
  for (const message of messages) message.destroy();
  await Promise.all(ends);
}

/** Requests to a storage that may be under way at one time; a client beyond them is told to come again. */
const AT_ONCE = 256;

async function tooManyWaiting(stage: Stage): Promise<void> {
  const ends: Promise<unknown>[] = [];
  stage.storage.faults.set(FILE_ID, (_req, res) => {
    ends.push(once(res, 'close'));
    res.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': GIGABYTE, Etag: '"1"' }).write('%PDF');
  });
  const messages = await Promise.all(Array.from({ length: AT_ONCE }, () => reader(stage)));
  expect(new Set(messages.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const refused = await stage.get(FILE_PATH);
  const [picture] = await stage.good();
  expect([verdict(refused), refused.headers['retry-after'], picture]).toEqual(['503 BACKEND_UNAVAILABLE', '10', 200]);
  for (const message of messages) message.destroy();
  await Promise.all(ends);
}

async function wrongPart(stage: Stage): Promise<void> {
  stage.storage.faults.set(FILE_ID, (_req, res) => {
    res.writeHead(206, { Etag: '"1"', 'Content-Range': 'bytes 20-29/1000', 'Content-Length': 10 }).end('abcdefghij');
  });
  expect(verdict(await stage.get(FILE_PATH, { Range: 'bytes=10-19' }))).toBe('502 NETWORK');
}

async function spoofed(stage: Stage): Promise<void> {
  put(stage);
  const { status } = await stage.get(FILE_PATH, {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    Forwarded: 'host=evil.example',
  });
  expect(status).toBe(200);
  expect(JSON.stringify(stage.storage.asked.at(-1))).not.toContain('evil');
}
