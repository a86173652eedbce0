/** What a client reads when Node cannot read its request. */
import { once } from 'node:events';
import { createServer, maxHeaderSize, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerUnreadable } from '../../../server/http/unreadable-request.ts';
import type { Logger } from '../../../server/observability/log.ts';
import { createAccessLog } from '../../../server/operations/access-log.ts';
import { ERROR_CODES } from '../../../shared/errors/codes.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

let server: Server;

const logged: Readonly<Record<string, unknown>>[] = [];
const answered: unknown[] = [];
const log: Logger = { ...SILENT_LOG, debug: (fields) => void logged.push(fields) };

beforeAll(async () => {
  server = createServer((req, res) => {
    res.write('half');
    // The rest of this answer never comes.
    if (req.url === '/') res.end();
  });
  server.on('clientError', answerUnreadable({ https: true, log, answered: (answer) => void answered.push(answer) }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends bytes as they are, `more` once an answer has begun, and returns all that comes back until the server closes the connection. */
async function raw(text: string, more?: string): Promise<{ readonly head: string; readonly body: string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (more !== undefined && chunks.length === 1) socket.write(more);
  });
  socket.on('error', () => undefined);
  socket.write(text, 'latin1');
  await once(socket, 'close');
  const answer = Buffer.concat(chunks).toString('utf8');
  const end = answer.indexOf('\r\n\r\n');
  return { head: answer.slice(0, end), body: answer.slice(end + 4) };
}

const PERSON = 'Accept: text/html,*/*;q=0.8\r\n';
const NO_SPACE = 'Accept:text/html\r\n';
const COOKIE = `Cookie: a=${'x'.repeat(20_000)}\r\n`;

test.each([
  [
    'a head that is too large',
    `GET / HTTP/1.1\r\nHost: x\r\n${PERSON}${COOKIE}\r\n`,
    'HEADERS_TOO_LARGE',
    '431 Request Header Fields Too Large',
  ],
  [
    'a head that is too large, whose field has no space behind its colon',
    `GET / HTTP/1.1\r\nHost: x\r\n${NO_SPACE}${COOKIE}\r\n`,
    'HEADERS_TOO_LARGE',
    '431 Request Header Fields Too Large',
  ],
  ['an address that is too long', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n${PERSON}\r\n`, 'URI_TOO_LONG', '414 URI Too Long'],
  ['bytes that are not HTTP', `GE T / HTTP/9\r\n${PERSON}\r\n`, 'BAD_REQUEST', '400 Bad Request'],
] as const)('shows the error screen to a person for %s', async (_name, request, code, status) => {
  const { head, body } = await raw(request);
  expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
  expect(head).toContain('\r\nContent-Type: text/html; charset=utf-8');
  expect(head).toContain('\r\nX-Content-Type-Options: nosniff');
  expect(head).toContain('\r\nStrict-Transport-Security: max-age=31536000');
  expect(head).toContain('\r\nConnection: close');
  expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`);
  expect(body).toContain('<h1>Ops!!!</h1>');
  expect(body).toContain(ERROR_CODES[code].message);
});

test.each([
  ['says nothing of what it accepts', ''],
  ['has a field whose name only ends so', 'X-Accept: text/html\r\n'],
])('answers in JSON to a program that %s', async (_name, fields) => {
  const { head, body } = await raw(`GET / HTTP/1.1\r\nHost: x\r\n${fields}${COOKIE}\r\n`);
  expect(head).toContain('\r\nContent-Type: application/json; charset=utf-8');
  const { pedido, ...said } = JSON.parse(body) as Record<string, string>;
  expect(said).toEqual({ code: 'HEADERS_TOO_LARGE', message: ERROR_CODES.HEADERS_TOO_LARGE.message });
  expect(head).toContain(`\r\nX-Request-Id: ${pedido}\r\n`);
  expect(logged).toContainEqual({ requestId: pedido, code: 'HEADERS_TOO_LARGE', status: 431, reason: 'HPE_HEADER_OVERFLOW' });
  expect(answered).toContainEqual({ status: 431, requestId: pedido });
});

test('closes the connection of a client that keeps its side open', async () => {
  const accepted = once(server, 'connection');
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  const [connection] = (await accepted) as [Socket];
  socket.resume().write('not a request\r\n\r\n');
  await once(socket, 'end');
  for (let turns = 0; turns < 500 && !connection.destroyed; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(connection.destroyed).toBe(true);
  socket.destroy();
});

/** What the parser has read of a request whose first line has this many bytes. */
const packetOf = (bytes: number, before = ''): Buffer => Buffer.from(`${before}${'GET /'.padEnd(bytes, 'a')}\r\n`);

test.each([
  ['with the code HPE_CHUNK_EXTENSIONS_OVERFLOW', { code: 'HPE_CHUNK_EXTENSIONS_OVERFLOW' }, 413],
  ['with the code ERR_HTTP_REQUEST_TIMEOUT', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, 408],
  ['with another code', { code: 'HPE_INVALID_CONSTANT' }, 400],
  ['without a code', {}, 400],
  ['at an address of more than half of a head', { code: 'HPE_HEADER_OVERFLOW', rawPacket: packetOf(maxHeaderSize / 2 + 1) }, 414],
  ['behind an address of half of a head', { code: 'HPE_HEADER_OVERFLOW', rawPacket: packetOf(maxHeaderSize / 2) }, 431],
  ['in a field that holds the text of a first line', { code: 'HPE_HEADER_OVERFLOW', rawPacket: packetOf(maxHeaderSize, 'cookie: ') }, 431],
  ['with another code behind a long address', { code: 'HPE_INVALID_CONSTANT', rawPacket: packetOf(maxHeaderSize) }, 400],
])('answers an error of the parser %s by the status that Node chooses, but for long addresses', async (_name, fields, status) => {
  const written: Buffer[] = [];
  const socket = new PassThrough();
  socket.on('data', (chunk: Buffer) => written.push(chunk));
  answerUnreadable({ https: false, log })(Object.assign(new Error('unreadable'), fields), socket);
  await once(socket, 'close');
  const answer = Buffer.concat(written).toString();
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
});

test('a late body is answered as its request accepts, and has one line in the access log, that of its request, with the status', async () => {
  const lines: unknown[] = [];
  const accessLog = createAccessLog({ log: { ...SILENT_LOG, info: (line) => void lines.push(line) }, routeOf: () => 'form' });
  const refuse = answerUnreadable({ https: false, log, answered: accessLog.unreadable });
  const late = createServer(
    accessLog.listener((req, res) => {
      res.setHeader('X-Request-Id', 'the id of its request');
      refuse(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), req.socket);
    }),
  );
  await once(late.listen(0, '127.0.0.1'), 'listening');
  const answer = await fetch(`http://127.0.0.1:${(late.address() as AddressInfo).port}/form`, {
    headers: { accept: 'text/html,*/*;q=0.8' },
  });
  const text = await answer.text();
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  late.close();
  await once(late, 'close');
  expect([answer.headers.get('x-request-id'), answer.headers.get('content-type')]).toEqual([
    'the id of its request',
    'text/html; charset=utf-8',
  ]);
  expect(text).toContain('<html lang="pt-BR">');
  expect([answer.status, lines]).toEqual([408, [expect.objectContaining({ status: 408, path: '/form', method: 'GET' })]]);
});

test('writes nothing into a connection that its client has closed', () => {
  const socket = new PassThrough().end();
  socket.on('error', () => undefined);
  answerUnreadable({ https: false, log })(new Error('unreadable'), socket);
  expect([socket.destroyed, socket.read()]).toEqual([true, null]);
});

test('writes nothing into an answer that has begun', async () => {
  const { head, body } = await raw('GET /half HTTP/1.1\r\nHost: x\r\n\r\n', 'not a request\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(body).toBe('4\r\nhalf\r\n');
});
