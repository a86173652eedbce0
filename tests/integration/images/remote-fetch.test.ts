/** One fetch of a remote picture, without a decoder behind it: what the host may answer, and what the log says of what it may not. */
import { getEventListeners } from 'node:events';
import { getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fetchRemote, type RemoteFetch } from '../../../server/images/remote/fetch.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import {
  type Answer,
  endless,
  INSIDE_ADDRESS,
  OTHER_PUBLIC_ADDRESS,
  PUBLIC_ADDRESS,
  RemoteHost,
  raw,
  reply,
  TestNetwork,
} from './remote-host.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const HINT = 'HTTP/1.1 103 Early Hints\r\n\r\n';
const REDIRECT = '302 Found';
const LIMIT = 16 * 1_024 * 1_024;
const WHOLE = `${OK}Content-Length: 3\r\n\r\nabc`;

const host = new RemoteHost();
let network: TestNetwork;
let port: number;

beforeAll(async () => {
  port = await host.listen(PUBLIC_ADDRESS);
});
afterAll(() => host.close());

beforeEach(() => {
  network = new TestNetwork();
  network.port = port;
  network.name('fotos.example', [PUBLIC_ADDRESS]);
  host.requests.length = 0;
  host.on('/a.jpg', reply('abc'));
});
afterEach(() => {
  for (const socket of host.sockets) socket.destroy();
});

/** Fetches, and returns the kind of the answer with its length, or the code of the error with what the log says of it. */
async function outcome(path: string, options: Partial<RemoteFetch> = {}): Promise<string> {
  const url = new URL(`http://fotos.example${path}`);
  const hosts = ['fotos.example', 'outras.example'];
  try {
    const answer = await fetchRemote({ url, hosts, network, nat64: false, etag: null, signal: network.deadline(), ...options });
    return answer.kind === 'bytes' ? `${answer.bytes.length} bytes` : answer.kind;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.detail}`;
  }
}

/** Answers at `/x.jpg`, and returns the outcome of a fetch of it. */
function answered(answer: Answer, options: Partial<RemoteFetch> = {}): Promise<string> {
  host.on('/x.jpg', answer);
  return outcome('/x.jpg', options);
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Says how many connections are open once both sides have had the turns to close them. */
async function openConnections(): Promise<number> {
  for (let turns = 0; turns < 500 && host.sockets.size > 0; turns += 1) await turn();
  return host.sockets.size;
}

test('the request names the picture, the formats that we read and our user agent, and nothing else', async () => {
  await outcome('/a.jpg?x=1');
  expect(host.requests[0]?.trimEnd().split('\r\n')).toEqual([
    'GET /a.jpg?x=1 HTTP/1.1',
    'Accept: image/avif,image/webp,image/png,image/jpeg,image/gif',
    'Accept-Encoding: identity',
    'User-Agent: portal-imagens',
    'CDN-Loop: portal-imagens',
    `Host: fotos.example:${port}`,
    'Connection: close',
  ]);
});

test('a condition is sent with a known entity tag alone, and a 304 is an answer to it alone (RFC 9110 section 13.1.2)', async () => {
  const notModified = raw('HTTP/1.1 304 Not Modified\r\n\r\n');
  expect(await answered(notModified, { etag: '"v1"' })).toBe('not-modified');
  expect(host.requests[0]).toContain('\r\nIf-None-Match: "v1"\r\n');
  expect(await answered(notModified)).toBe('IMAGE_SOURCE_FAILED: status 304');
});

describe('a status', () => {
  test.each([404, 401, 403])('the status %i says that the host has no public picture', async (status) => {
    expect(await answered(reply('', [], `${status} No`))).toBe('missing');
  });

  test.each([201, 206, 300, 305, 400, 410, 429, 500, 503])('the status %i is a failure of the host', async (status) => {
    expect(await answered(reply('abc', ['Location: /a.jpg'], `${status} No`))).toBe(`IMAGE_SOURCE_FAILED: status ${status}`);
  });

  test.each([200, 404, 500])('the status %i leaves no connection open, whatever follows it', async (status) => {
    const body = endless(`HTTP/1.1 ${status} So\r\n\r\n`, Buffer.alloc(65_536));
    expect(await answered(body)).toMatch(/^(?:IMAGE_SOURCE_TOO_LARGE: more than 16777216 bytes|missing|IMAGE_SOURCE_FAILED: status 500)$/);
    expect(await openConnections()).toBe(0);
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('a redirect with the status %i is followed (RFC 9110 section 15.4)', async (status) => {
    expect(await answered(reply('', ['Location: /a.jpg#parte'], `${status} Go`))).toBe('3 bytes');
  });

  test.each([
    [[], 'a redirect without a readable target'],
    [['Location: http://['], 'a redirect without a readable target'],
    [['Location: http://127.0.0.1/a.jpg'], 'a redirect to not an allowed host'],
    [['Location: https://fotos.example/a.jpg'], 'a redirect to not the scheme that is allowed'],
    [['Location: ftp://fotos.example/a.jpg'], 'a redirect to not an absolute address of the plain form'],
    [['Location: http://fotos.example:22/a.jpg'], 'a redirect to not an absolute address of the plain form'],
    [['Location: http://nome:senha@fotos.example/a.jpg'], 'a redirect to not an absolute address of the plain form'],
    [['Location: /_image?url=a'], 'a redirect to a picture service, so a recursion'],
    [['Location: /x.jpg'], 'more than three redirects'],
  ])('a redirect with %j is a failure of the host: %s', async (fields, detail) => {
    expect(await answered(reply('', fields, REDIRECT))).toBe(`IMAGE_SOURCE_FAILED: ${detail}`);
  });

  test('is followed three times', async () => {
    for (const step of [1, 2, 3, 4]) host.on(`/${step}`, reply('', [`Location: ${step === 4 ? '/a.jpg' : `/${step + 1}`}`], REDIRECT));
    expect(await outcome('/2')).toBe('3 bytes');
    expect(await outcome('/1')).toBe('IMAGE_SOURCE_FAILED: more than three redirects');
  });

  test('leaves no connection, whatever follows it', async () => {
    const body = endless(`HTTP/1.1 ${REDIRECT}\r\nLocation: /a.jpg\r\n\r\n`, Buffer.alloc(65_536));
    expect(await answered(body)).toBe('3 bytes');
    expect(await openConnections()).toBe(0);
  });

  test('a redirect to a name inside is a failure of the host, not of the visitor', async () => {
    network.name('outras.example', [INSIDE_ADDRESS]);
    const answer = reply('', ['Location: http://outras.example/a.jpg'], REDIRECT);
    expect(await answered(answer)).toMatch(/^IMAGE_SOURCE_FAILED: outras\.example resolves to 127\.0\.0\.1: \S/);
  });
});

describe('the name of a host', () => {
  test.each([
    ['nowhere', [], /^IMAGE_SOURCE_FAILED: the name has no address$/],
    ['inside', ['10.1.2.3'], /^BAD_IMAGE_URL: fotos\.example resolves to 10\.1\.2\.3: \S/],
    ['partly inside', [PUBLIC_ADDRESS, '192.168.0.1'], /^BAD_IMAGE_URL: fotos\.example resolves to 192\.168\.0\.1: \S/],
    ['behind NAT64, which is not switched on', ['64:ff9b::808:808'], /^BAD_IMAGE_URL: fotos\.example resolves to 64:ff9b::808:808: \S/],
  ])('a host name that leads %s is refused, and no connection is made', async (_where, addresses, reason) => {
    network.name('fotos.example', addresses);
    expect(await outcome('/a.jpg')).toMatch(reason);
    expect(host.requests).toEqual([]);
  });

  test('a host name that cannot be resolved is a failure of the host, with the reason of the resolver', async () => {
    const reason = new Error('SERVFAIL');
    network.name('fotos.example', reason);
    expect(await outcome('/a.jpg')).toBe('IMAGE_SOURCE_FAILED: the name was not resolved');
    const url = new URL('http://fotos.example/a.jpg');
    const fetching = fetchRemote({ url, hosts: [], network, nat64: false, etag: null, signal: network.deadline() });
    await expect(fetching).rejects.toMatchObject({ cause: reason });
  });

  test.each([true, false])(
    'the next address of a host is tried when one refuses connections, also where the process tries one alone: %s',
    async (several) => {
      const before = getDefaultAutoSelectFamily();
      onTestFinished(() => setDefaultAutoSelectFamily(before));
      setDefaultAutoSelectFamily(several);
      network.name('fotos.example', [OTHER_PUBLIC_ADDRESS, PUBLIC_ADDRESS]);
      expect(await outcome('/a.jpg')).toBe('3 bytes');
    },
  );
});

describe('the time of a fetch', () => {
  test('a time limit that is over before the fetch begins, or while the name is resolved, ends the fetch', async () => {
    network.name('fotos.example', 'never');
    const late = 'IMAGE_SOURCE_TIMEOUT: no whole answer in time';
    expect(await outcome('/a.jpg', { signal: AbortSignal.abort() })).toBe(late);
    const fetching = outcome('/a.jpg');
    network.runOut();
    expect(await fetching).toBe(late);
  });

  test('a time limit that is over before the head or the body is whole ends the fetch and its connection', async () => {
    for (const begin of ['', OK, `${OK}Content-Length: 9\r\n\r\nabc`]) {
      const arrived = host.nextRequest();
      const fetching = answered((socket) => void socket.write(begin));
      await arrived;
      for (let turns = 0; turns < 20; turns += 1) await turn();
      network.runOut();
      expect(await fetching).toBe('IMAGE_SOURCE_TIMEOUT: no whole answer in time');
      expect(await openConnections()).toBe(0);
    }
  });

  test('is listened to by no fetch that has ended', async () => {
    const { signal } = new AbortController();
    host.on('/x.jpg', reply('', ['Location: /a.jpg'], REDIRECT));
    expect([await outcome('/x.jpg', { signal }), await outcome('/nada.jpg', { signal })]).toEqual(['3 bytes', 'missing']);
    expect(await openConnections()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('an answer', () => {
  test.each<[string, Answer, string]>([
    ['behind eight interim answers', raw(HINT.repeat(8), WHOLE), '3 bytes'],
    ['behind nine interim answers', raw(HINT.repeat(9)), 'IMAGE_SOURCE_FAILED: no answer: too many interim answers'],
    [
      'in another protocol',
      (socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      'IMAGE_SOURCE_FAILED: the host changed the protocol',
    ],
    ['with 15 KB of fields', raw(OK, `X: ${'y'.repeat(15_000)}\r\nContent-Length: 3\r\n\r\nabc`), '3 bytes'],
    ['with 20 KB of fields', raw(OK, `X: ${'y'.repeat(20_000)}\r\n\r\n`), 'IMAGE_SOURCE_FAILED: no answer: HPE_HEADER_OVERFLOW'],
    ['that is no HTTP', raw('abc'), 'IMAGE_SOURCE_FAILED: no answer: HPE_INVALID_CONSTANT'],
    ['that never comes', raw(), 'IMAGE_SOURCE_FAILED: no answer: ECONNRESET'],
    ['that is reset', (socket) => socket.resetAndDestroy(), 'IMAGE_SOURCE_FAILED: no answer: ECONNRESET'],
    ['with fewer bytes than it said', raw(OK, 'Content-Length: 9\r\n\r\nabc'), 'IMAGE_SOURCE_FAILED: the body did not arrive whole'],
    ['with more bytes than it said', raw(OK, 'Content-Length: 3\r\n\r\nabcd'), 'IMAGE_SOURCE_FAILED: the body did not arrive whole'],
  ])('%s', async (_what, answer, expected) => {
    expect(await answered(answer)).toBe(expected);
    expect(await openConnections()).toBe(0);
  });

  test.each<[string, Answer, string]>([
    ['as long as may be', reply(Buffer.alloc(LIMIT)), `${LIMIT} bytes`],
    ['a byte longer', raw(OK, `Content-Length: ${LIMIT + 1}\r\n\r\n`), `IMAGE_SOURCE_TOO_LARGE: more than ${LIMIT} bytes`],
    ['as long as may be, decoded', reply(gzipSync(Buffer.alloc(LIMIT)), ['Content-Encoding: gzip']), `${LIMIT} bytes`],
    [
      'a byte longer, decoded',
      reply(gzipSync(Buffer.alloc(LIMIT + 1)), ['Content-Encoding: gzip']),
      `IMAGE_SOURCE_TOO_LARGE: more than ${LIMIT} bytes`,
    ],
  ])('reads or refuses an answer with a body %s', async (_what, answer, expected) => {
    expect(await answered(answer)).toBe(expected);
  });

  test.each([
    ['x-gzip', gzipSync('abc'), '3 bytes'],
    ['identity, GZIP', gzipSync('abc'), '3 bytes'],
    ['', Buffer.from('abc'), '3 bytes'],
    ['gzip', Buffer.from('abc'), 'IMAGE_SOURCE_FAILED: the body did not arrive whole'],
    ['zstd', Buffer.from('abc'), 'IMAGE_SOURCE_FAILED: 1 content codings, or one that is unknown'],
    ['constructor', Buffer.from('abc'), 'IMAGE_SOURCE_FAILED: 1 content codings, or one that is unknown'],
    ['gzip, gzip', gzipSync(gzipSync('abc')), 'IMAGE_SOURCE_FAILED: 2 content codings, or one that is unknown'],
  ])('reads or refuses an answer in the content coding %j (RFC 9110 section 8.4)', async (coding, body, expected) => {
    expect(await answered(reply(body, [`Content-Encoding: ${coding}`]))).toBe(expected);
    expect(await openConnections()).toBe(0);
  });
});
