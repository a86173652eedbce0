/** Requests of the server to itself over its own socket: the response passes the cache and the compression as a visitor's does. */
import { request, type Server } from 'node:http';

/** Milliseconds after which a request is aborted. */
const TIMEOUT_MS = 30_000;

/** A server that listens on a wildcard address, which is no address to connect to (RFC 4291 §2.5.2), listens on the loopback address. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Makes a function that sends a GET to the server, which must listen by then, and discards the body. It rejects for a 5xx, a broken response, the time limit and the signal. */
export function loopbackRequest(server: Pick<Server, 'address'>): (path: string, signal: AbortSignal) => Promise<void> {
  return (path, signal) => {
    const address = server.address();
    if (address === null || typeof address === 'string') return Promise.reject(new Error('the server does not listen on a port'));
    const host = LOOPBACK[address.address] ?? address.address;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    return get({ host, port: address.port, path, signal: limit });
  };
}

function get(target: { readonly host: string; readonly port: number; readonly path: string; readonly signal: AbortSignal }): Promise<void> {
  // The fields of a browser, so that the stored response serves browsers.
  const headers = { Accept: 'text/html,application/json;q=0.9,*/*;q=0.8', 'Accept-Encoding': 'br, gzip, zstd', 'User-Agent': 'warm-up' };
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...target, headers, agent: false }, (incoming) => {
      const status = incoming.statusCode ?? 0;
      incoming.on('error', reject);
      incoming.on('end', () => (status < 500 ? resolve() : reject(new Error(`${target.path} answered ${status}`))));
      incoming.resume();
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
