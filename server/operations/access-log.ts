/**
 * The access log, where `ACCESS_LOG` asks for it: one line for each response that leaves the server, those that the edge answers from its store
 * and the refusals before it included. A server without it runs the listeners themselves, so it costs them nothing.
 *
 * A line has no address of the client and no query: who reads about a benefit, or writes without a name, must not be found by it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { AnswerDirectly } from '../http/connections/direct-answers.ts';
import type { Logger } from '../observability/log.ts';
import { loggedPath } from '../observability/redaction.ts';
import { type RouteNameOf, UNKNOWN_ROUTE } from './route-names.ts';

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

export interface AccessLogOptions {
  readonly log: Logger;
  readonly routeOf: RouteNameOf;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

interface Line {
  /** Null where Node could not read the request; its address is not known then either. */
  readonly method: string | null;
  readonly target: string;
  readonly status: number;
  /** `Cache-Status` of the response: what the edge did. Null where it did nothing. */
  readonly cache: string | null;
  /** Our own id of the request. Null for a response that no application made. */
  readonly requestId: string | null;
  readonly milliseconds: number;
  readonly aborted: boolean;
}

export interface AccessLog {
  /** Wraps the listener of a server. */
  listener(listener: Listener): Listener;
  /** Wraps what answers before Node's parser. */
  direct(answer: AnswerDirectly): AnswerDirectly;
  /** Writes the line of an answer to a request that Node could not read. */
  unreadable(this: void, answer: Pick<Line, 'status' | 'requestId'>): void;
}

const NO_NAMES = { path: null, route: UNKNOWN_ROUTE } as const;

/** Addresses whose names are kept. A client chooses them, and one may be as long as a request head. */
const KNOWN_TARGETS = 1_000;
const KNOWN_TARGETS_LENGTH = 1_000_000;

export function createAccessLog({ log, routeOf, now = () => performance.now() }: AccessLogOptions): AccessLog {
  // Most lines are of a few addresses, and to name one takes longer than to answer it.
  const known = new LRUCache<string, { readonly path: string; readonly route: string }>({
    max: KNOWN_TARGETS,
    maxSize: KNOWN_TARGETS_LENGTH,
    sizeCalculation: (_names, target) => target.length + 1,
    memoMethod: (target) => ({ path: loggedPath(target), route: routeOf(target) }),
  });
  const write = ({ method, target, milliseconds, ...line }: Line): void => {
    const ms = Math.round(milliseconds * 10) / 10;
    log.info({ ...line, method, ...(method === null ? NO_NAMES : known.memo(target)), ms }, 'access');
  };
  return {
    unreadable: ({ status, requestId }) =>
      write({ method: null, target: '', status, cache: null, requestId, milliseconds: 0, aborted: false }),
    listener: (listener) => (req, res) => {
      const begin = now();
      // The edge may rewrite them.
      const { method = '', url: target = '' } = req;
      const sent = headOf(res);
      res.once('close', () => {
        const { cache, requestId } = sent();
        const aborted = !res.writableFinished;
        write({ method, target, status: res.statusCode, cache, requestId, milliseconds: now() - begin, aborted });
      });
      listener(req, res);
    },
    direct: (answer) => (request, keepAliveTimeout) => {
      const begin = now();
      const answered = answer(request, keepAliveTimeout);
      if (answered === null) return null;
      const head = answered.head.toString('latin1');
      const status = Number(head.slice(9, 12));
      const cache = fieldOf(head, 'Cache-Status');
      const { method, url: target } = request;
      write({ method, target, status, cache, requestId: null, milliseconds: now() - begin, aborted: false });
      return answered;
    },
  };
}

/** Reads a field of a head as it is on the wire. */
function fieldOf(head: string, name: string): string | null {
  const begin = head.indexOf(`\r\n${name}: `);
  if (begin === -1) return null;
  const from = begin + name.length + 4;
  return head.slice(from, head.indexOf('\r\n', from));
}

interface Sent {
  readonly cache: string | null;
  readonly requestId: string | null;
}

/** Watches the head of a response: the edge hands its fields to `writeHead`, and Node does not show them afterwards. */
function headOf(res: ServerResponse): () => Sent {
  let fields: readonly unknown[] = [];
  const writeHead = res.writeHead.bind(res) as (...given: unknown[]) => ServerResponse;
  res.writeHead = (...given: unknown[]): ServerResponse => {
    const last = given.at(-1);
    if (Array.isArray(last)) fields = last;
    return writeHead(...given);
  };
  return () => ({ cache: sentField(res, fields, 'Cache-Status'), requestId: sentField(res, fields, 'X-Request-Id') });
}

function sentField(res: ServerResponse, fields: readonly unknown[], name: string): string | null {
  const at = fields.findIndex((field, index) => index % 2 === 0 && String(field).toLowerCase() === name.toLowerCase());
  const value = at === -1 ? res.getHeader(name) : fields[at + 1];
  return typeof value === 'string' ? value : null;
}
