/** An edge behind real sockets, with an origin in process that records its requests and a clock that only tests advance. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Clock, createEdge, type Edge, type EdgeEvent, type EdgeOptions, type Origin } from '../../../server/edge/index.ts';
import { boundPipelining } from '../../../server/http/connections/bounds.ts';
import { answerDirectly } from '../../../server/http/connections/direct-answers.ts';
import { listening } from '../../support/listening.ts';

/** Saturday, 21 November 2026, noon; an arbitrary instant. */
const START = Date.UTC(2026, 10, 21, 12);

export interface FakeClock extends Clock {
  advance(seconds: number): void;
}

/** Makes a clock that only `advance` moves; due timers then run in order. */
export function fakeClock(start: number = START): FakeClock {
  let now = start;
  let timers: { readonly at: number; readonly act: () => void }[] = [];
  return {
    now: () => now,
    after: (ms, act) => {
      const timer = { at: now + ms, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance: (seconds) => {
      now += seconds * 1_000;
      const due = timers.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
      timers = timers.filter((timer) => !due.includes(timer));
      for (const { act } of due) act();
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly bytes: Buffer;
  readonly interims: readonly { readonly status: number; readonly headers: Readonly<Record<string, unknown>> }[];
  readonly trailers: Readonly<Record<string, string | undefined>>;
  /** False when the connection was closed before the end. */
  readonly complete: boolean;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

export interface Pending {
  /** Resolves with the first bytes of the body, or null when it has none. */
  readonly firstBytes: Promise<string | null>;
  readonly answer: Promise<Answer>;
  leave(): void;
}

export interface World {
  readonly edge: Edge;
  readonly clock: FakeClock;
  readonly events: EdgeEvent[];
  readonly port: number;
  /** Answers that Node's parser did not see. */
  readonly direct: () => number;
  /** Requests that the origin received, in order. */
  readonly forwarded: IncomingMessage[];
  get(path: string, ask?: Ask): Promise<Answer>;
  open(path: string, ask?: Ask): Pending;
  close(): Promise<void>;
}

interface Connections {
  /** One connection is kept alive, and what can be is answered before Node's parser. Otherwise each request has a connection of its own. */
  readonly isDirect?: boolean;
}

/** Starts a world around `origin`. */
export async function startWorld(
  origin: Origin,
  options: Partial<EdgeOptions> = {},
  { isDirect = false }: Connections = {},
): Promise<World> {
  const clock = fakeClock();
  const events: EdgeEvent[] = [];
  const forwarded: IncomingMessage[] = [];
  const edge = createEdge({
    clock,
    report: (event) => events.push(event),
    ...options,
    origin: (req, res, exchange) => {
      forwarded.push(req);
      // Node would add a Date by the system's clock.
      res.sendDate = false;
      return origin(req, res, exchange);
    },
  });
  const server = createServer(boundPipelining(edge.listener));
  let direct = 0;
  if (isDirect) {
    answerDirectly(server, (...asked) => {
      const answer = edge.storedAnswer(...asked);
      if (answer !== null) direct += 1;
      return answer;
    });
  }
  const agent = isDirect && new Agent({ keepAlive: true, maxSockets: 1 });
  const { port, close } = await listening(server);
  return {
    edge,
    clock,
    events,
    forwarded,
    port,
    direct: () => direct,
    get: (path, ask) => openRequest(port, path, ask, agent).answer,
    open: (path, ask) => openRequest(port, path, ask, agent),
    close,
  };
}

export function openRequest(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Ask = {},
  agent: Agent | false = false,
): Pending {
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]));
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers: { host: 'site.test', ...lists }, agent });
  const interims: Answer['interims'][number][] = [];
  outgoing.on('information', ({ statusCode, headers: fields }) => interims.push({ status: statusCode, headers: fields }));
  let tellFirst: (bytes: string | null) => void = () => {};
  const firstBytes = new Promise<string | null>((resolve) => {
    tellFirst = resolve;
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => {
        if (chunks.length === 0) tellFirst(chunk.toString());
        chunks.push(chunk);
      });
      // A closed connection is a result too, as `complete` says.
      incoming.on('error', () => undefined);
      incoming.on('close', () => {
        tellFirst(null);
        const bytes = Buffer.concat(chunks);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: flat(incoming),
          body: bytes.toString(),
          bytes,
          interims,
          trailers: incoming.trailers,
          complete: incoming.complete,
        });
      });
    });
  });
  // A test that leaves does not await the response.
  answer.catch(() => tellFirst(null));
  outgoing.end(body);
  return { firstBytes, answer, leave: () => outgoing.destroy() };
}

function flat({ headersDistinct }: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, values?.join(', ')]));
}

export interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

/** A promise that the test resolves. */
export function gate(): Gate {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Waits until `holds` returns true, while sockets are served. Fails by the timeout of the test. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Asks for a path in one coding until the best encoding of it is made, which takes some hits. */
export async function hitUntilBest(world: World, coding: string, path = '/'): Promise<void> {
  const made = (): number => world.events.filter((event) => event.kind === 'encoded' && event.quality === 'best').length;
  const before = made();
  while (made() === before) await world.get(path, { headers: { 'Accept-Encoding': coding } });
}

/** Collects garbage. Weak references are only cleared between turns of the event loop. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise(setImmediate);
    collect();
  }
  await new Promise(setImmediate);
}

/** An origin that answers each request with `answer N` and `headers`. */
export function numbered(headers: Readonly<Record<string, string>>): Origin {
  let count = 0;
  return (_req: IncomingMessage, res: ServerResponse) => {
    count += 1;
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    res.end(`answer ${count}`);
  };
}
