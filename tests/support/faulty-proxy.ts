/** A proxy that misbehaves as networks do, for what lies behind it. */
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type Listening, listening } from './listening.ts';

/** `none` passes all on; the others are done to each request. `truncate` sends half of the body. */
export type Fault = 'none' | 'reset' | 'unavailable' | 'truncate';

export interface FaultyProxy extends Listening {
  /** What happens to the requests that come from now on; the paths that it is limited to begin so. */
  fault: Fault;
  /** Milliseconds that each answer takes longer. */
  latencyMs: number;
  /** Requests so far, by path. */
  readonly asked: string[];
}

/** Stands in front of the HTTP server at `target`. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const state = { fault: 'none' as Fault, latencyMs: 0, asked: [] as string[] };
  const upstream = new URL(target);
  const site = await listening((req, res) => {
    state.asked.push(req.url ?? '');
    if (state.fault === 'reset') return void req.socket.resetAndDestroy();
    if (state.fault === 'unavailable') return void res.writeHead(503).end();
    const forwarded = request({
      host: upstream.hostname,
      port: upstream.port,
      method: req.method,
      path: req.url,
      headers: { ...req.headers, host: upstream.host },
    });
    forwarded.once('response', (answer) => setTimeout(() => passOn(answer, res, state.fault), state.latencyMs));
    forwarded.on('error', () => res.destroy());
    req.pipe(forwarded);
    return void res.once('close', () => endIfUnused(forwarded));
  });
  // A client whose thread is late would send on a connection that is closed in the same moment, and a mutation is not sent twice.
  site.server.keepAliveTimeout = 600_000;
  return Object.assign(state, site);
}

function passOn(answer: IncomingMessage, res: ServerResponse, fault: Fault): void {
  res.writeHead(answer.statusCode ?? 502, answer.headers);
  const chunks: Buffer[] = [];
  if (fault !== 'truncate') return void answer.pipe(res);
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.once('end', () => {
    const body = Buffer.concat(chunks);
    res.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => res.destroy());
  });
}

function endIfUnused(forwarded: ClientRequest): void {
  if (!forwarded.writableFinished) forwarded.destroy();
}
