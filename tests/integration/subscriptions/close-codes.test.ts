/** The close codes of specification section 8 against a real socket; the waits between two tries are in the test's hand. */
import { ApolloClient, InMemoryCache } from '@apollo/client';
import { parse } from 'graphql';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { describe, expect, it } from 'vitest';
import { WebSocket as NodeWebSocket, type WebSocket, WebSocketServer } from 'ws';
import { createSubscriptionLink } from '../../../client/apollo/subscription-link.ts';

const FATAL = [4500, 4005, 4400, 4004, 4401, 4406, 4409, 4429];
const RETRIED = [4403, 4408, 4504, 1001, 1006, 1012, 1013, 1014];

/** A server that answers each connection with the next of its behaviours, the last one from then on. */
class FakeServer implements AsyncDisposable {
  readonly server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => GRAPHQL_TRANSPORT_WS_PROTOCOL });
  connections = 0;

  constructor(behaviours: readonly ((socket: WebSocket) => void)[]) {
    this.server.on('connection', (socket) => {
      const behaviour = behaviours[Math.min(this.connections, behaviours.length - 1)];
      this.connections++;
      behaviour?.(socket);
    });
  }

  async url(): Promise<string> {
    if (this.server.address() === null) await new Promise((resolve) => this.server.once('listening', resolve));
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    return `ws://127.0.0.1:${address.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.server.clients) socket.terminate();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function refuse(code: number): (socket: WebSocket) => void {
  return (socket) => {
    // 1006 cannot be sent: it is what a cut connection looks like.
    if (code === 1006) socket.terminate();
    else socket.close(code, 'by the test');
  };
}

/** Speaks just enough of the protocol to send one value. */
function serve(socket: WebSocket): void {
  socket.on('message', (bytes: Buffer) => {
    const message = JSON.parse(bytes.toString()) as { readonly type: string; readonly id?: string };
    if (message.type === 'connection_init') socket.send(JSON.stringify({ type: 'connection_ack' }));
    if (message.type !== 'subscribe') return;
    socket.send(JSON.stringify({ id: message.id, type: 'next', payload: { data: { aviso: 'olá' } } }));
    socket.send(JSON.stringify({ id: message.id, type: 'complete' }));
  });
}

const IDLE = {
  ended: new AbortController().signal,
  wait: async () => {},
  beforeRetry: async () => {},
  random: () => 0,
  webSocketImpl: NodeWebSocket,
};

async function subscribe(server: Pick<FakeServer, 'url'>) {
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms);
  };
  let renewals = 0;
  const link = createSubscriptionLink({
    url: await server.url(),
    ended: new AbortController().signal,
    wait,
    beforeRetry: async () => {
      renewals++;
    },
    random: () => 0,
    webSocketImpl: NodeWebSocket,
  });
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  const values: unknown[] = [];
  const outcome = await new Promise<string>((resolve) => {
    client.subscribe({ query: parse('subscription Avisos { aviso }') }).subscribe({
      next: ({ data, error }) => (error === undefined ? values.push(data) : resolve('failed')),
      error: () => resolve('failed'),
      complete: () => resolve('complete'),
    });
  });
  expect(renewals).toBe(waits.length);
  return { outcome, waits, values };
}

describe('a subscription', () => {
  it('receives its values', async () => {
    await using server = new FakeServer([serve]);
    expect(await subscribe(server)).toEqual({ outcome: 'complete', waits: [], values: [{ aviso: 'olá' }] });
  });

  it('opens no socket before it is subscribed', async () => {
    await using server = new FakeServer([serve]);
    createSubscriptionLink({ ...IDLE, url: await server.url() });
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.connections).toBe(0);
  });

  it('ends with its socket when the session ends, and is not retried', async () => {
    const closed = Promise.withResolvers<number>();
    await using server = new FakeServer([
      (socket) => {
        socket.on('message', (data: Buffer) => {
          const { type, id } = JSON.parse(data.toString()) as { readonly type: string; readonly id?: string };
          if (type === 'connection_init') socket.send(JSON.stringify({ type: 'connection_ack' }));
          else if (type === 'subscribe') socket.send(JSON.stringify({ id, type: 'next', payload: { data: { aviso: 'de Ana' } } }));
        });
        socket.on('close', (code) => closed.resolve(code));
      },
    ]);
    const ended = new AbortController();
    const link = createSubscriptionLink({ ...IDLE, url: await server.url(), ended: ended.signal });
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    const outcome = Promise.withResolvers<string>();
    client.subscribe({ query: parse('subscription Avisos { aviso }') }).subscribe({
      next: () => ended.abort(),
      error: () => outcome.resolve('failed'),
      complete: () => outcome.resolve('complete'),
    });
    expect(await outcome.promise).toBe('complete');
    expect(await closed.promise).toBe(1000);
    expect(server.connections).toBe(1);
  });

  it.each(FATAL)('fails at once after close code %i', async (code) => {
    await using server = new FakeServer([refuse(code), serve]);
    const { outcome, waits } = await subscribe(server);
    expect([outcome, server.connections, waits]).toEqual(['failed', 1, []]);
  });

  it.each(RETRIED)('is retried after close code %i', async (code) => {
    await using server = new FakeServer([refuse(code), serve]);
    const { outcome, waits, values } = await subscribe(server);
    expect([outcome, server.connections, waits, values]).toEqual(['complete', 2, [1_300], [{ aviso: 'olá' }]]);
  });

  it('is retried when the connection is refused, as while the server starts again', async () => {
    await using server = new FakeServer([serve]);
    const refused = await server.url();
    await server[Symbol.asyncDispose]();
    const { outcome, waits } = await subscribe({ url: () => Promise.resolve(refused) });
    expect([outcome, waits]).toEqual(['failed', [1_300, 2_300, 4_300, 8_300, 16_300]]);
  });

  it('fails after five retries with doubled delays', async () => {
    await using server = new FakeServer([refuse(4504)]);
    const { outcome, waits } = await subscribe(server);
    expect([outcome, server.connections, waits]).toEqual(['failed', 6, [1_300, 2_300, 4_300, 8_300, 16_300]]);
  });
});
