/** A GraphQL endpoint for subscriptions (graphql-transport-ws) that tells who connects, and answers each of them something else. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** The person of a connection, by its token; null for the public. */
export interface Connection {
  readonly authorization: string | null;
  isOpen(): boolean;
}

export interface LiveEndpoint extends AsyncDisposable {
  readonly url: string;
  readonly connections: Connection[];
}

/** The moment that a row has for people with a token, and for the public: one year of its own, which pages show. */
export const PRIVATE_YEAR = '1999';
export const PUBLIC_YEAR = '2001';

/** Starts the endpoint on a free port. */
export async function startLiveEndpoint(): Promise<LiveEndpoint> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'graphql-transport-ws' });
  await once(server, 'listening');
  const connections: Connection[] = [];
  server.on('connection', (socket) => answer(socket, connections));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    [Symbol.asyncDispose]: async () => {
      for (const client of server.clients) client.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: { readonly headers?: Readonly<Record<string, string>> };
}

function answer(socket: WebSocket, connections: Connection[]): void {
  let year = PUBLIC_YEAR;
  socket.on('message', (data: Buffer) => {
    const { type, id, payload } = JSON.parse(data.toString()) as Message;
    if (type === 'connection_init') {
      const fields = Object.entries(payload?.headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization');
      connections.push({ authorization: fields?.[1] ?? null, isOpen: () => socket.readyState === socket.OPEN });
      if (fields !== undefined) year = PRIVATE_YEAR;
      socket.send(JSON.stringify({ type: 'connection_ack' }));
    } else if (type === 'subscribe') {
      const row = { __typename: 'configuracao_site', id: 1, atualizado_em: `${year}-06-15T12:00:00Z` };
      socket.send(JSON.stringify({ id, type: 'next', payload: { data: { configuracao_site: [row] } } }));
    } else if (type === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
  });
}
