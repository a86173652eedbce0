/**
 * An origin that is another HTTP server: the edge as a reverse proxy. Each forwarded request is made once, on a connection of its own by
 * default: a kept one may close between two requests, which only a second try could hide, and an origin that frames a response wrongly
 * would poison the next one.
 */
import { Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { type Fields, fieldValue, hasField, replaceField } from '../../message/field-lines.ts';
import { countMaxForwards, endToEndFields } from '../../message/forwarding.ts';
import { receivedVersion } from './detached-request.ts';
import type { Origin } from './origin.ts';

export interface HttpOriginOptions {
  readonly host: string;
  readonly port: number;
  /** Milliseconds without a byte from the origin after which it counts as gone. */
  readonly idleTimeoutMs?: number;
  /** Keeps connections between requests. */
  readonly keepAlive?: boolean;
  /** Name in `Via` (RFC 9110 §7.6.3). */
  readonly via?: string;
}

/** Makes the origin. Nothing connects before the first request. */
export function httpOrigin({ host, port, idleTimeoutMs = 60_000, keepAlive = false, via = 'edge' }: HttpOriginOptions): Origin {
  const agent = new Agent({ keepAlive });
  const authority = `${host.includes(':') ? `[${host}]` : host}${port === 80 ? '' : `:${port}`}`;
  return (req, res) => {
    const forwards = countMaxForwards(req.method, requestFields(req, via, authority));
    if (forwards.kind === 'last') {
      // Of an OPTIONS nothing is known here; a TRACE would tell the client fields that others added on the way.
      res.writeHead(req.method === 'OPTIONS' ? 204 : 501);
      res.end();
      return;
    }
    const outgoing = request({
      agent,
      host,
      port,
      method: req.method,
      path: req.url,
      headers: [...forwards.fields],
      setHost: false,
      timeout: idleTimeoutMs,
    });
    relay(req, res, outgoing);
  };
}

function requestFields(req: IncomingMessage, via: string, authority: string): string[] {
  const fields = endToEndFields(req.rawHeaders);
  const before = fieldValue(fields, 'via');
  // RFC 9110 §7.6.3: the version is of the request that came, not of the one that goes.
  const hop = `${receivedVersion(req)} ${via}`;
  const signed = replaceField(fields, 'Via', before === null ? hop : `${before}, ${hop}`);
  // RFC 9112 §3.2: HTTP/1.0 knows requests without Host, the version that they go on in does not.
  const named = hasField(signed, 'host') ? signed : ['Host', authority, ...signed];
  // A body of unknown length travels on in chunks; Node frames it when told so.
  return hasField(req.rawHeaders, 'transfer-encoding') ? [...named, 'Transfer-Encoding', 'chunked'] : [...named];
}

function relay(req: IncomingMessage, res: ServerResponse, outgoing: ClientRequest): void {
  let answer: IncomingMessage | null = null;
  const fail = (error: Error): void => {
    // An error after the last byte of the response is about bytes behind it, which belong to nothing.
    if (answer?.complete !== true) res.destroy(error);
  };
  outgoing.on('error', fail);
  outgoing.on('timeout', () => outgoing.destroy(new Error('the origin is silent')));
  outgoing.on('information', ({ statusCode, rawHeaders }) => {
    if (!res.headersSent) res.writeInformation(statusCode, endToEndFields(rawHeaders));
  });
  outgoing.on('upgrade', (_answer, socket) => {
    socket.destroy();
    fail(new Error('the origin switched protocols unasked'));
  });
  outgoing.on('response', (incoming) => {
    answer = incoming;
    respond(res, incoming);
  });
  res.on('close', () => {
    if (answer?.complete !== true) outgoing.destroy();
  });
  pipeline(req, outgoing, (error) => {
    if (error !== null && error !== undefined) fail(error);
  });
}

function respond(res: ServerResponse, incoming: IncomingMessage): void {
  const fields: Fields = endToEndFields(incoming.rawHeaders);
  try {
    res.writeHead(incoming.statusCode ?? 502, incoming.statusMessage ?? '', [...fields]);
  } catch (thrown) {
    incoming.destroy();
    res.destroy(thrown instanceof Error ? thrown : new Error('the head of the origin cannot be sent on'));
    return;
  }
  res.flushHeaders();
  incoming.on('error', (error) => {
    if (!incoming.complete) res.destroy(error);
  });
  incoming.on('data', (chunk: Buffer) => {
    if (!res.write(chunk)) incoming.pause();
  });
  res.on('drain', () => incoming.resume());
  incoming.on('end', () => {
    const { trailers } = incoming;
    if (Object.keys(trailers).length > 0) res.addTrailers(trailers);
    res.end();
  });
  incoming.on('close', () => {
    if (!incoming.complete) res.destroy(new Error('the origin hung up'));
  });
}
