/**
 * An origin that is another HTTP server: with it the edge is a plain reverse proxy, as the public conformance suite expects one. Each request
 * is sent once. A kept connection may close between two requests, which only a retry could hide, so by default each has one of its own.
 */
import { Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Origin } from '../../server/edge/index.ts';
import { hasField } from '../../server/message/field-lines.ts';
import { endToEndFields } from '../../server/message/forwarding.ts';

/** Makes the origin on a port of this machine. It connects at the first request. */
export function httpOrigin(port: number, keepAlive = false): Origin {
  const agent = new Agent({ keepAlive });
  return (req, res) => {
    const fields = [...endToEndFields(req.rawHeaders)];
    // Content of unknown length is forwarded in chunks, which Node frames when it sees this field.
    if (hasField(req.rawHeaders, 'transfer-encoding')) fields.push('Transfer-Encoding', 'chunked');
    relay(req, res, request({ agent, host: '127.0.0.1', port, method: req.method, path: req.url, headers: fields, setHost: false }));
  };
}

function relay(req: IncomingMessage, res: ServerResponse, outgoing: ClientRequest): void {
  let answer: IncomingMessage | null = null;
  const fail = (error: Error): void => {
    // An error after the last byte of the response concerns excess bytes.
    if (answer?.complete !== true) res.destroy(error);
  };
  outgoing.on('error', fail);
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
  try {
    res.writeHead(incoming.statusCode ?? 502, incoming.statusMessage ?? '', [...endToEndFields(incoming.rawHeaders)]);
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
