/** A storage that misbehaves, asked by way of the endpoint of files and the cache in front of it: what a visitor gets, and what is kept. */
import { once } from 'node:events';
import { createServer as createPlainServer, get, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNhostStorage, type NhostStorage } from '../../../server/backend/nhost/storage.ts';
import { describe as describeFile, type NhostStorageServer, remoteFile, startNhostStorage } from '../../support/nhost/storage.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { type FileServer, startFileServer } from './file-server.ts';
import { GOOD_ID as GOOD, FILE_ID as ID } from './hostile-paths.ts';
import { type Answer, ask } from './raw-client.ts';
import { BROKEN_BODIES, HEAD, NO_FILES, raw } from './storage-faults.ts';

const FILE = `/nhostprovider/${ID}`;
const BYTES = Buffer.from(Uint8Array.from({ length: 1_000 }, (_, index) => index % 251));

/** Long enough for a whole answer on a busy machine; two of the attacks below last as long. */
const BODY_LIMITS = { idleMs: 1_000, patienceMs: 1_000, leastRate: 1_000_000 };

let remote: NhostStorageServer;
let storage: NhostStorage;
let endpoint: FileServer;
let front: FileServer;
beforeAll(async () => {
  remote = await startNhostStorage();
  storage = createNhostStorage({ url: remote.url, limits: BODY_LIMITS });
  endpoint = await startFileServer(storage);
  front = await startFileServer(storage, { edge: () => undefined });
});
afterAll(async () => {
  await Promise.all([endpoint.close(), front.close()]);
  storage.close();
  await remote.close();
});
beforeEach(() => {
  remote.asked.length = 0;
  remote.files.set(GOOD, remoteFile(BYTES));
});
afterEach(() => {
  remote.faults.clear();
  remote.files.clear();
});

async function expectBothToWork(): Promise<void> {
  for (const { port } of [endpoint, front]) {
    const answer = await ask(port, `/nhostprovider/${GOOD}`);
    expect([answer.status, answer.body.equals(BYTES)]).toEqual([200, true]);
  }
}

describe('an answer of the storage that is not a file', () => {
  it.each(NO_FILES)('attack %i: %s is answered with 502, is not stored and affects no other request', async (_attack, _what, fault) => {
    remote.faults.set(ID, fault);
    for (const { port } of [endpoint, front]) {
      const answer = await ask(port, FILE);
      expect([answer.status, answer.headers['cache-control']]).toEqual([502, 'private, no-store']);
      expect(answer.body.toString()).not.toContain('olha');
      expect(Object.keys(answer.headers)).not.toContain('location');
      expect(answer.headers['cache-status'] ?? '').not.toContain('stored');
    }
    expect(remote.asked.map(({ url }) => url)).not.toContain(`/v1/files/${GOOD}`);
    remote.faults.clear();
    await expectBothToWork();
  });

  it('answers 504 at the deadline when the storage is silent', async () => {
    remote.faults.set(ID, () => undefined);
    const impatient = createNhostStorage({ url: remote.url, limits: { headMs: 100 } });
    const impatientEndpoint = await startFileServer(impatient);
    expect((await ask(impatientEndpoint.port, FILE)).status).toBe(504);
    await impatientEndpoint.close();
    impatient.close();
    await expectBothToWork();
  });

  it('ignores bytes after an answer of the storage', async () => {
    const smuggled = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nolha!';
    remote.faults.set(ID, (_req, _res, socket) => socket.write(`${HEAD}Content-Length: 1\r\n\r\na${smuggled}`));
    for (let round = 0; round < 5; round += 1) {
      expect((await ask(endpoint.port, FILE)).body.toString()).not.toContain('olha');
      const answer = await ask(endpoint.port, `/nhostprovider/${GOOD}`);
      expect([answer.status, answer.headers['content-type'], answer.body.equals(BYTES)]).toEqual([200, 'application/pdf', true]);
    }
  });
});

describe('a storage that cannot be reached', () => {
  const through = async (server: Server, scheme: string): Promise<Answer> => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const other = createNhostStorage({ url: `${scheme}://127.0.0.1:${port}/v1` });
    const otherEndpoint = await startFileServer(other);
    const answer = await ask(otherEndpoint.port, FILE);
    await otherEndpoint.close();
    other.close();
    server.close();
    return answer;
  };
  const day = 86_400_000;

  it('answers 502 when the storage does not support TLS', async () => {
    expect((await through(createPlainServer(), 'https')).status).toBe(502);
  });

  it.each([
    ['is not trusted', false, () => selfSigned(new Date(Date.now() - day), new Date(Date.now() + day)), 502],
    ['has expired', true, () => selfSigned(new Date(Date.now() - 2 * day), new Date(Date.now() - day)), 502],
    ['is of another name', true, () => selfSigned(new Date(Date.now() - day), new Date(Date.now() + day), 'outro.example'), 502],
    ['is good', true, () => selfSigned(new Date(Date.now() - day), new Date(Date.now() + day)), 404],
  ])('a storage whose TLS certificate %s is asked only where the certificate is good', async (_what, isTrusted, make, status) => {
    let requests = 0;
    const own = make();
    const server = createTlsServer(own, (_req, res) => {
      requests += 1;
      res.writeHead(404).end('olha!');
    });
    server.on('tlsClientError', () => undefined);
    const trusted = getCACertificates('default');
    if (isTrusted) setDefaultCACertificates([...trusted, own.cert]);
    try {
      expect((await through(server, 'https')).status).toBe(status);
    } finally {
      setDefaultCACertificates(trusted);
    }
    expect(requests).toBe(status === 404 ? 1 : 0);
  });

  it('answers 503 at once when the connection is refused', async () => {
    const server = createPlainServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const other = createNhostStorage({ url: `http://127.0.0.1:${port}` });
    const otherEndpoint = await startFileServer(other);
    const answer = await ask(otherEndpoint.port, FILE);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '10']);
    await otherEndpoint.close();
  });
});

describe('a body that does not match its head', () => {
  it.each(BROKEN_BODIES)('attack %i: a body that %s closes the connection and is not stored', async (_attack, _what, fault) => {
    remote.faults.set(ID, fault);
    for (const { port } of [endpoint, front]) {
      const answer = await ask(port, FILE);
      // A failure before the first byte has gone can still be told; afterwards the connection is cut.
      const isCut = answer.status === 200 && answer.headers['content-length'] === '1000' && !answer.isWhole;
      expect({ isCut, status: answer.status }).toEqual({ isCut, status: isCut ? 200 : 502 });
    }
    remote.faults.clear();
    remote.files.set(ID, remoteFile(BYTES));
    const again = await ask(front.port, FILE);
    expect([again.status, again.body.equals(BYTES)]).toEqual([200, true]);
    front.edge?.purge({ kind: 'all', mode: 'hard' });
  });

  it.each([
    ['is shorter than the part', 'Content-Range: bytes 10-19/1000\r\nContent-Length: 10\r\n\r\nabc', 206],
    ['is another part', 'Content-Range: bytes 20-29/1000\r\nContent-Length: 10\r\n\r\nabcdefghij', 502],
    ['contradicts its length', 'Content-Range: bytes 10-19/1000\r\nContent-Length: 3\r\n\r\nabc', 502],
    ['says no part', 'Content-Length: 10\r\n\r\nabcdefghij', 502],
  ])('a part that %s never passes for what was asked', async (_what, rest, status) => {
    remote.faults.set(ID, raw(`HTTP/1.1 206 Partial Content\r\nEtag: "1"\r\n${rest}`));
    const answer = await ask(endpoint.port, FILE, { headers: { Range: 'bytes=10-19' } });
    expect([answer.status, answer.isWhole]).toEqual([status, status !== 206]);
    expect(answer.headers['content-range']).toBe(status === 206 ? 'bytes 10-19/1000' : undefined);
  });

  it('starts to send 5 GB at once, and stops when the client disconnects', async () => {
    const closed = Promise.withResolvers<void>();
    remote.faults.set(ID, (_req, res) => {
      describeFile(res, remoteFile(BYTES));
      res.setHeader('Content-Length', 5 * 1024 ** 3);
      res.once('close', closed.resolve);
      res.write(BYTES);
    });
    const reader = get({ host: '127.0.0.1', port: endpoint.port, path: FILE, agent: false });
    const [message] = (await once(reader, 'response')) as [IncomingMessage];
    expect(message.headers['content-length']).toBe('5368709120');
    await once(message, 'data');
    reader.destroy();
    await expect(closed.promise).resolves.toBeUndefined();
  });
});

describe('a storage that answers HEAD badly', () => {
  it('never gets a HEAD', async () => {
    remote.files.set(ID, remoteFile(BYTES));
    const { status, headers } = await ask(endpoint.port, FILE, { method: 'HEAD' });
    expect([status, headers['content-length']]).toEqual([200, '1000']);
    expect(remote.asked.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('header fields of a visitor', () => {
  it('are not forwarded to the storage', async () => {
    remote.files.set(ID, remoteFile(BYTES));
    const headers = {
      Authorization: 'Bearer roubado',
      Cookie: 'apollo:default.token=x',
      'X-Hasura-Admin-Secret': 'chute',
      'X-Hasura-Role': 'admin',
      'X-Forwarded-For': '127.0.0.1',
      'X-Forwarded-Host': 'evil.example',
      'If-Modified-Since': 'nonsense',
      'Accept-Encoding': 'gzip, br',
      Range: 'bytes=0-9;evil',
    };
    expect((await ask(endpoint.port, FILE, { headers })).status).toBe(200);
    const { port } = new URL(remote.url);
    for (const { headers: sent, url } of remote.asked) {
      const { range, ...rest } = sent;
      expect([undefined, 'bytes=0-0']).toContain(range);
      expect(url).toBe(`/v1/files/${ID}`);
      expect(rest).toEqual({ accept: '*/*', 'accept-encoding': 'identity', host: `127.0.0.1:${port}`, connection: 'keep-alive' });
    }
  });
});

describe('a storage that becomes unreachable', () => {
  it('does not affect files in the cache, which are served stale', async () => {
    remote.files.set(ID, remoteFile(BYTES));
    const own = createNhostStorage({ url: remote.url });
    const events: string[] = [];
    const stored = Promise.withResolvers<void>();
    const other = await startFileServer(own, {
      edge: ({ kind }) => {
        events.push(kind);
        if (kind === 'stored') stored.resolve();
      },
    });
    await ask(other.port, FILE);
    await stored.promise;
    remote.faults.set(ID, (_req, res) => res.writeHead(503).end());
    other.edge?.purge({ kind: 'groups', groups: [`files:${ID}`], mode: 'soft' });
    const answer = await ask(other.port, FILE);
    expect([answer.status, answer.body.equals(BYTES)]).toEqual([200, true]);
    expect(events).toContain('stale-for-error');
    await other.close();
    own.close();
  });
});
