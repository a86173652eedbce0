/** Hosts of pictures whose encryption cannot be trusted, or never begins: attack 43. The certificates are trusted but for what is said. */
import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Logger } from '../../../server/observability/log.ts';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { type SelfSigned, selfSigned } from '../../support/self-signed.ts';
import { type ImageServer, MemoryFiles, startImageServer } from './image-server.ts';
import { OTHER_PUBLIC_ADDRESS, TestNetwork } from './remote-host.ts';

const NAME = 'fotos.example';
const DAY_MS = 86_400_000;
const TRUSTED = getCACertificates('default');

let jpeg: Buffer;
let network: TestNetwork;
let server: ImageServer;
let lines: string[];
let requests: number;
const sockets = new Set<Socket>();
const hosts: Server[] = [];

beforeAll(async () => {
  jpeg = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => setDefaultCACertificates(TRUSTED));

beforeEach(async () => {
  lines = [];
  requests = 0;
  network = new TestNetwork();
  network.scheme = 'https:';
  network.name(NAME, [OTHER_PUBLIC_ADDRESS]);
  const note = (fields: object, message: string): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const log: Logger = { debug: note, info: note, warn: note, error: note };
  server = await startImageServer(new MemoryFiles(), { hosts: [NAME], network, log, decoders: { size: 1 } });
});
afterEach(async () => {
  await server.close();
  for (const socket of sockets) socket.destroy();
  for (const host of hosts.splice(0)) await new Promise((resolve) => host.close(resolve));
});

/** A certificate for `name` that is valid from and to so many days from now. */
function certificate(from: number, to: number, name = NAME): SelfSigned {
  return selfSigned(new Date(Date.now() + from * DAY_MS), new Date(Date.now() + to * DAY_MS), name);
}

async function listen(host: Server): Promise<void> {
  hosts.push(host);
  host.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  host.listen(0, OTHER_PUBLIC_ADDRESS);
  await once(host, 'listening');
  const address = host.address();
  network.port = typeof address === 'object' && address !== null ? address.port : 0;
}

/** A host that has the picture, for a client that accepts its certificate. */
async function encrypted(own: SelfSigned, options: object = {}): Promise<void> {
  const host = createHttpsServer({ ...own, ...options }, (_req, res) => {
    requests += 1;
    res.setHeader('Connection', 'close');
    res.end(jpeg);
  });
  host.on('tlsClientError', () => undefined);
  await listen(host);
}

function trust(own: SelfSigned): void {
  setDefaultCACertificates([...TRUSTED, own.cert]);
}

function get(): Promise<Response> {
  return fetch(`${server.origin}${imageUrl(`https://${NAME}/a.jpg`, 320)}`);
}

/** What a visitor is told: the code and the status of the catalogue, and nothing of the host or of its certificate. */
async function refusal(response: Response): Promise<string> {
  const text = await response.text();
  expect(text).not.toMatch(/example|127\.0\.0|cert|tls|ssl|self|expired|altname/i);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('cdn-cache-control')).toBe('no-store');
  return `${response.status} ${(JSON.parse(text) as { code: string }).code}`;
}

describe('a host with a certificate', () => {
  test('is used when it is trusted, valid today and of its name', async () => {
    const own = certificate(-1, 1);
    trust(own);
    await encrypted(own);
    expect([(await get()).status, requests]).toEqual([200, 1]);
  });

  test.each([
    ['that has expired', () => certificate(-2, -1), 'CERT_HAS_EXPIRED'],
    ['that is not valid yet', () => certificate(1, 2), 'CERT_NOT_YET_VALID'],
    ['of another name', () => certificate(-1, 1, 'outras.example'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['of a longer name', () => certificate(-1, 1, `${NAME}.evil.example`), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['of an address alone', () => selfSigned(new Date(0), new Date(Date.now() + DAY_MS)), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('%s is a bad gateway, and the log says why', async (_what, make, reason) => {
    const own = make();
    trust(own);
    await encrypted(own);
    expect(await refusal(await get())).toBe('502 IMAGE_SOURCE_FAILED');
    expect(requests).toBe(0);
    expect(lines.filter((line) => line.startsWith('a remote picture was not fetched'))).toEqual([expect.stringContaining(reason)]);
  });

  test('answers 502 when it is self-signed, and logs the reason', async () => {
    setDefaultCACertificates(TRUSTED);
    await encrypted(certificate(-1, 1));
    expect(await refusal(await get())).toBe('502 IMAGE_SOURCE_FAILED');
    expect([requests, lines.join('\n')]).toEqual([0, expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT')]);
  });

  test('answers 502 for an old version of TLS', async () => {
    const own = certificate(-1, 1);
    trust(own);
    await encrypted(own, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
    expect(await refusal(await get())).toBe('502 IMAGE_SOURCE_FAILED');
    expect(requests).toBe(0);
  });
});

describe('a TLS handshake', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['that is never answered', () => undefined],
    // The head of a record of 16 KiB (RFC 8446 §5.1), of which nothing follows.
    ['of which the answer stops after its first bytes', (socket) => socket.write(Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00]))],
  ])('%s runs into the deadline of the whole fetch, and leaves no connection', async (_what, answer) => {
    const greeted = Promise.withResolvers<void>();
    const host = createServer((socket) => {
      socket.once('data', () => {
        answer(socket);
        greeted.resolve();
      });
    });
    await listen(host);
    const response = get();
    await greeted.promise;
    network.runOut();
    expect(await refusal(await response)).toBe('504 IMAGE_SOURCE_TIMEOUT');
    while (sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
  });
});
