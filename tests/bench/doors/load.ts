/** One address that asks for as much work as it can, in a process of its own: `doors.ts` says what, and from how many connections. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

export type Attack = 'cookies' | 'searches' | 'pictures' | 'graphql' | 'slow-readers';

export interface LoadOrder {
  readonly attack: Attack;
  readonly port: number;
  readonly connections: number;
  readonly address: string;
  /** Addresses of pictures, each a variant that is not stored. */
  readonly pictures: readonly string[];
  /** Text of the search operation. */
  readonly query: string;
}

/** Answers by status. */
export type LoadReport = Readonly<Record<string, number>>;

interface Ask {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests of one packet, as the outsider's tool sent them. */
const PIPELINED = 1_400;

const ending = new AbortController();
const counts: Record<string, number> = {};

const word = (): string => randomBytes(6).toString('hex');

function askOf({ attack, pictures, query }: LoadOrder, turn: number): Ask {
  switch (attack) {
    case 'cookies':
      return { path: '/', headers: { Cookie: `apollo:default.token=${word()}` } };
    case 'searches':
      return { path: `/busca?q=${word()}` };
    case 'pictures':
      return { path: pictures[turn % pictures.length] ?? '/', headers: { Accept: 'image/avif,image/webp,*/*' } };
    case 'graphql':
      return {
        path: '/v1/graphql',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, operationName: 'Busca', variables: { texto: word(), limit: 20, offset: 0 } }),
      };
    case 'slow-readers':
      return { path: '/' };
  }
}

function send(agent: Agent, order: LoadOrder, ask: Ask): Promise<void> {
  return new Promise((resolve) => {
    const headers = { Accept: 'text/html', ...ask.headers, 'X-Forwarded-For': order.address };
    const method = ask.body === undefined ? 'GET' : 'POST';
    const outgoing = request({ agent, host: '127.0.0.1', port: order.port, path: ask.path, method, headers }, (incoming) => {
      count(String(incoming.statusCode));
      incoming.resume();
      incoming.once('close', resolve);
    });
    outgoing.once('error', () => {
      count('cut');
      resolve();
    });
    outgoing.end(ask.body);
  });
}

function count(what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

async function flood(order: LoadOrder): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
  let turn = 0;
  const worker = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      turn += 1;
      await send(agent, order, askOf(order, turn));
    }
  };
  await Promise.all(Array.from({ length: order.connections }, worker));
  agent.destroy();
}

/** Opens connections that send a packet of requests and read nothing; one that is cut is opened again. */
async function stall({ port, connections, address }: LoadOrder): Promise<void> {
  const packet = `GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`.repeat(PIPELINED);
  const open = new Set<Socket>();
  const stallOne = (): void => {
    const socket = connect(port, '127.0.0.1').pause();
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      open.delete(socket);
      count('cut');
      if (!ending.signal.aborted) setTimeout(stallOne, 100);
    });
    socket.write(packet);
    count('packets');
  };
  for (let index = 0; index < connections; index += 1) stallOne();
  await once(ending.signal, 'abort');
  for (const socket of open) socket.destroy();
}

process.on('message', (message: LoadOrder | 'stop') => {
  if (message === 'stop') ending.abort();
  else void (message.attack === 'slow-readers' ? stall(message) : flood(message)).then(() => process.send?.(counts));
});
