import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { GraphqlSocket } from '../../../server/graphql/handshake.ts';
import { createSubscriptionRelay, type RelayOptions } from '../../../server/graphql/subscription-relay.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { fakeClock } from '../edge/harness.ts';

const SITE = 'https://www.instituto.example';
const PROTOCOL = 'graphql-transport-ws';

interface Endpoint {
  readonly url: string;
  readonly server: WebSocketServer;
  /** The next connection that the relay opens. */
  nextConnection(): Promise<{ socket: WebSocket; request: IncomingMessage; messages: Inbox }>;
}

interface Site {
  readonly relay: GraphqlSocket;
  readonly url: string;
}

/** Messages of one socket, in order; `next` waits for the one after the last taken. */
class Inbox {
  readonly #messages: string[] = [];
  readonly #waiting: ((text: string) => void)[] = [];

  constructor(socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) this.#messages.push(data.toString());
      else waiting(data.toString());
    });
  }

  next(): Promise<string> {
    const first = this.#messages.shift();
    return first === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(first);
  }
}

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup();
});

function portOf(server: { address(): AddressInfo | string | null }): number {
  return (server.address() as AddressInfo).port;
}

async function startEndpoint(options: ConstructorParameters<typeof WebSocketServer>[0] = {}): Promise<Endpoint> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', ...options });
  await once(server, 'listening');
  cleanups.push(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  const nextConnection: Endpoint['nextConnection'] = async () => {
    const [socket, incoming] = (await once(server, 'connection')) as [WebSocket, IncomingMessage];
    socket.on('error', () => {});
    return { socket, request: incoming, messages: new Inbox(socket) };
  };
  return { url: `ws://127.0.0.1:${portOf(server)}/v1/graphql`, server, nextConnection };
}

async function startSite(options: Pick<RelayOptions, 'upstreamUrl'> & Partial<RelayOptions>): Promise<Site> {
  const relay = createSubscriptionRelay({ siteOrigin: SITE, clientOf: () => null, log: SILENT_LOG, ...options });
  const server: Server = createServer((_req, res) => res.end());
  server.on('upgrade', relay.handleUpgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    relay.close();
    server.closeAllConnections();
    server.close();
  });
  return { relay, url: `ws://127.0.0.1:${portOf(server)}/v1/graphql` };
}

function connect(url: string, headers: Record<string, string> = {}, protocols: string[] = [PROTOCOL]): WebSocket {
  const client = new WebSocket(url, protocols, { headers: { origin: SITE, ...headers } });
  client.on('error', () => {});
  cleanups.push(() => client.terminate());
  return client;
}

async function connected(headers: Record<string, string> = {}, options: Partial<RelayOptions> = {}) {
  const endpoint = await startEndpoint();
  const site = await startSite({ upstreamUrl: endpoint.url, ...options });
  const connection = endpoint.nextConnection();
  const client = connect(site.url, headers);
  const inbox = new Inbox(client);
  await once(client, 'open');
  return { client, inbox, site, endpoint, ...(await connection), upstreamInbox: (await connection).messages };
}

/** The HTTP status of an upgrade that ought to be refused: 101 when it was accepted, after which no response would ever come. */
async function refusalOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  };
  const attempt = request(url.replace('ws:', 'http:'), { headers: { ...upgrade, ...headers }, agent: false });
  attempt.end();
  const answered = Promise.withResolvers<IncomingMessage>();
  attempt.once('error', answered.reject);
  attempt.once('response', (response) => answered.resolve(response.resume()));
  attempt.once('upgrade', (response, socket) => {
    socket.destroy();
    answered.resolve(response);
  });
  const response = await answered.promise;
  return response.statusCode;
}

describe('the relay', () => {
  test('passes messages both ways, in order, under the one subprotocol', async () => {
    const { client, inbox, socket, messages } = await connected();
    expect([client.protocol, socket.protocol]).toEqual([PROTOCOL, PROTOCOL]);
    client.send('{"type":"ping"}');
    client.send('{"type":"subscribe","id":"1","payload":{"query":"subscription { avisos { id } }"}}');
    expect(await messages.next()).toBe('{"type":"ping"}');
    expect(await messages.next()).toContain('"subscribe"');
    socket.send('{"type":"pong"}');
    socket.send('{"type":"next","id":"1","payload":{"data":{"título":"çã"}}}');
    expect(await inbox.next()).toBe('{"type":"pong"}');
    expect(await inbox.next()).toBe('{"type":"next","id":"1","payload":{"data":{"título":"çã"}}}');
  });

  test('adds the token of the cookie to connection_init, and does not forward the cookie', async () => {
    const { client, messages, request: upstreamRequest } = await connected({ cookie: 'a=1; apollo:default.token=abc%2E1; b=2' });
    client.send('{"type":"connection_init"}');
    expect(JSON.parse(await messages.next())).toEqual({ type: 'connection_init', payload: { headers: { Authorization: 'Bearer abc.1' } } });
    expect(upstreamRequest.headers.cookie).toBeUndefined();
    expect(upstreamRequest.headers.origin).toBeUndefined();
  });

  test.each([
    [{ cookie: 'apollo:default.token=abc', authorization: 'Bearer x' }, '{"type":"connection_init"}', 'Bearer x'],
    [{ cookie: 'apollo:default.token=abc' }, '{"type":"connection_init","payload":{"headers":{"Authorization":"Bearer y"}}}', 'Bearer y'],
  ])('takes the header before the cookie: %j %s', async (headers, text, expected) => {
    const { client, messages } = await connected(headers);
    client.send(text);
    expect(JSON.parse(await messages.next())).toEqual({ type: 'connection_init', payload: { headers: { Authorization: expected } } });
  });

  test('adds no authorization for a visitor without a token', async () => {
    const { client, messages } = await connected();
    client.send('{"type":"connection_init","payload":{}}');
    expect(JSON.parse(await messages.next())).toEqual({ type: 'connection_init', payload: { headers: {} } });
  });

  test.each([1000, 1001, 1011, 4400, 4401, 4403, 4406, 4408, 4409, 4429, 4500, 4504])(
    'closes the client with the code %i of the endpoint',
    async (code) => {
      const { client, socket } = await connected();
      const closed = once(client, 'close');
      socket.close(code, 'motivo');
      const [got, reason] = (await closed) as [number, Buffer];
      expect([got, reason.toString()]).toEqual([code, 'motivo']);
    },
  );

  test.each([1000, 4000, 4499])('closes the endpoint with the code %i of the client', async (code) => {
    const { client, socket } = await connected();
    const closed = once(socket, 'close');
    client.close(code, 'tchau');
    const [got, reason] = (await closed) as [number, Buffer];
    expect([got, reason.toString()]).toEqual([code, 'tchau']);
  });

  test('passes on a close without a code, and a lost connection', async () => {
    const first = await connected();
    const plain = once(first.client, 'close');
    first.socket.close();
    expect((await plain)[0]).toBe(1005);
    const second = await connected();
    const cut = once(second.client, 'close');
    second.socket.terminate();
    expect((await cut)[0]).toBe(1006);
    const third = await connected();
    const left = once(third.socket, 'close');
    third.client.terminate();
    expect((await left)[0]).toBe(1006);
  });

  test('closes clients with 1012 when the server stops', async () => {
    const { client, site } = await connected();
    const closed = once(client, 'close');
    site.relay.close();
    expect((await closed)[0]).toBe(1012);
  });

  test('delivers all messages to a client that reads late', async () => {
    const { client, inbox, socket } = await connected();
    client.pause();
    const count = 200;
    for (let number = 0; number < count; number += 1) socket.send(`${number}:${'x'.repeat(65_536)}`);
    client.resume();
    for (let number = 0; number < count; number += 1) expect((await inbox.next()).split(':')[0]).toBe(String(number));
  });
});

describe('an upgrade is refused', () => {
  const good = { origin: SITE, 'sec-websocket-protocol': PROTOCOL };

  test.each([
    ['another path', '/', good, 404],
    ['a longer path', '/v1/graphql/x', good, 404],
    ['another origin', '/v1/graphql', { ...good, origin: 'https://evil.example' }, 403],
    ['an origin that begins alike', '/v1/graphql', { ...good, origin: `${SITE}.evil.example` }, 403],
    ['the same host by plain http', '/v1/graphql', { ...good, origin: 'http://www.instituto.example' }, 403],
    ['the origin null', '/v1/graphql', { ...good, origin: 'null' }, 403],
    ['no origin', '/v1/graphql', { 'sec-websocket-protocol': PROTOCOL }, 403],
    ['no subprotocol', '/v1/graphql', { origin: SITE }, 400],
    ['the old subprotocol', '/v1/graphql', { ...good, 'sec-websocket-protocol': 'graphql-ws' }, 400],
  ])('refuses an upgrade for %s, and opens no connection to the endpoint', async (_name, path, headers, status) => {
    const endpoint = await startEndpoint();
    let connections = 0;
    endpoint.server.on('connection', () => {
      connections += 1;
    });
    const site = await startSite({ upstreamUrl: endpoint.url });
    expect(await refusalOf(site.url.replace('/v1/graphql', path), headers)).toBe(status);
    expect(connections).toBe(0);
  });

  test('refuses an upgrade with 502 when the endpoint is down or does not accept', async () => {
    const endpoint = await startEndpoint({ verifyClient: () => false });
    expect(await refusalOf((await startSite({ upstreamUrl: endpoint.url })).url, good)).toBe(502);
    const gone = await startEndpoint();
    gone.server.close();
    await once(gone.server, 'close');
    expect(await refusalOf((await startSite({ upstreamUrl: gone.url })).url, good)).toBe(502);
  });

  test('refuses an upgrade with 502 when the endpoint speaks another subprotocol', async () => {
    const endpoint = await startEndpoint({ handleProtocols: () => false });
    expect(await refusalOf((await startSite({ upstreamUrl: endpoint.url })).url, good)).toBe(502);
  });

  test('refuses an upgrade with 503 above the number of connections, until one has closed', async () => {
    const { client, site, endpoint, socket } = await connected({}, { limits: { connections: 1 } });
    expect(await refusalOf(site.url, good)).toBe(503);
    const closed = once(socket, 'close');
    client.close();
    await closed;
    const again = endpoint.nextConnection();
    await once(connect(site.url), 'open');
    expect((await again).socket.protocol).toBe(PROTOCOL);
  });

  test('refuses a malformed handshake, and closes the connection to the endpoint', async () => {
    const endpoint = await startEndpoint();
    const site = await startSite({ upstreamUrl: endpoint.url, limits: { connections: 1 } });
    const opened = endpoint.nextConnection();
    expect(await refusalOf(site.url, { ...good, 'sec-websocket-key': 'short' })).toBe(400);
    const { socket } = await opened;
    if (socket.readyState !== socket.CLOSED) await once(socket, 'close');
    await once(connect(site.url), 'open');
  });
});

describe('a client that is not one of the protocol', () => {
  const SECRET_INIT = '{"type":"connection_init","payload":{"headers":{"x-hasura-admin-secret":"segredo"}}}';

  test('is closed with 1003 for a binary message, which the endpoint never gets', async () => {
    const { client, socket } = await connected();
    const reached: unknown[] = [];
    socket.on('message', (data) => reached.push(data));
    const closed = Promise.all([once(client, 'close'), once(socket, 'close')]);
    client.send(Buffer.from(SECRET_INIT), { binary: true });
    client.send(Buffer.from(SECRET_INIT), { binary: true });
    expect((await closed).map(([code]) => code)).toEqual([1003, 1003]);
    expect(reached).toEqual([]);
  });

  test('is closed with 4400 for a message that is no object', async () => {
    const { client, socket } = await connected();
    const closed = Promise.all([once(client, 'close'), once(socket, 'close')]);
    client.send('[]');
    client.send(SECRET_INIT);
    expect((await closed).map(([code]) => code)).toEqual([4400, 4400]);
  });

  test('is closed with 4408 when its connection_init does not come in time, whatever else it sends', async () => {
    const clock = fakeClock();
    const { client, messages, socket } = await connected({}, { timers: clock, limits: { initMs: 5_000 } });
    client.send('{"type":"ping"}');
    await messages.next();
    const closed = Promise.all([once(client, 'close'), once(socket, 'close')]);
    clock.advance(5);
    expect((await closed).map(([code]) => code)).toEqual([4408, 4408]);
  });

  test('stays open when its connection_init came in time', async () => {
    const clock = fakeClock();
    const { client, messages } = await connected({}, { timers: clock, limits: { initMs: 5_000 } });
    client.send('{"type":"connection_init"}');
    await messages.next();
    clock.advance(5);
    client.send('{"type":"ping"}');
    expect(await messages.next()).toBe('{"type":"ping"}');
  });
});

describe('pings', () => {
  test('keep a connection whose peers answer', async () => {
    const clock = fakeClock();
    const { client, socket, messages } = await connected({}, { timers: clock, limits: { initMs: 3_600_000, pingMs: 30_000 } });
    for (let round = 0; round < 3; round += 1) {
      const pinged = Promise.all([once(client, 'ping'), once(socket, 'ping')]);
      clock.advance(30);
      await pinged;
      // A pong is sent before this message, so it has arrived when the message has.
      client.send('{"type":"ping"}');
      await messages.next();
    }
    expect([client.readyState, socket.readyState]).toEqual([client.OPEN, socket.OPEN]);
  });

  test('end a connection whose client no longer answers', async () => {
    const clock = fakeClock();
    const endpoint = await startEndpoint();
    const site = await startSite({ upstreamUrl: endpoint.url, timers: clock, limits: { initMs: 3_600_000, pingMs: 30_000 } });
    const connection = endpoint.nextConnection();
    const client = new WebSocket(site.url, [PROTOCOL], { headers: { origin: SITE }, autoPong: false });
    client.on('error', () => {});
    cleanups.push(() => client.terminate());
    await once(client, 'open');
    const { socket } = await connection;
    const closed = Promise.all([once(client, 'close'), once(socket, 'close')]);
    const pinged = Promise.all([once(client, 'ping'), once(socket, 'ping')]);
    clock.advance(30);
    await pinged;
    // The pong of the endpoint has arrived when what it sent after it has.
    const news = once(client, 'message');
    socket.send('{"type":"pong"}');
    await news;
    clock.advance(30);
    expect((await closed).map(([code]) => code)).toEqual([1006, 1006]);
  });
});

describe('the connections of one client', () => {
  const good = { origin: SITE, 'sec-websocket-protocol': PROTOCOL };
  const clientOf = ({ headers }: IncomingMessage): string | null => String(headers['x-forwarded-for'] ?? '') || null;

  test('are bounded with 429, while others connect, until one of them closes', async () => {
    const endpoint = await startEndpoint();
    const site = await startSite({ upstreamUrl: endpoint.url, clientOf, limits: { clientConnections: 2 } });
    const mine = [connect(site.url, { 'x-forwarded-for': 'a' }), connect(site.url, { 'x-forwarded-for': 'a' })];
    await Promise.all(mine.map((client) => once(client, 'open')));
    expect(await refusalOf(site.url, { ...good, 'x-forwarded-for': 'a' })).toBe(429);
    await once(connect(site.url, { 'x-forwarded-for': 'b' }), 'open');
    await once(connect(site.url), 'open');
    const ended = Promise.withResolvers<void>();
    for (const socket of endpoint.server.clients) socket.once('close', () => ended.resolve());
    mine[0]?.terminate();
    await ended.promise;
    await once(connect(site.url, { 'x-forwarded-for': 'a' }), 'open');
  });

  test('refused and failed connections of a client hold no place', async () => {
    const endpoint = await startEndpoint({ verifyClient: () => false });
    const site = await startSite({ upstreamUrl: endpoint.url, clientOf, limits: { clientConnections: 1 } });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await refusalOf(site.url, { ...good, 'x-forwarded-for': 'a' })).toBe(502);
    }
  });
});

describe('a message above its limit', () => {
  test('a message above its limit from the client closes the connection with 1009 on both sides', async () => {
    const { client, socket } = await connected({}, { limits: { clientMessageBytes: 1_000 } });
    const closed = Promise.all([once(client, 'close'), once(socket, 'close')]);
    client.send('x'.repeat(1_001));
    expect((await closed).map(([code]) => code)).toEqual([1009, 1009]);
  });

  test('a message above its limit from the endpoint closes the connection with 1009 on both sides', async () => {
    const { client, socket } = await connected({}, { limits: { upstreamMessageBytes: 1_000 } });
    const closed = Promise.all([once(client, 'close'), once(socket, 'close')]);
    socket.send('x'.repeat(1_001));
    expect((await closed).map(([code]) => code)).toEqual([1009, 1009]);
  });
});

test('createSubscriptionRelay throws for an address that is not of a WebSocket', () => {
  expect(() =>
    createSubscriptionRelay({ upstreamUrl: 'https://x.example/v1', siteOrigin: SITE, clientOf: () => null, log: SILENT_LOG }),
  ).toThrow('not a WebSocket address');
});
