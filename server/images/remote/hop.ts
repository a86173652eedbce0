/** One request to one checked address: no keep-alive, no pool, no field of the visitor, no second look at the name. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { AppError } from '../../../shared/errors/app-error.ts';
import { LOOP_FIELD, LOOP_NAME } from './loop.ts';

export interface Hop {
  readonly url: URL;
  /** Port to connect to; null for the scheme's own. */
  readonly port: number | null;
  /** Checked addresses; the first one is connected to. */
  readonly address: string;
  /** Validator of what is already known. */
  readonly etag: string | null;
  readonly signal: AbortSignal;
}

/** Interim answers (1xx) beyond this are a way to keep us waiting. */
const MAX_INTERIM = 8;

/** Bytes of all header fields together. */
const MAX_HEADER_BYTES = 16_384;

/** Sends the request and returns the head of the answer; the caller reads or destroys it. @throws AppError IMAGE_SOURCE_FAILED */
export function sendHop({ url, port, address, etag, signal }: Hop): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown, detail: string): void => reject(new AppError('IMAGE_SOURCE_FAILED', { cause, detail }));
    const request = send({
      protocol: url.protocol,
      // The name stays for the Host field and for TLS; the address below is what is connected to.
      hostname: url.hostname,
      ...(port === null ? {} : { port }),
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      agent: false,
      signal,
      maxHeaderSize: MAX_HEADER_BYTES,
      lookup: (_host, options, callback) => {
        const family = isIP(address);
        if (options.all === true) callback(null, [{ address, family }]);
        else callback(null, address, family);
      },
      headers: {
        Accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
        'Accept-Encoding': 'identity',
        'User-Agent': 'portal-imagens',
        [LOOP_FIELD]: LOOP_NAME,
        ...(etag === null ? {} : { 'If-None-Match': etag }),
      },
    });
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > MAX_INTERIM) request.destroy(new Error('too many interim answers'));
    });
    request.on('upgrade', (_answer, socket) => {
      socket.destroy();
      fail(null, 'the host changed the protocol');
    });
    request.on('error', (cause) => fail(cause, `no answer: ${'code' in cause ? String(cause.code) : cause.message}`));
    request.on('response', resolve);
    request.end();
  });
}
