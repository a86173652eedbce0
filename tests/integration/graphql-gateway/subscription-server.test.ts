import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { createIdentify } from '../../../server/graphql/caller.ts';
import { Messages, SECRET, SITE, type SubscriptionSite, subscriptionSite } from './subscription-site.ts';

const INIT = '{"type":"connection_init"}';
const SUBSCRIBE = '{"type":"subscribe","id":"1","payload":{"query":"subscription { a }"}}';

interface Opened {
  readonly socket: WebSocket;
  readonly messages: Messages;
  readonly closed: Promise<[number, string]>;
}

async function opened(site: SubscriptionSite, fields?: Readonly<Record<string, string>>): Promise<Opened> {
  const socket = site.socket(fields);
  const messages = new Messages(socket);
  const closed = once(socket, 'close').then(([code, reason]): [number, string] => [code as number, String(reason)]);
  await once(socket, 'open');
  return { socket, messages, closed };
}

async function ready(site: SubscriptionSite, fields?: Readonly<Record<string, string>>): Promise<Opened> {
  const connection = await opened(site, fields);
  connection.socket.send(INIT);
  await connection.messages.next();
  return connection;
}

/** The status of a handshake. */
async function statusOf(
  site: SubscriptionSite,
  fields: Readonly<Record<string, string>>,
  path = '/v1/graphql',
): Promise<number | undefined> {
  const attempt = request(site.url.replace('ws:', 'http:').replace('/v1/graphql', path), {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      ...fields,
    },
    agent: false,
  });
  attempt.end();
  const answered = Promise.withResolvers<IncomingMessage>();
  attempt.once('response', (response) => answered.resolve(response.resume()));
  attempt.once('upgrade', (response, socket) => {
    socket.destroy();
    answered.resolve(response);
  });
  return (await answered.promise).statusCode;
}

describe('an operation', () => {
  test('gives its answers with every digit, until the client leaves', async () => {
    await using site = await subscriptionSite();
    const answers = site.client().iterate({ query: 'subscription A { a }', variables: { n: 1 }, operationName: 'A' });
    const first = answers.next();
    const asked = await site.backend.next();
    expect([asked.request, asked.caller.role]).toEqual([
      { query: 'subscription A { a }', variables: { n: 1 }, operationName: 'A' },
      'public',
    ]);
    asked.answer('{"a":[{"título":"çã"}]}');
    expect((await first).value).toEqual({ data: { a: [{ título: 'çã' }] } });
    const left = once(asked.signal, 'abort');
    await answers.return?.();
    await left;
  });

  test('is sent as the text that the database wrote', async () => {
    await using site = await subscriptionSite();
    const { socket } = await ready(site);
    const texts: string[] = [];
    socket.on('message', (data: Buffer) => texts.push(data.toString()));
    socket.send(SUBSCRIBE);
    (await site.backend.next()).answer('{"n":9223372036854775807,"m":10.50}');
    await once(socket, 'message');
    expect(texts).toEqual(['{"id":"1","type":"next","payload":{"data":{"n":9223372036854775807,"m":10.50}}}']);
  });

  test('ends with an error message of the backend', async () => {
    await using site = await subscriptionSite();
    const { socket, messages } = await ready(site);
    socket.send(SUBSCRIBE);
    (await site.backend.next()).fail('validation-failed');
    expect(await messages.next()).toEqual({
      id: '1',
      type: 'error',
      payload: [{ message: 'recusada', extensions: { path: '$', code: 'validation-failed' } }],
    });
    // The id is free again.
    socket.send(SUBSCRIBE);
    (await site.backend.next()).answer('{"a":1}');
    expect(await messages.next()).toEqual({ id: '1', type: 'next', payload: { data: { a: 1 } } });
  });

  test('keeps the digits of a long integer among its variables', async () => {
    await using site = await subscriptionSite();
    const { socket } = await ready(site);
    socket.send('{"type":"subscribe","id":"1","payload":{"query":"subscription { a }","variables":{"id":9223372036854775807}}}');
    expect((await site.backend.next()).request.variables).toEqual({ id: '9223372036854775807' });
  });

  test('is refused to an anonymous caller when it is not a known one', async () => {
    await using site = await subscriptionSite({ allowedOperations: ['query A { a }'] });
    const { socket, messages } = await ready(site);
    socket.send(SUBSCRIBE);
    expect(await messages.next()).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'validation-failed', path: '$.query' } }],
    });
    socket.send('{"type":"subscribe","id":"2","payload":{"query":"query A {\\n a }"}}');
    expect((await site.backend.next()).request.query).toBe('query A { a }');
  });

  test('takes its turn until its first answer', async () => {
    const turns = { held: 0, refused: false };
    const admit = () => {
      if (turns.refused) return { kind: 'refused', because: 'client' } as const;
      turns.held += 1;
      let isHeld = true;
      const release = (): void => {
        if (isHeld) turns.held -= 1;
        isHeld = false;
      };
      return { kind: 'admitted', release } as const;
    };
    await using site = await subscriptionSite({ admit });
    const { socket, messages } = await ready(site);
    socket.send(SUBSCRIBE);
    const asked = await site.backend.next();
    expect(turns.held).toBe(1);
    asked.answer('{}');
    await messages.next();
    expect(turns.held).toBe(0);
    turns.refused = true;
    socket.send(SUBSCRIBE.replace('"1"', '"2"'));
    expect(await messages.next()).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'too-many-requests' } }] });
  });

  test('is refused beyond the bound of its connection', async () => {
    await using site = await subscriptionSite({ limits: { operations: 1 } });
    const { socket, messages } = await ready(site);
    socket.send(SUBSCRIBE);
    const first = await site.backend.next();
    socket.send(SUBSCRIBE.replace('"1"', '"2"'));
    expect(await messages.next()).toMatchObject({ id: '2', type: 'error', payload: [{ extensions: { code: 'too-many-requests' } }] });
    const left = once(first.signal, 'abort');
    socket.send('{"type":"complete","id":"1"}');
    await left;
    socket.send(SUBSCRIBE.replace('"1"', '"3"'));
    (await site.backend.next()).answer('{}');
    expect(await messages.next()).toMatchObject({ id: '3', type: 'next' });
  });

  test('ends for the backend when the connection is lost', async () => {
    await using site = await subscriptionSite();
    const { socket } = await ready(site);
    socket.send(SUBSCRIBE);
    const { signal } = await site.backend.next();
    const left = once(signal, 'abort');
    socket.terminate();
    await left;
    expect(signal.aborted).toBe(true);
  });
});

describe('the caller', () => {
  const roleOf = async (site: SubscriptionSite, params: Record<string, unknown>, fields = {}): Promise<string> => {
    const answers = site.client({ connectionParams: params }, fields).iterate({ query: 'subscription { a }' });
    const first = answers.next();
    const asked = await site.backend.next();
    asked.answer('{}');
    await first;
    await answers.return?.();
    return `${asked.caller.trust} ${asked.caller.role} ${JSON.stringify(asked.caller.session)}`;
  };

  test('is the service with the role that it names, by the admin secret in connection_init', async () => {
    await using site = await subscriptionSite();
    const headers = { 'X-Hasura-Admin-Secret': SECRET, 'x-hasura-role': 'editor', 'x-hasura-user-id': '7' };
    expect(await roleOf(site, { headers })).toBe('service editor {"x-hasura-role":"editor","x-hasura-user-id":"7"}');
  });

  test('is the public without credentials, whatever role it names', async () => {
    await using site = await subscriptionSite();
    expect(await roleOf(site, { headers: { 'x-hasura-role': 'admin', 'x-hasura-user-id': '7' } })).toBe('anonymous public {}');
  });

  test.each([
    [{}, { cookie: 'apollo:default.token=biscoito' }, 'biscoito'],
    [{ headers: { Authorization: 'Bearer cabecalho' } }, { cookie: 'apollo:default.token=biscoito' }, 'cabecalho'],
    [{}, { authorization: 'Bearer aperto', cookie: 'apollo:default.token=biscoito' }, 'aperto'],
  ])('is known by the header before the cookie: %j %j', async (params, fields, expected) => {
    const verify = (token: string) => {
      const own = { userId: token, defaultRole: 'user', allowedRoles: ['user'], session: { 'x-hasura-user-id': token }, sessionId: null };
      return Promise.resolve({ kind: 'verified', token: { ...own, expiresAt: 4_000_000_000_000, text: token } } as const);
    };
    await using site = await subscriptionSite({ identify: createIdentify({ adminSecrets: [], verifier: { verify }, siteOrigin: SITE }) });
    expect(await roleOf(site, params, fields)).toContain(`"x-hasura-user-id":"${expected}"`);
  });
});

describe('a connection is closed', () => {
  test.each([
    ['with 4400 for a message that is none of the protocol', '{"type":"nada"}', 4400],
    ['with 4400 for a message that is not JSON', '{', 4400],
    ['with 4401 for an operation before connection_init', SUBSCRIBE, 4401],
    [
      'with 4403 for a token that does not verify',
      '{"type":"connection_init","payload":{"headers":{"authorization":"Bearer velho"}}}',
      4403,
    ],
    ['with 4403 for a wrong secret', '{"type":"connection_init","payload":{"headers":{"x-hasura-admin-secret":"x"}}}', 4403],
  ])('%s', async (_title, message, code) => {
    await using site = await subscriptionSite();
    const { socket, closed } = await opened(site);
    socket.send(message);
    expect((await closed)[0]).toBe(code);
  });

  test('closes a connection with the reason why its token was refused', async () => {
    await using site = await subscriptionSite();
    const { socket, closed } = await opened(site);
    socket.send('{"type":"connection_init","payload":{"headers":{"authorization":"Bearer velho"}}}');
    expect(await closed).toEqual([4403, 'Forbidden: Could not verify JWT: JWTExpired']);
  });

  test('closes a connection with 4408 when connection_init does not come in three seconds', async () => {
    await using site = await subscriptionSite();
    const { socket, messages, closed } = await opened(site);
    socket.send('{"type":"ping"}');
    await messages.next();
    site.clock.advance(3);
    expect((await closed)[0]).toBe(4408);
  });

  test('closes a connection with 4409 for an id that is in use', async () => {
    await using site = await subscriptionSite();
    const { socket, closed } = await ready(site);
    socket.send(SUBSCRIBE);
    socket.send(SUBSCRIBE);
    expect((await closed)[0]).toBe(4409);
  });

  test('closes a connection with 4429 for a second connection_init', async () => {
    await using site = await subscriptionSite();
    const { socket, closed } = await ready(site);
    socket.send(INIT);
    expect((await closed)[0]).toBe(4429);
  });

  test('closes a connection with 4500 when the caller cannot be told', async () => {
    await using site = await subscriptionSite({ identify: () => Promise.reject(new Error('broken')) });
    const { socket, closed } = await opened(site);
    socket.send(INIT);
    expect(await closed).toEqual([4500, 'Internal server error']);
  });

  test('closes a connection with 1003 for a binary message and with 1009 for one that is too long', async () => {
    await using site = await subscriptionSite({ limits: { messageBytes: 1_000 } });
    const [binary, long] = [await opened(site), await opened(site)];
    binary.socket.send(Buffer.from(INIT), { binary: true });
    expect((await binary.closed)[0]).toBe(1003);
    long.socket.send('x'.repeat(1_001));
    expect((await long.closed)[0]).toBe(1009);
  });

  test('closes a connection with 1009 for more than 32 KB of a message, and with 1008 for one in more than 64 frames', async () => {
    await using site = await subscriptionSite();
    const [long, cut] = [await opened(site), await opened(site)];
    long.socket.send('x'.repeat(32_769), { fin: false });
    expect((await long.closed)[0]).toBe(1009);
    for (let frames = 0; frames < 65; frames += 1) cut.socket.send('x', { fin: false });
    expect((await cut.closed)[0]).toBe(1008);
  });

  test('closes a connection with 1013 for more than 1,200 messages in a minute of an address whose person is not known', async () => {
    const clientOf = ({ headers }: IncomingMessage): string => String(headers['x-de']);
    await using site = await subscriptionSite({ clientOf });
    const pings = async (fields: Record<string, string>, count: number) => {
      const { socket, closed } = await ready(site, fields);
      for (let sent = 0; sent < count; sent += 1) socket.send('{"type":"ping"}');
      return { socket, closed };
    };
    const staff = await pings({ 'x-de': 'c', 'x-hasura-admin-secret': SECRET }, 2_000);
    const some = await pings({ 'x-de': 'a' }, 700);
    const more = await pings({ 'x-de': 'a' }, 700);
    expect(await more.closed).toEqual([1013, 'too many messages']);
    const other = await pings({ 'x-de': 'b' }, 1);
    expect([staff, some, other].map(({ socket }) => socket.readyState)).toEqual([1, 1, 1]);
  });

  test('closes a connection with 1000 when the token that named its caller expires', async () => {
    const token = { expiresAt: 0 };
    const caller = { role: 'user', trust: 'signed-in', session: {} } as const;
    await using site = await subscriptionSite({ identify: () => Promise.resolve({ kind: 'caller', caller, ...token }) });
    token.expiresAt = site.clock.now() + 25_000;
    const { socket, messages, closed } = await ready(site);
    site.clock.advance(24);
    socket.send('{"type":"ping"}');
    expect(await messages.next()).toEqual({ type: 'pong' });
    site.clock.advance(1);
    expect(await closed).toEqual([1000, 'the token has expired']);
  });

  test('closes a connection with 1012 when the server stops', async () => {
    await using site = await subscriptionSite();
    const { closed } = await ready(site);
    site.stop();
    expect((await closed)[0]).toBe(1012);
  });

  test('closes a connection when its client no longer answers pings', async () => {
    await using site = await subscriptionSite();
    const { socket, closed } = await ready(site);
    const pinged = once(socket, 'ping');
    site.clock.advance(30);
    await pinged;
    socket.pause();
    site.clock.advance(30);
    // The client has answered the first ping before it stopped reading; the second one stays without an answer.
    site.clock.advance(30);
    socket.resume();
    expect((await closed)[0]).toBe(1006);
  });
});

test('a client that reads slowly gets the last answer, and none of those between', async () => {
  await using site = await subscriptionSite({ limits: { waitingBytes: 64_000_000 } });
  const { socket, messages } = await ready(site);
  socket.send(SUBSCRIBE);
  const asked = await site.backend.next();
  socket.pause();
  const filler = 'x'.repeat(8_000_000);
  const count = 20;
  for (let number = 1; number <= count; number += 1) {
    asked.answer(`{"n":${number},"texto":"${filler}"}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.resume();
  const received: number[] = [];
  while (received.at(-1) !== count) received.push(((await messages.next()) as { payload: { data: { n: number } } }).payload.data.n);
  expect(received.length).toBeLessThan(count / 2);
});

test('a client for which too much waits is closed with 1013', async () => {
  await using site = await subscriptionSite({ limits: { waitingBytes: 1_000_000 } });
  const { socket, closed } = await ready(site);
  socket.pause();
  const filler = JSON.stringify('x'.repeat(8_000_000));
  for (const id of ['1', '2']) {
    socket.send(SUBSCRIBE.replace('"1"', `"${id}"`));
    (await site.backend.next()).answer(filler);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.resume();
  expect(await closed).toEqual([1013, 'the client reads too slowly']);
});

describe('a handshake', () => {
  const good = { 'sec-websocket-protocol': 'graphql-transport-ws' };

  test.each([
    ['our own page', { ...good, origin: SITE }, '/v1/graphql', 101],
    ['no browser', good, '/v1/graphql', 101],
    ['a page of another site', { ...good, origin: 'https://evil.example' }, '/v1/graphql', 403],
    ['another path', good, '/v1/graphql/x', 404],
    ['no subprotocol', {}, '/v1/graphql', 400],
    ['the old subprotocol', { 'sec-websocket-protocol': 'graphql-ws' }, '/v1/graphql', 400],
  ])('answers a handshake from %s', async (_title, fields, path, status) => {
    await using site = await subscriptionSite();
    expect(await statusOf(site, fields, path)).toBe(status);
  });

  test('is refused with 429 beyond the slots of a client and with 503 beyond all slots, until one is free', async () => {
    const clientOf = ({ headers }: IncomingMessage): string => String(headers['x-forwarded-for']);
    await using site = await subscriptionSite({ clientOf, limits: { connections: 2, clientConnections: 1 } });
    const mine = site.socket({ 'x-forwarded-for': 'a' });
    await once(mine, 'open');
    expect(await statusOf(site, { ...good, 'x-forwarded-for': 'a' })).toBe(429);
    await once(site.socket({ 'x-forwarded-for': 'b' }), 'open');
    expect(await statusOf(site, { ...good, 'x-forwarded-for': 'c' })).toBe(503);
    mine.terminate();
    await expect.poll(() => statusOf(site, { ...good, 'x-forwarded-for': 'a' })).toBe(101);
  });
});
