/** A subscription server on a port of its own, with a backend whose answers come from the test. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, type ClientOptions, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Caller, ContentBackend, GraphqlAnswer, GraphqlRequest } from '../../../server/backend/backend.ts';
import { Subscriber } from '../../../server/backend/embedded/subscriptions/subscriber.ts';
import { createIdentify } from '../../../server/graphql/caller.ts';
import { createSubscriptionServer, type SubscriptionServerOptions } from '../../../server/graphql/subscription-server.ts';
import { UNLIMITED } from '../../../shared/cache/admission.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { fakeClock } from '../edge/harness.ts';

export const SITE = 'https://www.instituto.example';
export const SECRET = 'um segredo de dezesseis';

/** One subscription that the backend was asked for. */
export interface Asked {
  readonly request: GraphqlRequest;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  answer(json: string): void;
  fail(code: string): void;
}

/** A backend that gives what the test says; `next` waits for the subscription after the last taken. */
export function scriptedBackend() {
  const asked: Asked[] = [];
  const waiting: ((asked: Asked) => void)[] = [];
  async function* answers(subscriber: Subscriber, signal: AbortSignal): AsyncGenerator<GraphqlAnswer, void> {
    signal.addEventListener('abort', () => subscriber.end());
    for (let answer = await subscriber.next(); answer !== undefined; answer = await subscriber.next()) {
      yield answer;
      if (answer.kind === 'errors') return;
    }
  }
  const subscribe: ContentBackend['subscribe'] = (request, { caller, signal }) => {
    const subscriber = new Subscriber();
    const one: Asked = {
      request,
      caller,
      signal,
      answer: (json) => subscriber.offer({ kind: 'data', json }),
      fail: (code) => subscriber.offer({ kind: 'errors', errors: [{ message: 'recusada', extensions: { path: '$', code } }] }),
    };
    const taker = waiting.shift();
    if (taker === undefined) asked.push(one);
    else taker(one);
    return answers(subscriber, signal);
  };
  const next = (): Promise<Asked> => {
    const first = asked.shift();
    return first === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(first);
  };
  return { subscribe, next };
}

export interface SubscriptionSite extends AsyncDisposable {
  readonly url: string;
  readonly backend: ReturnType<typeof scriptedBackend>;
  readonly clock: ReturnType<typeof fakeClock>;
  /** A client of the protocol as a Node program has it. */
  client(options?: Partial<ClientOptions>, fields?: Readonly<Record<string, string>>): Client;
  /** A bare socket. */
  socket(fields?: Readonly<Record<string, string>>, protocols?: string[]): WebSocket;
  stop(): void;
}

type Options = Partial<SubscriptionServerOptions>;

export async function subscriptionSite(options: Options = {}): Promise<SubscriptionSite> {
  const backend = scriptedBackend();
  const clock = fakeClock();
  const server = createSubscriptionServer({
    backend,
    allowedOperations: null,
    identify: createIdentify({
      adminSecrets: [SECRET],
      verifier: {
        verify: () => Promise.resolve({ kind: 'refused', fault: { code: 'invalid-jwt', message: 'Could not verify JWT: JWTExpired' } }),
      },
      siteOrigin: SITE,
    }),
    admit: () => UNLIMITED,
    siteOrigin: SITE,
    clientOf: () => null,
    log: SILENT_LOG,
    timers: clock,
    now: () => clock.now(),
    ...options,
  });
  const http = createServer().on('upgrade', server.handleUpgrade).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/v1/graphql`;
  const opened: WebSocket[] = [];
  const clients: Client[] = [];
  return {
    url,
    backend,
    clock,
    client(clientOptions = {}, fields = {}) {
      class NodeSocket extends WebSocket {
        constructor(address: string, protocols: string | string[]) {
          super(address, protocols, { headers: { ...fields } });
        }
      }
      const client = createClient({ url, webSocketImpl: NodeSocket, retryAttempts: 0, ...clientOptions });
      clients.push(client);
      return client;
    },
    socket(fields = {}, protocols = ['graphql-transport-ws']) {
      const socket = new WebSocket(url, protocols, { headers: { ...fields } });
      socket.on('error', () => {});
      opened.push(socket);
      return socket;
    },
    stop: () => server.close(),
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.dispose();
      for (const socket of opened) socket.terminate();
      server.close();
      http.closeAllConnections();
      http.close();
    },
  };
}

/** Messages of a bare socket, in order. */
export class Messages {
  readonly #arrived: unknown[] = [];
  readonly #waiting: ((message: unknown) => void)[] = [];

  constructor(socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      const message: unknown = JSON.parse(data.toString());
      const taker = this.#waiting.shift();
      if (taker === undefined) this.#arrived.push(message);
      else taker(message);
    });
  }

  next(): Promise<unknown> {
    const first = this.#arrived.shift();
    return first === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(first);
  }
}
