/**
 * An origin that is another HTTP server: the edge as a reverse proxy. Each request is sent once, by default on a connection of its own. A
 * kept connection may close between two requests, which only a retry could hide, and a wrongly framed response would corrupt the next one.
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
  /** Milliseconds without a byte from the origin after which the request fails. */
  readonly idleTimeoutMs?: number;
  /** Reuses connections between requests. */
  readonly keepAlive?: boolean;
  /** Name in `Via` (RFC 9110 §7.6.3). */
  readonly via?: string;
}

/** Returns the Host of a server: an IPv6 address is in brackets, and the port of the scheme is left out (RFC 9110 §7.2, §4.2.1). */
export function authorityOf(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}${port === 80 ? '' : `:${port}`}`;
}

/** Makes the origin. It connects at the first request. */
export function httpOrigin({ host, port, idleTimeoutMs = 60_000, keepAlive = false, via = 'edge' }: HttpOriginOptions): Origin {
  const agent = new Agent({ keepAlive });
  const authority = authorityOf(host, port);
  return (req, res) => {
    const forwards = countMaxForwards(req.method, requestFields(req, via, authority));
    if (forwards.kind === 'last') {
      // The edge knows no options of the server; a TRACE would disclose fields that other hops added.
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
  // RFC 9110 §7.6.3: the version of the received request, not of the forwarded one.
  const hop = `${receivedVersion(req)} ${via}`;
  const withVia = replaceField(fields, 'Via', before === null ? hop : `${before}, ${hop}`);
  // RFC 9112 §3.2: an HTTP/1.0 request may lack Host, the forwarded HTTP/1.1 request may not.
  const withHost = hasField(withVia, 'host') ? withVia : ['Host', authority, ...withVia];
  // Content of unknown length is forwarded in chunks, which Node frames when it sees this field.
  return hasField(req.rawHeaders, 'transfer-encoding') ? [...withHost, 'Transfer-Encoding', 'chunked'] : [...withHost];
}

function relay(req: IncomingMessage, res: ServerResponse, outgoing: ClientRequest): void {
  let answer: IncomingMessage | null = null;
  const fail = (error: Error): void => {
    // An error after the last byte of the response concerns excess bytes.
    if (answer?.complete !== true) res.destroy(error);
  };
  outgoing.on('error', fail);
  outgoing.on('timeout', () => outgoing.destroy(new Error('the origin sent no byte in time')));
  outgoing.on('information', ({ statusCode, rawHeaders }) => res.writeInformation(statusCode, endToEndFields(rawHeaders)));
  outgoing.on('upgrade', (_answer, socket) => {
    socket.destroy();
    fail(new Error('the origin switched protocols without a request to do so'));
  });
  outgoing.on('response', (incoming) => {
    answer = incoming;
    respond(res, incoming);
  });
  res.on('close', () => {
    if (answer?.complete !== true) outgoing.destroy();
  });
  // An error of either side destroys `outgoing`, which tells it.
  pipeline(req, outgoing, () => undefined);
}

function respond(res: ServerResponse, incoming: IncomingMessage): void {
  const fields: Fields = endToEndFields(incoming.rawHeaders);
  try {
    res.writeHead(incoming.statusCode ?? 502, incoming.statusMessage ?? '', [...fields]);
  } catch (cause) {
    incoming.destroy();
    res.destroy(new Error('the head of the origin cannot be forwarded', { cause }));
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
    res.addTrailers(incoming.trailers);
    res.end();
  });
  incoming.on('close', () => {
    if (!incoming.complete) res.destroy(new Error('the origin closed its connection'));
  });
}
