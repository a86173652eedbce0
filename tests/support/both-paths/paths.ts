/**
 * Two edges alike behind two HTTP servers alike, one of which answers directly at the socket: whatever bytes arrive, both must send the same.
 * Connections are in memory and the clock is the test's, so nothing but the bytes differs from run to run.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { createEdge, type Edge, type EdgeOptions, type EdgeReporter } from '../../../server/edge/index.ts';
import { beginsWebSocket, boundPipelining } from '../../../server/http/connections/bounds.ts';
import { answerDirectly } from '../../../server/http/connections/direct-answers.ts';

/** The server's end of a connection to a client that takes everything at once. */
export class Connection extends Duplex {
  sent = '';

  override _read(): void {
    // Requests are pushed.
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: () => void): void {
    this.sent += Buffer.from(chunk as string, encoding).toString('latin1');
    done();
  }

  /** As `net.Socket` has it. No time passes here. */
  setTimeout(): this {
    return this;
  }

  /** As `net.Socket` has it; Node's server uses it to close a connection after its last response. */
  destroySoon(): void {
    this.end(() => this.destroy());
  }
}

export interface Path {
  readonly edge: Edge;
  /** Answers that Node's parser did not see. */
  readonly direct: () => number;
  /** Responses whose best encodings are made. */
  readonly encoded: () => number;
  connect(): Connection;
  /** Waits until no request is being answered. @throws when a response never closes */
  settle(): Promise<void>;
  close(): void;
}

/** Of the event loop, while an answer is made. */
const MOST_TURNS = 100_000;

type Origin = (req: IncomingMessage, res: ServerResponse) => void;

/** Makes one of the two. `origin` must answer at once and the same each time. */
export function createPath(origin: Origin, options: Omit<EdgeOptions, 'origin' | 'report'>, isDirect: boolean): Path {
  let underWay = 0;
  let direct = 0;
  let encoded = 0;
  const report: EdgeReporter = (event) => {
    if (event.kind === 'encoded' && event.quality === 'best') encoded += 1;
  };
  const edge = createEdge({ ...options, origin, report });
  const listener = (req: IncomingMessage, res: ServerResponse): void => {
    underWay += 1;
    res.once('close', () => {
      underWay -= 1;
    });
    edge.listener(req, res);
  };
  const server: Server = createServer(
    { optimizeEmptyRequests: true, keepAliveTimeout: 75_000, shouldUpgradeCallback: beginsWebSocket },
    boundPipelining(listener),
  );
  // As the site does, so that a client is told in every case.
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n', () => socket.destroy());
    else socket.destroy();
  });
  // What an upgrade becomes is not the subject: its connection is closed.
  server.on('upgrade', (_req, socket) => socket.destroy());
  if (isDirect) {
    answerDirectly(server, (request, keepAliveTimeout) => {
      const answer = edge.storedAnswer(request, keepAliveTimeout);
      if (answer !== null) direct += 1;
      return answer;
    });
  }
  return {
    edge,
    direct: () => direct,
    encoded: () => encoded,
    connect: () => {
      const connection = new Connection();
      connection.on('error', () => undefined);
      server.emit('connection', connection);
      return connection;
    },
    settle: async () => {
      let quiet = 0;
      for (let turn = 0; quiet < 3; turn += 1) {
        if (turn === MOST_TURNS) throw new Error(`${underWay} responses do not close`);
        await new Promise((resolve) => setImmediate(resolve));
        quiet = underWay === 0 && edge.stats().flights === 0 ? quiet + 1 : 0;
      }
    },
    close: () => {
      edge.close();
      server.close();
    },
  };
}
